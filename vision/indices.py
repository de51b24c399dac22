"""Which card an index is printed on; and where a card must lie of which nothing but an index was found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.arrays import Field, Numbers, floats
from vision.localise import Found, Spot

OUTSIDE = 0.1
"""How far outside its card, in parts of it, an index may seem to lie."""
ACROSS, DOWN = 0.48, 0.6
"""How far from its corner the middle of an index can lie."""
HIGH = (0.06, 0.34)
"""Half the height of an index, in parts of the card's."""
EDGE, SIDE, WIDE = 0.045, 0.04, 0.71
"""How far from its card's edge and side an index begins, in parts of the card's length, and how wide a card is."""
AGREE = 1.6
"""By which factor the height of an index, or what it says of its card's length, may differ from what is usual."""
SHRUNK, PART = 0.8, 0.7
"""An outline shorter than this, in parts of what is usual, tells nothing of the others; and one shorter than that, in
parts of how long its index says that the card is, is but the part of a card that shows."""
FOUR = 0.25
"""Where so many indices are printed in the right corners, all four have one; else only the left and its opposite."""
IN_LEFT, OF_FOUR, TO_RIGHT, PAPER = 2.7, -3.2, 6.5, 6.0
"""How likely an index is its card's left one: logits always, more where all four corners have one, more for each length
of a card that the middle lies to its right, as it says, and more the more of the card to its right shows cards, and the
less of one to its left. Fitted on held-out scenes (sureness: docs/training.md).
"""
SUREST = 5.8
"""How sure that can be at most: logits, as sure as any was when the sureness of names was fitted with it."""
FARTHEST = (-0.3, 0.4)
"""How far to the right the middle may lie at most, in parts of the card's length, to count."""
SLENDER = 0.38
"""How wide an index is, in parts of its height."""
ROOM = (1.15, 1.1)
"""How much room the outline of an index leaves around it, across and along: what people draw around indices does."""
ASTRAY = 0.3
"""How far from a card's middle, in parts of its length, the place may lie where an index says the middle is.

Of indices on outlines that fit, one in fifty says more of its own card, and half of those that belong to another card.
"""
STRAIGHT = 0.35
"""How far an index may lean on its card."""
SQUARE, TILTED = 0.8, 0.55
"""From which part of its length on a card is so wide that one index across is enough to turn it; and one that surely
names a card: lying across the view, 60 degrees from above, a card's length is two thirds of its width."""


def owners(spots: list[Spot], cards: list[Found], agree: Field | None = None) -> list[int | None]:
    """Return for each spot the number of the card it belongs to, if any fits.

    It is the fitting card whose middle lies nearest to where the picture around the index says it is. *agree* (spots,
    cards): how much farther from there a card may lie, in parts of its length, for what both say of its name.
    """
    best = [(np.inf, -1)] * len(spots)
    for number, card in enumerate(cards if spots else ()):
        for spot in np.flatnonzero(fitting(spots, card.quad)):
            far = astray(spots[spot], card.quad)
            if far <= ASTRAY:
                nearer = 0.0 if agree is None else float(agree[spot, number])
                best[spot] = min(best[spot], (far - nearer, number))
    return [number if far < np.inf else None for far, number in best]


def astray(spot: Spot, quad: Field) -> float:
    """Return how far from the middle of the card in *quad*, in parts of its length, *spot* says that it is."""
    return float(np.linalg.norm(quad.mean(0) - spot.centre)) / max(rectify.long_side(quad), 1e-6)


def fitting(spots: Sequence[Spot], quad: Field) -> NDArray[np.bool_]:
    """Whether indices there, upright that way, can be of the card in *quad*: one answer for each of *spots*."""
    ends = [end for spot in spots for end in (spot.middle, spot.middle + spot.up)]
    middle, top = rectify.in_card(quad, floats(ends).reshape(-1, 2)).reshape(-1, 2, 2).transpose(1, 0, 2)
    on_card = (np.abs(middle - 0.5) < 0.5 + OUTSIDE).all(1)
    across, down = (top - middle).T.astype(np.float64)
    x, y = middle.T.astype(np.float64)
    edge, side = np.where(down < 0, y, 1 - y), np.minimum(x, 1 - x)
    high = np.abs(down)
    straight = np.abs(across) * 0.7 < STRAIGHT * high
    return np.asarray(on_card & (HIGH[0] < high) & (high < HIGH[1]) & straight & (edge < DOWN) & (side < ACROSS))


def in_right_corner(spot: Spot, quad: Field) -> bool:
    """Whether *spot* lies in the upper right corner of the card in *quad*, as one sees it who reads the index."""
    middle, top = rectify.in_card(quad, floats([spot.middle, spot.middle + spot.up]))
    return bool((middle[0] > 0.5) == (top[1] < middle[1]))


def all_four(seen: Sequence[tuple[Spot, Found]]) -> bool:
    """Whether cards have an index in each corner, as far as those *seen*, each on its card, tell."""
    return sum(in_right_corner(spot, card.quad) for spot, card in seen) > FOUR * len(seen)


@dataclass(frozen=True, slots=True)
class Print:
    """What is known of the cards of a picture, 0 where unknown.

    How long they are in pixels, how high half an index is, in parts of that, and whether all four corners have one.
    """

    long: float = 0.0
    high: float = 0.0
    four: bool = False

    def fits(self, spot: Spot) -> bool:
        """Whether *spot* is an index of such cards: those of cards that are printed on backs are lower.

        Where no index is known, one that says about how long its card is must say as much.
        """
        if not self.long:
            return False
        said, usual = (spot.reach, self.long * self.high) if self.high else (length_said(spot), self.long)
        return usual / AGREE < said < usual * AGREE and HIGH[0] < spot.reach / self.long < HIGH[1]

    def length_of(self, spot: Spot) -> float:
        """Return how long the card of *spot*, which fits, is: half as is usual, half as the index's height says.

        What is nearer to the camera is larger.
        """
        return math.sqrt(self.long * spot.reach / self.high) if self.high else self.long


def length_said(spot: Spot) -> float:
    """Return how long *spot* says that its card is: how far it is from the card's middle, the other way twice."""
    return (abs(float((spot.centre - spot.middle) @ spot.up)) / max(spot.reach, 1e-6) + spot.reach) / (0.5 - EDGE)


def in_corner(spot: Spot, known: Print, beside: Field, paper: float = 0.0) -> tuple[Field, float]:
    """Return the outline of a card as long as is *known*, in whose corner *spot* lies, and how likely that corner is.

    *beside*: about where the middle is. Of a covered card it is the least certain thing: it only tells left from right.
    *paper*: how much more of the outline to its right shows cards than of the one to its left, where somebody looked.
    """
    _, across = _ways(spot)
    left = in_left(float((beside - spot.middle) @ across) / known.length_of(spot), known.four, paper)
    to_right, to_left = both_corners(spot, known)
    return (to_right, left) if left > 0.5 else (to_left, 1 - left)


def both_corners(spot: Spot, known: Print) -> tuple[Field, Field]:
    """Return the outlines of a card as long as is *known*, with *spot* in its left corner, and in its right one."""
    along, across = _ways(spot)
    long = known.length_of(spot)
    to_side = WIDE * long / 2 - SIDE * long - SLENDER * spot.reach
    middle = spot.middle - along * (long / 2 - EDGE * long - spot.reach)
    return upright_at(spot, middle + across * to_side, long), upright_at(spot, middle - across * to_side, long)


def _ways(spot: Spot) -> tuple[Field, Field]:
    """Return the way up of an index and the way to its right, one pixel long."""
    along = spot.up / max(spot.reach, 1e-6)
    return along, floats([-along[1], along[0]])


def upright_at(spot: Spot, centre: Field, long: float) -> Field:
    """Return the outline of a card around *centre*, *long* pixels long the way the index *spot* goes."""
    along, across = _ways(spot)
    return outline_around(centre, across * (long * WIDE / 2), -along * (long / 2))


def outline_around(centre: Numbers, right: Numbers, down: Numbers) -> Field:
    """Return the outline of a card around *centre*, from where it goes so far to the *right* and *down*."""
    return floats([centre - right - down, centre + right - down, centre + right + down, centre - right + down])


def in_left(to_right: float, four: bool, paper: float = 0.0) -> float:
    """Return how likely an index is its card's left one, as one sees it who reads it, and not its right one.

    *to_right*: how far to its right it says that the middle is, in parts of the card's length; *four*: whether all
    corners of the deck's cards have an index; *paper*: as for ``in_corner``.
    """
    logit = IN_LEFT + OF_FOUR * four + TO_RIGHT * min(max(to_right, FARTHEST[0]), FARTHEST[1]) + PAPER * paper
    return 1 / (1 + math.exp(-min(max(logit, -SUREST), SUREST)))


def in_full(cards: list[Found], spots: Sequence[Spot], owned: Sequence[int | None], known: Print) -> list[Found]:
    """Return *cards*, those of which only a part was outlined as long as their index says, from its corner.

    An arm leaves such a part, or the picture's edge. A card far from the camera is shorter, and its index lower: where
    one of its indices fits the outline, it stays. *owned*: of each of *spots*, the card that it belongs to, if any.
    """
    mended = list(cards)
    said = [(spot, n) for spot, n in zip(spots, owned, strict=True) if n is not None]
    whole = {n for spot, n in said if not _is_part(cards[n].quad, known.length_of(spot))}
    for spot, number in said:
        if number not in whole and known.fits(spot) and _is_part(mended[number].quad, known.length_of(spot)):
            quad, _ = in_corner(spot, known, cards[number].quad.mean(0))
            mended[number] = replace(mended[number], quad=quad)
    return mended


def _is_part(quad: Field, long: float) -> bool:
    return rectify.long_side(quad) < PART * long


def outline_of_index(spot: Spot, card: Field | None) -> Field:
    """Return the outline of rank and suit and a little around it: as slender as usual where *card* is shaped as usual.

    A card tilted to its side, or in a picture that was squeezed, is wider or narrower, and so is its index.
    """
    across = floats([-spot.up[1], spot.up[0]]) * SLENDER
    if card is not None:
        side, down = card[1] - card[0] + card[2] - card[3], card[3] - card[0] + card[2] - card[1]
        across = floats(side * (SLENDER * spot.reach / WIDE / max(float(np.linalg.norm(down)), 1e-6)))
    up, across = spot.up * ROOM[1], across * ROOM[0]
    middle = spot.middle
    return floats([middle - across + up, middle + across + up, middle + across - up, middle - across - up])


def upright(cards: list[Found], spots: Sequence[Spot], clear: Sequence[Spot] = ()) -> list[Found]:
    """Return *cards*, those turned a quarter whose indices stand across: strongly tilted they are wider than high.

    So are cards in pictures that somebody squeezed into a square. *clear*: indices that surely name a card.
    """
    return [_turned(card) if _stands_across(card.quad, spots, clear) else card for card in cards]


def _turned(card: Found) -> Found:
    return replace(card, quad=np.roll(card.quad, 1, 0))


def _stands_across(quad: Field, spots: Sequence[Spot], clear: Sequence[Spot]) -> bool:
    """Whether only indices that stand across lie there: two of opposite ways, or one where the sides hardly differ.

    Or one that is *clear*, where they do not differ by much.
    """
    wide, high = (float(np.linalg.norm(quad[n] - quad[0])) for n in (1, 3))
    if wide > TILTED * high and _across(quad, clear):
        return True
    across = _across(quad, spots)
    return any(float(one.up @ across[0].up) < 0 for one in across[1:]) or (wide > SQUARE * high and bool(across))


def _across(quad: Field, spots: Sequence[Spot]) -> list[Spot]:
    """Return those of *spots* that stand across on the card in *quad*; none where one stands upright there."""
    if not spots or fitting(spots, quad).any():
        return []
    return [spot for spot, across in zip(spots, fitting(spots, np.roll(quad, 1, 0)), strict=True) if across]
