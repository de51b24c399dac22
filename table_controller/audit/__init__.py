"""What is done with a journal after the night: verify, judge again, report, export. Nobody imports it."""
