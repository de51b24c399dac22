"""What cannot have been proves nothing, and what rests on it is unknown: nobody is accused, and the event is named."""

from dataclasses import replace

import pytest

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandStarted,
    HoleCardDealt,
    Post,
)
from table_controller.rules import assess, new_night
from table_controller.views.models import Money
from table_controller.views.money import written

BOOK = load_rulebook("tda-2024")
_HUGE = Chips(99_999_999_999_999_999_999_999)
_STARTED = HandStarted(
    button=Seat(1),
    seats=tuple((Seat(n), Chips(10_000)) for n in (1, 2, 3, 4)),
    small_blind=Chips(50),
    big_blind=Chips(100),
)
_SMALL = ChipsMovedIn(seat=Seat(2), amount=Chips(50))
_POTS: tuple[Event, ...] = (
    ChipsMovedIn(seat=Seat(3), amount=Chips(100)),
    *(HoleCardDealt(seat=Seat(n)) for n in (2, 3, 4, 1) * 2),
    Declared(seat=Seat(4), action="fold"),
    Declared(seat=Seat(1), action="fold"),
    ChipsMovedIn(seat=Seat(2), amount=Chips(50)),
    Declared(seat=Seat(3), action="check"),
    BetsCollected(),
    CardBurned(),
    *(BoardCardDealt() for _ in range(3)),
    Declared(seat=Seat(2), action="check"),
    Declared(seat=Seat(3), action="check"),
)


def _night(*events: Event) -> tuple[list[str], frozenset[str]]:
    night, found = new_night(), []
    for place, event in enumerate(events):
        answer = assess(night, replace(event, at=(place + 1) * 3_000_000_000), BOOK)
        night = answer.night
        found += [one.code for one in answer.irregularities]
    assert night.hand is not None
    return found, night.hand.unassessed


def test_the_hand_is_clean_as_it_was_played() -> None:
    found, unassessed = _night(_STARTED, _SMALL, *_POTS)
    assert found == []
    assert not [code for code in unassessed if code.startswith("impossible")]


@pytest.mark.parametrize(
    "small",
    [
        replace(_SMALL, seat=Seat(99)),
        replace(_SMALL, seat=Seat(-2)),
        replace(_SMALL, amount=Chips(-50)),
        replace(_SMALL, amount=_HUGE),
    ],
)
def test_one_impossible_blind_accuses_nobody(small: ChipsMovedIn) -> None:
    found, unassessed = _night(_STARTED, small, *_POTS)
    assert found == []
    assert {"impossible chips_moved_in", "blind_not_posted"} <= unassessed


@pytest.mark.parametrize(
    "started",
    [
        replace(_STARTED, button=Seat(9)),
        replace(_STARTED, button=Seat(0)),
        replace(_STARTED, big_blind=_HUGE),
        replace(_STARTED, small_blind=Chips(-50)),
        replace(_STARTED, posts=((Seat(4), Post("straddle", Chips(-200))),)),
        replace(_STARTED, seats=(*_STARTED.seats[:3], (Seat(4), Chips(-10_000)))),
    ],
)
def test_an_impossible_start_accuses_nobody(started: HandStarted) -> None:
    found, unassessed = _night(started, _SMALL, *_POTS)
    assert found == []
    assert "impossible hand_started" in unassessed


@pytest.mark.parametrize("place", range(3, 12))
def test_a_card_or_word_from_nowhere_accuses_nobody(place: int) -> None:
    events = [_STARTED, _SMALL, *_POTS]
    for odd in (HoleCardDealt(seat=Seat(99)), Declared(seat=Seat(99), action="raise"), replace(_SMALL, amount=_HUGE)):
        assert _night(*events[:place], odd, *events[place:])[0] == []


def test_a_dead_button_before_a_seat_that_somebody_had_is_possible() -> None:
    without = replace(_STARTED, seats=tuple(pair for pair in _STARTED.seats if pair[0] != 1))
    assert "impossible hand_started" not in _night(_STARTED, replace(without, button=Seat(4)))[1]
    assert "impossible hand_started" not in _night(replace(_STARTED, button=Seat(4)), without)[1]


def test_a_whole_number_is_written_to_its_last_digit() -> None:
    assert written(_HUGE, Money("", 0)).en == "99,999,999,999,999,999,999,999"
    assert written(-5, Money("EUR", 2)).en == "€-0.05"
    assert written(123_456, Money("EUR", 2)).de == "1.234,56 €"
