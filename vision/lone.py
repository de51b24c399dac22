"""Cards of which nothing but an index was found: where they lie, and which of these indices are one card's."""

from collections.abc import Sequence

import numpy as np

from vision import rectify
from vision.arrays import Field, floats
from vision.indices import (
    EDGE,
    HIGH,
    SIDE,
    SLENDER,
    WIDE,
    Print,
    both_corners,
    in_corner,
    length_said,
    outline_around,
    owners,
    upright_at,
)
from vision.localise import Found, Spot, Votes

UNKNOWN = 0.5
"""How likely a card lies where nothing but its index says how long it is."""
PAIRED = 0.99
"""How likely it lies where two indices of its name, in opposite corners, say that it does."""
OPPOSITE, NARROWEST, WIDEST, ASLANT = 0.9, 0.35, 1.4, 0.5
"""How far these stand in opposite ways, in parts of their height; and how wide the card between them is, and how far it
leans, in parts of what is usual: aslant, or in a picture that somebody squeezed, it is narrower or wider."""
CARD = 0.4
"""How likely a card lies at a place that shows one."""
PLACES = rectify.places((10, 14))
"""Where all over a card that is looked for."""


def cards_of(
    spots: Sequence[Spot], names: Sequence[int | None], known: Print, looks: Sequence[Votes] = ()
) -> tuple[list[Found], list[int | None]]:
    """Return cards for *spots* that no outline was found around, and which of these each spot belongs to.

    *names*: the number of the card that each names, if surely: in a pile the next card lies too near for its place to
    tell. Another index that fits may be the same card's, misread.
    *looks*: what was seen around them.
    """
    cards: list[Found] = []
    named: list[int | None] = []
    owned: list[int | None] = [None] * len(spots)
    for number in sorted(range(len(spots)), key=lambda number: -spots[number].score):
        if owned[number] is not None:
            continue
        name = names[number]
        same = [card for card, other in enumerate(named) if name is None or other in (None, name)]
        (own,) = owners([spots[number]], [cards[card] for card in same])
        if own is not None:
            owned[number] = same[own]
            continue
        mates = [n for n, other in enumerate(names) if None is not other == name and n != number and owned[n] is None]
        made, mine = _made(spots, number, mates, known, looks)
        for one in mine:
            owned[one] = len(cards)
        cards += made
        named += [name] * len(made)
    return cards, owned


def _made(
    spots: Sequence[Spot], number: int, mates: Sequence[int], known: Print, looks: Sequence[Votes]
) -> tuple[list[Found], list[int]]:
    """Return the card that spot *number* makes, if any, and its spots: with it the first of *mates* across from it."""
    spot = spots[number]
    for mate in mates:
        quad = between(spot, spots[mate], known)
        if quad is not None:
            return [Found(quad, spot.score, 0.0, PAIRED)], [number, mate]
    there = outline(spot, known, looks)
    return ([], []) if there is None else ([Found(there[0], spot.score, 0.0, there[1])], [number])


def between(spot: Spot, other: Spot, known: Print) -> Field | None:
    """Return the outline of the card in whose opposite corners two indices lie; None where no card has such."""
    longs = [known.length_of(one) for one in (spot, other) if known.fits(one)]
    up = (spot.up - other.up) / 2
    reach = float(np.linalg.norm(up))
    if not longs or reach < OPPOSITE * max(spot.reach, other.reach):
        return None
    long, along = float(np.mean(longs)), up / reach
    across = floats([-along[1], along[0]])
    aside = (spot.middle - other.middle) / 2 - along * (long / 2 - EDGE * long - reach)
    to_side = aside / (1 - (SIDE + SLENDER * reach / long) / (WIDE / 2))
    right = to_side * np.sign(to_side @ across)
    usual = long * WIDE / 2
    if not NARROWEST < float(right @ across) / usual < WIDEST or abs(float(right @ along)) > ASLANT * usual:
        return None
    return outline_around((spot.middle + other.middle) / 2, right, -along * (long / 2))


def outline(spot: Spot, known: Print, looks: Sequence[Votes] = ()) -> tuple[Field, float] | None:
    """Return about where the card of *spot* lies, and how likely it lies there; None where that cannot be told."""
    if known.fits(spot):
        return in_corner(spot, known, spot.centre, _more_to_the_right(spot, known, looks))
    long = length_said(spot)
    return (upright_at(spot, spot.centre, long), UNKNOWN) if HIGH[0] < spot.reach / long < HIGH[1] else None


def _more_to_the_right(spot: Spot, known: Print, looks: Sequence[Votes]) -> float:
    """Return how much more of a card to the right of *spot* shows cards than of one to its left; 0 where none looked.

    What of a card itself does not show lies below others. Where bare felt is no card lies.
    """
    if not looks:
        return 0.0
    to_right, to_left = both_corners(spot, known)
    around = np.concatenate([to_right, to_left])
    look = min((look for look in looks if look.shows(around)), key=lambda look: look.off_size(known.length_of(spot)))
    return _shows(to_right, look) - _shows(to_left, look)


def _shows(quad: Field, look: Votes) -> float:
    """Return which part of the outline *quad* shows a card, whichever."""
    inside, _ = look.at(rectify.on_card(quad, PLACES))
    return float((inside > CARD).mean())
