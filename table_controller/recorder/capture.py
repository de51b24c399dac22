"""A byte capture: what a source sent, with times. Each record: night time and length as big-endian, then the bytes."""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from table_controller.records import BadInput

MAGIC = b"floorman capture 1\n"
_HEAD = struct.Struct(">QI")


def record(at: int, data: bytes) -> bytes:
    """*data* that came at night time *at* (ns), as it is appended to a capture."""
    return _HEAD.pack(max(at, 0), len(data)) + data


def replay_capture(path: Path) -> Iterator[tuple[int, bytes]]:
    """What was captured, as (night time in ns, bytes), in order.

    A last record cut short by a crash is left out: nothing of it was committed.

    :raises BadInput: if it is no capture.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise BadInput(str(path), "header", "expected a Floorman capture")
            while (found := _next(file, path)) is not None:
                yield found
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a readable capture ({fault.strerror})") from None


def _next(file: BinaryIO, path: Path) -> tuple[int, bytes] | None:
    head = file.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    at, length = _HEAD.unpack(head)
    # A length that no file of ours has would make us ask for gigabytes of a forged file.
    if length > path.stat().st_size:
        return None
    data = file.read(length)
    return (at, data) if len(data) == length else None
