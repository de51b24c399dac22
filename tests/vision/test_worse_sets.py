"""The table photographs made worse: the same cards, smaller, darker, blurred; nothing of them counts twice."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import floats
from vision.outcomes import FACE, RIGHT
from vision.reader import CardReader
from vision.worse_sets import ASLANT, WORSE, aslant, made_worse


@pytest.mark.parametrize("how", WORSE)
def test_each_way_is_worse_in_its_own_way(how: str) -> None:
    random = np.random.default_rng(2)
    picture = np.repeat(np.repeat(random.integers(60, 200, (50, 75, 3), np.uint8), 8, 0), 8, 1)
    shown = WORSE[how](picture)
    assert shown.dtype == np.uint8
    assert shown.shape[0] <= picture.shape[0] / 2
    again = WORSE[how](picture)
    assert (shown == again).all(), "the same every time"
    others = [WORSE[other](picture) for other in WORSE if other != how]
    assert all(other.shape != shown.shape or np.abs(other.astype(int) - shown).mean() > 1 for other in others)


@pytest.mark.parametrize("how", ASLANT)
def test_a_camera_that_leans_shows_all_of_the_table_and_every_pixel_knows_where_it_was(how: str) -> None:
    picture = np.full((400, 600, 3), 255, np.uint8)
    picture[90:110, 140:160] = 0
    shown, original = aslant(picture, *ASLANT[how])
    corners = floats([[[0, 0], [1, 0], [1, 1], [0, 1], [0.25, 0.25]]])
    *edges, dark = cv2.perspectiveTransform(corners, np.linalg.inv(original))[0]
    assert np.allclose(np.min(edges, 0), 0, atol=0.01)
    assert np.allclose(np.max(edges, 0), shown.shape[1::-1], atol=1.01)
    assert shown[round(float(dark[1])), round(float(dark[0]))].max() < 100
    lengths = [float(np.linalg.norm(np.subtract(edges[n], edges[n - 1]))) for n in range(4)]
    opposite = zip(lengths[:2], lengths[2:], strict=True)
    assert max(max(a, b) / min(a, b) for a, b in opposite) > 1.2, "nearer and farther"


def test_a_case_says_how_its_picture_was_shown_and_adds_nothing_to_what_was_said(
    shared: Path, reader: CardReader
) -> None:
    cases = list(made_worse(shared / "data/poker-table-wood"))
    assert len(cases) == 9 * (len(WORSE) + len(ASLANT))
    measured = cases[0](reader)
    assert measured.said == ()
    assert {one.conditions for one in measured.outcomes} == {(("shown", next(iter(WORSE))),)}
    faces = [one for one in measured.outcomes if one.asked == FACE]
    assert sum(one.verdict == RIGHT for one in faces) >= len(faces) - 1 >= 8


def test_of_a_table_seen_aslant_cards_are_right_in_their_own_places(shared: Path, reader: CardReader) -> None:
    measured = list(made_worse(shared / "data/poker-table-wood"))[len(WORSE)](reader)
    faces = [one.verdict == RIGHT for one in measured.outcomes if one.asked == FACE]
    assert sum(faces) >= len(faces) - 1 >= 8
