"""A picture and its halves: what is looked at smaller is made from the half that is next in size, at little cost."""

import cv2
import numpy as np

from vision.arrays import Picture


class Halves:
    """A picture, (h, w, 3), and its half, quarter … as they are asked for."""

    def __init__(self, picture: Picture) -> None:
        self._sizes = [picture]

    @property
    def picture(self) -> Picture:
        """The picture itself."""
        return self._sizes[0]

    def near(self, scale: float) -> tuple[Picture, float]:
        """Return the smallest of the sizes that is no smaller than *scale* asks for, and its own scale."""
        times = 0
        while 0.5 ** (times + 1) >= scale and min(self._half(times).shape[:2]) > 1:
            times += 1
        return self._half(times), 0.5**times

    def reduced(self, scale: float) -> Picture:
        """Return the picture in *scale*."""
        if scale == 1:
            return self.picture
        size = max(8, round(self.picture.shape[1] * scale)), max(8, round(self.picture.shape[0] * scale))
        source, _ = self.near(scale)
        # Less than half as large two neighbours say all there is, and averaging areas takes ten times as long.
        return np.asarray(cv2.resize(source, size, interpolation=cv2.INTER_LINEAR), np.uint8)

    def _half(self, times: int) -> Picture:
        while len(self._sizes) <= times:
            # Without the odd row and column: by whole pixels OpenCV averages ten times as fast.
            height, width = (side // 2 for side in self._sizes[-1].shape[:2])
            even = self._sizes[-1][: 2 * height, : 2 * width]
            self._sizes.append(np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
        return self._sizes[times]
