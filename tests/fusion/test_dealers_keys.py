"""The dealer's keys for a burn and for the blinds: with the camera one burn, never two; a blind with doubt."""

from typing import Any

import pytest

from table_controller.records.events import Certainty
from table_controller.records.observations import Press


def _burns(table: Any) -> list[tuple[Certainty, float]]:
    return [(event.certainty, event.confidence) for event in table.events if type(event).__name__ == "CardBurned"]


@pytest.mark.parametrize("pressed_first", [True, False])
@pytest.mark.parametrize("board_first", [True, False])
def test_a_burn_that_is_pressed_and_seen_is_one_burn(told: Any, pressed_first: bool, board_first: bool) -> None:
    told.begin().deal(1, 2).cards("burn")
    if pressed_first:
        told.press(Press.BURN)
    told.cards("burn", "#").cards(*(("board", "As", "Kd", "3c") if board_first else ("stub",)))
    if not pressed_first:
        told.press(Press.BURN)
    told.wait(5000).end()
    ((certainty, confidence),) = _burns(told)
    assert (certainty, confidence) == (Certainty.SEEN, 1)


def test_a_burn_that_the_camera_does_not_see_is_told_with_doubt(told: Any) -> None:
    """It may lie exactly on another."""
    told.begin().deal(1, 2).cards("burn", "#").cards("board", "As", "Kd", "3c").wait(20_000)
    told.press(Press.BURN).wait(2000)
    assert len(_burns(told)) == 1
    told.wait(3000)
    assert _burns(told)[1:] == [(Certainty.DECLARED, 0.5)]


def test_where_no_camera_looks_the_dealers_word_is_taken_and_a_second_press_is_the_same_burn(told: Any) -> None:
    told.begin().deal(1, 2).press(Press.BURN).press(Press.BURN, after=2000).wait(5000)
    assert _burns(told) == [(Certainty.DECLARED, 1)]


def test_between_hands_nothing_is_burned(told: Any) -> None:
    told.press(Press.BURN).wait(5000)
    assert told.kinds() == []


def test_the_dealers_blinds_are_those_of_the_next_seats_told_with_doubt(told: Any) -> None:
    told.begin().press(Press.POST_SMALL_BLIND).press(Press.POST_BIG_BLIND).wait(500)
    said = [(event.seat, event.action, event.certainty, event.confidence) for event in told.events]
    assert said == [
        (1, "post_small_blind", Certainty.INFERRED, 0.5),
        (2, "post_big_blind", Certainty.INFERRED, 0.5),
    ]


def test_where_nobody_knows_the_button_the_dealers_blinds_are_nobodys(told: Any) -> None:
    told.press(Press.POST_SMALL_BLIND).wait(500)
    assert told.kinds() == ["Announced"]
