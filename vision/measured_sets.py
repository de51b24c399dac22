"""The photographs vision is measured with: what is in each, and what a reading of it is worth.

None of these is trained on: poker-table-wood, ee326, edje's test split, corner-index-crops, and the shoots of
cardcounter-real that training holds back. Each picture is a case: it is opened and read when it is called.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from table_controller.records import Face
from vision.arrays import Field, Picture, floats
from vision.outcomes import BACK, FACE, ON_BACK, RIGHT, UNREAD, WRONG, Case, Measured, Outcome, names_said
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.reading import Corners, Reading, SeenCard

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
ON_THE_FLOOR = {"train_21": "4c"}
"""A card beside the table, cut off by the picture's edge, that the labels leave out; looked at by eye."""
SLOT_REACH = 0.035
SEATS = {
    "P1": (0.60, 0.33, 0.85, 0.68),
    "P2": (0.52, 0.0, 0.75, 0.33),
    "P3": (0.25, 0.0, 0.5, 0.33),
    "P4": (0.1, 0.33, 0.36, 0.68),
}
"""The four seats' places: left, top, right, bottom in parts of the picture."""
RANK_NAMES = {"nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


Expected = dict[str, list[str]]
"""The cards of each board slot and seat; "down" is one that lies face down."""
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Ranked = tuple[str, Box]
"""A rank and the box of its card."""
MISNAMED = {"Jhearts": "Js"}
"""ee326: this file shows the jack of spades, drawn over; looked at by eye."""


def card_code(label: str) -> str:
    """Return "Th" for the sets' ways to write it: "10H", "H10"."""
    if label[0] in "CDHS" and len(label) > 1:
        label = label[1:] + label[0]
    return label[:-1].replace("10", "T") + label[-1].lower()


def poker_table_wood(folder: Path) -> Iterator[Case]:
    """Nine photographs of a whole table; right is the right card in the right board slot or seat."""
    for path, expected in tables(folder):
        yield partial(_wood_picture, path, expected)


def tables(folder: Path) -> Iterator[tuple[Path, Expected]]:
    """Yield these photographs, and which cards lie in each board slot and at each seat."""
    with (folder / "labels.csv").open() as file:
        rows = {row["Image"].lower(): row for row in csv.DictReader(file)}
    for name in BOARD_SLOTS:
        yield folder / f"{name}.jpg", _wood_expected(rows[name])


def _wood_picture(path: Path, expected: Expected, reader: CardReader) -> Measured:
    return table(path.stem, open_picture(path), expected, reader)


def table(
    name: str, picture: Picture, expected: Expected, reader: CardReader, original: Field | None = None
) -> Measured:
    """Return what *reader* makes of the photograph *name*, shown as *picture*.

    *original* (3, 3): where in the photograph, in parts of it, a pixel of *picture* was; None where it shows the same.
    """
    slots, reading = BOARD_SLOTS[name], reader.read(picture, with_chips=False)
    warp = floats(np.diag([1 / reading.width, 1 / reading.height, 1])) if original is None else original
    floor = ON_THE_FLOOR.get(name, "")
    seen = [card for card in reading.cards if str(card.card) != floor]
    placed = [(_wood_place(card, warp, slots), card) for card in seen]
    outcomes = []
    for place, cards in expected.items():
        outcomes += _compare(name, place, cards, [card for where, card in placed if where == place])
    for stray in (card for where, card in placed if where == "elsewhere"):
        if stray.card or stray.face is Face.DOWN:
            got, asked = ("down", BACK) if stray.face is Face.DOWN else (str(stray.card), FACE)
            outcomes.append(Outcome(name, "elsewhere", "nothing", got, WRONG, asked, stray.quad))

    def right(card: SeenCard, code: str) -> bool:
        return code == floor or code in expected.get(_wood_place(card, warp, slots), ())

    said = names_said(name, reading, right)
    return Measured(name, picture, reading, tuple(outcomes), said)


def _wood_expected(row: dict[str, str]) -> Expected:
    expected = {f"T{n}": [card_code(row[f"T{n}"])] for n in range(1, 6)}
    for seat in SEATS:
        cards = [row[f"{seat}.{n}"] for n in (1, 2)]
        expected[seat] = ["down" if card == "null" else card_code(card) for card in cards]
    return expected


def _wood_place(card: SeenCard, warp: Field, slots: tuple[float, ...]) -> str:
    x, y = cv2.perspectiveTransform(floats([[card.centre]]), warp).ravel()
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
            outcomes.append(Outcome(image, place, "down", "down" if seen else "", RIGHT if seen else UNREAD, BACK))
        elif read[card] > 0:
            read[card] -= 1
            outcomes.append(Outcome(image, place, card, card, RIGHT))
        else:
            missing.append(card)
    left = list(read.elements())
    for card in missing:
        wrong = left.pop() if left else ""
        outcomes.append(Outcome(image, place, card, wrong, WRONG if wrong else UNREAD))
    outcomes += [Outcome(image, place, "nothing", "down", WRONG, BACK)] * backs
    strange = ON_BACK if "down" in expected else "nothing"
    return outcomes + [Outcome(image, place, strange, card, WRONG) for card in left]


def ee326(folder: Path) -> Iterator[Case]:
    """Fifty-two photographs of one card each, named after it."""
    suits = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
    for path in sorted(folder.glob("*.jpg")):
        suit = next((suit for suit in suits if path.stem.endswith(suit)), None)
        if suit is not None:
            code = MISNAMED.get(path.stem, path.stem.removesuffix(suit).replace("10", "T") + suits[suit])
            yield partial(_single, path, code)


def _single(path: Path, expected: str, reader: CardReader) -> Measured:
    picture = open_picture(path)
    reading = reader.read(picture, with_chips=False)
    outcomes = _compare(path.stem, "", [expected], list(reading.cards))
    return Measured(
        path.stem,
        picture,
        reading,
        tuple(outcomes),
        names_said(path.stem, reading, lambda _, code: code == expected),
    )


def edje(folder: Path, split: str = "test") -> Iterator[Case]:
    """Photographs with boxes that name the rank; right is a reading of that rank whose middle lies in the box."""
    boxes: dict[str, list[Ranked]] = {}
    with (folder / f"{split}_labels.csv").open() as file:
        for row in csv.DictReader(file):
            box = (float(row["xmin"]), float(row["ymin"]), float(row["xmax"]), float(row["ymax"]))
            boxes.setdefault(row["filename"], []).append((RANK_NAMES[row["class"]], box))
    for name, labelled in sorted(boxes.items()):
        if (folder / split / name).exists():
            yield partial(_ranks, folder / split / name, labelled)


def _ranks(path: Path, labelled: list[Ranked], reader: CardReader) -> Measured:
    picture, name = open_picture(path), path.name
    reading = reader.read(picture, with_chips=False)

    def right(card: SeenCard, code: str) -> bool | None:
        ranks = [rank for rank, box in labelled if _can_be(card, box)]
        return code[0] in ranks if ranks else None

    return Measured(path.stem, picture, reading, _boxed(name, labelled, reading), names_said(name, reading, right))


def _boxed(name: str, labelled: list[Ranked], reading: Reading) -> tuple[Outcome, ...]:
    """Say what became of each box; a reading counts for one of them.

    Wrong is a name whose middle lies in a box, and that is right for no box it can be the reading of.
    """
    left = [card for card in reading.cards if card.card is not None]
    strange = [card for card in left if not any(rank == _rank(card) and _can_be(card, box) for rank, box in labelled)]
    outcomes = []
    for expected, box in labelled:
        mine = [card for card in left if _rank(card) == expected and _can_be(card, box)]
        if mine:
            left.remove(min(mine, key=lambda card: _away(card, box)))
        got = expected if mine else next((_rank(card) for card in strange if _within(card.centre, box)), "")
        verdict = RIGHT if mine else WRONG if got else UNREAD
        outcomes.append(Outcome(name, str(tuple(map(int, box))), expected, got, verdict, outline=edges(box)))
    return tuple(outcomes)


def _rank(card: SeenCard) -> str:
    return "" if card.card is None else card.card.rank.value


def _can_be(card: SeenCard, box: Box) -> bool:
    """Whether one lies over the other's middle: boxes are drawn around what shows of a card, outlines around all."""
    middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    return _within(card.centre, box) or cv2.pointPolygonTest(floats(card.quad), middle, False) >= 0


def _away(card: SeenCard, box: Box) -> float:
    x, y = card.centre
    return abs(x - (box[0] + box[2]) / 2) + abs(y - (box[1] + box[3]) / 2)


def edges(box: Box) -> Corners:
    """Return the outline of *box*."""
    a, b, c, d = box
    return (a, b), (c, b), (c, d), (a, d)


def _within(at: tuple[float, float], box: Box) -> bool:
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]
