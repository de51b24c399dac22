"""Cut cards and card corners out of a picture, upright and in one size; training and reading cut the same way."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats

Quad = Field

CARD_SIZE = (64, 96)
CORNER_SIZE = (40, 56)
"""Width and height in pixels of what the two readers look at."""
CORNER = (0.40, 0.42)
"""The part of the card, across and down, that a corner crop shows."""
COVERED = 128
"""Grey painted over what is known to be another card."""


def _side(quad: Quad) -> float:
    return float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[1] - quad[2])))


def corner_regions() -> Field:
    """Return the four corner regions in card units, (4, 4, 2): each from its own upper left, clockwise.

    Upper left, lower right (turned by half a circle), upper right, lower left (turned).
    """
    across, down = CORNER
    left = floats([[0, 0], [across, 0], [across, down], [0, down]])
    right = left + floats([1 - across, 0])
    return np.stack([left, 1 - left, right, 1 - right])


CORNER_REGIONS = corner_regions()
UNIT = floats([[0, 0], [1, 0], [1, 1], [0, 1]])


def _cut(picture: Picture, quad: Quad, size: tuple[int, int]) -> Picture:
    """Warp *quad* to *size*; a much bigger quad is warped to a multiple first and then averaged down."""
    times = int(np.clip(round(_side(quad) / size[1]), 1, 6))
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


def whole(picture: Picture, quad: Quad, covers: Iterable[Quad] = ()) -> Picture:
    """Return the card inside *quad* as (96, 64, 3), *covers* (other cards above it) painted grey."""
    return _paint(_cut(picture, quad, CARD_SIZE), quad, covers)


def corner_quad(quad: Quad, number: int) -> Quad:
    """Return the outline of corner *number* of the card in *quad*, in the picture."""
    warp = cv2.getPerspectiveTransform(UNIT, floats(quad))
    region = CORNER_REGIONS[number].reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(region, warp), np.float32).reshape(4, 2)


def corner(picture: Picture, quad: Quad, number: int, covers: Iterable[Quad] = ()) -> Picture:
    """Return corner *number* (see CORNER_REGIONS) as (56, 40, 3), upright, *covers* painted grey."""
    region = corner_quad(quad, number)
    return _paint(_cut(picture, region, CORNER_SIZE), region, covers)
