"""People and sensors: rulings and corrections of the floor, and what can no longer be seen."""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.happened import Happened


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade(Happened):
    """The floor ruled on *incident*: ``remedy`` names the remedy, ``none`` for a dismissed incident."""

    incident: int
    remedy: str
    by: str
    choice: str | None = None
    cards: tuple[Card, ...] = ()
    amounts: tuple[tuple[Seat, Chips], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingUndone(Happened):
    """A ruling, by its incident's number, was taken back."""

    ruling: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Happened):
    """A person corrected the record: *what*, whose, to what.

    Of a seat: ``stack`` and ``bet`` (an amount), ``folded`` and ``in_hand`` (``1`` or ``0``), ``cards`` (its hole
    cards: ``As Kd``, ``?`` for one not read). Of the table: ``to_act`` and ``button`` (a seat), ``small_blind``,
    ``big_blind`` and ``smallest_chip`` (an amount), ``board`` and ``burns`` (cards). ``undo`` (the number of the desk's
    last entry) takes that entry back, whatever it told. Anything else, and a value that cannot be read or be so, is
    answered as not assessed and changes nothing.
    """

    what: str
    value: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneBlocked(Happened):
    """A zone cannot be seen; ``view_blocked`` in the log."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRestored(Happened):
    """A zone is seen again; ``view_restored`` in the log."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGone(Happened):
    """A camera, board or reader is lost; ``source_lost`` in the log, ``source`` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBack(Happened):
    """It is back; ``source_restored`` in the log."""
