"""Where commands write: never over a journal, which is the only record of its night."""

from pathlib import Path

from table_controller.records import BadInput

_STARTS = (b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""How a journal begins, and the log beside it while it is being written."""


def spare(path: Path) -> None:
    """Refuse to write to *path* where a journal lies.

    :raises BadInput: if it does; a file that cannot be read is the writer's to complain of.
    """
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:
        return
    if start.startswith(_STARTS):
        raise BadInput(
            str(path), "", "expected another file to write to; this is a journal, which is never overwritten"
        )
