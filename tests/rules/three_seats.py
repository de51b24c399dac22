"""Three seats under the rulebook ``zollernalb``, seat 1 with the button: what is told of them, and the hand's start."""

from dataclasses import replace

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import ChipsMovedIn, Event, HandStarted
from table_controller.records.night import Assessment, Night
from table_controller.rules import assess

BOOK = load_rulebook("zollernalb")
SEATS = (Seat(1), Seat(2), Seat(3))


def judged(night: Night, event: Event, at: int, source: str | None = "desk") -> Assessment:
    return assess(night, replace(event, at=at, source=source), BOOK)


def started(stack: int) -> HandStarted:
    seats = tuple((seat, Chips(stack)) for seat in SEATS)
    return HandStarted(button=Seat(1), seats=seats, small_blind=Chips(50), big_blind=Chips(100))


def chips(seat: int, amount: int) -> ChipsMovedIn:
    return ChipsMovedIn(seat=Seat(seat), amount=Chips(amount))
