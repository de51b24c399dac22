"""Draw what was seen onto a picture: an outline for each thing, and a plate that says what it was taken for."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

import cv2
import numpy as np

from table_controller.records import Face
from vision.arrays import Picture
from vision.reading import Corners, Reading, SeenCard

Point = tuple[float, float]
Colour = tuple[int, int, int]
GREEN, AMBER, RED, VIOLET, BLUE = (40, 120, 25), (0, 110, 210), (40, 40, 220), (200, 40, 160), (210, 110, 20)
WHITE = (255, 255, 255)
FONT = cv2.FONT_HERSHEY_SIMPLEX
TOWARDS_CORNER = 0.6
AROUND = 8
"""How far beside its thing a plate may stand that finds no room on it, in halves of its own width and height."""


@dataclass(frozen=True, slots=True)
class Plate:
    """Words on a coloured ground: its upper left corner and its size, in pixels.

    *of*: the middle of what it names, where it stands beside that.
    """

    text: str
    colour: Colour
    x: int
    y: int
    width: int
    height: int
    of: Point | None = None

    @property
    def middle(self) -> Point:
        """Where its own middle is."""
        return self.x + self.width / 2, self.y + self.height / 2

    def covers(self, other: "Plate") -> bool:
        """Whether the two lie on each other."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


def drawn(picture: Picture, reading: Reading) -> Picture:
    """Return a copy of *picture* with what was seen: green read, amber not read, red face down, violet chips.

    Blue is what is neither: jokers, cut cards, dealer buttons, hands.
    """
    copy = picture.copy()
    size = max(1.0, max(copy.shape[:2]) / 1400)
    for chip in reading.chips:
        middle = round(chip.centre[0]), round(chip.centre[1])
        cv2.circle(copy, middle, round(chip.radius), VIOLET, round(2 * size), cv2.LINE_AA)
    for quad, colour in _outlines(reading):
        cv2.polylines(copy, [np.round(quad).astype(np.int32)], True, colour, round(2 * size), cv2.LINE_AA)
    placed = plates(reading)
    for plate in placed:
        if plate.of is not None:
            ends = [np.round(end).astype(np.int32) for end in (plate.middle, plate.of)]
            cv2.polylines(copy, [np.stack(ends)], False, plate.colour, round(size), cv2.LINE_AA)
    for plate in placed:
        _draw(copy, plate, size)
    return copy


def plates(reading: Reading) -> list[Plate]:
    """Return a plate for each thing in *reading*, inside the picture and, where there is room, beside each other."""
    size, picture = max(1.0, max(reading.width, reading.height) / 1400), (reading.width, reading.height)
    placed: list[Plate] = []
    for text, colour, places in _named(reading):
        possible = [_plate(text, colour, at, size, picture) for at in places]
        beside = (replace(plate, of=places[0]) for plate in _beside(possible[0], picture) if _free(plate, placed))
        placed.append(_best(possible, placed) or next(beside, possible[0]))
    return placed


def _free(plate: Plate, placed: Sequence[Plate]) -> bool:
    return not any(plate.covers(other) for other in placed)


def _beside(plate: Plate, picture: tuple[int, int]) -> Iterator[Plate]:
    """Yield *plate* around its place and inside the *picture*, the nearest first: small cards lie under their names."""
    halves = range(-AROUND, AROUND + 1)
    offs = [(n * plate.width // 2, m * plate.height // 2) for n, m in product(halves, halves)]
    for across, down in sorted(offs, key=lambda off: math.hypot(*off)):
        x, y = plate.x + across, plate.y + down
        if 0 <= x <= picture[0] - plate.width and 0 <= y <= picture[1] - plate.height:
            yield replace(plate, x=x, y=y)


def _best(possible: Sequence[Plate], placed: Sequence[Plate]) -> Plate | None:
    """The middle, if no other name stands there; else the free place farthest from them all, if any."""
    free = [plate for plate in possible if _free(plate, placed)]
    if not free or free[0] is possible[0]:
        return free[0] if free else None
    return max(free, key=lambda plate: min(math.dist((plate.x, plate.y), (other.x, other.y)) for other in placed))


def _named(reading: Reading) -> Iterator[tuple[str, Colour, Sequence[Point]]]:
    """Yield what each thing is called and where its name may stand, the best place first."""
    for card in reading.cards:
        name = "down" if card.face is Face.DOWN else str(card.card or "?")
        yield f"{name} {_sure(card.confidence)}", _colour(card), _places(card.quad)
    for other in reading.other:
        yield f"{other.kind.replace('_', ' ')} {_sure(other.confidence)}", BLUE, _places(other.quad)
    for chip in reading.chips:
        (x, y), far = chip.centre, chip.radius
        yield chip.colour, VIOLET, [(x, y), (x, y + far), (x, y - far)]


def _sure(confidence: float) -> str:
    """Rounded down: nothing is certain."""
    return f"{math.floor(confidence * 1000) / 10:.1f}%"


def _places(quad: Corners) -> list[Point]:
    """The middle and, for cards that lie on each other, towards each corner."""
    x, y = (float(value) for value in np.mean(quad, axis=0))
    return [(x, y), *((x + TOWARDS_CORNER * (a - x), y + TOWARDS_CORNER * (b - y)) for a, b in quad)]


def _plate(text: str, colour: Colour, middle: Point, size: float, picture: tuple[int, int]) -> Plate:
    (across, down), base = cv2.getTextSize(text, FONT, 0.5 * size, round(size))
    width, height = across + round(8 * size), down + base + round(4 * size)
    x, y = (
        min(max(0, round(at - extent / 2)), max(0, whole - extent))
        for at, extent, whole in zip(middle, (width, height), picture, strict=True)
    )
    return Plate(text, colour, x, y, width, height)


def _draw(picture: Picture, plate: Plate, size: float) -> None:
    end = plate.x + plate.width, plate.y + plate.height
    cv2.rectangle(picture, (plate.x, plate.y), end, plate.colour, cv2.FILLED)
    _, base = cv2.getTextSize(plate.text, FONT, 0.5 * size, round(size))
    at = plate.x + round(4 * size), end[1] - base - round(2 * size)
    cv2.putText(picture, plate.text, at, FONT, 0.5 * size, WHITE, round(size), cv2.LINE_AA)


def _outlines(reading: Reading) -> Iterator[tuple[Corners, Colour]]:
    yield from ((other.quad, BLUE) for other in reading.other)
    yield from ((card.quad, _colour(card)) for card in reading.cards)


def _colour(card: SeenCard) -> Colour:
    if card.face is Face.DOWN:
        return RED
    return AMBER if card.card is None else GREEN
