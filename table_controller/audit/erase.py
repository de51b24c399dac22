"""Erasing what a journal holds of a person. The entry stays, its content goes, and an entry of its own tells of it."""

import json
from pathlib import Path
from typing import TextIO

from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.recorder import Recorder
from table_controller.records.entries import Entry
from table_controller.records.wire import canonical


def erase_command(path: Path, seq: int, by: str, why: str, out: TextIO) -> int:
    """Erase entry *seq* of the journal, what rests on it and the pictures these name; print what went, and the head.

    Pictures lie in the folder beside the journal, ``JOURNAL-evidence``.

    :raises BadInput: if nothing can be erased there, or the journal is being written.
    """
    pictures = {entry.seq: picture for entry in entries(path) if (picture := _picture(entry))}
    store = Store.open(path)
    try:
        gone = store.erase(seq, by, why)
    finally:
        head = store.close()
    recorder = Recorder(path.with_name(path.name + "-evidence"), 0, lambda trouble: None)
    erased = [pictures[number] for number in gone if number in pictures and recorder.erase(pictures[number])]
    print(canonical({"erased": gone, "pictures": erased, "head": head}), file=out)
    return 0


def _picture(entry: Entry) -> str | None:
    """The recorder's piece that a note or observation names."""
    if not entry.person or entry.body is None:
        return None
    said = json.loads(entry.body)
    named = said.get("still") or said.get("evidence") if isinstance(said, dict) else None
    return named if isinstance(named, str) else None
