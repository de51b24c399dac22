"""The felt under what lies on it: lamps stand where they stand, and a light table shows it."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats

APART = 26
"""Levels by which what lies on the felt differs from it."""
HALF, MEDIAN = 2, 31
"""Size of the window whose median is the felt without what lies on it, in a picture half as large again: the felt has
no details. An arm is narrower than half of it."""
SOME = 7
"""Of so many places of the felt one tells its light."""
COARSE, LEAST = 4, 0.01
"""By how much smaller its light is looked for; and of which share of its surroundings a place takes it over."""
ROUNDS, UNEVEN = 4, 40
"""How often the light of the felt is fitted to what differs from it by fewer levels: the rest is no felt."""


class Cloth:
    """The felt as it would be without what lies on it, however uneven its light."""

    def __init__(self, felt: NDArray[Any]) -> None:
        """*felt*: where it lies in a quarter frame, not 0."""
        height, width = felt.shape
        self._full, self._half, self._coarse = ((width // n, height // n) for n in (1, HALF, COARSE))
        self._outside = ~_shrunk(felt, self._half)
        self._felt = _shrunk(felt, self._coarse)
        y, x = np.mgrid[-1 : 1 : 1j * self._coarse[1], -1 : 1 : 1j * self._coarse[0]]
        self._curved = floats(np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 2))
        self._some = np.flatnonzero(self._felt)[::SOME]

    def felts(self, small: Picture) -> tuple[Picture, Picture]:
        """Return the felt that the quarter frame *small* shows, by what is most of each neighbourhood and by its light.

        Among cards that lie side by side the first is a card's paper, and of a felt in two colours the second is one.
        """
        half = np.asarray(cv2.resize(small, self._half, interpolation=cv2.INTER_AREA), np.uint8)
        lit = self._lit(cv2.resize(half, self._coarse, interpolation=cv2.INTER_AREA))
        # Beyond its edge the felt goes on, or what lies there would be the felt of all that lies near it.
        half[self._outside] = cv2.resize(lit, self._half)[self._outside]
        here = np.asarray(cv2.resize(cv2.medianBlur(half, MEDIAN), self._full), np.uint8)
        return here, np.asarray(cv2.resize(lit, self._full), np.uint8)

    def lit(self, small: Picture) -> Picture:
        """Return the felt in its light, as large as the quarter frame *small* that shows it."""
        coarse = cv2.resize(small, self._coarse, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(self._lit(coarse), self._full), np.uint8)

    def _lit(self, coarse: NDArray[Any]) -> Picture:
        """Return the felt in its light: a curved surface, and how far the felt around each place is off it."""
        seen = floats(coarse)
        surface = self._curved @ self._surface(seen.reshape(-1, 3)[self._some])
        off, window = seen - surface, (MEDIAN * HALF // COARSE,) * 2
        felt = floats((np.abs(off).max(axis=2) < APART) & self._felt)[:, :, None]
        around = cv2.blur(off * felt, window) / np.maximum(cv2.blur(felt, window), LEAST)[:, :, None]
        return np.asarray(np.clip(surface + around, 0, 255), np.uint8)

    def _surface(self, seen: Field) -> Field:
        """Return the light of the felt, (6, 3), fitted to those of some places, *seen* (n, 3), that no thing hides."""
        at, surface = self._curved.reshape(-1, 6)[self._some], np.zeros((6, 3), np.float32)
        if not len(seen):
            return surface  # a camera that does not see the felt at all
        surface[0] = np.median(seen, axis=0)
        for _ in range(ROUNDS):
            felt = np.abs(seen - at @ surface).max(axis=1) < UNEVEN
            if np.count_nonzero(felt) < len(seen) // 4:
                break
            surface = floats(np.linalg.lstsq(at[felt], seen[felt], rcond=None)[0])
        return surface


def _shrunk(felt: NDArray[Any], size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return in another *size* what lies wholly within the mask *felt*."""
    return np.asarray(cv2.resize(felt * np.float32(1), size, interpolation=cv2.INTER_AREA) > 0.999)
