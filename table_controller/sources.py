"""The threads that put observations on the queue: cameras, the board. A source that fails is an observation."""

import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from numpy import uint8
from numpy.typing import NDArray

from table_controller.clock import SECOND, NightClock
from table_controller.inbox import Inbox
from table_controller.records.observations import Observation, SourceLost, SourceRestored

Frame = NDArray[uint8]


class Looks(Protocol):
    """What turns frames into observations: ``vision.live.Watcher``."""

    def look(self, frame: Frame, at: int) -> Iterable[Observation]:
        """What *frame*, taken at night time *at*, shows newly."""


class Camera(threading.Thread):
    """Takes a picture every *period* of night time and lets the watcher look at it; the newest frame wins.

    ``picture(at)`` returns the frame of night time *at*, or None when the camera has none (lost).
    """

    def __init__(
        self,
        name: str,
        picture: Callable[[int], Frame | None],
        watcher: Looks,
        inbox: Inbox,
        clock: NightClock,
        period: int = SECOND // 10,
    ) -> None:
        super().__init__(name=f"camera {name}", daemon=True)
        self.camera, self.frames, self.dropped, self.latest = name, 0, 0, None
        self.latest: Frame | None
        self.stop = threading.Event()
        self._picture, self._watcher, self._inbox, self._clock, self._period = picture, watcher, inbox, clock, period
        self._lost = False

    def run(self) -> None:
        """Until ``stop``: wait for the next due frame, skip those that are past, look."""
        due = self._clock.now()
        while self._clock.wait_until(due, self.stop):
            late = (self._clock.now() - due) // self._period
            self.dropped += late
            due += late * self._period
            self._look(due)
            due += self._period

    def _look(self, at: int) -> None:
        try:
            frame = self._picture(at)
        except Exception as fault:
            self._lose(at, f"{type(fault).__name__}: {fault}")
            return
        if frame is None:
            self._lose(at, "no picture")
            return
        self._restore(at)
        self.frames, self.latest = self.frames + 1, frame
        for observation in self._watcher.look(frame, at):
            self._inbox.put(observation)

    def _lose(self, at: int, reason: str) -> None:
        if not self._lost:
            self._lost = True
            self._inbox.put(SourceLost(at=at, source=self.camera, reason=reason))

    def _restore(self, at: int) -> None:
        if self._lost:
            self._lost = False
            self._inbox.put(SourceRestored(at=at, source=self.camera))


class Board(threading.Thread):
    """Polls the board's link every few milliseconds of the wall's time."""

    def __init__(self, poll: Callable[[int], Iterable[Observation]], inbox: Inbox, clock: NightClock) -> None:
        super().__init__(name="board", daemon=True)
        self.stop = threading.Event()
        self._poll, self._inbox, self._clock = poll, inbox, clock
        self._lost = False

    def run(self) -> None:
        """Until ``stop``: hand on what the board said."""
        while not self.stop.wait(0.005):
            at = self._clock.now()
            try:
                for observation in self._poll(at):
                    self._inbox.put(observation)
            except Exception as fault:
                if not self._lost:
                    self._lost = True
                    self._inbox.put(SourceLost(at=at, source="board", reason=f"{type(fault).__name__}: {fault}"))
            else:
                if self._lost:
                    self._lost = False
                    self._inbox.put(SourceRestored(at=at, source="board"))
