"""How high things already lie on the table, so that what comes next lies on top of them."""

import math

import numpy as np
from numpy.typing import NDArray

from vision.pathtraced.plan import CARD_LONG, CARD_THICK, CARD_WIDE, Bend

CELL = 0.002
"""Metres."""
GAP = 0.00008
Grid = NDArray[np.float64]


class Heights:
    """The table within *reach* metres of its middle, in cells; *fixed* are those no card may lie on."""

    def __init__(self, reach: float) -> None:
        side = int(2 * reach / CELL)
        self._reach = reach
        self._high = np.zeros((side, side))
        self._fixed = np.zeros((side, side), bool)

    def _around(self, x: float, y: float, far: float) -> tuple[tuple[slice, slice], Grid, Grid]:
        """Return the cells within *far* of a place, and where each lies from it."""
        side = len(self._high)
        low = [min(side - 1, max(0, int((at - far + self._reach) / CELL))) for at in (x, y)]
        top = [min(side, max(1, int((at + far + self._reach) / CELL) + 2)) for at in (x, y)]
        rows, columns = np.mgrid[low[1] : top[1], low[0] : top[0]]
        cells = slice(low[1], top[1]), slice(low[0], top[0])
        return cells, (columns + 0.5) * CELL - self._reach - x, (rows + 0.5) * CELL - self._reach - y

    def lay_card(self, x: float, y: float, turn: float, bend: Bend, size: float = 1.0) -> float | None:
        """Lay a card and return its height, or None where chips or a glass are in the way."""
        cells, across, up = self._around(x, y, 0.056 * size)
        c, s = math.cos(turn) / size, math.sin(turn) / size
        u, v = c * across + s * up, c * up - s * across
        mine = (abs(u) < CARD_WIDE / 2) & (abs(v) < CARD_LONG / 2)
        if not mine.any() or (self._fixed[cells] & mine).any():
            return None
        rises = np.vectorize(bend.rise, otypes=[float])(u[mine], v[mine])
        under = self._high[cells]
        z = float((under[mine] - rises).max()) + GAP
        under[mine] = z + rises + CARD_THICK
        return z

    def stand(self, x: float, y: float, radius: float, high: float, on_cards: bool) -> float | None:
        """Stand something round somewhere and return its height, or None where it would stand on what it must not."""
        cells, across, up = self._around(x, y, radius + CELL)
        mine = np.hypot(across, up) < radius
        under = self._high[cells]
        if not mine.any() or (self._fixed[cells] & mine).any() or (not on_cards and under[mine].max() > 0):
            return None
        z = float(under[mine].max()) + GAP
        under[mine] = z + high
        self._fixed[cells] |= mine
        return z

    def cover(self, x: float, y: float, half: tuple[float, float], turn: float, high: float) -> float | None:
        """Lay a flat box on whatever lies there and return its height, or None where something stands."""
        cells, across, up = self._around(x, y, math.hypot(*half))
        c, s = math.cos(turn), math.sin(turn)
        mine = (abs(c * across + s * up) < half[0]) & (abs(c * up - s * across) < half[1])
        under = self._high[cells]
        if not mine.any() or (self._fixed[cells] & mine).any():
            return None
        z = float(under[mine].max()) + GAP
        under[mine] = z + high
        self._fixed[cells] |= mine
        return z
