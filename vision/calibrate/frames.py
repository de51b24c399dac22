"""Frames for setting up: one from a camera that has settled, or one after the other while a board is shown."""

import os.path
from collections import deque
from collections.abc import Callable, Iterator

import cv2

from table_controller.records import BadInput, SourceFailed, as_told
from vision.arrays import Picture
from vision.calibrate.charuco import Sight, find_board, is_new
from vision.capture import in_a_line, is_recording, open_device
from vision.device import whole_frames

SETTLING = 15
"""Frames until a camera has found its exposure."""
RUNNING = 5
"""Frames that show whether the light flickers."""
ENOUGH = 20
"""Views of the board that a camera is asked for."""


def settled_frame(address: str, size: tuple[int, int]) -> Picture:
    """Return the last of ``settled_frames``."""
    return settled_frames(address, size)[-1]


def settled_frames(address: str, size: tuple[int, int], lasting: bool = False) -> list[Picture]:
    """Return a few frames running of the camera at *address* once its exposure has settled, of a recording the first.

    ``SourceFailed`` if it gives none, or is to be *lasting* and stops before that. A USB camera is asked for *size*
    (width, height), as the live table asks it; another sends what it sends.
    """
    kept: deque[Picture] = deque(maxlen=RUNNING)
    for number, frame in enumerate(frames(address, size)):
        kept.append(frame)
        if is_recording(address) or number >= SETTLING:
            break
    else:
        if lasting and kept:
            raise SourceFailed(
                f"{as_told(address)}: it stops after {number + 1} of {SETTLING + 1} pictures; check its cable"
            )
    if not kept:
        raise SourceFailed(f"{as_told(address)}: it can be opened, but gives no picture")
    return list(kept)


def unopened(address: str) -> str:
    """Return what is to be done about what cannot be opened at *address*: a file, a device, or a stream."""
    if not is_recording(address):
        return "cannot be opened; check its cable and whether another program has it"
    if os.path.exists(address.removeprefix("file://")):
        return "cannot be opened; expected a video, or a folder with pictures"
    return "is not there; expected a camera's number or address, a video or a folder with pictures"


def frames(address: str, size: tuple[int, int]) -> Iterator[Picture]:
    """Yield the frames of the camera at *address* until it gives no more; ``SourceFailed`` if it cannot be opened.

    *size*: as in ``settled_frame``.
    """
    # OpenCV says on stderr what we say in one line ourselves, of a stream that stalls too.
    loud = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        yield from _frames(address, size)
    except (cv2.error, OSError) as fault:
        raise SourceFailed(f"{as_told(address)}: {as_told(in_a_line(fault))}") from None
    finally:
        cv2.utils.logging.setLogLevel(loud)


def _frames(address: str, size: tuple[int, int]) -> Iterator[Picture]:
    device = open_device(address, size)
    try:
        if not device.isOpened():
            raise SourceFailed(f"{as_told(address)}: it {unopened(address)}")
        yield from whole_frames(device)
    finally:
        device.release()


def board_views(pictures: Iterator[Picture], say: Callable[[str], None]) -> list[Sight]:
    """Return views of the board that differ from one another, at most ``ENOUGH``; *say* is told of each."""
    views: list[Sight] = []
    for picture in pictures:
        try:
            sight = find_board(picture, f"view {len(views) + 1}")
        except BadInput:
            continue
        if is_new(sight, views):
            views.append(sight)
            say(f"{len(views)} of {ENOUGH} views; move and tilt the board")
        if len(views) == ENOUGH:
            break
    return views
