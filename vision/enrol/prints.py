"""The indices of an enrolled deck, laid over one that is in doubt: how much liker is the one it is read as?

Of a card that others cover an index is all there is to compare.
"""

from collections.abc import Iterable

import numpy as np

from vision import rectify
from vision.arrays import Field, Picture
from vision.enrol.deck_file import Cuts
from vision.enrol.laid import AROUND, UNSEEN, Frame, Likeness, Pictures
from vision.localise import Spot
from vision.rectify import INDEX_SIZE, Quad

PRINT = (28, 46)
"""How wide and high an index is compared, in pixels: its print and hardly more, or the same paper around all of them
would make them alike."""
FRAME = Frame(PRINT, (round(INDEX_SIZE[0] * (1 + 2 * AROUND)), round(INDEX_SIZE[1] * (1 + 2 * AROUND))), 2, shown=0.6)
LOWEST = 6.0
"""Half the height, in pixels, below which an index is not compared."""


class Prints:
    """Every index that was enrolled, as it is printed."""

    def __init__(self, cuts: Cuts) -> None:
        kinds = [int(kind) for kind in cuts.printed]
        self._prints = Pictures([_print(cut) for cut in cuts.indices], kinds, FRAME)

    def likeness(self, picture: Picture, spot: Spot, over: Iterable[Quad], chances: Field) -> Likeness:
        """Return how alike the index is to the print of its likeliest name by *chances* (52,), and how much liker.

        UNSEEN where that cannot be compared. *over*: the outlines of cards that lie on its card, for half a heart is a
        diamond.
        """
        if spot.reach < LOWEST:
            return UNSEEN
        return self._prints.likeness(picture, rectify.index_quad(spot.middle, spot.up), over, chances)


def _print(cut: Picture) -> Picture:
    """Return the middle of an index as it was cut out."""
    x, y = ((whole - part) // 2 for whole, part in zip(INDEX_SIZE, PRINT, strict=True))
    return np.ascontiguousarray(cut[y : y + PRINT[1], x : x + PRINT[0]])
