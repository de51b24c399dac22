"""Board, burns and muck: what came, what moved, what was turned; a misreading accuses nobody."""

from typing import Any

import pytest

from table_controller.records import DECK, Card, Face
from table_controller.records.events import Certainty
from table_controller.records.observations import Press


def _cards(events: list[Any]) -> list[str]:
    return [str(event.card) for event in events if hasattr(event, "card")]


def test_three_cards_in_one_look_have_no_known_order(told: Any) -> None:
    told.begin().deal(1, 2).cards("burn", "#").cards("board", "As", "Kd", "3c").end()
    assert told.kinds() == ["CardBurned", "BoardCardDealt", "BoardCardDealt", "BoardCardDealt"]
    assert _cards(told.events) == ["None", "As", "Kd", "3c"]
    assert [event.order_known for event in told.events[1:]] == [False] * 3


def test_cards_laid_one_by_one_have_an_order(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").cards("board", "As", "Kd").end()
    assert [event.order_known for event in told.events] == [True, True]


def test_a_board_card_is_named_once_it_is_read(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "?").cards("board", "As").wait(200)
    assert told.kinds() == ["BoardCardDealt"]
    assert _cards(told.events) == ["As"]


def test_a_board_card_read_late_corrects_the_board(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "?", "Kd").wait(2000).cards("board", "As", "Kd").wait(200)
    assert told.kinds() == ["BoardCardDealt", "BoardCardDealt", "Corrected"]
    assert (told.events[-1].what, told.events[-1].value) == ("board", "As Kd")


def test_two_readings_of_one_spot_are_one_card(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").wait(1500).cards("board", "Ks").end()
    assert told.kinds() == ["BoardCardDealt", "Corrected"]


def test_a_card_that_a_hand_exchanged_is_another_card(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").wait(1500)
    told.hand("board").hand("board", present=False, after=300).cards("board", "Ks").end()
    assert told.kinds() == ["BoardCardDealt", "BoardCardDealt", "CardMoved"]
    assert (told.events[-1].to, told.events[-1].certainty) == ("aside", Certainty.INFERRED)


def test_a_face_that_lies_elsewhere_too_waits_and_is_told_with_doubt(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").wait(500).cards("board", "As", "As").wait(500)
    assert len(_cards(told.events)) == 1
    told.wait(1500)
    assert _cards(told.events) == ["As", "As"]
    assert told.events[-1].confidence < 0.5


def test_a_misread_twin_that_is_read_otherwise_is_told_once(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").wait(500).cards("board", "As", "As").wait(500)
    told.cards("board", "As", "Ah").end()
    assert _cards(told.events) == ["As", "Ah"]
    assert told.events[-1].confidence == 1


def test_a_board_card_becomes_the_burn(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "-", "Kd", "3c").cards("burn", "#").end()
    moved = told.events[-1]
    assert told.kinds()[3:] == ["CardMoved"]
    assert (moved.from_, moved.to, moved.card, moved.face) == ("board", "burn", Card.parse("As"), Face.DOWN)


def test_the_burn_waits_for_a_look_at_the_board_a_hand_was_over(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.hand("board").hand("board", present=False, after=300).hand("burn").hand("burn", present=False, after=200)
    told.cards("burn", "#", after=200).cards("board", "-", "Kd", "3c", after=50).end()
    assert told.kinds()[3:] == ["CardMoved"]


def test_the_board_waits_for_the_burn_a_hand_was_over(told: Any) -> None:
    told.begin().deal(1, 2).hand("burn").cards("board", "As", "Kd", "3c", after=200)
    told.hand("burn", present=False, after=200).cards("burn", "#", after=150).end()
    assert told.kinds() == ["CardBurned", *["BoardCardDealt"] * 3]


def test_a_hand_that_stays_over_the_burns_hides_them(told: Any) -> None:
    told.begin().deal(1, 2).hand("burn").cards("board", "As", "Kd", "3c", after=200)
    told.hand("burn", present=False, after=2200).cards("burn", "#", after=150).end()
    assert told.kinds() == ["ZoneBlocked", *["BoardCardDealt"] * 3, "ZoneRestored", "CardBurned"]


def test_a_camera_that_says_the_burns_are_hidden_says_when_they_are_seen(told: Any) -> None:
    told.begin().deal(1, 2).hand("burn").cards("board", "As", "Kd", "3c", after=200).wait(2000)
    told.block("burn").hand("burn", present=False, after=500).wait(200)
    assert told.kinds() == ["ZoneBlocked", *["BoardCardDealt"] * 3]
    told.block("burn", blocked=False).wait(200)
    assert told.kinds()[-1] == "ZoneRestored"


def test_a_hand_that_changed_nothing_at_the_burns_is_told_before_the_street(told: Any) -> None:
    told.begin().deal(1, 2).cards("burn", "#").cards("board", "As", "Kd", "3c", after=900).wait(3000)
    told.hand("burn").hand("burn", present=False, after=200).cards("board", "As", "Kd", "3c", "4c", after=500)
    told.wait(4000)
    assert told.kinds()[4:] == ["ZoneTouched", "BoardCardDealt"]


def test_a_street_laid_on_places_that_look_like_backs_is_dealt(told: Any) -> None:
    told.cards("board", "#", "#", "#", "#").wait(2000).begin().deal(1, 2)
    told.hand("board").cards("board", "-", "#", "#", "#", after=200)
    told.hand("board", present=False, after=200).cards("board", "As", "Kd", "3c", "#", after=150).end()
    assert _cards(told.events) == ["As", "Kd", "3c"]
    assert told.kinds() == ["BoardCardDealt"] * 3


def test_a_hand_where_something_lies_among_the_burns_since_before_the_hand_may_have_burned_on_it(told: Any) -> None:
    told.cards("burn", "#", "#").begin().deal(1, 2).hand("burn").hand("burn", present=False, after=300)
    told.cards("burn", "#", after=150, shift=30).cards("board", "As", "Kd", "3c", after=500).end()
    assert told.kinds() == ["ZoneBlocked", "ZoneRestored", *["BoardCardDealt"] * 3]


def test_a_burn_beside_what_lay_there_is_a_burn_and_none_is_none(told: Any) -> None:
    told.cards("burn", "#").begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    assert told.kinds() == ["BoardCardDealt"] * 3, "no hand was there"
    told.hand("burn").hand("burn", present=False, after=300).cards("burn", "#", "#", after=150).end()
    assert told.kinds()[3:] == ["CardBurned"]


def test_a_board_card_that_is_missed_for_a_moment_has_not_moved(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "As", "-", "3c").cards("board", "As", "Kd", "3c", after=900).end()
    assert told.kinds() == ["BoardCardDealt"] * 3


def test_a_board_card_put_aside_is_told_after_a_while(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c", "4c").wait(500)
    told.cards("board", "As", "Kd", "3c").wait(1500)
    assert "CardMoved" not in told.kinds()
    told.wait(1500)
    moved = told.events[-1]
    assert (moved.from_, moved.to, moved.card) == ("board", "aside", Card.parse("4c"))
    assert moved.confidence < 0.8


def test_a_board_card_told_aside_that_is_seen_again_is_no_second_one(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "As", "-", "3c").wait(4000).cards("board", "As", "Kd", "3c").wait(4000)
    assert told.kinds() == ["BoardCardDealt"] * 3 + ["CardMoved"] * 2
    assert [(event.from_, event.to) for event in told.events[3:]] == [("board", "aside"), ("aside", "board")]
    told.cards("board", "As", "Kd", "3c", "9h").end()
    assert told.kinds()[5:] == ["BoardCardDealt"]


def test_a_board_card_told_aside_that_is_back_unread_is_that_card(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "As", "-", "3c").wait(4000).cards("board", "As", "?", "3c").wait(200)
    told.cards("board", "As", "Kd", "3c").wait(4000)
    assert told.kinds()[3:] == ["CardMoved", "CardMoved"]
    assert (told.events[-1].from_, told.events[-1].card) == ("aside", Card.parse("Kd"))


def test_a_whole_board_that_was_hidden_lies_there_once(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board").wait(4000).cards("board", "As", "Kd", "3c").wait(4000)
    told.cards("board", "As", "Kd", "3c", "9h").end()
    assert told.kinds() == ["BoardCardDealt"] * 4
    assert len(told.felt.board) == 4


def test_a_face_that_lies_elsewhere_is_not_the_one_told_aside(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "As", "Kd").wait(4000).cards("seat 1 cards", "3c", "#").wait(1500)
    told.cards("board", "As", "Kd", "3c").wait(4000)
    assert told.kinds()[-1] == "BoardCardDealt"
    assert told.events[-1].confidence < 0.5


def test_a_card_shuffled_back_is_dealt_and_not_moved(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c", "9h").wait(500)
    told.cards("board", "As", "Kd", "3c").wait(4000).press(Press.SHUFFLE).wait(300)
    told.cards("board", "As", "Kd", "3c", "9h").end()
    assert told.kinds()[-1] == "BoardCardDealt"


def test_another_card_where_one_was_told_aside_is_dealt(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500)
    told.cards("board", "As", "-", "3c").wait(4000).cards("board", "As", "Qd", "3c").end()
    assert told.kinds()[3:] == ["CardMoved", "BoardCardDealt"]


def test_a_burn_that_is_hidden_and_seen_again_without_a_hand_is_no_second_one(told: Any) -> None:
    told.begin().deal(1, 2).cards("burn", "#").wait(500)
    told.cards("burn").wait(4000).cards("burn", "#").wait(4000)
    assert told.kinds() == ["CardBurned"]
    told.cards("burn", "#", "#").end()
    assert told.kinds() == ["CardBurned"] * 2


def test_a_burn_beside_one_that_was_hidden_is_another_without_a_hand_too(told: Any) -> None:
    told.begin().deal(1, 2).cards("burn", "#").wait(500).cards("burn").wait(4000)
    told.cards("burn", "#", shift=20).end()
    assert told.kinds() == ["CardBurned"] * 2


def test_a_burn_that_a_hand_lays_where_one_was_hidden_is_another(told: Any) -> None:
    told.begin().deal(1, 2).cards("burn", "#").wait(500).cards("burn").wait(4000)
    told.hand("burn").hand("burn", present=False, after=300).cards("burn", "#").end()
    assert told.kinds() == ["CardBurned"] * 2


def test_four_cards_scrambled_one_burned_three_turned_up(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c", "4c").wait(500)
    told.cards("board", "#", "#", "#", "#").cards("board", "#", "#", "-", "#", after=600).cards("burn", "#")
    told.cards("board", "4c", "As", "-", "Kd").end()
    assert told.kinds()[4:] == ["CardsScrambled", "CardMoved", "CardMoved", "CardMoved", "CardMoved"]
    scrambled, burned, *up = told.events[4:]
    assert scrambled.count == 4
    assert (burned.from_, burned.to, burned.card) == ("board", "burn", None)
    assert _cards(up) == ["4c", "As", "Kd"]


def test_a_flop_laid_face_down_first_is_told_when_it_is_turned(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "#").cards("board", "As", after=600).end()
    assert told.kinds() == ["BoardCardDealt"]
    assert told.events[0].face is Face.UP


def test_clearing_the_felt_after_the_pot_is_no_event(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).chips("seat 1 bet").chips("pot", 100)
    told.cards("board", "As", "Kd", "3c").chips("pot").chips("seat 2 bet", 100).wait(200)
    told.events.clear()
    told.cards("board").cards("muck", "#", "#").cards("seat 1 cards").cards("seat 2 cards").wait(3000)
    assert told.kinds() == []


def test_a_boxed_card_in_the_stub_shows(told: Any) -> None:
    told.begin().deal(1, 2).cards("stub", "#").cards("stub", "Qs").end()
    assert told.kinds() == ["CardExposed"]
    assert told.events[0].seat is None


def test_a_fold_is_a_hand_that_lies_in_the_muck(told: Any) -> None:
    told.begin().deal(1, 2, 3)
    told.cards("muck", "#", "#").cards("seat 2 cards").end()
    assert told.kinds() == ["HandMucked"]
    assert (told.events[0].seat, len(told.events[0].because)) == (2, 4)


def test_two_folds_are_told_in_their_order(told: Any) -> None:
    told.begin().deal(1, 2, 3)
    told.cards("seat 2 cards").cards("seat 3 cards").cards("muck", "#", "#", "#", "#").end()
    assert [event.seat for event in told.events] == [2, 3]


def test_cards_in_a_player_s_hands_are_not_the_ones_just_mucked(told: Any) -> None:
    told.begin().deal(1, 2, 3).cards("seat 3 cards").wait(8000)
    told.cards("seat 1 cards").cards("muck", "#", "#").wait(5000)
    assert [event.seat for event in told.events if hasattr(event, "seat")] == [1]


def test_cards_nobody_misses_accuse_nobody(told: Any) -> None:
    told.begin().deal(1, 2).cards("muck", "#").wait(5000)
    assert told.kinds() == ["ZoneTouched"]
    assert told.events[0].by == "unknown"


def test_a_hand_pushed_forward(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards").cards("seat 1 bet", "#", "#").wait(200)
    assert told.kinds() == ["HandPushed"]
    told.cards("seat 1 bet").cards("muck", "#", "#").end()
    assert told.kinds() == ["HandPushed", "HandMucked"]


@pytest.mark.parametrize("cards", [2, 5, 6, 20])
def test_a_deck_spread_on_the_board_s_place_after_the_pot_went_is_no_board(told: Any, cards: int) -> None:
    """Without the key the hand is not over yet; one or two cards more would be a board turned to its end."""
    told.begin().deal(1, 2).chips("seat 1 bet", 100).chips("seat 1 bet").chips("pot", 100)
    told.chips("pot").chips("seat 2 bet", 100).chips("seat 2 bet").wait(500)
    told.events.clear()
    told.cards("board", *(str(card) for card in DECK[:cards]), after=2000).wait(3000)
    assert told.kinds().count("BoardCardDealt") == (cards if cards <= 5 else 0)
