"""Which parts of a picture are worth a look in the finest scale: what may be a card, and what lies around it."""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field
from vision.localise import STRIDE, Votes

SIGN = 0.15
"""A cell with at least this probability of a card's interior may be part of a card that is too small to be seen yet."""
NEAR = 0.25
"""Signs with twice this between them at most, in parts of what is looked at beside them, belong together."""
MOST_PARTS = 100
"""Where there would be more the whole picture is one: a pattern is all over it."""

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""
Boxes = NDArray[np.signedinteger[Any]]
"""Many of them, (n, 4)."""


def around(quads: Sequence[Field], look: Votes, beside: float, size: tuple[int, int]) -> list[Box]:
    """Return the parts of a picture of *size* (width, height) that show the *quads* and *beside* pixels more each way.

    So too where *look* saw the least sign of a card's interior. Parts may overlap a little; of MOST_PARTS the whole
    picture is one.
    """
    cell = STRIDE / look.scale
    columns, rows = (int(np.ceil(side / cell)) for side in size)  # what lies beyond was added to be looked at
    signs = (look.inside[:rows, :columns] > SIGN).astype(np.uint8)
    cv2.fillPoly(signs, [np.round(quad / cell).astype(np.int32) for quad in quads], 1)
    near = int(np.ceil(NEAR * beside / cell))
    signs = np.asarray(cv2.dilate(signs, np.ones((2 * near + 1, 2 * near + 1), np.uint8)), np.uint8)
    left, top, wide, high = cv2.connectedComponentsWithStats(signs)[2][1:, :4].T
    if len(left) > MOST_PARTS:
        return [(0, 0, *size)]
    grown = np.array([-1, -1, 1, 1]) * (beside - near * cell)
    corners = np.stack([left, top, left + wide, top + high], 1) * cell + grown
    boxes = joined(np.clip(np.round(corners), 0, [*size, *size]).astype(int))
    return [(int(a), int(b), int(c), int(d)) for a, b, c, d in boxes if c > a and d > b]


def joined(boxes: Boxes) -> Boxes:
    """Make one of every two of the *boxes* that one box holds without being larger than both together.

    Two that overlap less stay two: one around all that touch would be most of a full table.
    """
    while len(boxes) > 1:
        low = np.minimum(boxes[:, None, :2], boxes[:, :2])
        both = np.concatenate([low, np.maximum(boxes[:, None, 2:], boxes[:, 2:])], 2)
        gain = areas(boxes)[:, None] + areas(boxes) - areas(both)
        np.fill_diagonal(gain, -1)
        best = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[best] < 0:
            break
        boxes = np.concatenate([np.delete(boxes, best, 0), both[best][None]])
    return boxes


def areas(boxes: Boxes) -> Boxes:
    """Return the area of each of the *boxes*, (…, 4)."""
    sides = boxes[..., 2:] - boxes[..., :2]
    return sides[..., 0] * sides[..., 1]
