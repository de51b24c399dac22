"""A capture as a cable: the bytes of a board come again, as far apart as they came."""

import time
from collections.abc import Iterable


class ReplayCable:
    """Replays *records*, pairs of a time in ns and bytes; what is sent to it is heard by nobody.

    The first comes at the first ``exchange``. Behind the last the cable is gone.
    """

    reason = "the capture is over"

    def __init__(self, records: Iterable[tuple[int, bytes]]) -> None:
        self._records = iter(records)
        self._coming = next(self._records, None)
        self._ahead: int | None = None

    def open(self) -> None:
        """There is nothing to open."""

    def wait(self, seconds: float) -> None:
        """For *seconds*."""
        time.sleep(seconds)

    def close(self) -> None:
        """There is nothing to close."""

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """What came by then; None when all has come."""
        if self._coming is None:
            return None
        if self._ahead is None:
            self._ahead = at - self._coming[0]
        data = b""
        while self._coming is not None and self._coming[0] + self._ahead <= at:
            data += self._coming[1]
            self._coming = next(self._records, None)
        return data
