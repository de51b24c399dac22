"""The table: blinds, seats, chips bought and cashed out, announcements and notes."""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.happened import Happened


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelStarted(Happened):
    """Blinds and ante from the next hand on."""

    level: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips = Chips(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Happened):
    """A player sat down."""

    seat: Seat
    stack: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Happened):
    """A player left for good."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAbsent(Happened):
    """A player is away from the table."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned(Happened):
    """A player is back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard(Happened):
    """A seat drew *card* for the button or a seat."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBought(Happened):
    """Buy-in, rebuy or add-on."""

    seat: Seat
    amount: Chips
    kind: str = "buy_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCashedOut(Happened):
    """Chips went back to the bank."""

    seat: Seat
    amount: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Happened):
    """The dealer or floor announced something, in *what*.

    ``rake``, ``drop``: taken from the pot. ``player_count``, ``pot_size``, ``pot_spread``, ``winner``: said so.
    ``bet``: how much the seat in turn has to match; ``pot``: what it may bet by at pot limit.
    ``stack``: a seat's chips were counted. ``break``, ``dinner``, ``resume``: of everybody; ``break`` of a seat,
    ``break_wanted`` *by* a seat. ``penalty``: of that seat, so many hands. ``seat_open``: that seat's player is
    out. ``dealer``: that seat deals. ``string_bet``, ``run_twice``, ``show_in_order``: called out.
    ``clock_cancelled``: the clock is taken off the seat to act, by dealer or floor. ``level_paused``,
    ``level_resumed``: the clock of the levels is held, and runs again. What is wrong with a seat's chips:
    ``chips_not_visible``, ``dirty_stack``, ``unknown_chip``, ``cash_on_table``,
    ``foreign_object_on_table``, ``chip_passing``, ``going_south``.
    """

    what: str
    by: str
    seat: Seat | None = None
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Happened):
    """A person notes what no sensor sees; ``note`` in the log."""

    code: str
    seat: Seat | None = None
    text: str = ""
