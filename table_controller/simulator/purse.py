"""Chips by denomination: paying an amount with few of them, and setting up a stack."""

from collections import Counter
from collections.abc import Iterator

Purse = Counter[int]
"""How many chips of each denomination."""

_WANTED = ((10, 50, 10), (50, 100, 8), (100, 500, 24), (500, 1000, 6))
"""A denomination, the next larger one, and how many a player likes to have; the rest is 1,000s."""

OVERSIZED = 100
"""A single chip above this may count as a call only, so that nobody bets or raises with one."""


def worth(purse: Purse) -> int:
    """What the chips are worth together."""
    return sum(value * count for value, count in purse.items())


def set_up(amount: int) -> Purse:
    """A stack worth *amount* (a multiple of 10) with enough small chips to bet from."""
    purse: Purse = Counter()
    left = amount
    for value, larger, wanted in _WANTED:
        batch = larger // value
        count = left % larger // value
        count += max(0, min((wanted - count) // batch, (left - count * value) // larger)) * batch
        purse[value] = count
        left -= count * value
    purse[1000] = left // 1000
    return +purse


def pay_new(amount: int) -> Purse:
    """The fewest chips of all kinds that make *amount*, a multiple of 10."""
    purse: Purse = Counter()
    for value in (1000, 500, 100, 50, 10):
        purse[value], amount = divmod(amount, value)
    return +purse


def pay(purse: Purse, amount: int, *, alone: bool = True) -> Purse | None:
    """The fewest chips of *purse* that make *amount*; unless *alone*, never a single oversized one. None: cannot be."""
    chosen = [way for way in _ways(+purse, amount) if alone or amount <= OVERSIZED or way.total() > 1]
    return min(chosen, key=lambda way: (way.total(), sorted(way.items())), default=None)


def _ways(purse: Purse, amount: int) -> Iterator[Purse]:
    """Ways to make *amount*, with at most one small-change detour for each denomination."""
    values = sorted(purse, reverse=True)

    def fill(index: int, left: int) -> Iterator[Purse]:
        if left == 0:
            yield Counter()
        elif index < len(values):
            value = values[index]
            most = min(purse[value], left // value)
            for count in range(most, max(-1, most - 3), -1):
                for rest in fill(index + 1, left - count * value):
                    yield +(rest + Counter({value: count}))

    return fill(0, amount)
