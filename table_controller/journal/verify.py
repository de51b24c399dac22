"""Whether a journal is as it was written: the chain is walked and every salted payload hashed again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from table_controller.journal import chain, file


class Tampering(Enum):
    """What was found. Only ``ERASED`` is allowed."""

    CHANGED, REMOVED, REORDERED, INSERTED = "changed", "removed", "reordered", "inserted"
    ERASED = "erased"
    UNGUARDED = "unguarded"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of the entries numbered ``first`` to ``last``; 0 for the file itself."""

    what: Tampering
    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The whole answer. ``head``: digest of the last entry. ``closed``: the last run ended well; something may
    have been erased since.

    A tail that was cut off leaves a chain that fits: only a head digest kept elsewhere shows it.
    """

    findings: tuple[Finding, ...]
    entries: int
    head: str
    closed: bool
    holds_head: bool = True

    @property
    def sound(self) -> bool:
        """Nothing was altered; erasing that an entry tells of is no alteration."""
        return self.holds_head and all(finding.what is Tampering.ERASED for finding in self.findings)


class _Raw(NamedTuple):
    """An entry as its bytes lie in the file; anything may be anything."""

    seq: int
    at: Any
    kind: Any
    because: Any
    person: Any
    salt: Any
    body: Any
    payload: Any
    prev: Any
    digest: Any
    erasable_salt: Any
    erasable_body: Any
    stored: str
    """How SQLite keeps both payloads; what is no text reads as other bytes than were written."""


_RAW = """SELECT entry.seq, at, kind, because, person, entry.salt, CAST(entry.body AS BLOB), payload, prev, digest,
  erasable.salt, CAST(erasable.body AS BLOB),
  typeof(entry.body) || ' ' || typeof(erasable.body)
  FROM entry LEFT JOIN erasable USING (seq) ORDER BY entry.seq"""


def verify(path: Path, head: str | None = None) -> Verification:
    """Everything that was changed, removed, reordered, inserted or erased in the journal at *path*.

    *head*, a digest noted earlier, must then be in the chain.

    :raises BadInput: if it is no journal, of a newer version, or too damaged to be read.
    """
    with file.reading(path) as db:
        db.execute("BEGIN")  # one moment of a journal that may be growing
        findings = list(_guards(file.found_schema(db)))
        allowed = _told_erased(db.execute("SELECT seq, body FROM entry WHERE kind = 'erased'"))
        places = dict(db.execute("SELECT digest, seq FROM entry"))
        before: _Raw | None = None
        closed = False
        for row in db.execute(_RAW):
            raw = _Raw(*row)
            findings += _of_chain(raw, before, places)
            findings += _of_payload(raw, allowed.get(raw.seq))
            closed = raw.kind == "run_closed" or (closed and raw.kind == "erased")
            before = raw
        orphans = db.execute("SELECT seq FROM erasable WHERE seq NOT IN (SELECT seq FROM entry WHERE person = 1)")
        findings += (_found(Tampering.INSERTED, seq, "a payload without its entry") for (seq,) in orphans)
    last = before.seq if before else 0
    digest = str(before.digest) if before else chain.FIRST
    return Verification(_together(findings), last, digest, closed, head in (None, chain.FIRST) or head in places)


def _found(what: Tampering, seq: int, text: str) -> Finding:
    return Finding(what, seq, seq, text)


def _guards(found: dict[str, str]) -> Iterator[Finding]:
    expected = file.expected_schema()
    for name in sorted(expected.keys() | found.keys()):
        if expected.get(name) != found.get(name):
            yield _found(Tampering.UNGUARDED, 0, f"the journal's guard {name} is not as it was made")


def _told_erased(rows: Any) -> dict[int, int]:
    """Which entries an ``erased`` entry tells of: their number and its own."""
    told: dict[int, int] = {}
    for seq, body in rows:
        try:
            told |= {number: seq for number in json.loads(body)["erased"] if isinstance(number, int)}
        except (ValueError, TypeError, KeyError, RecursionError):
            continue  # its own digest will not fit either, and that is reported
    return told


def _of_chain(raw: _Raw, before: _Raw | None, places: dict[str, int]) -> Iterator[Finding]:
    expected_seq = before.seq + 1 if before else 1
    if raw.seq > expected_seq:
        yield Finding(Tampering.REMOVED, expected_seq, raw.seq - 1, "entries are missing")
    elif raw.seq < expected_seq:
        yield _found(Tampering.INSERTED, raw.seq, "an entry before the first")
    fits = raw.digest == _digest(raw)
    follows = raw.prev == (before.digest if before else chain.FIRST)
    if not follows and raw.seq == expected_seq:
        elsewhere = places.get(raw.prev)
        if elsewhere is not None or (raw.prev == chain.FIRST and before):
            yield _found(Tampering.REORDERED, raw.seq, f"it was written after entry {elsewhere or 0}")
        elif fits:
            yield _found(Tampering.CHANGED, raw.seq - 1, "the entry that stood before the next one is another")
    if not fits:
        yield _found(Tampering.CHANGED, raw.seq, "its digest does not fit")
    if before and isinstance(raw.at, int) and isinstance(before.at, int) and raw.at < before.at:
        yield _found(Tampering.CHANGED, raw.seq, "it is earlier than the entry before it")


def _digest(raw: _Raw) -> str:
    return chain.entry_digest(
        prev=raw.prev,
        seq=raw.seq,
        at=raw.at,
        kind=raw.kind,
        because=raw.because,
        person=raw.person,
        payload=raw.payload,
    )


def _of_payload(raw: _Raw, told: int | None) -> Iterator[Finding]:
    salt, body = (raw.erasable_salt, raw.erasable_body) if raw.person == 1 else (raw.salt, raw.body)
    if raw.person == 1 and told and told > raw.seq:
        if body is None and salt is None:
            yield _found(Tampering.ERASED, raw.seq, f"as entry {told} tells")
        else:
            yield _found(Tampering.CHANGED, raw.seq, f"entry {told} tells that it was erased, but it is there")
    elif not isinstance(body, bytes) or not isinstance(salt, bytes):
        yield _found(Tampering.REMOVED, raw.seq, "its content is missing and no entry tells that it was erased")
    elif chain.payload_digest(salt, body) != raw.payload or not {*raw.stored.split()} <= {"text", "null"}:
        yield _found(Tampering.CHANGED, raw.seq, "its content is not what was written")


def _together(findings: list[Finding]) -> tuple[Finding, ...]:
    """Neighbours of which the same is to be said in one line, each finding once."""
    out: list[Finding] = []
    for finding in sorted(set(findings), key=lambda f: (f.what.value, f.text, f.first)):
        if out and (out[-1].what, out[-1].text) == (finding.what, finding.text) and finding.first <= out[-1].last + 1:
            out[-1] = replace(out[-1], last=max(out[-1].last, finding.last))
        else:
            out.append(finding)
    return tuple(sorted(out, key=lambda f: (f.first, f.what.value)))
