"""Night time: the machine's monotonic clock, times a speed, plus an offset that ``run_started`` fixes.

It never decreases within a journal, whatever the machine's clocks do and however often the program restarts.
"""

import threading
import time

SECOND = 1_000_000_000
"""Nanoseconds."""


class NightClock:
    """Night time in nanoseconds; ``speed`` table seconds pass in a second of the wall's."""

    def __init__(self, offset: int = 0, speed: float = 1.0) -> None:
        self.speed = speed
        self._offset = offset
        self._start = time.monotonic_ns()

    def now(self) -> int:
        """The night time of this moment."""
        return self._offset + int((time.monotonic_ns() - self._start) * self.speed)

    def go_on_from(self, at: int) -> None:
        """It is night time *at* now: what was done since, before anybody was at the table, took no time."""
        self._offset, self._start = at, time.monotonic_ns()

    def wall_ms_since(self, at: int) -> float:
        """How many milliseconds of the wall's time have passed since night time *at*."""
        return (self.now() - at) / self.speed / 1e6

    def wait_until(self, at: int, stop: threading.Event) -> bool:
        """Sleep until night time *at*; false when *stop* was set first."""
        return not stop.wait(max(0.0, (at - self.now()) / self.speed / SECOND))
