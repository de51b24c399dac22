"""A seat in a hand: its cards and chips, what it does, and what it is asked; the pots it can win."""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat


class Street(Enum):
    """Where a hand is: the deal, the four betting rounds, the showdown, and after it."""

    DEAL, PREFLOP, FLOP, TURN, RIVER, SHOWDOWN, OVER = "deal", "preflop", "flop", "turn", "river", "showdown", "over"

    __hash__ = object.__hash__  # what Enum does is Python code, and tables are read by it at every event


class ActionKind(Enum):
    """What an event counts as by the rulebook."""

    POST, FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "post", "fold", "check", "call", "bet", "raise", "all_in"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Action:
    """An action of *seat*; ``bet_to``: its total on this street after it; ``add``: what that took from its stack."""

    seat: Seat
    kind: ActionKind
    bet_to: Chips = Chips(0)
    add: Chips = Chips(0)


@dataclass(frozen=True, slots=True)
class Early:
    """An action out of turn that waits for its turn: what it was and the bet it was made against."""

    kind: ActionKind
    bet_to: Chips
    against: Chips
    final: bool = False
    """The house holds every early action final, whatever happened since (000 BG:OOT-b)."""


@dataclass(frozen=True)
class Player:
    """A seat dealt into the hand. ``bet``: on this street; ``total``: in this hand; ``stack``: what is left behind."""

    seat: Seat
    start: Chips
    stack: Chips
    bet: Chips = Chips(0)
    total: Chips = Chips(0)
    cards: tuple[Card | None, ...] = ()
    folded: bool = False
    tabled: bool = False
    acted: bool = False
    """Has acted on this street. It may raise again only when it owes at least a full raise (TDA 47)."""
    faced: Chips = Chips(0)
    """The bet this seat had matched or faced when it last acted."""
    won: Chips = Chips(0)
    declared: str | None = None
    """A declaration that waits for its chips."""
    exposed: tuple[Card, ...] = ()
    """Hole cards that everybody has seen before the hand was tabled: public from then on."""

    owes: Chips = Chips(0)
    """Counted as bet, but its chips do not lie there yet."""
    excess: Chips = Chips(0)
    """Lies before the seat, but belongs to its stack: change due, an uncalled bet, chips of a void action."""
    early: Early | None = None
    passive: bool = False
    """May not bet or raise on this street."""
    mucked: bool = False
    passed: bool = False
    """Play went on without this seat's action on this street."""
    presumed: bool = False
    """Folded only because play went on without it; an action of its own shows that it was not."""
    raises: int = 0
    """Raises on this street; an opening bet is none (004 A5-b)."""

    @property
    def all_in(self) -> bool:
        """No chips behind, cards still live."""
        return not self.folded and self.stack == 0


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot and the seats that can win it; 0 is the main pot."""

    amount: Chips
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """What the seat to act is asked: what it owes, whether it may raise, and the least total of a raise."""

    seat: Seat
    to_call: Chips
    may_raise: bool
    min_raise_to: Chips | None
    max_raise_to: Chips | None = None
    """The most the limit and the stack allow; None where it may not raise."""
    open: Seat | None = None
    """Whose words or chips the floor has to rule on first: the answer may be another then."""
