"""Fusion's own books go back with an entry that is taken back: the hand's number, its button, its stacks."""

from dataclasses import replace
from typing import Any

from table_controller.fusion import Felt, empty_felt, fuse
from table_controller.records import Chips, Seat, wire
from table_controller.records.events import (
    ButtonPlaced,
    ChipsBought,
    ChipsMovedIn,
    ChipsTakenBack,
    Corrected,
    Event,
    HandEnded,
    HandStarted,
    LevelStarted,
    PotPushed,
    SeatLeft,
    SeatTaken,
)
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, Press, Tick
from table_controller.table_file import built_in_table

TABLE = built_in_table()
MS = 1_000_000
SECOND = 1000 * MS


def heard(felt: Felt, *observations: Observation, at: int) -> tuple[Felt, tuple[Event, ...]]:
    told: tuple[Event, ...] = ()
    for number, one in enumerate((*observations, Tick(at=at + SECOND // 2, source="clock"))):
        moment = one.at if isinstance(one, Tick) else at
        felt, events = fuse(felt, at + number, replace(one, at=moment), TABLE.layout)
        told += events
    return felt, told


def entry(event: Event, source: str = "desk") -> ManualEntry:
    return ManualEntry(at=0, source=source, event=event, by=source)


def begun() -> Felt:
    felt = empty_felt(TABLE.layout, TABLE.deck, None)
    level = LevelStarted(level=1, small_blind=Chips(50), big_blind=Chips(100), ante=Chips(0))
    felt, _ = heard(felt, entry(level, "file"), at=SECOND)
    for seat in (1, 2, 3):
        felt, _ = heard(felt, entry(SeatTaken(seat=Seat(seat), stack=Chips(1000)), "file"), at=(1 + seat) * SECOND)
    return felt


def undo(number: int) -> ManualEntry:
    return entry(Corrected(what="undo", value=str(number)))


def books(felt: Felt) -> tuple[object, ...]:
    return felt.hand, felt.hands, felt.button, felt.stacks, felt.staked, felt.folds


def test_a_hand_begun_by_mistake_leaves_no_number() -> None:
    before = begun()
    new = (entry(ButtonPlaced(seat=Seat(2))), ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="a"))
    felt, _ = heard(before, *new, at=10 * SECOND)
    assert (felt.hand, felt.button) == ("1", 2)
    felt, _ = heard(felt, undo(1), at=12 * SECOND)
    assert books(felt) == books(before)
    again = (new[0], ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="b"))
    felt, told = heard(felt, *again, at=14 * SECOND)
    assert [event.hand for event in told if isinstance(event, HandStarted)] == ["1"]


def test_what_a_camera_told_since_stays() -> None:
    felt, _ = heard(begun(), entry(ChipsMovedIn(seat=Seat(1), amount=Chips(100))), at=10 * SECOND)
    felt, _ = heard(felt, entry(ChipsMovedIn(seat=Seat(2), amount=Chips(30)), "overhead"), at=12 * SECOND)
    felt, _ = heard(felt, undo(1), at=14 * SECOND)
    assert dict(felt.stacks) == {1: 1000, 2: 970, 3: 1000}


def won_by_hand() -> Felt:
    """A hand that the desk tells up to its pot; nothing watches."""
    felt, _ = heard(begun(), ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="n"), at=10 * SECOND)
    felt, _ = heard(felt, entry(ChipsMovedIn(seat=Seat(1), amount=Chips(100))), at=12 * SECOND)
    felt, _ = heard(felt, entry(PotPushed(seat=Seat(2), amount=Chips(100))), at=14 * SECOND)
    return felt


def test_a_felt_that_nothing_watches_was_never_seen_cleared() -> None:
    felt, told = heard(won_by_hand(), at=60 * SECOND)
    assert felt.hand == "1"
    assert [event for event in told if isinstance(event, HandEnded)] == []


def test_an_end_taken_back_is_not_told_again_by_the_felt_that_lay_there(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards").cards("seat 2 cards").say(PotPushed(seat=Seat(1), amount=Chips(0)))
    over = ButtonPress(at=told.wait(200).now * MS, source="desk", press=Press.HAND_OVER, key="o")
    told.see(over).wait(500).events.clear()
    told.say(Corrected(what="undo", value=str(told.felt.entries))).wait(60_000)
    assert told.kinds() == ["Corrected"]
    assert told.felt.hand == "1"
    told.cards("board", "As").cards("board").wait(9_000)
    assert told.kinds()[-1] == "HandEnded", "what came and went since says that it is over"


def test_with_a_push_taken_back_the_end_goes_that_rested_on_it(told: Any) -> None:
    told.begin().deal(1, 2).cards("seat 1 cards").cards("seat 2 cards").say(PotPushed(seat=Seat(1), amount=Chips(0)))
    told.wait(9_000)
    assert (told.kinds()[-1], told.felt.hand) == ("HandEnded", None)
    told.say(Corrected(what="undo", value=str(told.felt.entries))).wait(60_000)
    assert (told.kinds()[-1], told.felt.hand) == ("Corrected", "1")


def test_the_end_stays_where_an_earlier_push_decides_the_hand(told: Any) -> None:
    told.begin().deal(1, 2).say(PotPushed(seat=Seat(1), amount=Chips(0))).wait(500)
    told.say(PotPushed(seat=Seat(2), amount=Chips(0)))
    told.cards("seat 1 cards").cards("seat 2 cards").wait(9_000)
    told.say(Corrected(what="undo", value=str(told.felt.entries))).wait(1_000)
    assert (told.kinds()[-1], told.felt.hand) == ("Corrected", None)


def test_the_felt_with_its_pages_survives_as_json() -> None:
    felt, _ = heard(begun(), entry(ChipsMovedIn(seat=Seat(1), amount=Chips(100))), at=10 * SECOND)
    assert felt.pages
    assert wire.read(Felt, wire.plain(felt)) == felt


def chips_in_play(felt: Felt) -> int:
    return sum(stack for _, stack in felt.stacks) + max(0, felt.staked)


def test_a_push_beyond_what_was_staked_makes_no_chips() -> None:
    felt, _ = heard(begun(), ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="n"), at=10 * SECOND)
    felt, _ = heard(felt, entry(ChipsMovedIn(seat=Seat(1), amount=Chips(100))), at=12 * SECOND)
    for at in (14, 16):
        felt, _ = heard(felt, entry(PotPushed(seat=Seat(2), amount=Chips(400))), at=at * SECOND)
        assert dict(felt.stacks) == {1: 900, 2: 1100, 3: 1000}
    over = ButtonPress(at=0, source="desk", press=Press.HAND_OVER, key="o")
    felt, _ = heard(felt, over, at=18 * SECOND)
    assert felt.unsure == (1, 2, 3), "what was told does not add up"
    felt, _ = heard(felt, undo(felt.entries), at=20 * SECOND)
    assert chips_in_play(felt) == 3000


def test_who_gave_up_the_seat_gets_no_stack_from_the_hand_that_still_runs() -> None:
    felt, _ = heard(begun(), ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="n"), at=10 * SECOND)
    felt, _ = heard(felt, entry(ChipsMovedIn(seat=Seat(1), amount=Chips(100))), at=12 * SECOND)
    felt, _ = heard(felt, entry(SeatLeft(seat=Seat(1))), at=14 * SECOND)
    for number, event in enumerate((ChipsTakenBack, PotPushed)):
        felt, _ = heard(felt, entry(event(seat=Seat(1), amount=Chips(50))), at=(16 + number) * SECOND)
        assert dict(felt.stacks) == {2: 1000, 3: 1000}
    felt, _ = heard(felt, entry(SeatTaken(seat=Seat(1), stack=Chips(700))), at=20 * SECOND)
    felt, _ = heard(felt, entry(ChipsBought(seat=Seat(1), amount=Chips(50))), at=22 * SECOND)
    assert dict(felt.stacks) == {1: 750, 2: 1000, 3: 1000}
