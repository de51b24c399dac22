"""Exact equity of hold'em hands: every board that can still come, counted once.

Nothing is drawn by lot and nothing is shipped as a table. Before the flop 1.7 million boards fall into 6,175 sets of
ranks, and, where somebody may have a flush, into 36,608 a suit; numpy weighs each by how many boards it stands for.
Asked only with cards that a view shows already (``views.broadcast``).
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from table_controller.records.cards import DECK, Card
from table_controller.views.chances import SPLIT, Chances

_Ints = NDArray[np.int64]
_HEIGHT = {letter: height for height, letter in enumerate("23456789TJQKA")}
_SUIT = {letter: place for place, letter in enumerate("cdhs")}
_RANKS, _MASKS = 13, 1 << 13
_BITS = 1 << np.arange(_RANKS)


@lru_cache(maxsize=256)
def chances(hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> Chances | None:
    """What every hand can expect on *board*; None for what is not counted: other games, half a flop, a card twice.

    *hands*: two to eleven of two cards each; *board*: none, three, four or five.
    """
    known = [card for hand in hands for card in hand] + [*board]
    if len(set(known)) != len(known) or not 2 <= len(hands) <= 11 or any(len(hand) != 2 for hand in hands):
        return None
    if len(board) not in (0, 3, 4, 5):
        return None
    parts = _before_the_flop(hands) if not board else [_all_boards(hands, board)]
    wins, ties, shares, boards = (sum(part) for part in zip(*map(_count, parts), strict=True))
    return Chances(tuple(wins.tolist()), tuple(ties.tolist()), tuple(shares.tolist()), int(boards), _outs(hands, board))


def prepare() -> None:
    """Lay out the patterns of boards, so that the first hands wait for nothing (a fifth of a second)."""
    _patterns()


class _Boards(NamedTuple):
    """Boards weighed by how many they stand for, and every hand's strength on each: (boards,), (hands, boards)."""

    weight: _Ints
    strength: _Ints


def _count(part: _Boards) -> tuple[_Ints, _Ints, _Ints, int]:
    best = part.strength == part.strength.max(axis=0)
    sharers = best.sum(axis=0)
    weight = part.weight.astype(float)  # exact: no sum here comes near 2**53, and floats are multiplied faster
    alone, together = np.where(sharers == 1, weight, 0.0), np.where(sharers > 1, weight, 0.0)
    wins, ties, shares = (best @ of for of in (alone, together, weight * (SPLIT // sharers)))
    return wins.astype(np.int64), ties.astype(np.int64), shares.astype(np.int64), int(part.weight.sum())


def _top(count: int) -> _Ints:
    """By mask of ranks: the highest *count* of them, or all there are."""
    tops = np.zeros(_MASKS, np.int64)
    for mask in range(_MASKS):
        bits = [bit for bit in range(_RANKS - 1, -1, -1) if mask >> bit & 1][:count]
        tops[mask] = sum(1 << bit for bit in bits)
    return tops


def _straight_of(mask: int) -> int:
    """One more than the place of the best straight's top among *mask*'s ranks, the ace below the two as well; or 0."""
    low = mask << 1 | mask >> (_RANKS - 1)
    return next((top for top in range(_RANKS, 3, -1) if low >> (top - 4) & 31 == 31), 0)


_TOP1, _TOP2, _TOP3, _TOP5 = _top(1), _top(2), _top(3), _top(5)
_STRAIGHT = np.array([_straight_of(mask) for mask in range(_MASKS)])
_MANY = np.array([mask.bit_count() for mask in range(_MASKS)])


def _number(category: int, major: Any, minor: Any = 0) -> Any:
    """Category, then the ranks that decide, as masks: of masks with equally many ranks the greater is the better."""
    return category << 26 | major << 13 | minor


_FLUSH = np.where(_MANY < 5, 0, np.where(_STRAIGHT > 0, _number(8, _STRAIGHT), _number(5, _TOP5)))
"""By mask of one suit's ranks: the flush's strength, 0 where it is none."""


class _Ranks(NamedTuple):
    """Of each board the ranks as masks: those it has at least once, twice, three times, four times."""

    one: _Ints
    two: _Ints
    three: _Ints
    four: _Ints

    def with_card(self, card: Card) -> "_Ranks":
        """The same boards with *card* beside each."""
        bit = 1 << _HEIGHT[card.rank.value]
        one, two, three, four = self
        return _Ranks(one | bit, two | one & bit, three | two & bit, four | three & bit)


def _ranks_of(counts: _Ints) -> _Ranks:
    """From how many of each rank: (boards, 13)."""
    return _Ranks(*((counts >= least) @ _BITS for least in (1, 2, 3, 4)))


def _by_ranks(ranks: _Ranks, hand: Sequence[Card]) -> _Ints:
    """The strength without a flush of *hand* on each board, five to seven cards in all."""
    for card in hand:
        ranks = ranks.with_card(card)
    one, two, three, four = ranks
    triple, pair, pairs = _TOP1[three], _TOP1[two], _TOP2[two]
    full = _TOP1[two & ~triple]
    return np.select(
        [four > 0, (three > 0) & (full > 0), _STRAIGHT[one] > 0, three > 0, pairs != pair, two > 0],
        [
            _number(7, four, _TOP1[one & ~four]),
            _number(6, triple, full),
            _number(4, _STRAIGHT[one]),
            _number(3, triple, _TOP2[one & ~triple]),
            _number(2, pairs, _TOP1[one & ~pairs]),
            _number(1, pair, _TOP3[one & ~pair]),
        ],
        _TOP5[one],
    )


def _held(cards: Sequence[Card]) -> tuple[_Ints, _Ints]:
    """How many of each rank (13,), and the ranks of each suit as masks (4,)."""
    counts, suits = np.zeros(_RANKS, np.int64), np.zeros(4, np.int64)
    for card in cards:
        counts[_HEIGHT[card.rank.value]] += 1
        suits[_SUIT[card.suit.value]] |= 1 << _HEIGHT[card.rank.value]
    return counts, suits


_DECK_RANKS = np.array([_held([card])[0] for card in DECK])
_DECK_SUITS = np.array([_held([card])[1] for card in DECK])


def _all_boards(hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...], more: int | None = None) -> _Boards:
    """Every board that *board* can become with *more* cards (by default: until there are five), one by one."""
    more = 5 - len(board) if more is None else more
    left = [number for number, card in enumerate(DECK) if card not in board and all(card not in h for h in hands)]
    drawn = np.array(list(combinations(left, more)), np.int64).reshape(comb(len(left), more), more)
    counts, suits = _held(board)
    ranks = _ranks_of(_DECK_RANKS[drawn].sum(axis=1) + counts)
    suits = _DECK_SUITS[drawn].sum(axis=1) + suits
    strengths = [np.maximum(_by_ranks(ranks, hand), _FLUSH[suits + _held(hand)[1]].max(axis=1)) for hand in hands]
    return _Boards(np.ones(len(drawn), np.int64), np.array(strengths))


def _outs(hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...] | None:
    """By hand: the next cards that give it the best hand alone, if it has not got it now. None before the flop."""
    if len(board) not in (3, 4):
        return None if not board else tuple(() for _ in hands)
    now, then = _all_boards(hands, board, 0).strength, _all_boards(hands, board, 1).strength
    left = [card for card in DECK if card not in board and all(card not in hand for hand in hands)]
    ordered = sorted(range(len(left)), key=lambda place: -_HEIGHT[left[place].rank.value])
    alone = (then == then.max(axis=0)) & ((then == then.max(axis=0)).sum(axis=0) == 1)
    leads = (now[:, 0] == now.max()) & ((now[:, 0] == now.max()).sum() == 1)
    return tuple(
        () if leads[hand] else tuple(left[place] for place in ordered if alone[hand, place])
        for hand in range(len(hands))
    )


class _Patterns(NamedTuple):
    """What boards can look like before the flop, whoever holds what.

    ``sets``: every multiset of five ranks (6175, 13), and ``ranks`` as masks. ``suited``: by how many cards share a
    suit (3, 4, 5) the masks of their ranks (a,), the other cards' places in the ranks (b, 5 - n), and which multiset
    both make together (a, b).
    """

    sets: _Ints
    ranks: _Ranks
    suited: tuple[tuple[_Ints, _Ints, _Ints], ...]


@lru_cache(maxsize=1)
def _patterns() -> _Patterns:
    sets = [ranks for ranks in combinations_with_replacement(range(_RANKS), 5) if len(set(ranks)) > 1]
    place: dict[tuple[int, ...], int] = {ranks: number for number, ranks in enumerate(sets)}
    suited = []
    for same in (3, 4, 5):
        masks = list(combinations(range(_RANKS), same))
        others = list(combinations_with_replacement(range(_RANKS), 5 - same))
        together = [[place[tuple(sorted(mask + other))] for other in others] for mask in masks]
        bits = [sum(1 << rank for rank in mask) for mask in masks]
        suited.append((np.array(bits), np.array(others, np.int64).reshape(len(others), 5 - same), np.array(together)))
    counts = np.array([np.bincount(ranks, minlength=_RANKS) for ranks in sets])
    return _Patterns(counts, _ranks_of(counts), tuple(suited))


_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(5)])


def _before_the_flop(hands: tuple[tuple[Card, ...], ...]) -> list[_Boards]:
    """All boards of five: those of which somebody has a flush, by their suit, and the rest."""
    patterns = _patterns()
    counts, dead = _held([card for hand in hands for card in hand])
    own = [_held(hand)[1] for hand in hands]
    plain = np.array([_by_ranks(patterns.ranks, hand) for hand in hands])
    rest = _CHOOSE[(4 - counts)[None, :], patterns.sets].prod(axis=1)
    parts = []
    for suit in range(4):
        left = 3 - counts + (dead[suit] >> np.arange(_RANKS) & 1)  # of each rank, in the other suits
        most = max(int(_MANY[suits[suit]]) for suits in own)
        for masks, others, together in patterns.suited:
            if others.shape[1] > most:
                continue  # nobody has the cards for a flush with these
            fits = (masks & dead[suit]) == 0
            some, weight = together[fits], np.tile(_ways(others, left), (int(fits.sum()), 1))
            rest -= np.bincount(some.ravel(), weight.ravel(), minlength=len(rest)).astype(np.int64)
            flush = np.array([_FLUSH[masks[fits] | suits[suit]] for suits in own])
            strength = np.maximum(plain[:, some], flush[:, :, None])
            parts.append(_Boards(weight.ravel(), strength.reshape(len(hands), -1)))
    return [*parts, _Boards(rest, plain)]


def _ways(others: _Ints, left: _Ints) -> _Ints:
    """How many cards, or pairs of cards, of the *left* ones each row of *others* stands for."""
    if others.shape[1] == 0:
        return np.ones(1, np.int64)
    if others.shape[1] == 1:
        return left[others[:, 0]]
    first, second = left[others[:, 0]], left[others[:, 1]]
    return np.where(others[:, 0] == others[:, 1], first * (first - 1) // 2, first * second)
