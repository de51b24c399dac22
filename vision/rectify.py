"""Cut cards and card corners out of a picture, upright and in one size; training and reading cut the same way."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats

Quad = Field

CARD_SIZE = (80, 112)
INDEX_SIZE = (48, 64)
"""Width and height in pixels of what the two readers look at."""
MARGIN = 0.06
"""How far around its outline, in parts of the card, the reader of whole cards looks: the outline may be off."""
INDEX_REACH = (2.1, 2.8)
"""What the reader of indices looks at, across and down, in half heights of the index."""
COARSER = 1.4
"""From how much larger than a multiple on the next one is taken, on an average: two neighbours say enough till then."""
COVERED = 128
"""Grey painted over what is known to be another card."""


def long_side(quad: Quad) -> float:
    """Return how long a card in this outline is in pixels, along its left side."""
    return float(np.linalg.norm(quad[3] - quad[0]))


def _side(quad: Quad) -> float:
    return float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2])))


UNIT = floats([[0, 0], [1, 0], [1, 1], [0, 1]])


def _cut(picture: Picture, quad: Quad, size: tuple[int, int]) -> Picture:
    """Warp *quad* to *size*; a much bigger quad is warped to a multiple first and then averaged down."""
    times = int(np.clip(round(_side(quad) / size[1] / COARSER), 1, 6))
    wide, high = size[0] * times, size[1] * times
    corners = floats([[0, 0], [wide, 0], [wide, high], [0, high]]) - 0.5
    warp = cv2.getPerspectiveTransform(floats(quad), corners)
    flat = cv2.warpPerspective(picture, warp, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat if times == 1 else cv2.resize(flat, size, interpolation=cv2.INTER_AREA), np.uint8)


def _paint(cut: Picture, quad: Quad, covers: Iterable[Quad]) -> Picture:
    high, wide = cut.shape[:2]
    warp = cv2.getPerspectiveTransform(floats(quad), floats([[0, 0], [wide, 0], [wide, high], [0, high]]))
    for cover in covers:
        outline = cv2.perspectiveTransform(floats(cover).reshape(-1, 1, 2), warp)
        cv2.fillPoly(cut, [np.round(outline).astype(np.int32)], (COVERED,) * 3)
    return cut


def on_card(quad: Quad, points: Field) -> Field:
    """Return where *points* (n, 2) in card units lie in the picture."""
    warp = cv2.getPerspectiveTransform(UNIT, floats(quad))
    return np.asarray(cv2.perspectiveTransform(floats(points)[None], warp), np.float32).reshape(-1, 2)


def in_card(quad: Quad, points: Field) -> Field:
    """Return where *points* (n, 2) of the picture lie in units of the card *quad*."""
    warp = cv2.getPerspectiveTransform(floats(quad), UNIT)
    return np.asarray(cv2.perspectiveTransform(floats(points)[None], warp), np.float32).reshape(-1, 2)


def places(size: tuple[int, int]) -> Field:
    """Return the middles of so many columns and rows all over a card, row by row, (n, 2) in card units."""
    wide, high = size
    x, y = np.meshgrid((np.arange(wide) + 0.5) / wide, (np.arange(high) + 0.5) / high)
    return floats(np.stack([x.ravel(), y.ravel()], 1))


def whole(picture: Picture, quad: Quad, covers: Iterable[Quad] = ()) -> Picture:
    """Return the card inside *quad* and a little around it, *covers* (other cards above it) painted grey."""
    around = on_card(quad, UNIT * (1 + 2 * MARGIN) - MARGIN)
    return _paint(_cut(picture, around, CARD_SIZE), around, covers)


def around(
    picture: Picture, quad: Quad, margin: float, size: tuple[int, int], covers: Iterable[Quad] = ()
) -> tuple[Picture, Picture]:
    """Return the card inside *quad* and a *margin*, in parts of the card, around it, (h, w, 3) of that *size*.

    And where it shows, (h, w): 255, but 0 beyond the picture's edge and under *covers*, other cards above it.
    """
    outline = on_card(quad, UNIT * (1 + 2 * margin) - margin)
    wide, high = size
    at = on_card(outline, places(size))
    inside = ((at >= 0) & (at < picture.shape[1::-1])).all(1).reshape(high, wide)
    free = np.where(inside, 255, 0).astype(np.uint8)
    free[covered(quad, margin, size, covers)] = 0
    return _cut(picture, outline, size), free


def covered(quad: Quad, margin: float, size: tuple[int, int], covers: Iterable[Quad]) -> NDArray[np.bool_]:
    """Return where *covers* lie on what ``around`` cuts out, (h, w)."""
    wide, high = size
    outline = on_card(quad, UNIT * (1 + 2 * margin) - margin)
    warp = cv2.getPerspectiveTransform(floats(outline), floats([[0, 0], [wide, 0], [wide, high], [0, high]]))
    there = np.zeros((high, wide), np.uint8)
    for cover in covers:
        over = cv2.perspectiveTransform(floats(cover).reshape(-1, 1, 2), warp)
        cv2.fillPoly(there, [np.round(over).astype(np.int32)], (1,))
    return there > 0


def moved(quad: Quad, offsets: Field) -> Quad:
    """Return *quad* with its corners moved by *offsets* (4, 2) in card units."""
    return on_card(quad, UNIT + offsets)


def index_quad(middle: Field, up: Field) -> Quad:
    """Return the outline of what is looked at around an index: *up* leads from its middle to the top of its rank."""
    across = floats([-up[1], up[0]]) * (INDEX_REACH[0] / 2)
    top = up * (INDEX_REACH[1] / 2)
    return floats([middle - across + top, middle + across + top, middle + across - top, middle - across - top])


def misplaced(at: Field, up: Field, true_at: Field, true_up: Field) -> Field:
    """Return how far an index is off, (4,), in its half heights: across, upwards, how much longer it is, and turned."""
    frame = floats([[-up[1], up[0]], up]) / float(up @ up)
    across, along = frame @ (true_at - at)
    turned, longer = frame @ true_up
    return floats([across, along, longer - 1, turned])


def replaced(at: Field, up: Field, off: Field) -> tuple[Field, Field]:
    """Return middle and way up of an index that is *off* by that much, see misplaced."""
    right = floats([-up[1], up[0]])
    return floats(at + off[0] * right + off[1] * up), floats((1 + off[2]) * up + off[3] * right)


def index(picture: Picture, middle: Field, up: Field) -> Picture:
    """Return what lies around an index, upright, (64, 48, 3)."""
    return inside(picture, index_quad(middle, up))


def inside(picture: Picture, quad: Quad) -> Picture:
    """Return what lies inside *quad*, an outline around an index, upright, (64, 48, 3)."""
    return _cut(picture, quad, INDEX_SIZE)


def square(picture: Picture, middle: tuple[float, float], side: float, size: int) -> Picture:
    """Return what lies in a square around *middle*, *side* pixels wide, as (size, size, 3)."""
    return _cut(picture, floats((UNIT - 0.5) * side + floats(middle)), (size, size))
