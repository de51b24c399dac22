"""What the bench of the screens makes of its rounds: an interval that says when they decide nothing."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from screens import _compared, interval


def test_the_interval_of_the_median_is_that_of_the_sign_test() -> None:
    assert interval([float(n) for n in range(1, 21)]) == (6.0, 15.0)  # the 6th and the 15th of twenty: 95.9 %
    assert interval([1.0, 2.0, 3.0]) == (1.0, 3.0)


def test_rounds_that_differ_too_much_decide_nothing() -> None:
    def verdict(*more: float) -> bool | None:
        alone, beside = [[1.0, 1.0] for _ in more], [[1 + part, 1 + part] for part in more]
        return _compared("lag", alone, beside)[1].kept

    assert verdict(*[0.02, 0.05] * 10) is True
    assert verdict(*[0.2, 0.3] * 10) is False
    assert verdict(*[-0.5, 0.6] * 10) is None
    assert verdict(0.02, 0.05) is None
