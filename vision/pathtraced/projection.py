"""Where things of a plan lie in its picture."""

import math

import numpy as np
from numpy.typing import NDArray

from table_controller.records import Lens
from vision import lens
from vision.arrays import Field, floats
from vision.pathtraced.plan import CARD_LONG, CARD_THICK, CARD_WIDE, Card, Eye

Points = NDArray[np.float64]


def project(eye: Eye, points: Points) -> Field:
    """Return where a straight lens shows *points* (n, 3) in metres: (n, 2) pixels."""
    seen = (points - np.array(eye.at)) @ np.array(eye.axes()).T
    x, y = eye.wide / 2 + eye.reach * seen[:, 0] / seen[:, 2], eye.high / 2 - eye.reach * seen[:, 1] / seen[:, 2]
    return floats(np.stack([x, y], 1))


def on_table(eye: Eye, pixels: Points) -> Points:
    """Return where on the table's top, (n, 2) metres, *pixels* (n, 2) look."""
    right, up, ahead = np.array(eye.axes())
    across = (pixels[:, :1] - eye.wide / 2) / eye.reach
    down = (pixels[:, 1:] - eye.high / 2) / eye.reach
    rays = ahead + across * right - down * up
    return np.asarray(np.array(eye.at)[:2] - rays[:, :2] * (eye.at[2] / rays[:, 2:]))


def corners(card: Card) -> Points:
    """Return the card's four corners in the room, (4, 3), as if they were not rounded, bent as the card is.

    The upper left one of what is printed first, then clockwise as it is looked at.
    """
    places = [(-CARD_WIDE / 2, CARD_LONG / 2), (CARD_WIDE / 2, CARD_LONG / 2)]
    places += [(-x, -y) for x, y in places]
    c, s = math.cos(card.turn), math.sin(card.turn)
    return np.array(
        [
            (
                card.x + card.size * (c * u - s * v),
                card.y + card.size * (s * u + c * v),
                card.z + CARD_THICK + card.bend.rise(u, v),
            )
            for u, v in places
        ]
    )


def quads(eye: Eye, cards: tuple[Card, ...]) -> Field:
    """Return the cards' whole outlines in the picture, (n, 4, 2)."""
    return floats([project(eye, corners(card)) for card in cards]).reshape(len(cards), 4, 2)


class Glass:
    """A lens that bends straight lines by *barrel* (negative: they bulge outwards) and fills the picture."""

    def __init__(self, eye: Eye, barrel: float) -> None:
        self._middle = floats([eye.wide / 2, eye.high / 2])
        self._lens = Lens((eye.reach, eye.reach), (eye.wide / 2, eye.high / 2), (barrel, 0.0, 0.0, 0.0, 0.0))
        corner = float(np.linalg.norm(self._middle))
        # What a bulging lens shows beyond the picture's corners was never rendered: it is drawn so much larger.
        self._larger = max(1.0, float(np.linalg.norm(lens.straighten([[0, 0]], self._lens) - self._middle)) / corner)

    def bend(self, points: Field) -> Field:
        """Return where *points* (n, 2), as a straight lens shows them, are seen."""
        return floats((lens.bend(points, self._lens) - self._middle) * self._larger + self._middle)

    def straighten(self, points: Field) -> Field:
        """Return where a straight lens would show *points* (n, 2) of the picture."""
        return lens.straighten((points - self._middle) / self._larger + self._middle, self._lens)
