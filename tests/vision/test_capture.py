"""Cameras that come and go: observations, never exceptions."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

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
    assert running.take().dropped == 9
    assert running.take().frame is None


def wait_until(reached: Callable[[], bool]) -> None:
    """Wait until *reached*, and a little longer, so that what must not follow could."""
    deadline = time.monotonic() + 10
    while not reached() and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(0.1)


@pytest.mark.parametrize("fault", [None, OSError("a torn file")])
def test_a_recording_that_ended_is_never_begun_again(tmp_path: Path, fault: OSError | None) -> None:
    recording = tmp_path / "night.mp4"
    recording.write_bytes(b"")
    opened: list[Camera] = []

    def opener(address: str) -> Camera:
        opened.append(Camera(3, fault))
        return opened[-1]

    running = Capture("overhead", str(recording), lambda: 7, opener)
    running.start()
    wait_until(lambda: bool(opened) and opened[-1].released)
    running.stop()
    assert len(opened) == 1
    assert opened[0].released
    reason = "the recording ended" if fault is None else "a torn file"
    assert running.take().observations == (SourceLost(at=7, source="overhead", reason=reason),)


def test_a_recording_that_could_not_be_opened_is_tried_again(tmp_path: Path) -> None:
    recording = tmp_path / "night.mp4"
    recording.write_bytes(b"")
    last = Camera(2)
    cameras = [last, Camera(0)]
    running = Capture("overhead", str(recording), lambda: 7, lambda address: cameras.pop())
    running.start()
    wait_until(lambda: last.released)
    running.stop()
    assert not cameras
    said = [type(observation) for observation in running.take().observations]
    assert said == [SourceLost, SourceRestored, SourceLost]


def test_a_device_or_stream_is_no_recording(tmp_path: Path) -> None:
    (tmp_path / "night.mp4").write_bytes(b"")
    assert capture.is_recording(str(tmp_path / "night.mp4"))
    assert capture.is_recording(f"file://{tmp_path}/night.mp4")
    for address in ("0", "/dev/null", "rtsp://nowhere/night.mp4", "nosuch.mp4", "x" * 5000, "\0"):
        assert not capture.is_recording(address)
