"""Cameras: a thread for each keeps the newest frame; a camera that disappears is an observation, never an exception."""

import os.path
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import cv2

from table_controller.records.observations import Observation, SourceLost, SourceRestored
from vision.arrays import Picture
from vision.device import SECOND, Device, timed_frames, whole_frames
from vision.folder import PictureFolder, is_picture

PATIENCE_MS = 5_000
"""How long a stream may take to open, and to send its next frame, before it counts as gone."""
STALLED = 4.0
"""Seconds of the wall's time without a frame after which a camera counts as lost though its driver says nothing."""
AT_ONCE = 1
"""So many pictures of a stream are unpacked at a time. Each more keeps one back until the next has come, and by itself
FFmpeg takes as many as there are cores: with eight, ten pictures a second come 0.8 s late, after what was pressed."""
BUSY, HELD = 0.005, 0.1
"""Seconds: a frame that nobody took for the first waits for somebody who is reading, whom unpacking another (of one of
1080p what costs most) would slow down; after the second it is no longer new enough. Of a burst the last one counts."""
OFTEN = 0.03
"""Seconds after a frame was opened in which none need be while all is calm: of 30 a second every second one is opened,
of a slow camera's all."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 5.0
"""Seconds until a lost camera is tried again, doubled each time."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What happened since the last time: the newest frame and when it was taken, and what became of the camera."""

    frame: Picture | None
    at: int
    observations: tuple[Observation, ...]
    dropped: int
    """Frames that nobody took in time, since the beginning."""


def open_device(address: str, size: tuple[int, int] | None = None) -> Device:
    """Open a V4L2 camera ("0", "/dev/v4l/by-id/…"), a stream, a video file, a picture or a folder of some.

    A V4L2 camera is asked for *size* (width, height): by itself it would send a quarter of what it can.
    """
    # What became of a camera is told once, in one line; OpenCV would repeat its own with every attempt.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    path = address.removeprefix("file://")
    if _is_v4l2(path):
        number = device_of(path)
        return _v4l2(int(number) if number.isdecimal() else path, size)
    if os.path.isdir(path) or is_picture(path):
        return PictureFolder(path)
    if "://" in path:
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, PATIENCE_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, PATIENCE_MS]
        return cv2.VideoCapture(path, cv2.CAP_FFMPEG, [*patience, cv2.CAP_PROP_N_THREADS, AT_ONCE])
    return cv2.VideoCapture(path)


def device_of(address: str) -> str:
    """Return *address* as it is written shortest: the camera "/dev/video0" is "0"."""
    return address.removeprefix("file://").removeprefix("/dev/video")


def _is_v4l2(path: str) -> bool:
    return path.isdecimal() or path.startswith("/dev/")


def _v4l2(device: int | str, size: tuple[int, int] | None) -> Device:
    camera = cv2.VideoCapture(device, cv2.CAP_V4L2)
    # In this order: uncompressed, USB carries 1080p five times a second, and a size is refused that the format lacks.
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    if size is not None:
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    camera.set(cv2.CAP_PROP_FPS, 30)
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return camera


def is_recording(address: str) -> bool:
    """Whether *address* is a video file, a picture or a folder of some: it ends, and what it shows happened once.

    So is a path at which nothing lies yet, as on a disk that is mounted late: a camera has a number, a device or a
    stream's address.
    """
    path = address.removeprefix("file://")
    if _is_v4l2(path) or "://" in path:
        return False
    return os.path.isfile(path) or os.path.isdir(path) or not os.path.exists(path)


class Capture:
    """One camera. `take` never waits; what nobody took in time is dropped and counted."""

    def __init__(
        self, name: str, address: str, clock: Callable[[], int], opener: Callable[[str], Device] = open_device
    ) -> None:
        self.name, self.dropped = name, 0
        self._address, self._clock, self._opener = address, clock, opener
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._frame: Picture | None = None
        self._at = 0
        self._said: list[Observation] = []
        self._present = True
        self._heard = time.monotonic()
        self._after_stall: int | None = None
        self._recording, self._calm = False, False
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)

    def start(self) -> None:
        """Begin to capture."""
        self._heard = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """End the thread and release the camera."""
        self._stop.set()
        self._thread.join(timeout=2 * LONGEST_WAIT)

    def take(self, calm: bool = False) -> Taken:
        """Return the newest frame, if there is one since the last call, and what is to be told.

        While all is *calm* fewer frames of a fast camera will do.
        """
        with self._lock:
            self._calm = calm
            if self._present and time.monotonic() - self._heard > STALLED and self._thread.is_alive():
                # What its last frame showed is the last that is known.
                self._said.append(SourceLost(at=self._at or self._clock(), source=self.name, reason=self._stalled()))
                self._present = False
            taken = Taken(self._frame, self._at, tuple(self._said), self.dropped)
            self._frame, self._said = None, []
        return taken

    def _stalled(self) -> str:
        """Why it counts as lost: a camera that gave but one frame since it last stood still is not gone, it is slow."""
        slow = self._after_stall == 1
        self._after_stall = 0
        return f"too slow: no second picture within {STALLED:.0f} s" if slow else "it sends no frame"

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self._stop.is_set():
            frames = self._watch()
            if frames and self._recording:
                return  # Opened again it would begin anew, and an old hand would be new evidence.
            if frames > 1:  # else it is the address of a picture, which would come and go for ever
                wait = FIRST_WAIT
            self._stop.wait(wait)
            wait = min(LONGEST_WAIT, 2 * wait)

    def _watch(self) -> int:
        """Capture until the camera fails; return how many frames it gave.

        Whatever a driver raises is caught: without its thread a camera would seem well for ever.
        """
        frames, device = 0, None
        self._recording = is_recording(self._address)  # now: what was not there before may be anything
        try:
            device = self._opener(self._address)
            for frame in self._due(device):
                self._keep(frame)
                frames += 1
            if not self._stop.is_set():
                self._lost(self._ended(frames) if frames else "it cannot be opened")
        except Exception as error:
            self._lost(in_a_line(error))
        if device is not None:
            with suppress(Exception):  # why it is lost was told
                device.release()
        return frames

    def _passes(self) -> bool:
        """Whether the next frame need not be opened: all is calm, or the last one waits for who is reading.

        The latter is dropped, and counted.
        """
        if self._recording:
            return False
        with self._lock:
            since = time.monotonic() - self._heard
            waits = self._frame is not None and BUSY <= since < HELD
            self.dropped += waits
            return waits or (self._calm and since < OFTEN)

    def _ended(self, frames: int) -> str:
        if self._recording:
            return "the recording ended"
        return "it gives no more frames" if frames > 1 else "it gave one picture alone; expected a camera or a stream"

    def _due(self, device: Device) -> Iterator[Picture]:
        """Yield each frame when it is due: a recording's at the times it was taken; a camera sets its pace itself.

        Where a recording has none for a while, none comes: nobody saw the felt then.
        """
        if not self._recording:
            yield from whole_frames(device, self._goes_on, self._passes)
            return
        due, last = time.monotonic(), 0
        for at, frame in timed_frames(device, self._goes_on):
            # What is late is not made up for: in a burst of frames a bet would come and go.
            due, last = max(due + (at - last) / SECOND, time.monotonic()), at
            if self._stop.wait(due - time.monotonic()):
                return
            yield frame

    def _goes_on(self) -> bool:
        return not self._stop.is_set()

    def _keep(self, frame: Picture) -> None:
        at = self._clock()
        with self._lock:
            self.dropped += self._frame is not None
            self._frame, self._at, self._heard = frame, at, time.monotonic()
            self._after_stall = None if self._after_stall is None else self._after_stall + 1
            if not self._present:
                self._said.append(SourceRestored(at=at, source=self.name))
            self._present = True

    def _lost(self, reason: str) -> None:
        at = self._clock()
        with self._lock:
            if self._present:
                self._said.append(SourceLost(at=at, source=self.name, reason=reason))
            self._present = False


def in_a_line(error: Exception) -> str:
    """What *error* says first; what it is where it says nothing."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


def monotonic() -> int:
    """Return nanoseconds of the machine's monotonic clock, where no night time is given."""
    return time.monotonic_ns()
