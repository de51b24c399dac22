"""The journal's one writer. Appends in one commit per batch; what is committed survives ``kill -9`` and power loss."""

import secrets
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import NamedTuple

from table_controller.journal import chain, opening
from table_controller.records import BadInput, SourceFailed
from table_controller.records.entries import Row
from table_controller.records.wire import canonical


class _Link(NamedTuple):
    """A row with its place in the chain, columns in the table's order; ``body`` and ``salt`` are still together."""

    seq: int
    at: int
    kind: str
    because: str
    person: int
    salt: bytes
    body: str
    payload: str
    prev: str
    digest: str


class Store:
    """A journal open for writing. One process, one store; its methods may be called from any thread.

    A full disk never stops the game: what cannot be written waits in memory, ``fault`` says why, and the next
    append tries again.
    """

    @staticmethod
    def open(path: Path) -> "Store":
        """The journal at *path*, made if there is none; an existing one is continued.

        :raises BadInput: if the file is no journal, of a newer version or damaged, if another program is writing
            it, or if its folder cannot be written. An existing file is then as it was.
        """
        path = path.resolve()
        if path.exists():
            opening.check(path)
        lock = opening.lock(path)
        try:
            return Store(path, lock)
        except (sqlite3.Error, OSError) as fault:
            lock.close()
            raise BadInput(str(path), "", f"expected a disk that takes a journal ({fault})") from None

    def __init__(self, path: Path, lock: sqlite3.Connection) -> None:
        """Use ``Store.open``."""
        self.path = path
        self.fault: str | None = None
        """Why entries wait in memory, or None while all are on the disk."""
        self._lock, self._turnstile = lock, threading.RLock()
        self._waiting: list[_Link] = []
        self._appended = False
        if not path.exists():
            opening.make(path)
        self._db = opening.connect(path)
        self._seq, self._at, self._head = _end_of(self._db)

    @property
    def next_seq(self) -> int:
        """The number that the next entry gets."""
        return self._seq + 1

    @property
    def last_at(self) -> int:
        """Night time of the last entry, 0 in an empty journal; a new run's clock starts here."""
        return self._at

    @property
    def head(self) -> str:
        """The digest of the last entry: kept elsewhere, it shows a tail cut off later."""
        return self._head

    @property
    def waiting(self) -> int:
        """How many entries wait in memory for a disk that takes them."""
        return len(self._waiting)

    def alone(self) -> AbstractContextManager[object]:
        """While it is held no other thread appends: ``next_seq`` stays true until the own ``append_all``."""
        return self._turnstile

    def append(self, kind: str, at: int, body: str, because: tuple[int, ...] = (), person: bool = False) -> int:
        """Append one entry and return its number; *body* is canonical JSON."""
        return self.append_all((Row(kind, at, body, because, person),))[0]

    def append_all(self, rows: Sequence[Row]) -> tuple[int, ...]:
        """Append *rows* in one transaction, all or none, and return their numbers.

        The ``at`` of an entry never decreases: a row stamped earlier than the last entry gets that one's; what its
        source stamped stays in its body.
        """
        with self._turnstile:
            links = [self._link(row) for row in rows]
            self._waiting += links
            self._appended = self._appended or bool(links)
            self._write()
            return tuple(link.seq for link in links)

    def erase(self, seq: int, by: str, why: str) -> tuple[int, ...]:
        """Erase what entry *seq* and the entries resting on it say of a person or show; returns their numbers.

        That it happened, by whom and why is an entry of its own; ``verify`` then says erased, not altered.

        :raises BadInput: if nothing can be erased there. :raises SourceFailed: if the disk does not take it.
        """
        with self._turnstile:
            gone = _erasable_on(self._db, seq)
            if not gone:
                raise BadInput(str(self.path), f"entry {seq}", "expected an entry that names a person, not yet erased")
            self._write()
            if self.fault:
                raise SourceFailed(f"{self.path}: {self.fault}")
            body = canonical({"erased": gone, "by": by, "why": why})
            self._waiting.append(self._link(Row("erased", self._at, body, gone)))
            self._write(gone)
            if self.fault:
                raise SourceFailed(f"{self.path}: {self.fault}")
            # The log still holds the payload until it is folded into the file.
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return gone

    def close(self) -> str:
        """Append ``run_closed`` if anything was appended, close the file and return the head digest.

        :raises SourceFailed: if entries still wait for the disk.
        """
        with self._turnstile:
            if self._appended:
                self.append("run_closed", self._at, canonical({"entries": self._seq + 1}))
            # Without a log a closed journal is one file, and readers leave nothing beside it. A reader at this moment
            # is in the way; then it stays as it is.
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA journal_mode=DELETE")
            self._db.close()
            self._lock.close()
            if self._waiting:
                raise SourceFailed(f"{self.path}: {self.waiting} entries could not be written ({self.fault})")
            return self._head

    def _link(self, row: Row) -> _Link:
        """*row* at the end of the chain, which is moved on."""
        seq, at, salt = self._seq + 1, chain.no_earlier(self._at, row.at), secrets.token_bytes(chain.SALT)
        because, person = chain.numbers(row.because), int(row.person)
        # Half a surrogate pair from a hostile input is no text and must not stop the journal.
        raw = row.body.encode("utf-8", "replace")
        payload = chain.payload_digest(salt, raw)
        digest = chain.entry_digest(
            prev=self._head, seq=seq, at=at, kind=row.kind, because=because, person=person, payload=payload
        )
        link = _Link(seq, at, row.kind, because, person, salt, raw.decode(), payload, self._head, digest)
        self._seq, self._at, self._head = seq, at, digest
        return link

    def _write(self, erased: tuple[int, ...] = ()) -> None:
        """Try to commit all that waits; on a fault it keeps waiting."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for link in self._waiting:
                _insert(self._db, link)
            self._db.executemany("DELETE FROM erasable WHERE seq = ?", ((seq,) for seq in erased))
            self._db.execute("COMMIT")
        except sqlite3.Error as fault:
            self.fault = str(fault)
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
        else:
            self.fault = None
            self._waiting.clear()


def _insert(db: sqlite3.Connection, link: _Link) -> None:
    kept = link._replace(salt=None, body=None) if link.person else link  # type: ignore[arg-type]
    db.execute("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,?)", kept)
    if link.person:
        db.execute("INSERT INTO erasable VALUES (?,?,?)", (link.seq, link.salt, link.body))


def _end_of(db: sqlite3.Connection) -> tuple[int, int, str]:
    """Number, night time and digest of the last entry."""
    last = db.execute("SELECT seq, at, digest FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
    return last or (0, 0, chain.FIRST)


def _erasable_on(db: sqlite3.Connection, seq: int) -> tuple[int, ...]:
    """Entry *seq* and all that rest on it, as far as they still have an erasable payload."""
    found = db.execute(
        """WITH RECURSIVE resting(seq) AS (
             SELECT ? UNION SELECT entry.seq FROM entry, json_each(entry.because) AS base
             JOIN resting ON base.value = resting.seq AND entry.seq > resting.seq)
           SELECT erasable.seq FROM erasable JOIN resting USING (seq) ORDER BY 1""",
        (seq,),
    )
    return tuple(number for (number,) in found)
