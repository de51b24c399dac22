"""Two cards face down that lie on each other: between two backs of one pattern no edge shows, and they look like one.

Hole cards lie so in every hand. The network takes them for one card, between where the two are; but it knows well where
their backs end. One outline with a notch, that no single card makes and two cards of one size do, is that of two.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Numbers, floats
from vision.localise import SAME, STRIDE, Found, Votes, common, overlap
from vision.rectify import long_side
from vision.regions import Region, region_around
from vision.shapes import ASPECT, KNOWN, SEEN, fitted, lone, outside, quads
from vision.sizes import sound_length

LIKELY = 0.5
"""How likely a card must be face down to be one of two."""
MOST = 16
"""So many regions of one picture are held against cards, the surest first: it takes some 20 ms each."""
LARGER = 1.1, 2.5
"""How many times as large as a card a region of two may be."""
NOTCH = 0.03
"""How deep a notch in its outline must be, in card lengths: a deck seen aslant, a box and a card nearer to the camera
than was thought have none. Of 32 regions of real hole cards that two cards explain none has one of less than 0.046.
"""
POINTS = 60
"""So many points of a region's outline are held against cards."""
ONE, TWO, BETTER = 0.015, 0.015, 0.55
"""How far off, in card lengths, the outline of one card must be, how far that of two may, and which part of the first.

In 1,500 calibrating scenes that chose none of these numbers 102 cards were told apart: each overlaps a card of its own
by more than 0.6. With 0.02 for two, three of 62 regions in other scenes were single backs, partly covered.
"""
FULL = 0.12
"""By which part the region may be larger or smaller than both cards together."""
APART = 0.08, 0.95
"""How much of a card the other must leave free; and most: two that hardly overlap were seen as two."""
BENDS, SIDE, RIGHT = 0.03, 0.08, 0.5
"""How far off the corners of a region may be cut, how long a side must be, both in card lengths; and up to which cosine
a corner may be one of a card."""
LARGE = (1.02, 1.1)
"""What looks like one card between two turned ones seems smaller than they are: these are tried in such sizes."""
TRIED = 10
"""So many of the likeliest pairs are tried."""
NEAR, ALIKE = 0.04, (0.08, 0.2)
"""How near, in card lengths, an outline's point supports a card; and how far cards that are alike lie apart, in card
lengths, and are turned, in radians."""
RIM = 1.0
"""How far, in pixels of the look, a region reaches beyond its cards: their borders count."""
TAKEN = 0.45
"""What overlaps one of two by more, or lies on both together to LIES, was a guess at both."""
LIES = 0.8


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cards, and the *guess* from which they were told apart; *seen*: whether both had been seen as well."""

    guess: Found
    mates: tuple[Found, Found]
    seen: bool

    def explains(self, card: Found) -> bool:
        """Whether *card* was but a guess at one of both, or at both: it lies where these lie.

        What lies on two that were seen as well may be a third.
        """
        one, other = (mate.quad for mate in self.mates)
        if card is self.guess or any(overlap(at, card.quad) > TAKEN for at in (one, other)):
            return True
        area, both = cv2.intersectConvexConvex(one, other)
        twice = common(floats(both).reshape(-1, 2), card.quad) if area > 0 and both is not None else 0.0
        taken = common(one, card.quad) + common(other, card.quad) - twice
        return not self.seen and taken > LIES * abs(cv2.contourArea(card.quad))

    def meets(self, other: "Pair") -> bool:
        """Whether both tell of the same cards."""
        return any(overlap(mine.quad, its.quad) > TAKEN for mine in self.mates for its in other.mates)


def told_apart(cards: Sequence[Found], looks: Sequence[Votes], card_long: float | None = None) -> list[Found]:
    """Return *cards*, two for each that is two in truth, and without the other guesses at these; the surest first.

    Each of two is as sure as the guess at both was. *card_long* in pixels where it is known.
    """
    pairs: list[Pair] = []
    down = sorted((card for card in cards if card.back > LIKELY), key=lambda card: -card.score)
    usual = sound_length(cards)
    for card, region, long, loose in islice(_suspects(down, looks, card_long, usual, pairs), MOST):
        outlines = _explained(region, region.look.there(card.quad), long * region.look.cells, loose)
        if outlines:
            one, other = (replace(card, quad=region.look.back(quad), mate=True) for quad in outlines)
            pair = _as_seen(Pair(card, (one, other), False), down)
            pairs += [] if any(pair.meets(known) for known in pairs) else [pair]
    kept = [card for card in cards if card.back <= LIKELY or not any(pair.explains(card) for pair in pairs)]
    return sorted([*kept, *(mate for pair in pairs for mate in pair.mates)], key=lambda card: -card.score)


def _suspects(
    down: Sequence[Found], looks: Sequence[Votes], card_long: float | None, usual: float, pairs: Sequence[Pair]
) -> Iterator[tuple[Found, Region, float, float]]:
    """Yield each card that none of *pairs* explains yet in a region larger than a card, and how long cards are.

    And how far the logarithm of that is usually off.
    """
    for card in down:
        # Between two that cross nothing may be seen but a part of a back: the others tell how long cards are.
        lengths = [(card_long, KNOWN)] if card_long else [(long_side(card.quad), SEEN), (usual, SEEN)]
        for long, loose in lengths:
            if long > 1 and not any(pair.explains(card) for pair in pairs):
                region = region_around(card, looks, long)
                if region is not None and _is_suspect(region, card, long):
                    yield card, region, long, loose


def _is_suspect(region: Region, card: Found, long: float) -> bool:
    """Whether a *region* is as large as two cards as aslant as *card* may be, *long* pixels long, and has a notch."""
    size = abs(cv2.contourArea(card.quad)) * (long / max(long_side(card.quad), 1.0) * region.look.cells) ** 2
    return LARGER[0] * size < region.area < LARGER[1] * size and region.notch > NOTCH * long * region.look.cells


def _as_seen(pair: Pair, cards: Sequence[Found]) -> Pair:
    """Return each of two in the outline in which it was seen as well, if it was: that shows more than where it ends.

    One outline that is the nearest to both is neither.
    """
    seen = [max(cards, key=lambda card: overlap(card.quad, mate.quad)) for mate in pair.mates]
    alike = [overlap(card.quad, mate.quad) > SAME for card, mate in zip(seen, pair.mates, strict=True)]
    if seen[0] is seen[1]:
        return pair
    one, other = (
        replace(card, mate=True) if same else mate for card, same, mate in zip(seen, alike, pair.mates, strict=True)
    )
    return Pair(pair.guess, (one, other), all(alike))


def _explained(region: Region, quad: Field, long: float, loose: float) -> list[Field]:
    """Return the outlines of two cards that explain a *region*, none where one does or two do not; all in cells.

    *quad*: what looked like one card.
    """
    points = region.points[np.linspace(0, len(region.points), POINTS, endpoint=False).astype(int)]
    down = quad[3] - quad[0]
    (off,), (one,) = fitted(lone(long, quad.mean(0), float(np.arctan2(down[1], down[0])))[None], points, long, loose)
    starts = _likely(region, points, one[4:], long)
    if not off > ONE or not starts:
        return []
    every, fits = fitted(np.array(starts), points, long, loose)
    if not every.min() < min(TWO, BETTER * off):
        return []
    numbers = fits[every.argmin()]
    numbers[:2] -= 2 * RIM / STRIDE
    outlines = [floats(outline) for outline in quads(numbers[None])[0]]
    return outlines if _are_two(outlines, region.area) else []


def _are_two(outlines: Sequence[Field], area: float) -> bool:
    one, both = abs(cv2.contourArea(outlines[0])), common(*outlines)
    free = 1 - both / max(one, 1e-6)
    return APART[0] < free < APART[1] and abs((2 * one - both) / area - 1) < FULL


def _likely(region: Region, points: Numbers, one: Numbers, long: float) -> list[Numbers]:
    """Return the numbers of the likeliest pairs of cards, *long* cells long, that have corners where a region has them.

    *one*: middle and turn of a single card, which may be one of them.
    """
    tried = []
    for by in LARGE:
        cards = np.array([*_in_corners(region.points, by * long), one])
        each = np.array([lone(by * long, card[:2], card[2]) for card in cards])
        off = outside(each, points)[:, 0]
        kept = _distinct(cards, (np.abs(off) < NEAR * long).sum(1), long)
        for a, b in combinations(kept, 2):
            error = float((np.minimum(off[a], off[b]) ** 2).mean())
            tried.append((error, np.array([*each[a], *cards[b]])))
    return [numbers for _, numbers in sorted(tried, key=lambda pair: pair[0])[:TRIED]]


def _distinct(cards: Numbers, support: NDArray[np.intp], long: float) -> list[int]:
    """Return the numbers of *cards* (n, 3) that differ, the best supported of those alike."""
    kept: list[int] = []
    for number in (int(n) for n in np.argsort(-support, kind="stable")):
        to = cards[kept] - cards[number]
        turned = np.abs((to[:, 2] + np.pi / 2) % np.pi - np.pi / 2)
        if not ((np.hypot(to[:, 0], to[:, 1]) < ALIKE[0] * long) & (turned < ALIKE[1])).any():
            kept.append(number)
    return kept


def _in_corners(outline: Field, long: float) -> list[Numbers]:
    """Return middle and turn, (3,), of cards *long* cells long that lie in the corners of an *outline*, either way."""
    bends = cv2.approxPolyDP(outline[:, None], BENDS * long, True)[:, 0]
    if cv2.contourArea(bends, True) < 0:
        bends = bends[::-1]
    cards = []
    for number, corner in enumerate(bends):
        sides = bends[number - 1] - corner, bends[(number + 1) % len(bends)] - corner
        lengths = [float(np.hypot(*side)) for side in sides]
        if min(lengths) < SIDE * long:
            continue
        a, b = sides[0] / lengths[0], sides[1] / lengths[1]
        if a[0] * b[1] < a[1] * b[0] and abs(float(a @ b)) < RIGHT:
            cards += [card for along, other in ((a, b), (b, a)) for card in _both_ways(corner, along, other, long)]
    return cards


def _both_ways(corner: Field, along: Field, other: Field, long: float) -> list[Numbers]:
    """Return middle and turn of a card in a *corner*, one side *along* there: its long one, or its short one."""
    across = other - float(other @ along) * along
    across /= max(float(np.hypot(*across)), 1e-6)
    wide = long / ASPECT
    return [
        np.array([*(corner + (along * long + across * wide) / 2), np.arctan2(along[1], along[0])]),
        np.array([*(corner + (along * wide + across * long) / 2), np.arctan2(across[1], across[0])]),
    ]
