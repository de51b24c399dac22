"""Which zones move, which changed since they were read, over which there is a hand: cheap, on a quarter frame."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.cloth import APART, Cloth
from vision.dark import MOST as MOST_LIT
from vision.dark import lit, paper_of
from vision.zones import QUARTER, View, ZoneView

Mask = NDArray[np.bool_]

DIFFERENT = 18
"""Levels by which a pixel must differ to count as changed."""
STEADY, MOST = 0.02, 1.5
"""By how much a row gets brighter without any light having changed, and by how much it does at the most."""
ACROSS, STRIPE = 64, 9
"""So many places of a row tell how bright it is; and so many rows are lit alike."""
AROUND = 3
"""Pixels of the quarter frame, along a side, whose mean must differ too: nothing on a table is smaller."""
FEW = 4
"""Changed pixels of the quarter frame that are still noise."""
WHITE = 230.0
"""Level of paper in the light in which hands are looked for: in half of it they differ by half as much."""
GRAIN, MOST_FELT = 2.5, 80
"""By how many times the felt's grain, and a compressed picture's blocks, made lighter with it, a hand differs from it
at least; what so many percent of the felt stay below is grain."""
BY_PRINT = 1.2
"""How far from the felt's edge, in lengths of a card, print may hide where an arm in its colour reaches in."""
SOME = 4
"""Of so many rows and columns of the quarter frame one tells of its grain and its paper."""


def quarter(frame: Picture) -> Picture:
    """Return the frame at a quarter of its size."""
    size = frame.shape[1] // QUARTER, frame.shape[0] // QUARTER
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def changed(before: Picture, now: Picture) -> Mask:
    """Return which pixels differ by more than the light: lamps flicker, and a camera gets used to a white sleeve.

    Nor is it grain, as a dim room's, or a mount that sways by half a pixel: what is around them differs as well.
    """
    differ = _beyond(cv2.absdiff(before, now), DIFFERENT)
    if np.count_nonzero(differ) > FEW:
        differ &= _differ_around(before, now)
    if np.count_nonzero(differ) <= FEW:
        return differ
    by = brighter(before, now)
    if np.abs(by - 1).max() > STEADY:
        # Either one in the other's light: what is white in the brighter one cannot be brighter still.
        differ &= _differ_around(_lit(before, by), now)
        differ &= _differ_around(_lit(now, floats(1 / by)), before)
    return differ


def _differ_around(one: Picture, other: Picture) -> Mask:
    """Return around which pixels *one* differs from *other*."""
    means = (cv2.blur(picture, (AROUND, AROUND)) for picture in (one, other))
    return _beyond(cv2.absdiff(*means), DIFFERENT)


def brighter(before: Picture, now: Picture) -> Field:
    """Return by how much each row of *now* is brighter than *before*, (h, 1): most of a row shows the same in both.

    Row by row: a lamp on mains runs through the picture in stripes, for its rows are taken one after the other.
    """
    step = max(1, before.shape[1] // ACROSS)
    seen = [floats(picture[:, ::step, 1]) + 1 for picture in (before, now)]
    rows = np.median(seen[1] / seen[0], axis=1, keepdims=True)
    return floats(np.clip(cv2.blur(floats(rows), (1, STRIPE)).reshape(-1, 1), 1 / MOST, MOST))


def _lit(picture: Picture, by: Field) -> Picture:
    """Return *picture* as it would be with each row brighter *by* so much, (h, 1)."""
    return np.asarray(np.clip(picture * by[:, :, None], 0, 255), np.uint8)


def _beyond(picture: NDArray[Any], level: float) -> Mask:
    """Which pixels have a channel beyond *level*; `any` over an axis of three takes twenty times as long."""
    return np.asarray(cv2.inRange(picture, (0.0,) * 3, (level,) * 3) == 0)


def part_changed(difference: Mask, view: ZoneView) -> bool:
    """Whether more than noise differs inside the zone; *difference* of the part of a quarter frame around it."""
    return int(np.count_nonzero(difference & view.mask)) > FEW


def zones_changed(difference: Mask, views: Sequence[ZoneView]) -> frozenset[str]:
    """Return the names of the zones inside which more than noise differs: mostly there are none, which is told soon."""
    if np.count_nonzero(difference) <= FEW:
        return frozenset()
    return frozenset(view.zone.name for view in views if part_changed(difference[view.small], view))


class HandFinder:
    """Finds hands: an arm always reaches in from the felt's edge, as nothing else does but cards (``lying.py``).

    And print: a line, a logo. What *empty*, the camera's picture of the empty felt, shows there as well is that.
    """

    def __init__(self, view: View, empty: Picture | None = None) -> None:
        # Without the outermost pixels, which are half rail.
        felt = cv2.erode(view.felt.astype(np.uint8), np.ones((5, 5), np.uint8), borderValue=0)
        inner = cv2.erode(felt, np.ones((3, 3), np.uint8), borderValue=0)
        self._rim, self._inside = (felt > 0) & (inner == 0), felt > 0
        self._plain = self._inside
        reach = 2 * round(BY_PRINT * view.card_long / QUARTER) + 1
        deep = cv2.erode(felt, cv2.getStructuringElement(cv2.MORPH_RECT, (reach, reach)), borderValue=0)
        self._near = self._inside & (deep == 0)
        self._cloth = Cloth(felt)
        self._found: Mask | None = None
        self._least = 0.8 * (view.card_long / QUARTER) ** 2 * 63 / 88
        self._empty = None if empty is None else quarter(empty)
        self._lamp = floats(np.ones(3)) if self._empty is None else self._usual(self._empty)
        self._print = np.zeros_like(self._rim) if self._empty is None else self._other(self._empty)
        around = cv2.dilate(self._print.astype(np.uint8), np.ones((AROUND, AROUND), np.uint8))
        self._plain = self._inside & (around == 0)

    def find(self, small: Picture, moving: Mask) -> Mask:
        """Return which pixels of the quarter frame show a hand or an arm; where nothing is *moving*, as before."""
        if self._found is None or np.count_nonzero(moving) > FEW:
            self._found = self._hands(small)
        return self._found

    def _hands(self, small: Picture) -> Mask:
        other = self._other(small)
        reaching: Mask = self._rim & other
        if not reaching.any():
            return reaching  # as most often; grouping all that lies on the felt takes a while
        printed = self._printed(other, small)
        things, reaching = other & ~printed, reaching & ~printed
        if printed.any():
            # A sleeve in the colour of what is printed at the edge reaches in by that.
            reaching |= things & (cv2.dilate((printed & self._near).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)
        whole = (things & self._inside).astype(np.uint8)
        count, labels, statistics, _ = cv2.connectedComponentsWithStats(whole, connectivity=4)
        hands = np.zeros(count, bool)
        for label in np.unique(labels[reaching]):
            hands[label] = label > 0 and statistics[label, cv2.CC_STAT_AREA] >= self._least
        return np.asarray(hands[labels])

    def _printed(self, other: Mask, small: Picture) -> Mask:
        """Where what is no felt is print: in the light there was then it looks as it did on the empty felt."""
        printed = other & self._print
        if self._empty is not None and printed.any():
            lamp = self._usual(small) / self._lamp
            printed &= ~changed(self._empty, np.asarray(np.clip(small / lamp, 0, 255), np.uint8))
        return printed

    def _usual(self, small: Picture) -> Field:
        """The colour that most of the felt has, (3,), in the light of the quarter frame."""
        some = small[::SOME, ::SOME][self._inside[::SOME, ::SOME]]
        return floats(np.median(some, axis=0) + 1)

    def _other(self, small: Picture) -> Mask:
        """Where the quarter frame shows anything but felt."""
        gain = _dim(small)
        small = lit(small, np.full(3, gain, np.float32))
        here, everywhere = self._cloth.felts(small)
        off = cv2.absdiff(small, here)
        level = self._level(off, gain)
        return _beyond(off, level) & _beyond(cv2.absdiff(small, everywhere), level)

    def _level(self, off: NDArray[Any], gain: float) -> float:
        """By how many levels a hand differs from the felt, which is *off* it by its grain, *gain* times as light.

        Print is no grain.
        """
        some = off[::SOME, ::SOME][self._plain[::SOME, ::SOME]]
        grain = float(np.percentile(some, MOST_FELT)) if gain > 1 and some.size else 0.0
        return min(APART * gain, max(APART, GRAIN * grain))


def _dim(small: Picture) -> float:
    """How many times lighter the quarter frame would be in decent light, as its paper tells; 1 without any."""
    paper = paper_of(small[::SOME, ::SOME])
    return 1.0 if paper is None else float(np.clip(WHITE / paper.max(), 1, MOST_LIT))
