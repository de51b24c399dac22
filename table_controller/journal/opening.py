"""Opening a journal to write it: looked at first, locked, made whole or not at all."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from table_controller.journal import file
from table_controller.records import BadInput


def check(path: Path) -> None:
    """Look at an existing journal without opening it for writing, which would already change a damaged one.

    :raises BadInput: if it is none that this program can continue.
    """
    with file.reading(path) as db:
        if file.found_schema(db) != file.expected_schema():
            raise BadInput(str(path), "schema", "expected a Floorman journal with its guards; this one was altered")
        (health,) = db.execute("PRAGMA quick_check(1)").fetchone()
        if health != "ok":
            raise BadInput(str(path), "", f"damaged ({health}); expected a whole Floorman journal")


def lock(path: Path) -> sqlite3.Connection:
    """A lock that the system takes back when the process dies, however it dies; SQLite's own, so it is portable.

    Not on the journal itself: readers must get in. The empty file beside the journal stays, or two writers could
    hold two locks.

    :raises BadInput: if another program holds it, or the folder cannot be written.
    """
    beside = path.with_name(path.name + "-lock")
    try:
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        pass  # opening and closing it here would drop the lock that this very process may hold on it
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a folder that can be written ({fault.strerror})") from None
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode=MEMORY")
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        lock.close()
        raise BadInput(str(path), "", "another program is writing this journal; expected to be the only one") from None
    return lock


def make(path: Path) -> None:
    """A new journal, whole or not at all: built under another name, then given its own."""
    new = path.with_name(path.name + "-new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(new, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous=FULL")
        db.executescript(
            f"BEGIN; PRAGMA application_id={file.APPLICATION_ID}; PRAGMA user_version={file.VERSION};"
            f"{file.schema()} COMMIT;"
        )
    os.rename(new, path)


def connect(path: Path) -> sqlite3.Connection:
    """The one connection that writes."""
    with suppress(OSError):
        os.chmod(path, 0o600)
    db = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    # FULL: a commit is on the disk when it returns. secure_delete: what is erased is overwritten in the file.
    # wal_autocheckpoint, in pages: little lies in the log alone, should somebody copy the file without it.
    for pragma in (
        *("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=256"),
        *("secure_delete=ON", "trusted_schema=OFF"),
    ):
        db.execute(f"PRAGMA {pragma}")
    return db
