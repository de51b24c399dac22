"""Two cards face down that lie on each other: between two backs of one pattern no edge shows, and they look like one.

Hole cards lie so in every hand. The network takes them for one card, between where the two are; but it knows well where
their backs end. One outline that no single card makes, and two cards of that size do, is that of two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats
from vision.localise import SAME, STRIDE, Found, Votes, common, overlap
from vision.rectify import long_side
from vision.shapes import ASPECT, KNOWN, SEEN, Numbers, fitted, lone, outside, quads
from vision.sizes import usual_length

LIKELY = 0.5
"""How likely a card must be face down to be one of two."""
SOUND = 0.4
"""Outlines with this score say how long the cards of the picture are."""
LEAST, BEST = 64.0, 144.0
"""How long, in pixels, a card must be in the look it is told apart in; and how long is best."""
AROUND = 1.35
"""How far around the middle of what looks like one card its region is looked for, in card lengths."""
LARGER = 1.1, 2.5
"""How many times as large as a card a region of two may be."""
POINTS = 60
"""So many points of a region's outline are held against cards."""
ONE, TWO, BETTER = 0.015, 0.015, 0.55
"""How far off, in card lengths, the outline of one card must be, how far that of two may, and which part of the first.

In five shards of calibrating scenes that chose none of these numbers 42 regions were told apart: under each lay two
cards or more, and 82 of the 84 outlines overlap a card's by more than 0.6. With 0.02 for two, three of 62 regions in
the five shards before were single backs, partly covered.
"""
FULL = 0.12
"""By which part the region may be larger or smaller than both cards together."""
APART = 0.08, 0.95
"""How much of a card the other must leave free; and most: two that hardly overlap were seen as two."""
BENDS, SIDE, RIGHT = 0.03, 0.08, 0.5
"""How far off the corners of a region may be cut, how long a side must be, both in card lengths; and up to which cosine
a corner may be one of a card."""
LARGE = (1.02, 1.1)
"""What looks like one card between two turned ones seems smaller than it is: the cards are tried in these sizes."""
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
class Region:
    """What lies face down around a card: the outline's points (m, 2) in cells of a look, and the way back."""

    points: Field
    look: Votes

    @property
    def area(self) -> float:
        """In cells of the look."""
        return float(cv2.contourArea(self.points))

    def there(self, at: Field) -> Field:
        """Return points of the picture in cells of the look."""
        return floats((at - floats(self.look.corner or (0, 0))) * self.look.scale / STRIDE)

    def back(self, at: Numbers) -> Field:
        """Return the same the other way round."""
        return floats(at * STRIDE / self.look.scale + floats(self.look.corner or (0, 0)))


def told_apart(cards: Sequence[Found], looks: Sequence[Votes], card_long: float | None = None) -> list[Found]:
    """Return *cards*, two for each that is two in truth, and without the other guesses at these; the surest first.

    *card_long* in pixels where it is known.
    """
    pairs: list[list[Found]] = []
    down = [card for card in cards if card.back > LIKELY]
    usual = usual_length([card for card in cards if card.score > SOUND])
    for card in sorted(down, key=lambda card: -card.score):
        if not any(_guess_at(pair, card) for pair in pairs):
            # Between two that cross nothing may be seen but a part of a back: the others tell how long cards are.
            longs = [(card_long, KNOWN)] if card_long else [(long_side(card.quad), SEEN), (usual, SEEN)]
            found = (_two(card, looks, *long) for long in longs if long[0])
            pairs += [_as_seen(two, down) for two in found if two][:1]
    kept = [card for card in cards if card.back <= LIKELY or not any(_guess_at(pair, card) for pair in pairs)]
    return sorted([*kept, *(mate for pair in pairs for mate in pair)], key=lambda card: -card.score)


def _guess_at(pair: Sequence[Found], card: Found) -> bool:
    """Whether a *card* is but a guess at one of a *pair* or at both: it lies where these lie."""
    one, other = (mate.quad for mate in pair)
    _, both = cv2.intersectConvexConvex(one, other)
    twice = 0.0 if both is None else common(floats(both).reshape(-1, 2), card.quad)
    taken = common(one, card.quad) + common(other, card.quad) - twice
    return taken > LIES * abs(cv2.contourArea(card.quad)) or any(overlap(at, card.quad) > TAKEN for at in (one, other))


def _as_seen(mates: list[Found], cards: Sequence[Found]) -> list[Found]:
    """Return each of two in the outline in which it was seen as well, if it was: that shows more than where it ends.

    What was seen in the place of both was neither.
    """
    seen = [max(cards, key=lambda card: overlap(card.quad, mate.quad)) for mate in mates]
    if len({id(card) for card in seen}) < len(mates):
        return mates
    return [
        replace(card, mate=True) if overlap(card.quad, mate.quad) > SAME else mate
        for card, mate in zip(seen, mates, strict=True)
    ]


def _two(card: Found, looks: Sequence[Votes], long: float, loose: float) -> list[Found]:
    """Return both cards that look like one *card*, or none where it is one; cards are *long* pixels long.

    *loose*: how far the logarithm of that is usually off.
    """
    seen = [look for look in looks if look.down is not None and long * look.scale > LEAST]
    for look in sorted(seen, key=lambda look: abs(np.log(long * look.scale / BEST))):
        region = _region(card, look, long)
        if region is not None:
            cells = look.scale / STRIDE
            outlines = _explained(region, region.there(card.quad), long * cells, loose)
            return [replace(card, quad=region.back(quad), mate=True) for quad in outlines]
    return []


def _region(card: Found, look: Votes, long: float) -> Region | None:
    """Return what is face down around *card* as *look* shows it, None where that is cut off."""
    assert look.down is not None
    cells = look.scale / STRIDE
    x, y = ((card.quad.mean(0) - floats(look.corner or (0, 0))) * cells).astype(int)
    reach, (high, wide) = int(AROUND * long * cells) + 2, look.down.shape
    left, top = max(0, x - reach), max(0, y - reach)
    part = look.down[top : max(0, y + reach), left : max(0, x + reach)]
    if not (0 <= x < wide and 0 <= y < high) or part[y - top, x - left] <= LIKELY:
        return None
    _, regions = cv2.connectedComponents((part > LIKELY).astype(np.uint8), connectivity=4)
    mine = np.asarray(regions == regions[y - top, x - left], np.uint8)
    if mine[0].any() or mine[-1].any() or mine[:, 0].any() or mine[:, -1].any():
        return None
    points = _outline(part * cv2.dilate(mine, np.ones((3, 3), np.uint8)))
    return None if points is None else Region(points + floats((left, top)), look)


def _outline(part: Field) -> Field | None:
    """Return where the likelihood of cells falls below LIKELY, (m, 2) in cells, a fourth of a cell apart.

    None where it does so everywhere between cells: a single one hardly more likely than that has no outline.
    """
    finer = cv2.resize(floats(part), None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_LINEAR)
    every, _ = cv2.findContours((finer > LIKELY).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return floats((max(every, key=cv2.contourArea)[:, 0] + 0.5) / STRIDE) if every else None


def _explained(region: Region, quad: Field, long: float, loose: float) -> list[Numbers]:
    """Return the outlines of two cards that explain a *region*, none where one does or two do not; all in cells.

    *quad*: what looked like one card.
    """
    size = abs(cv2.contourArea(quad)) * (long / long_side(quad)) ** 2
    if not LARGER[0] < region.area / size < LARGER[1]:
        return []
    points = region.points[np.linspace(0, len(region.points), POINTS, endpoint=False).astype(int)]
    down = quad[3] - quad[0]
    (off,), (one,) = fitted(lone(long, quad.mean(0), float(np.arctan2(down[1], down[0])))[None], points, long, loose)
    if off < ONE:
        return []
    starts = _likely(region, points, one[4:], long)
    if not starts:
        return []
    every, fits = fitted(np.array(starts), points, long, loose)
    if every.min() > min(TWO, BETTER * off):
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
        view = np.array([by * long, by * long / ASPECT, 0, 0])
        cards = np.array([*_in_corners(region.points, by * long), one])
        off = outside(np.concatenate([np.tile(view, (len(cards), 1)), cards], 1), points)[:, 0]
        kept = _distinct(cards, (np.abs(off) < NEAR * long).sum(1), long)
        for a, b in combinations(kept, 2):
            error = float((np.minimum(off[a], off[b]) ** 2).mean())
            tried.append((error, np.array([*view, *cards[a], *cards[b]])))
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
