"""Hole cards: dealt, exposed, named by their tags, and never made up."""

from typing import Any

import pytest

from table_controller.records import Card, Face, Seat
from table_controller.records.events import Certainty
from table_controller.records.observations import Press


def test_a_back_at_a_seat_is_a_hole_card(told: Any) -> None:
    told.begin().cards("seat 1 cards", "#").wait(200)
    (dealt,) = told.events[:1]
    assert (dealt.seat, dealt.card, dealt.face, dealt.hand) == (Seat(1), None, Face.DOWN, "1")
    assert told.kinds() == ["HoleCardDealt"]


def test_the_same_card_seen_again_is_not_dealt_again(told: Any) -> None:
    told.begin().cards("seat 1 cards", "#").cards("seat 1 cards", "#", shift=9).cards("seat 1 cards", "#", shift=70)
    assert told.end().kinds() == ["HoleCardDealt"]


def test_a_card_that_lands_face_up_was_exposed_by_the_dealer(told: Any) -> None:
    told.begin().cards("seat 3 cards", "9h").end()
    assert told.kinds() == ["HoleCardDealt"]
    assert (told.events[0].card, told.events[0].face) == (Card.parse("9h"), Face.UP)


def test_a_face_not_read_at_first_gets_its_name(told: Any) -> None:
    told.begin().cards("seat 3 cards", "?").wait(200)
    assert told.kinds() == []
    told.cards("seat 3 cards", "9h").wait(200)
    assert told.kinds() == ["HoleCardDealt"]
    assert told.events[0].card == Card.parse("9h")


def test_a_face_never_read_is_told_without_a_name(told: Any) -> None:
    told.begin().cards("seat 3 cards", "?").wait(1500)
    assert [event.card for event in told.events[:1]] == [None]
    assert told.kinds() == ["HoleCardDealt"]


def test_a_tag_names_the_card_before_the_sighting(tagged: Any) -> None:
    tagged.begin().tag(1, "As").cards("seat 1 cards", "#").wait(200)
    assert [event.card for event in tagged.events[:1]] == [Card.parse("As")]
    assert len(tagged.events[0].because) == 2


def test_a_tag_names_the_card_shortly_after_the_sighting(tagged: Any) -> None:
    tagged.begin().cards("seat 1 cards", "#").tag(1, "As", after=250).wait(200)
    assert tagged.kinds() == ["HoleCardDealt"]
    assert tagged.events[0].card == Card.parse("As")
    assert len(tagged.events[0].because) == 2


@pytest.mark.parametrize("tag_first", [True, False])
def test_a_tag_names_no_face_that_was_not_read_and_makes_it_no_surer(tagged: Any, tag_first: bool) -> None:
    tagged.begin()
    if tag_first:
        tagged.tag(1, "As")
    tagged.cards("seat 1 cards", "?", confidence=0.3)
    if not tag_first:
        tagged.tag(1, "As", after=200)
    tagged.wait(1500)
    assert tagged.kinds() == ["HoleCardDealt"]
    assert (tagged.events[0].face, tagged.events[0].card, tagged.events[0].confidence) == (Face.UP, None, 0.3)


@pytest.mark.parametrize(("read", "named"), [("As", Card.parse("As")), ("Kh", None)])
def test_a_face_on_its_tag_that_is_read_late_is_named_if_the_tag_bears_it_out(
    tagged: Any, read: str, named: Card | None
) -> None:
    tagged.begin().tag(1, "As").cards("seat 1 cards", "?").wait(200).cards("seat 1 cards", read).wait(1500)
    assert tagged.kinds() == ["HoleCardDealt"]
    assert tagged.events[0].card == named


def test_a_card_without_a_tag_is_told_all_the_same(tagged: Any) -> None:
    tagged.begin().cards("seat 1 cards", "#").wait(1000)
    assert tagged.kinds() == ["HoleCardDealt"]
    assert tagged.events[0].card is None


def test_a_late_tag_is_no_further_card(tagged: Any) -> None:
    tagged.begin().cards("seat 1 cards", "#").wait(1000).tag(1, "As").wait(3000)
    assert tagged.kinds() == ["HoleCardDealt"]


def test_a_tag_that_the_camera_never_confirms_is_told_with_doubt(tagged: Any) -> None:
    tagged.begin().tag(1, "As").wait(1000)
    assert tagged.kinds() == []
    tagged.wait(1000)
    assert tagged.kinds() == ["HoleCardDealt"]
    assert tagged.events[0].certainty is Certainty.INFERRED
    assert tagged.events[0].confidence <= 0.5
    tagged.cards("seat 1 cards", "#").wait(2000)
    assert tagged.kinds() == ["HoleCardDealt"]


def test_a_card_only_its_tag_saw_keeps_its_place_in_the_deal(tagged: Any) -> None:
    tagged.begin().tag(1, "As").tag(2, "Ks", after=450).cards("seat 2 cards", "#", after=350).wait(700)
    assert [(event.seat, str(event.card)) for event in tagged.events if hasattr(event, "card")] == [
        (1, "As"),
        (2, "Ks"),
    ]


def test_a_card_waits_for_an_earlier_one_that_its_tag_told_of(tagged: Any) -> None:
    tagged.begin().tag(1, "As").tag(2, "Ks", after=450).cards("seat 2 cards", "#", after=350)
    tagged.cards("seat 1 cards", "9h", after=200).end()
    assert [event.seat for event in tagged.events] == [1, 2]
    assert tagged.events[0].face is Face.UP


def test_a_card_only_its_tag_saw_that_turns_up_open_was_exposed(tagged: Any) -> None:
    tagged.begin().tag(1, "As").wait(2000).cards("seat 1 cards", "As").end()
    assert tagged.kinds() == ["HoleCardDealt", "CardExposed"]
    assert tagged.events[1].by == "dealer"


def test_an_exposed_card_that_only_its_tag_saw_becomes_the_burn(tagged: Any) -> None:
    tagged.begin().tag(3, "Jh").wait(2000).tag(3, "Jh", present=False, after=500).cards("burn", "Jh").end()
    moved = tagged.events[-1]
    assert tagged.kinds() == ["HoleCardDealt", "CardMoved"]
    assert (moved.from_, moved.to, moved.card) == ("seat 3", "burn", Card.parse("Jh"))


def test_a_tag_that_passes_by_is_no_card(tagged: Any) -> None:
    tagged.begin().tag(1, "As").tag(1, "As", present=False, after=200).wait(5000)
    assert tagged.kinds() == []


def test_a_face_and_a_tag_that_contradict_each_other_name_nobody(tagged: Any) -> None:
    tagged.begin().tag(3, "Kd").cards("seat 3 cards", "Kh").end()
    assert tagged.kinds() == ["HoleCardDealt"]
    assert tagged.events[0].card is None
    assert tagged.events[0].confidence <= 0.5


def test_cards_seen_at_one_moment_are_told_as_they_are_dealt(told: Any) -> None:
    told.begin()
    for seat in (3, 1, 2):
        told.cards(f"seat {seat} cards", "#", after=0)
    assert [event.seat for event in told.end().events] == [1, 2, 3]


def test_cards_taken_up_and_put_down_again_are_no_event(told: Any) -> None:
    told.begin().deal(1, 2)
    told.cards("seat 1 cards").wait(9000).cards("seat 1 cards", "#", "#")
    assert told.end().kinds() == []


def test_an_exposed_card_set_aside_becomes_the_burn(told: Any) -> None:
    told.begin().cards("seat 3 cards", "9h").cards("seat 3 cards", "9h", "#", "#").wait(500)
    told.cards("seat 3 cards", "-", "#", "#").cards("burn", "9h").end()
    moved = told.events[-1]
    assert told.kinds() == ["HoleCardDealt", "HoleCardDealt", "HoleCardDealt", "CardMoved"]
    assert (moved.from_, moved.to, moved.card, moved.face) == ("seat 3", "burn", Card.parse("9h"), Face.UP)


def test_faces_laid_down_between_hands_are_no_hand(told: Any) -> None:
    told.cards("seat 1 cards", "9h").cards("seat 2 cards", "Kh").end()
    assert told.kinds() == ["CardExposed", "CardExposed"]


def test_the_first_hole_card_starts_a_hand_that_nobody_announced(told: Any) -> None:
    told.tag(2, "button").cards("seat 3 cards", "#").wait(200)
    assert told.kinds() == ["ButtonPlaced", "HandStarted", "HoleCardDealt"]
    told.press(Press.NEW_HAND).wait(200)
    assert told.kinds() == ["ButtonPlaced", "HandStarted", "HoleCardDealt"]


def test_two_seats_seen_at_one_moment_after_their_tags_get_a_card_each(tagged: Any) -> None:
    """A camera that was held up sees both at once: the second seat's tag is no card that nobody saw."""
    tagged.begin().tag(1, "As").tag(2, "Ah", after=430)
    tagged.cards("seat 1 cards", "#", after=560).cards("seat 2 cards", "Ah", after=0).wait(500)
    dealt = [(event.seat, str(event.card), event.certainty.value) for event in tagged.events]
    assert dealt == [(1, "As", "seen"), (2, "Ah", "seen")]


def test_what_the_last_hand_left_in_the_muck_and_is_put_away_while_the_next_is_dealt_is_no_hole_card(told: Any) -> None:
    """Where two decks take turns: what was dealt in that moment was told as fetched from the muck."""
    told.begin().deal(1, 2, 3).cards("seat 2 cards").cards("muck", "#", "#").press(Press.HAND_OVER).wait(3000)
    told.press(Press.NEW_HAND).wait(200)
    told.events.clear()
    told.cards("seat 4 cards", "#").cards("muck").cards("seat 5 cards", "#").cards("seat 6 cards", "#").wait(1000)
    assert told.end().kinds() == ["HoleCardDealt"] * 3


def test_a_face_that_the_last_hand_left_is_not_carried_to_the_board_of_the_next(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).cards("seat 1 cards", "Ah", "Kd").wait(1000)
    told.press(Press.HAND_OVER).wait(200).press(Press.NEW_HAND).deal(2, 3).cards("seat 1 cards").wait(500)
    told.events.clear()
    told.cards("burn", "#", after=9000).cards("board", "Ah", "2c", "9s").end()
    assert told.kinds() == ["CardBurned", *["BoardCardDealt"] * 3]


def test_what_is_dealt_where_the_last_hand_lay_until_now_is_dealt(told: Any) -> None:
    """The winner's cards are put away when the next deal has begun: the next ones there were taken for his again."""
    told.begin().deal(1, 2).press(Press.HAND_OVER).wait(200).press(Press.NEW_HAND).wait(200)
    told.events.clear()
    told.cards("seat 1 cards").cards("seat 2 cards").cards("seat 1 cards", "#").cards("seat 2 cards", "#").wait(1000)
    assert told.end().kinds() == ["HoleCardDealt"] * 2
