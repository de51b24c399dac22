"""One card reader for all cameras of a table: as many read at once as there are cores for it; the others wait.

A table has one deck: what its cards showed of its letters, English, German or others, is remembered.
"""

import threading

from vision.arrays import Picture
from vision.detector import Detector
from vision.engines import CORES
from vision.letters import Known
from vision.reader import CardReader
from vision.reading import SeenCard


def cores_each(cameras: int) -> int:
    """Return how many cores a reading should have at a table with so many *cameras*.

    Cameras see the same card come to rest, and what the first one tells waits for the other (``inbox.py``): of two
    readings side by side, a core each, both end before the second of two that have all cores in turn.
    """
    return max(1, CORES // max(1, cameras))


class Turns:
    """What a camera needs of a reader. Who asks while all cores are busy is answered when one is free."""

    def __init__(self, reader: CardReader, cameras: int = 1) -> None:
        """*reader* has ``cores_each`` cores for a reading, as so many *cameras* ask it."""
        self._reader, self._free = reader, threading.Semaphore(CORES // cores_each(cameras))
        self.sure, self._deck = reader.sure, Known()

    @property
    def detector(self) -> Detector | None:
        """What finds chips, where there is one."""
        return self._reader.detector

    def cards(
        self, picture: Picture, card_long: float | None = None, *, empty: Picture | None = None
    ) -> tuple[SeenCard, ...]:
        """Return what lies in *picture*, (h, w, 3), as cards; see ``CardReader.cards``."""
        with self._free:
            return self._reader.cards(picture, card_long, self._deck, empty)
