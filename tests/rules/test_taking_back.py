"""The last rulings are taken back one by one, also when their hand has ended and the next one is dealt."""

import pytest

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night
from table_controller.rules import assess, new_night

BOOK = load_rulebook("bonn")
_MANY = 24
_SEATS = tuple(Seat(number) for number in (1, 2, 3))


def _start(button: int, *stacks: int) -> e.HandStarted:
    seats = tuple(zip(_SEATS, (Chips(stack) for stack in stacks), strict=True))
    return e.HandStarted(button=Seat(button), seats=seats, small_blind=Chips(50), big_blind=Chips(100))


def _posted_and_dealt(first: int) -> list[Event]:
    order = [Seat((first + place - 1) % 3 + 1) for place in range(3)]
    posts: list[Event] = [
        e.ChipsMovedIn(seat=order[0], amount=Chips(50)),
        e.ChipsMovedIn(seat=order[1], amount=Chips(100)),
    ]
    return [*posts, *(e.HoleCardDealt(seat=seat) for seat in order * 2)]


HAND = [_start(3, 1000, 1000, 1000), *_posted_and_dealt(1)]
TOUCHES: list[Event] = [e.ZoneTouched(zone="muck", by="2", at=at) for at in range(_MANY)]
ENDED: list[Event] = [
    e.Declared(seat=Seat(3), action="fold"),
    e.Declared(seat=Seat(1), action="fold"),
    e.PotPushed(seat=Seat(2), amount=Chips(100)),
    e.HandEnded(),
]
NEXT = [_start(1, 950, 1050, 1000), *_posted_and_dealt(2)]


def _after(events: list[Event], night: Night | None = None) -> Night:
    night = new_night() if night is None else night
    for event in events:
        night = assess(night, event, BOOK).night
    return night


def _ruled() -> Night:
    night = _after([*HAND, *TOUCHES])
    numbers = [incident.number for incident in night.incidents]
    assert len(numbers) == _MANY
    return _after([e.RulingMade(incident=number, remedy="play_stands", by="floor") for number in numbers], night)


@pytest.mark.parametrize("rest", [[], ENDED, [*ENDED, *NEXT]], ids=["in the hand", "after it", "the next is dealt"])
def test_the_last_rulings_are_taken_back_one_by_one(rest: list[Event]) -> None:
    night = _after(rest, _ruled())
    for number in range(_MANY, 0, -1):
        answer = assess(night, e.RulingUndone(ruling=number), BOOK)
        assert answer.not_assessed == ()
        assert number in {incident.number for incident in answer.incidents}
        night = answer.night
    never = _after([*HAND, *TOUCHES, *rest])
    assert night.hand == never.hand
    assert night.stacks == never.stacks
    assert not night.rulings
    states = {incident.state for incident in (*night.past, *night.incidents)}
    assert states == ({IncidentState.LAPSED} if rest[-1:] == NEXT[-1:] else {IncidentState.OPEN})


def test_once_the_next_hand_is_bet_they_stand() -> None:
    night = _after([*ENDED, *NEXT, e.Declared(seat=Seat(1), action="fold")], _ruled())
    answer = assess(night, e.RulingUndone(ruling=_MANY), BOOK)
    assert answer.not_assessed == ("ruling_undone",)
    assert (night.rulings, night.past, night.since) == ((), (), ())


def test_a_ruling_of_the_hand_that_is_bet_is_taken_back_beside_those_of_the_last() -> None:
    night = _after([*ENDED, *NEXT, TOUCHES[0]], _ruled())
    newest = night.incidents[-1].number
    night = _after([e.RulingMade(incident=newest, remedy="play_stands", by="floor")], night)
    night = _after([e.Declared(seat=Seat(1), action="fold")], night)
    assert [ruling.incident for ruling in night.rulings] == [newest]
    answer = assess(night, e.RulingUndone(ruling=newest), BOOK)
    assert answer.not_assessed == ()
    assert [(item.number, item.state) for item in answer.night.incidents] == [(newest, IncidentState.OPEN)]
    assert answer.night.hand == night.hand
