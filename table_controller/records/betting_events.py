"""The betting: what was declared, which chips moved, and what happens while seats act."""

from dataclasses import dataclass

from table_controller.records.chips import Chips, Seat
from table_controller.records.happened import Happened

WORDS = (
    *("fold", "check", "knock", "call", "bet", "raise", "all_in", "amount", "pot"),
    *("unclear", "gesture", "conditional", "post", "post_small_blind", "post_big_blind", "straddle", "time"),
)
"""What may be declared. What was said otherwise, or could not be understood, is ``unclear``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Happened):
    """*seat* declared what it does, in words, with a gesture or by a button."""

    seat: Seat
    action: str
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsMovedIn(Happened):
    """Chips crossed from a stack in one forward movement (``motion``); ``at`` is the first touch-down.

    ``to``: ``bet``, ``pot`` (splashed) or ``short`` (did not clear the line). ``with_prior``: lies with an earlier bet.
    """

    seat: Seat
    amount: Chips
    chips: tuple[tuple[Chips, int], ...] = ()
    to: str = "bet"
    past_line: bool | None = None
    with_prior: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsTakenBack(Happened):
    """Chips went back from a bet to a stack."""

    seat: Seat
    amount: Chips
    chips: tuple[tuple[Chips, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMade(Happened):
    """Somebody made change: *out* left the bet or pot, *in* came for it, of equal value if done right."""

    by: str
    from_: str
    out: tuple[tuple[Chips, int], ...] = ()
    in_: tuple[tuple[Chips, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsCollected(Happened):
    """The dealer swept the bets into the pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneTouched(Happened):
    """A hand was in *zone*; *by* ``dealer`` or a seat."""

    zone: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPushed(Happened):
    """A seat pushed its cards forward, face down."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMucked(Happened):
    """A seat's cards went into the muck, *by* ``dealer`` or the seat."""

    seat: Seat
    by: str = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCovered(Happened):
    """A seat's cards are hidden under chips or hands."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCalled(Happened):
    """Somebody called the clock on the acting seat."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequested(Happened):
    """*by* asked for a count of *of*'s chips."""

    by: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked(Happened):
    """Time passed; ``tick`` in the log."""
