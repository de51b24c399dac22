"""One player lifts his cards to look at them while another folds: whose hand came to the muck."""

from typing import Any

import pytest

from table_controller.files import load_rulebook
from table_controller.fusion.mucking import UNSURE
from table_controller.records.events import Certainty, Corrected
from table_controller.records.observations import Press, SourceLost
from table_controller.rules.house import whole

MS = 1_000_000


def _folds(told: Any) -> list[tuple[int, Certainty, float]]:
    return [(e.seat, e.certainty, e.confidence) for e in told.events if type(e).__name__ == "HandMucked"]


def _lift_and_fold(told: Any, ago: int) -> Any:
    """Seat 2 lifts its cards, and *ago* ms later seat 5 has thrown its own into the muck."""
    told.begin().deal(1, 2, 5).cards("seat 2 cards")
    return told.cards("seat 5 cards", after=ago).cards("muck", "#", "#", after=0)


@pytest.mark.parametrize("ago", [400, 1000, 2900, 3500])
def test_who_lays_his_cards_down_again_has_not_folded(told: Any, ago: int) -> None:
    _lift_and_fold(told, ago).cards("seat 2 cards", "#", "#", after=900).wait(5000)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]
    assert told.end().kinds() == ["HandMucked"]


@pytest.mark.parametrize("ago", [400, 1000, 2900])
def test_where_nothing_shows_whose_it_is_nobody_is_accused(told: Any, ago: int) -> None:
    _lift_and_fold(told, ago).wait(1500)
    assert told.kinds() == []
    assert _folds(told.wait(1000)) == [(5, Certainty.INFERRED, UNSURE)]
    assert whole(load_rulebook("zollernalb"), "evidence.min_confidence_percent", 50) / 100 > UNSURE


def test_a_fold_told_late_was_when_its_cards_came_and_holds_up_the_time_of_nothing(told: Any) -> None:
    came = _lift_and_fold(told, 400).now
    told.hand("seat 1 bet", after=600).hand("seat 1 bet", present=False, after=300).chips("seat 1 bet", 100).wait(2500)
    assert told.kinds() == ["HandMucked", "ChipsMovedIn"]
    assert [event.at for event in told.events] == [came * MS, (came + 600) * MS]


def test_a_hand_held_for_long_does_not_cast_doubt_on_one_that_went_straight_to_the_muck(told: Any) -> None:
    _lift_and_fold(told, 3500).wait(0)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


def test_a_hand_held_for_long_may_be_it_where_the_other_took_its_time(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 2 cards").cards("seat 5 cards", after=4000)
    told.cards("muck", "#", "#", after=1500).wait(3000)
    assert _folds(told) == [(5, Certainty.INFERRED, UNSURE)]


def test_who_said_fold_has_folded(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 2 cards").press(Press.FOLD, 5).cards("seat 5 cards")
    told.cards("muck", "#", "#", after=0).wait(0)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


@pytest.mark.parametrize("seat", [2, 5])
def test_who_says_fold_with_cards_of_several_gone_may_have_folded_before_or_be_about_to(told: Any, seat: int) -> None:
    _lift_and_fold(told, 400).press(Press.FOLD, seat).wait(0)
    assert told.kinds() == ["HandMucked", "Declared"]
    assert _folds(told) == [(5, Certainty.INFERRED, UNSURE)]


def test_who_alone_misses_his_cards_and_says_fold_is_told_by_his_word_first(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 5 cards").cards("muck", "#", after=0).press(Press.FOLD, 5, after=200)
    told.cards("muck", "#", "#", after=100).wait(0)
    assert told.kinds() == ["Declared", "HandMucked"]
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


def test_who_bets_has_not_folded(told: Any) -> None:
    _lift_and_fold(told, 400).chips("seat 2 bet", 300).wait(1000)
    assert told.kinds() == ["HandMucked", "ChipsMovedIn"]
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


@pytest.mark.parametrize("how", ["chips", "words", "burn"])
def test_what_comes_next_is_told_behind_the_fold(told: Any, how: str) -> None:
    _lift_and_fold(told, 400)
    if how == "chips":
        told.chips("seat 1 bet", 300)
    elif how == "words":
        told.press(Press.CALL, 1)
    else:
        told.cards("burn", "#")
    told.cards("seat 2 cards", "#", "#", after=900).end()
    assert told.kinds()[0] == "HandMucked"
    assert _folds(told) == [(5, Certainty.INFERRED, UNSURE)]


def test_two_hands_gone_and_two_in_the_muck_are_two_folds(told: Any) -> None:
    _lift_and_fold(told, 400).cards("muck", "#", "#", "#", "#", after=900).wait(0)
    assert _folds(told) == [(2, Certainty.SEEN, 1.0), (5, Certainty.SEEN, 1.0)]


def test_a_hand_seen_to_go_after_its_cards_came_is_waited_for(told: Any) -> None:
    """The muck is looked at before the seat that a hand has just gone from."""
    told.begin().deal(1, 2, 5).cards("seat 2 cards").hand("seat 5 cards")
    told.hand("seat 5 cards", present=False, after=200).cards("muck", "#", "#", after=200).wait(0)
    assert told.kinds() == []
    told.cards("seat 5 cards", after=100).cards("seat 2 cards", "#", "#").wait(3000)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


def test_a_hand_gone_from_cards_that_stay_holds_up_a_fold_for_a_moment_only(told: Any) -> None:
    told.begin().deal(1, 2, 5).hand("seat 2 cards").cards("seat 5 cards")
    told.hand("seat 2 cards", present=False).cards("muck", "#", "#").wait(100)
    assert _folds(told) == []
    assert _folds(told.wait(100)) == [(5, Certainty.SEEN, 1.0)]


def test_a_hand_that_rests_on_its_cards_holds_up_nothing(told: Any) -> None:
    told.begin().deal(1, 2, 5).hand("seat 2 cards").cards("seat 5 cards").cards("muck", "#", "#").wait(0)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]


@pytest.fixture
def read(tagged: Any) -> Any:
    """Seats 1, 2 and 5 have two cards each, seen by the camera and read by their antennas."""
    tagged.begin()
    for count, suit in enumerate("cd", start=1):
        for seat in (1, 2, 5):
            tagged.tag(seat, f"{seat + 1}{suit}").cards(f"seat {seat} cards", *["#"] * count)
    tagged.wait(1000).events.clear()
    return tagged


def _tags_go(told: Any, seat: int) -> Any:
    for suit in "cd":
        told.tag(seat, f"{seat + 1}{suit}", present=False)
    return told


def test_cards_that_their_own_antenna_reads_are_not_in_the_muck(read: Any) -> None:
    read.cards("seat 2 cards")
    _tags_go(read, 5).cards("seat 5 cards", after=400).cards("muck", "#", "#", after=0).wait(0)
    assert _folds(read) == [(5, Certainty.SEEN, 1.0)]


def test_an_antenna_that_is_lost_says_nothing(read: Any) -> None:
    _tags_go(read, 5).cards("seat 2 cards").cards("seat 5 cards", after=400)
    read.see(SourceLost(at=read.now * MS, source="board", reason="unplugged")).cards("muck", "#", "#", after=0).wait(0)
    assert _folds(read) == []
    assert _folds(read.wait(2000)) == [(5, Certainty.INFERRED, UNSURE)]


def test_a_hand_that_its_antenna_misses_before_the_camera_does_is_waited_for(read: Any) -> None:
    _tags_go(read, 2).cards("seat 2 cards")
    _tags_go(read, 5).cards("muck", "#", "#").wait(0)
    assert _folds(read) == []
    read.cards("seat 5 cards", after=100).cards("seat 2 cards", "#", "#").wait(3000)
    assert _folds(read) == [(5, Certainty.SEEN, 1.0)]


def _told_as_seat_2_s(told: Any) -> Any:
    """Seat 5 folded slowly; seat 2 lifted its cards just before they came to the muck."""
    told.begin().deal(1, 2, 5).cards("seat 5 cards").cards("seat 2 cards", after=900).cards("muck", "#", "#").wait(2500)
    assert _folds(told) == [(2, Certainty.INFERRED, UNSURE)]
    told.events.clear()
    return told


@pytest.mark.parametrize("back", [("#", "#"), ("#",), ("As", "Kd")], ids=len)
def test_a_hand_that_lies_at_its_seat_again_was_never_mucked(told: Any, back: tuple[str, ...]) -> None:
    _told_as_seat_2_s(told).cards("seat 2 cards", *back).wait(500)
    corrected, mucked = told.events[:2]
    assert isinstance(corrected, Corrected)
    assert (corrected.what, corrected.seat, corrected.value) == ("folded", 2, "0")
    assert corrected.certainty is Certainty.INFERRED
    assert (mucked.seat, mucked.certainty, mucked.confidence) == (5, Certainty.INFERRED, UNSURE)
    assert [type(event).__name__ for event in told.end().events[2:]] == ["HandTabled"] * ("As" in back)


def test_a_hand_taken_back_can_be_folded_later(told: Any) -> None:
    _told_as_seat_2_s(told).cards("seat 2 cards", "#", "#").wait(500).events.clear()
    told.cards("seat 2 cards").cards("muck", "#", "#", "#", "#", after=0).end()
    assert _folds(told) == [(2, Certainty.SEEN, 1.0)]


def test_a_hand_told_surely_is_taken_back_only_where_all_of_it_lies_again_at_once(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 2 cards").cards("muck", "#", "#").wait(0).events.clear()
    told.cards("seat 2 cards", "#", "#").end()
    assert [(type(e).__name__, e.seat) for e in told.events] == [("Corrected", 2)]


def test_a_card_dealt_to_a_seat_that_folded_is_a_card_dealt(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 2 cards").cards("muck", "#", "#").wait(0).events.clear()
    assert told.cards("seat 2 cards", "#").end().kinds() == ["HoleCardDealt"]


def test_a_hand_fetched_from_the_muck_is_no_hand_put_back(told: Any) -> None:
    told.begin().deal(1, 2, 5).cards("seat 2 cards").cards("muck", "#", "#").wait(0).events.clear()
    told.cards("muck").cards("seat 2 cards", "#", "#").end()
    assert told.kinds() == ["CardMoved", "CardMoved"]


def test_the_chips_of_a_seat_are_no_matter_of_who_folded(told: Any) -> None:
    """One candidate alone: as quick and as sure as ever, whatever else goes on."""
    told.begin().deal(1, 2, 5).chips("seat 1 bet", 300).cards("seat 5 cards").cards("muck", "#", "#", after=0).wait(0)
    assert _folds(told) == [(5, Certainty.SEEN, 1.0)]
    assert told.events[-1].at == told.now * MS - 130 * MS


def test_a_winner_who_throws_his_cards_away_as_the_pot_comes_has_mucked_them(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).chips("seat 1 bet").chips("pot", 100).wait(500).events.clear()
    told.chips("pot").cards("muck", "#", "#").cards("seat 2 cards", after=0).chips("seat 2 bet", 100, after=0).end()
    assert told.kinds()[:2] == ["HandMucked", "PotPushed"]
    assert _folds(told) == [(2, Certainty.SEEN, 1.0)]
