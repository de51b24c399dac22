"""The bank's book: every chip in play was given out by it, through whole evenings; what nothing explains is told."""

from dataclasses import replace

import pytest
from sample import NIGHT, sample

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    ChipsBought,
    ChipsCashedOut,
    Corrected,
    Event,
    HandEnded,
    HandStarted,
    PotPushed,
    SeatLeft,
    SeatTaken,
)
from table_controller.records.night import Assessment, Night
from table_controller.rules import assess, new_night
from table_controller.views.standings import average_stack
from table_controller.views.till import TillView, till_view

BOOK = load_rulebook("zollernalb")
SEATED = tuple(SeatTaken(seat=Seat(n), stack=Chips(10_000)) for n in (1, 2, 3))
HAND = HandStarted(
    hand="1",
    button=Seat(1),
    seats=tuple((Seat(n), Chips(10_000)) for n in (1, 2, 3)),
    small_blind=Chips(50),
    big_blind=Chips(100),
)


def told(*events: Event) -> tuple[Assessment, ...]:
    night, answers = new_night(), []
    for at, event in enumerate(events, start=1):
        answers.append(assess(night, replace(event, at=at * 1_000_000_000), BOOK))
        night = answers[-1].night
    return tuple(answers)


def till(*events: Event) -> TillView:
    found = till_view(told(*events)[-1].night)
    assert found is not None
    return found


def test_what_is_given_out_is_in_play_or_handed_back() -> None:
    bought, cashed = (
        ChipsBought(seat=Seat(2), amount=Chips(4000), kind="rebuy"),
        ChipsCashedOut(seat=Seat(3), amount=Chips(9000)),
    )
    shown = till(*SEATED, bought, cashed)
    assert (shown.bought, shown.cashed, shown.in_play, shown.difference) == (34_000, 9000, 25_000, 0)
    assert [(one.seat, one.bought, one.cashed) for one in shown.accounts] == [
        (1, 10_000, 0),
        (2, 14_000, 0),
        (3, 10_000, 9000),
    ]


@pytest.mark.parametrize("last", [1, 2, 3])
def test_it_adds_up_at_every_moment_of_a_hand(last: int) -> None:
    pushed = PotPushed(seat=Seat(3), amount=Chips(150))
    shown = till(*SEATED, *(HAND, pushed, HandEnded())[:last])
    assert (shown.bought, shown.in_play + shown.gone, shown.difference) == (30_000, 30_000, 0)


def test_chips_taken_along_are_off_the_table_and_no_riddle() -> None:
    shown = till(*SEATED, SeatLeft(seat=Seat(3)))
    assert (shown.in_play, shown.gone, shown.difference) == (20_000, 10_000, 0)


def _back(amount: int, seat: int = 3) -> ChipsCashedOut:
    return ChipsCashedOut(seat=Seat(seat), amount=Chips(amount))


FOLDED = Corrected(what="folded", seat=Seat(3), value="1", source="desk")
OVER = (PotPushed(seat=Seat(2), amount=Chips(150)), HandEnded())


@pytest.mark.parametrize(
    "events",
    [
        (SeatLeft(seat=Seat(3)), _back(10_000)),
        (SeatLeft(seat=Seat(3)), SeatTaken(seat=Seat(3), stack=Chips(5000)), _back(10_000)),
        (HAND, FOLDED, _back(9000)),
        (HAND, FOLDED, _back(9000), *OVER),
        (HAND, FOLDED, ChipsBought(seat=Seat(3), amount=Chips(500)), _back(10_500), *OVER),
        (HAND, FOLDED, _back(9000), *OVER, SeatLeft(seat=Seat(3)), _back(900)),
        (HAND, FOLDED, _back(9000), Corrected(what="undo", value="2", source="desk"), *OVER),
    ],
    ids=lambda events: " ".join(type(event).__name__ for event in events),
)
def test_who_hands_chips_back_after_folding_or_leaving_is_no_riddle(events: tuple[Event, ...]) -> None:
    assert till(*SEATED, *events).difference == 0


def test_chips_handed_back_after_folding_are_off_the_table_at_once() -> None:
    running, over = (told(*SEATED, HAND, FOLDED, _back(9000), *events)[-1].night for events in ((), OVER))
    assert running.hand is not None
    assert [(one.seat, one.stack) for one in running.hand.players if one.folded] == [(3, 1000)]
    assert over.stacks == ((1, 10_000), (2, 10_000), (3, 1000))


def test_a_buy_in_of_this_hand_can_be_booked_back_in_it() -> None:
    again = ChipsBought(seat=Seat(3), amount=Chips(4000), source="desk")
    answers = told(*SEATED, HAND, again, replace(_back(4000), source="desk"))
    assert answers[-1].irregularities == ()
    shown = till_view(answers[-1].night)
    assert shown is not None
    assert (shown.in_play, shown.cashed, shown.difference) == (30_000, 4000, 0)


def test_who_still_plays_for_the_pot_cannot_take_chips_off() -> None:
    answers = told(*SEATED, HAND, replace(_back(9000), source="desk"))
    assert "going_south" in [one.code for one in answers[-1].irregularities]
    shown = till_view(answers[-1].night)
    assert shown is not None
    assert (shown.in_play, shown.difference) == (30_000, 9000)


def test_handing_back_after_leaving_seats_nobody() -> None:
    night = told(*SEATED, SeatLeft(seat=Seat(3)), _back(10_000))[-1].night
    assert [seat for seat, _ in night.stacks] == [1, 2]


def test_who_was_never_said_to_sit_down_brought_the_chips_of_the_first_hand() -> None:
    assert till(HAND).difference == 0


@pytest.mark.parametrize(("stack", "difference"), [("10500", 500), ("9000", -1000)])
def test_chips_that_nothing_explains_are_told(stack: str, difference: int) -> None:
    counted = Corrected(what="stack", seat=Seat(1), value=stack, source="desk")
    assert till(*SEATED, counted).difference == difference


def test_an_entry_that_was_undone_does_not_count() -> None:
    bought = ChipsBought(seat=Seat(2), amount=Chips(4000), source="desk")
    undone = Corrected(what="undo", value="1", source="desk")
    assert till(*SEATED, bought).bought == 34_000
    assert till(*SEATED, bought, undone).bought == 30_000
    assert till(*SEATED, bought, undone).difference == 0


def test_a_table_without_a_bank_has_no_book() -> None:
    assert till_view(Night()) is None
    assert sample().desk.till is None


def test_the_average_counts_a_pushed_pot_once() -> None:
    won = replace(NIGHT.hand.players[1], stack=Chips(12_750), won=Chips(4500)) if NIGHT.hand else None
    assert NIGHT.hand is not None
    assert won is not None
    players = (NIGHT.hand.players[0], won, *NIGHT.hand.players[2:])
    assert average_stack(replace(NIGHT, hand=replace(NIGHT.hand, players=players))) == average_stack(NIGHT)
