"""Sets whose indices are labelled: cardcounter-real, by shoot, and single corners cut out (corner-index-crops)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.measured_sets import Box, card_code, edges
from vision.outcomes import OTHER, RIGHT, UNREAD, WRONG, Case, Measured, Outcome, names_said
from vision.pictures import open_picture
from vision.precision import Boxed
from vision.reader import CardReader
from vision.reading import Corners, Reading, SeenCard
from vision.rectify import INDEX_REACH, INDEX_SIZE

CROP_HIGH = 1.5
"""How high the crops of corner-index-crops are, in indices: looked at by eye."""
CORNER_SURE = 0.5
"""How sure a single corner must be: no second opinion is asked there."""
CARDCOUNTER_NAMES = (
    *(rank + suit for rank in "T23456789A" for suit in "cdhs"),
    "back",
    "joker",
    *(rank + suit for rank in "JKQ" for suit in "cdhs"),
    "joker",
)
HELD_BACK = frozenset({"IMG_772", "IMG_779", "IMG_20220921_201", "WIN_20240627_12_0"})
"""Shoots of cardcounter-real that are never trained on, an eighth of the pictures."""


class IndexBox(NamedTuple):
    """What a set says of an index: its class, its middle and its size in pixels."""

    name: str
    x: float
    y: float
    wide: float
    high: float


Boxes = tuple[IndexBox, ...]


def cardcounter(folder: Path, held_back: bool = True) -> Iterator[Case]:
    """Photographs with index boxes; right is a reading of that card around the box, or a joker around a joker's."""
    for path, boxes in cardcounter_pictures(folder, held_back):
        yield partial(_indexed, path, boxes)


def _indexed(path: Path, boxes: Boxes, reader: CardReader) -> Measured:
    picture, name = open_picture(path), path.name
    reading = reader.read(picture, with_chips=False)

    def right(card: SeenCard, code: str) -> bool | None:
        held = {box.name for box in boxes if holds(card.quad, box)}
        return code in held if held else None

    known = (("shoot", shoot(path)),)
    outcomes = [replace(_around(name, box, boxes, reading), conditions=known) for box in _one_each(boxes)]
    return Measured(
        path.stem,
        picture,
        reading,
        tuple(outcomes),
        names_said(name, reading, right),
        tuple(Boxed(name, box.name, _sides(box)) for box in boxes if len(box.name) == 2),
        tuple(_said_indices(name, picture, reader)),
    )


def _one_each(boxes: Boxes) -> list[IndexBox]:
    """Return a box of every card that is there, and of a joker."""
    return list({box.name: box for box in boxes if len(box.name) == 2 or box.name == "joker"}.values())


def _around(image: str, box: IndexBox, boxes: Boxes, reading: Reading) -> Outcome:
    """Say what became of a box. A covered card's outline holds indices of the card above: that is no misread."""
    at, outline = f"{box.x:.0f},{box.y:.0f}", edges(_sides(box))
    if box.name == "joker":
        found = any(one.kind == "joker" and holds(one.quad, box) for one in reading.other)
        return Outcome(image, at, "joker", "joker" if found else "", RIGHT if found else UNREAD, OTHER, outline)
    around = [(str(card.card), card.quad) for card in reading.cards if card.card and holds(card.quad, box)]
    strange = (name for name, quad in around if not any(other.name == name and holds(quad, other) for other in boxes))
    got = box.name if any(name == box.name for name, _ in around) else next(strange, "")
    verdict = RIGHT if got == box.name else WRONG if got else UNREAD
    return Outcome(image, at, box.name, got, verdict, outline=outline)


def _sides(box: IndexBox) -> Box:
    return box.x - box.wide / 2, box.y - box.high / 2, box.x + box.wide / 2, box.y + box.high / 2


def _said_indices(image: str, picture: Picture, reader: CardReader) -> Iterator[Boxed]:
    for name, quad, chance in reader.indices(picture):
        left, top, right, bottom = (float(x) for x in (*quad.min(0), *quad.max(0)))
        yield Boxed(image, name, (left, top, right, bottom), chance)


def cardcounter_pictures(folder: Path, held_back: bool = True) -> Iterator[tuple[Path, Boxes]]:
    """Yield the pictures of the set that are held back, or those that may be trained on, with their index boxes."""
    for path in sorted((folder / "images").glob("*.jpg")):
        label = folder / "labels" / f"{path.stem}.txt"
        if (shoot(path) in HELD_BACK) == held_back and label.exists():
            yield path, tuple(_index_boxes(label))


def shoot(path: Path) -> str:
    """Return what pictures of one shoot share: ten minutes, or ten numbers, of one camera."""
    found = re.match(r"IMG_\d{8}_\d{3}|IMG_\d{3}|WIN_\d{8}_\d\d_\d", path.name)
    return found.group() if found else path.name


def _index_boxes(label: Path) -> Iterator[IndexBox]:
    for line in label.read_text().splitlines():
        number, *values = line.split()
        if len(values) == 4:
            yield IndexBox(CARDCOUNTER_NAMES[int(number)], *(float(value) * 640 for value in values))


def holds(quad: Corners | Field, box: IndexBox) -> bool:
    """Whether an index lies in the outline, or hardly beside it."""
    return cv2.pointPolygonTest(floats(quad), (box.x, box.y), True) > -8


def corner_crops(folder: Path, every: int = 1) -> Iterator[Case]:
    """Crops of corner indices, one folder a class; the index reader alone."""
    paths = [path for path in sorted(folder.glob("*/*.jpg")) if path.parent.name != "B"]
    yield from (partial(_crop, path) for path in paths[::every])


def _crop(path: Path, reader: CardReader) -> Measured:
    picture = open_picture(path)
    ((card, chance),) = reader.read_corners(_as_corner(picture)[None])
    expected, name = card_code(path.parent.name), f"{path.parent.name}-{path.stem}"
    got = card if chance >= CORNER_SURE else ""
    verdict = RIGHT if got == expected else WRONG if got else UNREAD
    reading = Reading(picture.shape[1], picture.shape[0], (), (), (), 0.0)
    return Measured(name, picture, reading, (Outcome(name, "", expected, got, verdict),))


def _as_corner(crop: Picture) -> Picture:
    """Scale a crop of an index to what the reader looks at: its middle, where the index lies, and paper around it."""
    wide, high = INDEX_SIZE
    height = round(high * CROP_HIGH * 2 / INDEX_REACH[1])
    width = max(4, round(crop.shape[1] * height / crop.shape[0]))
    small = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    beside, over = max(0, wide - width), max(0, high - height)
    edges = (over // 2, over - over // 2, beside // 2, beside - beside // 2)
    around = cv2.copyMakeBorder(small, *edges, cv2.BORDER_REPLICATE)
    top, left = (around.shape[0] - high) // 2, (around.shape[1] - wide) // 2
    return np.asarray(around[top : top + high, left : left + wide], np.uint8)
