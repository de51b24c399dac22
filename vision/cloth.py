"""The felt under what lies on it: lamps stand where they stand, and a light table shows it."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats

APART = 26
"""Levels by which what lies on the felt differs from it."""
COARSE, MEDIAN = 4, 15
"""By how much smaller than a quarter frame the felt is looked at, for it has no details; and the size of the window in
it whose median is the felt without what lies on it: an arm is narrower than half of that."""
SOME = 7
"""Of so many places of the felt one tells its light."""
LEAST = 0.01
"""Of which share of its surroundings, at the least, a place takes over its light."""
ROUNDS, UNEVEN = 4, 40
"""How often the light of the felt is fitted to what differs from it by fewer levels: the rest is no felt."""


class Cloth:
    """The felt as it would be without what lies on it, however uneven its light."""

    def __init__(self, felt: NDArray[Any]) -> None:
        """*felt*: where it lies in a quarter frame, not 0."""
        height, width = felt.shape
        self._full, self._coarse = ((width // n, height // n) for n in (1, COARSE))
        self._felt = _shrunk(felt, self._coarse)
        y, x = np.mgrid[-1 : 1 : 1j * self._coarse[1], -1 : 1 : 1j * self._coarse[0]]
        self._curved = floats(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 2))
        self._some = np.flatnonzero(self._felt)[::SOME]

    def felts(self, small: Picture) -> tuple[Picture, Picture]:
        """Return the felt that the quarter frame *small* shows, by what is most of each neighbourhood and by its light.

        Among cards that lie side by side the first is a card's paper, and of a felt in two colours the second is one.
        """
        coarse = self._shrunk(small)
        lit = self._lit(coarse)
        # Beyond its edge the felt goes on, or what lies there would be the felt of all that lies near it.
        most = cv2.medianBlur(np.where(self._felt[:, :, None], coarse, lit), MEDIAN)
        here, everywhere = (np.asarray(cv2.resize(felt, self._full), np.uint8) for felt in (most, lit))
        return here, everywhere

    def lit(self, small: Picture) -> Picture:
        """Return the felt in its light, as large as the quarter frame *small* that shows it."""
        return np.asarray(cv2.resize(self._lit(self._shrunk(small)), self._full), np.uint8)

    def _shrunk(self, small: Picture) -> Picture:
        return np.asarray(cv2.resize(small, self._coarse, interpolation=cv2.INTER_AREA), np.uint8)

    def _lit(self, coarse: Picture) -> Picture:
        """Return the felt in its light: a curved surface, and how far the felt around each place is off it."""
        seen = floats(coarse)
        surface = self._curved @ self._surface(seen.reshape(-1, 3)[self._some])
        off, window = seen - surface, (MEDIAN,) * 2
        felt = floats((_most(off) < APART) & self._felt)[:, :, None]
        around = cv2.blur(off * felt, window) / np.maximum(cv2.blur(felt, window), LEAST)[:, :, None]
        return np.asarray(np.clip(surface + around, 0, 255), np.uint8)

    def _surface(self, seen: Field) -> Field:
        """Return the light of the felt, (6, 3), fitted to those of some places, *seen* (n, 3), that no thing hides."""
        at, surface = self._curved.reshape(-1, 6)[self._some], np.zeros((6, 3), np.float32)
        if not len(seen):
            return surface  # a camera that does not see the felt at all
        surface[0] = np.median(seen, axis=0)
        for _ in range(ROUNDS):
            felt = _most(seen - at @ surface) < UNEVEN
            if np.count_nonzero(felt) < len(seen) // 4:
                break
            # By the normal equations: six powers of -1 … 1 are far enough apart, and they take a tenth of the time.
            part = at[felt]
            surface = floats(np.linalg.lstsq(part.T @ part, part.T @ seen[felt], rcond=None)[0])
        return surface


def _most(off: Field) -> Field:
    """Return the colour that is *off* most, (..., 3) to (...): `max` along an axis of three takes ten times as long."""
    by = np.abs(off)
    return floats(np.maximum(np.maximum(by[..., 0], by[..., 1]), by[..., 2]))


def _shrunk(felt: NDArray[Any], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return in another *size* what lies wholly within the mask *felt*."""
    return np.asarray(cv2.resize(felt * np.float32(1), size, interpolation=cv2.INTER_AREA) > 0.999)
