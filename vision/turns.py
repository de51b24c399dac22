"""One card reader for all cameras of a table: they take turns."""

import threading

from vision.arrays import Picture
from vision.detector import Detector
from vision.reader import CardReader
from vision.reading import SeenCard


class Turns:
    """What a camera needs of a reader; of two that ask at once the first is answered first, by all cores.

    Any thread may use a ``CardReader``. But two readings side by side share the cores and both end late; one after the
    other the first ends in half the time and the second no later.
    """

    def __init__(self, reader: CardReader) -> None:
        self._reader, self._turn = reader, threading.Lock()
        self.sure = reader.sure

    @property
    def detector(self) -> Detector | None:
        """What finds chips, where there is one."""
        return self._reader.detector

    def cards(self, picture: Picture, card_long: float | None = None) -> tuple[SeenCard, ...]:
        """Return what lies in *picture*, (h, w, 3), as cards; see ``CardReader.cards``."""
        with self._turn:
            return self._reader.cards(picture, card_long)
