"""From named cards to a deck: what is kept of each, how much it may count, and what contradicts the rest."""

from collections.abc import Sequence

import numpy as np

from vision.arrays import Picture
from vision.enrol.deck_file import MOST_INDICES_OF_ONE, MOST_OF_ONE, Cuts
from vision.enrol.naming import Named
from vision.enrol.prototypes import Kinds
from vision.names import BACK
from vision.rectify import CARD_SIZE, INDEX_SIZE

NOTHING_YET = Cuts(
    np.zeros((0, *CARD_SIZE[::-1], 3), np.uint8), np.zeros(0, np.int64),
    np.zeros((0, *INDEX_SIZE[::-1], 3), np.uint8), np.zeros(0, np.int64),
)  # fmt: skip


def cut(named: Sequence[Named], before: Cuts = NOTHING_YET) -> Cuts:
    """Return what is kept of *named* and of what was enrolled *before*; of each card the surest and newest pictures."""
    order = sorted(named, key=lambda one: -one.chance)
    wholes = [(one.card.whole, one.kind) for one in order if one.card.whole is not None]
    indices = [(picture, one.kind) for one in order if one.kind != BACK for picture in one.card.indices]
    cards, kinds = _kept(wholes, before.cards, before.kinds, MOST_OF_ONE)
    corners, printed = _kept(indices, before.indices, before.printed, MOST_INDICES_OF_ONE)
    return Cuts(cards, kinds, corners, printed)


def _kept(new: Sequence[tuple[Picture, int]], pictures: Picture, kinds: Kinds, most: int) -> tuple[Picture, Kinds]:
    """Return the first *most* pictures of each kind, the new ones first."""
    every = [*new, *((picture, int(kind)) for picture, kind in zip(pictures, kinds, strict=True))]
    kept: list[tuple[Picture, int]] = []
    count = dict.fromkeys(range(BACK + 1), 0)
    for picture, kind in every:
        count[kind] += 1
        if count[kind] <= most:
            kept.append((picture, kind))
    shape = pictures.shape[1:]
    stacked = np.stack([picture for picture, _ in kept]) if kept else np.zeros((0, *shape), np.uint8)
    return stacked, np.array([kind for _, kind in kept], np.int64)


def without(cuts: Cuts, kinds: Sequence[int]) -> Cuts:
    """Return *cuts* without the cards of these *kinds*."""
    card, index = ~np.isin(cuts.kinds, kinds), ~np.isin(cuts.printed, kinds)
    return Cuts(cuts.cards[card], cuts.kinds[card], cuts.indices[index], cuts.printed[index])
