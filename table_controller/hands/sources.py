"""The files that hold hands: single ones, folders of them, and archives, which are read without being unpacked.

Everything here is hostile: nothing is written to disk, no link is followed, nothing is read beyond a limit.
"""

import codecs
import gzip
import os
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from table_controller.records import BadInput

SUFFIXES = (".phh", ".phhs", ".jsonl")
LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of one file of hands; a night's event log has about 1 MiB."""
LARGEST_ARCHIVE = 1024 * 1024 * 1024
"""Bytes of an unpacked archive; the 5,311 hands of Pluribus have 8 MiB."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file's content, without a byte-order mark.

    ``name``: where it stands, for people; ``file`` and ``place``: the same for ``BadInput``.
    """

    name: str
    file: str
    place: str
    content: bytes

    def fault(self, place: str, expected: str) -> BadInput:
        """The fault *expected* at *place* within this file."""
        return BadInput(self.file, ": ".join(part for part in (self.place, place) if part), expected)


def read_sources(path: Path) -> Iterator[Source]:
    """Every file of hands in *path*, a file, folder or ``.tar.gz``; a folder's in order of name.

    ``BadInput`` if there is none, one is too large or the archive is damaged; what came before has been handed out.
    """
    if not path.is_dir():
        yield from _file(path)
        return
    found = False
    for file in _walk(path):
        found = True
        yield from _file(file)
    if not found:
        raise BadInput(str(path), "", f"expected a folder with {' '.join(SUFFIXES)} or .tar.gz files")


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            file = Path(root, name)
            if name.lower().endswith((*SUFFIXES, ".tar.gz", ".tgz")) and not file.is_symlink():
                yield file


def _file(path: Path) -> Iterator[Source]:
    name = path.name.lower()
    if name.endswith((".tar.gz", ".tgz")):
        yield from _archive(path)
    elif name.endswith(SUFFIXES):
        yield Source(path.as_posix(), str(path), "", _read(path))
    else:
        raise BadInput(str(path), "", f"expected a file of {' '.join(SUFFIXES)} .tar.gz, or a folder of them")


def _read(path: Path) -> bytes:
    try:
        # A device or pipe may never end, so only a plain file is opened.
        if not path.is_file():
            raise BadInput(str(path), "", "expected a readable file")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(str(path), "", f"expected a readable file ({error.strerror})") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(str(path), "", f"expected at most {LARGEST_FILE} bytes")
    return content.removeprefix(codecs.BOM_UTF8)


def _archive(path: Path) -> Iterator[Source]:
    if not path.is_file():
        raise BadInput(str(path), "", "expected a readable file")
    found = False
    whole = place = ""
    try:
        with gzip.open(path) as unpacked, _opened(stream := _Forward(unpacked, path)) as archive:
            while (member := archive.next()) is not None:
                place = _shown(member.name)
                if member.name.lower().endswith(SUFFIXES) and not member.isdir():
                    found = True
                    yield Source(place, str(path), place, _member(path, stream, member))
                whole, place = place, ""
                archive.members.clear()  # tarfile keeps every member it has seen: a long archive would fill the memory
            stream.finish()
    except (tarfile.TarError, OSError, EOFError, zlib.error, ValueError, OverflowError) as error:
        after = f"after {whole}" if whole else ""
        why = ": ".join(part for part in (place, _shown(str(error))) if part)
        raise BadInput(str(path), after, f"expected a whole .tar.gz archive ({why})") from None
    if not found:
        raise BadInput(str(path), "", f"expected an archive with {' '.join(SUFFIXES)} files")


def _opened(stream: "_Forward") -> Any:
    return tarfile.open(fileobj=stream, mode="r:", tarinfo=_Header)  # type: ignore[call-overload]


class _Header(tarfile.TarInfo):
    """A member's header. Of a plain file only name and size are read; tarfile reads every other one.

    It takes a damaged header for the end of the archive, and would lose every member behind it without a word.
    """

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        header = cls._plain(buf)
        if header is not None:
            return header
        if not buf:
            raise tarfile.ReadError("no end mark: members may be missing")
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if buf.count(0) == tarfile.BLOCKSIZE:
                raise  # the end mark
            raise tarfile.ReadError(f"the next member's header is damaged: {error}") from None

    @classmethod
    def _plain(cls, buf: bytes | bytearray) -> Self | None:
        name, size = buf[:100].rstrip(b"\0"), buf[124:135]
        plain = len(buf) == tarfile.BLOCKSIZE and buf[156:157] == tarfile.REGTYPE and not buf[345:500].strip(b"\0")
        if not plain or not name.isascii() or 0 in name or _octal(size) < 0:
            return None
        if _octal(buf[148:154]) != 8 * 0x20 + sum(buf[:148]) + sum(buf[156:]):  # the sum counts itself as spaces
            return None
        header = cls(name.decode("ascii"))
        header.size, header.type = _octal(size), tarfile.REGTYPE
        return header


def _octal(digits: bytes | bytearray) -> int:
    """*digits* as tar writes numbers, below zero if they are anything else."""
    return int(digits, 8) if digits.isdigit() and not digits.strip(b"01234567") else -1


def _member(path: Path, stream: "_Forward", member: tarfile.TarInfo) -> bytes:
    place = _shown(member.name)
    if not member.isreg() or member.issparse():
        raise BadInput(str(path), place, "expected a plain file, not a link or device")
    if not 0 <= member.size <= LARGEST_FILE:
        raise BadInput(str(path), place, f"expected at most {LARGEST_FILE} bytes, got {member.size}")
    stream.seek(member.offset_data)
    data = stream.read(member.size)
    if len(data) != member.size:
        raise BadInput(str(path), place, f"expected {member.size} bytes, got {len(data)}")
    return data.removeprefix(codecs.BOM_UTF8)


def _shown(text: str) -> str:
    """*text* of an archive, made fit for one line of a terminal."""
    clean = text
    if not text.isprintable():
        clean = "".join(c if c.isprintable() else "�" for c in text.encode("utf-8", "replace").decode())
    return clean if len(clean) <= 200 else clean[:197] + "..."


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


class _Forward:
    """A gzip stream that goes forward only, never hands out more than a file's worth at once nor an archive's in all.

    tarfile asks it for whole headers; without the first limit a forged one would fill the memory.
    """

    def __init__(self, stream: _Stream, path: Path) -> None:
        self._stream, self._path, self._at = stream, path, 0

    def tell(self) -> int:
        return self._at

    def seek(self, position: int) -> int:
        if position < self._at:
            raise tarfile.ReadError("goes backwards")
        while self._at < position and self.read(min(position - self._at, 1 << 16)):
            pass
        return self._at

    def finish(self) -> None:
        """Read what follows the end mark: zeros up to the end, or members lie behind it that nobody would read."""
        while block := self.read(1 << 16):
            if block.strip(b"\0"):
                raise tarfile.ReadError("more lies behind the end mark")

    def read(self, size: int) -> bytes:
        if not 0 <= size <= LARGEST_FILE:
            raise BadInput(str(self._path), f"byte {self._at}", f"expected no part above {LARGEST_FILE} bytes")
        data = self._stream.read(size)
        self._at += len(data)
        if self._at > LARGEST_ARCHIVE:
            raise BadInput(str(self._path), "", f"expected at most {LARGEST_ARCHIVE} bytes when unpacked")
        return data
