"""A joker that lies open in a hand: told once, when it has been one for long enough, as a pack looked through."""

from typing import Any

import pytest

from table_controller.fusion import wake_at
from table_controller.records.events import Certainty
from table_controller.records.observations import Press
from table_controller.simulator.felt import built_in_layout

MS = 1_000_000


def _jokers(told: Any) -> list[tuple[str, int]]:
    return [(event.place, event.count) for event in told.events if type(event).__name__ == "CardsCounted"]


def _dealt(told: Any) -> Any:
    return told.begin().deal(1, 2)


def test_a_joker_on_the_board_is_told_after_the_card_that_it_is(told: Any) -> None:
    _dealt(told).cards("burn", "#").cards("board", "As", "*", "3c").wait(1000)
    assert told.kinds() == ["CardBurned", *["BoardCardDealt"] * 3, "CardsCounted"]
    joker = told.events[-1]
    assert (joker.place, joker.count, joker.certainty, joker.source) == ("joker", 1, Certainty.SEEN, "overhead")
    assert joker.because == told.events[2].because


def test_it_is_told_by_the_clock_alone(told: Any) -> None:
    _dealt(told).cards("board", "As", "*", "3c").wait(300)
    assert _jokers(told) == []
    due = wake_at(told.felt, built_in_layout())
    assert due is not None
    told.wait(due // MS - told.now)
    assert _jokers(told) == [("joker", 1)]


@pytest.mark.parametrize("later", ["As", "?", "#"])
def test_what_is_soon_seen_to_be_none_is_not_told(told: Any, later: str) -> None:
    _dealt(told).cards("board", "*", "Kd", "3c").cards("board", later, "Kd", "3c").wait(3000).end()
    assert _jokers(told) == []


def test_a_face_known_for_a_joker_at_last_is_told_from_then_on(told: Any) -> None:
    _dealt(told).cards("board", "?", "Kd", "3c").wait(3000).cards("board", "*", "Kd", "3c").wait(300)
    assert _jokers(told) == []
    told.wait(1000)
    assert _jokers(told) == [("joker", 1)]
    assert told.events[-1].because[-1] > told.events[0].because[-1]


def test_a_joker_in_a_hand_that_is_shown_is_told(told: Any) -> None:
    _dealt(told).cards("seat 1 cards", "As", "*").wait(2000)
    assert told.kinds() == ["HandTabled", "CardsCounted"]


def test_a_joker_dealt_open_is_told(told: Any) -> None:
    told.begin().cards("seat 1 cards", "*").wait(2000)
    assert told.kinds() == ["HoleCardDealt", "CardsCounted"]


def test_one_face_down_is_nobodys_business(told: Any) -> None:
    _dealt(told).cards("seat 1 cards", "*", "#").cards("seat 1 cards", "#", "#", after=400).wait(3000).end()
    assert _jokers(told) == []


def test_two_in_one_hand_are_one_finding_and_the_next_hand_has_its_own(told: Any) -> None:
    _dealt(told).cards("board", "*", "*", "3c").wait(1000).cards("board", "*", "*", "3c", "*").wait(1000)
    assert _jokers(told) == [("joker", 2)]
    told.cards("board").cards("seat 1 cards").cards("seat 2 cards").press(Press.HAND_OVER).wait(3000)
    told.press(Press.NEW_HAND).wait(200).deal(1, 2).cards("board", "As", "*", "3c").wait(1000)
    assert _jokers(told) == [("joker", 1)]


def test_before_a_hand_and_in_the_stub_it_may_lie(told: Any) -> None:
    told.cards("board", "*").wait(2000)
    _dealt(told).cards("stub", "*").wait(2000).end()
    assert _jokers(told) == []


def test_what_a_tag_knows_for_a_card_is_no_joker(tagged: Any) -> None:
    tagged.begin().tag(1, "As").cards("seat 1 cards", "*").wait(3000).end()
    assert tagged.kinds() == ["HoleCardDealt"]
    assert _jokers(tagged) == []
