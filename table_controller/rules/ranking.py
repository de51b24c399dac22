"""The strength of a poker hand: plain, exact and without tables. PokerKit is its oracle in the tests."""

from functools import lru_cache
from itertools import combinations

from table_controller.records.cards import Card

_HEIGHTS = {letter: height for height, letter in enumerate("23456789TJQKA", start=2)}


@lru_cache(maxsize=256)
def strength(hole: tuple[Card, ...], board: tuple[Card, ...], *, omaha: bool = False) -> int:
    """The strength of the best five cards; greater wins, equal splits; 0 for fewer than five cards in all.

    Texas: any five of hole and board. Omaha: exactly two of *hole* and three of *board* (004 B11-b).
    """
    if omaha:
        choices = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
        return max((best_of(five) for five in choices), default=0)
    return best_of(hole + board)


def best_of(cards: tuple[Card, ...]) -> int:
    """The strength of the best five of *cards*: the category, then the ranks that decide."""
    if len(cards) < 5:
        return 0
    heights = [_HEIGHTS[card.rank._value_] for card in cards]
    flush = _flush(cards, heights)
    if flush and (top := _straight(flush)):
        return _number(8, [top])
    counts = sorted(((heights.count(height), height) for height in set(heights)), reverse=True)
    groups = [height for _, height in counts]
    if counts[0][0] >= 4:
        return _number(7, [groups[0], max(groups[1:], default=0)])
    if counts[0][0] == 3 and len(counts) > 1 and counts[1][0] >= 2:
        return _number(6, groups[:2])
    if flush:
        return _number(5, flush[:5])
    if top := _straight(heights):
        return _number(4, [top])
    if counts[0][0] == 3:
        return _number(3, [groups[0], *sorted(groups[1:], reverse=True)[:2]])
    if counts[0][0] == 2 and counts[1][0] == 2:
        return _number(2, [*groups[:2], max(groups[2:], default=0)])
    if counts[0][0] == 2:
        return _number(1, [groups[0], *sorted(groups[1:], reverse=True)[:3]])
    return _number(0, sorted(heights, reverse=True)[:5])


def _flush(cards: tuple[Card, ...], heights: list[int]) -> list[int]:
    """The heights of a suit that comes five times, highest first, or none."""
    suits = [card.suit._value_ for card in cards]
    for suit in "cdhs":
        if suits.count(suit) >= 5:
            return sorted((h for h, s in zip(heights, suits, strict=True) if s == suit), reverse=True)
    return []


def _straight(heights: list[int]) -> int:
    """The top of the best straight, 5 for the wheel (no round-the-corner), or 0."""
    held = set(heights)
    if 14 in held:
        held.add(1)
    return next((top for top in range(14, 4, -1) if held.issuperset(range(top - 4, top + 1))), 0)


def _number(category: int, ranks: list[int]) -> int:
    number = category + 1
    for rank in [*ranks, 0, 0, 0, 0, 0][:5]:
        number = number * 15 + rank
    return number
