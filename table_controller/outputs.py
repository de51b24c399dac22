"""Where commands write: whole or not at all, and never over a journal, which is the only record of its night."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from table_controller.records import BadInput

_START = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a journal while it is being written."""
_HEAD = 10_000
"""Bytes of a file that tell what it is."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What *path* is to hold; *mode* None: with the mode of what stands there, or that of any new file."""

    path: Path
    data: bytes
    mode: int | None = None


def spare(path: Path) -> None:
    """Refuse to write to *path* where a journal lies, or what belongs to one.

    :raises BadInput: if it does; a file that cannot be read is the writer's to complain of.
    """
    names = (path.name, *(path.name.removesuffix(end) for end in _BESIDE if path.name.endswith(end)))
    if any(_head(path.with_name(name)).startswith(_START) for name in names if name):
        raise BadInput(str(path), "", "expected another file to write to: this is a journal and is never overwritten")


def spare_all_but(own: Callable[[bytes], bool], path: Path, asked: str = "--out") -> None:
    """Refuse to write to *path* unless nothing is there, or by its first 10,000 bytes what may be made anew (*own*).

    Before any work, for an option (*asked*) that could name anything.

    :raises BadInput: if it holds something else, or lies in no folder that can be written to.
    """
    if not os.access(os.path.dirname(os.path.realpath(path)), os.W_OK):
        raise BadInput(str(path), asked, "expected a place to write: a folder that is there, and not closed to you")
    spare(path)
    if os.path.exists(path) and not (os.path.isfile(path) and own(_head(path))):
        raise BadInput(str(path), asked, "expected another file to write to: what is there is never overwritten")


def write_whole(*drafts: Draft) -> None:
    """Write all *drafts*: what stands there stays until all of them are complete. Links are followed.

    :raises BadInput: naming the place that cannot be written.
    """
    places = [Path(os.path.realpath(draft.path)) for draft in drafts]
    parts = [place.with_name(f"{place.name}.{token_hex(4)}.part") for place in places]
    try:
        for draft, place, part in zip(drafts, places, parts, strict=True):
            with _named(draft.path):
                _write(part, draft.data, _mode(place) if draft.mode is None else draft.mode)
        for draft, place, part in zip(drafts, places, parts, strict=True):
            with _named(draft.path):
                part.replace(place)
    finally:
        for part in parts:
            with suppress(OSError):
                part.unlink()


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say of *path* what goes wrong."""
    try:
        yield
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a place to write ({fault.strerror})") from None


def _mode(path: Path) -> int | None:
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else None


def _write(path: Path, data: bytes, mode: int | None) -> None:
    """Write a new file of *mode*; until then nobody but its owner reads what may not be for others."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else 0o600), "wb") as file:
        if mode is not None:
            path.chmod(mode)
        file.write(data)


def _head(path: Path) -> bytes:
    """The first bytes of a file; none where it cannot be read, or where a pipe would be waited on."""
    if not os.path.isfile(path):
        return b""
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""
