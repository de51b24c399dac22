"""The append-only record: ``store`` writes, ``read`` reads, ``verify`` finds what was tampered with.

Tamper-evident, never tamper-proof: docs/journal.md.
"""
