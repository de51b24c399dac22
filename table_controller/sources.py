"""The threads that put observations on the queue: cameras and the board. A source that fails is an observation."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

from numpy import uint8
from numpy.typing import NDArray

from table_controller.clock import SECOND, NightClock
from table_controller.inbox import Inbox
from table_controller.records import Seat
from table_controller.records.observations import Observation, SourceLost, SourceRestored
from table_controller.saying import say_fault

Frame = NDArray[uint8]


class Shot(NamedTuple):
    """A frame and the night time (ns) at which it was taken."""

    at: int
    frame: Frame


class Looks(Protocol):
    """What turns frames into observations: ``vision.live.Watcher``."""

    reached: int
    """The night time (ns) before which it will say nothing more."""
    fault: str | None
    """Why the picture is not believed now, or None."""
    calm: bool
    """Whether nothing moves and nothing is left to look at: then fewer frames are enough."""

    def look(self, frame: Frame, at: int) -> Iterable[Observation]:
        """What *frame*, taken at night time *at*, shows newly."""

    def afresh(self) -> None:
        """Tell all that lies there once more with the next frames: for a while nobody saw it."""


class Taken(Protocol):
    """What a camera has since the last time: ``vision.capture.Taken``."""

    @property
    def frame(self) -> Frame | None:
        """The newest frame, None if none has come."""

    @property
    def at(self) -> int:
        """When it was taken, night time in ns."""

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What became of the camera itself: lost, restored."""

    @property
    def dropped(self) -> int:
        """Frames that nobody took in time, since the beginning."""


class Captures(Protocol):
    """A camera's own thread: ``vision.capture.Capture``."""

    def take(self, calm: bool) -> Taken:
        """The newest frame, and what became of the camera; never waits. While *calm* some frames may be left out."""

    def stop(self) -> None:
        """Let go of the camera."""


LONGEST_BLINK = 800_000_000
"""Ns between two frames after which a camera counts as blind meanwhile: in that time a bet comes and is swept."""


_MEASURED = 31
"""Frames that a camera's rate is taken from."""


class Source(threading.Thread):
    """A thread that works until ``stop``; a failure is told once as a lost source, then as restored."""

    def __init__(self, name: str, inbox: Inbox, clock: NightClock) -> None:
        super().__init__(name=name, daemon=True)
        self.stop = threading.Event()
        self.fault: str | None = None
        """Why the source is lost, or None while it works."""
        self._inbox, self._clock = inbox, clock

    @property
    def trouble(self) -> str | None:
        """What its light says: why the source is lost, or what is wrong with what it sends; None if all is well."""
        return self.fault

    def run(self) -> None:
        """Until ``stop``: work, every few milliseconds."""
        while not self.stop.wait(0.004):
            self.attempt(self.work)
        self._inbox.reached(self.name, None)

    def work(self) -> None:
        """What the source does in a few milliseconds."""

    def close(self) -> None:
        """Let go of what it holds, once its thread has ended."""

    def restored(self) -> None:
        """What the source does once it is told to be back."""

    def attempt(self, work: Callable[[], None]) -> None:
        """Do *work*; its failure becomes an observation."""
        try:
            work()
        except Exception as fault:
            if self.fault is None:
                say_fault()
                self.fault = f"{type(fault).__name__}: {fault}"
                self._inbox.reached(self.name, None)
                self._inbox.put(SourceLost(at=self._clock.now(), source=self.name, reason=self.fault))
        else:
            if self.fault is not None:
                self.fault = None
                self._inbox.put(SourceRestored(at=self._clock.now(), source=self.name))
                self.restored()


class Camera(Source):
    """A camera and the watcher that looks at its frames; ``shot`` is the newest of them."""

    def __init__(self, name: str, watcher: Looks, inbox: Inbox, clock: NightClock) -> None:
        super().__init__(name, inbox, clock)
        self.frames, self.dropped = 0, 0
        self.shot: Shot | None = None
        self.away = False
        """Whether it is told as lost since the last run ended, until its first picture of this one."""
        self._moments: deque[int] = deque(maxlen=_MEASURED)
        self._watcher, self._seen_at, self._late, self._passed_over = watcher, 0, False, 0

    @property
    def trouble(self) -> str | None:
        """Why it is lost, or why its picture is not believed."""
        return self.fault or self._watcher.fault

    @property
    def rate(self) -> float | None:
        """How many frames a second of night time were looked at lately; None before the second one."""
        moments = tuple(self._moments)
        passed = moments[-1] - moments[0] if moments else 0
        return (len(moments) - 1) * SECOND / passed if passed else None

    def restored(self) -> None:
        """Have all told once more: what was told before is in doubt."""
        self._watcher.afresh()

    def see(self, frame: Frame, at: int) -> None:
        """Look at *frame* of night time *at*; what happened since the last one long ago, nobody saw."""
        if self.away:
            self.away = False
            self._inbox.put(SourceRestored(at=at, source=self.name))
        gap = at - self._seen_at if self._seen_at else 0
        if gap > LONGEST_BLINK:
            self._inbox.put(SourceLost(at=self._seen_at, source=self.name, reason=self._unseen_for(gap)))
            self._inbox.put(SourceRestored(at=at, source=self.name))
            self._watcher.afresh()
        self._late, self._passed_over = gap > LONGEST_BLINK, self.dropped
        self._seen_at = at
        self.frames, self.shot = self.frames + 1, Shot(at, frame)
        self._moments.append(at)
        for observation in self._watcher.look(frame, at):
            self._inbox.put(observation)
        if self._inbox.reached(self.name, self._watcher.reached):
            self._watcher.afresh()

    def _unseen_for(self, gap: int) -> str:
        """Why nothing was seen for *gap* ns: who sent frames that nobody looked at is not to blame for it."""
        if self.dropped > self._passed_over:
            return "cannot keep up"
        # Twice running it was no accident: that is how slow this camera is.
        return f"{'too slow: a picture only every' if self._late else 'no picture for'} {gap / SECOND:.1f} s"


class RealCamera(Camera):
    """A camera whose newest frame is looked at as soon as it is there."""

    def __init__(self, name: str, capture: Captures, watcher: Looks, inbox: Inbox, clock: NightClock) -> None:
        super().__init__(name, watcher, inbox, clock)
        self._capture = capture

    def work(self) -> None:
        """Look at what the camera took; of a camera that is lost by now first at what it took last."""
        taken = self._capture.take(self._watcher.calm)
        self.dropped = taken.dropped
        gone = [one for one in taken.observations if isinstance(one, SourceLost) and one.at >= taken.at]
        self._tell(one for one in taken.observations if one not in gone)
        try:
            if taken.frame is not None:
                self.see(taken.frame, taken.at)
        finally:
            self._tell(gone)

    def _tell(self, became: Iterable[Observation]) -> None:
        """What *became* of the camera: for one that is lost nobody waits."""
        for observation in became:
            self._inbox.put(observation)
            if isinstance(observation, SourceLost):
                self._inbox.reached(self.name, None)
                self._watcher.afresh()

    def close(self) -> None:
        """End the capturing: a thread that the program's end finds inside a driver takes the program down with it."""
        self._capture.stop()


class DrawnCamera(Camera):
    """A simulated camera: ``picture(at)`` draws the frame that is due.

    On a machine too slow for the night's speed the night waits for it, and for what follows from its frames: a
    simulated evening can, and so shows the same on every machine. Else its people would play on before they hear of the
    floor.
    """

    def __init__(
        self,
        name: str,
        picture: Callable[[int], Frame],
        watcher: Looks,
        inbox: Inbox,
        clock: NightClock,
        period: int = SECOND // 10,
    ) -> None:
        super().__init__(name, watcher, inbox, clock)
        self.picture, self._period = picture, period

    def run(self) -> None:
        """Until ``stop``: wait for the next due frame, look, and only then let the night go on to the one after."""
        self._clock.hold(self._clock.now())
        due = self._clock.now()
        while self._clock.wait_until(due, self.stop):
            at = due
            self.attempt(lambda: self.see(self.picture(at), at))  # noqa: B023 - called at once
            self._inbox.wait_for_taker(self._watcher.reached)
            due += self._period
            self._clock.hold(due)
        self._clock.hold(None)
        self._inbox.reached(self.name, None)


class Speaks(Protocol):
    """What is told to a board's link: ``board.Link``."""

    def kept(self, key: str) -> None:
        """The press with *key* is in the journal."""

    def turn(self, seat: Seat | None) -> None:
        """It is the turn of *seat*."""


PILE = 4096
"""Observations that wait for the table, beyond which the board has to wait, too: it keeps what is not acknowledged."""


class Board(Source):
    """Polls the board's link whenever bytes have come, and every few milliseconds of the wall's time."""

    def __init__(
        self,
        poll: Callable[[int], Iterable[Observation]],
        inbox: Inbox,
        clock: NightClock,
        link: Speaks | None = None,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        """*wait* returns when bytes have come, or after so many seconds; *link* is told what the journal has."""
        super().__init__("board", inbox, clock)
        self.link = link
        self._poll, self._wait = poll, wait

    def run(self) -> None:
        """Until ``stop``: a press waits for nobody."""
        while not self.stop.is_set():
            self.attempt(self._listen)
            if self.fault is not None:
                self.stop.wait(0.1)  # what fails at once would else do nothing but fail
        self._inbox.reached(self.name, None)

    def _listen(self) -> None:
        self._wait(0.004)
        self.work()

    def work(self) -> None:
        """Hand on what the board said, unless the table is so far behind that no end of it is in sight."""
        if len(self._inbox) >= PILE:
            return
        at = self._clock.now()
        for observation in self._poll(at):
            self._inbox.put(observation)
        self._inbox.reached(self.name, at)
