"""Night time: it can be held, so that the simulated night shows the same on a machine too slow for its speed."""

import threading
import time
from collections.abc import Iterable

import numpy as np
import pytest

from table_controller.clock import SECOND, NightClock
from table_controller.inbox import Inbox
from table_controller.records.observations import Observation, SourceLost, Tick
from table_controller.sources import DrawnCamera, Frame

_PERIOD = SECOND // 10


def test_held_time_stands_still_and_goes_on_without_a_jump() -> None:
    clock = NightClock(offset=5, speed=1000)
    clock.hold(SECOND)
    time.sleep(0.01)
    assert clock.now() == clock.now() == SECOND
    assert clock.held > SECOND
    clock.hold(None)
    assert SECOND <= clock.now() < 100 * SECOND
    first = clock.now()
    time.sleep(0.002)
    assert clock.now() >= first + 2 * SECOND


def test_held_at_a_moment_that_is_past_it_does_not_go_back() -> None:
    clock = NightClock(speed=1000)
    time.sleep(0.002)
    reached = clock.now()
    clock.hold(SECOND // 10)
    held = clock.now()
    assert held >= reached >= 2 * SECOND
    time.sleep(0.002)
    assert clock.now() == held


def test_it_knows_how_long_the_wall_clock_went_on_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = NightClock(speed=1000)
    assert clock.stood() < SECOND // 100
    clock.hold(SECOND)
    time.sleep(0.05)
    assert 0.04 * SECOND < clock.stood() < SECOND
    ahead = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: ahead() + 3600 * SECOND)  # the machine slept for an hour
    assert clock.stood() > 3600 * SECOND


class _SlowWatcher:
    """Takes half a second of a fast night for each frame."""

    reached = 0
    calm = False

    def __init__(self) -> None:
        self.seen: list[int] = []

    def afresh(self) -> None:
        """Nothing was told."""

    def look(self, frame: Frame, at: int) -> Iterable[Observation]:
        self.seen.append(at)
        self.reached = at
        time.sleep(0.05)
        return ()


def test_night_time_stands_still_while_the_camera_looks_for_the_first_time() -> None:
    """Else the board, polled meanwhile, would tell what comes after that frame, and tell it again."""
    clock, inbox = NightClock(speed=1000), Inbox()
    times: list[int] = []

    class Watcher(_SlowWatcher):
        def look(self, frame: Frame, at: int) -> Iterable[Observation]:
            super().look(frame, at)
            times.append(clock.now() - at)
            return ()

    watcher = Watcher()
    frame: Frame = np.zeros((2, 2, 3), np.uint8)
    camera = DrawnCamera("overhead", lambda at: frame, watcher, inbox, clock)
    camera.start()
    while not times:
        threading.Event().wait(0.01)
    camera.stop.set()
    camera.join()
    assert times[0] == 0


def test_the_simulated_night_waits_for_a_camera_that_is_slower_than_its_speed() -> None:
    clock, inbox, watcher = NightClock(speed=10), Inbox(), _SlowWatcher()
    frame: Frame = np.zeros((2, 2, 3), np.uint8)
    camera = DrawnCamera("overhead", lambda at: frame, watcher, inbox, clock)
    camera.start()
    while len(watcher.seen) < 8:
        threading.Event().wait(0.01)
    camera.stop.set()
    camera.join()
    gaps = [after - before for before, after in zip(watcher.seen, watcher.seen[1:], strict=False)]
    assert set(gaps) == {_PERIOD}, gaps
    assert clock.held > 0
    assert not [seen for seen in inbox.take(0) if isinstance(seen, SourceLost)]


def test_the_simulated_night_waits_for_what_follows_from_its_frames() -> None:
    """However slow the referee is: the room's people must hear of the floor before they play on."""

    class Watcher(_SlowWatcher):
        def look(self, frame: Frame, at: int) -> Iterable[Observation]:
            super().look(frame, at)
            return (Tick(at=at, source="overhead"),)

    clock, inbox, watcher = NightClock(speed=10), Inbox(patience=60), Watcher()
    frame: Frame = np.zeros((2, 2, 3), np.uint8)
    camera = DrawnCamera("overhead", lambda at: frame, watcher, inbox, clock)
    camera.start()
    for looked in range(1, 6):
        while not (taken := inbox.take(0.01)):
            pass
        assert len(taken) == len(watcher.seen) - (looked - 1) == 1
        threading.Event().wait(0.1)
        assert len(watcher.seen) == looked, "it waits while its last frame is being judged"
    camera.stop.set()
    inbox.take(0)
    camera.join()
