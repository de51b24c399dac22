"""What people entered is taken back step by step, and the night is as it was before each step."""

from dataclasses import replace

from three_seats import SEATS, chips, judged, started

from table_controller.records import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    Certainty,
    Corrected,
    Declared,
    Event,
    HandEnded,
    HoleCardDealt,
    LevelStarted,
    PotPushed,
    RulingMade,
    SeatTaken,
    Ticked,
)
from table_controller.records.hand import Hand
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Assessment, Night
from table_controller.rules import new_night


class Desk:
    """A table that a person runs from the desk: every tap is a moment of its own."""

    def __init__(self) -> None:
        self.night, self.at, self.answer = new_night(), 0, Assessment(new_night(), Ticked())
        self.tell(LevelStarted(level=1, small_blind=Chips(50), big_blind=Chips(100), ante=Chips(0)), source="file")
        for seat in SEATS:
            self.tell(SeatTaken(seat=seat, stack=Chips(10_000)), source="file")

    def tell(self, *events: Event, source: str | None = "desk") -> None:
        self.at += 1_000_000_000
        for event in events:
            self.answer = judged(self.night, event, self.at, source)
            self.night = self.answer.night

    def act(self, seat: int, action: str, amount: int = 0) -> None:
        paid = (chips(seat, amount),) if amount else ()
        self.tell(Declared(seat=Seat(seat), action=action), *paid)

    def undo(self, number: int | None = None) -> None:
        last = self.night.entered[-1].number if number is None else number
        self.tell(Corrected(what="undo", value=str(last)))


def hand_of(desk: Desk) -> Hand:
    assert desk.night.hand is not None
    return desk.night.hand


def state(night: Night) -> Night:
    """The night without what only remembers: entries, numbers given out, and what was told last."""
    return replace(night, entered=(), entries=0, next_incident=0, latest=())


def a_hand(desk: Desk) -> list[Night]:
    """A hand up to a turn without a burn and its ruling; the nights before each tap."""
    before: list[Night] = []

    def tap(*events: Event) -> None:
        before.append(desk.night)
        desk.tell(*events)

    def act(seat: int, action: str, amount: int = 0) -> None:
        before.append(desk.night)
        desk.act(seat, action, amount)

    tap(ButtonPlaced(seat=Seat(1)), started(10_000))
    act(2, "post_small_blind", 50)
    act(3, "post_big_blind", 100)
    tap(*(HoleCardDealt(seat=Seat(seat)) for seat in (2, 3, 1, 2, 3, 1)))
    act(1, "call", 100)
    act(2, "call", 50)
    act(3, "check")
    tap(BetsCollected())
    tap(CardBurned())
    tap(BoardCardDealt(), BoardCardDealt(), BoardCardDealt())
    act(2, "bet", 300)
    act(3, "fold")
    act(1, "call", 300)
    tap(BetsCollected())
    tap(BoardCardDealt())
    [incident] = desk.night.incidents
    assert incident.irregularity.proposal is not None
    tap(RulingMade(incident=incident.number, remedy=incident.irregularity.proposal.name, by="desk"))
    return before


def test_every_tap_is_taken_back_and_the_night_is_as_before_it() -> None:
    desk = Desk()
    before = a_hand(desk)
    assert len(before) == 16
    for night in reversed(before):
        desk.undo()
        assert state(desk.night) == state(night)
    assert not desk.night.entered, "and what the table file said is no entry of the desk"


def test_what_came_since_is_judged_again() -> None:
    desk = Desk()
    a_hand(desk)
    desk.tell(Ticked(), source="clock")
    desk.undo()
    [incident] = desk.night.incidents
    assert incident.state is IncidentState.OPEN
    assert desk.answer.incidents == (incident,), "screens and journal hear that it is open again"


def test_only_the_last_entry_is_taken_back() -> None:
    """Two people at once: the second named an entry that is no more."""
    desk = Desk()
    a_hand(desk)
    last = desk.night.entered[-1].number
    desk.undo(last)
    once = desk.night
    desk.undo(last)
    assert desk.answer.not_assessed == ("corrected",)
    assert desk.night == once


def test_numbers_are_never_given_twice() -> None:
    desk = Desk()
    desk.tell(ButtonPlaced(seat=Seat(1)))
    first = desk.night.entered[-1].number
    desk.undo()
    desk.tell(ButtonPlaced(seat=Seat(2)))
    assert desk.night.entered[-1].number == first + 1


def test_with_a_push_taken_back_the_end_goes_that_rested_on_it() -> None:
    for certainty, runs in ((Certainty.INFERRED, True), (Certainty.SEEN, False)):
        desk = Desk()
        a_hand(desk)
        desk.tell(PotPushed(seat=Seat(1), amount=Chips(300)))
        desk.tell(HandEnded(certainty=certainty), source=None)
        assert hand_of(desk).settled
        desk.undo()
        assert hand_of(desk).settled is not runs


def test_the_end_stays_where_an_earlier_push_was_told_believed_or_not() -> None:
    """As in fusion's books: what the desk shows as over and what the referee judges must not part."""
    for earlier in (PotPushed(seat=Seat(1), amount=Chips(100)), PotPushed(seat=Seat(9), amount=Chips(100))):
        desk = Desk()
        a_hand(desk)
        desk.tell(earlier)
        desk.tell(PotPushed(seat=Seat(1), amount=Chips(300)))
        desk.tell(HandEnded(certainty=Certainty.INFERRED), source=None)
        desk.undo()
        assert hand_of(desk).settled, earlier
        desk.undo()
        assert not hand_of(desk).settled, earlier


def test_what_sensors_tell_is_no_entry() -> None:
    desk = Desk()
    desk.tell(ButtonPlaced(seat=Seat(1)), source="overhead")
    assert not desk.night.entered
