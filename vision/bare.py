"""Felts have places for cards printed on them: an outline round bare felt is no card, however it looks like a back."""

from collections.abc import Sequence

import cv2
import numpy as np

from table_controller.records import Face
from vision.arrays import Field, Picture, floats
from vision.cloth import Cloth
from vision.gate import quarter
from vision.reading import SeenCard
from vision.zones import QUARTER, Box, View

MIDDLE = 0.6
"""The part of a card's size within which a back is no felt: its edge may be."""
ALIKE, GRAIN = 0.12, 6.0
"""By how much of its brightness a pixel of bare felt differs from what its light tells, and by how many levels more."""
MEAN = 0.6
"""By how much of that the mean of all does."""
MOST = 0.9
"""Share of the middle that must be felt."""


class BareFelt:
    """Tells cards face down from outlines printed on the felt."""

    def __init__(self, view: View) -> None:
        self._cloth = Cloth(view.felt.astype(np.uint8))

    def without(self, cards: Sequence[SeenCard], frame: Picture, box: Box) -> tuple[SeenCard, ...]:
        """Return of *cards*, seen in the part *box* of *frame*, those in whose middle anything but felt shows."""
        if not any(card.face is Face.DOWN for card in cards):
            return tuple(cards)
        small = quarter(frame)
        felt = self._cloth.lit(small)
        corners = [floats((floats(card.quad) + box[:2]) / QUARTER) for card in cards]
        return tuple(
            card
            for card, quad in zip(cards, corners, strict=True)
            if card.face is Face.UP or not _bare(quad, small, felt)
        )


def _bare(quad: Field, small: Picture, felt: Picture) -> bool:
    """Whether the quarter frame *small* shows but *felt* within the corners *quad*, (4, 2)."""
    height, width = small.shape[:2]
    inner = np.clip(quad.mean(0) + MIDDLE * (quad - quad.mean(0)), 0, (width - 1, height - 1))
    left, top, wide, high = cv2.boundingRect(np.round(inner).astype(np.int32))
    part = slice(top, top + high), slice(left, left + wide)
    middle = cv2.fillConvexPoly(np.zeros((high, wide), np.uint8), np.round(inner - (left, top)).astype(np.int32), 1)
    off = (small[part].astype(np.float32) - felt[part])[middle > 0]
    least = ALIKE * felt[part].max() + GRAIN
    alike = float(np.mean(np.abs(off).max(1) <= least)) >= MOST
    return alike and float(np.abs(off.mean(0)).max()) <= MEAN * least
