"""The guard: 500 real hands with an error each; the share that is named with code and seat must not fall."""

import importlib.util
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from table_controller.files import load_rulebook
from table_controller.hands import read_hands

HERE = Path(__file__).parent
FLOORS = tomllib.loads((HERE / "floors.toml").read_text(encoding="utf-8"))["injected_hands"]
BOOK = load_rulebook("tda-2024")


@pytest.fixture(scope="module")
def injection() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("injection", HERE / "injection.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["injection"] = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    yield module
    sys.path[:] = before


def test_errors_in_500_real_hands_are_named(shared: Path, injection: ModuleType) -> None:
    hands = read_hands(shared / "hands" / "pluribus.tar.gz")
    tallies = injection.inject(hands, FLOORS["each"], FLOORS["seed"], BOOK)
    assert set(tallies) == set(FLOORS["named"])
    assert sum(tally.hands for tally in tallies.values()) >= 500
    for kind, tally in tallies.items():
        assert tally.hands == FLOORS["each"], kind
        assert tally.named / tally.hands >= FLOORS["named"][kind], tally.misses


def test_a_hand_without_error_would_fail_the_guard(shared: Path, injection: ModuleType) -> None:
    """The guard can fail: what is not wrong is not named."""
    recorded = next(read_hands(shared / "hands" / "pluribus.tar.gz"))
    tally = injection.Tally()
    tally.count("clean", injection.Wrong(recorded.events, frozenset({"missing_burn"}), None), [])
    assert injection.found_in(recorded.events, BOOK) == []
    assert (tally.named, tally.silent, len(tally.misses)) == (0, 1, 1)


def test_the_interval_is_wilsons(injection: ModuleType) -> None:
    assert injection.interval(300, 300) == pytest.approx((0.98735, 1.0), abs=1e-4)
    assert injection.interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert injection.interval(0, 0) == (0.0, 1.0)
