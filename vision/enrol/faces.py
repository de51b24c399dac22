"""The faces of an enrolled deck, laid over a card that is in doubt: is the one it is taken for by far the likest?

The readers know cards of any deck; with a deck of its own in its file, a card can also be compared with what it looked
like when it was enrolled, pip by pip. An outline that is a little off is put right first: OpenCV's ECC finds how a face
must be moved, tilted and stretched to lie on the card, whatever the light.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.enrol.deck_file import Cuts
from vision.names import BACK
from vision.rectify import CARD_SIZE, MARGIN, Quad

FACE, AROUND = (60, 84), 0.3
"""How wide and high a face is compared, in pixels; and how far around its outline the card is looked for."""
INSET = 0.03
"""What is left out at a face's edge, in parts of the card: there lies the table, too."""
SEEN = (114 * FACE[0] // 67, 160 * FACE[1] // 94)
"""How wide and high the card and all around it are, so that a card in a true outline is as large as a face."""
COARSER, SIZES, ASIDE = 3, (0.88, 1.0, 1.13), (-0.16, -0.08, 0.0, 0.08, 0.16)
"""Where a card lies is tried first in coarser pixels, in these sizes and so many widths of a face aside."""
LIKEST, LIKELIEST = 3, 2
"""How many faces are laid on a card: the likest in coarse pixels, and those that the readers hold likeliest."""
BLUR, STEPS, STILL = 5, 12, 1e-3
"""How blurred, in pixels, a face is moved to where it fits, how many steps that takes at most, and how little a step
must gain to be the last. Finer and longer confirmed no more, and took twice as long.
"""
ALIKE, BY_FAR, SHOWN, UNKNOWN = 0.8, 1.5, 0.5, 0.05
"""How alike a card and its face must be; how many times more the next must leave unexplained; how much of the card must
show; and how likely it may be one whose face is not known. Chosen on decks drawn for that: docs/enrol.md."""
LEFT_OVER = 0.02
"""What even the right face leaves unexplained counts as so much at least."""
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Laid:
    """How alike a face is to the card it was laid on, -1 … 1, and how much of it shows."""

    kind: int
    alike: float
    shown: float


class Faces:
    """Every face of a deck, upright and upside down."""

    def __init__(self, cuts: Cuts) -> None:
        faces = [(_face(cut), int(kind)) for cut, kind in zip(cuts.cards, cuts.kinds, strict=True) if kind < BACK]
        both = [(turned, kind) for face, kind in faces for turned in (face, np.ascontiguousarray(face[::-1, ::-1]))]
        self._kinds = [kind for _, kind in both]
        self._grey = [np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8) for face, _ in both]
        self._soft = [_soft(face) for face, _ in both]
        self._coarse = floats([_shrunk(face).ravel() for face, _ in both])

    def confirm(self, picture: Picture, quad: Quad, over: Iterable[Quad], chances: Field) -> bool:
        """Return whether the likeliest name by *chances* (52,) is that of the face by far the likest to the card.

        *over*: the outlines of cards that lie on it.
        """
        name = int(chances.argmax())
        unknown = np.ones(len(chances), bool)
        unknown[self._kinds] = False
        if unknown[name] or float(chances[unknown].sum()) > UNKNOWN * float(chances.sum()):
            return False
        seen, free = rectify.around(picture, quad, AROUND, SEEN, over)
        laid = sorted(self._laid(seen, free, chances), key=lambda one: -one.alike)
        best = laid[0]
        apart = 1 - (laid[1].alike if len(laid) > 1 else 0.0) > BY_FAR * max(1 - best.alike, LEFT_OVER)
        return best.kind == name and best.alike > ALIKE and best.shown > SHOWN and apart

    def _laid(self, seen: Picture, free: Mask, chances: Field) -> Iterator[_Laid]:
        """Yield the likest and the likeliest faces, each laid where it fits best."""
        alike, places = _coarsely(self._coarse, seen, free)
        nearest: dict[int, int] = {}
        for number in np.argsort(-alike):
            nearest.setdefault(self._kinds[number], int(number))
        likeliest = [int(kind) for kind in np.argsort(-chances)[:LIKELIEST] if int(kind) in nearest]
        grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
        for kind in dict.fromkeys([*list(nearest)[:LIKEST], *likeliest]):
            number = nearest[kind]
            at = _fitted(self._grey[number], np.asarray(grey, np.uint8), free, places[number])
            yield _Laid(kind, *_compared(self._soft[number], seen, free, at))


def _face(cut: Picture) -> Picture:
    """Return what lies inside the outline of a whole card that was cut out, without its edge."""
    inside = floats(CARD_SIZE) / (1 + 2 * MARGIN)
    first = inside * (MARGIN + INSET)
    step = inside * (1 - 2 * INSET) / floats(FACE)
    warp = floats([[step[0], 0, first[0] + step[0] / 2 - 0.5], [0, step[1], first[1] + step[1] / 2 - 0.5]])
    return np.asarray(cv2.warpAffine(cut, warp, FACE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8)


def _soft(face: Picture) -> Field:
    return floats(cv2.GaussianBlur(face, (0, 0), 0.7))


def _shrunk(face: Picture) -> Field:
    size = FACE[0] // COARSER, FACE[1] // COARSER
    return floats(cv2.resize(face, size, interpolation=cv2.INTER_AREA))


def _coarsely(faces: Field, seen: Picture, free: Mask) -> tuple[Field, list[Field]]:
    """Return how alike each of *faces* (m, d) is to what is *seen* where it fits best, and that place as a warp."""
    wide, high = FACE[0] // COARSER, FACE[1] // COARSER
    cuts, shows, places = [], [], []
    for times in SIZES:
        size = int(SEEN[0] * times / COARSER), int(SEEN[1] * times / COARSER)
        small = floats(cv2.resize(seen, size, interpolation=cv2.INTER_AREA))
        open_ = floats(cv2.resize(free, size, interpolation=cv2.INTER_AREA) > 250)
        across, down = size[0] / SEEN[0], size[1] / SEEN[1]
        for x, y in _places(size, (wide, high)):
            cuts.append(small[y : y + high, x : x + wide].ravel())
            shows.append(np.repeat(open_[y : y + high, x : x + wide].ravel(), 3))
            places.append(floats([[1 / across / COARSER, 0, x / across], [0, 1 / down / COARSER, y / down], [0, 0, 1]]))
    alike = _correlated(faces, floats(cuts), floats(shows))
    best = alike.argmax(0)
    return alike[best, np.arange(len(faces))], [places[n] for n in best]


def _places(size: tuple[int, int], face: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Yield where a *face* may lie in a picture of that *size*, around its middle."""
    for down in ASIDE:
        for across in ASIDE:
            x = round((size[0] - face[0]) / 2 + across * face[0])
            y = round((size[1] - face[1]) / 2 + down * face[0])
            if 0 <= x <= size[0] - face[0] and 0 <= y <= size[1] - face[1]:
                yield x, y


def _correlated(faces: Field, cuts: Field, shows: Field) -> Field:
    """Return (n, m): how alike *cuts* (n, d) are to *faces* (m, d) where they *show* (n, d)."""
    count = shows.sum(1, keepdims=True) + 1e-6
    off = (cuts - (cuts * shows).sum(1, keepdims=True) / count) * shows
    spread = np.square(off).sum(1, keepdims=True)
    means = shows @ faces.T / count
    spreads = shows @ np.square(faces).T - count * np.square(means)
    return floats(off @ faces.T / np.sqrt(np.maximum(spread * spreads, 1e-3)))


def _fitted(face: Picture, seen: Picture, free: Mask, at: Field) -> Field:
    """Return the warp (3, 3) by which a grey *face* fits what is *seen* best, from near *at*; *at* where none does."""
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, STEPS, STILL)
    try:
        return floats(cv2.findTransformECC(face, seen, at.copy(), cv2.MOTION_HOMOGRAPHY, enough, free, BLUR)[1])
    except cv2.error:  # it says so where nothing is alike
        return at


def _compared(face: Field, seen: Picture, free: Mask, at: Field) -> tuple[float, float]:
    """Return how alike a *face* and what is *seen* are in colour, and how much of the face shows."""
    flags = cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR
    card = cv2.warpPerspective(seen, at, FACE, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    shows = floats(cv2.warpPerspective(free, at, FACE, flags=flags) > 230)
    if shows.mean() < SHOWN / 10:
        return 0.0, 0.0
    a, b = (_about_its_mean(picture, shows) for picture in (face, _soft(np.asarray(card, np.uint8))))
    alike = float((a * b).sum() / np.sqrt(np.square(a).sum() * np.square(b).sum() + 1e-6))
    return alike, float(shows.mean())


def _about_its_mean(picture: Field, shows: Field) -> Field:
    """Return *picture* (h, w, 3) less its colour on the average, 0 where it does not show."""
    weight = shows[..., None]
    return floats((picture - (picture * weight).sum((0, 1)) / shows.sum()) * weight)
