"""A folder of pictures as a camera: one after the other, in the order of their names."""

import sys
from pathlib import Path

import cv2

from table_controller.records import BadInput
from vision.arrays import Picture
from vision.pictures import open_picture

A_SECOND = 1.0
"""How many pictures are shown in a second: each for long enough to be read again where it is not sure."""
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})


class PictureFolder:
    """What `cv2.VideoCapture` is for a video; a picture that cannot be opened is one line, and passed over."""

    def __init__(self, folder: str) -> None:
        self._left = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in SUFFIXES)
        self._left.reverse()
        self._any = bool(self._left)

    def isOpened(self) -> bool:
        """Whether there was any picture."""
        return self._any

    def read(self) -> tuple[bool, Picture | None]:
        """The next picture, while there is one."""
        while self._left:
            try:
                return True, open_picture(self._left.pop())
            except BadInput as fault:
                print(f"floorman: {fault}", file=sys.stderr, flush=True)
        return False, None

    def get(self, what: int, /) -> float:
        """How many pictures a second; 0 for whatever else is asked."""
        return A_SECOND if what == cv2.CAP_PROP_FPS else 0.0

    def release(self) -> None:
        """Show no more."""
        self._left = []
