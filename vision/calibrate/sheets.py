"""What is printed for calibration: the ChArUco board for the lens, and AprilTags for the felt's corners and middle."""

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from table_controller.records import BadInput
from vision.arrays import Picture, levels

SQUARES, SQUARE, MARKER = (9, 6), 28.0, 20.0
"""The board: squares across and down, their side and the markers' in millimetres."""
TAG, TAG_CARD = 72.0, 90.0
"""Side of a tag's black square, and of the card that is cut out around it, in millimetres."""
TAG_CORNERS = ("upper left", "upper right", "lower right", "lower left")
"""The felt's corner for each of the tags 0 to 3."""
TAG_MIDDLES = ("middle of the upper edge", "middle of the lower edge")
"""Where the tags 4 and 5 lie, for a camera that sees one half of the felt alone."""
TICK = 3.0
"""How long the marks are in the middle of these cards' edges, in millimetres."""
FINE = 10
"""Pixels a millimetre on the printed sheets."""
A4 = (297, 210)
_TOLD = {b"%PDF": 190, b"\x89PNG": 54}
"""Bytes until a file has told its pages' size: in points, or in pixels and how many of them make a metre."""

BOARD = cv2.aruco.CharucoBoard(SQUARES, SQUARE, MARKER, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100))
TAGS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36H11)

MIRRORED = ("mirrored", "expected the picture as it is: whatever shows it, the camera or a program, must not mirror it")
"""What is said of a picture that shows a sheet only once it is mirrored: no card could be read in it either."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: grey picture, width and height in millimetres."""

    picture: Picture
    width: int
    height: int


def board_sheet() -> Sheet:
    """Return the ChArUco board on an A4 page."""
    width, height = A4
    page = _blank(width, height)
    across, down = (round(count * SQUARE * FINE) for count in SQUARES)
    left, top = (width * FINE - across) // 2, (height * FINE - down) // 2
    page[top : top + down, left : left + across] = BOARD.generateImage((across, down))
    _say(page, f"ChArUco {SQUARES[0]} x {SQUARES[1]}, square {SQUARE:g} mm", (left, top - 40))
    return Sheet(page, width, height)


def tag_sheets() -> tuple[Sheet, Sheet]:
    """Return the tags on two A4 pages, each on a card to cut out: those of the felt's corners, and of its middle."""
    return _tag_sheet(TAG_CORNERS, 0), _tag_sheet(TAG_MIDDLES, len(TAG_CORNERS))


def _tag_sheet(places: Sequence[str], first: int) -> Sheet:
    height, width = A4
    page = _blank(width, height)
    card = round(TAG_CARD * FINE)
    for number, name in enumerate(places):
        left, top = 100 + number % 2 * (card + 100), 250 + number // 2 * (card + 350)
        page[top : top + card, left : left + card] = tag_card(first + number)
        cv2.rectangle(page, (left, top), (left + card, top + card), 160, 2)
        _say(page, f"tag {first + number}: {name}, {TAG:g} mm", (left, top - 40))
    return Sheet(page, width, height)


def tag_card(number: int) -> Picture:
    """Return one tag with its white margin, ``TAG_CARD`` millimetres square; its middle is marked where it matters."""
    card, tag = round(TAG_CARD * FINE), round(TAG * FINE)
    margin = (card - tag) // 2
    drawn = np.full((card, card), 255, np.uint8)
    drawn[margin : margin + tag, margin : margin + tag] = cv2.aruco.generateImageMarker(TAGS, number, tag)
    if number >= len(TAG_CORNERS):
        tick, middle = round(TICK * FINE), slice(card // 2 - 2, card // 2 + 2)
        for end in (slice(tick), slice(card - tick, card)):
            drawn[end, middle] = drawn[middle, end] = 160
    return drawn


def sheet_files(path: Path) -> dict[Path, bytes]:
    """Return board and tags in their true size, as files to write: one PDF, or three PNG."""
    sheets = (board_sheet(), *tag_sheets())
    match path.suffix.lower():
        case ".pdf":
            return {path: _pdf(sheets)}
        case ".png":
            names = (path.name, f"{path.stem}-tags.png", f"{path.stem}-middle-tags.png")
            return {path.with_name(name): _png(sheet) for name, sheet in zip(names, sheets, strict=True)}
    raise BadInput(str(path), "--out", "expected a name that ends in .pdf or .png")


def is_sheet(data: bytes, new: bytes) -> bool:
    """Whether a file that begins with *data* is of sheets, as the *new* one is: the pages' size and all before it."""
    return data.startswith(new[: _TOLD[new[:4]]])


def _blank(width: int, height: int) -> Picture:
    return np.full((height * FINE, width * FINE), 255, np.uint8)


def _say(page: Picture, text: str, at: tuple[int, int]) -> None:
    cv2.putText(page, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.4, 90, 3, cv2.LINE_AA)


def _png(sheet: Sheet) -> bytes:
    """The page as PNG that says how many pixels make a metre, so that it prints in its true size."""
    data = cv2.imencode(".png", levels(sheet.picture))[1].tobytes()
    body = b"pHYs" + struct.pack(">IIB", 1000 * FINE, 1000 * FINE, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    after_header = 8 + 25
    return data[:after_header] + chunk + data[after_header:]


def _pdf(sheets: Sequence[Sheet]) -> bytes:
    """The pages as PDF: one grey picture a page, in its true size."""
    pages = range(3, 3 + 3 * len(sheets), 3)
    kids = " ".join(f"{number} 0 R" for number in pages)
    parts = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(sheets)} /Kids [{kids}] >>".encode()]
    for number, sheet in zip(pages, sheets, strict=True):
        parts += _page(sheet, number)
    out, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + part + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    tail = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(parts) + 1, len(out))
    return out + head + table + tail


def _page(sheet: Sheet, number: int) -> list[bytes]:
    points = [f"{side * 72 / 25.4:.3f}" for side in (sheet.width, sheet.height)]
    height, width = sheet.picture.shape
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {points[0]} {points[1]}] /Contents {number + 1} 0 R "
        f"/Resources << /XObject << /P {number + 2} 0 R >> >> >>"
    )
    shown = f"q {points[0]} 0 0 {points[1]} 0 0 cm /P Do Q".encode()
    drawn = zlib.compress(sheet.picture.tobytes())
    image = (
        f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray "
        f"/BitsPerComponent 8 /Filter /FlateDecode /Length {len(drawn)} >>"
    )
    return [page.encode(), _stream(f"<< /Length {len(shown)} >>", shown), _stream(image, drawn)]


def _stream(head: str, data: bytes) -> bytes:
    return head.encode() + b"\nstream\n" + data + b"\nendstream"
