"""A folder of pictures as a camera: one after the other, in the order of their names. Or a single one."""

import sys
from pathlib import Path

import cv2

from table_controller.records import BadInput
from vision.arrays import Picture
from vision.pictures import open_picture

FRAMES = 5.0
"""How often in a second a picture is shown: seldomer, the table would count as unseen between two of them."""
EACH = 5
"""How often each is shown: at rest is what looks like the frame before, and what is not sure is read again."""
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})


def is_picture(path: str) -> bool:
    """Whether *path* is a file with a picture's name. OpenCV would take it for a video, and a torn one for a whole."""
    return Path(path).suffix.lower() in SUFFIXES and Path(path).is_file()


class PictureFolder:
    """What `cv2.VideoCapture` is for a video; a picture that cannot be opened is one line, and passed over."""

    def __init__(self, place: str) -> None:
        """*place*: a folder, or one picture."""
        among = [Path(place)] if is_picture(place) else sorted(Path(place).iterdir(), reverse=True)
        self._left = [path for path in among if path.suffix.lower() in SUFFIXES]
        self._any = bool(self._left)
        self._shown: Picture | None = None
        self._again = 0

    def isOpened(self) -> bool:
        """Whether there was any picture."""
        return self._any

    def grab(self) -> bool:
        """Go on to what comes next, the same picture a few times, then the next: whether there is any."""
        if self._again == 0:
            self._shown, self._again = self._next(), EACH
        self._again -= 1
        return self._shown is not None

    def retrieve(self) -> tuple[bool, Picture | None]:
        """What is shown now."""
        return self._shown is not None, self._shown

    def _next(self) -> Picture | None:
        while self._left:
            try:
                return open_picture(self._left.pop())
            except BadInput as fault:
                print(f"floorman: {fault}", file=sys.stderr, flush=True)
        return None

    def get(self, what: int, /) -> float:
        """How many frames a second; 0 for whatever else is asked."""
        return FRAMES if what == cv2.CAP_PROP_FPS else 0.0

    def release(self) -> None:
        """Show no more."""
        self._left, self._shown, self._again = [], None, 0
