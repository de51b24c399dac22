"""The end of a hand: hands tabled, pots pushed, objections."""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.happened import Happened


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTabled(Happened):
    """A seat turned its cards face up on the felt."""

    seat: Seat
    cards: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRequested(Happened):
    """*by* asked to see the hand of *of*."""

    by: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PotPushed(Happened):
    """Chips of the pot went to *seat*; ``pot`` is 0 for the main pot."""

    seat: Seat
    amount: Chips
    pot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMerged(Happened):
    """The winner mixed the pot with the stack; nothing about it can be counted any more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection(Happened):
    """Somebody objects to what happened."""

    by: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded(Happened):
    """The hand is over."""
