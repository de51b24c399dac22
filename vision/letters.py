"""German letters: a jack printed B (Bube) and a queen printed D (Dame), which the published readers never learned.

They take a B for an eight and a D for a ten, often surely. A network of its own says of an index how much it looks like
either, like an English J or Q, or like anything else. A deck has them all or none, so all the indices of a picture say
together which letters its deck has.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats
from vision.names import CARDS, JOKER, RANKS, SUITS

NEITHER, BUBE, DAME, JACK, QUEEN = range(5)
"""What the network tells apart: none of these letters, then the German and the English ones."""
SAID = 5
EXPECTED = 0.1
"""How likely a deck has German letters before anything is seen of it."""
OTHERS = 11
"""For each of the two ranks with a letter of its own so many are printed alike in both languages."""
MOST, EACH = 4.0, 0.6
"""How much one index says at most about its deck, as a logarithm, and how much of that counts: the corners of a card
are alike, and what is mistaken in one is in the other."""
A_CARD, REMEMBERED = 2 * MOST * EACH, 6.0
"""How much a card says at most, whatever else is taken for an index of it; and all that were seen before together."""
NO_INDEX, A_KING = 0.9, 0.02
"""What is this surely no index is not asked about; nor what is a king even so little, for the R (Roi) of a French one
looks like a B: of German jacks one in ten is so much of a king to whoever never saw a B."""
SLIGHT = 0.05
"""What is less likely a German letter is none."""
LEAST = 1e-4
_JACK, _QUEEN, _KING, _NO_RANK = RANKS.index("J"), RANKS.index("Q"), RANKS.index("K"), len(RANKS)
RENAMED = (_JACK, _QUEEN)
"""The ranks that German decks print another letter for."""
_SUITS = slice(_NO_RANK + 1, _NO_RANK + 1 + len(SUITS))


def asked(answers: Field) -> NDArray[np.intp]:
    """Return which indices, by what is read of them (n, 19), may be letters."""
    return np.flatnonzero((answers[:, _NO_RANK] < NO_INDEX) & (answers[:, _KING] < A_KING))


class Known:
    """What the cards of one deck have shown of its letters. Any thread may ask."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, int], float] = {}

    def german(self, answers: Field, likely: Field) -> float:
        """Return how likely the deck has German letters, by all that was seen of it and by these indices.

        They are so *likely* (n, 5) each letter's; *answers* (n, 19): what is read of them. What may be no index counts
        the less, and each card once, as it was seen most clearly.
        """
        now, before = _told(answers, likely), dict(self._told)
        clearer = {card: told for card, told in now.items() if abs(told) >= abs(before.get(card, 0.0))}
        self._told.update(clearer)
        remembered = sum(told for card, told in before.items() if card not in clearer)
        odds = sum(clearer.values()) + min(max(remembered, -REMEMBERED), REMEMBERED)
        odds += np.log(EXPECTED / (1 - EXPECTED))
        return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _told(answers: Field, likely: Field) -> dict[tuple[int, int], float]:
    """Return how much each card, by the letter it looks most like and its suit, speaks for a German deck."""
    rest = OTHERS * likely[:, NEITHER] + LEAST
    for_it, against = (likely[:, letters].sum(1) + rest for letters in ([BUBE, DAME], [JACK, QUEEN]))
    there = (1 - answers[:, _NO_RANK]) * answers[:, _SUITS].sum(1)
    each = EACH * there * np.clip(np.log(for_it / against), -MOST, MOST)
    cards = zip(likely[:, BUBE:].argmax(1).tolist(), answers[:, _SUITS].argmax(1).tolist(), strict=True)
    told: dict[tuple[int, int], float] = {}
    for card, one in zip(cards, each.tolist(), strict=True):
        told[card] = min(max(told.get(card, 0.0) + one, -A_CARD), A_CARD)
    return told


def shares(likely: Field, sure: float) -> Field:
    """Return (n, 2): how likely each index, *likely* (n, 5) each letter's, is a German jack's, and a German queen's.

    *sure*: how likely the deck has German letters; where it has, no index is an English jack's. What is but slightly
    likely is none: a deck with English letters is read as if there were no others.
    """
    strange = likely[:, [BUBE, DAME]]
    share = sure * strange / (strange.sum(1) + OTHERS * likely[:, NEITHER] + LEAST)[:, None]
    share[share.sum(1) < SLIGHT] = 0
    return floats(share)


def named(answers: Field, share: Field) -> Field:
    """Return what indices say (n, 19) of which so large a *share* (n, 2) is that of a German jack, and queen.

    That there is none they say as before.
    """
    said = answers.copy()
    there = 1 - answers[:, _NO_RANK, None]
    said[:, :_NO_RANK] *= 1 - share.sum(1)[:, None]
    said[:, [_JACK, _QUEEN]] += share * there
    return said


def courts(whole: Field, share: Field, suits: Field) -> Field:
    """Return what is said of *whole* cards (n, 56) of which an index is a German jack's, or queen's: *share* (n, 2).

    Who never learned the letter sees a court card, not which; or a picture without an index, like a joker. Courts of
    other suits than the index names, *suits* (n, 4), are seen as before, and so are cards with pips.
    """
    heard = whole.copy()
    seen = heard[:, : len(CARDS)].reshape(-1, len(SUITS), len(RANKS))
    moved = share.sum(1)[:, None] * suits
    courtly = seen[:, :, [_JACK, _QUEEN, _KING]].sum(2) * moved + whole[:, JOKER, None] * moved
    seen[:, :, [_JACK, _QUEEN, _KING]] *= (1 - moved)[:, :, None]
    heard[:, JOKER] *= 1 - moved.sum(1)
    seen[:, :, [_JACK, _QUEEN]] += courtly[:, :, None] * (share / np.maximum(share.sum(1), LEAST)[:, None])[:, None]
    return heard
