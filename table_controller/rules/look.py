"""What a rule is given and what it may answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading

NO_HAND = Hand("", Seat(0), Chips(0), Chips(0), Chips(0), "", "", (), settled=True)
"""What a rule that looks at any time is given before the first hand."""


class Look(NamedTuple):
    """The night before an event, the event, the house, and what the event counts as."""

    night: Night
    hand: Hand
    event: Any
    book: Rulebook
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class Found:
    """An irregularity: code of the catalogue, seat, what was measured, what the rule required.

    ``remedy`` and ``options`` replace what the rulebook's clause proposes, where the facts decide.
    """

    code: str
    seat: Seat | None = None
    measured: str = ""
    required: str = ""
    remedy: str | None = None
    options: tuple[str, ...] | None = None
    confidence: float = 1.0
    """How sure what it rests on is, beside the event itself."""


class Clear:
    """The rule looked and found nothing wrong."""


class NotAssessed:
    """The rule could not look: its evidence is missing."""


CLEAR, NOT_ASSESSED = Clear(), NotAssessed()

Answer = Found | tuple[Found, ...] | Clear | NotAssessed | None
"""What a rule answers, one finding or one for each seat; None: the event does not concern it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the referee: the code it may raise, the events that concern it, and the function that looks."""

    code: str
    events: tuple[type, ...]
    look: Callable[[Look], Answer]
    by_mark: bool = False
    """The code is a mark of the reading; without marks there is nothing to look at."""
    anytime: bool = False
    """Looks before the first hand too; ``Look.hand`` is then ``NO_HAND``, in which nobody is dealt in."""
    also: tuple[str, ...] = ()
    """Further codes that the same look finds: where it was assessed, so were they."""


def marked(look: Look, code: str, measured: str, required: str) -> Answer:
    """The answer of a rule that the reading of words or chips decides."""
    reading = look.reading
    if reading is None:
        return None
    if code in reading.marks:
        return Found(code, reading.seat, measured, required)
    return CLEAR


def put_in(look: Look) -> int:
    """The chips that the event put in, as it counts."""
    return 0 if look.reading is None else max(0, look.reading.put)
