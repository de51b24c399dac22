"""Pings: which are on their way, and when the next is due."""

SECOND = 1_000_000_000
"""Nanoseconds."""

SOON, OFTEN = SECOND // 10, SECOND * 239 // 1000
"""Between two pings: until the clock is known, and then; off the beat of everything that repeats."""


class Pings:
    """The pings that were sent, by their number; times are night time in ns."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._last = self._number = 0

    def due(self, at: int, known: bool) -> bool:
        """Whether another is due; *known*: whether the device's clock is."""
        return at - self._last >= (OFTEN if known else SOON)

    def send(self, at: int) -> int:
        """The number of a ping that is sent now; after a second nobody waits for its answer."""
        self._number, self._last = (self._number + 1) % 256, at
        self._sent = {number: sent for number, sent in self._sent.items() if at - sent < SECOND}
        self._sent[self._number] = at
        return self._number

    def answered(self, number: int) -> int | None:
        """When the ping was sent to which this is the first answer; None if there is none."""
        return self._sent.pop(number, None)
