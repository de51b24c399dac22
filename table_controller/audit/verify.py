"""``floorman verify``: whether a journal is as it was written."""

from pathlib import Path
from typing import TextIO

from table_controller.journal.verify import verify
from table_controller.records.wire import canonical


def verify_command(path: Path, out: TextIO, head: str | None = None) -> int:
    """Print a JSON line for every finding and one for the whole; 1 if anything was altered, 0 if not.

    *head*: the head digest noted when the journal was closed; only it shows a tail that was cut off.
    """
    found = verify(path, head)
    for finding in found.findings:
        line = {"finding": finding.what.value, "first": finding.first, "last": finding.last, "text": finding.text}
        print(canonical(line), file=out)
    if not found.holds_head:
        print(canonical({"finding": "removed", "text": "no entry has the head digest that was noted"}), file=out)
    whole = {
        "journal": path.name,
        "sound": found.sound,
        "entries": found.entries,
        "head": found.head,
        "closed": found.closed,
    }
    print(canonical(whole), file=out)
    return 0 if found.sound else 1
