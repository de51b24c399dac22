"""How far the print of an index reaches: rank and suit as they stand there, not as slender as they usually are."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.rectify import around, on_card

SIZE = (48, 96)
"""Pixels, wide and high, of what is looked at: the outline in the middle and half of it more on each side."""
BESIDE = 0.5
"""How much is looked at beside the outline, in parts of it: what reaches farther is no index."""
INK, PAPER, BETWEEN = 4, 85, 25
"""Percentiles of the darkest colour within the outline, and how far apart they are where something is printed."""
SPECK = 8
"""Pixels of the smallest print."""
NEAR = 0.4
"""How far from the middle of the outline, in parts of it, the middle of rank or suit may lie."""
NARROW, LOW = 0.25, 0.65
"""Print narrower or lower than that, in parts of the outline, is but a part of an index."""
ROOM = (0.15, 0.1)
"""How much room is left on each side, across and along, in half heights and heights of the print.

People who draw boxes around indices leave as much: chosen on the shoots of cardcounter-real that train.
"""


def outline_of_print(picture: Picture, outline: Field) -> Field:
    """Return the outline of the dark print in *outline*, (4, 2) pixels from its upper left corner on, and room.

    *outline* itself where paper and print are hard to tell apart, or where print goes on over the outline's edge.
    """
    cut, _ = around(picture, outline, BESIDE, SIZE)
    inside = _inside(_print(cut.min(2)))
    if inside is None:
        return outline
    left, top, right, low = inside
    slender = float(np.linalg.norm(outline[1] - outline[0]) / np.linalg.norm(outline[3] - outline[0]))
    across, along = ROOM[0] * (low - top) / slender / 2, ROOM[1] * (low - top)
    left, top, right, low = left - across, top - along, right + across, low + along
    return on_card(outline, floats([[left, top], [right, top], [right, low], [left, low]]))


def _print(dark: Picture) -> NDArray[np.bool_]:
    """Say of each pixel, (96, 48), whether it is nearer to ink than to paper; nowhere if all is about as dark."""
    wide, high = (round(side * BESIDE / (1 + 2 * BESIDE)) for side in SIZE)
    ink, paper = np.percentile(dark[high:-high, wide:-wide], (INK, PAPER))
    return np.asarray((dark < (ink + paper) / 2) & (paper - ink >= BETWEEN))


def _inside(printed: NDArray[np.bool_]) -> tuple[float, float, float, float] | None:
    """Return left, top, right and lower end, in parts of the outline, of the prints in its middle, if they do."""
    _, _, boxes, middles = cv2.connectedComponentsWithStats(printed.astype(np.uint8), connectivity=8)
    starts, ends = boxes[1:, :2], boxes[1:, :2] + boxes[1:, 2:4]
    near = (np.abs(middles[1:] / SIZE - 0.5) * (1 + 2 * BESIDE) <= NEAR).all(1)
    whole = (starts > 0).all(1) & (ends < SIZE).all(1) & (boxes[1:, 4] >= SPECK)
    if not (near & whole).any():
        return None
    left, top = starts[near & whole].min(0) / SIZE * (1 + 2 * BESIDE) - BESIDE
    right, low = ends[near & whole].max(0) / SIZE * (1 + 2 * BESIDE) - BESIDE
    return None if right - left < NARROW or low - top < LOW else (left, top, right, low)
