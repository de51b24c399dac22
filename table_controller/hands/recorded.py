"""A hand as a record hands it over: events for the referee, and what the record says the outcome was."""

from dataclasses import dataclass
from decimal import Decimal

from table_controller.records import Chips, Seat
from table_controller.records.events import Event

SeatChips = tuple[tuple[Seat, Chips], ...]


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """One hand of a file. Amounts are whole numbers of ``unit``, which is in the record's own money.

    ``name``: file and place, unique within one call. ``night``: hands that share it were played in this order at one
    table and are judged in one night; each PHH hand stands alone, since the format carries no table between hands.
    ``file``: the log it stands in; empty where ``name`` tells it. ``stacks``: by seat after the hand; ``winnings``:
    what each seat collected; None where the record is silent.
    """

    name: str
    night: str
    events: tuple[Event, ...]
    unit: Decimal = Decimal(1)
    stacks: SeatChips | None = None
    winnings: SeatChips | None = None
    file: str = ""
