"""Judges a journal's observations again: the same must come out, byte for byte, or the differences are listed.

Under another rulebook the events stay and the answers change; then the answers are compared, not the bytes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import zip_longest
from pathlib import Path
from typing import Any

from table_controller.audit.bodies import Bodies, as_entry
from table_controller.journal.chain import no_earlier
from table_controller.journal.read import entries
from table_controller.records import BadInput
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.events import RulingMade, RulingUndone
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.observations import ManualEntry, Observation, RulingEntered
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical, plain
from table_controller.turn import CONCLUSIONS, Standing, begin, go_on, run_in, told_in, turn


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the replay and the journal part. ``seq``: the entry, or the observation that something is missing after.

    ``what``: the kind of entry, or, under another rulebook, ``incident``, ``action``, ``change``, ``add`` or ``ask``;
    ``journalled`` and ``replayed``: JSON, None where there is nothing.
    """

    seq: int
    at: int
    what: str
    journalled: str | None
    replayed: str | None


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer. ``compared``: how many conclusions; ``versions``: of the program, other than this one's.

    ``erased``: observations erased, or with a conclusion erased; nothing from the first of them on was compared.
    """

    compared: int
    differences: tuple[Difference, ...]
    versions: tuple[str, ...] = ()
    erased: tuple[int, ...] = ()


@dataclass(slots=True)
class _Turn:
    """An observation of the journal, what the journal concludes from it, and what the replay does."""

    entry: Entry
    journalled: list[Entry] = field(default_factory=list)
    replayed: tuple[Entry, ...] = ()
    erased: bool = False


def replay(path: Path, book: Rulebook | None = None) -> Replay:
    """Judge the journal at *path* again, under its own rulebook or another.

    :raises BadInput: if it is no journal, or an entry of it cannot be read.
    """
    fold = _Fold(path, book)
    compared = 0
    differences: list[Difference] = []
    for one in fold.turns():
        if fold.erased:
            continue  # what an erased statement moved, nobody can judge again; the chain still guards what follows
        compared += len(one.journalled)
        differences += _by_answer(one, Bodies(path)) if book else _by_byte(one)
    return Replay(
        compared, tuple(differences), tuple(sorted(fold.versions - {version("floorman")})), tuple(fold.erased)
    )


class _Fold:
    """The journal from its beginning, observation by observation."""

    def __init__(self, path: Path, book: Rulebook | None) -> None:
        self._path, self._book, self._bodies = path, book, Bodies(path)
        self._run: RunStarted | None = None
        self._standing: Standing | None = None
        self._numbers: dict[int, int] = {}
        """The replay's incident number for the journal's; under another rulebook they part."""
        self.versions: set[str] = set()
        self.erased: list[int] = []
        self._gone: set[int] = set()
        """Entries that were erased, and those that rest on them: nothing to compare with."""

    def turns(self) -> Iterator[_Turn]:
        """Every observation with both sides' conclusions."""
        one: _Turn | None = None
        for entry in entries(self._path):
            if entry.body is None or self._gone.intersection(entry.because):
                self._gone.add(entry.seq)
                if entry.kind in CONCLUSIONS:
                    if one:
                        one.erased = True
                    continue
            # A fault that rests on nothing is of an observation that could not even be written down.
            if entry.kind in CONCLUSIONS and one and entry.because:
                one.journalled.append(entry)
                continue
            if one:
                yield self._judged(one)
            one = _Turn(entry, erased=entry.body is None) if entry.kind == "observation" else None
            if entry.kind == "run_started":
                self._start(entry)
        if one:
            yield self._judged(one)

    def _start(self, entry: Entry) -> None:
        before, self._run = self._run, self._begun(entry)
        self.versions.add(self._run.version)
        going = before and self._standing and go_on(self._standing, before, self._run)
        self._standing = going or begin(self._run)

    def _judged(self, one: _Turn) -> _Turn:
        if self._run is None or self._standing is None:
            raise BadInput(str(self._path), f"entry {one.entry.seq}", "expected run_started before any observation")
        if one.erased:
            self.erased.append(one.entry.seq)
        if self.erased:
            return one
        told, body = self._told(one.entry)
        observation = self._translated(told)
        if observation is not None:
            book = self._book or self._run.rulebook
            body = body if observation is told else None
            self._standing, rows = turn(self._standing, one.entry.seq, observation, self._run.layout, book, body)
            numbered = (as_entry(one.entry.seq + place, row) for place, row in enumerate(rows))
            one.replayed = tuple(entry for entry in numbered if entry.kind in CONCLUSIONS)
        if self._book:
            self._number(one)
        return one

    def _begun(self, entry: Entry) -> RunStarted:
        try:
            return run_in(entry)
        except ValueError as fault:
            raise BadInput(str(self._path), "", str(fault)) from None

    def _told(self, entry: Entry) -> tuple[Observation, str | None]:
        try:
            return told_in(entry)
        except ValueError as fault:
            raise BadInput(str(self._path), "", str(fault)) from None

    def _number(self, one: _Turn) -> None:
        """Note which incident of the replay is which of the journal: the same code and seat after one observation."""
        new = {_same(incident): incident.number for incident in _opened(one.replayed, self._bodies)}
        for incident in _opened(one.journalled, self._bodies):
            if _same(incident) in new:
                self._numbers.setdefault(incident.number, new[_same(incident)])

    def _translated(self, observation: Observation) -> Observation | None:
        """*observation* with the replay's incident number; None for a ruling on what is no incident here."""
        if self._book is None:
            return observation
        match observation:
            case RulingEntered(incident=number):
                new = self._numbers.get(number)
                return None if new is None else replace(observation, incident=new)
            case ManualEntry(event=RulingMade(incident=number) as event):
                new = self._numbers.get(number)
                return None if new is None else replace(observation, event=replace(event, incident=new))
            case ManualEntry(event=RulingUndone(ruling=number) as undone):
                new = self._numbers.get(number)
                return None if new is None else replace(observation, event=replace(undone, ruling=new))
        return observation


def _by_byte(one: _Turn) -> Iterator[Difference]:
    """Every conclusion that is not the same entry: kind, night time, reasons and body."""
    last = one.entry.at
    for journalled, replayed in zip_longest(one.journalled, one.replayed):
        if replayed:
            last = no_earlier(last, replayed.at)
        if journalled and replayed and _bytes(journalled, journalled.at) == _bytes(replayed, last):
            continue
        yield Difference(
            seq=journalled.seq if journalled else one.entry.seq,
            at=journalled.at if journalled else one.entry.at,
            what=journalled.kind if journalled else replayed.kind,
            journalled=journalled.body if journalled else None,
            replayed=replayed.body if replayed else None,
        )


def _bytes(conclusion: Entry, at: int) -> tuple[str, int, tuple[int, ...], str | None]:
    return conclusion.kind, at, conclusion.because, conclusion.body


def _by_answer(one: _Turn, bodies: Bodies) -> Iterator[Difference]:
    """What the other house says otherwise: other incidents opened, or another reading of what was done."""
    seq, at = one.entry.seq, one.entry.at
    before = {_same(incident): _told(incident) for incident in _opened(one.journalled, bodies)}
    after = {_same(incident): _told(incident) for incident in _opened(one.replayed, bodies)}
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            yield Difference(seq, at, "incident", before.get(key), after.get(key))
    silent: dict[str, Any] = {}
    for old, new in zip_longest(_answers(one.journalled, bodies), _answers(one.replayed, bodies), fillvalue=silent):
        for what in ("action", "change", "add", "ask"):
            if old.get(what) != new.get(what):
                yield Difference(seq, at, what, _json(old.get(what)), _json(new.get(what)))


def _answers(conclusions: Iterable[Entry], bodies: Bodies) -> list[dict[str, Any]]:
    """The assessment of every event, empty where there is none."""
    found: list[dict[str, Any]] = []
    for conclusion in conclusions:
        if conclusion.kind == "event":
            found.append({})
        elif conclusion.kind == "assessment" and found:
            found[-1] = bodies.object(conclusion)
    return found


def _opened(conclusions: Iterable[Entry], bodies: Bodies) -> list[Incident]:
    """The incidents that open; what becomes of them follows from the rulings, which answer the house at the table."""
    told = (bodies.incident(one) for one in conclusions if one.kind == "incident" and one.body)
    return [incident for incident in told if incident.state is IncidentState.OPEN]


def _same(incident: Incident) -> tuple[str, int]:
    """What makes two incidents after one observation the same, whichever the house."""
    return incident.irregularity.code, incident.irregularity.seat or 0


def _told(incident: Incident) -> str:
    """What the house says of it, without what does not depend on the house."""
    said = plain(incident.irregularity)
    return canonical({name: said[name] for name in said if name not in ("at", "event", "measured")})


def _json(value: Any) -> str | None:
    return None if value is None else canonical(value)
