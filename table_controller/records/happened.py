"""What every event carries, how it is known, and where cards can be."""

from dataclasses import dataclass
from enum import Enum


class Certainty(Enum):
    """How an event is known: a sensor saw it, it follows from others, or a person or button declared it."""

    SEEN, INFERRED, DECLARED = "seen", "inferred", "declared"


class Place(Enum):
    """Where cards can be, beside a seat (``seat 3``)."""

    STUB, BURN, BOARD, MUCK, ASIDE, OFF_TABLE = "stub", "burn", "board", "muck", "aside", "off_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What every event carries. ``at``: ns of night time; ``because``: journal numbers of what it rests on."""

    at: int = 0
    hand: str | None = None
    source: str | None = None
    certainty: Certainty = Certainty.SEEN
    confidence: float = 1.0
    because: tuple[int, ...] = ()
    motion: int | None = None


def is_entry(event: Happened) -> bool:
    """Whether a person entered *event*, on the desk or on a seat's page: it can be taken back."""
    source = event.source
    return source is not None and (source == "desk" or source.startswith("seat "))
