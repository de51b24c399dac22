"""What is kept of a whole evening: accounts, acts, ends of hands. ``evening.heard`` folds it."""

from dataclasses import dataclass, field

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.player import ActionKind, Street

STEPS = 64
"""Entries that the desk can take back."""


@dataclass(frozen=True, slots=True)
class Act:
    """A betting action, the *number*-th of its hand: a bet or raise (``aggressive``), a call, or a fold."""

    number: int
    seat: Seat
    kind: ActionKind
    aggressive: bool
    first_round: bool


@dataclass(frozen=True, slots=True)
class Account:
    """What one player did so far; ``bought`` None: nobody said with how many chips it sat down."""

    hands: int = 0
    voluntary: int = 0
    raised: int = 0
    acts: int = 0
    aggressive: int = 0
    flops: int = 0
    showdowns: int = 0
    bought: int | None = None
    cashed_out: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand: when (ns of night time), whose hands lay tabled then, their cards, and those of everybody."""

    at: int
    shown: frozenset[Seat]
    tabled: frozenset[tuple[Seat, Card]] = frozenset()
    held: frozenset[tuple[Seat, Card]] = field(default=frozenset(), repr=False)

    def showed(self, hand: Hand | None) -> frozenset[Seat]:
        """The seats of an earlier moment, *hand*, that held then only what they tabled in the end.

        A hand that was undone and dealt anew has the number of the new one, a replaced card its seat: they were never
        shown.
        """
        return self.shown & _within(hand, self.tabled)

    def kept(self, hand: Hand | None) -> frozenset[Seat]:
        """The seats of an earlier moment, *hand*, that held then only what they held in the end."""
        return _within(hand, self.held)


def _within(hand: Hand | None, cards: frozenset[tuple[Seat, Card]]) -> frozenset[Seat]:
    """The seats of *hand* that hold none but these *cards*."""
    players = hand.players if hand is not None else ()
    return frozenset(
        player.seat for player in players if {(player.seat, card) for card in player.cards if card} <= cards
    )


@dataclass(frozen=True, slots=True)
class Result:
    """Who won how much in which hand, counted from 1."""

    hand: int
    won: tuple[tuple[Seat, Chips], ...]

    @property
    def pot(self) -> int:
        """All that was won."""
        return sum(amount for _, amount in self.won)


@dataclass(frozen=True, slots=True)
class Paid:
    """An entry (its number) by which chips were bought or taken home, and what the account and the seat were before."""

    entry: int
    seat: Seat
    before: Account | None
    left: bool


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening so far. ``number``: hands begun; ``ended``: hands ended; ``counted``: hands won by somebody."""

    number: int = 0
    ended: int = 0
    counted: int = 0
    accounts: tuple[tuple[Seat, Account], ...] = ()
    history: tuple[tuple[int, tuple[tuple[Seat, Chips], ...]], ...] = ()
    """Number of a hand, and all stacks at its end."""
    endings: tuple[tuple[int, Ending], ...] = ()
    """By number of the hand."""
    last: Result | None = None
    biggest: Result | None = None
    left: frozenset[Seat] = frozenset()
    """Seats that somebody has left: whoever sits there now is not the one the table file names."""
    hand: str | None = None
    settled: bool = True
    acts: tuple[Act, ...] = ()
    flop: frozenset[Seat] = frozenset()
    showdown: frozenset[Seat] = frozenset()
    bet_to: int = 0
    street: Street | None = None
    back: tuple["Evening", ...] = field(default=(), repr=False)
    """The evening before the last beginnings and ends of hands, oldest first."""

    paid: tuple["Paid", ...] = field(default=(), repr=False)
    """What changed who bought what, newest last, as far as the desk can take it back."""

    def ending(self, number: int) -> Ending | None:
        """How the hand of that *number* ended; None while it runs, or where nobody said that it ended."""
        return dict(self.endings).get(number)
