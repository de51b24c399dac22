"""Search a picture for cards of any size: look in several scales, then once more closely at every candidate."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.halves import Halves
from vision.localise import (
    CLOSE_LONG,
    Found,
    Localiser,
    Spot,
    Votes,
    count,
    distinct,
    distinct_spots,
    overlap,
    votes,
)
from vision.pairs import told_apart
from vision.parts import around
from vision.sizes import agreed_length, length, of_one_size, printed_on, usual_length, without_tables

LONG_SIDES = (176, 288, 512, 1024, 2048)
"""The picture's longer side in the scales that are searched; none is larger than the picture."""
WINDOW = 256
"""Side of the square the second look takes, in which the candidate is CLOSE_LONG pixels long."""
MOST, MOST_INDICES = 60, 120
"""Candidates, and indices, of one picture that are looked at: letters on paper look like indices."""
KNOWN_LONG = 116.0
"""How long cards are where their length is known and one look is enough: they are found and read as well as at 144
pixels, of two thirds as many pixels in all; at 105 fewer are.
"""
LOOSE = 2.2
"""By which factor the lengths of cards in one picture may differ, for all that perspective does."""
CANDIDATE = 0.1
ENOUGH = 72.0
"""Pixels of a card's length in a scale beyond which a finer one is for what the cards cover: only around them."""
PLAIN = 0.6
"""From which score on a face tells that cards are large. From afar chips and print look like faces as large as half the
picture: of 65 photographs of chips alone, four times enlarged, 38 had one with a score of 0.25, seven one with 0.6; of
99 photographs of cards, three times enlarged, 86 had one. The others are looked at as a whole, which costs but time.
"""
FINE, SMALL = 160.0, 0.2
"""How long cards are in the finest look, in pixels, but for this part of what was seen, which may be smaller still.

A card seen in several coarser looks counts in each.
"""
MARGIN = 0.25
"""How far around a card, in parts of its length, that is looked for."""
FACE_DOWN = 0.5
"""What is likelier a back tells nothing of how long cards are: from afar many a pattern looks like large ones."""
MOST_OF = 0.8
"""The share of a picture from which on it is looked at as a whole."""
ALMOST = 1.15
"""By which factor the finest look must be finer than the one before, or it is left out."""
CLOSE, CLOSER = (1 / ALMOST, 1.25), 1.15
"""How much smaller, and larger, than in a second look a card may have been seen and needs none; and how much more such
a sight of it counts than any other, which would be looked at again: in photographs of twelve megapixels half of the
second looks were at what the finest look had shown as well."""
LITTLE = 1e6
"""So many pixels the finest look has at least before any part of it is saved."""
TABLE = 3.0
"""What is so many times as long as an outline within it cannot lie on that: it would hide it. It is the table."""
LOW = 3.5
"""Indices lower than twice this in the picture that was looked at are left to a closer look."""


def scales(width: int, height: int) -> tuple[float, ...]:
    """Return the scales to search a picture of this size in."""
    long = max(width, height)
    below = [side / long for side in LONG_SIDES if side < 0.8 * long]
    return tuple(below) if long > 2048 else (*below, 1.0)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a search found: cards, indices, and what every scale voted."""

    cards: list[Found]
    spots: list[Spot]
    looks: list[Votes]


class Search:
    """The search of one picture: its looks in all scales, the finest only where there is any need to."""

    def __init__(self, localiser: Localiser, picture: Picture, least: float, card_long: float | None = None) -> None:
        """*least* is the score a card must have; where a card's length in pixels is known, one scale is enough."""
        height, width = picture.shape[:2]
        self._localiser, self._halves, self._least, self._long = localiser, Halves(picture), least, card_long
        self._close = CLOSE_LONG if card_long is None else KNOWN_LONG
        *coarse, finest = scales(width, height) if card_long is None else (KNOWN_LONG / card_long,)
        self._looks: list[tuple[list[Found], Votes]] = []
        self._in_parts = False
        for scale in coarse:
            self._look_at_all(scale)
        self._look_finely(finest)

    def _look_finely(self, finest: float) -> None:
        """Look in the finest scale, which costs more than all the others: where all cards are large, around them.

        There it shows what they cover, and is no finer than the smaller of them need it. Where no card is plainly seen,
        or most are small, others may be smaller still: the whole picture is looked at.
        """
        found = without_tables([card for card, _ in self._candidates() if card.score >= self._least])
        cards = [card for card in found if card.back < FACE_DOWN and card.score >= PLAIN]
        usual = usual_length(cards)
        coarser = self._looks[-1][1].scale if self._looks else 0.0
        if usual * coarser < ENOUGH:
            self._look_at_all(finest)
            return
        small = min(float(np.quantile([length(card) for card in those], SMALL)) for those in (cards, found))
        scale = min(finest, FINE / small)
        if scale >= ALMOST * coarser:
            self._look_around(scale, usual)

    def _look_at_all(self, scale: float) -> None:
        self._looks.append(self._localiser.find(self._halves.reduced(scale), scale))

    def _look_around(self, scale: float, usual: float) -> None:
        """Look around what may be a card about as long as *usual*, and the least signs of one.

        At the whole picture where that is most of it, or costs little.
        """
        height, width = self._halves.picture.shape[:2]
        quads = [card.quad for card in of_one_size([card for card, _ in self._candidates()], usual, LOOSE)]
        parts = around(quads, self._looks[-1][1], MARGIN * usual, (width, height))
        share = sum((c - a) * (d - b) for a, b, c, d in parts) / (width * height)
        if share >= MOST_OF or width * height * scale**2 < LITTLE:
            self._look_at_all(scale)
            return
        self._in_parts = True
        for left, top, right, bottom in parts:
            part = Halves(self._halves.picture[top:bottom, left:right])
            self._looks.append(self._localiser.find(part.reduced(scale), scale, (left, top)))

    def _candidates(self) -> list[tuple[Found, float]]:
        """Return what may be a card, and in which scale it was seen."""
        return [(card, votes.scale) for found, votes in self._looks for card in found if card.score > CANDIDATE]

    def seen(self) -> Seen:
        """Return the cards found until now, and the indices."""
        candidates, close = sights(self._candidates(), self._close)
        if self._long is not None:
            likely = [card for card in candidates if card.score >= self._least]
            candidates = of_one_size(likely, self._long, LOOSE)
        candidates = candidates[:MOST]
        looks = [look for _, look in self._looks]
        again = self._of_their_size(candidates, [card for card in candidates if id(card) not in close])
        cards, closer = look_closer(self._localiser, self._halves, again)
        cards = distinct([*cards, *(card for card in candidates if id(card) in close)])
        cards = told_apart([card for card in cards if card.score >= self._least], [*looks, *closer], self._long)
        spots = [spot for look in closer for spot in look.spots]
        spots += [spot for look in looks for spot in look.spots if spot.reach * look.scale > LOW]
        return Seen(cards, distinct_spots(spots)[:MOST_INDICES], looks)

    def _of_their_size(self, candidates: list[Found], some: list[Found]) -> list[Found]:
        """Return *some*; where the finest look was at parts alone, without those of quite another size than most faces.

        On a large photograph letters and the table's edges look like cards of any size.
        """
        faces = [card for card in candidates if card.back < FACE_DOWN]
        long = agreed_length(faces) if self._in_parts else 0.0
        return of_one_size(some, long, LOOSE) if long else some


def sights(scaled: Sequence[tuple[Found, float]], close: float) -> tuple[list[Found], set[int]]:
    """Return what may be a card, each once, the surest first; and the ids of those that need no second look.

    *scaled*: what was found, in which scale; *close*: how long a card is in a second look, in pixels.
    """
    near = {id(card) for card, scale in scaled if CLOSE[0] < length(card) * scale / close < CLOSE[1]}
    return distinct(
        [card for card, _ in scaled], 0.6, lambda card: card.score * (CLOSER if id(card) in near else 1)
    ), near


def search(localiser: Localiser, picture: Picture, least: float, card_long: float | None = None) -> Seen:
    """Return the cards in *picture* with a score of at least *least*, and the indices: see ``Search``."""
    return Search(localiser, picture, least, card_long).seen()


def look_closer(localiser: Localiser, halves: Halves, candidates: list[Found]) -> tuple[list[Found], list[Votes]]:
    """Look at each candidate again in the size the network knows best, and at what else lies around it.

    Returns the cards, and what each of these looks voted.
    """
    if not candidates:
        return [], []
    windows = [_window(halves, card) for card in candidates]
    answers = localiser.answers(np.stack([cut for cut, _, _ in windows]))
    found, looks = [], []
    for answer, (_, corner, zoom) in zip(answers, windows, strict=True):
        for card in count(answer):
            if np.abs(card.quad.mean(0) - WINDOW / 2).max() < WINDOW / 3:
                found.append(Found(card.quad / zoom + corner, card.score, card.back))
        looks.append(votes(answer, zoom, (float(corner[0]), float(corner[1]))))
    return distinct(_near(found, candidates)), looks


def _near(found: list[Found], candidates: list[Found]) -> list[Found]:
    """Keep outlines of about the size of some candidate: a window can show halves of bigger things."""
    longs = [length(card) for card in candidates]
    return [card for card in found if any(0.6 < length(card) / long < 1.6 for long in longs)]


def _window(halves: Halves, card: Found) -> tuple[Picture, Field, float]:
    """Return the square around *card*, its upper left corner in the picture, and its zoom."""
    zoom = CLOSE_LONG / max(length(card), 8.0)
    picture, scale = halves.near(zoom)
    side = max(8, round(WINDOW / zoom * scale))
    left, top = (int(x) for x in np.round(card.quad.mean(0) * scale - side / 2))
    corner = floats([left, top]) / scale
    height, width = picture.shape[:2]
    square = picture[max(0, top) : max(0, top + side), max(0, left) : max(0, left + side)]
    if square.size == 0:
        return np.zeros((WINDOW, WINDOW, 3), np.uint8), corner, zoom
    around = (max(0, -top), max(0, top + side - height), max(0, -left), max(0, left + side - width))
    if any(around):
        square = np.asarray(cv2.copyMakeBorder(square, *around, cv2.BORDER_REPLICATE)[:side, :side], np.uint8)
    cut = np.asarray(cv2.resize(square, (WINDOW, WINDOW), interpolation=cv2.INTER_LINEAR), np.uint8)
    return cut, corner, WINDOW / side * scale


def covers(cards: Sequence[Found], looks: list[Votes]) -> list[list[int]]:
    """Return for each card the numbers of the cards that lie on it, as the votes within both outlines have it."""
    above: list[list[int]] = [[] for _ in cards]
    for a in range(len(cards)):
        for b in range(a + 1, len(cards)):
            top = upper(cards[a], cards[b], looks)
            if top > 0:
                above[b].append(a)
            elif top < 0:
                above[a].append(b)
    return above


def upper(a: Found, b: Found, looks: list[Votes]) -> int:
    """Return 1 where *a* lies on *b*, -1 where *b* lies on *a*, 0 where they do not overlap or it cannot be told."""
    told = _upper_by_votes(a, b, looks)
    top, below = (a, b) if told > 0 else (b, a)
    return 0 if told and length(top) > TABLE * length(below) and printed_on(below, top) else told


def _upper_by_votes(a: Found, b: Found, looks: list[Votes]) -> int:
    if overlap(a.quad, b.quad) < 0.02:
        return 0
    points = _common_points(a.quad, b.quad)
    if len(points) < 4:
        return 0
    seen = [look for look in looks if look.shows(points)]
    votes = min(seen, key=lambda look: look.off_size(length(a)))
    inside, centres = votes.at(points)
    middles = a.quad.mean(0), b.quad.mean(0)
    nearer = np.linalg.norm(centres - middles[0], axis=1) < np.linalg.norm(centres - middles[1], axis=1)
    told = inside > 0.4
    if told.sum() < 4:
        return 0
    share = float(nearer[told].mean())
    return 1 if share > 0.6 else -1 if share < 0.4 else 0


def _common_points(a: Field, b: Field) -> Field:
    """Return a grid of points that lie in both outlines."""
    area, polygon = cv2.intersectConvexConvex(floats(a), floats(b))
    if area < 16 or polygon is None:
        return np.zeros((0, 2), np.float32)
    outline = polygon.reshape(-1, 2)
    low, high = outline.min(0), outline.max(0)
    x, y = np.meshgrid(np.linspace(low[0], high[0], 14), np.linspace(low[1], high[1], 14))
    grid = np.stack([x.ravel(), y.ravel()], 1).astype(np.float32)
    sides = np.roll(outline, -1, 0) - outline
    to = grid[:, None] - outline
    turns = sides[:, 0] * to[..., 1] - sides[:, 1] * to[..., 0]
    return floats(grid[(turns >= 0).all(1) | (turns <= 0).all(1)])
