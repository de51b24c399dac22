"""The read log: who looked at what, when. A journal of its own beside the night's, so that it is as hard to alter."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from table_controller.journal.read import entries, meta
from table_controller.journal.store import Store
from table_controller.records import BadInput
from table_controller.records.wire import canonical


def beside(journal: Path) -> Path:
    """Where the read log of *journal* lies."""
    return journal.with_name(journal.name + "-reads")


def check_read_log(journal: Path) -> None:
    """``BadInput`` if what lies beside *journal* is no read log; for who must know before anything is written."""
    if beside(journal).exists():
        meta(beside(journal))


class ReadLog:
    """Keeps what the screens were asked for. Append-only, chained, one writer; ``floorman verify`` checks it."""

    def __init__(self, journal: Path, now: Callable[[], int]) -> None:
        """*now*: night time in ns.

        :raises BadInput: if what lies beside the journal is no read log, or another program writes it.
        """
        self.path, self._now = beside(journal), now
        self._store = Store.open(self.path)

    def note(self, entry: Mapping[str, object]) -> None:
        """Keep *entry*; it names a device and its address, so it can be erased."""
        wall = datetime.now().astimezone().isoformat(timespec="seconds")
        self._store.append("note", self._now(), canonical({**entry, "wall": wall}), person=True)

    def newest(self, most: int) -> list[dict[str, Any]]:
        """The newest *most* entries, the newest first; what was erased is left out."""
        return reads(self.path, after=max(0, self._store.next_seq - 1 - most))[::-1]

    @property
    def fault(self) -> str | None:
        """Why entries wait in memory, or None."""
        return self._store.fault

    def close(self) -> str:
        """Close the file and return the digest of its last entry."""
        return self._store.close()


def reads(path: Path, after: int = 0) -> list[dict[str, Any]]:
    """The entries of the read log at *path* numbered above *after*, the oldest first.

    :raises BadInput: if it is none.
    """
    found = []
    for entry in entries(path, after, kinds=("note",)):
        with suppress(ValueError):
            said = json.loads(entry.body or "null")
            if isinstance(said, dict):
                found.append({"number": entry.seq, "at": entry.at, **said})
    return found


def reads_command(journal: Path, say: Callable[[str], object]) -> int:
    """``floorman reads``: one JSON line for each entry of the read log of *journal*."""
    path = beside(journal)
    if not path.exists():
        raise BadInput(str(path), "", "expected the read log that `floorman run` keeps beside its journal")
    for entry in reads(path):
        say(canonical(entry))
    return 0
