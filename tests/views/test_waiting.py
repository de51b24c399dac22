"""What desk and table page show while the hand waits for a ruling: nobody's turn, and no chip that was not seen."""

from dataclasses import replace

from table_controller.files import load_rulebook
from table_controller.records import events as e
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.night import Assessment
from table_controller.rules import assess, new_night
from table_controller.rules.undecided import as_it_lies
from table_controller.views import views
from table_controller.views.models import Money, Views

BOOK = load_rulebook("tda-2024")
FLOP = (
    e.HandStarted(
        button=Seat(3),
        seats=tuple((Seat(seat), Chips(10_000)) for seat in (1, 2, 3)),
        small_blind=Chips(100),
        big_blind=Chips(200),
    ),
    *(e.ChipsMovedIn(seat=Seat(seat), amount=Chips(100 * seat)) for seat in (1, 2)),
    *(e.HoleCardDealt(seat=Seat(seat)) for seat in (1, 2, 3, 1, 2, 3)),
    *(e.Declared(seat=Seat(seat), action="call") for seat in (3, 1)),
    *(e.ChipsMovedIn(seat=Seat(seat), amount=Chips(amount)) for seat, amount in ((3, 200), (1, 100))),
    e.Declared(seat=Seat(2), action="check"),
    e.CardBurned(),
    *(e.BoardCardDealt() for _ in range(3)),
)


def _after(*events: Event) -> tuple[Assessment, Views]:
    night, answer = new_night(), None
    for second, event in enumerate((*FLOP, *events)):
        answer = assess(night, replace(event, at=second * 4_000_000_000), BOOK)
        night = answer.night
    assert answer is not None
    lying = replace(night, hand=as_it_lies(night))  # as ``Screens`` hands it over
    shown = views(
        lying, BOOK, revision=1, now=0, ask=answer.ask, next_steps=answer.next_steps, names=(), money=Money("EUR", 2)
    )
    return answer, shown


def test_a_call_too_small_shows_what_lies_there_and_whose_question_is_open() -> None:
    raised = (
        e.ChipsMovedIn(seat=Seat(1), amount=Chips(200)),
        e.ChipsMovedIn(seat=Seat(2), amount=Chips(800)),
        e.ChipsMovedIn(seat=Seat(3), amount=Chips(200)),
    )
    answer, shown = _after(*raised)
    seat = shown.desk.felt.seats[2]
    assert (seat.bet, seat.stack, shown.desk.pot) == (200, 9_600, 1_800)
    assert shown.desk.ask is not None
    assert (shown.desk.ask.seat, shown.desk.ask.open) == (1, 3)
    _, ruled = _after(*raised, e.RulingMade(incident=1, remedy="complete_call", by="floor"))
    assert (ruled.desk.felt.seats[2].bet, ruled.desk.pot, ruled.desk.ask and ruled.desk.ask.open) == (800, 2_400, None)
    assert [item.irregularity.code for item in answer.night.incidents] == ["undercall"]


def test_nobody_is_shown_as_acting_while_an_incident_halts_the_hand() -> None:
    checks = tuple(e.Declared(seat=Seat(seat), action="check") for seat in (1, 2, 3))
    _, shown = _after(*checks, e.BoardCardDealt())
    assert shown.table.ask is None
    assert not any(seat.acting for seat in shown.table.felt.seats)
    assert [step.event for step in shown.desk.next_steps] == ["ruling_made"]
    _, goes_on = _after(*checks, e.BoardCardDealt(), e.Declared(seat=Seat(1), action="check"))
    assert [seat.seat for seat in goes_on.table.felt.seats if seat.acting] == [2]
