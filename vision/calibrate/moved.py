"""Whether a camera or the table was nudged: the marks of a picture taken at calibration, found again in a frame."""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.zones import View

LIMIT = 0.75
"""Millimetres on the felt from which a shift is told; light, cards and hands alone stay well below."""
MARKS, APART = 400, 12
LEAST_MARKS, LEAST_SHARE = 25, 0.15
"""How many of the marks must be found again, and which share of them, for a shift to be known."""
BORDER = 40
"""Pixels around the felt in which the rail's edge belongs to it."""
ROUND_TRIP, OFF = 0.5, 1.0
"""Pixels: how exactly a mark must be found back, and how far one may be off the common shift."""
WINDOW = (25, 25)
GRAIN, SMOOTH = 2.0, 9
"""Levels, in the mean square, that a camera in decent light adds to the same scene from frame to frame; and pixels of
the window that takes it away."""
TURNS = (180, 90, 270)
"""Degrees by which a camera that was taken down is hung anew, the likeliest first; a telephone turns its picture so."""
SEVERAL = 2
"""Each so manyth mark is looked for in a turned picture: in the dark, or under a cloth, that is done in vain thrice."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How far the picture has shifted, in the felt's worst place; ``share`` of the marks agree on it.

    ``millimetres`` is None where too few marks are found again: it is dark, the felt is covered, or the camera looks
    elsewhere. Where they are found only once the picture is *turned* by so many degrees, what is left of it then.
    """

    millimetres: float | None
    share: float
    turned: int = 0

    @property
    def nudged(self) -> bool:
        """Whether positions on the felt are no longer what they were."""
        return self.turned != 0 or (self.millimetres is not None and self.millimetres > LIMIT)


class Anchor:
    """The marks of one picture of the empty table; cheap to compare with frame after frame."""

    def __init__(self, reference: Picture, view: View) -> None:
        self._view, self._reference = view, reference
        self._even = evened(reference)
        found = cv2.goodFeaturesToTrack(self._even, MARKS, 0.01, APART, mask=self._around(view))
        self._marks = np.zeros((0, 2), np.float32) if found is None else floats(found).reshape(-1, 2)

    @cached_property
    def telling(self) -> bool:
        """Whether there are marks that grain does not hide: on plain felt grain is all there is."""
        return self._compared(evened(_retaken(self._reference)), self._marks).millimetres is not None

    @cached_property
    def _turns(self) -> list[int]:
        """The turns by which the table does not look alike: else a cloth over one side would make it seem turned."""
        return [turn for turn in TURNS if self._turned(self._even, turn).millimetres is None]

    def shift(self, frame: Picture) -> Shift:
        """Return how far *frame* has shifted against the reference, or that it is turned."""
        if frame.shape[:2] != self._even.shape:
            return Shift(None, 0.0)
        even = evened(frame)
        upright = self._compared(even, self._marks)
        if upright.millimetres is not None:
            return upright
        turned = (self._turned(even, turn) for turn in self._turns)
        return next((shift for shift in turned if shift.millimetres is not None), upright)

    def _turned(self, even: Picture, degrees: int) -> Shift:
        some = np.ascontiguousarray(self._marks[::SEVERAL])
        return replace(self._compared(_turned(even, degrees), some), turned=min(degrees, 360 - degrees))

    def _compared(self, even: Picture, marks: Field) -> Shift:
        if len(marks) < LEAST_MARKS:
            return Shift(None, 0.0)
        before, after = self._tracked(even, marks)
        share = len(before) / len(marks)
        if len(before) < LEAST_MARKS:
            return Shift(None, share)
        motion, agreeing = cv2.estimateAffinePartial2D(before, after, ransacReprojThreshold=OFF, refineIters=20)
        share = 0.0 if agreeing is None else float(agreeing.sum()) / len(marks)
        if motion is None or share < LEAST_SHARE:
            return Shift(None, share)
        return Shift(self._worst(floats(motion)), share)

    def _tracked(self, frame: Picture, marks: Field) -> tuple[Field, Field]:
        """Those of *marks* that are found in *frame* and, from there, back where they were."""
        there, found, _ = cv2.calcOpticalFlowPyrLK(self._even, frame, marks, marks.copy(), winSize=WINDOW, maxLevel=4)
        back, _, _ = cv2.calcOpticalFlowPyrLK(
            frame, self._even, there, floats(there).copy(), winSize=WINDOW, maxLevel=4
        )
        same = (np.linalg.norm(back - marks, axis=1) < ROUND_TRIP) & (np.ravel(found) == 1)
        return marks[same], floats(there)[same]

    def _worst(self, motion: Field) -> float:
        width, height = self._view.layout.width, self._view.layout.height
        felt = floats([(0, 0), (width, 0), (width, height), (0, height), (width / 2, height / 2)])
        moved = self._view.pixels(felt) @ floats(motion[:, :2]).T + floats(motion[:, 2])
        return float(np.linalg.norm(self._view.millimetres(moved) - felt, axis=1).max())

    def _around(self, view: View) -> Picture:
        width, height = view.layout.width, view.layout.height
        mask = np.zeros((view.camera.height, view.camera.width), np.uint8)
        outline = view.outline([(0, 0), (width, 0), (width, height), (0, height)])
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255)
        return np.asarray(cv2.dilate(mask, np.ones((2 * BORDER + 1, 2 * BORDER + 1), np.uint8)), np.uint8)


def _turned(even: Picture, degrees: int) -> Picture:
    """*even* turned around its middle; what is then outside is lost."""
    height, width = even.shape
    motion = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1)
    return np.asarray(cv2.warpAffine(even, motion, (width, height), borderValue=128), np.uint8)


def moved(reference: Picture, frame: Picture, view: View) -> Shift:
    """Return how far *frame* has shifted against *reference*; both of the camera that *view* is calibrated for."""
    return Anchor(reference, view).shift(frame)


def _retaken(picture: Picture) -> Picture:
    """Return *picture* with other grain than its own: as if it had been taken once more."""
    grain = np.random.default_rng(0).normal(0, GRAIN, picture.shape)
    return np.asarray(np.clip(cv2.medianBlur(picture, SMOOTH) + grain, 0, 255), np.uint8)


def evened(picture: Picture) -> Picture:
    """Return *picture* in grey with the light taken out: each place against its surroundings, by their contrast."""
    grey = floats(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2))
    around = cv2.blur(grey, (61, 61))
    apart = grey - around
    # Rounding makes the mean of squares of an even place a little less than nothing.
    contrast = np.sqrt(np.maximum(cv2.blur(apart * apart, (61, 61)), 0)) + 2
    return np.asarray(np.clip(128 + 40 * apart / contrast, 0, 255), np.uint8)
