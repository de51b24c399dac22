"""Where an index is, and how far off: what the reader of indices says about its place."""

import cv2
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


def test_an_index_is_cut_out_as_if_the_picture_had_been_stretched() -> None:
    face = np.random.default_rng(4).integers(0, 255, (40, 30, 3)).astype(np.uint8)
    face = cv2.resize(face, (300, 400), interpolation=cv2.INTER_CUBIC)
    wider = np.float32([[1.5, 0], [0, 0.8]])
    stretched = cv2.warpAffine(face, np.column_stack([wider, [0, 0]]), (450, 320))
    middle, up = np.float32([140, 200]), np.float32([6, -40])
    true = rectify.index(stretched, wider @ middle, wider @ up)
    cut = rectify.index(face, middle, up, wider)
    assert np.abs(true.astype(int) - cut).mean() < 6 < np.abs(true.astype(int) - rectify.index(face, middle, up)).mean()
