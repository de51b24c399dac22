"""What a person says a picture shows: ``--card As=picture.jpg``, ``--card As=fan.jpg@812,440``, or a file As.jpg."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import cv2

from table_controller.records import BadInput
from vision.arrays import floats
from vision.enrol.gather import TOUCHED, Shown, Sight
from vision.enrol.naming import code
from vision.localise import overlap
from vision.names import BACK, CARDS, CLASSES
from vision.rectify import long_side

WISH = re.compile(r"([2-9TJQKA][cdhs]|joker|cut_card)=(.+?)(?:@(\d{1,6}),(\d{1,6}))?", re.DOTALL)

BESIDE, NEAR = 0.05, 0.07
"""So far beside its outline, or around the place where a card shows that others touch, it is meant; of its length.

In fans neighbours' indices were 0.08 of a card's length apart or more, and one of them may not have been found.
"""
EXPECTED = "expected a point on one; in a fan or a pile on its index, or as told"


@dataclass(frozen=True, slots=True)
class Wish:
    """One card as a person names it; *at* in pixels where its picture shows several."""

    kind: int
    picture: Path
    at: tuple[int, int] | None


def wish(text: str) -> Wish:
    """Return the wish in *text*; raises BadInput."""
    found = WISH.fullmatch(text)
    if found is None:
        raise BadInput(
            "--card", text, "expected CARD=PICTURE or CARD=PICTURE@X,Y, such as As=ace.jpg or joker=fan.jpg@812,440"
        )
    card, picture, x, y = found.groups()
    return Wish(CLASSES.index(card), Path(picture), None if x is None else (int(x), int(y)))


def told(
    sights: Mapping[Path, Sight], wishes: Sequence[Wish], sure: float, again: bool = False
) -> dict[tuple[str, int], int]:
    """Return (picture, number of the card in it) → its kind, as *wishes* and the names of the files have it.

    Raises BadInput where a wish names no picture, or no single card in it, or where two give one card two names; but
    for the first, not while the pictures will be looked at *again*: with what is learnt until then a card may be seen
    where none is yet. A file's name counts only where the picture shows one card and that card is not surely another:
    it may have its name from anywhere.
    """
    named: dict[tuple[str, int], int] = {}
    for path, sight in sights.items():
        if path.stem in CARDS and len(sight.cards) == 1 and not _surely_not(sight.cards[0], path.stem, sure):
            named[sight.name, 0] = CARDS.index(path.stem)
    wished: dict[tuple[str, int], Wish] = {}
    for one in wishes:
        if one.picture not in sights:
            raise BadInput("--card", str(one.picture), "expected one of the pictures that are given")
        sight = sights[one.picture]
        if not again or (len(sight.cards) == 1 if one.at is None else _on(sight, one.at)):
            at = sight.name, _which(sight, one)
            if (other := wished.setdefault(at, one)).kind != one.kind and not again:
                both = f"{code(other.kind)} and {code(one.kind)}"
                raise BadInput("--card", str(one.picture), f"expected one name for a card: {both} are told of the same")
    return named | {at: one.kind for at, one in wished.items()}


def _surely_not(card: Shown, name: str, sure: float) -> bool:
    best = int(card.chances[:BACK].argmax())
    return card.down or (code(best) != name and float(card.chances[best]) >= sure)


def _which(sight: Sight, wish: Wish) -> int:
    if wish.at is None and len(sight.cards) == 1:
        return 0
    if wish.at is None:
        where = f"{code(wish.kind)}={wish.picture}@X,Y with a point on the card"
        raise BadInput("--card", str(wish.picture), f"shows {len(sight.cards)} cards: expected {where}")
    x, y = wish.at
    on = _on(sight, wish.at)
    if not on:
        raise BadInput("--card", f"{wish.picture}@{x},{y}", f"no card was found there: {EXPECTED}")
    return min(on, key=lambda n: abs(sight.cards[n].place[0] - x) + abs(sight.cards[n].place[1] - y))


def _on(sight: Sight, at: tuple[int, int]) -> list[int]:
    """Return the numbers of the cards that lie *at* a place or a hair beside it: no outline is exact."""
    return [n for n, card in enumerate(sight.cards) if _meant(card, sight, at)]


def _meant(card: Shown, sight: Sight, at: tuple[int, int]) -> bool:
    """Whether *at* is on *card*; where others touch it, near the place it shows at: beside that one may lie unseen."""
    long = long_side(card.quad)
    touched = (other is not card and overlap(card.quad, other.quad) > TOUCHED for other in sight.cards)
    if card.whole is None and any(touched):
        return hypot(card.place[0] - at[0], card.place[1] - at[1]) <= NEAR * long
    return cv2.pointPolygonTest(floats(card.quad), (float(at[0]), float(at[1])), True) >= -BESIDE * long
