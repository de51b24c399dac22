"""Cameras that come and go: observations, never exceptions."""

import os
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import cv2
import numpy as np
import pytest
from rtsp import RtspCamera

from table_controller.clock import SECOND
from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, SourceLost, SourceRestored
from table_controller.records.scene import Scene, SceneCard
from table_controller.sources import LONGEST_BLINK
from vision import capture
from vision.capture import Capture, Taken
from vision.device import TORN
from vision.folder import EACH, PictureFolder

Room = Any
"""The fixture of conftest.py."""
FLOP = ("As", "Td", "5c")


class Camera:
    """A camera that gives a number of frames and then fails as told."""

    def __init__(self, frames: int, error: Exception | None = None, apart: float = 0.002) -> None:
        self.left, self.error, self.released, self.apart = frames, error, False, apart
        self.opened = 0

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        time.sleep(self.apart)
        self.left -= 1
        if self.left < 0 and self.error:
            raise self.error
        return self.left >= 0

    def retrieve(self) -> tuple[bool, object]:
        self.opened += 1
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


def taken_calmly(camera: Camera, address: str, calm: bool) -> Camera:
    """Let all frames of *camera* be taken while all is, or is not, calm."""
    running = Capture("overhead", address, lambda: 1, lambda _: camera)
    running.take(calm)
    running.start()
    deadline = time.monotonic() + 10
    while not camera.released and time.monotonic() < deadline:
        running.take(calm)
        time.sleep(0.0005)
    running.stop()
    return camera


@pytest.mark.parametrize(("calm", "apart", "most"), [(True, 0.002, 20), (False, 0.002, 40), (True, 0.06, 40)])
def test_while_all_is_calm_frames_of_a_fast_camera_pass_unopened(
    monkeypatch: pytest.MonkeyPatch, calm: bool, apart: float, most: int
) -> None:
    monkeypatch.setattr(capture, "HELD", 0.0)
    opened = taken_calmly(Camera(40, apart=apart), "rtsp://nowhere", calm).opened
    assert opened == most if most == 40 else 1 <= opened <= most


class Closed(Camera):
    """A camera whose frames cannot be opened."""

    def retrieve(self) -> tuple[bool, object]:
        return False, None


def test_a_camera_whose_frames_cannot_be_opened_gave_none(tmp_path: Path) -> None:
    running = Capture("overhead", str(tmp_path), lambda: 7, lambda _: Closed(3))
    running.start()
    time.sleep(0.2)
    running.stop()
    assert running.take().observations == (SourceLost(at=7, source="overhead", reason="it cannot be opened"),)


def test_of_a_recording_every_frame_is_opened(tmp_path: Path) -> None:
    assert taken_calmly(Camera(40), str(tmp_path), calm=True).opened == 40


@pytest.mark.parametrize(("held", "fewest", "most"), [(10.0, 1, 1), (0.05, 2, 20)], ids=["new", "no longer new"])
def test_what_comes_while_a_new_frame_waits_to_be_taken_passes_unopened(
    monkeypatch: pytest.MonkeyPatch, held: float, fewest: int, most: int
) -> None:
    monkeypatch.setattr(capture, "HELD", held)
    camera = Camera(20, apart=0.015)
    running = Capture("overhead", "rtsp://nowhere", lambda: 1, lambda _: camera)
    running.start()
    wait_until(lambda: camera.released)
    running.stop()
    taken = running.take()
    assert taken.frame is not None
    assert fewest <= camera.opened <= most
    assert (int(taken.frame.max()) == 19) == (most == 1), "the first one, or a newer"
    assert taken.dropped == 19


def test_the_newest_frame_wins_and_the_others_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "HELD", 0.0)
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


def test_a_file_or_folder_is_a_recording_before_it_is_there_a_device_or_stream_never(tmp_path: Path) -> None:
    (tmp_path / "night.mp4").write_bytes(b"")
    os.mkfifo(tmp_path / "camera")
    for address in (f"{tmp_path}/night.mp4", str(tmp_path), "nosuch.mp4", "x" * 5000, "\0"):
        assert capture.is_recording(address)
        assert capture.is_recording(f"file://{address}")
    for address in ("0", "/dev/null", "/dev/video99", "rtsp://nowhere/night.mp4", f"{tmp_path}/camera"):
        assert not capture.is_recording(address)


def test_a_recording_that_is_there_only_later_is_played_once_at_its_own_pace(tmp_path: Path, video: Path) -> None:
    late = tmp_path / "late.avi"
    levels: list[bytes] = []
    said: list[object] = []
    running = Capture("overhead", str(late), time.monotonic_ns)
    running.start()
    wait_until(lambda: running.take().observations != ())
    video.rename(late)
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline:
        taken = running.take()
        said += [getattr(one, "reason", "") for one in taken.observations]
        levels += [] if taken.frame is None else [taken.frame.tobytes()]
        time.sleep(0.001)
    running.stop()
    assert len(levels) == len(set(levels)) > 10, "no frame comes twice"
    assert said == ["", "the recording ended"]


class Dated(Camera):
    """A recording whose frames were taken at *times*, in ms; by its rate they would come twenty times as fast."""

    def __init__(self, times: list[int]) -> None:
        super().__init__(len(times), apart=0)
        self.times = times

    def get(self, what: int, /) -> float:
        shown = len(self.times) - self.left
        return float(self.times[shown - 1]) if what == cv2.CAP_PROP_POS_MSEC else super().get(what)


def test_a_recording_is_played_by_the_times_at_which_it_was_taken(tmp_path: Path) -> None:
    """Else what nobody filmed, as a stream stalled, would not be missed: of what was done then came accusations."""
    recording, times = tmp_path / "night.mkv", [0, 50, 150, 750, 800]
    recording.write_bytes(b"")
    running = Capture("overhead", str(recording), time.monotonic_ns, lambda _: Dated(times))
    running.start()
    came: list[int] = []
    deadline = time.monotonic() + 10
    while not (taken := running.take()).observations and time.monotonic() < deadline:
        came += [] if taken.frame is None else [taken.at]
        time.sleep(0.001)
    came += [] if taken.frame is None else [taken.at]
    running.stop()
    assert [round((at - came[0]) / 1e6) for at in came] == pytest.approx(times, abs=30)


def test_a_folder_may_be_named_as_a_file_address(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((6, 8, 3), 40, np.uint8))
    device = capture.open_device(f"file://{tmp_path}")
    assert device.isOpened()
    assert device.grab()


class Hung(Camera):
    """A camera that gives a frame and then nothing for as long as it likes."""

    def __init__(self) -> None:
        super().__init__(3)
        self.go_on = Event()

    def grab(self) -> bool:
        if self.left == 2:
            self.go_on.wait(10)
        return super().grab()


def test_a_driver_that_hangs_is_a_lost_camera_until_it_sends_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "STALLED", 0.05)
    camera, times = Hung(), iter(range(1, 10**9))
    running = Capture("overhead", "rtsp://nowhere", lambda: next(times), lambda address: camera)
    running.start()
    said = []
    deadline = time.monotonic() + 10
    while not said and time.monotonic() < deadline:
        said += running.take().observations
        time.sleep(0.001)
    assert said == [SourceLost(at=1, source="overhead", reason="it sends no frame")], "lost since its only frame"
    camera.go_on.set()
    while len(said) < 2 and time.monotonic() < deadline:
        said += running.take().observations
    running.stop()
    assert isinstance(said[1], SourceRestored)


@pytest.mark.parametrize("error", [ValueError("no such pixel format\nat line 5"), MemoryError()])
def test_no_error_of_a_driver_ends_the_thread(error: Exception) -> None:
    said = [o for one in watch([Camera(1, error), Camera(2)], until=3) for o in one.observations]
    assert [type(one) for one in said] == [SourceLost, SourceRestored, SourceLost]
    assert isinstance(said[0], SourceLost)
    assert said[0].reason in ("no such pixel format", "MemoryError")


class Unsteady(Camera):
    """A camera whose driver raises wherever it is told to."""

    def __init__(self, where: str) -> None:
        super().__init__(2)
        self.where = where

    def isOpened(self) -> bool:
        return not self.fails("isOpened")

    def get(self, what: int, /) -> float:
        return float(self.fails("get"))

    def release(self) -> None:
        super().release()
        self.fails("release")

    def fails(self, here: str) -> bool:
        if self.where == here:
            raise RuntimeError(f"{here}: no such device")
        return False


@pytest.mark.parametrize(("frames", "reason"), [(1, "it gave one picture alone"), (2, "it gives no more frames")])
def test_the_address_of_a_single_picture_is_told_as_such_and_asked_ever_more_seldom(
    monkeypatch: pytest.MonkeyPatch, frames: int, reason: str
) -> None:
    monkeypatch.setattr(capture, "LONGEST_WAIT", 1.0)
    monkeypatch.setattr(capture, "HELD", 0.0)  # on a busy machine the second frame would be passed over
    opened: list[float] = []
    times: Iterator[int] = iter(range(1, 10**9))

    def opener(address: str) -> Camera:
        opened.append(time.monotonic())
        return Camera(frames)

    running = Capture("overhead", "http://nowhere/still.jpg", lambda: next(times), opener)
    running.start()
    wait_until(lambda: len(opened) > 5)
    running.stop()
    lost = [one for one in running.take().observations if isinstance(one, SourceLost)]
    assert all(one.reason.startswith(reason) for one in lost[:5])
    assert (opened[5] - opened[0] > 0.3) == (frames == 1)


@pytest.mark.parametrize("where", ["isOpened", "get", "release"])
def test_wherever_a_driver_raises_its_camera_is_lost_let_go_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(capture, "HELD", 0.0)
    cameras = [Unsteady(where), Camera(1)]
    address = str(tmp_path / "night.mp4") if where == "get" else "rtsp://nowhere"
    if where == "get":
        (tmp_path / "night.mp4").write_bytes(b"")
    waiting, times = iter(cameras), iter(range(1, 10**9))
    running = Capture("overhead", address, lambda: next(times), lambda _: next(waiting))
    running.start()
    wait_until(lambda: cameras[1].released)
    running.stop()
    said = running.take().observations
    assert cameras[0].released
    assert isinstance(said[0], SourceLost)
    assert said[0].reason == ("it gives no more frames" if where == "release" else f"{where}: no such device")
    assert isinstance(said[1], SourceRestored)


class Torn(Camera):
    """A camera of which some frames cannot be opened."""

    def __init__(self, frames: int, torn: range) -> None:
        super().__init__(frames)
        self.torn = torn

    def retrieve(self) -> tuple[bool, object]:
        good, frame = super().retrieve()
        return (False, None) if self.left in self.torn else (good, frame)


@pytest.mark.parametrize(("torn", "left"), [(1, -TORN), (TORN - 1, -TORN), (TORN, 10)])
def test_frames_that_cannot_be_opened_are_passed_over_unless_there_are_several_running(
    tmp_path: Path, torn: int, left: int
) -> None:
    recording = tmp_path / "night.mp4"
    recording.write_bytes(b"")
    camera = Torn(20, range(10, 10 + torn))
    running = Capture("overhead", str(recording), lambda: 7, lambda _: camera)
    running.start()
    wait_until(lambda: camera.released)
    running.stop()
    assert camera.left == left
    assert [type(one) for one in running.take().observations] == [SourceLost]


def shown(address: str, until: int, patience: float = 10) -> tuple[list[np.ndarray], list[object]]:
    """What a capture of *address* gives until it said *until* things."""
    ticks: Iterator[int] = iter(range(1, 10**9))
    running = Capture("overhead", address, lambda: next(ticks))
    running.start()
    frames: list[np.ndarray] = []
    said: list[object] = []
    deadline = time.monotonic() + patience
    while len(said) < until and time.monotonic() < deadline:
        taken = running.take()
        said += taken.observations
        if taken.frame is not None:
            frames.append(taken.frame)
        time.sleep(0.001)
    running.stop()
    return frames, said


def test_a_folder_of_pictures_is_shown_in_order_and_what_is_no_picture_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("vision.folder.FRAMES", 20.0)
    for number, level in ((2, 40), (10, 80), (3, 160)):
        cv2.imwrite(str(tmp_path / f"{number:03}.png"), np.full((6, 8, 3), level, np.uint8))
    (tmp_path / "001.jpg").write_bytes(b"not a picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    frames, said = shown(str(tmp_path), until=1)
    assert list(dict.fromkeys(int(frame[0, 0, 0]) for frame in frames)) == [40, 160, 80]
    assert [getattr(one, "reason", None) for one in said] == ["the recording ended"]
    assert capfd.readouterr().err.count("\n") == 1


def test_a_camera_that_gives_one_frame_in_many_seconds_is_told_to_be_slow_not_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(capture, "STALLED", 0.05)

    class Slow(Camera):
        def grab(self) -> bool:
            time.sleep(0.15)
            return super().grab()

    times, slow = iter(range(1, 10**9)), Slow(100)
    running = Capture("overhead", "rtsp://nowhere", lambda: next(times), lambda address: slow)
    running.start()
    reasons: list[str] = []
    deadline = time.monotonic() + 10
    while len(reasons) < 4 and time.monotonic() < deadline:
        reasons += [one.reason for one in running.take().observations if isinstance(one, SourceLost)]
        time.sleep(0.001)
    running.stop()
    assert reasons == ["it sends no frame", *["too slow: no second picture within 0 s"] * 3]


def test_each_picture_of_a_folder_is_there_long_enough_to_be_read_and_the_table_is_never_unseen(
    tmp_path: Path, room: Room
) -> None:
    flop = Scene(tuple(SceneCard(Card.parse(code), Face.UP, Point(340 + 80 * n, 270)) for n, code in enumerate(FLOP)))
    for number, scene in enumerate((Scene(), flop, Scene())):
        cv2.imwrite(str(tmp_path / f"{number}.png"), room.studio.frame(scene, number))
    folder = PictureFolder(str(tmp_path))
    period = round(SECOND / folder.get(cv2.CAP_PROP_FPS))
    assert period < LONGEST_BLINK
    said: list[Observation] = []
    while folder.grab() and (shown := folder.retrieve())[1] is not None:
        room.frames += 1
        said += room.watcher.look(shown[1], room.frames * period)
    boards = [
        [str(card.card) for card in one.cards] for one in said if isinstance(one, CardSighting) and one.zone == "board"
    ]
    assert boards == [[], list(FLOP), []]


def test_a_stream_that_is_not_there_is_told_by_nobody_but_us(capfd: pytest.CaptureFixture[str]) -> None:
    _, said = shown("http://127.0.0.1:9/table.mjpg", until=1)
    assert [getattr(one, "reason", None) for one in said] == ["it cannot be opened"]
    assert capfd.readouterr().err == ""


def test_a_single_picture_is_shown_and_a_torn_one_is_a_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    picture, whole, torn = np.full((480, 640, 3), 90, np.uint8), tmp_path / "felt.jpg", tmp_path / "torn.jpg"
    picture[100:200, 100:300] = 255
    cv2.imwrite(str(whole), picture)
    torn.write_bytes(whole.read_bytes()[:-400])
    frames, _ = shown(str(whole), until=1)
    assert len(frames) == EACH
    assert capfd.readouterr().err == ""
    frames, said = shown(str(torn), until=1)
    assert frames == []
    assert [getattr(one, "reason", None) for one in said] == ["it cannot be opened"]
    assert "torn.jpg" in capfd.readouterr().err


def test_an_empty_folder_is_lost_with_one_reason(tmp_path: Path) -> None:
    frames, said = shown(str(tmp_path), until=1)
    assert frames == []
    assert [getattr(one, "reason", None) for one in said] == ["it cannot be opened"]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "night.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 100, (64, 48))
    noise = np.random.default_rng(1)
    for _ in range(20):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    return path


@pytest.mark.parametrize("part", [0.55, 0.8])
def test_a_video_that_ends_in_mid_frame_simply_ends(video: Path, part: float) -> None:
    data = video.read_bytes()
    video.write_bytes(data[: int(part * len(data))])
    frames, said = shown(str(video), until=1)
    assert 5 <= len(frames) < 20
    assert [getattr(one, "reason", None) for one in said] == ["the recording ended"]


def test_a_stream_is_watched_lost_when_its_server_goes_and_restored_when_it_returns() -> None:
    class Stream(BaseHTTPRequestHandler):
        """Ten pictures, as network cameras send them, and then no more."""

        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            for level in range(10):
                picture = cv2.imencode(".jpg", np.full((48, 64, 3), 20 * level, np.uint8))[1].tobytes()
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                self.wfile.write(head.encode() + picture + b"\r\n")

        def log_message(self, *words: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        frames, said = shown(f"http://127.0.0.1:{server.server_port}/", until=3, patience=30)
    finally:
        server.shutdown()
        server.server_close()
    assert frames
    assert frames[0].shape == (48, 64, 3)
    assert [type(one) for one in said[:3]] == [SourceLost, SourceRestored, SourceLost]


def test_an_rtsp_camera_is_watched_lost_when_it_hangs_up_and_restored_when_it_answers_again() -> None:
    pictures = [np.full((48, 64, 3), 10 * level, np.uint8) for level in range(20)]
    camera = RtspCamera(pictures)
    try:
        frames, said = shown(camera.address, until=3, patience=30)
    finally:
        camera.shutdown()
        camera.server_close()
    levels = [int(np.median(frame)) for frame in frames]
    assert {frame.shape for frame in frames} == {(48, 64, 3)}
    assert max(levels) >= 180
    assert all(min(abs(level - 10 * told) for told in range(20)) <= 2 for level in levels)
    assert [type(one) for one in said[:3]] == [SourceLost, SourceRestored, SourceLost]


@pytest.mark.parametrize("kind", ["mp4", "mkv"])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_compressed_video_that_is_cut_off_is_lost_with_one_reason(
    tmp_path: Path, kind: str, part: float, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"night.{kind}"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 100, (64, 48))
    noise = np.random.default_rng(1)
    for _ in range(20):
        writer.write(noise.integers(0, 255, (48, 64, 3), np.uint8))
    writer.release()
    data = path.read_bytes()
    path.write_bytes(data[: int(part * len(data))])
    frames, said = shown(str(path), until=1)
    # MP4 has its table of contents at the end: cut off, it cannot be opened at all.
    expected = "it cannot be opened" if kind == "mp4" else "the recording ended"
    assert [getattr(one, "reason", None) for one in said] == [expected]
    assert len(frames) < 20
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("address", ["2", "/dev/video2", "/dev/v4l/by-id/usb-camera"])
def test_a_v4l2_camera_is_asked_for_the_size_of_the_table_file(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    class Driver(Camera):
        def __init__(self, device: object, backend: int) -> None:
            super().__init__(0)
            asked.append((device, backend))

        def set(self, what: int, value: float) -> bool:
            asked.append((what, value))
            return True

    monkeypatch.setattr(cv2, "VideoCapture", Driver)
    capture.open_device(address, (1920, 1080))
    assert asked[0] == (2 if "2" in address else address, cv2.CAP_V4L2)
    assert (cv2.CAP_PROP_FRAME_WIDTH, 1920) in asked
    assert (cv2.CAP_PROP_FRAME_HEIGHT, 1080) in asked
    assert (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")) in asked


def test_of_a_stream_no_picture_is_kept_back_until_others_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each more thread unpacks one picture more at a time: what the first shows would be told late, after a press."""
    asked: list[int] = []
    monkeypatch.setattr(cv2, "VideoCapture", lambda _address, _backend, wanted: asked.extend(wanted))
    capture.open_device("rtsp://nowhere/table")
    assert dict(zip(asked[::2], asked[1::2], strict=True))[cv2.CAP_PROP_N_THREADS] == 1
