"""Too little light, or a lamp's colour: the readers know cards in better light."""

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats

DARK = 120
"""Level of paper below which a picture is dark."""
LIT = 200
"""That level in decent light."""
TINTED = 0.6
"""Share of its strongest colour that the weakest of paper has at least where no lamp tints it."""
PAPER = 1.4
"""How much lighter than most of the picture, all but a quarter of it, the lightest is at least where that is paper."""
MOST, MOST_OF_A_COLOUR = 6.0, 2.5
"""How much lighter a picture is made at most, beyond which there is more noise than paper; and how much more than the
others its weakest colour."""
LIGHTEST, QUARTER = 99.8, 25
"""In percent: what is lighter than the first is paper, where there is any; so little, for so little of a frame is a
card."""
SAMPLE = 40_000


def light_of(picture: Picture) -> Field:
    """Return by how much each colour of *picture*, (h, w, 3) uint8, is to be multiplied to be in decent light, (3,)."""
    paper = paper_of(picture)
    if paper is None:
        return np.ones(3, np.float32)
    strongest = float(paper.max())
    gain = min(MOST, LIT / strongest) if strongest < DARK else 1.0
    tinted = float(paper.min()) < TINTED * strongest
    return floats(gain * np.minimum(MOST_OF_A_COLOUR, strongest / paper) if tinted else np.full(3, gain))


def paper_of(picture: Picture) -> Field | None:
    """Return the colour of the paper in *picture*, (3,), as some of its pixels tell; None where there is none."""
    step = max(1, int((picture.shape[0] * picture.shape[1] / SAMPLE) ** 0.5))
    pixels = np.ascontiguousarray(picture[::step, ::step]).reshape(-1, 3)
    light = pixels[:, 0].astype(np.uint16) + pixels[:, 1] + pixels[:, 2]
    # Of whole numbers counting tells percentiles in a tenth of the time that sorting takes.
    below = np.cumsum(np.bincount(light))
    most, lightest = (int(np.searchsorted(below, percent / 100 * len(light))) for percent in (QUARTER, LIGHTEST))
    paper = np.maximum(np.median(pixels[light >= lightest], axis=0), 1.0)
    return floats(paper) if float(paper.sum()) >= PAPER * most else None


def lit(picture: Picture, light: Field | None = None) -> Picture:
    """Return *picture* as it would look in decent light; itself where it is in such.

    *light*: the ``light_of`` the frame of which it is a part, and which shows better where paper is; else its own.
    """
    gains = light_of(picture) if light is None else light
    if (gains == 1).all():
        return picture
    levels = np.clip(np.arange(256)[:, None] * gains + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, levels[None]), np.uint8)
