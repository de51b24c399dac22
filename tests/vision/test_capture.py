"""Cameras that come and go: observations, never exceptions."""

import time
from collections.abc import Iterator

import numpy as np
import pytest

from table_controller.records.observations import SourceLost, SourceRestored
from vision import capture
from vision.capture import Capture, Taken


class Camera:
    """A camera that gives a number of frames and then fails as told."""

    def __init__(self, frames: int, error: Exception | None = None) -> None:
        self.left, self.error, self.released = frames, error, False

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, object]:
        time.sleep(0.002)
        self.left -= 1
        if self.left < 0:
            if self.error:
                raise self.error
            return False, None
        return True, np.full((4, 4, 3), self.left, np.uint8)

    def get(self, what: int, /) -> float:
        return 200.0

    def release(self) -> None:
        self.released = True


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(capture, "LONGEST_WAIT", 0.02)


def watch(cameras: list[Camera], until: int) -> list[Taken]:
    """Run a capture over *cameras*, one after the other, until it said *until* things."""
    ticks: Iterator[int] = iter(range(1, 10**9))
    waiting = iter(cameras)

    def opener(address: str) -> Camera:
        camera = next(waiting, None)
        if camera is None:
            raise OSError("no such camera")
        return camera

    running = Capture("overhead", "rtsp://nowhere", lambda: next(ticks), opener)
    running.start()
    taken: list[Taken] = []
    deadline = time.monotonic() + 10
    while sum(len(one.observations) for one in taken) < until and time.monotonic() < deadline:
        taken.append(running.take())
        time.sleep(0.001)
    running.stop()
    return taken


def test_a_camera_that_stops_is_lost_and_a_camera_that_returns_is_restored() -> None:
    taken = watch([Camera(3), Camera(3)], until=3)
    said = [observation for one in taken for observation in one.observations]
    assert [type(observation) for observation in said] == [SourceLost, SourceRestored, SourceLost]
    assert {observation.source for observation in said} == {"overhead"}
    assert [observation.at for observation in said] == sorted(observation.at for observation in said)
    assert any(one.frame is not None for one in taken)


def test_an_error_of_the_driver_is_a_lost_source() -> None:
    camera = Camera(1, OSError("unplugged"))
    said = [o for one in watch([camera], until=1) for o in one.observations]
    assert isinstance(said[0], SourceLost)
    assert said[0].reason == "unplugged"
    assert camera.released


def test_a_camera_that_is_not_there_is_lost_once() -> None:
    running = Capture("overhead", "9", lambda: 7, lambda address: Camera(0))
    running.start()
    time.sleep(0.3)
    running.stop()
    said = running.take().observations
    assert said == (SourceLost(at=7, source="overhead", reason="it cannot be opened"),)


def test_the_newest_frame_wins_and_the_others_are_counted() -> None:
    cameras = [Camera(10)]
    running = Capture("overhead", "rtsp://nowhere", lambda: 1, lambda address: cameras.pop() if cameras else Camera(0))
    running.start()
    time.sleep(0.3)
    running.stop()
    first = running.take()
    assert first.frame is not None
    assert first.frame.max() == 0
    assert running.dropped == 9
    assert running.take().frame is None
