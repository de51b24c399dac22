"""What was learnt stands trial on the enrolled pictures themselves: it may count as far as it helps, and no further.

Each card is read twice in views that no prototype was made of: with all that was learnt, as the deck will be read;
and with its own pictures left out, as a card would be read that was never enrolled; of its suit those of its whole
rank, which would be silent then. The second says how alike a stranger may be. The weight is the one under which cards
enrolled and cards left out, each counting as much as there are of them in the deck, are likeliest to be read right:
where little was learnt, or it is wrong, that is little or nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field
from vision.enrol.adapt import RANKS, SUITS, Embed, lower, of_cards, of_indices, upper
from vision.enrol.deck_file import Cuts, Rules
from vision.enrol.prototypes import FLOOR, Kinds, Prototypes, Rule, bent
from vision.enrol.views import ASKED, ASKED_INDICES, KEPT_INDICES, seen_as
from vision.names import BACK, CLASSES

WEIGHTS = (12.0, 8.0, 6.0, 4.0, 2.0, 0.0)
"""More would read more cards, and more of them wrong: of two likely names the less alike must not be lost."""
STRANGERS = 0.95
"""The part of the left out views that must be less alike than a stranger may be to any card but their own."""
DOUBTFUL = 0.9
"""An index that the rest of the deck says so surely to be another contradicts it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The rules that stood it; shares read right by the networks alone and with it; cards that contradict it."""

    rules: Rules
    alone: tuple[float, float]
    learnt: tuple[float, float]
    doubtful: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """Views asked of one reader: what it says of each class, likeness with all that was learnt and without its card.

    Of suits as where the rank is read rightly.
    """

    said: Field
    truth: Kinds
    known: Field
    left_out: Field
    share: float
    """How likely a card of this deck is to be an enrolled one."""

    def chances(self, rule: Rule, known: bool) -> Field:
        """Return what the right class gets, (n,)."""
        said = bent(self.said, self.known if known else self.left_out, rule)
        return said[np.arange(len(self.truth)), self.truth]

    def right(self, rule: Rule) -> NDArray[np.bool_]:
        """Return whether each is read right, (n,)."""
        return np.asarray(bent(self.said, self.known, rule).argmax(1) == self.truth)

    def rule(self) -> Rule:
        """Return the rule under which all cards of the deck, those never enrolled too, are likeliest read right."""
        if not len(self.truth):
            return Rule(0.0, 1.0)
        others = self.left_out.copy()
        others[np.arange(len(self.truth)), self.truth] = -1
        stranger = max(0.0, float(np.quantile(others.max(1), STRANGERS)))
        return max((Rule(weight, stranger) for weight in WEIGHTS), key=self._likelihood)

    def _likelihood(self, rule: Rule) -> float:
        """Return the mean logarithm of what the right class gets, of cards enrolled and not, as both are to come."""
        known, left_out = (float(np.log(np.maximum(self.chances(rule, k), FLOOR)).mean()) for k in (True, False))
        return self.share * known + (1 - self.share) * left_out


def tried(cuts: Cuts, card: Embed, index: Embed) -> Trial:
    """Return what the deck of *cuts* may count with these readers of cards and of indices."""
    whole, parts = _cards(cuts, card), _indices(cuts, index)
    rules = whole.rule(), parts[0].rule(), parts[1].rule()
    nothing = tuple(Rule(0.0, rule.stranger) for rule in rules)
    alone, learnt = ((_share([whole], some[:1]), _share(parts, some[1:])) for some in (nothing, rules))
    return Trial(rules, alone, learnt, _doubtful(cuts, parts, rules[1:]))


def _cards(cuts: Cuts, embed: Embed) -> _Asked:
    asked = embed(seen_as(cuts.cards, ASKED, turned=True))
    truth = np.tile(np.repeat(cuts.kinds, len(ASKED)), 2)
    prototypes = of_cards(cuts, embed)
    alike = prototypes.alike(asked.embedded)
    own = truth[:, None] == prototypes.kinds[None]
    return _asked(asked.said[:, : len(CLASSES)], truth, prototypes, alike, own, _part(cuts.kinds))


def _indices(cuts: Cuts, embed: Embed) -> tuple[_Asked, _Asked]:
    asked = embed(seen_as(cuts.indices, ASKED_INDICES))
    card, learnt = np.repeat(cuts.printed, len(ASKED_INDICES)), np.repeat(cuts.printed, len(KEPT_INDICES))
    ranks, suits = of_indices(cuts, embed)
    own = card[:, None] == learnt[None]
    rank, suit = ranks.alike(upper(asked.embedded)), suits.prototypes.alike(lower(asked.embedded))
    of_rank, of_suit = asked.said[:, : RANKS + 1], asked.said[:, RANKS + 1 : RANKS + SUITS + 2]
    share = _part(cuts.printed)
    known, left_out = (suits.best(suit, card % RANKS, left_out) for left_out in (False, True))
    return (
        _asked(of_rank, card % RANKS, ranks, rank, own, share),
        _Asked(suits.prototypes.meant(of_suit), card // RANKS, known, left_out, share),
    )


def _part(kinds: Kinds) -> float:
    """Return which part of the 52 cards is enrolled."""
    return len(np.unique(kinds[kinds < BACK])) / BACK


def _asked(
    said: Field, truth: Kinds, prototypes: Prototypes, alike: Field, own: NDArray[np.bool_], share: float
) -> _Asked:
    """*alike* (n, m): how alike each view is to each prototype; *own* (n, m): whether both are of one card."""
    return _Asked(
        prototypes.meant(said), truth, prototypes.best(alike), prototypes.best(np.where(own, -np.inf, alike)), share
    )


def _share(asked: Sequence[_Asked], rules: Sequence[Rule]) -> float:
    """Return which part of the views is read right."""
    right = np.all([one.right(rule) for one, rule in zip(asked, rules, strict=True)], 0)
    return float(right.mean()) if len(right) else 0.0


def _doubtful(cuts: Cuts, parts: Sequence[_Asked], rules: Sequence[Rule]) -> tuple[int, ...]:
    """Return the cards of which half of the indices are others', as far as the rest of the deck may count."""
    views = np.any(
        [
            (one.chances(rule, False) < 1 - DOUBTFUL) & (one.left_out.max(1) > rule.stranger)
            for one, rule in zip(parts, rules, strict=True)
        ],
        0,
    )
    against = views.reshape(-1, len(ASKED_INDICES)).mean(1) > 0.5
    return tuple(int(kind) for kind in np.unique(cuts.printed) if against[cuts.printed == kind].mean() >= 0.5)
