"""How sure a name is: what the readers say tells which card it is, how it was come by tells how far to trust that.

Two indices of one print err together, small suits are mistaken for each other, and an index may lie on another card; so
the product of the readers' opinions is surer than it is right. A logistic regression, fitted where the truth is known
(vision/training/calibrate.py), says how often a name that was come by in this way is the right one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats
from vision.localise import Found, overlap, part_of
from vision.names import BACK, CARDS, CLASSES, CUT_CARD, JOKER
from vision.opinions import Opinions
from vision.pictured import ACE, face_down
from vision.sizes import size

ASPECTS = (
    "chance",  # of the name, by both readers' opinions together
    "margin",  # over the next best name
    "whole",  # what the picture of the whole card says for it
    "other",  # and what it says for another name
    "alone",  # whether nothing but an index was found of the card
    "placed",  # and how surely it tells where the card lies
    "index",  # what the best of its indices says for it
    "second",  # what the next of its indices says for it
    "against",  # what an index says that names another card
    "suit",  # what the least sure suit says for it, of the indices that agree on the rank
    "height",  # of the best index, in pixels
    "clear",  # what the best index says times its height: of a tall one what it says counts more
    "tall",  # the same, of what is taller than is easily mistaken
    "tall_whole",  # what the whole card says, and the second index, and the suit, times the height: of an index
    "tall_second",  # so tall they matter less
    "tall_suit",
    "court",  # jacks, queens and kings look alike
    "none",  # what is said for a back, a joker, a cut card or nothing
    "joker",
    "cut_card",
    "score",  # how sure the localiser is of the outline
    "back",  # and that its back is up
    "on_back",  # how much of it lies on cards face down: many backs show a hand of aces
    "astray",  # how far from its middle the best index says that the middle is
    "taken",  # by how much it is likelier once every other outline has its name, since a deck has each card once
    "rival",  # how surely an outline that overlaps it has another name, times how far it does
    "smaller",  # than the likely faces nearest to it, as a logarithm: perhaps but a picture, or a part
    "larger",  # than these
    "ace",  # backs that show cards show aces: one that no likely face tells the size of
    "small_ace",  # and smaller ones than there are
)
"""What the sureness of a name depends on."""
EASY = float(np.log1p(8.0))
"""Half the height of an index, in pixels as the aspect "height" counts them, beyond which people never err."""
TALLEST = 30.0
"""Half the height of an index, in pixels, beyond which it tells no more: of the indices that this is fitted on two in a
hundred are taller, and what is weighed with the height grew with it: cards that fill a photograph were less sure.
"""
LEAST = 1e-4
APART, TOUCHED, BELIEVED = 0.3, 0.15, 0.98
"""Up to which overlap another outline's name is surely another card's, from which on it may be a rival for the same
card; and how far it is believed at most."""
LIKELY, NEIGHBOURS = 0.9, 5
"""How likely the name of a face must be by both readers' opinions for it to tell how large cards are; and of how many,
the nearest ones, an outline is compared with the middle one, since a table seen aslant shows far cards smaller."""
HEARD = 0.3
"""An index that says less for a name's rank does not speak for the name."""


@dataclass(frozen=True, slots=True)
class Sureness:
    """What each of ASPECTS counts, and what is added always."""

    always: float
    weights: tuple[float, ...]

    def of(self, aspects: Field) -> Field:
        """Return for aspects (n, len(ASPECTS)) how likely each name is right, (n,)."""
        return floats(1 / (1 + np.exp(-(aspects @ floats(self.weights) + self.always))))


AS_SAID = Sureness(0.0, (1.0, *(0.0 for _ in ASPECTS[1:])))
"""The sureness of weights for which none was fitted: the chance of the name as it is."""


def aspects(said: Opinions, chances: Field, card_long: float | None = None) -> Field:
    """Return (n, len(ASPECTS)) of the likeliest name of each card; *chances* (n, 56) of all opinions together.

    *card_long*: how long cards are in pixels, where that is known.
    """
    cards, whole, index, reaches = said.cards, said.whole, said.index, said.reaches
    rows, name = np.arange(len(cards)), chances[:, :BACK].argmax(1)
    rank, suit = name % 13, name // 13
    for_rank, for_suit = index[rows, :, rank] * (reaches > 0), index[rows, :, 14 + suit]
    speaks = np.sort(for_rank * for_suit, 1)[:, ::-1]
    other = (index[:, :, :13].argmax(2) != rank[:, None]) | (index[:, :, 14:18].argmax(2) != suit[:, None])
    against = (index[:, :, :13].max(2) * index[:, :, 14:18].max(2) * other * (reaches > 0)).max(1)
    heard = for_rank > HEARD
    least_suit = np.where(heard.any(1), np.where(heard, for_suit, 1).min(1), 0)
    best = (for_rank * for_suit).argmax(1)
    told = speaks[:, 0] > HEARD
    height = np.log1p(np.where(told, np.minimum(reaches[rows, best], TALLEST), 0))
    far = np.where(told, said.astray[rows, best], 0)
    ordered = np.log(np.sort(chances[:, :BACK], 1) + LEAST**2)
    court, ace = (rank > 8) & (rank < 12), rank == ACE
    off = _off_size(cards, chances, card_long)
    unknown, off = np.isnan(off), np.nan_to_num(off)
    smaller = np.maximum(-off, 0)
    others = whole[:, :BACK].copy()
    others[rows, name] = 0
    sure_of_place = floats([card.placed for card in cards])
    alone = sure_of_place < 1
    placed = np.where(alone, odds(sure_of_place), 0)
    by_whole, second, least = odds(whole[rows, name]), odds(speaks[:, 1]), odds(least_suit)
    seen = [
        odds(chances[rows, name]), ordered[:, -1] - ordered[:, -2], by_whole, odds(others.max(1)), alone, placed,
        odds(speaks[:, 0]), second, odds(against), least, height, height * odds(speaks[:, 0]),
        np.maximum(height - EASY, 0) * odds(speaks[:, 0]), height * by_whole, height * second, height * least, court,
        odds(chances[:, BACK:].sum(1)), odds(whole[:, JOKER]), odds(whole[:, CUT_CARD]),
        floats([card.score for card in cards]), floats([card.back for card in cards]),
        _on_backs(cards, whole), far, *_beside(cards, chances), smaller, np.maximum(off, 0), ace & unknown,
        smaller * ace,
    ]  # fmt: skip
    return floats(np.stack(seen, 1))


def _on_backs(cards: Sequence[Found], whole: Field) -> Field:
    """Return (n,) how much of each card, in parts of it, lies on one other that is surely face down."""
    backs = face_down(cards, whole)
    return floats(
        [
            max((part_of(card.quad, cards[other].quad) for other in backs if other != n), default=0.0)
            for n, card in enumerate(cards)
        ]
    )


def _beside(cards: Sequence[Found], chances: Field) -> tuple[Field, Field]:
    """Return "taken" and "rival" of each card, (n,): what the other outlines' names say of its own."""
    rows, name = np.arange(len(cards)), chances[:, :BACK].argmax(1)
    said = np.where(chances.argmax(1) < BACK, chances[rows, name], 0) * BELIEVED
    shared = _shared(cards)
    claims = np.zeros((len(cards), len(CARDS)))
    claims[rows, name] = np.log1p(-said)
    left = np.exp((shared <= APART) @ claims)
    faces = chances[:, : len(CARDS)] * left
    chance = faces[rows, name] / np.maximum(faces.sum(1) + chances[:, len(CARDS) :].sum(1), LEAST**2)
    differs = (name[:, None] != name) & (shared > TOUCHED)
    rival = (np.where(differs, shared, 0) * said).max(1, initial=0)
    return floats(odds(floats(chance)) - odds(chances[rows, name])), floats(rival)


def _off_size(cards: Sequence[Found], chances: Field, card_long: float | None) -> Field:
    """Return (n,) how much larger each outline is than likely faces around it, as a logarithm; NaN where there is none.

    Aces tell nothing: as pictures on a back they agree with each other. Where it is known how long cards are nothing is
    off: what is of quite another size is left out in the end (settle.py), and a camera that leans shows some smaller.
    """
    if card_long:
        return floats(np.zeros(len(cards)))
    sizes, middles = (
        floats([np.log(max(size(card), 1.0)) for card in cards]),
        floats([card.quad.mean(0) for card in cards]),
    )
    likely = (chances.max(1) > LIKELY) & (chances.argmax(1) < BACK) & (chances.argmax(1) % 13 != ACE)
    others = (np.flatnonzero(likely & (np.arange(len(cards)) != number)) for number in range(len(cards)))
    return floats([_off(sizes, middles, number, some) for number, some in enumerate(others)])


def _off(sizes: Field, middles: Field, number: int, others: NDArray[np.intp]) -> float:
    """Return how much larger one is than the nearest *others*; both sizes (n,) are logarithms, *middles* (n, 2)."""
    if not len(others):
        return float("nan")
    near = np.argsort(np.linalg.norm(middles[others] - middles[number], axis=1), kind="stable")[:NEIGHBOURS]
    return float(sizes[number] - np.median(sizes[others[near]]))


def _shared(cards: Sequence[Found]) -> Field:
    """Return (n, n) how far the outlines overlap."""
    shared = np.eye(len(cards), dtype=np.float32)
    for a, b in combinations(range(len(cards)), 2):
        shared[a, b] = shared[b, a] = overlap(cards[a].quad, cards[b].quad)
    return shared


def calibrated(chances: Field, sure: Field) -> Field:
    """Return distributions (n, 56) under which each card's likeliest name is as likely as it is *sure* (n,).

    The name stays the likeliest: what it loses goes to all cards alike, what it gains the others lose alike.
    """
    out = chances.copy()
    names = chances[:, :BACK].argmax(1)
    said = chances[np.arange(len(names)), names]
    for row in np.flatnonzero(chances.argmax(1) < BACK):
        before, after = float(said[row]), max(float(sure[row]), 2 / len(CARDS))
        if after <= before:
            share = (after - 1 / len(CARDS)) / (before - 1 / len(CARDS))
            out[row] *= share
            out[row, :BACK] += (1 - share) / len(CARDS)
        else:
            _raise(out[row], int(names[row]), after)
    return out


def unplayed(chances: Field, seen: Field) -> Field:
    """Return distributions in which jokers and cut cards are as likely as their picture says, if no name is likelier.

    *seen* (n, len(ASPECTS)). No index speaks for either, and what is read in a joker's corners speaks against it: of
    those named as cards a fifth were jacks. What a kind loses all cards get alike.
    """
    out = chances.copy()
    for kind in (JOKER, CUT_CARD):
        likely = 1 / (1 + np.exp(-seen[:, ASPECTS.index(CLASSES[kind])]))
        others = np.delete(out, kind, 1).max(1, initial=0)
        for row in np.flatnonzero((likely > others) | (out.argmax(1) == kind)):
            before, after = float(out[row, kind]), float(likely[row])
            if after > before:
                _raise(out[row], kind, after)
            else:
                out[row, :BACK] += (before - after) / len(CARDS)
                out[row, kind] = after
    return out


def _raise(row: Field, kind: int, likely: float) -> None:
    """Make *kind* so *likely* in one distribution, (56,); what it gains all others lose alike."""
    row *= (1 - likely) / max(1 - float(row[kind]), 1e-9)
    row[kind] = likely


def odds(chance: Field) -> Field:
    """Return the logarithm of the odds."""
    kept = np.clip(chance, LEAST, 1 - LEAST)
    return floats(np.log(kept / (1 - kept)))
