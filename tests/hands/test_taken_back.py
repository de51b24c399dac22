"""An export tells the hands as they stand: an entry that was taken back never was."""

from dataclasses import replace

from table_controller.files import load_rulebook
from table_controller.hands.played import Played, played
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    ChipsMovedIn,
    Corrected,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    PotPushed,
)
from table_controller.records.night import Assessment
from table_controller.rules import assess, new_night

BOOK = load_rulebook("zollernalb")
SEATS = tuple((Seat(n), Chips(1000)) for n in (1, 2, 3))
START = HandStarted(hand="1", button=Seat(1), seats=SEATS, small_blind=Chips(50), big_blind=Chips(100))
OPENED = (
    *(START, ChipsMovedIn(seat=Seat(2), amount=Chips(50)), ChipsMovedIn(seat=Seat(3), amount=Chips(100))),
    *(Declared(seat=Seat(1), action="fold"), Declared(seat=Seat(2), action="fold")),
)
CLOSED = (PotPushed(seat=Seat(3), amount=Chips(150)), HandEnded())


def told(*events: Event) -> list[Played]:
    night, answers = new_night(), []
    for at, event in enumerate(events, start=1):
        if isinstance(event, Corrected):
            event = replace(event, value=str(night.entered[-1].number))
        answers.append(answer := assess(night, replace(event, at=at, source="desk"), BOOK))
        night = answer.night
    assert all(isinstance(answer, Assessment) for answer in answers)
    return list(played(answers))


UNDO = Corrected(what="undo", value="")


def test_a_hand_whose_action_was_taken_back_is_told_once_and_right() -> None:
    called = Declared(seat=Seat(2), action="call")
    [right], [mended] = told(*OPENED, *CLOSED), told(*OPENED[:-1], called, UNDO, OPENED[-1], *CLOSED)
    assert mended == right


def test_a_hand_ended_by_mistake_is_no_second_hand() -> None:
    [right], [mended] = told(*OPENED, *CLOSED), told(*OPENED, *CLOSED, UNDO, UNDO, *CLOSED)
    assert mended == right
