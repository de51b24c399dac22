"""Night time: the machine's monotonic clock, times a speed, plus an offset that ``run_started`` fixes.

It never decreases within a journal, whatever the machine's clocks do and however often the program restarts.
"""

import threading
import time

SECOND = 1_000_000_000
"""Nanoseconds."""


def _wall_ahead() -> int:
    return time.time_ns() - time.monotonic_ns()


class NightClock:
    """Night time in nanoseconds; ``speed`` table seconds pass in a second of the wall's."""

    def __init__(self, offset: int = 0, speed: float = 1.0) -> None:
        self.speed = speed
        self.held = 0
        """How many ns of night time were waited for somebody, see ``hold``."""
        self._stood = 0.0
        self._ahead = _wall_ahead()
        self._lock = threading.Lock()
        self._offset = offset
        self._start = time.monotonic_ns()
        self._most: int | None = None

    def now(self) -> int:
        """The night time of this moment."""
        with self._lock:
            return self._reached()

    def go_on_from(self, at: int) -> None:
        """It is night time *at* now: what was done since, before anybody was at the table, took no time."""
        with self._lock:
            self._go_on_from(at)

    def hold(self, at: int | None) -> None:
        """Let night time stand still at *at* until the next call moves it on; None: let it run.

        If it is later than *at* already it stands still at once: what was done until now has its times.
        """
        with self._lock:
            reached = self._reached()  # what has passed beyond the old moment until now was waited, and does not count
            self._most = None if at is None else max(at, reached)

    def _reached(self) -> int:
        """``now``, for who holds the lock."""
        at = self._offset + int((time.monotonic_ns() - self._start) * self.speed)
        if self._most is None or at <= self._most:
            return at
        self.held += at - self._most
        self._go_on_from(self._most)
        return self._most

    def _go_on_from(self, at: int) -> None:
        now = time.monotonic_ns()
        self._stood += now - self._start - (at - self._offset) / self.speed
        self._offset, self._start = at, now

    def stood(self) -> int:
        """How many ns of the wall's time passed, since there was this clock, in which night time stood still.

        Nobody counts them otherwise: time waited for somebody, a machine that slept, a wall clock that was put right.
        """
        self.now()  # what has passed beyond a moment it was held at counts up to now
        return int(self._stood) + _wall_ahead() - self._ahead

    def wall_ms_since(self, at: int) -> float:
        """How many milliseconds of the wall's time have passed since night time *at*."""
        return (self.now() - at) / self.speed / 1e6

    def wait_until(self, at: int, stop: threading.Event) -> bool:
        """Sleep until night time *at*; false when *stop* was set first."""
        return not stop.wait(max(0.0, (at - self.now()) / self.speed / SECOND))
