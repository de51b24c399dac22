"""Files that come from outside: of a bounded size, and none that never ends."""

from pathlib import Path

from table_controller.records import BadInput


def data_of(path: Path, most: int, expected: str) -> bytes:
    """The bytes of the file at *path*, *most* of them at most. A device or pipe may never end: it is not opened.

    :raises BadInput: naming the file and what was *expected*.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BadInput(str(path), "", f"{expected}, no device and no pipe")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # no path at all may stand there
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(str(path), "", f"{expected}: {why or error}") from None
    if len(data) > most:
        raise BadInput(str(path), "", f"expected a file of at most {most // 10**6} MB")
    return data
