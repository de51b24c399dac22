"""How the table stands: who is still in, with how much on average, and which level comes when. Pure."""

from dataclasses import dataclass

from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.table import Level

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
    """The level that comes next; ``starts``: when, in ns of night time, in the past where it counts from the next hand.

    ``left``: the ns that are left while the clock stands; None while it runs. ``begun``: it counts from the next hand.
    """

    level: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    starts: int
    left: int | None = None
    begun: bool = False


def next_level(night: Night, plan: Plan) -> NextLevelView | None:
    """The level after the one being played, None where the plan knows neither or nobody said when this one began.

    A level that has begun while a hand is played at the one before counts from the next hand: until then it is next.
    """
    levels = night.seating.levels
    if outlasted(night) is not None:
        new = levels[-1]
        return NextLevelView(new.number, new.small_blind, new.big_blind, new.ante, new.at, begun=True)
    played = night.level or 0
    if not 1 <= played < len(plan) or not levels:
        return None
    then, clock = plan[played], levels[-1]
    starts = clock.at + plan[played - 1].minutes * MINUTE + clock.stood
    left = None if clock.stands is None else max(0, starts - clock.stands)
    return NextLevelView(played + 1, then.small_blind, then.big_blind, then.ante, starts, left)


def outlasted(night: Night) -> Level | None:
    """The earlier level at whose blinds a hand is still played; None where it is the newest, or no level at all.

    More than one can have begun in a hand: the clock's, the floor's, and one taken back by the level before it.
    """
    hand, levels = _running(night.hand), night.seating.levels
    if hand is None:
        return None
    played = next((one for one in reversed(levels) if _blinds(one) == (hand.small_blind, hand.big_blind)), None)
    return None if played is None or _blinds(played) == _blinds(levels[-1]) else played


def _blinds(level: Level) -> tuple[Chips, Chips]:
    return level.small_blind, level.big_blind


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
        chips |= {player.seat: player.stack + player.total - player.won for player in hand.players}
    return chips


def _running(hand: Hand | None) -> Hand | None:
    return None if hand is None or hand.settled else hand
