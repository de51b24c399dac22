"""Which card an index is printed on; and where a card must lie of which nothing but an index was found."""

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
EDGE, WIDE = 0.045, 0.71
"""How far from its card's edge an index begins, in parts of the card's length, and how wide a card is."""
SLENDER = 0.38
"""How wide an index is, in parts of its height."""
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


def outline(spot: Spot) -> Field | None:
    """Return about where the card of *spot* lies: its long side goes the index's way, its middle is where it says."""
    along = spot.up / max(spot.reach, 1e-6)
    long = (abs(float((spot.centre - spot.middle) @ along)) + spot.reach) / (0.5 - EDGE)
    if not HIGH[0] < spot.reach / long < HIGH[1]:
        return None
    down, across = -along * (long / 2), floats([-along[1], along[0]]) * (long * WIDE / 2)
    centre = spot.centre
    return floats([centre - across - down, centre + across - down, centre + across + down, centre - across + down])


def cards_of(spots: list[Spot]) -> tuple[list[Found], list[int | None]]:
    """Return cards for *spots* that no outline was found around, and which of these each spot belongs to."""
    cards: list[Found] = []
    owned: list[int | None] = [None] * len(spots)
    for number in sorted(range(len(spots)), key=lambda number: -spots[number].score):
        owned[number] = _owner(spots[number], cards)
        quad = outline(spots[number]) if owned[number] is None else None
        if quad is not None:
            owned[number] = len(cards)
            cards.append(Found(quad, spots[number].score, 0.0))
    return cards, owned


def outline_of_index(spot: Spot) -> Field:
    """Return the outline of rank and suit: indices are about equally slender."""
    across = floats([-spot.up[1], spot.up[0]]) * SLENDER
    return floats(
        [
            spot.middle - across + spot.up,
            spot.middle + across + spot.up,
            spot.middle + across - spot.up,
            spot.middle - across - spot.up,
        ]
    )
