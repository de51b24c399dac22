"""In which light chips lie: the felt beside them tells, as it looks now and as it did at the calibration.

The table file's colours are as the camera saw them then. In a third of that light a white chip looks like a black one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.zones import QUARTER, Box, View

Light = Callable[[Field], Field]
"""From a colour as it is seen, (3,) BGR, to what it may be in the light that colours are known in, (n, 3)."""
Edges = tuple[float, float, float, float]
"""Left, top, right, bottom of what lies on the felt, in pixels of the picture."""

SOME = 4
"""Of so many rows and columns of the quarter frame one tells the light of all of the felt."""
AROUND = 2.5
"""How far from its middle the felt around a chip tells its light, in radii of the chip: a shadow may end beyond."""
RIM = 1.15
"""How much larger than its box a thing hides the felt: its edges are blurred, and it throws a shadow."""
ENOUGH = 25
"""So many places of the felt, in quarter pixels, tell the light."""
STEADY = 0.08
"""By how much the felt looks other in light that is the same."""
LIGHTER, TINTED = 1.6, 1.6
"""By how much lighter, and how much more coloured, a part of the felt is than the rest: beyond it is no felt."""
MOST_TINTED = 2.6
"""How much more coloured all of the felt may be than then: beyond it another cloth lies there."""
BLACK = 2.0
"""By how many levels cameras differ in what they show of black: in little light no colour is surer than that."""
DARK = 4.0
"""Levels that say nothing of the felt's colour: a camera may show black so much lighter or darker."""
CLIPPED = 250
"""From this level on light may have been more than the camera shows."""


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A *part* of the felt as the calibration's picture shows it, and by how much lighter most of the felt is now."""

    part: Picture
    usual: Field


class Lamp:
    """The felt of one camera as it was at the calibration, to be compared with how it is now."""

    def __init__(self, view: View, empty: Picture) -> None:
        """*empty*: the picture kept then."""
        self._empty = empty
        self._felt = view.felt[::SOME, ::SOME]
        self._then = floats(self._some(empty))
        self._at, self._usual, self._other = -1, floats(np.ones(3)), False

    def over(self, box: Box, frame: Picture, at: int) -> Calibrated | None:
        """Return how the part *box* of *frame*, the one of night time *at*, looked then; None for another felt."""
        if at != self._at:
            self._at, now = at, floats(self._some(frame))
            self._usual = _median((now + 0.5) / (self._then + 0.5))
            self._other = _is_other(self._then, now)
        if self._other:
            return None
        left, top, right, bottom = box
        return Calibrated(self._empty[top:bottom, left:right], self._usual)

    def _some(self, picture: Picture) -> Picture:
        step = QUARTER * SOME
        height, width = self._felt.shape
        return picture[::step, ::step][:height, :width][self._felt]


def lights(picture: Picture, then: Calibrated, boxes: Sequence[Edges]) -> list[Light | None]:
    """Return the light in which each of the *boxes* in *picture* lies; None where it is that of the calibration."""
    felt = _Felt(picture, then, boxes)
    return [felt.light(box) for box in boxes]


class _Felt:
    """The felt of a picture beside what lies on it, then and now, in quarter pixels."""

    def __init__(self, picture: Picture, then: Calibrated, boxes: Sequence[Edges]) -> None:
        size = max(1, picture.shape[1] // QUARTER), max(1, picture.shape[0] // QUARTER)
        self._then, now = (
            floats(cv2.resize(one.astype(np.float32), size, interpolation=cv2.INTER_AREA)) + 0.5
            for one in (then.part, picture)
        )
        self._lighter, self._usual = now / self._then, then.usual
        self._y, self._x = np.mgrid[: size[1], : size[0]] + 0.5
        self._free = np.ones(size[::-1], bool)
        for box in boxes:
            self._free &= ~self._near(box, RIM)

    def light(self, box: Edges) -> Light | None:
        """Return the light in which what is in *box* lies: that of the felt around it, or of the part, or of all."""
        lighter, felt = self._usual, self._free
        for places in (self._near(box, AROUND) & self._free, self._free):
            seen = _median(self._lighter[places]) if np.count_nonzero(places) >= ENOUGH else None
            if seen is not None and self._is_felt(seen):
                lighter, felt = seen, places
                break
        if np.abs(lighter - 1).max() < STEADY:
            return None
        return _as_then(_median(self._then[felt] if felt.any() else self._then.reshape(-1, 3)), lighter)

    def _near(self, box: Edges, reach: float) -> NDArray[np.bool_]:
        left, top, right, bottom = (edge / QUARTER for edge in box)
        across, down = (max(1.0, reach * (end - start) / 2) for start, end in ((left, right), (top, bottom)))
        x, y = self._x - (left + right) / 2, self._y - (top + bottom) / 2
        return np.asarray((x / across) ** 2 + (y / down) ** 2 < 1)

    def _is_felt(self, lighter: Field) -> bool:
        """Whether that may be the felt in another light, and is not paper, or a sleeve: shadows have no colour."""
        by = lighter / self._usual
        return bool(by.max() < LIGHTER and by.max() < TINTED * by.min())


def _as_then(felt: Field, lighter: Field) -> Light:
    """Return what takes a colour to the light in which the *felt* looked so, and which is now so much *lighter*."""
    black, now = floats([[0], [-BLACK], [BLACK]]), felt * lighter
    by = (felt + black) / np.maximum(now + black, 0.5)
    lost = _is_lost(felt, now)

    def light(seen: Field) -> Field:
        known = floats(np.where(seen >= CLIPPED, 255, np.clip((seen + black) * by, 0, 255)))
        # Where a colour of the felt is lost in black a chip may have any.
        return np.vstack([known, floats([[0] * 3, [255] * 3])]) if lost else known

    return light


def _is_other(then: Field, now: Field) -> bool:
    """Whether the pixels *now* show another cloth than *then*; of a colour cut off at black that is not to be told."""
    by = _median((now + DARK) / (then + DARK))
    return bool(by.max() > MOST_TINTED * by.min()) and not _is_lost(_median(then), _median(now))


def _is_lost(then: Field, now: Field) -> bool:
    """Whether a colour that the felt had *then* is *now* lost in black."""
    return bool(((now < DARK) & (then > 2 * DARK)).any())


def _median(pixels: Field) -> Field:
    return floats(np.median(pixels.reshape(-1, 3), axis=0)) if pixels.size else floats(np.ones(3))
