"""Mean average precision, against cases counted by hand."""

import pytest

from vision.precision import Boxed, average_precision, common, mean_average_precision

UNIT = (0.0, 0.0, 10.0, 10.0)
AWAY = (50.0, 50.0, 60.0, 60.0)


def test_what_two_boxes_have_in_common() -> None:
    assert common(UNIT, UNIT) == 1
    assert common(UNIT, AWAY) == 0
    assert common(UNIT, (5, 0, 15, 10)) == pytest.approx(1 / 3)


def test_a_box_said_twice_counts_once() -> None:
    there = [Boxed("a", "As", UNIT), Boxed("a", "As", AWAY)]
    said = [Boxed("a", "As", UNIT, 0.9), Boxed("a", "As", UNIT, 0.8), Boxed("a", "As", AWAY, 0.7)]
    assert average_precision(there, said) == pytest.approx((1 + 2 / 3) / 2)


def test_a_box_in_another_picture_is_not_there() -> None:
    assert average_precision([Boxed("a", "As", UNIT)], [Boxed("b", "As", UNIT)]) == 0


def test_every_name_counts_the_same() -> None:
    there = [Boxed("a", "As", UNIT), Boxed("b", "As", UNIT), Boxed("a", "Kd", AWAY)]
    said = [Boxed("a", "As", UNIT), Boxed("b", "As", UNIT), Boxed("a", "Kc", AWAY)]
    assert mean_average_precision(there, said) == pytest.approx(0.5)
