"""Real photographs that may be trained on: card outlines from our own localiser, names from the set's index boxes.

The set ("Card Detection v12" by cadyzedevelopmenthub, CC BY 4.0) labels the index in the corners of cards; a card's
outline is kept where such a box lies in one of its corners.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.localise import Localiser
from vision.measured_sets import Boxes
from vision.names import CARDS
from vision.search import search

Quad = Field
IN_CORNER = 0.27


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


class Cuts:
    """Cuts of labelled photographs, each a little different every time."""

    def __init__(self, cards: list[Labelled]) -> None:
        self._cards = cards

    def some(self, rng: random.Random) -> tuple[list[tuple[Picture, int]], list[tuple[Picture, int, int]]]:
        """Return one whole card with its class, and its corners with rank and suit."""
        if not self._cards:
            return [], []
        card = rng.choice(self._cards)
        long = float(np.linalg.norm(card.quad[3] - card.quad[0]))
        noise = np.random.default_rng(rng.getrandbits(32))
        quad = floats(card.quad + noise.normal(0, 0.01 * long, (4, 2)))
        corners = [(rectify.corner(card.picture, quad, n), card.kind % 13, card.kind // 13) for n in card.corners]
        turned = np.roll(quad, 2, 0) if rng.random() < 0.5 else quad
        return [(rectify.whole(card.picture, turned), card.kind)], corners
