"""Letters of other languages on court cards (B for Bube, R for Roi), which the published readers never learned.

They take a B for an eight and a D for a ten, often surely. A network of its own says of an index how much it looks like
any of these letters, like an English one, or like anything else. A deck has those of one language, so all the indices
of a picture say together which.
"""

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats
from vision.names import CARDS, JOKER, RANKS, SUITS

LANGUAGES = {
    "English": {"J": "J", "Q": "Q", "K": "K"},
    "German": {"J": "B", "Q": "D", "K": "K"},
    "French": {"J": "V", "Q": "D", "K": "R"},
    "Dutch": {"J": "B", "Q": "V", "K": "H"},
}
"""What decks print for their court cards. Readers know the first."""
EXPECTED = 0.86, 0.1, 0.03, 0.01
"""How likely a deck is of each before anything is seen of it, at a table in Germany."""
LETTERS = "JQKBDVRH"
"""What the network tells apart, after what is none of these."""
NEITHER, SAID = 0, 1 + len(LETTERS)
OTHERS = 10
"""So many ranks are printed alike in all languages: so much likelier is what is no letter than any one of them."""
MOST, EACH = 4.0, 0.6
"""How much one index says at most about its deck, as a logarithm, and how much of that counts: the corners of a card
are alike, and what is mistaken in one is in the other."""
A_CARD, REMEMBERED = 2 * MOST * EACH, 8.0
"""How much a card says at most, whatever else is taken for an index of it; and how much all that were seen before say
against a language."""
NO_INDEX = 0.9
"""What is this surely no index is not asked about."""
SLIGHT = 0.05
"""What is less likely a letter of another language is none."""
LEAST = 1e-4
RENAMED = tuple(RANKS.index(rank) for rank in "JQK")
"""The ranks that have a letter in every language."""
_NO_RANK = len(RANKS)
_SUITS = slice(_NO_RANK + 1, _NO_RANK + 1 + len(SUITS))


def kind(language: str, rank: str) -> int:
    """Return which of what the network tells apart is printed on cards of *rank*."""
    return 1 + LETTERS.index(LANGUAGES[language][rank]) if rank in LANGUAGES[language] else NEITHER


PRINTED = np.array([[kind(language, RANKS[rank]) for rank in RENAMED] for language in LANGUAGES])
"""(languages, 3): which letter jacks, queens and kings have."""
STRANGE = PRINTED[1:] != PRINTED[0]
"""Which of them readers never learned, of all languages but the first."""


def asked(answers: Field) -> NDArray[np.intp]:
    """Return which indices, by what is read of them (n, 19), may be letters."""
    return np.flatnonzero(answers[:, _NO_RANK] < NO_INDEX)


class Known:
    """What the cards of one deck have shown of its letters. Any thread may ask."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, int], Field] = {}

    def languages(self, answers: Field, likely: Field) -> Field:
        """Return how likely the deck is of each of LANGUAGES, by all that was seen of it and by these indices.

        They are so *likely* (n, 9) each letter's; *answers* (n, 19): what is read of them. What may be no index counts
        the less, and each card once, as it was seen most clearly.
        """
        now, before = _told(answers, likely), dict(self._told)
        clearer = {card: told for card, told in now.items() if _clearly(told) >= _clearly(before.get(card))}
        self._told.update(clearer)
        none = np.zeros(len(LANGUAGES), np.float32)
        remembered = sum((told for card, told in before.items() if card not in clearer), none)
        odds = np.log(EXPECTED) + sum(clearer.values(), none)
        odds += np.maximum(remembered - remembered.max(), -REMEMBERED)
        chances = np.exp(odds - odds.max())
        return floats(chances / chances.sum())


def _clearly(told: Field | None) -> float:
    return 0.0 if told is None else float(np.abs(told).max())


def _explained(likely: Field) -> Field:
    """Return (n, languages): how well each explains an index that is so *likely* (n, 9) each letter's."""
    return floats(likely[:, PRINTED].sum(2) + OTHERS * likely[:, NEITHER, None] + LEAST)


def _told(answers: Field, likely: Field) -> dict[tuple[int, int], Field]:
    """Return how much each card, by the letter it looks most like and its suit, speaks for each language.

    Logarithms (languages,), against English.
    """
    explained = _explained(likely)
    there = (1 - answers[:, _NO_RANK]) * answers[:, _SUITS].sum(1)
    each = EACH * there[:, None] * np.clip(np.log(explained / explained[:, :1]), -MOST, MOST)
    cards = zip(likely[:, 1:].argmax(1).tolist(), answers[:, _SUITS].argmax(1).tolist(), strict=True)
    told: dict[tuple[int, int], Field] = {}
    for card, one in zip(cards, each, strict=True):
        told[card] = floats(np.clip(told.get(card, 0.0) + one, -A_CARD, A_CARD))
    return told


def shares(likely: Field, spoken: Field) -> Field:
    """Return (n, 3): how likely each index is that of a jack, a queen, a king printed in another language than English.

    *likely* (n, 9): each letter's; *spoken*: how likely the deck is of each language. Where it is of another, no index
    is an English jack's. What is but slightly likely is none: a deck with English letters is read as if there were no
    others.
    """
    each = likely[:, PRINTED[1:]] * STRANGE * (spoken / _explained(likely))[:, 1:, None]
    share = each.sum(1)
    share[share.sum(1) < SLIGHT] = 0
    return floats(share)


def named(answers: Field, share: Field) -> Field:
    """Return what indices say (n, 19) of which so large a *share* (n, 3) is a strange jack's, queen's, king's letter.

    That there is none they say as before.
    """
    said = answers.copy()
    there = 1 - answers[:, _NO_RANK, None]
    said[:, :_NO_RANK] *= 1 - share.sum(1)[:, None]
    said[:, RENAMED] += share * there
    return said


def courts(whole: Field, share: Field, suits: Field) -> Field:
    """Return what is said of *whole* cards (n, 56) of which an index has a strange letter: *share* (n, 3) of each.

    Who never learned the letter sees a court card, not which; or a picture without an index, like a joker. Courts of
    other suits than the index names, *suits* (n, 4), are seen as before, and so are cards with pips.
    """
    heard = whole.copy()
    seen = heard[:, : len(CARDS)].reshape(-1, len(SUITS), len(RANKS))
    moved = share.sum(1)[:, None] * suits
    courtly = seen[:, :, RENAMED].sum(2) * moved + whole[:, JOKER, None] * moved
    seen[:, :, RENAMED] *= (1 - moved)[:, :, None]
    heard[:, JOKER] *= 1 - moved.sum(1)
    seen[:, :, RENAMED] += courtly[:, :, None] * (share / np.maximum(share.sum(1), LEAST)[:, None])[:, None]
    return heard
