"""Where the cards that lie face down end: the outline of all that do so around one of them, in cells of a look."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Field, floats
from vision.localise import STRIDE, Found, Votes

DOWN = 0.5
"""A cell with at least this likelihood is part of a card face down."""
LEAST = 64.0
"""How long, in pixels, a card must be in a look that shows where it ends."""
AROUND = 1.35
"""How far around the middle of a card its region is looked for, in card lengths."""


@dataclass(frozen=True, slots=True)
class Region:
    """What lies face down in one piece: its outline's points (m, 2) in cells of a look."""

    points: Field
    look: Votes

    @property
    def area(self) -> float:
        """In cells of the look."""
        return float(cv2.contourArea(self.points))

    @property
    def notch(self) -> float:
        """How deep its deepest notch is, in cells: what one card, a box or a deck seen aslant show has none."""
        hull = cv2.convexHull(self.points)[:, 0]
        along = np.roll(hull, -1, 0) - hull
        out = np.stack([along[:, 1], -along[:, 0]], 1) / (np.hypot(along[:, :1], along[:, 1:]) + 1e-9)
        return float(np.abs(self.points @ out.T - (out * hull).sum(1)).min(1).max())


def region_around(card: Found, looks: Sequence[Votes], long: float) -> Region | None:
    """Return what lies face down around *card*, where cards are *long* pixels long, in the look that shows it best.

    None where all looks cut it off, or show nothing.
    """
    maps = [(look, look.down) for look in looks if look.down is not None and long * look.scale > LEAST]
    for look, down in sorted(maps, key=lambda one: one[0].off_size(long)):
        points = _around(down, look.there(card.quad.mean(0)), long * look.cells)
        if points is not None:
            return Region(points, look)
    return None


def _around(down: Field, at: Field, long: float) -> Field | None:
    """Return the outline around the place *at* in a map, None where it is cut off; *long*: of a card; all in cells."""
    high, wide = down.shape
    if not (0 <= at[0] < wide and 0 <= at[1] < high):
        return None
    x, y = at.astype(int)
    reach = int(AROUND * long) + 2
    left, top = max(0, x - reach), max(0, y - reach)
    part = down[top : y + reach, left : x + reach]
    _, regions = cv2.connectedComponents((part > DOWN).astype(np.uint8), connectivity=4)
    number = regions[y - top, x - left]
    mine = regions == number
    if number == 0 or mine[0].any() or mine[-1].any() or mine[:, 0].any() or mine[:, -1].any():
        return None
    points = _outline(np.where(mine | (regions == 0), part, 0))
    return None if points is None else points + floats((left, top))


def _outline(part: Field) -> Field | None:
    """Return where the likelihood of cells falls below DOWN, (m, 2) in cells, a fourth of a cell apart.

    None where it does so everywhere between cells: a single one hardly more likely than that has no outline.
    """
    finer = cv2.resize(floats(part), None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_LINEAR)
    every, _ = cv2.findContours((finer > DOWN).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return floats((max(every, key=cv2.contourArea)[:, 0] + 0.5) / STRIDE) if every else None
