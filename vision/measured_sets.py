"""The photographs vision is measured with: what is in each, and what a reading of it is worth.

None of these is trained on: poker-table-wood, ee326, edje's test split, corner-index-crops, and the shoots of
cardcounter-real that training holds back.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from table_controller.records import Face
from vision.arrays import Picture, floats
from vision.pictures import open_picture
from vision.precision import Boxed, mean_average_precision
from vision.reader import CardReader
from vision.reading import Reading, SeenCard
from vision.rectify import INDEX_REACH, INDEX_SIZE

RIGHT, WRONG, UNREAD = "right", "wrong", "not read"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that was there (or was said to be there) and what the reader made of it."""

    image: str
    place: str
    expected: str
    got: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Measured:
    """One picture: its outcomes, and the picture and reading they come from."""

    path: Path
    picture: Picture
    reading: Reading
    outcomes: tuple[Outcome, ...]


# Where the five board cards lie in each picture of poker-table-wood, in widths of the picture: looked up by eye.
BOARD_SLOTS: dict[str, tuple[float, ...]] = {
    "train_01": (0.310, 0.398, 0.482, 0.564, 0.647),
    "train_03": (0.332, 0.418, 0.503, 0.590, 0.674),
    "train_08": (0.340, 0.419, 0.498, 0.574, 0.655),
    "train_11": (0.323, 0.402, 0.482, 0.560, 0.644),
    "train_12": (0.320, 0.403, 0.494, 0.582, 0.675),
    "train_15": (0.325, 0.408, 0.492, 0.578, 0.662),
    "train_16": (0.318, 0.400, 0.486, 0.583, 0.663),
    "train_19": (0.328, 0.411, 0.498, 0.582, 0.656),
    "train_21": (0.345, 0.419, 0.503, 0.583, 0.661),
}
SLOT_REACH = 0.035
CROP_HIGH = 1.5
"""How high the crops of corner-index-crops are, in indices: looked at by eye."""
CORNER_SURE = 0.5
"""How sure a single corner must be: no second opinion is asked there."""
SEATS = {
    "P1": (0.60, 0.33, 0.85, 0.68),
    "P2": (0.52, 0.0, 0.75, 0.33),
    "P3": (0.25, 0.0, 0.5, 0.33),
    "P4": (0.1, 0.33, 0.36, 0.68),
}
"""The four seats' places: left, top, right, bottom in parts of the picture."""
RANK_NAMES = {"nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


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
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
MISNAMED = {"Jhearts": "Js"}
"""ee326: this file shows the jack of spades, drawn over; looked at by eye."""


def _code(label: str) -> str:
    """Return "Th" for the sets' ways to write it: "10H", "H10"."""
    if label[0] in "CDHS" and len(label) > 1:
        label = label[1:] + label[0]
    return label[:-1].replace("10", "T") + label[-1].lower()


def poker_table_wood(reader: CardReader, folder: Path) -> Iterator[Measured]:
    """Nine photographs of a whole table; right is the right card in the right board slot or seat."""
    with (folder / "labels.csv").open() as file:
        rows = {row["Image"].lower(): row for row in csv.DictReader(file)}
    for name, slots in BOARD_SLOTS.items():
        path = folder / f"{name}.jpg"
        picture = open_picture(path)
        reading = reader.read(picture)
        placed = [(_wood_place(card, reading, slots), card) for card in reading.cards]
        outcomes = []
        for place, expected in _wood_expected(rows[name]).items():
            there = [card for where, card in placed if where == place]
            outcomes += _compare(name, place, expected, there)
        strays = [card for where, card in placed if where == "elsewhere" and card.card is not None]
        outcomes += [Outcome(name, "elsewhere", "nothing", str(card.card), WRONG) for card in strays]
        yield Measured(path, picture, reading, tuple(outcomes))


def _wood_expected(row: dict[str, str]) -> dict[str, list[str]]:
    expected = {f"T{n}": [_code(row[f"T{n}"])] for n in range(1, 6)}
    for seat in SEATS:
        cards = [row[f"{seat}.{n}"] for n in (1, 2)]
        expected[seat] = ["down" if card == "null" else _code(card) for card in cards]
    return expected


def _wood_place(card: SeenCard, reading: Reading, slots: tuple[float, ...]) -> str:
    x, y = card.centre[0] / reading.width, card.centre[1] / reading.height
    if 0.72 < y < 0.95:
        near = [n for n, slot in enumerate(slots, 1) if abs(x - slot) < SLOT_REACH]
        return f"T{near[0]}" if near else "elsewhere"
    return next((seat for seat, (a, b, c, d) in SEATS.items() if a < x < c and b < y < d), "elsewhere")


def _compare(image: str, place: str, expected: list[str], there: list[SeenCard]) -> list[Outcome]:
    """Match the cards expected in a place with what was read there; order within a seat does not count."""
    read = Counter(str(card.card) for card in there if card.card is not None)
    backs = sum(card.face is Face.DOWN for card in there)
    outcomes, missing = [], []
    for card in expected:
        if card == "down":
            seen = backs > 0
            backs -= seen
            outcomes.append(Outcome(image, place, "down", "down" if seen else "", RIGHT if seen else UNREAD))
        elif read[card] > 0:
            read[card] -= 1
            outcomes.append(Outcome(image, place, card, card, RIGHT))
        else:
            missing.append(card)
    left = list(read.elements())
    for card in missing:
        wrong = left.pop() if left else ""
        outcomes.append(Outcome(image, place, card, wrong, WRONG if wrong else UNREAD))
    return outcomes + [Outcome(image, place, "nothing", card, WRONG) for card in left]


def ee326(reader: CardReader, folder: Path) -> Iterator[Measured]:
    """Fifty-two photographs of one card each, named after it."""
    suits = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
    for path in sorted(folder.glob("*.jpg")):
        suit = next((suit for suit in suits if path.stem.endswith(suit)), None)
        if suit is None:
            continue
        expected = MISNAMED.get(path.stem, path.stem.removesuffix(suit).replace("10", "T") + suits[suit])
        picture = open_picture(path)
        reading = reader.read(picture, with_chips=False)
        yield Measured(path, picture, reading, tuple(_compare(path.stem, "", [expected], list(reading.cards))))


def edje(reader: CardReader, folder: Path, split: str = "test") -> Iterator[Measured]:
    """Photographs with boxes that name the rank; right is a reading of that rank whose middle lies in the box."""
    boxes: dict[str, list[tuple[str, Box]]] = {}
    with (folder / f"{split}_labels.csv").open() as file:
        for row in csv.DictReader(file):
            box = (float(row["xmin"]), float(row["ymin"]), float(row["xmax"]), float(row["ymax"]))
            boxes.setdefault(row["filename"], []).append((RANK_NAMES[row["class"]], box))
    for name, labelled in sorted(boxes.items()):
        path = folder / split / name
        if not path.exists():
            continue
        picture = open_picture(path)
        reading = reader.read(picture, with_chips=False)
        outcomes = [_boxed(name, number, labelled, reading) for number in range(len(labelled))]
        yield Measured(path, picture, reading, tuple(outcomes))


def _boxed(name: str, number: int, labelled: list[tuple[str, Box]], reading: Reading) -> Outcome:
    """Say what became of box *number*. A neighbour's whole outline may have its middle in it: that is no misread."""
    expected, box = labelled[number]
    ranks = [(card.card.rank.value, card.centre) for card in reading.cards if card.card is not None]
    inside = [(rank, at) for rank, at in ranks if _within(at, box)]
    if any(rank == expected for rank, _ in inside):
        return Outcome(name, str(tuple(map(int, box))), expected, expected, RIGHT)
    others = [pair for n, pair in enumerate(labelled) if n != number]
    strange = [rank for rank, at in inside if not any(rank == other and _within(at, where) for other, where in others)]
    got = next(iter(strange), "")
    return Outcome(name, str(tuple(map(int, box))), expected, got, WRONG if got else UNREAD)


def _within(at: tuple[float, float], box: Box) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]


def cardcounter(reader: CardReader, pictures: Iterable[tuple[Path, Boxes]]) -> Iterator[Measured]:
    """Photographs with index boxes (class, centre x, centre y); right is a reading of that card around the box."""
    for path, boxes in pictures:
        picture = open_picture(path)
        reading = reader.read(picture, with_chips=False)
        outcomes = []
        for name in sorted({box.name for box in boxes if len(box.name) == 2}):
            at = next((box.x, box.y) for box in boxes if box.name == name)
            around = [card for card in reading.cards if _holds(card, *at) and card.card is not None]
            names = [str(card.card) for card in around]
            got = name if name in names else next(iter(names), "")
            verdict = RIGHT if got == name else WRONG if got else UNREAD
            outcomes.append(Outcome(path.name, str(at), name, got, verdict))
        yield Measured(path, picture, reading, tuple(outcomes))


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


def cardcounter_indices(reader: CardReader, pictures: Iterable[tuple[Path, Boxes]]) -> float:
    """Return mAP50 of the index boxes over the faces that are there."""
    there, said = [], []
    for path, boxes in pictures:
        for box in boxes:
            if len(box.name) == 2:
                edges = (box.x - box.wide / 2, box.y - box.high / 2, box.x + box.wide / 2, box.y + box.high / 2)
                there.append(Boxed(path.name, box.name, edges))
        for name, quad, chance in reader.indices(open_picture(path)):
            left, top, right, bottom = (float(x) for x in (*quad.min(0), *quad.max(0)))
            said.append(Boxed(path.name, name, (left, top, right, bottom), chance))
    return mean_average_precision(there, said)


def _index_boxes(label: Path) -> Iterator[IndexBox]:
    for line in label.read_text().splitlines():
        number, *values = line.split()
        if len(values) == 4:
            yield IndexBox(CARDCOUNTER_NAMES[int(number)], *(float(value) * 640 for value in values))


def _holds(card: SeenCard, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(floats(card.quad), (x, y), True) > -8


def corner_crops(reader: CardReader, folder: Path, every: int = 1) -> Iterator[Outcome]:
    """Crops of corner indices, one folder a class; the index reader alone."""
    paths = [path for path in sorted(folder.glob("*/*.jpg")) if path.parent.name != "B"][::every]
    for start in range(0, len(paths), 64):
        some = paths[start : start + 64]
        pictures = np.stack([_as_corner(open_picture(path)) for path in some])
        for path, (card, chance) in zip(some, reader.read_corners(pictures), strict=True):
            expected = _code(path.parent.name)
            got = card if chance >= CORNER_SURE else ""
            verdict = RIGHT if got == expected else WRONG if got else UNREAD
            yield Outcome(f"{path.parent.name}/{path.name}", "", expected, got, verdict)


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
