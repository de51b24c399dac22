"""What was learnt stands trial on the enrolled pictures themselves: it may count as far as it helps, and no further.

Each card is read twice in views that no prototype was made of: with all that was learnt, as the deck will be read; and
with its own pictures left out, as a card would be read that was never enrolled. A weight is allowed only if it does
not spoil the second: so a partial enrolment leaves the cards it does not know to the networks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field
from vision.enrol.adapt import MOST, RANKS, STRANGER, Embed, lower, of_cards, of_indices, upper
from vision.enrol.deck_file import Cuts
from vision.enrol.prototypes import FLOOR, Kinds, Prototypes, Rule, bent
from vision.enrol.views import ASKED, KEPT, seen_as
from vision.names import CLASSES

WEIGHTS = (0.0, 4.0, 8.0, 12.0, 16.0, 24.0, 32.0)
SPOILT = 0.01
"""By how much, in logarithms, the mean chance of a card that was left out may fall."""
DOUBTFUL = 0.9
"""An index that the rest of the deck says so surely to be another contradicts it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The weights that stood it; shares read right by the networks alone and with it; cards that contradict it."""

    weights: tuple[float, float]
    alone: tuple[float, float]
    learnt: tuple[float, float]
    doubtful: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """Views asked of one reader: what it says of each class, likeness with all that was learnt and without its card."""

    said: Field
    truth: Kinds
    known: Field
    left_out: Field

    def chances(self, weight: float, known: bool) -> Field:
        """Return what the right class gets, (n,)."""
        return self._bent(weight, known)[np.arange(len(self.truth)), self.truth]

    def right(self, weight: float) -> NDArray[np.bool_]:
        """Return whether each is read right, (n,)."""
        return np.asarray(self._bent(weight, True).argmax(1) == self.truth)

    def _bent(self, weight: float, known: bool) -> Field:
        return bent(self.said, self.known if known else self.left_out, Rule(weight, STRANGER, MOST))


def tried(cuts: Cuts, card: Embed, index: Embed) -> Trial:
    """Return what the deck of *cuts* may count with these readers of cards and of indices."""
    whole, parts = _cards(cuts, card), _indices(cuts, index)
    weights = _weight([whole]), _weight(parts)
    alone, learnt = ((_share([whole], a), _share(parts, b)) for a, b in ((0.0, 0.0), weights))
    return Trial(weights, alone, learnt, _doubtful(cuts, parts))


def _cards(cuts: Cuts, embed: Embed) -> _Asked:
    asked = embed(seen_as(cuts.cards, ASKED, turned=True))
    truth = np.tile(np.repeat(cuts.kinds, len(ASKED)), 2)
    prototypes = of_cards(cuts, embed)
    alike = prototypes.alike(asked.embedded)
    return _asked(asked.said[:, : len(CLASSES)], truth, prototypes, alike, truth[:, None] == prototypes.kinds[None])


def _indices(cuts: Cuts, embed: Embed) -> tuple[_Asked, _Asked]:
    asked = embed(seen_as(cuts.indices, ASKED))
    card, learnt = np.repeat(cuts.printed, len(ASKED)), np.repeat(cuts.printed, len(KEPT))
    ranks, suits = of_indices(cuts, embed)
    own = card[:, None] == learnt[None]
    rank, suit = ranks.alike(upper(asked.embedded)), suits.alike(lower(asked.embedded))
    return (
        _asked(asked.said[:, : RANKS + 1], card % RANKS, ranks, rank, own),
        _asked(asked.said[:, RANKS + 1 :], card // RANKS, suits, suit, own),
    )


def _asked(said: Field, truth: Kinds, prototypes: Prototypes, alike: Field, own: NDArray[np.bool_]) -> _Asked:
    """*alike* (n, m): how alike each view is to each prototype; *own* (n, m): whether both are of one card."""
    return _Asked(said, truth, prototypes.best(alike), prototypes.best(np.where(own, -np.inf, alike)))


def _weight(asked: Sequence[_Asked]) -> float:
    """Return the weight under which all views are likeliest, of those that leave cards never enrolled as they were."""

    def likelihood(weight: float, known: bool) -> float:
        chances = np.concatenate([one.chances(weight, known) for one in asked])
        return float(np.log(np.maximum(chances, FLOOR)).mean()) if len(chances) else 0.0

    alone = likelihood(0.0, False)
    allowed = [weight for weight in WEIGHTS if likelihood(weight, False) >= alone - SPOILT]
    return max(allowed, key=lambda weight: likelihood(weight, True) + likelihood(weight, False))


def _share(asked: Sequence[_Asked], weight: float) -> float:
    """Return which part of the views is read right."""
    right = np.all([one.right(weight) for one in asked], 0)
    return float(right.mean()) if len(right) else 0.0


def _doubtful(cuts: Cuts, parts: Sequence[_Asked]) -> tuple[int, ...]:
    """Return the cards whose indices look, in most views, surely like another rank or suit of this deck."""
    against = np.any([one.chances(max(WEIGHTS), False) < 1 - DOUBTFUL for one in parts], 0)
    views = against.reshape(-1, len(ASKED)).mean(1) > 0.5
    return tuple(sorted({int(kind) for kind in cuts.printed[views]}))
