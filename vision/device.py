"""A camera or a recording as OpenCV opens it: its frames, whole ones alone, and a recording's with their times."""

import time
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Picture

TORN, SOON = 5, 1.0
"""So many frames running that cannot be opened are a camera that fails; so is one that took so many seconds to say that
it has none: its driver waited for it."""
SECOND = 1_000_000_000
"""Nanoseconds."""
USUAL, FASTEST = 25.0, 240.0
"""How many frames a second a recording has that tells no rate, and how many one has at most."""


class Device(Protocol):
    """What is needed of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:
        """Whether the camera was there."""

    def grab(self) -> bool:
        """Wait for the next frame, and leave it unopened: whether one came."""

    def retrieve(self) -> tuple[bool, object]:
        """Open that frame: whether it could be, and the frame (height, width, 3: BGR bytes)."""

    def get(self, what: int, /) -> float:
        """The property *what* (`cv2.CAP_PROP_…`), 0 if unknown."""

    def release(self) -> None:
        """Let go of the camera."""


def whole_frames(
    device: Device, goes_on: Callable[[], bool] = lambda: True, passes: Callable[[], bool] = lambda: False
) -> Iterator[Picture]:
    """Yield the frames of *device* until it fails; a few that cannot be opened, torn on their way, are passed over.

    While it *goes_on*; a frame that is there, and *passes*, is left unopened.
    """
    torn = 0
    while torn < TORN and goes_on() and device.isOpened():
        asked = time.monotonic()
        if not device.grab():
            # FFmpeg says of a packet that it cannot unpack what it says of the end.
            if time.monotonic() - asked > SOON:
                return
            torn += 1
            continue
        if passes():
            continue
        good, frame = device.retrieve()
        if good and isinstance(frame, np.ndarray):
            torn = 0
            yield np.asarray(frame, np.uint8)
        else:
            torn += 1


def timed_frames(device: Device, goes_on: Callable[[], bool] = lambda: True) -> Iterator[tuple[int, Picture]]:
    """Yield the frames of a recording with their times in ns, the first one's 0, as the recording has them.

    Where it has none a frame comes one period of its rate after the one before.
    """
    period = period_of(device)
    at, first = -period, None
    for frame in whole_frames(device, goes_on):
        told = 1e6 * device.get(cv2.CAP_PROP_POS_MSEC)  # telephones take fewer frames in the dark
        first = told if first is None else first
        at = told - first if told - first > at else at + period
        yield round(at), frame


def period_of(device: Device) -> float:
    """How many ns lie between two frames of a recording, by its rate."""
    rate = device.get(cv2.CAP_PROP_FPS)
    # Of frames that come unevenly some formats tell no rate, but how finely they count their time.
    return SECOND / (rate if 0 < rate <= FASTEST else USUAL)
