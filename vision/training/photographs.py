"""Real photographs that may be trained on: outlines and indices from our own localiser, names from the set's boxes.

The set ("Card Detection v12" by cadyzedevelopmenthub, CC BY 4.0) labels the index in the corners of cards; a card's
outline is kept where such a box lies in one of its corners, and an index where it lies on such a box.
"""

import csv
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import rectify
from vision.arrays import Field, Picture, floats, levels
from vision.index_sets import Boxes
from vision.localise import Localiser, Spot, overlap
from vision.measured_sets import RANK_NAMES
from vision.names import CARDS, NOTHING, RANKS
from vision.search import Seen, search
from vision.training.real_scenes import RealScene

Quad = Field
IN_CORNER = 0.27
ON_INDEX, OFF_INDEX = 0.8, 2.5
"""How near the middle of a box, in half heights of the index, a spot is that index; further away it is none."""
NO_RANK, NO_SUIT, UNASKED = 13, 4, -100
"""What is no index, and of what nothing is asked."""
SURE_INDEX = 0.6
NAMED = 0.7
"""How many of the indices cut out of photographs are some."""
CALIBRATED = 3
"""One of so many of edje's training photographs is kept for calibration."""


def _in_corner(quad: Quad, x: float, y: float) -> bool:
    """Whether the point lies in a corner of the card in *quad*."""
    u, v = rectify.in_card(quad, floats([[x, y]]))[0]
    across, down = min(u, 1 - u), min(v, 1 - v)
    return bool(-0.05 < across < IN_CORNER and -0.05 < down < IN_CORNER)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card in a piece of a photograph: its outline and its class number."""

    picture: Picture
    quad: Quad
    kind: int


@dataclass(frozen=True, slots=True)
class LabelledIndex:
    """An index in a piece of a photograph: its middle, the way up, rank and suit, or NO_RANK and NO_SUIT."""

    picture: Picture
    middle: Field
    up: Field
    rank: int
    suit: int


Label = Labelled | LabelledIndex


def label(picture: Picture, seen: Seen, boxes: Boxes) -> Iterator[Label]:
    """Name those of the cards and indices *seen* in a photograph that agree with its boxes."""
    for card in seen.cards:
        named = {box.name for box in boxes if box.name in CARDS and _in_corner(card.quad, box.x, box.y)}
        if len(named) == 1:
            piece, low = _piece(picture, card.quad)
            yield Labelled(piece, floats(card.quad - low), CARDS.index(named.pop()))
    for spot in seen.spots:
        away = [
            (float(np.hypot(spot.middle[0] - box.x, spot.middle[1] - box.y)) / spot.reach, box.name) for box in boxes
        ]
        nearest, name = min(away, default=(9.0, ""))
        if nearest < ON_INDEX and name in CARDS:
            yield _index(picture, spot, CARDS.index(name) % 13, CARDS.index(name) // 13)
        elif nearest > OFF_INDEX:
            yield _index(picture, spot, NO_RANK, NO_SUIT)


def _index(picture: Picture, spot: Spot, rank: int, suit: int) -> LabelledIndex:
    piece, low = _piece(picture, rectify.index_quad(spot.middle, spot.up))
    return LabelledIndex(piece, floats(spot.middle - low), spot.up, rank, suit)


def ranked(picture: Picture, seen: Seen, boxes: list[tuple[Quad, int]]) -> Iterator[Label]:
    """Name the ranks of the indices surely *seen* in just one of the *boxes* around whole cards; suits stay unasked."""
    for spot in seen.spots:
        ranks = [rank for box, rank in boxes if cv2.pointPolygonTest(box, spot.middle.tolist(), True) > 0]
        if len(ranks) == 1 and spot.score > SURE_INDEX:
            yield _index(picture, spot, ranks[0], UNASKED)


def mistaken(localiser: Localiser, pictures: Iterable[tuple[Picture, list[Quad]]]) -> Iterator[Label]:
    """Yield what the localiser takes for cards where none are: *pictures* come with the outlines of all their cards."""
    for picture, outlines in pictures:
        seen = search(localiser, picture, 0.2)
        for card in seen.cards:
            if all(overlap(card.quad, outline) < 0.05 for outline in outlines):
                piece, low = _piece(picture, card.quad)
                yield Labelled(piece, floats(card.quad - low), NOTHING)
        for spot in seen.spots:
            if all(cv2.pointPolygonTest(outline, spot.middle.tolist(), True) < -2 * spot.reach for outline in outlines):
                yield _index(picture, spot, NO_RANK, NO_SUIT)


def _piece(picture: Picture, outline: Field) -> tuple[Picture, Field]:
    """Return a piece of the picture around *outline*, and its upper left corner."""
    low = np.maximum(np.floor(outline.min(0) - 12), 0).astype(int)
    high = np.maximum(np.ceil(outline.max(0) + 12).astype(int), low + 1)
    return picture[low[1] : high[1], low[0] : high[0]].copy(), floats(low)


def scene(picture: Picture, seen: Seen, boxes: Boxes) -> RealScene:
    """Return what is sure of one photograph: where its indices lie, and, as they were *seen*, which way they are up.

    Away from the boxes there is no index; of the cards it says only that they lie under their indices.
    """
    marks = []
    for box in boxes:
        at = floats([box.x, box.y])
        near = [spot for spot in seen.spots if float(np.linalg.norm(spot.middle - at)) < ON_INDEX * spot.reach]
        up = near[0].up if near else floats([0, 0])
        marks.append([*at, box.wide, box.high, *up, float(box.name in CARDS)])
    return RealScene(picture, floats(marks).reshape(-1, 7), floats([]).reshape(0, 4))


def bare(picture: Picture, outlines: list[Quad]) -> RealScene:
    """Return what is sure of a photograph of which only the boxes around its cards are known: what lies outside."""
    around = [[*outline.min(0), *outline.max(0)] for outline in outlines]
    return RealScene(picture, floats([]).reshape(0, 7), floats(around).reshape(-1, 4))


def edje_pictures(folder: Path) -> Iterator[tuple[Picture, list[tuple[Quad, int]]]]:
    """Yield edje's training photographs with their cards' boxes and ranks, without those that calibration uses."""
    boxes: dict[str, list[tuple[Quad, int]]] = {}
    with (folder / "train_labels.csv").open() as file:
        for row in csv.DictReader(file):
            a, b, c, d = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
            box = floats([[a, b], [c, b], [c, d], [a, d]])
            boxes.setdefault(row["filename"], []).append((box, RANKS.index(RANK_NAMES[row["class"]])))
    for number, name in enumerate(sorted(boxes)):
        picture = cv2.imread(str(folder / "train" / name))
        if picture is not None and number % CALIBRATED != 0:
            yield levels(picture), boxes[name]


@dataclass(frozen=True, slots=True)
class Labels:
    """All that is known of the photographs: cuts for the readers, scenes for the localiser."""

    cuts: list[Label]
    scenes: list[RealScene]


class Cuts:
    """Cuts of labelled photographs, each a little different every time."""

    def __init__(self, labelled: list[Label]) -> None:
        kept = [one for one in labelled if one.picture.size]
        self._cards = [one for one in kept if isinstance(one, Labelled)]
        indices = [one for one in kept if isinstance(one, LabelledIndex)]
        self._named = [one for one in indices if one.rank != NO_RANK]
        self._none = [one for one in indices if one.rank == NO_RANK]

    def cards(self, rng: random.Random, count: int) -> Iterator[tuple[Picture, int]]:
        """Yield whole cards with their classes."""
        for _ in range(count if self._cards else 0):
            card = rng.choice(self._cards)
            long = rectify.long_side(card.quad)
            noise = np.random.default_rng(rng.getrandbits(32))
            quad = floats(card.quad + noise.normal(0, 0.01 * long, (4, 2)))
            yield rectify.whole(card.picture, np.roll(quad, 2, 0) if rng.random() < 0.5 else quad), card.kind

    def indices(self, rng: random.Random, count: int) -> Iterator[tuple[Picture, int, int]]:
        """Yield indices with rank and suit, and what is none."""
        for _ in range(count if self._named and self._none else 0):
            one = rng.choice(self._named if rng.random() < NAMED else self._none)
            at = one.middle + floats([rng.gauss(0, 0.1), rng.gauss(0, 0.1)]) * float(np.hypot(*one.up))
            yield (
                rectify.index(one.picture, floats(at), one.up * np.float32(np.exp(rng.gauss(0, 0.08)))),
                one.rank,
                one.suit,
            )
