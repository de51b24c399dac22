"""What a picture held and what the reader made of it: the atoms all figures are counted from."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from table_controller.records import DECK, Face
from vision.arrays import Picture
from vision.precision import Boxed
from vision.reader import CardReader
from vision.reading import Corners, Reading, SeenCard

RIGHT, WRONG, UNREAD, BESIDE = "right", "wrong", "not read", "told beside it"
FACE, BACK, OTHER, SMALL, PLACE = "face", "back", "other", "small", "place"
"""What can be asked for: a card's name, that it is face down, jokers and cut cards, that a small card is found at all.

PLACE is not asked for: a name told a little beside its card has an outcome of that kind.
"""
ON_BACK = "a back"
"""What is expected where a name was said of a card that lies face down."""

Conditions = tuple[tuple[str, str], ...]
"""Under which conditions something was asked: ("length", "60–90 px"), ("light", "dim") …"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing that was there (or was said to be there) and what the reader made of it."""

    image: str
    place: str
    expected: str
    got: str
    verdict: str
    asked: str = FACE
    outline: Corners | None = None
    conditions: Conditions = ()


@dataclass(frozen=True, slots=True)
class Said:
    """One face the reader named, surely enough to be read or not: how likely it said that is, and whether it is so."""

    image: str
    name: str
    chance: float
    right: bool
    read: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """One picture, its reading, and all that follows: outcomes, names said, and index boxes, there and said."""

    name: str
    picture: Picture
    reading: Reading
    outcomes: tuple[Outcome, ...]
    said: tuple[Said, ...] = ()
    there: tuple[Boxed, ...] = ()
    boxed: tuple[Boxed, ...] = ()


Case = Callable[[CardReader], Measured]
"""A picture that waits to be read; it can be sent to another process."""


def names_said(image: str, reading: Reading, truth: Callable[[SeenCard, str], bool | None]) -> tuple[Said, ...]:
    """Return every name given to a card face up, below the threshold too; *truth* is None where nobody knows.

    A card that was surely read and yet left open, since another of that name was surer, was not said to be it.
    """
    said = []
    for card in reading.cards:
        if card.face is Face.DOWN or not card.distribution:
            continue
        best = int(np.argmax(card.distribution))
        name, chance = str(DECK[best]), float(card.distribution[best])
        right = truth(card, name)
        if right is not None and (card.card is not None or chance < card.confidence or not _left_open(card, reading)):
            said.append(Said(image, name, chance, right, card.card is not None))
    return tuple(said)


def _left_open(card: SeenCard, reading: Reading) -> bool:
    least = min((other.confidence for other in reading.cards if other.card is not None), default=1.0)
    return card.card is None and card.confidence >= least
