"""Pictures of an enrolled deck, laid over what a camera shows now: which of them fit, and how well?

What is seen may lie a little beside where it is looked for. OpenCV's ECC finds how a picture must be moved, tilted and
stretched to lie on it, whatever the light; both are compared pixel by pixel there.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.rectify import Quad

SIZES, ASIDE = (0.88, 1.0, 1.13), (-0.16, -0.08, 0.0, 0.08, 0.16)
"""Where a picture lies is tried first in coarser pixels, in these sizes and so many of its widths aside."""
LIKEST, LIKELIEST = 3, 2
"""How many kinds are laid there: the likest in coarse pixels, and those that the readers hold likeliest."""
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
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Laid:
    """How alike a picture of a *kind* is to what it was laid on, -1 … 1, and how much of it shows."""

    kind: int
    alike: float
    shown: float


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
        self._grey = [np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8) for picture in pictures]
        self._soft = [_soft(picture) for picture in pictures]
        size = frame.size[0] // frame.coarser, frame.size[1] // frame.coarser
        shrunk = [cv2.resize(picture, size, interpolation=cv2.INTER_AREA).ravel() for picture in pictures]
        self._coarse = floats(shrunk)

    def likeness(self, picture: Picture, outline: Quad, over: Iterable[Quad], chances: Field) -> Likeness:
        """Return how alike what lies in the *outline* is to the likeliest kind by *chances* (k,), and how much liker.

        UNSEEN where that cannot be compared. *over*: the outlines of cards that lie on it.
        """
        name, unknown = int(chances.argmax()), np.ones(len(chances), bool)
        unknown[self._kinds] = False
        if unknown[name] or float(chances[unknown].sum()) > UNKNOWN * float(chances.sum()):
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
        """Return how well the likest and the likeliest kinds fit."""
        alike, places = self._coarsely(seen, free)
        nearest: dict[int, int] = {}
        for number in np.argsort(-alike):
            nearest.setdefault(self._kinds[number], int(number))
        likeliest = [int(kind) for kind in np.argsort(-chances, stable=True)[:LIKELIEST] if int(kind) in nearest]
        grey = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
        fits = []
        for kind in dict.fromkeys([*list(nearest)[:LIKEST], *likeliest]):
            number = nearest[kind]
            at = _fitted(self._grey[number], grey, free, places[number])
            fits.append(_Laid(kind, *_compared(self._soft[number], seen, free, at)))
        return fits

    def _coarsely(self, seen: Picture, free: Mask) -> tuple[Field, list[Field]]:
        """Return how alike each picture is to what is *seen* where it fits best, and that place as a warp."""
        coarser, (wide, high) = self._frame.coarser, self._frame.seen
        small = self._frame.size[0] // coarser, self._frame.size[1] // coarser
        cuts, shows, places = [], [], []
        for times in SIZES:
            size = int(wide * times / coarser), int(high * times / coarser)
            far = floats(cv2.resize(seen, size, interpolation=cv2.INTER_AREA))
            open_ = floats(cv2.resize(free, size, interpolation=cv2.INTER_AREA) > 250)
            across, down = size[0] / wide, size[1] / high
            for x, y in _places(size, small):
                part = slice(y, y + small[1]), slice(x, x + small[0])
                cuts.append(far[part].ravel())
                shows.append(np.repeat(open_[part].ravel(), 3))
                places.append(
                    floats([[1 / across / coarser, 0, x / across], [0, 1 / down / coarser, y / down], [0, 0, 1]])
                )
        alike = _correlated(self._coarse, floats(cuts), floats(shows))
        best = alike.argmax(0)
        return alike[best, np.arange(len(self._kinds))], [places[n] for n in best]


def _soft(picture: Picture) -> Field:
    return floats(cv2.GaussianBlur(picture, (0, 0), 0.7))


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


def _fitted(picture: Picture, seen: Picture, free: Mask, at: Field) -> Field:
    """Return the warp (3, 3) by which a grey *picture* fits what is *seen* best, from near *at*; *at* if none does."""
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, STILL)
    try:
        return floats(cv2.findTransformECC(picture, seen, at.copy(), cv2.MOTION_HOMOGRAPHY, enough, free, BLUR)[1])
    except cv2.error:  # it says so where nothing is alike
        return at


def _compared(picture: Field, seen: Picture, free: Mask, at: Field) -> tuple[float, float]:
    """Return how alike a *picture* and what is *seen* are in colour, and how much of the picture shows."""
    flags, size = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, (picture.shape[1], picture.shape[0])
    there = cv2.warpPerspective(seen, at, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    shows = floats(cv2.warpPerspective(free, at, size, flags=flags) > 230)
    if shows.mean() < SOME:
        return 0.0, 0.0
    a, b = (_about_its_mean(one, shows) for one in (picture, _soft(np.asarray(there, np.uint8))))
    alike = float((a * b).sum() / np.sqrt(np.square(a).sum() * np.square(b).sum() + 1e-6))
    return alike, float(shows.mean())


def _about_its_mean(picture: Field, shows: Field) -> Field:
    """Return *picture* (h, w, 3) less its colour on the average, 0 where it does not show."""
    weight = shows[..., None]
    return floats((picture - (picture * weight).sum((0, 1)) / shows.sum()) * weight)
