"""A picture in too little light: the readers know cards in more."""

import cv2
import numpy as np

from vision.arrays import Picture

DARK = 120
"""Level below which it is dark, when hardly a hundredth of a picture exceeds it: paper does, in decent light."""
LIT = 200
"""That level in a picture in decent light."""
MOST = 6.0
"""How much lighter a picture is made at most: beyond that there is more noise than paper."""
SAMPLE = 100_000


def lit(picture: Picture) -> Picture:
    """Return *picture*, (h, w, 3) uint8, as it would look in decent light; itself where it is not dark."""
    step = max(1, int((picture.shape[0] * picture.shape[1] / SAMPLE) ** 0.5))
    bright = float(np.percentile(picture[::step, ::step], 99))
    if bright >= DARK:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=min(MOST, LIT / max(1.0, bright))), np.uint8)
