"""Antennas over board, burns and muck: with the camera surer, against it less sure, alone only where nobody looks."""

from typing import Any

import pytest

from table_controller.records import Card, Face
from table_controller.records.events import Certainty
from table_controller.simulator.felt import built_in_deck

MS = 1_000_000


@pytest.fixture
def dealt(tagged: Any) -> Any:
    """Seats 1 and 2 have two cards each, seen by the camera and read by their antennas."""
    tagged.begin()
    for count, (first, second) in enumerate((("2c", "3c"), ("2d", "3d")), start=1):
        tagged.tag(1, first).cards("seat 1 cards", *["#"] * count)
        tagged.tag(2, second).cards("seat 2 cards", *["#"] * count)
    tagged.wait(1000)
    assert tagged.kinds() == ["HoleCardDealt"] * 4
    tagged.events.clear()
    return tagged


def test_camera_and_antenna_that_agree_are_surer_than_each(dealt: Any) -> None:
    dealt.lay("board", "As", confidence=0.7).cards("board", "As", confidence=0.8).end()
    (event,) = dealt.events
    assert event.card == Card.parse("As")
    assert event.confidence == pytest.approx(0.94)
    assert len(event.because) == 2


def test_a_face_that_the_camera_could_not_read_is_named_by_its_tag(dealt: Any) -> None:
    dealt.cards("board", "?").lay("board", "As", after=200).wait(100)
    assert [str(event.card) for event in dealt.events] == ["As"]
    dealt.cards("board", "As", "?").wait(200).events.clear()
    dealt.end()


def test_a_tag_that_came_first_names_the_face_that_could_not_be_read(dealt: Any) -> None:
    dealt.lay("board", "As").cards("board", "?").wait(100)
    assert [str(event.card) for event in dealt.events] == ["As"]


def test_of_two_tags_none_names_a_face(dealt: Any) -> None:
    dealt.lay("board", "As").lay("board", "Kd").cards("board", "?").wait(2000)
    assert [event.card for event in dealt.events] == [None]


def test_a_card_whose_tag_may_be_a_players_is_not_named_by_it(tagged: Any) -> None:
    """Hole cards that no antenna read: what lies over the board may be one of them, thrown away."""
    tagged.begin().deal(1, 2).cards("board", "?").lay("board", "As", after=200).end()
    assert [event.card for event in tagged.events] == [None]


def test_a_mucked_hole_card_over_the_board_names_nothing(dealt: Any) -> None:
    dealt.cards("board", "?").lay("board", "2c", after=200).end()
    assert [event.card for event in dealt.events] == [None]


def test_camera_and_antenna_that_contradict_each_other_name_nobody(dealt: Any) -> None:
    dealt.lay("board", "Kd").cards("board", "Kh").end()
    assert [event.card for event in dealt.events] == [None]
    assert dealt.events[0].confidence <= 0.5


def test_a_tag_too_few_contradicts_nobody(dealt: Any) -> None:
    dealt.lay("board", "Kd").cards("board", "Kd", "Qh", "3h").end()
    assert [str(event.card) for event in dealt.events] == ["Kd", "Qh", "3h"]
    assert [event.confidence for event in dealt.events] == [1, 1, 1]


def test_a_face_whose_tag_lies_on_another_antenna_is_told_with_doubt(dealt: Any) -> None:
    dealt.lay("muck", "Kd").cards("board", "Kd").end()
    assert dealt.events[0].confidence <= 0.4


@pytest.mark.parametrize("zone", ["board", "burn", "muck"])
def test_a_tag_alone_tells_nothing_where_the_camera_sees_no_card(dealt: Any, zone: str) -> None:
    dealt.cards(zone).lay(zone, "As").wait(5000).end()
    assert dealt.kinds() == []


def test_a_burn_is_surer_with_its_tag_and_is_not_named_by_it(dealt: Any) -> None:
    dealt.lay("burn", "As", confidence=0.5).cards("burn", "#", confidence=0.6).end()
    (event,) = dealt.events
    assert (event.card, event.face, event.confidence) == (None, Face.DOWN, pytest.approx(0.8))


def test_a_burn_that_only_looks_like_a_face_is_not_named_by_its_tag_nor_surer(dealt: Any) -> None:
    dealt.lay("burn", "As").cards("burn", "?", confidence=0.3).wait(1500)
    (event,) = dealt.events
    assert (event.card, event.face, event.confidence) == (None, Face.UP, 0.3)


@pytest.mark.parametrize("how", ["never", "blocked"])
def test_where_no_camera_looks_a_tag_tells_of_its_card_with_doubt_and_a_late_look_brings_no_second(
    dealt: Any, how: str
) -> None:
    if how == "blocked":
        dealt.cards("burn").cards("board").block("burn").block("board")
    dealt.lay("burn", "As").wait(1000)
    assert "CardBurned" not in dealt.kinds()
    dealt.wait(1000).lay("board", "Kd").wait(2000)
    burned, laid = (event for event in dealt.events if event.certainty is Certainty.INFERRED)
    assert (type(burned).__name__, burned.card, type(laid).__name__) == ("CardBurned", None, "BoardCardDealt")
    assert laid.card == Card.parse("Kd")
    assert max(burned.confidence, laid.confidence) <= 0.5
    if how == "blocked":
        dealt.block("burn", blocked=False).block("board", blocked=False)
    dealt.events.clear()
    dealt.cards("burn", "#").cards("board", "Kd").end()
    assert [kind for kind in dealt.kinds() if kind != "ZoneRestored"] == []


def test_a_tag_that_flickers_is_one_card(dealt: Any) -> None:
    dealt.lay("burn", "As").wait(2000).lay("burn", "As", present=False).lay("burn", "As", after=500).wait(3000)
    assert dealt.kinds() == ["CardBurned"]


def test_a_tag_that_leaves_accuses_nobody(dealt: Any) -> None:
    dealt.lay("board", "As").wait(2000).lay("board", "As", present=False).wait(9000).end()
    assert dealt.kinds() == ["BoardCardDealt"]


def test_the_tags_in_the_muck_say_whose_hand_it_is(dealt: Any) -> None:
    """Both hands left their seats, seat 1's first; the cards that came to the muck are seat 2's."""
    dealt.cards("seat 1 cards").cards("seat 2 cards")
    dealt.lay("muck", "3c").lay("muck", "3d").cards("muck", "#", "#", confidence=0.5).end()
    (mucked,) = [event for event in dealt.events if type(event).__name__ == "HandMucked"]
    assert (mucked.seat, mucked.certainty) == (2, Certainty.SEEN)
    assert mucked.confidence == 1


def test_tags_of_another_seat_in_the_muck_make_it_less_sure(dealt: Any) -> None:
    dealt.cards("seat 1 cards").lay("muck", "3d").cards("muck", "#", "#").end()
    (mucked,) = [event for event in dealt.events if type(event).__name__ == "HandMucked"]
    assert mucked.seat == 1
    assert mucked.confidence <= 0.5


def test_a_hand_that_only_its_tags_saw_go_is_mucked_with_doubt(tagged: Any) -> None:
    """No camera at all."""
    tagged.begin().tag(1, "2c").tag(2, "3c", after=400).tag(1, "2d", after=400).tag(2, "3d", after=400).wait(3000)
    tagged.events.clear()
    tagged.tag(1, "2c", present=False).tag(1, "2d", present=False).lay("muck", "2c", after=300).lay("muck", "2d")
    tagged.wait(4000).end()
    (mucked,) = tagged.events
    assert (type(mucked).__name__, mucked.seat, mucked.certainty) == ("HandMucked", 1, Certainty.INFERRED)
    assert mucked.confidence <= 0.5


def test_a_foreign_tag_says_nothing(dealt: Any) -> None:
    dealt.cards("burn").see_tag("burn", "DEADBEEF").wait(4000).end()
    assert dealt.kinds() == []
    assert built_in_deck().card_of("DEADBEEF") is None
