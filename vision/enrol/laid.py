"""Pictures of an enrolled deck, laid over what a camera shows now: which of them fit, and how well?

What is seen may lie a little beside where it is looked for. OpenCV's ECC finds how a picture must be moved, tilted and
stretched to lie on it; both are compared there pixel by pixel, in relief: grey, less what is around. A lamp's light
falls off across a card, and a picture may be another camera's, or in grey.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.names import RANKS, SUITS
from vision.rectify import Quad

SIZES, ASIDE = (0.88, 1.0, 1.13), (-0.16, -0.08, 0.0, 0.08, 0.16)
"""Where a picture lies is tried first in coarser pixels, in these sizes and so many of its widths aside."""
LIKEST, LIKELIEST = 3, 2
"""How many kinds are laid each time: those that look most like it from there, and those the readers hold likeliest."""
BLUR, STEPS, STILL = 5, 12, 1e-3
"""How blurred, in pixels, a picture is moved to where it fits, how many steps that takes at most, and how little a step
must gain to be the last. Finer and longer confirmed no more, and took twice as long.
"""
AROUND, UNKNOWN = 0.3, 0.05
"""How far around an outline is looked, in parts of it; and how likely a card may be of which there is no picture."""
LEFT_OVER = 0.02
"""What even the right picture leaves unexplained counts as so much at least."""
FURTHEST = 2.0
"""How much by far counts at most: what leaves seven times as much open is out of the question."""
SOME = 0.05
"""Of what shows no more of the picture nothing can be said."""
SOFT, AROUND_PIXEL = 0.7, 5.0
"""How blurred pictures are compared, in pixels; and how far around each pixel, about, its surroundings reach."""
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Laid:
    """How alike a picture of a *kind* is to what it was laid on, -1 … 1, how much of it shows, and *where* it lies."""

    kind: int
    alike: float
    shown: float
    where: Field


@dataclass(frozen=True, slots=True)
class Likeness:
    """How alike the picture of a card's name is to what was seen, -1 … 1, and *by_far* how much liker than the next.

    The natural logarithm of how many times as much the next leaves open, -FURTHEST … FURTHEST: less than 0 where that
    is the liker, 0 where no other was compared.
    """

    alike: float
    by_far: float


UNSEEN = Likeness(0.0, 0.0)
"""Of what shows too little to be compared, or may be a card of which there is no picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How wide and high pictures are compared; how wide and high what lies AROUND is, where they are as large as there.

    *coarser*: how many pixels are one where their place is tried first; *shown*: how much of a
    picture must show, in parts of it.
    """

    size: tuple[int, int]
    seen: tuple[int, int]
    coarser: int
    shown: float


class Pictures:
    """Pictures of one size, each of a kind; several may be of the same."""

    def __init__(self, pictures: Sequence[Picture], kinds: Sequence[int], frame: Frame) -> None:
        """*pictures* (h, w, 3) as large as *frame* says."""
        self._kinds, self._frame = list(kinds), frame
        self._reliefs = [_relief(picture) for picture in pictures]
        size = frame.size[0] // frame.coarser, frame.size[1] // frame.coarser
        shrunk = [floats(cv2.resize(relief, size, interpolation=cv2.INTER_AREA)) for relief in self._reliefs]
        self._fine, self._coarse = _flat(self._reliefs), _flat(shrunk)

    def likeness(self, picture: Picture, outline: Quad, over: Iterable[Quad], chances: Field) -> Likeness:
        """Return how alike what lies in the *outline* is to the likeliest card by *chances* (52,), and how much liker.

        UNSEEN where that cannot be compared: nor can it where there is no picture of the card most easily taken for it.
        *over*: the outlines of cards that lie on it.
        """
        name, unknown = int(chances.argmax()), np.ones(len(chances), bool)
        unknown[self._kinds] = False
        if unknown[[name, twin(name)]].any() or float(chances[unknown].sum()) > UNKNOWN * float(chances.sum()):
            return UNSEEN
        laid = self._laid(*rectify.around(picture, outline, AROUND, self._frame.seen, over), chances)
        mine = next(one for one in laid if one.kind == name)
        if mine.shown <= self._frame.shown:
            return UNSEEN
        others = [one.alike for one in laid if one is not mine and one.shown > self._frame.shown]
        left = max(1 - max(others, default=mine.alike), LEFT_OVER)
        by_far = np.log(left / max(1 - mine.alike, LEFT_OVER))
        return Likeness(mine.alike, float(np.clip(by_far, -FURTHEST, FURTHEST)))

    def _laid(self, seen: Picture, free: Mask, chances: Field) -> list[_Laid]:
        """Return how well the likest and the likeliest kinds fit, each kind as it fits best.

        From where each seems to lie; then, the likest chosen anew, from where the best of these lies: a deck's cards
        are printed alike, and what shows little but indices is easily laid on an index beside its own.
        """
        relief = _relief(seen)
        alike, places = self._coarsely(relief, free)
        laid = [self._fitted(n, relief, free, places[n]) for n in self._asked(alike, chances)]
        where = max(laid, key=self._worth).where
        alike = self._alike(relief, free, where)
        laid += [self._fitted(n, relief, free, where) for n in self._asked(alike, chances)]
        return list({one.kind: one for one in sorted(laid, key=self._worth)}.values())

    def _worth(self, one: _Laid) -> tuple[bool, float]:
        """What shows enough to be compared is worth more."""
        return one.shown > self._frame.shown, one.alike

    def _asked(self, alike: Field, chances: Field) -> list[int]:
        """Return which pictures are laid: of the likest and the likeliest kinds the most *alike* (m,) one each."""
        nearest: dict[int, int] = {}
        for number in np.argsort(-alike):
            nearest.setdefault(self._kinds[number], int(number))
        likeliest = [int(kind) for kind in np.argsort(-chances, stable=True)[:LIKELIEST] if int(kind) in nearest]
        return [nearest[kind] for kind in dict.fromkeys([*list(nearest)[:LIKEST], *likeliest])]

    def _fitted(self, number: int, relief: Field, free: Mask, near: Field) -> _Laid:
        """Return how picture *number* fits what is seen in *relief* best, from *near* there."""
        where = _fit(self._reliefs[number], relief, free, near)
        there, shows = self._there(relief, free, where)
        alike = _correlated(self._fine[number : number + 1], there, shows)[0, 0] if shows.mean() > SOME else 0.0
        return _Laid(self._kinds[number], float(alike), float(shows.mean()), where)

    def _alike(self, relief: Field, free: Mask, where: Field) -> Field:
        """Return (m,): how alike each picture is to what is seen in *relief*, were it *where* one of them lies."""
        return floats(_correlated(self._fine, *self._there(relief, free, where))[0])

    def _there(self, relief: Field, free: Mask, where: Field) -> tuple[Field, Field]:
        """Return what lies *where* a picture may lie, (1, d), and where it shows."""
        flags, size = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, self._frame.size
        there = cv2.warpPerspective(relief, where, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        shows = cv2.warpPerspective(free, where, size, flags=flags) > 230
        return floats(there).reshape(1, -1), floats(shows).reshape(1, -1)

    def _coarsely(self, relief: Field, free: Mask) -> tuple[Field, list[Field]]:
        """Return how alike each picture is to what is seen in *relief* where it fits best, and that place as a warp."""
        coarser, (wide, high) = self._frame.coarser, self._frame.seen
        small = self._frame.size[0] // coarser, self._frame.size[1] // coarser
        cuts, shows, places = [], [], []
        for times in SIZES:
            size = int(wide * times / coarser), int(high * times / coarser)
            far = floats(cv2.resize(relief, size, interpolation=cv2.INTER_AREA))
            open_ = floats(cv2.resize(free, size, interpolation=cv2.INTER_AREA) > 250)
            across, down = size[0] / wide, size[1] / high
            for x, y in _places(size, small):
                part = slice(y, y + small[1]), slice(x, x + small[0])
                cuts.append(far[part].ravel())
                shows.append(open_[part].ravel())
                places.append(
                    floats([[1 / across / coarser, 0, x / across], [0, 1 / down / coarser, y / down], [0, 0, 1]])
                )
        alike = _correlated(self._coarse, floats(cuts), floats(shows))
        best = alike.argmax(0)
        return alike[best, np.arange(len(self._kinds))], [places[n] for n in best]


def twin(kind: int) -> int:
    """Return the card of the same rank and colour as *kind*, 0 … 51."""
    suit, rank = divmod(kind, len(RANKS))
    return (len(SUITS) - 1 - suit) * len(RANKS) + rank


def _relief(picture: Picture) -> Field:
    """Return a *picture* (h, w, 3) in grey, less what is around each pixel."""
    grey = cv2.GaussianBlur(floats(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), (0, 0), SOFT)
    return floats(grey - cv2.GaussianBlur(grey, (0, 0), AROUND_PIXEL))


def _flat(reliefs: Sequence[Field]) -> Field:
    return floats([relief.ravel() for relief in reliefs])


def _places(size: tuple[int, int], picture: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield where a *picture* may lie in one of that *size*, around its middle."""
    for down in ASIDE:
        for across in ASIDE:
            x = round((size[0] - picture[0]) / 2 + across * picture[0])
            y = round((size[1] - picture[1]) / 2 + down * picture[0])
            if 0 <= x <= size[0] - picture[0] and 0 <= y <= size[1] - picture[1]:
                yield x, y


def _correlated(pictures: Field, cuts: Field, shows: Field) -> Field:
    """Return (n, m): how alike *cuts* (n, d) are to *pictures* (m, d) where they *show* (n, d)."""
    count = shows.sum(1, keepdims=True) + 1e-6
    off = (cuts - (cuts * shows).sum(1, keepdims=True) / count) * shows
    spread = np.square(off).sum(1, keepdims=True)
    means = shows @ pictures.T / count
    spreads = shows @ np.square(pictures).T - count * np.square(means)
    return floats(off @ pictures.T / np.sqrt(np.maximum(spread * spreads, 1e-3)))


def _fit(relief: Field, seen: Field, free: Mask, near: Field) -> Field:
    """Return the warp (3, 3) by which a *relief* fits what is *seen* best, from *near* it; *near* if none does."""
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, STILL)
    try:
        return floats(cv2.findTransformECC(relief, seen, near.copy(), cv2.MOTION_HOMOGRAPHY, enough, free, BLUR)[1])
    except cv2.error:  # it says so where nothing is alike
        return near
