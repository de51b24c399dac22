"""The table photographs made worse: the same cards, smaller, darker, blurred; nothing of them counts twice."""

from pathlib import Path

import numpy as np
import pytest

from vision.outcomes import FACE, RIGHT
from vision.reader import CardReader
from vision.worse_sets import WORSE, made_worse


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


def test_a_case_says_how_its_picture_was_shown_and_adds_nothing_to_what_was_said(
    shared: Path, reader: CardReader
) -> None:
    cases = list(made_worse(shared / "data/poker-table-wood"))
    assert len(cases) == 9 * len(WORSE)
    measured = cases[0](reader)
    assert measured.said == ()
    assert {one.conditions for one in measured.outcomes} == {(("shown", next(iter(WORSE))),)}
    faces = [one for one in measured.outcomes if one.asked == FACE]
    assert sum(one.verdict == RIGHT for one in faces) >= len(faces) - 1 >= 8
