"""Who gives up the seat in a hand takes its chips along when the hand is over; no chip comes or goes on the way."""

import pytest
from counted import all_chips
from three_seats import SEATS, chips, judged, started

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    ChipsBought,
    ChipsCashedOut,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    HoleCardDealt,
    PotPushed,
    RulingMade,
    SeatLeft,
    SeatTaken,
)
from table_controller.records.night import Night
from table_controller.rules import new_night
from table_controller.rules.button import Places, due_places
from table_controller.views.standings import average_stack, players_left
from table_controller.views.till import till_view


def told(night: Night, *events: Event) -> Night:
    for event in events:
        night = judged(night, event, at=(night.entries + 1) * 10**9).night
    return night


def preflop() -> Night:
    """Seat 1 has the button; seats 2 and 3 posted 50 and 100; everybody has two cards."""
    night = told(new_night(), *(SeatTaken(seat=seat, stack=Chips(1000)) for seat in SEATS))
    cards = [HoleCardDealt(seat=Seat(seat)) for seat in (2, 3, 1, 2, 3, 1)]
    return told(night, started(1000), chips(2, 50), chips(3, 100), *cards)


def balanced(night: Night) -> bool:
    view = till_view(night)
    return view is not None and view.difference == 0


LEFT = SeatLeft(seat=Seat(2))
FOLDED = Declared(seat=Seat(1), action="fold")
PUSHED = PotPushed(seat=Seat(3), amount=Chips(150))


def over(*meanwhile: Event) -> Night:
    return told(preflop(), FOLDED, LEFT, *meanwhile, PUSHED, HandEnded())


def test_no_stack_stays_at_a_seat_that_was_given_up_in_the_hand() -> None:
    night = over()
    assert dict(night.stacks) == {1: 1000, 3: 1050}
    assert (players_left(night), average_stack(night)) == (2, 1025)
    assert night.dropped == 950
    assert balanced(night)


def test_what_it_takes_along_can_be_handed_in_during_and_after_the_hand() -> None:
    cashed = ChipsCashedOut(seat=Seat(2), amount=Chips(950))
    for night in (over(cashed), told(over(), cashed)):
        assert dict(night.stacks) == {1: 1000, 3: 1050}
        assert (night.dropped, balanced(night)) == (0, True)


def test_who_takes_the_seat_in_the_same_hand_keeps_only_its_own_chips() -> None:
    night = over(SeatTaken(seat=Seat(2), stack=Chips(700)))
    assert dict(night.stacks) == {1: 1000, 2: 700, 3: 1050}
    assert balanced(night)
    night = over(SeatTaken(seat=Seat(2), stack=Chips(700)), LEFT)
    assert dict(night.stacks) == {1: 1000, 3: 1050}
    assert (night.dropped, balanced(night)) == (1650, True)


def test_chips_bought_in_the_hand_go_along_too() -> None:
    bought = ChipsBought(seat=Seat(2), amount=Chips(300))
    night = told(preflop(), FOLDED, bought, LEFT, PUSHED, HandEnded())
    assert dict(night.stacks) == {1: 1000, 3: 1050}
    assert (night.dropped, balanced(night)) == (1250, True)


@pytest.mark.parametrize("ended", [False, True])
def test_a_misdeal_gives_it_its_stake_back_and_leaves_no_ghost(ended: bool) -> None:
    night = told(preflop(), FOLDED, LEFT, *((PUSHED, HandEnded()) if ended else ()))
    number = night.next_incident - 1
    night = told(night, RulingMade(incident=number, remedy="misdeal", by="floor"), HandEnded())
    assert 2 not in dict(night.stacks)
    assert balanced(night)


def test_a_pot_put_right_later_moves_the_chips_that_went_along() -> None:
    night = told(preflop(), FOLDED, LEFT, PotPushed(seat=Seat(2), amount=Chips(100)), HandEnded())
    assert (dict(night.stacks), night.dropped, balanced(night)) == ({1: 1000, 3: 950}, 1050, True)
    amounts = ((Seat(2), Chips(0)), (Seat(3), Chips(100)))
    number = night.incidents[-1].number
    night = told(night, RulingMade(incident=number, remedy="correct_award", by="floor", amounts=amounts))
    assert (dict(night.stacks), night.dropped, balanced(night)) == ({1: 1000, 3: 1050}, 950, True)


def test_a_pot_pushed_late_to_who_left_after_the_hand_is_taken_along() -> None:
    before = told(preflop(), FOLDED, HandEnded(), LEFT)
    assert balanced(before)
    night = told(before, PotPushed(seat=Seat(2), amount=Chips(40)))
    assert dict(night.stacks) == dict(before.stacks)
    assert (all_chips(night), balanced(night)) == (all_chips(before), True)


@pytest.mark.parametrize("rulebook", ["bonn", "tda-2024", "zollernalb"])
def test_who_posted_the_big_blind_of_who_left_has_not_the_next_one_too(rulebook: str) -> None:
    seated = tuple(SeatTaken(seat=Seat(number), stack=Chips(1000)) for number in (1, 2, 3, 4))
    stacks = tuple((event.seat, Chips(1000)) for event in seated)
    start = HandStarted(button=Seat(1), seats=stacks, small_blind=Chips(50), big_blind=Chips(100))
    night = told(new_night(), *seated, start, chips(2, 50), SeatLeft(seat=Seat(3)), chips(4, 100))
    night = told(night, *(HoleCardDealt(seat=Seat(seat)) for seat in (2, 4, 1, 2, 4, 1)), FOLDED)
    night = told(night, Declared(seat=Seat(2), action="fold"), PotPushed(seat=Seat(4), amount=Chips(150)), HandEnded())
    due = due_places(night, (Seat(1), Seat(2), Seat(4)), load_rulebook(rulebook))
    assert due == Places(Seat(2), Seat(4), Seat(1))
