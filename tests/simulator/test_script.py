"""Scripts as TOML: what they say is acted, what they cannot say is refused with file, place and expectation."""

import re
from pathlib import Path

import pytest

from table_controller.audit.rehearse import load_script
from table_controller.records import BadInput, Card
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardMoved,
    CardsScrambled,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandStarted,
    HoleCardDealt,
    PotPushed,
)
from table_controller.simulator.script import Remedy, Wrong
from table_controller.simulator.truth import truth

_ROOT = Path(__file__).parents[2]

HAND = """
[[hand]]
deck = "As Kd 7h 2c 9s 4d Ah Kc 8h 3c 9d 5d"
preflop = ["3 raise 300", "4 fold", "5 call", "6 fold", "1 fold", "2 fold"]
flop = ["3 bet 200", "5 fold"]
"""


def _script(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "night.toml"
    path.write_text(text)
    return path


def _truth(tmp_path: Path, text: str) -> tuple[Event, ...]:
    return truth(load_script(_script(tmp_path, text)))


def test_a_hand_is_acted_as_written(tmp_path: Path) -> None:
    events = _truth(tmp_path, HAND)
    dealt = [str(event.card) for event in events if isinstance(event, HoleCardDealt)]
    assert dealt == ["As", "Kd", "7h", "2c", "9s", "4d", "Ah", "Kc", "8h", "3c", "9d", "5d"]
    bets = [(event.seat, event.amount) for event in events if isinstance(event, ChipsMovedIn)]
    assert bets == [(1, 50), (2, 100), (3, 300), (5, 300), (3, 200)]
    assert [(e.seat, e.amount) for e in events if isinstance(e, PotPushed)] == [(3, 950)]


def test_stacks_and_button_carry_over(tmp_path: Path) -> None:
    events = _truth(tmp_path, HAND + '[[hand]]\npreflop = ["4 fold", "5 fold", "6 fold", "1 fold", "2 fold"]\n')
    second = [event for event in events if isinstance(event, HandStarted)][1]
    assert second.button == 1
    assert dict(second.seats) == {1: 9950, 2: 9900, 3: 10450, 4: 10000, 5: 9700, 6: 10000}


def test_what_a_round_leaves_unsaid_is_played_passively(tmp_path: Path) -> None:
    events = _truth(tmp_path, "[[hand]]\n")
    assert sum(isinstance(event, BoardCardDealt) for event in events) == 5
    assert {event.action for event in events if isinstance(event, Declared)} <= {
        *("check", "call", "post_small_blind", "post_big_blind")
    }


def _mishap(tmp_path: Path, hand: str, mishap: str) -> list[Event]:
    return [*_truth(tmp_path, f"[[hand]]\n{hand}\n[[hand.irregularity]]\n{mishap}\n")]


def test_a_missing_burn_before_the_turn_is_made_good(tmp_path: Path) -> None:
    events = _mishap(tmp_path, "", 'name = "missing_burn"\nat = "turn"')
    moved = [event for event in events if isinstance(event, CardMoved)]
    turned = [event.card for event in events if isinstance(event, BoardCardDealt)]
    assert [(event.from_, event.to, event.card) for event in moved] == [("board", "burn", turned[3])]
    assert len(turned) == 6
    assert sum(isinstance(event, CardBurned) for event in events) == 2


def test_a_missing_burn_that_is_ignored_leaves_five_cards(tmp_path: Path) -> None:
    events = _mishap(tmp_path, "", 'name = "missing_burn"\nat = "turn"\nremedy = "ignored"')
    assert sum(isinstance(event, BoardCardDealt) for event in events) == 5
    assert not any(isinstance(event, CardMoved) for event in events)


def test_an_exposed_card_becomes_the_first_burn(tmp_path: Path) -> None:
    events = _mishap(tmp_path, 'deck = "As Kd 7h 2c 9s 4d Ah Kc 8h 3c 9d 5d Qs Jh"', 'name = "exposed_card"')
    third = [event.card for event in events if isinstance(event, HoleCardDealt) and event.seat == 3]
    assert third == [Card.parse("7h"), Card.parse("8h"), Card.parse("Qs")]
    moved = [event for event in events if isinstance(event, CardMoved)]
    assert [(event.to, event.card) for event in moved] == [("burn", Card.parse("8h"))]
    assert sum(isinstance(event, CardBurned) for event in events) == 2
    first = next(event for event in events if isinstance(event, BoardCardDealt))
    assert first.card == Card.parse("Jh")


def test_a_four_card_flop_is_mixed_and_the_turn_comes_without_a_burn(tmp_path: Path) -> None:
    events = _mishap(tmp_path, "", 'name = "four_card_flop"')
    assert [event.count for event in events if isinstance(event, CardsScrambled)] == [4]
    assert sum(isinstance(event, CardBurned) for event in events) == 2
    assert sum(isinstance(event, BoardCardDealt) for event in events) == 6


@pytest.mark.parametrize(("remedy", "back"), [("followed", [200]), ("ignored", [])])
def test_a_string_bet_comes_in_two_motions(tmp_path: Path, remedy: str, back: list[int]) -> None:
    mishap = f'name = "string_bet"\nat = "preflop 1"\namount = 300\nremedy = "{remedy}"'
    events = _mishap(tmp_path, 'preflop = ["3 call"]', mishap)
    moved = [event for event in events if isinstance(event, ChipsMovedIn) and event.seat == 3]
    assert [event.amount for event in moved] == [100, 200]
    assert moved[0].motion != moved[1].motion
    assert [event.amount for event in events if isinstance(event, ChipsTakenBack)] == back


@pytest.mark.parametrize(("remedy", "puts"), [("followed", [100, 200]), ("ignored", [100])])
def test_an_undercall_is_completed_or_stands(tmp_path: Path, remedy: str, puts: list[int]) -> None:
    mishap = f'name = "undercall"\nat = "preflop 2"\namount = 100\nremedy = "{remedy}"'
    events = _mishap(tmp_path, 'preflop = ["3 raise 300", "4 call"]', mishap)
    assert [e.amount for e in events if isinstance(e, ChipsMovedIn) and e.seat == 4] == puts


def test_who_acts_out_of_turn_acts_first(tmp_path: Path) -> None:
    events = _mishap(tmp_path, "", 'name = "out_of_turn"\nat = "flop 2"')
    flop = next(n for n, event in enumerate(events) if isinstance(event, BoardCardDealt))
    checks = [event.seat for event in events[flop:] if isinstance(event, Declared)]
    assert checks[:3] == [2, 1, 3]


def test_the_packaged_night_has_every_irregularity() -> None:
    script = load_script(Path("default"), 3)
    assert {mishap.wrong for hand in script.hands for mishap in hand.mishaps} == set(Wrong)
    assert all(mishap.remedy is Remedy.FOLLOWED for hand in script.hands for mishap in hand.mishaps)
    assert script.seed == 3


BAD = {
    "hands = 3\n": "hands: no such key",
    'table = "kitchen"\n[[hand]]\n': 'table: expected "simulated"',
    "seed = 1\n": "hand: expected [[hand]] tables",
    "[[hand]]\nburn = 3\n": "hand 1.burn: no such key",
    '[[hand]]\ndeck = "As As"\n': "hand 1.deck: expected each card once",
    '[[hand]]\ndeck = "Xs"\n': "hand 1.deck: 'Xs' is no card",
    '[[hand]]\npreflop = ["raise"]\n': "hand 1.preflop[0]: expected a seat and an action",
    '[[hand]]\npreflop = ["3 jump"]\n': "hand 1.preflop[0]: expected one of fold, check",
    '[[hand]]\npreflop = ["3 raise"]\n': "hand 1.preflop[0]: expected the total after raise",
    '[[hand]]\npreflop = ["3 call 5"]\n': "hand 1.preflop[0]: expected no amount with call",
    '[[hand]]\npreflop = ["4 fold"]\n': "hand 1.preflop[0]: expected seat 3",
    '[[hand]]\npreflop = ["3 check"]\n': "hand 1.preflop[0]: expected fold, call or raise: seat 3 owes 100",
    '[[hand]]\npreflop = ["3 raise 305"]\n': "hand 1.preflop[0]: expected a multiple of 10",
    '[[hand]]\npreflop = ["3 raise 10010"]\n': "hand 1.preflop[0]: expected a total above 100 and at most 10000",
    '[[hand]]\nflop = ["1 check", "2 check", "3 check", "4 check", "5 check", "6 check", "1 check"]\n': (
        "hand 1.flop[6]: expected no action: the round is over"
    ),
    '[[hand]]\n[[hand.irregularity]]\nname = "earthquake"\n': "irregularity[0].name: expected one of missing_burn",
    '[[hand]]\n[[hand.irregularity]]\nname = "exposed_card"\nat = "deal 2"\n': "expected a card from deal 4 to deal 12",
    '[[hand]]\n[[hand.irregularity]]\nname = "missing_burn"\nat = "preflop"\n': "expected flop or turn or river",
    '[[hand]]\n[[hand.irregularity]]\nname = "undercall"\nat = "preflop 1"\n': "expected a call of 100 and an under",
    '[[hand]]\n[[hand.irregularity]]\nname = "out_of_turn"\nat = "flop 9"\n': (
        "hand 1.irregularity[0].at: expected a place that the hand reaches, not flop 9"
    ),
    "[generate]\nhands = 0\n": "generate.hands: expected a whole number from 1",
    "[generate]\nhands = 1\nirregularities = ['missing_burn', 'undercall']\n": "expected at most 1, one a hand",
    "[generate]\n[[hand]]\n": "generate: expected either [[hand]] tables or [generate], not both",
    "hand = 3\n": "hand: expected [[hand]] tables",
    "name = \n": "expected TOML",
}


@pytest.mark.parametrize("text", BAD, ids=BAD.values())
def test_a_script_that_cannot_be_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    path = _script(tmp_path, text)
    with pytest.raises(BadInput, match=re.escape(BAD[text])) as refused:
        load_script(path)
    assert str(refused.value).startswith(str(path))
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="expected a readable script"):
        load_script(tmp_path / "none.toml")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "night.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match=r"expected UTF-8, got byte 0xff in line 1"):
        load_script(path)


def test_the_example_of_the_docs_can_be_played(tmp_path: Path) -> None:
    page = (_ROOT / "docs" / "simulator.md").read_text()
    examples = re.findall(r"```toml\n(.*?)```", page, re.S)
    assert examples
    for example in examples:
        assert truth(load_script(_script(tmp_path, example)))


def test_the_docs_name_every_irregularity_and_noise() -> None:
    from table_controller.simulator.noise import NOISES

    page = (_ROOT / "docs" / "simulator.md").read_text()
    for name in (*(wrong.value for wrong in Wrong), *NOISES):
        assert f"`{name}`" in page, name
