"""Buttons, hands that begin and end, what people enter, and sensors that fail."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from table_controller.records import Card, Chips, Seat
from table_controller.records.events import (
    CardBurned,
    Certainty,
    ChipsBought,
    ChipsCashedOut,
    Corrected,
    HandStarted,
    SeatAbsent,
    SeatLeft,
    SeatReturned,
)
from table_controller.records.observations import (
    ButtonPress,
    ManualEntry,
    Press,
    RulingEntered,
    SourceLost,
    SourceRestored,
    Verdict,
)

_SEATS = (Press.FOLD, Press.CHECK, Press.CALL, Press.BET, Press.RAISE, Press.ALL_IN, Press.TIME)


@pytest.mark.parametrize("press", _SEATS, ids=lambda press: press.value)
def test_a_seat_s_press_is_a_declaration(told: Any, press: Press) -> None:
    told.begin().press(press, 3, amount=400).end()
    (said,) = told.events
    assert (said.seat, said.action, said.amount, said.certainty) == (3, press.value, 400, Certainty.DECLARED)


@pytest.mark.parametrize(
    ("press", "seat", "kind"),
    [
        (Press.SHUFFLE, None, "DeckShuffled"),
        (Press.CUT, None, "DeckCut"),
        (Press.CLOCK, None, "ClockCalled"),
        (Press.CLOCK, 2, "ClockCalled"),
        (Press.FLOOR, 2, "Announced"),
        (Press.FOLD, None, "Announced"),
        (Press.HAND_OVER, None, "HandEnded"),
    ],
)
def test_what_the_keys_say(told: Any, press: Press, seat: int | None, kind: str) -> None:
    told.begin().press(press, seat).end()
    assert told.kinds() == [kind]
    assert getattr(told.events[0], "by", None) in (None, "dealer" if seat is None else str(seat))


def test_an_amount_below_nothing_is_none(told: Any) -> None:
    assert told.begin().press(Press.BET, 1, amount=-5).end().events[0].amount is None


def test_a_hand_begins_once_and_ends_once(told: Any) -> None:
    told.tag(6, "button").press(Press.NEW_HAND).press(Press.NEW_HAND).wait(200)
    assert told.kinds() == ["ButtonPlaced", "HandStarted"]
    told.press(Press.HAND_OVER).press(Press.HAND_OVER).end()
    assert told.kinds()[2:] == ["HandEnded"]


def test_hands_are_counted(told: Any) -> None:
    for _ in range(3):
        told.press(Press.NEW_HAND).press(Press.HAND_OVER)
    assert [event.hand for event in told.end().events] == ["1", "1", "2", "2", "3", "3"]


def test_the_start_names_button_blinds_and_stacks(told: Any) -> None:
    told.tag(4, "button").press(Press.NEW_HAND).end()
    started = told.events[-1]
    assert (started.button, started.small_blind, started.big_blind, started.level) == (4, 50, 100, 1)
    assert started.seats == tuple((seat, 10_000) for seat in range(1, 7))


def test_a_button_nobody_saw_is_a_guess(told: Any) -> None:
    started = told.press(Press.NEW_HAND).end().events[0]
    assert started.certainty is Certainty.INFERRED
    assert started.confidence < 0.5


def test_a_table_nobody_told_of_starts_a_hand_without_seats(bare: Callable[[], Any]) -> None:
    assert bare().press(Press.NEW_HAND).end().events[0].seats == ()


def test_the_button_is_placed_when_it_moves(told: Any) -> None:
    told.tag(6, "button").tag(6, "button").tag(6, "button", present=False).tag(1, "button", after=400)
    assert [event.seat for event in told.end().events] == [6, 1]


def test_a_posted_blind_begins_the_hand(told: Any) -> None:
    told.press(Press.POST_SMALL_BLIND, 1).end()
    assert told.kinds() == ["HandStarted", "Declared"]


def test_a_new_hand_ends_one_that_was_forgotten(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").press(Press.NEW_HAND).end()
    ended, started = told.events[-2:]
    assert (type(ended).__name__, ended.hand, ended.certainty) == ("HandEnded", "1", Certainty.INFERRED)
    assert started.hand == "2"


def _won(told: Any) -> Any:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).chips("seat 1 bet").chips("pot", 100).wait(500)
    told.chips("pot").chips("seat 2 bet", 100).chips("seat 2 bet", after=900)
    told.cards("seat 1 cards").cards("seat 2 cards").wait(500).events.clear()
    return told


def test_a_cleared_felt_ends_the_hand_in_the_end(told: Any) -> None:
    _won(told).wait(5000)
    assert told.kinds() == []
    told.wait(5000)
    assert told.kinds() == ["HandEnded"]
    assert told.events[0].certainty is Certainty.INFERRED


def test_the_next_deal_ends_a_hand_that_was_won(told: Any) -> None:
    _won(told).cards("seat 1 cards", "#").wait(500)
    assert told.kinds() == ["HandEnded", "HandStarted", "HoleCardDealt"]


def test_a_press_waits_for_the_chips_another_hand_was_putting_down(told: Any) -> None:
    told.begin().deal(1, 2).hand("seat 1 bet").hand("seat 1 bet", present=False, after=300)
    told.press(Press.CALL, 2, after=100).chips("seat 1 bet", 300, after=200).end()
    assert told.kinds() == ["ChipsMovedIn", "Declared"]


def test_a_press_does_not_wait_for_the_seat_s_own_chips(told: Any) -> None:
    told.begin().deal(1, 2).hand("seat 2 bet").press(Press.RAISE, 2, after=100)
    told.hand("seat 2 bet", present=False, after=300).chips("seat 2 bet", 300, after=200).end()
    assert told.kinds() == ["Declared", "ChipsMovedIn"]


def test_a_press_does_not_wait_forever(told: Any) -> None:
    told.begin().deal(1, 2).hand("seat 1 bet").press(Press.CHECK, 2, after=100).wait(800)
    assert told.kinds() == []
    told.wait(200)
    assert told.kinds() == ["Declared"]


@pytest.mark.parametrize(
    ("verdict", "remedy", "kind", "told_remedy"),
    [
        (Verdict.ACCEPT, "complete_call", "RulingMade", "complete_call"),
        (Verdict.OTHER, "fold_forfeit", "RulingMade", "fold_forfeit"),
        (Verdict.OTHER, None, "RulingMade", "floor"),
        (Verdict.DISMISS, "complete_call", "RulingMade", "none"),
        (Verdict.UNDO, None, "RulingUndone", None),
    ],
)
def test_rulings(told: Any, verdict: Verdict, remedy: str | None, kind: str, told_remedy: str | None) -> None:
    ruling = RulingEntered(
        at=told.now, source="desk", incident=3, verdict=verdict, by="floor", remedy=remedy, key="k", choice="c"
    )
    told.see(ruling).see(replace(ruling, at=told.now + 5)).end()
    assert told.kinds() == [kind]
    assert getattr(told.events[0], "remedy", None) == told_remedy
    assert getattr(told.events[0], "incident", 3) == 3


def test_two_rulings_without_a_key_are_two(told: Any) -> None:
    ruling = RulingEntered(at=told.now, source="desk", incident=3, verdict=Verdict.DISMISS, by="floor")
    assert told.see(ruling).see(ruling).end().kinds() == ["RulingMade", "RulingMade"]


def test_what_people_state_is_declared_and_enters_the_books(told: Any) -> None:
    told.say(ChipsBought(seat=Seat(1), amount=Chips(500))).say(ChipsCashedOut(seat=Seat(2), amount=Chips(20_000)))
    told.say(SeatLeft(seat=Seat(3))).say(SeatAbsent(seat=Seat(4))).say(SeatAbsent(seat=Seat(5)))
    told.say(SeatReturned(seat=Seat(5))).say(Corrected(what="stack", seat=Seat(6), value="77"))
    told.say(Corrected(what="stack", seat=Seat(6), value="much")).say(Corrected(what="button", value="5"))
    assert all(event.certainty is Certainty.DECLARED for event in told.press(Press.NEW_HAND).end().events[:-1])
    # Whether the absent seat 4 is dealt in the house says (K25).
    assert told.events[-1].seats == ((1, 10_500), (4, 10_000), (5, 10_000), (6, 77))
    assert told.events[-1].button == 5


def test_the_same_entry_twice_is_one(told: Any) -> None:
    burned = CardBurned(card=Card.parse("As"))
    assert told.say(burned, key="a").say(burned, key="a").say(burned, key="b").end().kinds() == ["CardBurned"] * 2


def test_an_entry_is_no_press_of_the_same_key_and_no_other_person_s(told: Any) -> None:
    pressed = ButtonPress(at=0, source="host", press=Press.SHUFFLE, key="a")
    told.begin().see(replace(pressed, at=told.now * 1_000_000))
    burned = CardBurned()
    for by, key in (("host", "a"), ("host a", "b"), ("host", "a b")):
        told.see(ManualEntry(at=told.now * 1_000_000, source="desk", event=burned, by=by, key=key))
    assert told.end().kinds() == ["DeckShuffled"] + ["CardBurned"] * 3


def test_a_hand_that_a_person_starts_is_a_hand(told: Any) -> None:
    started = HandStarted(hand="seven", button=Seat(1), seats=(), small_blind=Chips(1), big_blind=Chips(2))
    told.say(started).press(Press.CHECK, 1).press(Press.HAND_OVER).end()
    assert [event.hand for event in told.events] == ["seven"] * 3


def test_a_hand_in_the_pot_that_changed_nothing(told: Any) -> None:
    told.begin().deal(1, 2).hand("pot").hand("pot", present=False, after=400).wait(3000)
    assert [(event.zone, event.by) for event in told.events] == [("pot", "unknown")]


def test_a_hand_that_swept_is_explained(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 1 bet", 100).hand("pot").chips("seat 1 bet")
    told.hand("pot", present=False, after=200).chips("pot", 100).wait(5000)
    assert told.kinds() == ["ChipsMovedIn", "BetsCollected"]


def test_hands_elsewhere_are_nobody_s_business(told: Any) -> None:
    told.begin().deal(1, 2).hand("seat 1 cards").hand("seat 1 cards", present=False, after=400).wait(3000)
    assert told.kinds() == []


def test_a_hidden_zone_is_told_and_what_is_missing_there_is_not(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500).events.clear()
    told.cards("board", "As", "Kd").block("board").block("board").wait(6000)
    assert told.kinds() == ["ZoneBlocked"]
    told.block("board", blocked=False).wait(3000)
    assert told.kinds() == ["ZoneBlocked", "ZoneRestored", "CardMoved"]


def test_a_zone_hidden_from_two_cameras_is_seen_again_when_both_see_it(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd", "3c").wait(500).events.clear()
    told.block("board").block("board", source="second").cards("board", "As", "Kd")
    told.block("board", blocked=False).wait(6000)
    assert told.kinds() == ["ZoneBlocked", "ZoneBlocked"]
    told.block("board", blocked=False, source="second").wait(3000)
    assert told.kinds() == ["ZoneBlocked", "ZoneBlocked", "ZoneRestored", "CardMoved"]


def test_what_changed_behind_a_back_is_inferred(told: Any) -> None:
    told.begin().deal(1, 2).block("board").wait(3000).block("board", blocked=False)
    told.cards("board", "As", "Kd", "3c").cards("board", "As", "Kd", "3c", "4c").end()
    laid = [event for event in told.events if hasattr(event, "order_known")]
    assert [event.certainty for event in laid] == [Certainty.INFERRED] * 3 + [Certainty.SEEN]


def test_a_bet_is_not_taken_back_while_the_pot_is_hidden(told: Any) -> None:
    told.begin().deal(1, 2).chips("seat 2 bet", 100).chips("seat 1 bet", 100).wait(500).events.clear()
    told.block("pot").chips("seat 1 bet").wait(20_000)
    assert told.kinds() == ["ZoneBlocked"]
    told.chips("seat 2 bet").block("pot", blocked=False).chips("pot", 100, 100).end()
    assert told.kinds() == ["ZoneBlocked", "ZoneRestored", "BetsCollected"]
    assert told.events[-1].certainty is Certainty.INFERRED


def test_a_lost_camera_and_its_return(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As").wait(500).events.clear()
    lost = SourceLost(at=told.now * 1_000_000, source="overhead", reason="unplugged")
    back = SourceRestored(at=(told.now + 500) * 1_000_000, source="overhead")
    told.see(lost).see(lost).see(back).see(back)
    told.now += 600
    told.cards("board", "As", "Kd").end()
    assert told.kinds() == ["SourceGone", "SourceBack", "BoardCardDealt"]
    assert [event.source for event in told.events] == ["overhead"] * 3
    assert told.events[-1].certainty is Certainty.INFERRED


def test_the_window_widens_for_a_slow_source(told: Any) -> None:
    """The second picture is as late as the first was: this time the press has waited for it."""
    told.begin().press(Press.CHECK, 1).wait(0)
    told.now -= 400
    told.chips("seat 1 bet", 100, after=0)
    told.now += 900
    told.press(Press.CHECK, 2, after=0).wait(0)
    told.now -= 400
    told.chips("seat 2 bet", 100, after=0).end()
    assert told.kinds() == ["Declared", "ChipsMovedIn", "ChipsMovedIn", "Declared"]


def test_a_press_that_comes_late_is_told_in_its_place(told: Any) -> None:
    told.begin()
    early = ButtonPress(at=(told.now + 10) * 1_000_000, source="board", press=Press.CHECK, seat=Seat(1))
    late = replace(early, at=early.at + 90 * 1_000_000, seat=Seat(2))
    assert [event.seat for event in told.see(late).see(early).end().events] == [1, 2]


def test_what_comes_after_the_window_is_told_all_the_same(told: Any) -> None:
    told.begin().wait(5000)
    old = ButtonPress(at=told.now * 1_000_000 - 4_000_000_000, source="board", press=Press.CHECK, seat=Seat(1))
    told.see(old)
    assert told.kinds() == ["Declared"]


def test_a_look_older_than_the_last_one_changes_nothing(told: Any) -> None:
    told.begin().deal(1, 2).cards("board", "As", "Kd").wait(3000)
    told.now -= 3500
    told.cards("board", "As", after=0)
    told.now += 3500
    assert told.wait(9000).kinds() == ["BoardCardDealt", "BoardCardDealt"]
