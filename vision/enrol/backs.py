"""Whether the backs in one picture are of one colour: a pack has one back, and two packs mixed have two."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.enrol.gather import Sight

APART = 14.0
"""Backs that differ by more in colour, in units of CIELAB's a and b, are not one pack's; light and lamp do less."""


def mixed(sight: Sight) -> bool:
    """Whether *sight* shows backs of different colours. Two pictures are never compared: their light differs."""
    colours = [colour(card.whole) for card in sight.cards if card.down and card.whole is not None]
    return any(float(np.linalg.norm(one - other)) > APART for one in colours for other in colours)


def any_mixed(sights: Sequence[Sight]) -> tuple[str, ...]:
    """Return the pictures that show backs of different colours."""
    return tuple(sight.name for sight in sights if mixed(sight))


def colour(back: Picture) -> Field:
    """Return the mean colour (a, b) of a back, its rim left out."""
    high, wide = back.shape[:2]
    inner = back[high // 6 : -(high // 6), wide // 6 : -(wide // 6)]
    lab = cv2.cvtColor(floats(inner) / 255, cv2.COLOR_BGR2LAB)
    return floats(lab[..., 1:].mean((0, 1)))
