"""Files that people give the program: of a bounded size, and none that never ends; TOML in them in one line or none."""

import tomllib
from pathlib import Path
from typing import Any

from table_controller.records import BadInput
from table_controller.refusals import place

_LONGEST_LINE = 4_000
"""More characters than a line of such a file has: keys of a thousand parts take a reader minutes."""


def data_of(path: Path, most: int, expected: str) -> bytes:
    """The bytes of the file at *path*, *most* of them at most. A device or pipe may never end: it is not opened.

    :raises BadInput: naming the file and what was *expected*.
    """
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise BadInput(str(path), "", f"{expected}, no device and no pipe")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "no name of a file"
        raise BadInput(str(path), "", f"{expected} ({why})") from None
    if len(data) > most:
        raise BadInput(str(path), "", f"{expected} of at most {most // 1024} KiB")
    return data


def decoded(file: str, data: bytes) -> str:
    """The text that *data* of *file* is. A mark of byte order, as some editors write it, is no fault."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(file, "", f"expected UTF-8, got byte 0x{data[error.start]:02x} in line {line}") from None


def toml_of(file: str, text: str) -> dict[str, Any]:
    """What *text* of *file* says.

    :raises BadInput: for what is no TOML, or has lines or brackets without end.
    """
    longest = max(map(len, text.splitlines()), default=0)
    if longest > _LONGEST_LINE:
        raise BadInput(file, "", f"expected lines of at most {_LONGEST_LINE} characters, got {longest}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(file, "", "expected TOML, got brackets within brackets without end") from None
    except ValueError as error:
        why = place([error]).replace("Cannot overwrite a value", "a key stands twice")
        raise BadInput(file, "", f"expected TOML: {why}") from None
