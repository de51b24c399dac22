"""Which parts of a picture are looked at in the finest scale."""

import numpy as np
import pytest

from vision.arrays import Field
from vision.localise import STRIDE, Votes
from vision.parts import MOST_PARTS, Box, areas, around, joined

SIZE = (1600, 1000)


def look(cells: list[tuple[int, int]], scale: float = 0.25, beyond: int = 0) -> Votes:
    """A look at a picture of SIZE that saw a sign in these *cells* (column, row), with cells *beyond* its edges."""
    rows, columns = (int(side * scale / STRIDE) + beyond for side in SIZE[::-1])
    inside = np.zeros((rows, columns), np.float32)
    for column, row in cells:
        inside[row, column] = 0.5
    return Votes(scale, inside, inside, inside)


def square(left: float, top: float, side: float = 160) -> Field:
    return np.float32([(left, top), (left + side, top), (left + side, top + side), (left, top + side)])


@pytest.mark.parametrize(
    ("boxes", "left"),
    [
        ([], []),
        ([(0, 0, 4, 4)], [(0, 0, 4, 4)]),
        ([(0, 0, 4, 4), (0, 0, 4, 4)], [(0, 0, 4, 4)]),
        ([(0, 0, 8, 8), (2, 2, 4, 4)], [(0, 0, 8, 8)]),
        ([(0, 0, 4, 4), (4, 0, 8, 4)], [(0, 0, 8, 4)]),
        ([(0, 0, 4, 4), (3, 3, 7, 7)], [(0, 0, 4, 4), (3, 3, 7, 7)]),
        ([(0, 0, 4, 4), (9, 0, 12, 4), (3, 0, 10, 4)], [(0, 0, 12, 4)]),
    ],
)
def test_boxes_are_joined_where_that_costs_nothing(boxes: list[Box], left: list[Box]) -> None:
    given = np.array(boxes, int).reshape(-1, 4)
    assert sorted(map(tuple, joined(given).tolist())) == left
    assert areas(joined(given)).sum() <= areas(given).sum()


def test_what_may_be_a_card_is_shown_with_as_much_beside_it() -> None:
    assert around([square(480, 320)], look([]), 80, SIZE) == [pytest.approx((400, 240, 720, 560), abs=32)]
    assert around([], look([]), 80, SIZE) == []


def test_no_part_reaches_beyond_the_picture_nor_lies_there() -> None:
    parts = around([square(-40, -40), square(1500, 900)], look([]), 80, SIZE)
    assert all(0 <= a < c <= SIZE[0] and 0 <= b < d <= SIZE[1] for a, b, c, d in parts)
    assert len(parts) == 2
    edge = look([(102, 30)], beyond=4)
    assert around([], edge, 80, SIZE) == [], "what was added to be looked at shows nothing"


def test_signs_all_over_a_picture_are_looked_at_together() -> None:
    cells = [(3 + 6 * n, 3 + 6 * m) for n in range(16) for m in range(10)]
    assert around([], look(cells[:MOST_PARTS]), 16, SIZE) != [(0, 0, *SIZE)]
    assert around([], look(cells), 16, SIZE) == [(0, 0, *SIZE)]
