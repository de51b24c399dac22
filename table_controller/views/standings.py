"""How the table stands: who is still in, with how much on average, and which level comes when. Pure."""

from dataclasses import dataclass

from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.night import Night

MINUTE = 60_000_000_000
"""Nanoseconds."""


@dataclass(frozen=True, slots=True)
class PlannedLevel:
    """One level of the evening's plan: its blinds and ante, and how many minutes it lasts."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips
    minutes: int


Plan = tuple[PlannedLevel, ...]
"""The levels in their order, the first being level 1; empty where the evening has no plan."""


@dataclass(frozen=True, slots=True)
class NextLevelView:
    """The level that comes next; ``starts``: when, in ns of night time, in the past where nobody has begun it yet."""

    level: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    starts: int


def next_level(night: Night, plan: Plan) -> NextLevelView | None:
    """The level after the one being played, None where the plan knows neither or nobody said when this one began."""
    played = night.level or 0
    if not 1 <= played < len(plan) or not night.seating.levels:
        return None
    now, then = plan[played - 1], plan[played]
    starts = night.seating.levels[-1].at + now.minutes * MINUTE
    return NextLevelView(played + 1, then.small_blind, then.big_blind, then.ante, starts)


def players_left(night: Night) -> int:
    """How many have chips, or are all-in for them in the running hand."""
    return sum(chips > 0 for chips in _chips_of(night).values())


def average_stack(night: Night) -> Chips | None:
    """The chips in play by player left, rounded down; None at an empty table.

    What lies in the pot counts as its owner's: the average would otherwise fall and rise with every hand.
    """
    left = players_left(night)
    return Chips(sum(_chips_of(night).values()) // left) if left else None


def _chips_of(night: Night) -> dict[int, int]:
    """By seat: its stack, and what it has put in of a pot that nobody has won yet."""
    chips: dict[int, int] = dict(night.stacks)
    if (hand := _running(night.hand)) is not None:
        chips |= {player.seat: player.stack + player.total for player in hand.players}
    return chips


def _running(hand: Hand | None) -> Hand | None:
    return None if hand is None or hand.settled else hand
