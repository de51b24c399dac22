"""Real photographs that may be trained on: card outlines from our own localiser, names from the set's index boxes.

The set ("Card Detection v12" by cadyzedevelopmenthub, CC BY 4.0) labels the index in the corners of cards; a card's
outline is kept where such a box lies in one of its corners.
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
from vision.localise import Localiser, overlap
from vision.measured_sets import Boxes
from vision.names import CARDS, NOTHING
from vision.search import search

Quad = Field
IN_CORNER = 0.27
NO_RANK, NO_SUIT = 13, 4
CALIBRATED = 3
"""One of so many of edje's training photographs is kept for calibration."""


def _corner_of(quad: Quad, x: float, y: float) -> int | None:
    """Return the corner (of rectify.CORNER_REGIONS) that holds the point, if any."""
    warp = cv2.getPerspectiveTransform(floats(quad), rectify.UNIT)
    u, v = cv2.perspectiveTransform(floats([[[x, y]]]), warp)[0, 0]
    if not (-0.05 < u < 1.05 and -0.05 < v < 1.05):
        return None
    left, right, top, bottom = u < IN_CORNER, u > 1 - IN_CORNER, v < IN_CORNER, v > 1 - IN_CORNER
    places = (left and top, right and bottom, right and top, left and bottom)
    return next((number for number, there in enumerate(places) if there), None)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card in a photograph: its outline, its class number, and which corners show an index."""

    picture: Picture
    quad: Quad
    kind: int
    corners: tuple[int, ...]


def label(localiser: Localiser, path: Path, boxes: Boxes) -> list[Labelled]:
    """Find the cards of one photograph and name those whose corners agree."""
    picture = np.asarray(cv2.imread(str(path)), np.uint8)
    found, _ = search(localiser, picture, 0.35)
    labelled = []
    for card in found:
        at = [(name, _corner_of(card.quad, x, y)) for name, x, y in boxes]
        named = [(name, corner) for name, corner in at if corner is not None and name in CARDS]
        if named and len({name for name, _ in named}) == 1:
            corners = tuple(corner for _, corner in named)
            labelled.append(Labelled(picture, card.quad, CARDS.index(named[0][0]), corners))
    return labelled


def mistaken(localiser: Localiser, pictures: Iterable[tuple[Picture, list[Quad]]]) -> Iterator[Labelled]:
    """Yield what the localiser takes for cards where none are: *pictures* come with the outlines of all their cards."""
    for picture, outlines in pictures:
        found, _ = search(localiser, picture, 0.2)
        for card in found:
            if all(overlap(card.quad, outline) < 0.05 for outline in outlines):
                yield _cut_out(picture, card.quad)


def _cut_out(picture: Picture, quad: Quad) -> Labelled:
    """Return a piece of the picture around *quad*, labelled as nothing."""
    low = np.maximum(np.floor(quad.min(0) - 12), 0).astype(int)
    high = np.ceil(quad.max(0) + 12).astype(int)
    piece = picture[low[1] : max(high[1], low[1] + 1), low[0] : max(high[0], low[0] + 1)].copy()
    return Labelled(piece, floats(quad - low), NOTHING, ())


def edje_pictures(folder: Path) -> Iterator[tuple[Picture, list[Quad]]]:
    """Yield edje's training photographs with their cards' boxes, without those that calibration uses."""
    boxes: dict[str, list[Quad]] = {}
    with (folder / "train_labels.csv").open() as file:
        for row in csv.DictReader(file):
            a, b, c, d = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
            boxes.setdefault(row["filename"], []).append(floats([[a, b], [c, b], [c, d], [a, d]]))
    for number, name in enumerate(sorted(boxes)):
        picture = cv2.imread(str(folder / "train" / name))
        if picture is not None and number % CALIBRATED != 0:
            yield levels(picture), boxes[name]


class Cuts:
    """Cuts of labelled photographs, each a little different every time."""

    def __init__(self, cards: list[Labelled]) -> None:
        self._cards = [card for card in cards if card.picture.size]

    def some(self, rng: random.Random) -> tuple[list[tuple[Picture, int]], list[tuple[Picture, int, int]]]:
        """Return one whole card with its class, and its corners with rank and suit."""
        if not self._cards:
            return [], []
        card = rng.choice(self._cards)
        long = float(np.linalg.norm(card.quad[3] - card.quad[0]))
        noise = np.random.default_rng(rng.getrandbits(32))
        quad = floats(card.quad + noise.normal(0, 0.01 * long, (4, 2)))
        if card.kind == NOTHING:
            blank = rectify.corner(card.picture, quad, rng.randrange(4))
            return [(rectify.whole(card.picture, quad), NOTHING)], [(blank, NO_RANK, NO_SUIT)]
        corners = [(rectify.corner(card.picture, quad, n), card.kind % 13, card.kind // 13) for n in card.corners]
        turned = np.roll(quad, 2, 0) if rng.random() < 0.5 else quad
        return [(rectify.whole(card.picture, turned), card.kind)], corners
