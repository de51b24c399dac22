"""Where an index is, and how far off: what the reader of indices says about its place."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision import rectify

VECTOR = st.tuples(st.floats(-90, 90), st.floats(-90, 90)).map(np.float32)
WAY = VECTOR.filter(lambda up: float(np.hypot(*up)) > 4)


@given(VECTOR, WAY, VECTOR, WAY)
def test_an_index_put_back_by_how_far_it_is_off_is_where_it_is(at, up, true_at, true_up) -> None:
    middle, way = rectify.replaced(at, up, rectify.misplaced(at, up, true_at, true_up))
    assert np.allclose(middle, true_at, atol=0.02)
    assert np.allclose(way, true_up, atol=0.02)


def test_how_far_off_is_told_as_the_cut_shows_it() -> None:
    upright = np.float32([0, -10])
    right_and_up = rectify.misplaced(np.float32([50, 50]), upright, np.float32([55, 48]), upright)
    assert np.allclose(right_and_up, [0.5, 0.2, 0, 0])
    longer = rectify.misplaced(np.float32([0, 0]), upright, np.float32([0, 0]), np.float32([0, -15]))
    assert np.allclose(longer, [0, 0, 0.5, 0])
    turned = rectify.misplaced(np.float32([0, 0]), upright, np.float32([0, 0]), np.float32([10, 0]))
    assert np.allclose(turned, [0, 0, -1, 1])
