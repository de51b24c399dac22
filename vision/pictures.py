"""Open pictures that come from outside: whatever the file holds, a BGR picture or one clear line."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from table_controller.records import BadInput, Camera
from vision import png
from vision.arrays import Picture
from vision.files import data_of

MOST_PIXELS = 120_000_000
MOST_BYTES = 200_000_000
EXPECTED = "expected a picture (JPEG, PNG, WebP or BMP)"
TELEPHONES = frozenset({b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1", b"avif"})
"""What files begin with, after four bytes and "ftyp", as many telephones save pictures unless told otherwise."""
CONVERT = f'{EXPECTED}, not HEIC or AVIF: set the telephone\'s camera to "most compatible" (JPEG), or convert it'
JPEG_SIZES = frozenset({0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF})
JPEG_END = 0xD9
JPEG_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""What begins a part of a JPEG. Stuffed bytes and restarts are inside a scan.

Of filling bytes before it the last is enough: a pattern that took them all is searched for in twenty times the time.
"""


def open_picture(path: Path) -> Picture:
    """Return the picture in *path*, (h, w, 3) uint8 BGR, turned as its EXIF data says.

    Grey, 16 bit, CMYK and transparent pictures are converted. Raises BadInput for what is missing, foreign, truncated
    or too large.
    """
    data = data_of(path, MOST_BYTES, EXPECTED)
    width, height = _size(path, data)
    if width < 1 or height < 1:
        raise BadInput(str(path), f"{width} × {height} pixels", "expected one at least")
    if width * height > MOST_PIXELS:
        raise BadInput(str(path), f"{width} × {height} pixels", f"expected at most {MOST_PIXELS // 10**6} megapixels")
    if not _complete(data):
        raise BadInput(str(path), "end of file", "expected the rest of the picture: the file is cut off")
    if data[:4] == b"\x89PNG" and not png.whole(data):
        raise BadInput(str(path), "pixels", "expected a whole picture: the file is damaged")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadInput(str(path), "", EXPECTED)
    return np.asarray(picture, np.uint8)


def fits(picture: Picture, camera: Camera, path: Path) -> None:
    """Raises BadInput where *picture*, (h, w, 3) of *path*, is of another size than the *camera*'s."""
    height, width = picture.shape[:2]
    if (width, height) != (camera.width, camera.height):
        expected = f"expected {camera.width} × {camera.height}, as in the table file"
        raise BadInput(str(path), f"{width} × {height} pixels", expected)


def _size(path: Path, data: bytes) -> tuple[int, int]:
    """Return width and height as the header states them, before anything is decoded."""
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            width, height = struct.unpack(">II", data[16:24])
        elif data[:2] == b"\xff\xd8":
            width, height = _jpeg_size(data)
        elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            width, height = _webp_size(data)
        elif data[:2] == b"BM":
            width, height = struct.unpack("<ii", data[18:26])
        else:
            foreign = data[4:8] == b"ftyp" and data[8:12] in TELEPHONES
            raise BadInput(str(path), "", CONVERT if foreign else EXPECTED)
    except (struct.error, IndexError):
        raise BadInput(str(path), "header", EXPECTED) from None
    return int(width), abs(int(height))


def _jpeg_size(data: bytes) -> tuple[int, int]:
    for marker, at in _jpeg_markers(data):
        if marker in JPEG_SIZES:
            height, width = struct.unpack(">HH", data[at + 3 : at + 7])
            return width, height
    raise IndexError


def _jpeg_markers(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield each marker and where its part begins, up to the end of the picture; telephones append films to it."""
    at = 2
    while found := JPEG_MARKER.search(data, at):
        at = found.end()
        marker = data[at - 1]
        yield marker, at
        if marker == JPEG_END:
            return
        at += int.from_bytes(data[at : at + 2], "big")


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _complete(data: bytes) -> bool:
    """Whether the file ends as its format says; OpenCV would fill the rest of a torn picture with grey."""
    if data[:2] == b"\xff\xd8":
        return any(marker == JPEG_END for marker, _ in _jpeg_markers(data))
    if data[:4] == b"\x89PNG":
        return b"IEND" in data[-64:]
    if data[:4] == b"RIFF":
        return len(data) >= int.from_bytes(data[4:8], "little")
    return len(data) >= int.from_bytes(data[2:6], "little")
