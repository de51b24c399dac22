"""A scripted night: what the cards, the players and the dealer do, and what goes wrong (docs/simulator.md)."""

from dataclasses import dataclass, field
from enum import Enum

from table_controller.records import BadInput, Card, Chips, Seat

SMALL_BLIND, BIG_BLIND, STACK = Chips(50), Chips(100), Chips(10_000)
"""What the built-in table plays for, in cents."""


FIRST_BUTTON = Seat(6)
"""Who has the dealer button in the first hand unless a script says otherwise."""


class Round(Enum):
    """A betting round by its name in scripts."""

    PREFLOP, FLOP, TURN, RIVER = "preflop", "flop", "turn", "river"


class Verb(Enum):
    """What a player does in turn; bet and raise name the total that then lies before the seat."""

    FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "fold", "check", "call", "bet", "raise", "all_in"


class Wrong(Enum):
    """The irregularities that the simulated table can act out."""

    MISSING_BURN = "missing_burn"
    OUT_OF_TURN = "out_of_turn"
    EXPOSED_CARD = "exposed_card"
    FOUR_CARD_FLOP = "four_card_flop"
    STRING_BET = "string_bet"
    UNDERCALL = "undercall"


class Remedy(Enum):
    """Whether the table then does what the floor would rule, or plays on as if nothing had been."""

    FOLLOWED, IGNORED = "followed", "ignored"


@dataclass(frozen=True, slots=True)
class Play:
    """One action in turn; ``to`` is the total before the seat, for bet and raise."""

    seat: Seat
    verb: Verb
    to: Chips | None = None


@dataclass(frozen=True, slots=True)
class Mishap:
    """An irregularity at a place: a ``street`` (``deal``, ``preflop`` …) and the ``number`` of a card or action there.

    ``amount``: what a string bet grows to in all, or what an undercall puts in, in cents.
    """

    wrong: Wrong
    street: str
    number: int = 1
    amount: Chips | None = None
    remedy: Remedy = Remedy.FOLLOWED


@dataclass(frozen=True, slots=True)
class ScriptedHand:
    """One hand: the first cards of the deck in the order in which they come (the rest is shuffled), actions, mishaps.

    What a round leaves unsaid is played passively: check where that is free, else call.
    """

    deck: tuple[Card, ...] = ()
    rounds: tuple[tuple[Round, tuple[Play, ...]], ...] = ()
    mishaps: tuple[Mishap, ...] = ()

    def plays(self, street: Round) -> tuple[Play, ...]:
        """The scripted actions of a round."""
        return dict(self.rounds).get(street, ())

    @property
    def ignores(self) -> bool:
        """Whether the table plays on over a mishap; the scripted actions then hold as far as they still can."""
        return any(mishap.remedy is Remedy.IGNORED for mishap in self.mishaps)

    def mishap(self, wrong: Wrong, street: str, number: int | None = None) -> Mishap | None:
        """The mishap of that kind at that place, if the script has one."""
        found = (m for m in self.mishaps if m.wrong is wrong and m.street == street and number in (None, m.number))
        return next(found, None)


@dataclass(frozen=True, slots=True)
class Script:
    """A night on the built-in table; ``button``: the seat that has the dealer button in the first hand.

    ``file`` names where the script came from, for error messages.
    """

    name: str
    seed: int
    hands: tuple[ScriptedHand, ...]
    button: Seat = FIRST_BUTTON
    file: str = field(default="", compare=False)

    def fault(self, place: str, expected: str) -> BadInput:
        """A fault of this script at *place*."""
        return BadInput(self.file or self.name, place, expected)
