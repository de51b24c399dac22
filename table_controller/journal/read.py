"""Reads a journal, also while it is being written and on read-only media. Never writes."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from table_controller.journal import file
from table_controller.records import BadInput, wire
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.wire import read

_PAGE = 1000
"""Entries read at once: a reader that held one long transaction would keep the writer's log from being folded in."""

_COLUMNS = """SELECT entry.seq, at, kind, coalesce(entry.body, erasable.body), because, prev, digest, person
  FROM entry LEFT JOIN erasable ON erasable.seq = entry.seq AND person = 1"""


@dataclass(frozen=True, slots=True)
class Meta:
    """A journal in short. ``last_at``: ns of night time; ``head``: digest of the last entry; ``closed``: ended well."""

    version: int
    entries: int
    last_at: int
    head: str
    closed: bool


def meta(path: Path) -> Meta:
    """What is to be known of the journal at *path* before it is read.

    :raises BadInput: if it is no journal, of a newer version or damaged.
    """
    with file.reading(path) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        last = db.execute("SELECT seq, at, digest FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        kind = db.execute("SELECT kind FROM entry WHERE kind != 'erased' ORDER BY seq DESC LIMIT 1").fetchone()
    seq, at, digest = last or (0, 0, "")
    return Meta(version, seq, at, digest, kind == ("run_closed",))


def entries(path: Path, after: int = 0, kinds: Collection[str] | None = None) -> Iterator[Entry]:
    """The entries numbered above *after*, in order, of all *kinds* or those given.

    :raises BadInput: if it is no journal, of a newer version or damaged.
    """
    wanted = sorted(kinds or ())
    where = f" AND kind IN ({','.join('?' * len(wanted))})" if kinds is not None else ""
    query = f"{_COLUMNS} WHERE entry.seq > ?{where} ORDER BY entry.seq LIMIT {_PAGE}"
    with file.reading(path) as db:
        while page := db.execute(query, (after, *wanted)).fetchall():
            yield from (_entry(path, *row) for row in page)
            after = page[-1][0]


def _entry(path: Path, seq: int, at: int, kind: str, body: str | None, because: str, *rest: Any) -> Entry:
    prev, digest, person = rest
    bases = [] if because == "[]" else parsed(path, seq, because)
    if not isinstance(bases, list) or not all(isinstance(base, int) for base in bases):
        raise BadInput(str(path), f"entry {seq}", "expected journal numbers in `because`")
    return Entry(seq, at, kind, body, tuple(bases), prev, digest, bool(person))


def parsed(path: Path, seq: int, body: str) -> Any:
    """The JSON value that *body* of entry *seq* is.

    :raises BadInput: if it is none.
    """
    try:
        return wire.parsed(body)
    except (ValueError, RecursionError):
        raise BadInput(str(path), f"entry {seq}", "expected JSON") from None


def runs(path: Path) -> tuple[tuple[Entry, RunStarted], ...]:
    """Every run of the program that wrote to the journal: its entry and what it worked with.

    :raises BadInput: as ``entries``, and for a run that this program does not understand.
    """
    return tuple((entry, run_of(path, entry)) for entry in entries(path, kinds=("run_started",)))


def run_of(path: Path, entry: Entry) -> RunStarted:
    """The run that *entry*, of kind ``run_started``, began.

    :raises BadInput: if the entry does not say.
    """
    try:
        run: RunStarted = read(RunStarted, parsed(path, entry.seq, entry.body or "null"))
    except ValueError as fault:
        raise BadInput(str(path), f"entry {entry.seq}", str(fault)) from None
    return run


def resting_on(path: Path, seq: int) -> tuple[Entry, ...]:
    """Entry *seq* and everything it rests on, directly or through others, in journal order: its "why"."""
    found: dict[int, Entry] = {}
    wanted = {seq}
    # Entries only rest on earlier ones, so one way back through the journal meets them all.
    for entry in reversed(tuple(entries(path))):
        if entry.seq in wanted:
            found[entry.seq] = entry
            wanted.update(entry.because)
    return tuple(found[number] for number in sorted(found))


def evidence(path: Path) -> frozenset[str]:
    """References to the recorder's pieces that incidents rest on; these must not be deleted to make room.

    A piece is named by an observation that an incident rests on, or by a ``note`` that names the incident.
    """
    because: dict[int, set[int]] = {}
    shown: dict[int, str] = {}
    wanted: set[int] = set()
    for entry in entries(path, kinds=("observation", "event", "incident", "note")):
        because[entry.seq] = set(entry.because)
        if entry.kind == "incident":
            wanted.update(entry.because)
        elif piece := _piece(path, entry):
            shown[entry.seq] = piece
            wanted.update({entry.seq} if entry.kind == "note" else ())
    wanted.update(chain.from_iterable(because.get(seq, ()) for seq in tuple(wanted)))
    return frozenset(shown[seq] for seq in wanted & shown.keys())


def _piece(path: Path, entry: Entry) -> str | None:
    """The recorder's piece that an observation or note names."""
    name = "still" if entry.kind == "note" else "evidence"
    if not entry.body or f'"{name}"' not in entry.body:
        return None
    said = parsed(path, entry.seq, entry.body)
    return said[name] if isinstance(said, dict) and isinstance(said.get(name), str) else None
