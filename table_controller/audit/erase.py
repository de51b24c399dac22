"""Erasing what a journal holds of a person. The entry stays, its content goes, and an entry of its own tells of it."""

from pathlib import Path
from typing import TextIO

from table_controller.journal.store import Store
from table_controller.records.wire import canonical


def erase_command(path: Path, seq: int, by: str, why: str, out: TextIO) -> int:
    """Erase entry *seq* of the journal and what rests on it; print their numbers and the new head digest.

    :raises BadInput: if nothing can be erased there, or the journal is being written.
    """
    store = Store.open(path)
    try:
        gone = store.erase(seq, by, why)
    finally:
        head = store.close()
    print(canonical({"erased": gone, "head": head}), file=out)
    return 0
