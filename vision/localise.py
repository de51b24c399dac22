"""Find cards: at every fourth pixel a network describes the whole card that lies there; here the votes are counted."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Numbers, Picture, floats
from vision.engines import Network

STRIDE = 4
INSIDE = 0.5
"""A cell with at least this probability of a card's interior may vote."""
FACE_DOWN = 0.5
"""A cell of which the back is at least this likely to be up is part of a card face down, if of any."""
LEAST_CELLS = 6
CLOSE_LONG = 144.0
"""How long, in pixels, a card is in the size the network knows best."""
INDEX, INDEX_CELLS, INDEX_HIGH = 0.35, 3, 3.0
"""A cell with at least this probability of an index may vote; cells it takes; and the least half height in pixels."""
LEAST_AREA = 60.0
MOST_PEAKS = 400
"""So many cards one look may show; more are a pattern's. The strongest are kept: a card that lies on it is one of them.
Dots of eight pixels had six thousand, and took minutes.
"""
SAME = 0.7
"""Two outlines that overlap by more (intersection over union) are one card; hole cards overlap by up to half."""


@dataclass(frozen=True, slots=True)
class Found:
    """A card: corners (4, 2) in pixels, clockwise with the long side down; *score* 0 … 1; how likely its back is up.

    *placed*: how likely it lies there, where nothing but an index tells; 1 where an outline was seen. *mate*: one of
    two backs on each other that were told apart, however much they overlap.
    """

    quad: Field
    score: float
    back: float
    placed: float = 1.0
    mate: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """An index: its middle, the way from there to the top of its rank, in pixels; *score* 0 … 1.

    *centre* is the middle of the card it is printed on, as far as that can be told.
    """

    middle: Field
    up: Field
    centre: Field
    score: float

    @property
    def reach(self) -> float:
        """Half the height of the index."""
        return float(np.hypot(self.up[0], self.up[1]))


@dataclass(frozen=True, slots=True)
class Votes:
    """The network's answer for a picture, or for a part of one whose upper left corner is *corner*, in pixels.

    Per cell the interior's probability, the card's centre in pixels of what it was shown, and *down*: how likely a
    card, its border too, lies there face down.
    """

    scale: float
    inside: Field
    centre_x: Field
    centre_y: Field
    spots: tuple[Spot, ...] = ()
    corner: tuple[float, float] | None = None
    down: Field | None = None

    @property
    def cells(self) -> float:
        """How many cells a pixel of the full picture is wide."""
        return self.scale / STRIDE

    def there(self, points: Field) -> Field:
        """Return *points* (n, 2), pixels of the full picture, in cells."""
        return floats((points - floats(self.corner or (0, 0))) * self.cells)

    def back(self, points: Numbers) -> Field:
        """Return the same the other way round."""
        return floats(points / self.cells + floats(self.corner or (0, 0)))

    def off_size(self, long: float) -> float:
        """How far a card *long* pixels long is from the size the network knows best, as a logarithm's amount."""
        return float(abs(np.log(long * self.scale / CLOSE_LONG)))

    def shows(self, points: Field) -> bool:
        """Whether all *points* (n, 2), pixels of the full picture, lie in what was looked at."""
        if self.corner is None:
            return True
        ends = self.back(floats(self.inside.shape[::-1]))
        return bool((points >= self.corner).all() and (points <= ends).all())

    def at(self, points: Field) -> tuple[Field, Field]:
        """Return for *points* (n, 2), pixels of the full picture, interior (n,) and centre (n, 2)."""
        cells = np.round(self.there(points) - 0.5).astype(int)
        rows = np.clip(cells[:, 1], 0, self.inside.shape[0] - 1)
        columns = np.clip(cells[:, 0], 0, self.inside.shape[1] - 1)
        centres = floats(np.stack([self.centre_x[rows, columns], self.centre_y[rows, columns]], 1) / self.scale)
        return self.inside[rows, columns], centres + floats(self.corner or (0, 0))


def overlap(a: Field, b: Field) -> float:
    """Return intersection over union of two convex outlines."""
    both = common(a, b)
    return both / max(1e-6, abs(cv2.contourArea(a)) + abs(cv2.contourArea(b)) - both) if both else 0.0


def holds(quad: Field, point: Field) -> bool:
    """Whether *point* lies in a convex outline."""
    x, y = (float(value) for value in point)
    return cv2.pointPolygonTest(floats(quad), (x, y), False) >= 0


def common(a: Field, b: Field) -> float:
    """Return the area that two convex outlines share."""
    if (a.max(0) < b.min(0)).any() or (b.max(0) < a.min(0)).any():
        return 0.0
    return float(cv2.intersectConvexConvex(floats(a), floats(b))[0])


def part_of(outline: Field, other: Field) -> float:
    """Return which part of *outline* lies in the *other* one; both are convex."""
    return common(outline, other) / max(1e-6, abs(cv2.contourArea(outline)))


def distinct(
    found: list[Found], same: float = SAME, worth: Callable[[Found], float] = lambda card: card.score
) -> list[Found]:
    """Return the best, by what each is *worth*, of each group of outlines that are the same card."""
    order = sorted(found, key=worth, reverse=True)
    corners = floats([card.quad for card in order]).reshape(-1, 4, 2)
    low, high = corners.min(1), corners.max(1)
    kept: list[int] = []
    for number, card in enumerate(order):
        # Of thousands, as a fine pattern has them, nearly all lie quite elsewhere, which all at once tell fastest.
        meets = (low[kept] <= high[number]).all(1) & (high[kept] >= low[number]).all(1)
        if all(overlap(card.quad, order[kept[n]].quad) < same for n in np.flatnonzero(meets)):
            kept.append(number)
    return [order[number] for number in kept]


def _halved(doubled: Numbers) -> Field:
    """Return the half axis whose angle was doubled."""
    length = np.hypot(doubled[0], doubled[1]) + 1e-6
    turn = np.arctan2(doubled[1], doubled[0]) / 2
    return floats([np.cos(turn) * length, np.sin(turn) * length])


def padded(picture: Picture) -> Picture:
    """Return *picture* with its edge repeated until both sides are multiples of 32."""
    height, width = picture.shape[:2]
    down, across = -height % 32, -width % 32
    return np.asarray(cv2.copyMakeBorder(picture, 0, down, 0, across, cv2.BORDER_REPLICATE), np.uint8)


class Localiser:
    """The network and the counting of its votes."""

    def __init__(self, network: Network) -> None:
        self._network = network

    def answers(self, pictures: Picture) -> Field:
        """Return (n, 14, h/4, w/4) for *pictures* (n, h, w, 3); sides multiples of 32."""
        return np.asarray(self._network.run(pictures)[0], np.float32)

    def find(
        self, small: Picture, scale: float, corner: tuple[float, float] | None = None
    ) -> tuple[list[Found], Votes]:
        """Return the cards in *small*, and the votes; outlines in pixels of the whole picture.

        *small* is a picture in *scale*, or the part of one whose upper left corner lies at *corner* in the whole.
        """
        answer = self.answers(padded(small)[None])[0]
        cards = [Found(card.quad / scale + floats(corner or (0, 0)), card.score, card.back) for card in count(answer)]
        return cards, votes(answer, scale, corner)


def votes(answer: Field, scale: float, corner: tuple[float, float] | None = None) -> Votes:
    """Return what one *answer*, (14, h, w), to a picture in *scale* says, or to the part of one at *corner*."""
    y, x = (np.arange(cells, dtype=np.float32) * STRIDE + STRIDE / 2 for cells in answer.shape[1:])
    spots = tuple(moved(spot, 1 / scale, corner or (0, 0)) for spot in count_spots(answer))
    down = np.where(answer[2] > FACE_DOWN, np.minimum(1, answer[0] + answer[1]), 0)
    return Votes(scale, answer[0], x + answer[3], y[:, None] + answer[4], spots, corner, down)


def count(answer: Field) -> list[Found]:
    """Return the cards the votes of one answer, (9, h, w), agree on; pixels of the network's input."""
    rows, columns = np.nonzero(answer[0] > INSIDE)
    if len(rows) < LEAST_CELLS:
        return []
    cells = answer[:9, rows, columns]
    centres = np.stack([columns, rows], 1) * STRIDE + STRIDE / 2 + cells[3:5].T
    longs, shorts = np.hypot(cells[5], cells[6]), np.hypot(cells[7], cells[8])
    peaks = _peaks(centres, cells[0] * STRIDE**2 / np.maximum(4 * longs * shorts, 64), shorts, answer.shape[1:])
    if len(peaks) == 0:
        return []
    nearest, distance = _nearest(centres, peaks)
    close = np.flatnonzero(distance < 0.45 * shorts)
    groups = (close[nearest[close] == number] for number in range(len(peaks)))
    agreed = (_agreed(cells[:, group], centres[group]) for group in groups if len(group) >= LEAST_CELLS)
    return distinct([card for card in agreed if card is not None])


def _nearest(points: Numbers, peaks: Field) -> tuple[NDArray[np.intp], Numbers]:
    """Return for each point the number of the nearest peak, and how far away it is.

    A peak after the other, which takes a fraction of the time of all distances at once.
    """
    nearest, least = np.zeros(len(points), np.intp), np.full(len(points), np.inf)
    x, y = np.ascontiguousarray(points.T)
    for number, peak in enumerate(peaks):
        square = (x - peak[0]) ** 2 + (y - peak[1]) ** 2
        nearest[square < least] = number
        np.minimum(least, square, out=least)
    return nearest, np.sqrt(least)


def _middle(values: Numbers) -> Numbers:
    """Return the median of each column; numpy's own takes ten times as long over a few dozen rows."""
    order = np.sort(values, axis=0)
    return np.asarray((order[(len(order) - 1) // 2] + order[len(order) // 2]) / 2)


def _peaks(centres: Field, votes: Field, shorts: Field, shape: tuple[int, ...]) -> Field:
    """Return where the votes for centres pile up, (n, 2); a card may have its centre up to 20 cells outside."""
    margin = 20
    height, width = shape[0] + 2 * margin, shape[1] + 2 * margin
    cells = np.round(centres / STRIDE - 0.5).astype(int) + margin
    cells = np.clip(cells, 0, [width - 1, height - 1])
    pile = np.zeros((height, width), np.float32)
    np.add.at(pile, (cells[:, 1], cells[:, 0]), votes)
    typical = float(np.median(shorts)) / STRIDE
    spread = max(0.8, typical * 0.12)
    pile = floats(cv2.GaussianBlur(pile, (0, 0), spread))
    reach = int(max(3, typical * 0.5)) | 1
    highest = cv2.dilate(pile, np.ones((reach, reach), np.uint8))
    rows, columns = np.nonzero((pile == highest) & (pile > 0.018 / (2 * np.pi * spread**2)))
    if len(rows) > MOST_PEAKS:
        strongest = np.sort(np.argsort(-pile[rows, columns], kind="stable")[:MOST_PEAKS])
        rows, columns = rows[strongest], columns[strongest]
    return ((np.stack([columns, rows], 1) - margin) * STRIDE + STRIDE / 2).astype(np.float32)


def _agreed(cells: Field, centres: Field) -> Found | None:
    """Return the card that most of its cells describe; the score counts agreement and how much of it shows."""
    voted = _middle(np.concatenate([centres, cells[2:3].T, cells[5:9].T], 1))
    centre, back, axes = voted[:2], float(voted[2]), voted[3:]
    long, short = _halved(axes[:2]), _halved(axes[2:])
    turn = float(long[0] * short[1] - long[1] * short[0])
    area = abs(4 * turn)
    if area < LEAST_AREA:
        return None
    if turn > 0:
        short = -short
    quad = floats([centre - long - short, centre - long + short, centre + long + short, centre + long - short])
    shown = float(cells[0].sum()) * STRIDE**2 / area
    spread = float(_middle(np.linalg.norm(centres - centre, axis=1))) / max(1.0, float(np.hypot(*long)))
    score = float(cells[0].mean()) * min(1.0, shown / 0.35) * float(np.exp(-3 * spread))
    return Found(quad, score, back)


def count_spots(answer: Field) -> list[Spot]:
    """Return the indices the cells of one answer, (14, h, w), agree on; pixels of the network's input."""
    rows, columns = np.nonzero(answer[9] > INDEX)
    cells = answer[:, rows, columns]
    at = np.stack([columns, rows], 1) * STRIDE + STRIDE / 2
    middles, ups, left = at + cells[10:12].T, cells[12:14].T, np.ones(len(rows), bool)
    reaches = np.hypot(ups[:, 0], ups[:, 1])
    voted = np.concatenate([middles, ups, at + cells[3:5].T], 1)
    x, y = np.ascontiguousarray(middles.T)
    spots = []
    for best in np.argsort(-cells[9]):
        if not left[best]:
            continue
        near = np.flatnonzero(left & ((x - x[best]) ** 2 + (y - y[best]) ** 2 < (0.6 * reaches[best]) ** 2))
        left[near] = left[best] = False
        if len(near) < INDEX_CELLS:
            continue
        middle, up, centre = floats(_middle(voted[near])).reshape(3, 2)
        if np.hypot(*up) >= INDEX_HIGH:
            spots.append(Spot(middle, up, centre, float(cells[9, near].mean())))
    return spots


def moved(spot: Spot, scale: float, corner: Field | tuple[float, float] = (0.0, 0.0)) -> Spot:
    """Return *spot* scaled, then moved by *corner*."""
    by = floats(corner)
    return Spot(spot.middle * scale + by, spot.up * scale, spot.centre * scale + by, spot.score)


def distinct_spots(spots: list[Spot]) -> list[Spot]:
    """Return the best of each group of spots that are the same index."""
    order = sorted(spots, key=lambda spot: -spot.score)
    middles = floats([spot.middle for spot in order]).reshape(-1, 2)
    reaches = floats([spot.reach for spot in order])
    kept: list[Spot] = []
    left = np.ones(len(order), bool)
    for number, spot in enumerate(order):
        if left[number]:
            kept.append(spot)
            left &= np.linalg.norm(middles - spot.middle, axis=1) > np.maximum(reaches, reaches[number])
    return kept
