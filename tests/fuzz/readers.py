"""Hostile files, found by coverage: what the readers may do with any bytes is read them or name the fault in one line.

``python tests/fuzz/readers.py TARGET CORPUS… -- [libFuzzer options]``; ``make fuzz`` runs every target for a minute.
Needs the extra ``fuzz`` (atheris). Whatever raises anything but ``BadInput`` is a defect and stops the run with the
bytes that did it.
"""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["table_controller", "vision.enrol", "tomllib", "json"]):
    from table_controller.files import load_rulebook, rulebook_names
    from table_controller.hands.convert import convert
    from table_controller.hands.eventlog import log_hands
    from table_controller.hands.phh import read_phh
    from table_controller.hands.sources import Source, read_sources
    from table_controller.journal.read import entries, meta
    from table_controller.records.errors import BadInput
    from table_controller.rules import assess, new_night
    from table_controller.table_file import load_table
    from vision.enrol import deck_file

_HOUSES = [load_rulebook(name) for name in rulebook_names()]
_FILE = Path(tempfile.mkdtemp()) / "fuzzed"


def _written(data: bytes, suffix: str) -> Path:
    path = _FILE.with_suffix(suffix)
    path.write_bytes(data)
    return path


def _phh(data: bytes) -> None:
    for hand in read_phh(Source("fuzzed.phhs" if data[:1] == b"[" else "fuzzed.phh", "fuzzed", "", data)):
        convert(hand, None)


def _log(data: bytes) -> None:
    """An event log, and every event of it under a house: nothing that can be read may break the fold."""
    night, book = new_night(), _HOUSES[len(data) % len(_HOUSES)]
    for hand in log_hands(Source("fuzzed.jsonl", "fuzzed", "", data)):
        for event in hand.events:
            night = assess(night, event, book).night


def _archive(data: bytes) -> None:
    for _ in read_sources(_written(data, ".tar.gz")):
        pass


def _rulebook(data: bytes) -> None:
    load_rulebook(_written(data, ".toml"))


def _table(data: bytes) -> None:
    load_table(_written(data, ".toml"))


def _journal(data: bytes) -> None:
    path = _written(data, ".floorman")
    meta(path)
    for _ in entries(path):
        pass


def _deck(data: bytes) -> None:
    deck_file.load(_written(data, ".npz"))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "phh": _phh,
    "log": _log,
    "archive": _archive,
    "rulebook": _rulebook,
    "table": _table,
    "journal": _journal,
    "deck": _deck,
}


def main() -> None:
    """Fuzz one target until libFuzzer's options say stop."""
    target = TARGETS[sys.argv[1]]

    def once(data: bytes) -> None:
        try:
            target(data)
        except BadInput as refused:
            if "\n" in str(refused):
                raise AssertionError(f"a fault of more than one line: {refused!s}") from refused

    atheris.Setup([sys.argv[0], *sys.argv[2:]], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
