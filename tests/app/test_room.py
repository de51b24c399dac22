"""The simulated room's people: they wait while the floor is called, and obey its ruling."""

from dataclasses import replace
from random import Random

import pytest

from table_controller.board import BoardReader, FakeBoard, Link
from table_controller.board.wiring import standard_wiring
from table_controller.records import Seat
from table_controller.records.incidents import Incident, IncidentState, Irregularity
from table_controller.records.observations import ButtonPress, Observation, Press
from table_controller.records.rulebook import Severity, Text
from table_controller.room import Room
from table_controller.simulated_table import RoomCable
from table_controller.simulator.invent import night
from table_controller.simulator.script import Script
from table_controller.table_file import built_in_table

SECOND = 1_000_000_000
_TEXT = Text("", "")


@pytest.fixture
def script() -> Script:
    return night(1, hands=4)


def _incident(hand: int, state: IncidentState) -> Incident:
    found = Irregularity("undercall", None, 0, "", "", "", Severity.SERIOUS, _TEXT, "", "")
    return Incident(1, str(hand), found, state)


def _first_mishap(script: Script) -> int:
    return next(number for number, hand in enumerate(script.hands, start=1) if hand.mishaps)


def test_the_room_keeps_the_nights_time(script: Script) -> None:
    room = Room(script)
    room.begin(5 * SECOND)
    assert room.script_at(5 * SECOND) == 0
    assert room.script_at(12 * SECOND) == 7 * SECOND


def test_everybody_waits_while_the_floor_is_called(script: Script) -> None:
    room = Room(script)
    assert room.hear(frozenset({1}), 10 * SECOND)
    assert not room.hear(frozenset({1, 2}), 12 * SECOND), "they wait already"
    assert room.script_at(60 * SECOND) == 10 * SECOND
    assert room.moment(60 * SECOND) == room.moment(10 * SECOND)
    assert room.hear(frozenset(), 60 * SECOND)
    assert room.script_at(61 * SECOND) == 11 * SECOND


def test_after_a_dismissal_the_same_hand_is_played_on_without_the_remedy(script: Script) -> None:
    room, plain = Room(script), Room(script)
    number = _first_mishap(script)
    room.obey(_incident(number, IncidentState.DISMISSED))
    assert room.standing(0).ignored == (number,)
    times = range(0, plain.over, SECOND // 5)
    parted = next(at for at in times if room.scene(at) != plain.scene(at))
    assert parted > 5 * SECOND, "what was done before the ruling stays done"
    again = Room(script, ignored=(number,))
    assert [again.scene(at) for at in times] == [room.scene(at) for at in times], "a restart plays the same"


def test_an_accepted_ruling_is_acted_out_as_scripted(script: Script) -> None:
    room = Room(script)
    room.obey(_incident(_first_mishap(script), IncidentState.RULED))
    room.obey(replace(_incident(99, IncidentState.DISMISSED), hand="99"))
    room.obey(replace(_incident(1, IncidentState.DISMISSED), hand=None))
    assert room.standing(0).ignored == ()


def test_what_passed_is_told_with_its_own_night_times(script: Script) -> None:
    room = Room(script)
    room.begin(100 * SECOND)
    reached, (*passed, (at, now)) = room.passed(0, 110 * SECOND)
    assert passed
    assert all(at == 100 * SECOND + moment.at for at, moment in passed)
    assert (reached, at, now) == (10 * SECOND, 110 * SECOND, passed[-1][1]), "and what holds now"
    assert now == room.moment(110 * SECOND)


def test_a_room_that_hears_late_neither_goes_back_nor_skips(script: Script) -> None:
    room = Room(script)
    seen, _ = room.passed(None, 13 * SECOND)
    room.hear(frozenset({1}), 10 * SECOND)
    assert room.script_at(14 * SECOND) == seen, "what was shown has happened"
    room.hear(frozenset(), 11 * SECOND)
    assert room.script_at(14 * SECOND) == seen, "what nobody could see is still to come"
    assert room.script_at(15 * SECOND) == seen + SECOND


def test_every_press_of_the_room_reaches_the_board_once_however_late_it_hears(script: Script) -> None:
    """The floor is called and rules all the time, and the room hears of it up to two seconds late."""
    presses: dict[bool, list[ButtonPress]] = {}
    for late in (False, True):
        table, chance = built_in_table(), Random(1)
        room, wiring = Room(script), standard_wiring(table.layout)
        board = BoardReader(Link(wiring), RoomCable(room, FakeBoard(wiring, ring=120)))
        at, heard, called = 0, list[Observation](), False
        while room.standing(at).script_at < 60 * SECOND:
            at += SECOND // 20
            heard += board.poll(at)
            if late and chance.random() < 0.1:
                called = not called
                room.hear(frozenset({1} if called else ()), at - chance.randrange(2 * SECOND))
        presses[late] = [seen for seen in heard if isinstance(seen, ButtonPress)]
    assert presses[False]
    assert _pressed(presses[True]) == _pressed(presses[False])


def _pressed(presses: list[ButtonPress]) -> list[tuple[Press, Seat | None]]:
    return [(press.press, press.seat) for press in presses]
