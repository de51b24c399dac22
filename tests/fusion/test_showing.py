"""Cards turned up: a hand tabled, a card exposed, a name left open where the sensors disagree."""

from typing import Any

from table_controller.records import Card


def _names(event: Any) -> list[str]:
    return [str(card) for card in event.cards]


def test_both_cards_turned_up_are_a_tabled_hand(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards", "As", "Kd").end()
    assert told.kinds() == ["HandTabled"]
    assert (told.events[0].seat, _names(told.events[0])) == (1, ["As", "Kd"])


def test_one_card_after_the_other_is_one_tabled_hand(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards", "As", "#").cards("seat 1 cards", "As", "Kd", after=700).end()
    assert told.kinds() == ["HandTabled"]


def test_one_card_alone_is_exposed_by_the_player(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards", "As", "#").wait(2000)
    assert told.kinds() == ["CardExposed"]
    assert (told.events[-1].by, told.events[-1].seat, told.events[-1].card) == ("player", 1, Card.parse("As"))
    told.cards("seat 1 cards", "As", "Kd").end()
    assert told.kinds() == ["CardExposed", "HandTabled"]


def test_a_card_not_read_leaves_its_place_empty_and_is_named_later(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards", "As", "?").wait(1200)
    told.cards("seat 1 cards", "As", "Kd").end()
    assert [_names(event) for event in told.events if hasattr(event, "cards")] == [["As", "None"], ["As", "Kd"]]


def test_the_tag_left_over_names_the_card_not_read(tagged: Any) -> None:
    tagged.begin()
    for card in ("As", "Kd"):
        tagged.tag(1, card)
    tagged.cards("seat 1 cards", "#", "#").wait(200).cards("seat 1 cards", "?", "As").wait(500)
    assert _names(tagged.events[-1]) == ["Kd", "As"]


def test_a_reading_no_tag_bears_out_is_not_believed(tagged: Any) -> None:
    tagged.begin()
    for card in ("As", "Kd"):
        tagged.tag(1, card)
    tagged.cards("seat 1 cards", "#", "#").wait(200).cards("seat 1 cards", "Kh", "As").end()
    assert _names(tagged.events[-1]) == ["None", "As"]
    assert tagged.events[-1].confidence <= 0.5


def test_a_hand_shown_once_is_not_shown_again(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards", "As", "Kd").cards("seat 1 cards", "#", "#")
    assert told.cards("seat 1 cards", "As", "Kd").end().kinds() == ["HandTabled"]


def _holds(tagged: Any, *cards: str) -> Any:
    """Seat 1's cards lie face down, each on its tag."""
    tagged.begin()
    for card in cards:
        tagged.tag(1, card)
    tagged.cards("seat 1 cards", *["#"] * len(cards)).wait(600).events.clear()
    return tagged


def test_a_card_that_only_looks_like_a_face_is_not_named_by_its_tag(tagged: Any) -> None:
    _holds(tagged, "As").cards("seat 1 cards", "?", confidence=0.3).wait(2500)
    assert tagged.kinds() == ["CardExposed"]
    assert (tagged.events[0].card, tagged.events[0].confidence) == (None, 0.3)


def test_the_other_card_of_a_hand_half_shown_is_not_named_by_its_tag(tagged: Any) -> None:
    _holds(tagged, "As", "Kd").cards("seat 1 cards", "As", "#").wait(2500)
    tagged.cards("seat 1 cards", "As", "?", confidence=0.3).wait(2500)
    assert tagged.kinds() == ["CardExposed", "HandTabled"]
    assert _names(tagged.events[1]) == ["As", "None"]
