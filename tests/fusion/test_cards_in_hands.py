"""Whether a picture of the felt may show a hole card: closed ones at the seats, and those in their players' hands."""

from typing import Any

from table_controller.fusion import hole_cards_lie
from table_controller.records.observations import Press


def _won(told: Any) -> Any:
    """Seats 1 and 2 have cards; seat 1 folds, seat 2 takes its cards into its hands and wins the blinds."""
    told.begin().chips("seat 1 bet", 50).chips("seat 2 bet", 100).deal(1, 2)
    told.press(Press.FOLD, 1).cards("seat 1 cards").cards("muck", "#", "#").wait(700)
    told.cards("seat 2 cards").chips("seat 1 bet").chips("seat 2 bet").chips("pot", 100, 50).wait(1500)
    return told.chips("pot").chips("seat 2 bet", 100, 50).wait(15000)


def test_cards_that_a_player_holds_after_the_hand_may_be_seen(told: Any) -> None:
    _won(told)
    assert "HandEnded" in told.kinds()
    assert hole_cards_lie(told.felt)


def test_the_next_hand_knows_nothing_of_them(told: Any) -> None:
    _won(told).press(Press.NEW_HAND).wait(1000)
    assert not hole_cards_lie(told.felt)


def test_a_hand_that_was_tabled_hides_nothing(told: Any) -> None:
    told.begin().deal(1, 2)
    assert hole_cards_lie(told.felt)
    for seat, hand in ((1, ("As", "Kd")), (2, ("2c", "7h"))):
        told.cards(f"seat {seat} cards", *hand).wait(500).cards(f"seat {seat} cards")
    assert not hole_cards_lie(told.wait(500).felt)
