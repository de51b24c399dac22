"""Real photographs that may be trained on: card outlines from our own localiser, names from the set's index boxes.

The set ("Card Detection v12" by cadyzedevelopmenthub, CC BY 4.0) labels the index in the corners of cards; a card's
outline is kept where such a box lies in one of its corners.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.localise import Localiser
from vision.names import CARDS
from vision.search import search

Picture = NDArray[np.uint8]
Quad = NDArray[np.float32]
# fmt: off
NAMES = (
    "Tc Td Th Ts 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s 7c 7d 7h 7s 8c 8d 8h 8s 9c 9d 9h 9s "
    "Ac Ad Ah As back joker Jc Jd Jh Js Kc Kd Kh Ks Qc Qd Qh Qs joker"
).split()
# fmt: on
IN_CORNER = 0.27
HELD_BACK = frozenset({"IMG_772", "IMG_779", "IMG_20220921_201", "WIN_20240627_12_0"})
"""Shoots never trained on, an eighth of the pictures."""


@dataclass(frozen=True, slots=True)
class Photograph:
    """A picture and its index boxes: (class name, centre x, centre y), pixels."""

    path: Path
    boxes: tuple[tuple[str, float, float], ...]


def shoot(path: Path) -> str:
    """Return what pictures of one shoot share: ten minutes, or ten numbers, of one camera."""
    found = re.match(r"IMG_\d{8}_\d{3}|IMG_\d{3}|WIN_\d{8}_\d\d_\d", path.name)
    return found.group() if found else path.name


def held_back(path: Path) -> bool:
    """Whether the picture's shoot is kept for measuring."""
    return shoot(path) in HELD_BACK


def photographs(folder: Path, measure: bool) -> Iterator[Photograph]:
    """Yield the pictures of the set to measure with, or those to train with."""
    for path in sorted((folder / "images").glob("*.jpg")):
        label = folder / "labels" / f"{path.stem}.txt"
        if held_back(path) == measure and label.exists():
            yield Photograph(path, tuple(_boxes(label)))


def _boxes(label: Path) -> Iterator[tuple[str, float, float]]:
    for line in label.read_text().splitlines():
        number, *values = line.split()
        if len(values) == 4:
            yield NAMES[int(number)], float(values[0]) * 640, float(values[1]) * 640


def _corner_of(quad: Quad, x: float, y: float) -> int | None:
    """Return the corner (of rectify.CORNER_REGIONS) that holds the point, if any."""
    warp = cv2.getPerspectiveTransform(np.float32(quad), rectify.UNIT)
    u, v = cv2.perspectiveTransform(np.float32([[[x, y]]]), warp)[0, 0]
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


def label(localiser: Localiser, photograph: Photograph) -> list[Labelled]:
    """Find the cards of one photograph and name those whose corners agree."""
    picture = np.asarray(cv2.imread(str(photograph.path)), np.uint8)
    found, _ = search(localiser, picture, 0.35)
    labelled = []
    for card in found:
        at = [(name, _corner_of(card.quad, x, y)) for name, x, y in photograph.boxes]
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
        quad = np.float32(card.quad + noise.normal(0, 0.01 * long, (4, 2)))
        corners = [(rectify.corner(card.picture, quad, n), card.kind % 13, card.kind // 13) for n in card.corners]
        turned = np.roll(quad, 2, 0) if rng.random() < 0.5 else quad
        return [(rectify.whole(card.picture, turned), card.kind)], corners
