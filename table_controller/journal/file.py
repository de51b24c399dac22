"""The journal's file: whether it is one, and how it is opened to be read without being touched."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from shutil import copyfile

from table_controller.records import BadInput

APPLICATION_ID = 0x464C5231
"""``FLR1`` in the file's header: a Floorman journal."""

VERSION = 1
"""The schema this program writes, SQLite's ``user_version``; it reads this and every earlier one."""


def schema() -> str:
    """The statements that make an empty journal."""
    return files("table_controller.journal").joinpath("schema.sql").read_text("utf-8")


@cache
def expected_schema() -> dict[str, str]:
    """Tables and triggers of a journal by name, as SQLite keeps their text."""
    with closing(sqlite3.connect(":memory:")) as empty:
        empty.executescript(schema())
        return found_schema(empty)


def found_schema(db: sqlite3.Connection) -> dict[str, str]:
    """Tables, triggers, views and indices that *db* has, by name."""
    return {name: str(sql) for name, sql in db.execute("SELECT name, sql FROM sqlite_master")}


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that cannot write, also to a journal being written or on read-only media.

    :raises BadInput: if it is no journal, of a newer version, or damaged, also while it is read.
    """
    _check_file(path)
    try:
        with ExitStack() as at_end:
            db = _connect(path.resolve(), at_end)
            _check_kind(db, path)
            yield db
    except UnicodeDecodeError:  # SQLite's message quotes the damaged bytes
        raise BadInput(str(path), "", "damaged; expected a whole Floorman journal") from None
    except sqlite3.DatabaseError as fault:
        if "not a database" in str(fault):
            raise BadInput(str(path), "header", "expected a Floorman journal; this is a foreign file") from None
        raise BadInput(str(path), "", f"damaged or truncated ({fault}); expected a whole Floorman journal") from None


def _check_file(path: Path) -> None:
    """Refuse what would block or never end. The file itself is opened by SQLite alone.

    Closing any other handle on it would drop the locks of a writer in this process (a trap of POSIX locks).
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise BadInput(str(path), "", "expected a journal; this is no regular file")
        if not os.access(path, os.R_OK):
            raise BadInput(str(path), "", "expected a readable journal (no permission)")
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a readable journal ({fault.strerror})") from None


def _check_kind(db: sqlite3.Connection, path: Path) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise BadInput(str(path), "header", "expected a Floorman journal; this is another database, or empty")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not 1 <= version <= VERSION:
        raise BadInput(str(path), "version", f"the journal is of version {version}; expected at most {VERSION}")
    found = found_schema(db)
    for table in ("entry", "erasable"):
        if found.get(table) != expected_schema()[table]:
            raise BadInput(str(path), table, "expected the tables of a Floorman journal; this one was altered")


def _connect(path: Path, at_end: ExitStack) -> sqlite3.Connection:
    try:
        return at_end.enter_context(closing(_open(path, "mode=ro")))
    except sqlite3.OperationalError as fault:
        if "unable to open" not in str(fault) and "readonly" not in str(fault):
            raise
    # SQLite wants to keep its index of the log beside the file and cannot: a folder nobody can write to.
    log = path.with_name(path.name + "-wal")
    if not log.is_file() or log.stat().st_size == 0:
        return at_end.enter_context(closing(_open(path, "mode=ro&immutable=1")))
    folder = Path(at_end.enter_context(tempfile.TemporaryDirectory(prefix="floorman-")))
    copyfile(path, folder / "journal")
    copyfile(log, folder / "journal-wal")
    return at_end.enter_context(closing(_open(folder / "journal", "mode=ro")))


def _open(path: Path, how: str) -> sqlite3.Connection:
    db = sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True, timeout=5, isolation_level=None)
    try:
        # The file may come from anybody: no code of its schema runs, no page of it is believed unchecked.
        for pragma in ("trusted_schema=OFF", "query_only=ON", "cell_size_check=ON"):
            db.execute(f"PRAGMA {pragma}")
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        db.close()
        raise
    return db
