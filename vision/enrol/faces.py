"""The faces of an enrolled deck, laid over a card that is in doubt: how much liker is the one it is taken for?

The readers know cards of any deck; with a deck of its own in its file, a card can also be compared with what it looked
like when it was enrolled, pip by pip.
"""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.enrol.deck_file import Cuts
from vision.enrol.laid import Frame, Likeness, Pictures
from vision.names import BACK
from vision.rectify import CARD_SIZE, MARGIN, Quad

FACE = (60, 84)
"""How wide and high a face is compared, in pixels."""
INSET = 0.03
"""What is left out at a face's edge, in parts of the card: there lies the table, too."""
FRAME = Frame(FACE, (114 * FACE[0] // 67, 160 * FACE[1] // 94), 3, shown=0.25)
"""The card and all around it are so wide and high that a card in a true outline is as large as a face."""


class Faces:
    """Every face of a deck, upright and upside down."""

    def __init__(self, cuts: Cuts) -> None:
        faces = [(_face(cut), int(kind)) for cut, kind in zip(cuts.cards, cuts.kinds, strict=True) if kind < BACK]
        both = [(turned, kind) for face, kind in faces for turned in (face, np.ascontiguousarray(face[::-1, ::-1]))]
        self._faces = Pictures([face for face, _ in both], [kind for _, kind in both], FRAME)

    def likeness(self, picture: Picture, quad: Quad, over: Iterable[Quad], chances: Field) -> Likeness:
        """Return how alike the card is to the face of its likeliest name by *chances* (52,), and how much liker.

        UNSEEN where that cannot be compared. *over*: the outlines of cards that lie on it.
        """
        return self._faces.likeness(picture, quad, over, chances)


def _face(cut: Picture) -> Picture:
    """Return what lies inside the outline of a whole card that was cut out, without its edge."""
    inside = floats(CARD_SIZE) / (1 + 2 * MARGIN)
    first = inside * (MARGIN + INSET)
    step = inside * (1 - 2 * INSET) / floats(FACE)
    warp = floats([[step[0], 0, first[0] + step[0] / 2 - 0.5], [0, step[1], first[1] + step[1] / 2 - 0.5]])
    return np.asarray(cv2.warpAffine(cut, warp, FACE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8)
