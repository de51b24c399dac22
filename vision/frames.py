"""Does a frame show the table at all? One that is black, half or frozen says nothing, and must not be read as if."""

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.zones import View

DARK = 8.0
"""Mean brightness of a frame that shows nothing."""
FLAT = 2.0
"""Standard deviation of a frame of one colour: a lens cap, a decoder's grey."""
ALIKE = 1
"""Levels by which rows differ at most where a broken transmission filled them up; a sensor's noise is more."""
BAND = 0.06
"""Part of the felt's height that must be filled up: less is a strip of the picture that no card fits in."""
FEWEST = 6
"""Rows of the quarter frame, 24 of the frame: more than one block of a compressed picture."""
REST = 0.25
"""Share of the felt's rows that must not be filled up, to tell from them what felt looks like."""
UNLIKE, LEAST, MOST = 0.25, 6.0, 24.0
"""By what share of its brightness felt differs from felt, and by how many levels at least and at most."""
NARROW = 0.06
"""Share of a row in which felt may differ: the seams of a wooden table, no card."""
EVEN = 0.8
"""Share of the felt that repeats the row above where compression left no grain; a sensor's noise leaves half."""
FROZEN = 3_000_000_000
"""Ns in which not one pixel changed: no camera is so quiet, though a compressed stream may be for a second."""
TWICE = 100_000_000
"""Ns within which a picture that repeats the last one is that frame sent again, as where 25 a second are made 30: what
is in the air has not come to rest. A compressed stream that goes on repeating it shows that nothing moves."""


class FrameCheck:
    """Looks at one camera's frames, quarter size, in their order."""

    def __init__(self, view: View, live: bool = True) -> None:
        """*live* is false for recordings, in which a still scene may well repeat to the last bit."""
        self._live = live
        rows, columns = np.nonzero(view.felt)
        self._felt = (
            (slice(int(rows.min()), int(rows.max()) + 1), slice(int(columns.min()), int(columns.max()) + 1))
            if len(rows)
            else (slice(None), slice(None))
        )
        self._last: Picture | None = None
        self._same_since = 0

    def fault(self, small: Picture, at: int) -> str | None:
        """Why *small*, the frame of night time *at*, shows nothing; None where it shows the table."""
        if self._last is None or self._last.shape != small.shape or cv2.norm(self._last, small, cv2.NORM_INF) > 0:
            self._same_since = at
        self._last = small
        mean, deviation = cv2.meanStdDev(small)
        if float(mean.mean()) < DARK:
            return "the picture is black"
        if float(deviation.max()) < FLAT:
            return "the picture is of one colour"
        if self._torn(small[self._felt]):
            return "only a part of the picture arrives"
        if self._live and at - self._same_since >= FROZEN:
            return "the picture is frozen"
        return None

    def repeats(self, at: int) -> bool:
        """Whether the frame of night time *at*, the last one looked at, is the one before it, sent again."""
        return 0 < at - self._same_since < TWICE

    def _torn(self, felt: Picture) -> bool:
        """Whether a band of rows repeats one row, as decoders fill up what did not arrive."""
        band = _filled_up(felt)
        return band is not None and not _is_felt(felt, band)


def _filled_up(felt: Picture) -> slice | None:
    """The longest band of rows that repeat each other, if a card fits in."""
    if len(felt) < 2:
        return None
    apart = cv2.absdiff(felt[1:], felt[:-1]).reshape(len(felt) - 1, -1)
    repeats = apart.max(1) <= ALIKE  # a hundred times as fast as cv2.reduce
    needed = max(FEWEST, int(BAND * len(felt)))
    if np.count_nonzero(repeats) < needed:
        return None  # nearly every frame
    ends = np.flatnonzero(np.diff(repeats, prepend=False, append=False)).reshape(-1, 2)
    first, last = ends[np.argmax(ends[:, 1] - ends[:, 0])]
    return slice(int(first), int(last) + 1) if last - first >= needed else None


def _is_felt(felt: Picture, band: slice) -> bool:
    """Whether the *band* of rows is bare felt that strong compression made flat, as it then made all the felt.

    Filled up from a row of such felt it would look the same: that is believed.
    """
    rest = np.delete(felt, band, axis=0)
    if len(rest) < REST * len(felt):
        return False
    usual, row = floats(np.median(rest, axis=0)), floats(felt[(band.start + band.stop) // 2])
    level = np.clip(UNLIKE * np.median(usual.max(1)), LEAST, MOST)
    if np.mean(np.abs(row - usual).max(1) > level) > NARROW:
        return False
    bare = np.abs(rest - usual).max(2) <= level
    bare = bare[1:] & bare[:-1]
    return bool(bare.any() and np.mean(cv2.absdiff(rest[1:], rest[:-1]).max(2)[bare] <= ALIKE) >= EVEN)
