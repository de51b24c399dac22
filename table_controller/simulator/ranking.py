"""Which hand wins on the simulated table. The referee has its own; the simulator may not ask it."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from table_controller.records import Card


def strength(cards: Sequence[Card]) -> tuple[int, ...]:
    """A value that orders hands: the best five of up to seven cards."""
    return max(_five(five) for five in combinations(cards, 5))


def _five(cards: Sequence[Card]) -> tuple[int, ...]:
    heights = sorted((card.rank.height for card in cards), reverse=True)
    groups = sorted(Counter(heights).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    order = tuple(height for height, _ in groups)
    flush = len({card.suit for card in cards}) == 1
    straight = _straight(heights)
    if straight:
        return (8 if flush else 4, straight)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (max(kinds.get(shape, 0), 5 if flush else 0), *order)


def _straight(heights: list[int]) -> int:
    """The top of a straight, or 0; the ace also counts low."""
    if heights == [14, 5, 4, 3, 2]:
        return 5
    return heights[0] if len(set(heights)) == 5 and heights[0] - heights[4] == 4 else 0
