"""The simulated room's people: they wait while the floor is called, and obey its ruling."""

from dataclasses import replace

import pytest

from table_controller.records.incidents import Incident, IncidentState, Irregularity
from table_controller.records.rulebook import Severity, Text
from table_controller.room import Room
from table_controller.simulator.invent import night
from table_controller.simulator.script import Script

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
    passed = room.passed(0, 110 * SECOND)
    assert passed
    assert all(at == 100 * SECOND + moment.at for at, moment in passed)
    assert [moment for _, moment in passed][-1] == room.moment(110 * SECOND)
