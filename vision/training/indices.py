"""Where the indices of cards lie in a picture, how much of each shows, and what the localiser is to say of them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.names import BACK
from vision.rectify import UNIT as CARD

STRIDE, UNIT = 4, 32.0
"""The localiser's stride, and the pixels one unit of its geometry outputs means."""
WIDER = 0.12
"""How much further than the ink, in parts of it, cells still speak for an index."""
SHOWN, HIDDEN = 0.7, 0.25
"""An index of which more shows is to be found, one of which less shows is not; between them nothing is asked."""
LEAST_HIGH = 6.0
"""Lower indices, in pixels of the network's picture, are not asked for."""


@dataclass(frozen=True, slots=True)
class Index:
    """An index in a picture: its middle, the way from the middle to the rank's top, its outline, and its corner."""

    card: int
    corner: int
    middle: Field
    up: Field
    outline: Field


def indices(quads: Field, boxes: Field, kinds: NDArray[np.int64]) -> list[Index]:
    """Return the indices printed on the cards *quads*, whose *boxes* (n, 4, 4) are in card units."""
    found = []
    for card in range(len(quads)):
        if kinds[card] >= BACK:
            continue
        warp = np.asarray(cv2.getPerspectiveTransform(CARD, floats(quads[card])), np.float64)
        for corner in range(4):
            a, b, c, d = (float(x) for x in boxes[card, corner])
            if c > a:
                found.append(_index(card, corner, (a, b, c, d), warp))
    return found


def _index(card: int, corner: int, box: tuple[float, float, float, float], warp: NDArray[np.float64]) -> Index:
    a, b, c, d = box
    points = floats([[a, b], [c, b], [c, d], [a, d], [(a + c) / 2, b], [(a + c) / 2, d]])
    placed = floats(cv2.perspectiveTransform(points[None], warp))[0]
    up = (placed[4] - placed[5]) / 2 * (1 if corner in (0, 2) else -1)
    return Index(card, corner, floats((placed[4] + placed[5]) / 2), floats(up), placed[:4])


def shown(owners: Picture, outline: Field, card: int, wider: float = 0.0) -> tuple[float, tuple[slice, slice], Picture]:
    """Return which part of *outline* shows card number *card*, the pixels around it, and which are the card's."""
    middle = outline.mean(0)
    polygon = middle + (outline - middle) * (1 + wider)
    height, width = owners.shape
    x0, y0 = np.floor(polygon.min(0)).astype(int)
    x1, y1 = np.ceil(polygon.max(0)).astype(int) + 1
    rows, columns = np.clip([y0, y1], 0, height), np.clip([x0, x1], 0, width)
    at = (slice(int(rows[0]), int(rows[1])), slice(int(columns[0]), int(columns[1])))
    mask = np.zeros((max(1, y1 - y0), max(1, x1 - x0)), np.uint8)
    cv2.fillPoly(mask, [np.round(polygon - [x0, y0]).astype(np.int32)], 1)
    area = max(1, int(mask.sum()))
    if rows[0] == rows[1] or columns[0] == columns[1]:
        return 0.0, at, np.zeros((0, 0), np.uint8)
    part = mask[rows[0] - y0 : rows[1] - y0, columns[0] - x0 : columns[1] - x0]
    mine = (part > 0) & (owners[at] == card + 1)
    return float(mine.sum()) / area, at, mine.astype(np.uint8)


def index_targets(owners: Picture, quads: Field, boxes: Field, kinds: NDArray[np.int64]) -> Field:
    """Return (7, h/4, w/4): index, its middle and way up in UNITs, the weight of these, and whether index is asked."""
    at = (slice(STRIDE // 2, None, STRIDE),) * 2
    height, width = owners[at].shape
    whose, asked = np.zeros(owners.shape, np.uint8), np.ones(owners.shape, np.float32)
    table = [np.zeros(5, np.float32)]
    for index in indices(quads, boxes, kinds):
        share, where, mine = shown(owners, index.outline, index.card, WIDER)
        high = float(np.hypot(*index.up))
        if share == 0 or len(table) > 250:
            continue
        if share < SHOWN or 2 * high < LEAST_HIGH:
            if share > HIDDEN:
                asked[where][mine > 0] = 0
            continue
        whose[where][mine > 0] = len(table)
        table.append(floats([*index.middle, *index.up, UNIT / (4 * high)]))
    number = whose[at]
    described = np.stack(table)[number].transpose(2, 0, 1)
    y, x = np.mgrid[:height, :width].astype(np.float32) * STRIDE + STRIDE // 2
    out = np.zeros((7, height, width), np.float32)
    out[0] = number > 0
    out[1:3] = (described[:2] - np.stack([x, y])) / UNIT * out[0]
    out[3:5] = described[2:4] / UNIT
    out[5], out[6] = described[4], asked[at]
    return out
