"""How long cards are: what the outlines in one picture say of each other."""

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.arrays import floats
from vision.localise import Found, distinct, part_of
from vision.rectify import long_side
from vision.shapes import ASPECT

PRINTED, LARGER = 0.8, 1.2
"""What lies to this part in an outline that is longer by this factor is printed on it."""
SOUND = 0.4
"""Outlines with this score say how long the cards of the picture are."""
SEVERAL = 3
"""An outline with so many others printed on it is no card's; a length that more outlines have may be the cards'."""
MOST = 60
"""So many outlines within one are looked at, of a fine pattern's thousands."""


def length(card: Found) -> float:
    """Return the length of a card's outline in pixels."""
    return long_side(card.quad)


def size(card: Found) -> float:
    """Return how long a card whose outline has as many pixels is, seen from above."""
    return math.sqrt(abs(cv2.contourArea(card.quad)) * ASPECT)


def usual_length(cards: list[Found], of: Callable[[Found], float] = length) -> float:
    """Return the length, or another size *of* a card, most of the picture's evidence agrees on, 0 where there is none.

    Large outlines have more pixels to speak for them; small ones are found everywhere in text and patterns.
    """
    if not cards:
        return 0.0
    order = sorted(cards, key=of)
    weights = np.cumsum([(card.score * of(card)) ** 2 for card in order])
    return of(order[int(np.searchsorted(weights, weights[-1] / 2))])


def sound_length(cards: Sequence[Found]) -> float:
    """Return the usual length of those that are sound, 0 where none is."""
    return usual_length([card for card in cards if card.score > SOUND])


def agreed_length(cards: Sequence[Found]) -> float:
    """Return the length that most of the sound outlines have, if several do, 0 where they do not agree on one."""
    sound = [(length(card), card.score) for card in cards if card.score > SOUND]
    mine = [[(long, score) for long, score in sound if alike(long, about, LARGER)] for about, _ in sound]
    most = max(mine, key=lambda ones: sum(score for _, score in ones), default=[])
    agree = len(most) > SEVERAL and 2 * sum(score for _, score in most) > sum(score for _, score in sound)
    return float(np.median([long for long, _ in most])) if agree else 0.0


def alike(one: float, other: float, times: float) -> bool:
    """Whether one length differs from the *other* by less than the factor *times*."""
    return other / times < one < other * times


def of_one_size(cards: list[Found], long: float, times: float) -> list[Found]:
    """Keep the outlines about *long* pixels long: the cards of one deck seen by one camera do not differ by more."""
    return [card for card in cards if alike(length(card), long, times)]


def printed_on(card: Found, other: Found) -> bool:
    """Whether *card* is but a picture on *other*: a part of a face, or of a back that shows a hand of aces."""
    if length(other) < LARGER * length(card):
        return False
    return part_of(card.quad, other.quad) > PRINTED


def without_tables(found: list[Found]) -> list[Found]:
    """Leave out what several others are but pictures on: a table, a mat or a sheet with the cards on it."""
    longs = floats([length(card) for card in found])
    corners = floats([card.quad for card in found]).reshape(-1, 4, 2)
    low, middle, high = corners.min(1), corners.mean(1), corners.max(1)

    def holds_several(number: int) -> bool:
        within = (middle > low[number]).all(1) & (middle < high[number]).all(1) & (LARGER * longs < longs[number])
        likely = [found[other] for other in np.flatnonzero(within)[:MOST]]
        held = [other for other in likely if printed_on(other, found[number])]
        return len(held) >= SEVERAL and len(distinct(held)) >= SEVERAL

    return [card for number, card in enumerate(found) if not holds_several(number)]
