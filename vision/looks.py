"""Look at cards and indices: cut them out, ask the first readers, mend outlines, look again at what is in doubt."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import letters, rectify
from vision.arrays import Field, Picture, floats
from vision.enrol.adapt import Adapted
from vision.localise import Found, Spot, Votes, holds
from vision.names import CLASSES
from vision.search import covers, upper
from vision.weights import Weights

RANKS_OR_NONE, SAID = 14, 19
"""Of what is said of an index: where the suits begin, and how much it is; how far off the index is follows."""
INDEX_FURTHEST = 0.5
"""How far an index is moved, turned or made longer at most, in its half heights."""
LOOKS, STILL_OFF = 2, 0.12
"""How often an index is looked at again where it was found to be, and from which error on."""
MOVED, FURTHEST = 0.04, 0.12
"""From which error of a corner on a card is looked at again where its outline was put right, and how far it is moved
at most, in parts of the card. What is said of a card a little beside its outline is as good."""
CERTAIN = 0.99
"""What is said less surely than this is looked at twice more, a little nearer and farther; all looks are weighed. These
two are the further readers', where there are any: with three of them the first's word counts a third, each other's two
ninths."""
NEARER = ((0.97, 2), (1.03, 0))
"""How large an outline is then, and which corner is taken for the first: a card upside down is the same card."""
ASIDE = ((1.06, 0.04), (0.94, -0.04))
"""How high an index is then, and how far it is moved, to the right and up, in its half heights."""
BLANK = 0.8
"""What is likelier to be neither a rank nor a suit is not looked at again: of 1,170 such places none was read after."""


class Looks:
    """All readers, and what is known of the deck that is played with."""

    def __init__(self, opened: Weights, deck: Adapted | None = None) -> None:
        self._card, self._index, self._deck = opened.card, opened.index, deck
        self._more_cards, self._more_indices = opened.more_cards, opened.more_indices
        # A deck whose court cards are enrolled says itself what is printed on them.
        self._letters = opened.letters if deck is None or not deck.knows(letters.RENAMED) else None

    def cards(self, picture: Picture, cards: Sequence[Found], votes: list[Votes]) -> tuple[list[Found], Field]:
        """Return the cards with their outlines mended, and what they say as a whole, (n, 56)."""
        return self._read(picture, cards, covers(cards, votes), ())

    def behind(
        self, picture: Picture, cards: Sequence[Found], at: Sequence[Field], others: Sequence[Found], votes: list[Votes]
    ) -> tuple[list[Found], Field]:
        """Return the same of cards that were drawn behind an index: where each index lies is *at*.

        *others*: cards that were found; what lies on one of these cards leaves its index free.
        """
        every = [*cards, *others]
        over = [_over(card, where, every, votes) for card, where in zip(cards, at, strict=True)]
        return self._read(picture, cards, over, [card.quad for card in others])

    def _read(
        self, picture: Picture, cards: Sequence[Found], over: Sequence[list[int]], others: Sequence[Field]
    ) -> tuple[list[Found], Field]:
        """*over*: which of *cards* and, counted on, of the outlines *others* lie on each."""
        if not cards:
            return [], np.zeros((0, len(CLASSES)), np.float32)
        quads = [card.quad for card in cards]
        said, offsets = self._whole(_cut_out(picture, quads, over, others))
        off = np.clip(offsets, -FURTHEST, FURTHEST)
        quads = [rectify.moved(quad, by) for quad, by in zip(quads, off, strict=True)]
        elsewhere = np.flatnonzero(np.abs(off).max((1, 2)) > MOVED)
        if len(elsewhere):
            said[elsewhere], _ = self._whole(_cut_out(picture, quads, over, others, elsewhere))
        doubtful = np.flatnonzero(said.max(1) < CERTAIN)
        if len(doubtful):
            larger = [[sized(np.roll(quad, -first, 0), by) for quad in quads] for by, first in NEARER]
            cuts = [cut for each in larger for cut in _cut_out(picture, each, over, others, doubtful)]
            again = self._whole_by_more(cuts)
            said[doubtful] = weighed([said[doubtful], *np.split(again, len(NEARER))])
        return [replace(card, quad=quad) for card, quad in zip(cards, quads, strict=True)], said

    def indices(self, picture: Picture, spots: Sequence[Spot]) -> tuple[list[Spot], Field]:
        """Return the indices moved to where the reader of indices sees them, and what it reads there, (m, 19)."""
        answers, off = self._looked_at(picture, spots)
        placed = [_moved(spot, by) for spot, by in zip(spots, off, strict=True)]
        again = _still_off(off, range(len(placed)))
        for left in reversed(range(LOOKS)):
            if not again:
                break
            answers[again], off[again] = self._looked_at(picture, [placed[number] for number in again])
            # Where an index was read is where it stays: only what is looked at once more is moved once more.
            again = _still_off(off, again) if left else []
            for number in again:
                placed[number] = _moved(placed[number], off[number])
        doubtful = np.flatnonzero(_in_doubt(answers))
        if len(doubtful):
            beside = [aside(placed[n], *by) for by in ASIDE for n in doubtful]
            again_said = self._looked_at_by_more(picture, beside)
            answers[doubtful] = weighed_indices([answers[doubtful], *np.split(again_said, len(ASIDE))])
        return placed, answers

    def letters(self, picture: Picture, spots: Sequence[Spot], answers: Field, known: letters.Known) -> Field:
        """Return (m, 3): how likely each index is that of a jack, a queen, a king of a deck which is not English.

        *answers* (m, 19): what is read of each; *known*: what was seen of the deck before.
        """
        share = np.zeros((len(spots), len(letters.RENAMED)), np.float32)
        asked = letters.asked(answers)
        if self._letters is not None and len(asked):
            cuts = np.stack([rectify.index(picture, spots[n].middle, spots[n].up) for n in asked])
            likely = floats(self._letters.run(cuts)[0])
            share[asked] = letters.shares(likely, known.languages(answers[asked], likely))
        return share

    def read_indices(self, pictures: Picture) -> tuple[Field, Field]:
        """Return (n, 19) for pictures (n, 64, 48, 3): 13 ranks or none, 4 suits or none; and how far off, (n, 4)."""
        answer, *embedded = (floats(out) for out in self._index.run(pictures))
        said, off = answer[:, :SAID], answer[:, SAID:]
        return (said if self._deck is None else self._deck.index(said, embedded[0], pictures)), off

    def _looked_at(self, picture: Picture, spots: Sequence[Spot]) -> tuple[Field, Field]:
        return self.read_indices(_cut_indices(picture, spots))

    def _looked_at_by_more(self, picture: Picture, spots: Sequence[Spot]) -> Field:
        """Return what the further readers of indices say together or, without any, what the first does."""
        if not self._more_indices:
            return self._looked_at(picture, spots)[0]
        cuts = _cut_indices(picture, spots)
        said = weighed_indices([floats(one.run(cuts)[0])[:, :SAID] for one in self._more_indices])
        return said if self._deck is None else self._deck.index(said, floats(self._index.run(cuts)[1]), cuts)

    def _whole_by_more(self, cards: Sequence[Picture]) -> Field:
        """Return the same of whole cards, (n, 56) probabilities."""
        if not self._more_cards:
            return self._whole(cards)[0]
        cuts = np.stack(cards)
        said = weighed([floats(one.run(cuts)[0])[:, : len(CLASSES)] for one in self._more_cards])
        return said if self._deck is None else self._deck.whole(said, floats(self._card.run(cuts)[1]))

    def _whole(self, cards: Sequence[Picture]) -> tuple[Field, Field]:
        """Return what the reader of whole cards says: (n, 56) probabilities, and (n, 4, 2) how far corners are off."""
        answer, *embedded = (floats(out) for out in self._card.run(np.stack(cards)))
        said = answer[:, : len(CLASSES)]
        said = said if self._deck is None else self._deck.whole(said, embedded[0])
        return said, answer[:, len(CLASSES) :].reshape(-1, 4, 2)


def _cut_out(
    picture: Picture,
    quads: Sequence[Field],
    over: Sequence[list[int]],
    others: Sequence[Field],
    only: Iterable[int] | None = None,
) -> list[Picture]:
    """Return the cards in *quads* as the reader sees them, all or *only* these.

    *over*: which of *quads* and, counted on, of *others* lie on each.
    """
    asked, every = range(len(quads)) if only is None else only, [*quads, *others]
    return [rectify.whole(picture, quads[n], [every[number] for number in over[n]]) for n in asked]


def _cut_indices(picture: Picture, spots: Sequence[Spot]) -> Picture:
    return np.stack([rectify.index(picture, spot.middle, spot.up) for spot in spots])


def _over(card: Found, at: Field, every: Sequence[Found], votes: list[Votes]) -> list[int]:
    """Return the numbers of those of *every* that lie on *card* and leave free what was read *at* a point of it."""
    others = (n for n, other in enumerate(every) if other is not card and not holds(other.quad, at))
    return [n for n in others if upper(every[n], card, votes) > 0]


def sized(quad: Field, times: float) -> Field:
    """Return the outline *times* as large around the same middle."""
    middle = quad.mean(0)
    return floats(middle + (quad - middle) * times)


def aside(spot: Spot, times: float, by: float) -> Spot:
    """Return *spot*, *times* as high and moved to the right and up *by* so many of its half heights."""
    right = floats([-spot.up[1], spot.up[0]])
    return replace(spot, middle=floats(spot.middle + (spot.up + right) * by), up=floats(spot.up * times))


def weighed(looks: Sequence[Field]) -> Field:
    """Return the distributions (n, k) that several looks make together: the mean of their logarithms."""
    said = np.exp(np.mean([np.log(np.clip(look, 1e-6, 1)) for look in looks], 0))
    return floats(said / said.sum(1, keepdims=True))


def weighed_indices(looks: Sequence[Field]) -> Field:
    """Return the same of (n, 19), which are two distributions: of ranks, and of suits."""
    parts = (slice(None, RANKS_OR_NONE), slice(RANKS_OR_NONE, None))
    return floats(np.concatenate([weighed([look[:, part] for look in looks]) for part in parts], 1))


def _in_doubt(answers: Field) -> NDArray[np.bool_]:
    """Return (m,) whether more looks are worth while at indices that say *answers* (m, 19)."""
    rank, suit = answers[:, :RANKS_OR_NONE], answers[:, RANKS_OR_NONE:]
    blank = rank[:, -1] * suit[:, -1] > BLANK
    return np.asarray((rank.max(1) * suit.max(1) < CERTAIN) & ~blank)


def _still_off(off: Field, numbers: Iterable[int]) -> list[int]:
    return [number for number in numbers if np.abs(off[number]).max() > STILL_OFF]


def _moved(spot: Spot, off: Field) -> Spot:
    middle, up = rectify.replaced(spot.middle, spot.up, np.clip(off, -INDEX_FURTHEST, INDEX_FURTHEST))
    return replace(spot, middle=middle, up=up)
