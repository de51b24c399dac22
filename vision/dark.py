"""A picture in too little light, or in a lamp's colour: the readers know cards in better light."""

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats

DARK = 120
"""Level of paper, which is the lightest in a picture that shows any, below which it is dark."""
LIT = 200
"""That level in decent light."""
TINTED = 0.6
"""Share of its strongest colour that the weakest of paper has at least where no lamp tints it."""
PAPER = 1.4
"""How much lighter than half of the picture the lightest is at least where that is paper."""
MOST, MOST_OF_A_COLOUR = 6.0, 2.5
"""How much lighter a picture is made at most, beyond which there is more noise than paper; and how much more than the
others its weakest colour."""
LIGHTEST = 2
"""Percent of a picture's pixels, the lightest, half of which are no darker than its paper."""
SAMPLE = 10_000


def lit(picture: Picture) -> Picture:
    """Return *picture*, (h, w, 3) uint8, as it would look in decent light; itself where it is in such."""
    step = max(1, int((picture.shape[0] * picture.shape[1] / SAMPLE) ** 0.5))
    gains = _gains(floats(picture[::step, ::step].reshape(-1, 3)))
    if (gains == 1).all():
        return picture
    levels = np.clip(np.arange(256)[:, None] * gains + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[None]), np.uint8)


def _gains(pixels: Field) -> Field:
    """Return by how much each colour of *pixels*, (n, 3), is to be multiplied, (3,)."""
    light = pixels.sum(1)
    paper = np.maximum(np.median(pixels[light >= np.percentile(light, 100 - LIGHTEST)], axis=0), 1.0)
    strongest = float(paper.max())
    gain = min(MOST, LIT / strongest) if strongest < DARK else 1.0
    is_paper = float(paper.sum()) >= PAPER * float(np.median(light))
    if not is_paper or float(paper.min()) >= TINTED * strongest:
        return np.full(3, gain, np.float32)
    return floats(gain * np.minimum(MOST_OF_A_COLOUR, strongest / paper))
