"""Any sequence of appends verifies; any alteration, deletion, swap or insertion is found."""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.journal import chain
from table_controller.journal.read import entries
from table_controller.journal.store import Store
from table_controller.journal.verify import Tampering, Verification, verify
from table_controller.records import BadInput
from table_controller.records.entries import Row

LENGTH = 12
"""Entries of the journal that is forged, ``erased`` (of 3) and ``run_closed`` among them."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "original.journal"
    store = Store.open(path)
    for number in range(1, LENGTH - 1):
        store.append("note", number * 100, f'{{"n":{number}}}', (1,) if number > 1 else (), person=number % 3 == 0)
    store.erase(3, "host", "asked for it")
    store.close()
    return path


@contextmanager
def _forged(original: Path) -> Iterator[tuple[sqlite3.Connection, Path]]:
    """A copy without its guards; they are put back afterwards, as a forger would."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forged.journal"
        shutil.copyfile(original, path)
        db = sqlite3.connect(path, isolation_level=None)
        try:
            db.execute("PRAGMA synchronous=OFF")
            guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for name, _ in guards:
                db.execute(f"DROP TRIGGER {name}")
            yield db, path
        finally:
            db.close()


def _verify(db: sqlite3.Connection, path: Path) -> Verification:
    with sqlite3.connect(":memory:") as guards:
        guards.executescript((Path(chain.__file__).with_name("schema.sql")).read_text("utf-8"))
        for (sql,) in guards.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'"):
            db.execute(sql)
    guards.close()
    found = verify(path)
    assert Tampering.UNGUARDED not in {finding.what for finding in found.findings}
    return found


_SEQ = st.integers(1, LENGTH)
_ROW = st.builds(
    Row,
    kind=st.sampled_from(("observation", "event", "note")),
    at=st.integers(-(2**63), 2**63),
    body=st.text(max_size=20),
    because=st.lists(st.integers(0, 2**40), max_size=3).map(tuple),
    person=st.booleans(),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(_ROW, max_size=4), max_size=5))
def test_any_sequence_of_appends_verifies(batches: list[list[Row]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "night.journal"
        heads = []
        for batch in batches:
            store = Store.open(path)
            store.append_all(batch)
            heads.append(store.close())
        if not batches:
            return
        found = verify(path)
        assert found.findings == ()
        assert all(verify(path, head=head).sound for head in heads[-1:])
        rows = [row for batch in batches for row in batch]
        kept = [(e.kind, e.body, e.because, e.person) for e in entries(path) if e.kind != "run_closed"]
        assert kept == [(r.kind, r.body, r.because, r.person) for r in rows]
        times = [e.at for e in entries(path)]
        assert times == sorted(times)


_COLUMNS = st.sampled_from(("at", "kind", "because", "person", "salt", "body", "payload", "prev", "digest"))


@settings(max_examples=120, deadline=None)
@given(data=st.data(), seq=_SEQ, column=_COLUMNS)
def test_any_altered_field_is_found(original: Path, data: st.DataObject, seq: int, column: str) -> None:
    new = {
        "at": st.integers(-(2**63), 2**63 - 1),
        "person": st.integers(0, 2),
        "salt": st.none() | st.binary(max_size=20),
        "body": st.none() | st.text(max_size=20),
    }.get(column, st.text(max_size=70))
    with _forged(original) as (db, path):
        value = data.draw(new)
        (old,) = db.execute(f"SELECT {column} FROM entry WHERE seq = ?", (seq,)).fetchone()
        if value == old:
            return
        db.execute(f"UPDATE entry SET {column} = ? WHERE seq = ?", (value, seq))
        if (seq % 3 == 0 and seq < LENGTH - 1) and column in ("salt", "body"):
            return  # of an erasable payload these are not in use; they lie in the other table
        found = _verify(db, path)
        assert not found.sound
        assert any(f.first <= seq + 1 and seq - 1 <= f.last for f in found.findings if f.what is not Tampering.ERASED)


@pytest.mark.parametrize("column", ["salt", "body"])
def test_an_altered_erasable_payload_is_found(original: Path, column: str) -> None:
    with _forged(original) as (db, path):
        db.execute(
            f"UPDATE erasable SET {column} = 'x' || {column} WHERE seq = 6"
            if column == "body"
            else "UPDATE erasable SET salt = x'00' WHERE seq = 6"
        )
        assert [(f.what, f.first) for f in _verify(db, path).findings if f.first == 6] == [(Tampering.CHANGED, 6)]


@given(seq=st.integers(1, LENGTH - 1))
@settings(max_examples=LENGTH, deadline=None)
def test_a_removed_entry_is_found(original: Path, seq: int) -> None:
    with _forged(original) as (db, path):
        db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
        assert (Tampering.REMOVED, seq, seq) in {(f.what, f.first, f.last) for f in _verify(db, path).findings}


@given(seq=st.integers(1, LENGTH - 1))
@settings(max_examples=LENGTH, deadline=None)
def test_a_removed_entry_is_found_when_the_others_move_up(original: Path, seq: int) -> None:
    with _forged(original) as (db, path):
        db.execute("DELETE FROM entry WHERE seq = ?", (seq,))
        db.execute("UPDATE entry SET seq = -seq WHERE seq > ?", (seq,))
        db.execute("UPDATE entry SET seq = -seq - 1 WHERE seq < 0")
        assert not _verify(db, path).sound


@given(pair=st.sets(_SEQ, min_size=2, max_size=2))
@settings(max_examples=40, deadline=None)
def test_swapped_entries_are_found(original: Path, pair: set[int]) -> None:
    a, b = sorted(pair)
    with _forged(original) as (db, path):
        for old, new in ((a, -1), (b, a), (-1, b)):
            db.execute("UPDATE entry SET seq = ? WHERE seq = ?", (new, old))
        found = _verify(db, path)
        assert {a, b} <= {f.first for f in found.findings if f.what is Tampering.REORDERED}


@given(seq=st.integers(1, LENGTH - 1))
@settings(max_examples=LENGTH, deadline=None)
def test_an_inserted_entry_with_a_digest_that_fits_is_found(original: Path, seq: int) -> None:
    """Even one whose own digest is right: the entry after it still names another as the one before it."""
    with _forged(original) as (db, path):
        db.execute("UPDATE entry SET seq = -seq WHERE seq > ?", (seq,))
        db.execute("UPDATE entry SET seq = -seq + 1 WHERE seq < 0")
        at, prev = db.execute("SELECT at, digest FROM entry WHERE seq = ?", (seq,)).fetchone()
        payload = chain.payload_digest(b"salt", b"{}")
        digest = chain.entry_digest(prev=prev, seq=seq + 1, at=at, kind="note", because="[]", person=0, payload=payload)
        row = (seq + 1, at, "note", "[]", 0, b"salt", "{}", payload, prev, digest)
        db.execute("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?,?,?)", row)
        assert not _verify(db, path).sound


def test_a_changed_entry_whose_digest_was_made_to_fit_is_found(original: Path) -> None:
    with _forged(original) as (db, path):
        at, prev = db.execute("SELECT at, prev FROM entry WHERE seq = 4").fetchone()
        payload = chain.payload_digest(b"salt", b'{"n":44}')
        digest = chain.entry_digest(prev=prev, seq=4, at=at, kind="note", because="[1]", person=0, payload=payload)
        db.execute(
            "UPDATE entry SET salt = ?, body = ?, payload = ?, digest = ? WHERE seq = 4",
            (b"salt", '{"n":44}', payload, digest),
        )
        assert [(f.what, f.first) for f in _verify(db, path).findings if f.first == 4] == [(Tampering.CHANGED, 4)]


def test_a_payload_removed_without_an_entry_is_not_called_erased(original: Path) -> None:
    with _forged(original) as (db, path):
        db.execute("DELETE FROM erasable WHERE seq = 9")
        assert [(f.what, f.first) for f in _verify(db, path).findings] == [
            (Tampering.ERASED, 3),
            (Tampering.REMOVED, 9),
        ]


def test_an_erased_payload_put_back_is_found(original: Path) -> None:
    with _forged(original) as (db, path):
        db.execute("INSERT INTO erasable VALUES (3, x'00', '{}')")
        assert [(f.what, f.first) for f in _verify(db, path).findings] == [(Tampering.CHANGED, 3)]


def test_a_payload_without_an_entry_is_found(original: Path) -> None:
    with _forged(original) as (db, path):
        db.execute("INSERT INTO erasable VALUES (99, x'00', '{}')")
        assert [(f.what, f.first) for f in _verify(db, path).findings][-1] == (Tampering.INSERTED, 99)


def test_a_tail_cut_off_is_shown_by_a_head_noted_elsewhere(original: Path) -> None:
    head = verify(original).head
    with _forged(original) as (db, path):
        db.execute("DELETE FROM entry WHERE seq > 8")
        db.execute("DELETE FROM erasable WHERE seq > 8")
        found = _verify(db, path)
        assert not found.closed  # nothing else shows it: tamper-evident, never tamper-proof
        assert not verify(path, head=head).sound
    assert verify(original, head=head).sound


def test_a_payload_kept_as_bytes_and_no_text_is_changed(original: Path, tmp_path: Path) -> None:
    """One bit of a row's header makes bytes of a text: the same content, and another value for whoever reads it."""
    with closing(sqlite3.connect(original)) as db:
        (salt, body) = db.execute("SELECT salt, body FROM erasable WHERE seq = 6").fetchone()
    content = bytearray(original.read_bytes())
    kind = content.index(salt + body.encode()) - 1
    assert content[kind] == 13 + 2 * len(body)  # SQLite's serial type of a text; one less: of bytes
    content[kind] -= 1
    path = tmp_path / "flipped.journal"
    path.write_bytes(content)
    assert [(f.what, f.first) for f in verify(path).findings if f.first == 6] == [(Tampering.CHANGED, 6)]


@given(place=st.integers(0, 2**20), bit=st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_a_flipped_bit_is_found_or_harmless(original: Path, place: int, bit: int) -> None:
    content = bytearray(original.read_bytes())
    content[place % len(content)] ^= 1 << bit
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flipped.journal"
        path.write_bytes(content)
        try:
            found = verify(path)
        except BadInput:
            return
        told = [(e.seq, e.at, e.kind, e.body, e.because, e.prev, e.digest, e.person) for e in entries(original)]
        if found.sound:
            assert [(e.seq, e.at, e.kind, e.body, e.because, e.prev, e.digest, e.person) for e in entries(path)] == told
