"""PokerKit as the oracle: who is next, what a call takes, the least raise, and who ends with what."""

import importlib.util
import sys
from decimal import Decimal
from pathlib import Path
from types import ModuleType

import pytest
from pokerkit import HandHistory

from table_controller.audit.judging import judged
from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.hands.convert import convert
from table_controller.hands.phh import read_phh
from table_controller.hands.sources import Source

EVERY = 36
"""Of the 5,311 hands; `python tests/guard/oracle.py` takes all."""
BOOK = load_rulebook("tda-2024")


@pytest.fixture(scope="module")
def hands(shared: Path) -> tuple[RecordedHand, ...]:
    return tuple(read_hands(shared / "hands" / "pluribus.tar.gz"))


@pytest.fixture(scope="module")
def oracle() -> ModuleType:
    path = Path(__file__).parents[1] / "guard" / "oracle.py"
    spec = importlib.util.spec_from_file_location("oracle", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["oracle"] = module  # dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


def test_every_decision_of_a_sample_agrees(shared: Path, hands: tuple[RecordedHand, ...], oracle: ModuleType) -> None:
    histories = oracle.histories(shared / "hands" / "pluribus.tar.gz", EVERY)
    decisions = 0
    for recorded, history in zip(hands[::EVERY], histories, strict=True):
        decisions += len(oracle.ours(recorded, BOOK))
        assert oracle.differences(recorded, history, BOOK) == []
    assert decisions > 1000


def test_every_decision_online_agrees(shared: Path, oracle: ModuleType) -> None:
    file = shared / "hands" / "handhq" / "abs_1000nl_sample.phhs"
    with file.open("rb") as text:
        histories = list(HandHistory.load_all(text))
    for recorded, history in zip(read_hands(file), histories, strict=True):
        assert oracle.differences(recorded, history, BOOK) == []


def test_a_sample_shows_no_incident_and_ends_with_the_recorded_stacks(
    shared: Path, hands: tuple[RecordedHand, ...]
) -> None:
    for verdict in judged([*hands[::EVERY], *read_hands(shared / "hands" / "handhq")], BOOK):
        assert verdict.found == [], verdict.recorded.name
        assert verdict.differs() == ""
        assert dict(verdict.recorded.stacks or ()) == (verdict.stacks if verdict.recorded.stacks else {})


def test_half_chips_split_as_recorded(hands: tuple[RecordedHand, ...]) -> None:
    """The four hands of the record that split a half chip."""
    halves = [hand for hand in hands if hand.unit == Decimal("0.5")]
    assert len(halves) == 4
    for verdict in judged(halves, BOOK):
        assert verdict.found == []
        assert dict(verdict.recorded.stacks or ()) == verdict.stacks
        assert any(chips % 2 for chips in verdict.stacks.values())


# --- where PokerKit is known to be wrong (professional-rules 2.1) --------------------------------------------------

LIMPER = """\
variant = 'NT'
antes = [0, 0, 0, 0, 0]
blinds_or_straddles = [2000, 4000, 0, 0, 0]
min_bet = 4000
starting_stacks = [50000, 50000, 50000, 50000, 7500]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', 'd dh p5 ????', \
'p3 cc', 'p4 f', 'p5 cbr 7500', 'p1 f', 'p2 cc', 'p3 cc']
"""
CHECKER = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 5000, 160]
actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c7dTh', \
'p1 cc', 'p2 cc', 'p3 cbr 60', 'p1 cc', 'p2 cc']
"""


def _recorded(text: str) -> RecordedHand:
    return next(convert(hand) for hand in read_phh(Source("x.phh", "x.phh", "", text.encode())))


@pytest.mark.parametrize(
    ("text", "number", "seat", "to_call", "offered"),
    [(LIMPER, 5, 3, 3500, 11500), (CHECKER, 6, 1, 60, 160), (CHECKER, 7, 2, 60, 160)],
)
def test_a_short_all_in_does_not_reopen_for_who_has_acted(
    oracle: ModuleType, text: str, number: int, seat: int, to_call: int, offered: int
) -> None:
    """TDA 47 example 3-A, and its like after the flop: call or fold. PokerKit offers a raise."""
    found = oracle.differences(_recorded(text), HandHistory.loads(text), BOOK)
    one = next(difference for difference in found if difference.number == number)
    assert one.ours == oracle.Decision(seat, Decimal(to_call), None)
    assert one.theirs == oracle.Decision(seat, Decimal(to_call), Decimal(offered))
    assert all("TDA 47-A" in difference.reason for difference in found)
