"""Which card an index is printed on."""

import numpy as np

from vision import rectify
from vision.arrays import Field, floats
from vision.localise import Found, Spot

OUTSIDE = 0.1
"""How far outside its card, in parts of it, an index may seem to lie."""
ACROSS, DOWN = 0.48, 0.6
"""How far from its corner the middle of an index can lie."""
HIGH = (0.06, 0.34)
"""Half the height of an index, in parts of the card's."""
STRAIGHT = 0.35
"""How far an index may lean on its card."""


def owners(spots: list[Spot], cards: list[Found]) -> list[int | None]:
    """Return for each spot the number of the card it belongs to, if any fits."""
    return [_owner(spot, cards) for spot in spots]


def _owner(spot: Spot, cards: list[Found]) -> int | None:
    """Return the fitting card whose middle lies nearest to where the picture around the index says it is."""
    fitting = [number for number, card in enumerate(cards) if fits(spot, card.quad)]
    if not fitting:
        return None
    return min(fitting, key=lambda number: float(np.linalg.norm(cards[number].quad.mean(0) - spot.centre)))


def fits(spot: Spot, quad: Field) -> bool:
    """Whether an index there, upright that way, can be one of the card in *quad*."""
    middle, top = rectify.in_card(quad, floats([spot.middle, spot.middle + spot.up]))
    if not (np.abs(middle - 0.5) < 0.5 + OUTSIDE).all():
        return False
    across, down = (float(x) for x in top - middle)
    upright = down < 0
    edge = float(middle[1]) if upright else 1 - float(middle[1])
    side = min(float(middle[0]), 1 - float(middle[0]))
    return HIGH[0] < abs(down) < HIGH[1] and abs(across) * 0.7 < STRAIGHT * abs(down) and edge < DOWN and side < ACROSS
