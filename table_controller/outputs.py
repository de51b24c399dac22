"""Where commands write: never over a journal, which is the only record of its night."""

from pathlib import Path

from table_controller.records import BadInput

_START = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a journal while it is being written."""


def spare(path: Path) -> None:
    """Refuse to write to *path* where a journal lies, or what belongs to one.

    :raises BadInput: if it does; a file that cannot be read is the writer's to complain of.
    """
    names = (path.name, *(path.name.removesuffix(end) for end in _BESIDE if path.name.endswith(end)))
    if any(_is_journal(path.with_name(name)) for name in names if name):
        raise BadInput(str(path), "", "expected another file to write to: this is a journal and is never overwritten")


def _is_journal(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_START)) == _START
    except OSError:
        return False
