"""The files that `floorman read --draw` writes: each bears a mark, and nothing without it is replaced by one."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from table_controller.records import BadInput
from vision.arrays import Picture

_SAYS = b"tEXtSoftware\0floorman read --draw"
_MARK = (len(_SAYS) - 4).to_bytes(4, "big") + _SAYS + zlib.crc32(_SAYS).to_bytes(4, "big")
_HEADER = 33
"""Bytes of a PNG before the first chunk that may be missing."""

Owns = Callable[[bytes], bool]
"""Whether a file that begins with so many bytes may be made anew."""


def as_png(drawing: Picture) -> bytes:
    """The PNG of *drawing*, with the mark."""
    png = cv2.imencode(".png", drawing)[1].tobytes()
    return png[:_HEADER] + _MARK + png[_HEADER:]


def is_drawing(head: bytes) -> bool:
    """Whether a file that begins with *head* bears the mark."""
    return head.startswith(b"\x89PNG") and head[_HEADER:].startswith(_MARK)


@dataclass(frozen=True, slots=True)
class Drawings:
    """Where drawings go: *spare* refuses a place that holds what is not ours, *write* writes whole or not at all."""

    folder: Path
    spare: Callable[[Owns, Path], None]
    write: Callable[[Path, bytes], object]

    def places(self, pictures: Sequence[Path]) -> list[Path]:
        """A place for the drawing of each picture; raises BadInput where one holds anything but an earlier drawing."""
        self._make()
        places: list[Path] = []
        for picture in pictures:
            places.append(_another(self.folder / f"{picture.stem}.png", places))
        photographs = {_which(picture) for picture in pictures} - {None}
        for place in places:
            if _which(place) in photographs:
                raise BadInput(str(place), "--draw", "expected another folder: this is one of the pictures to read")
            self.spare(is_drawing, place)
        return places

    def _make(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(str(self.folder), "--draw", f"expected a folder to write to: {error.strerror}") from None


def _which(path: Path) -> tuple[int, int] | None:
    """The file itself, whichever of its names *path* is; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _another(drawing: Path, drawings: Sequence[Path]) -> Path:
    """*drawing*, or a name of its own where another picture of this name was drawn before: from another folder, say."""
    numbered = (drawing.with_stem(f"{drawing.stem}-{number}") for number in range(2, len(drawings) + 2))
    return next(path for path in (drawing, *numbered) if path not in drawings)
