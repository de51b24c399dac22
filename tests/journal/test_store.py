"""The writer: one, refused or not; guards; full disks; erasing."""

import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from table_controller.journal import file
from table_controller.journal.read import entries, meta
from table_controller.journal.store import Store
from table_controller.journal.verify import Tampering, verify
from table_controller.records import BadInput, SourceFailed
from table_controller.records.entries import Row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "night.journal"


def _written(path: Path, count: int = 5) -> Path:
    store = Store.open(path)
    store.append_all(
        [
            Row("note", number * 10, f'{{"n":{number}}}', because=(number,) if number else (), person=number == 2)
            for number in range(count)
        ]
    )
    store.close()
    return path


def test_what_is_appended_is_read(path: Path) -> None:
    store = Store.open(path)
    assert store.next_seq == 1
    assert store.append_all((Row("observation", 7, '{"a":1}'), Row("event", 9, "{}", (1,), person=True))) == (1, 2)
    head = store.close()
    assert [(e.seq, e.at, e.kind, e.body, e.because, e.person) for e in entries(path)] == [
        (1, 7, "observation", '{"a":1}', (), False),
        (2, 9, "event", "{}", (1,), True),
        (3, 9, "run_closed", '{"entries":3}', (), False),
    ]
    assert [e.seq for e in entries(path, after=1, kinds=("event", "note"))] == [2]
    assert meta(path).head == head
    assert meta(path).closed


def test_night_time_never_decreases(path: Path) -> None:
    store = Store.open(path)
    for at in (50, 20, 60, 2**70):
        store.append("note", at, "{}")
    store.close()
    store = Store.open(path)
    assert store.last_at == 2**63 - 1
    store.append("note", 5, "{}")
    store.close()
    assert [e.at for e in entries(path, kinds=("note",))] == [50, 50, 60, 2**63 - 1, 2**63 - 1]
    assert verify(path).sound


def test_a_journal_is_continued(path: Path) -> None:
    _written(path)
    store = Store.open(path)
    assert (store.next_seq, store.last_at) == (7, 40)
    store.append("note", 50, "{}")
    store.close()
    assert verify(path).sound
    assert verify(path).entries == 8


def test_opening_and_closing_appends_nothing(path: Path) -> None:
    _written(path)
    before = verify(path)
    Store.open(path).close()
    assert verify(path) == before


def test_a_closed_journal_is_one_file_and_reading_leaves_nothing_beside_it(path: Path) -> None:
    _written(path)
    list(entries(path))
    assert verify(path).sound
    assert {file.name for file in path.parent.iterdir()} == {path.name, f"{path.name}-lock"}


def test_a_reader_does_not_keep_a_journal_from_being_closed_or_continued(path: Path) -> None:
    _written(path, 1500)
    reader = entries(path)
    assert next(reader).seq == 1
    store = Store.open(path)
    store.append("note", store.last_at, "{}")
    store.close()
    assert [entry.seq for entry in reader] == list(range(2, 1504))
    assert verify(path).sound


def test_files_are_the_owners_alone(path: Path) -> None:
    store = Store.open(path)
    store.append("note", 0, "{}")
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    store.close()
    assert modes.keys() >= {path.name, f"{path.name}-wal"}
    assert set(modes.values()) == {0o600}


def test_a_second_writer_is_refused_and_a_reader_is_not(path: Path) -> None:
    first = Store.open(path)
    first.append("note", 0, "{}")
    with pytest.raises(BadInput, match="another program is writing"):
        Store.open(path)
    script = (
        f"from pathlib import Path; from table_controller.journal.store import Store; Store.open(Path({str(path)!r}))"
    )
    other = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "another program is writing" in other.stderr
    assert len(list(entries(path))) == 1
    first.append("note", 1, "{}")
    first.close()
    Store.open(path).close()


_COPY = """INSERT {how} INTO entry
  SELECT {seq}, {at}, kind, because, person, salt, '{{"x":1}}', payload, {prev}, digest FROM entry WHERE seq = {old}"""


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET body = '{}' WHERE seq = 1",
        "DELETE FROM entry WHERE seq = 6",
        "DELETE FROM erasable",
        "UPDATE erasable SET body = '{}'",
        "INSERT INTO erasable VALUES (1, x'00', '{}')",
        "INSERT OR REPLACE INTO erasable VALUES (3, x'00', '{}')",
        _COPY.format(how="OR REPLACE", seq=1, at="at", prev="prev", old=1),
        _COPY.format(how="", seq=9, at="at", prev="digest", old=6),
        _COPY.format(how="", seq=7, at="at", prev="prev", old=6),
        _COPY.format(how="", seq=7, at=3, prev="digest", old=6),
    ],
)
def test_the_guards_hold(path: Path, statement: str) -> None:
    _written(path)
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(statement)
    assert verify(path).findings == ()


def test_a_full_disk_loses_nothing_and_stops_nothing(path: Path) -> None:
    store = Store.open(path)
    store.append("note", 0, "{}")
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count={pages + 1}")
    for number in range(4):
        store.append("note", number, '{"long":"' + "x" * 9000 + '"}')
    assert store.fault == "database or disk is full"
    assert store.waiting > 0
    store._db.execute("PRAGMA max_page_count=1000000")
    store.append("note", 9, "{}")
    assert (store.fault, store.waiting) == (None, 0)
    store.close()
    assert verify(path).entries == 7
    assert verify(path).sound


def test_closing_with_entries_that_never_reached_the_disk_says_so(path: Path) -> None:
    store = Store.open(path)
    store._db.execute("PRAGMA query_only=ON")
    store.append("note", 0, "{}")
    with pytest.raises(SourceFailed, match="2 entries could not be written"):
        store.close()


def test_erasing_takes_the_bytes_and_tells(path: Path) -> None:
    store = Store.open(path)
    store.append("observation", 1, '{"by":"Xanthippe"}', person=True)
    store.append("event", 2, '{"by":"Xanthippe"}', (1,), person=True)
    store.append("assessment", 3, '{"kept":1}', (2,))
    store.append("observation", 4, '{"by":"Sokrates"}', person=True)
    assert store.erase(1, "host", "asked for it") == (1, 2)
    with pytest.raises(BadInput, match="not yet erased"):
        store.erase(1, "host", "again")
    with pytest.raises(BadInput, match="not yet erased"):
        store.erase(3, "host", "impersonal")
    for written in path.parent.iterdir():
        assert b"Xanthippe" not in written.read_bytes(), written
    store.close()
    assert [e.body for e in entries(path)][:4] == [None, None, '{"kept":1}', '{"by":"Sokrates"}']
    found = verify(path)
    assert found.sound
    assert [(f.what, f.first, f.last) for f in found.findings] == [(Tampering.ERASED, 1, 2)]


def test_half_a_character_does_not_stop_the_journal(path: Path) -> None:
    store = Store.open(path)
    store.append("note", 0, '{"text":"\ud800"}')
    assert store.fault is None
    store.close()
    assert verify(path).sound


def test_numbers_stay_true_while_one_thread_is_alone(path: Path) -> None:
    store = Store.open(path)
    with store.alone():
        other = threading.Thread(target=store.append, args=("note", 0, '{"other":1}'))
        other.start()
        first = store.next_seq
        other.join(0.05)
        assert store.append_all((Row("observation", 0, "{}"), Row("event", 0, "{}", (first,)))) == (first, first + 1)
    other.join()
    store.close()
    assert [e.kind for e in entries(path)] == ["observation", "event", "note", "run_closed"]


@pytest.mark.parametrize("content", [b"", b"SQLite", b"hello, world" * 50, b"SQLite format 3\0" + b"\0" * 200])
def test_a_foreign_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for use in (Store.open, verify, meta, lambda p: list(entries(p))):
        with pytest.raises(BadInput, match=r"night\.journal: .*expected a.* Floorman journal") as caught:
            use(path)
        assert "\n" not in str(caught.value)
    assert path.read_bytes() == content
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_another_database_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE entry (seq)")
    with pytest.raises(BadInput, match="another database"):
        Store.open(path)


def test_a_newer_journal_is_refused_by_both_versions(path: Path) -> None:
    _written(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={file.VERSION + 1}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = path.read_bytes()
    for use in (Store.open, verify, meta):
        with pytest.raises(BadInput, match=f"version {file.VERSION + 1}; expected at most {file.VERSION}"):
            use(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kept", [50, 99, 100, 4096, 5000, 0.5, 0.9])
def test_a_truncated_journal_is_refused_and_left_alone(path: Path, kept: float) -> None:
    whole = _written(path, 200).read_bytes()
    cut = whole[: int(kept if kept > 1 else len(whole) * kept)]
    path.write_bytes(cut)
    for use in (Store.open, verify, meta):
        with pytest.raises(BadInput, match=r"truncated|foreign"):
            use(path)
    assert path.read_bytes() == cut


def test_no_file_and_no_folder(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a readable journal"):
        verify(tmp_path / "none")
    with pytest.raises(BadInput, match="expected a folder that can be written"):
        Store.open(tmp_path / "nowhere" / "night.journal")
    with pytest.raises(BadInput, match="no regular file"):
        Store.open(tmp_path)


def test_a_journal_without_its_guards_is_not_continued(path: Path) -> None:
    _written(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER entry_is_never_changed")
    with pytest.raises(BadInput, match="altered"):
        Store.open(path)
    assert [f.what for f in verify(path).findings] == [Tampering.UNGUARDED]


def test_read_only_media(path: Path) -> None:
    """SQLite cannot keep its index beside the file: here because a folder is in its place."""
    _written(path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")  # as a run that was killed leaves it
    path.with_name(path.name + "-shm").mkdir()
    assert verify(path).sound
    assert len(list(entries(path))) == 6


def test_read_only_media_with_a_log_left_by_a_crash(path: Path, tmp_path: Path) -> None:
    store = Store.open(path)
    store.append("note", 1, "{}")
    copy = tmp_path / "stick" / "copy.journal"
    copy.parent.mkdir()
    copy.write_bytes(path.read_bytes())
    copy.with_name("copy.journal-wal").write_bytes(path.with_name(path.name + "-wal").read_bytes())
    copy.with_name("copy.journal-shm").mkdir()
    store.close()
    assert [e.kind for e in entries(copy)] == ["note"]
