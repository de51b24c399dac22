"""What the referee says of an event: irregularities, their life as incidents, rulings and remedies."""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.chips import Chips, Seat
from table_controller.records.rulebook import Severity, Text


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a remedy: what the dealer does next, and the type of event that shows it was done."""

    event: str
    text: Text
    seat: Seat | None = None
    amount: Chips | None = None
    card: str | None = None
    moves: tuple[str, str] | None = None
    """From where to where a card goes: ``board``, ``burn``, ``seat 3``, ``aside``, ``stub``."""
    after: str = ""
    """What it waits for: ``deal`` or ``round``, the end of the deal or of the betting round."""
    until: int = 0
    """A step of the board is done once the board has so many cards."""
    seconds: int | None = None
    """What is left on the clock where it is announced."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A way out: a name of the catalogue and its steps, in order; none where nothing is to be done."""

    name: str
    text: Text
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What a rule found: code, seat, and the event that shows it; what was measured and what the rule required."""

    code: str
    seat: Seat | None
    at: int
    event: str
    rule: str
    citation: str
    severity: Severity
    text: Text
    measured: str
    required: str
    confidence: float = 1.0
    proposal: Remedy | None = None
    options: tuple[Remedy, ...] = ()


class IncidentState(Enum):
    """The life of an incident."""

    OPEN, RULED, DISMISSED, LAPSED = "open", "ruled", "dismissed", "lapsed"


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity with a number and a life; its state is a fold over the journal."""

    number: int
    hand: str | None
    irregularity: Irregularity
    state: IncidentState = IncidentState.OPEN
    ruling: str | None = None
    by: str | None = None
    halts: bool = False
