"""Which zones move, which changed since they were read, over which there is a hand: cheap, on a quarter frame."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture
from vision.zones import QUARTER, View, ZoneView

Mask = NDArray[np.bool_]

DIFFERENT = 18
"""Levels by which a pixel must differ to count as changed."""
FEW = 4
"""Changed pixels of the quarter frame that are still noise."""
HALF, MEDIAN = 2, 31
"""Size of the window whose median is the felt without what lies on it, in a picture half as large again: the felt has
no details. An arm is narrower than half of it."""
APART = 26
SOME = 7
"""Of so many pixels of the felt one tells its colour."""


def quarter(frame: Picture) -> Picture:
    """Return the frame at a quarter of its size."""
    size = frame.shape[1] // QUARTER, frame.shape[0] // QUARTER
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def changed(before: Picture, now: Picture) -> Mask:
    """Return which pixels differ."""
    return _beyond(cv2.absdiff(before, now), DIFFERENT)


def _beyond(picture: NDArray[Any], level: int) -> Mask:
    """Which pixels have a channel beyond *level*; `any` over an axis of three takes twenty times as long."""
    return np.asarray(cv2.inRange(picture, (0.0,) * 3, (float(level),) * 3) == 0)


def part_changed(difference: Mask, view: ZoneView) -> bool:
    """Whether more than noise differs inside the zone; *difference* of the part of a quarter frame around it."""
    return int(np.count_nonzero(difference & view.mask)) > FEW


def zones_changed(difference: Mask, views: Sequence[ZoneView]) -> frozenset[str]:
    """Return the names of the zones inside which more than noise differs: mostly there are none, which is told soon."""
    if np.count_nonzero(difference) <= FEW:
        return frozenset()
    return frozenset(view.zone.name for view in views if part_changed(difference[view.small], view))


class HandFinder:
    """Finds hands: an arm always reaches in from the felt's edge, as nothing else does but cards (``lying.py``)."""

    def __init__(self, view: View) -> None:
        # Without the outermost pixels, which are half rail.
        self._felt = cv2.erode(view.felt.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=0)
        inner = cv2.erode(self._felt, np.ones((3, 3), np.uint8), borderValue=0)
        self._rim = (self._felt > 0) & (inner == 0)
        self._inside = self._felt > 0
        self._outside = ~self._inside
        self._some = np.flatnonzero(self._inside)[::SOME]
        self._found: Mask | None = None
        self._least = 0.8 * (view.card_long / QUARTER) ** 2 * 63 / 88

    def find(self, small: Picture, moving: Mask) -> Mask:
        """Return which pixels of the quarter frame show a hand or an arm; where nothing is *moving*, as before."""
        if self._found is None or np.count_nonzero(moving) > FEW:
            self._found = self._hands(small)
        return self._found

    def _hands(self, small: Picture) -> Mask:
        cloth = small.copy()
        cloth[self._outside] = np.median(small.reshape(-1, 3)[self._some], axis=0).astype(np.uint8)
        things = (_beyond(cv2.absdiff(small, _felt_of(cloth)), APART) & self._inside).astype(np.uint8)
        count, labels, statistics, _ = cv2.connectedComponentsWithStats(things, connectivity=4)
        hands = np.zeros(count, bool)
        touching = np.unique(labels[self._rim & (things > 0)])
        for label in touching[touching > 0]:
            hands[label] = statistics[label, cv2.CC_STAT_AREA] >= self._least
        return np.asarray(hands[labels])


def _felt_of(cloth: Picture) -> Picture:
    """Return *cloth* without what lies on it."""
    height, width = cloth.shape[:2]
    coarse = cv2.resize(cloth, (width // HALF, height // HALF), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.medianBlur(coarse, MEDIAN), (width, height)), np.uint8)
