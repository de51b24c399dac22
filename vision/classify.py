"""Say which card lies in an outline: the whole card and the indices found on it each give their opinion."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import onnxruntime

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.indices import owners
from vision.localise import Found, Spot
from vision.names import CARDS, CLASSES
from vision.search import Seen, covers

NO_RANK, NO_SUIT = 13, 4
FLOOR = 1e-6
UNSEEN = floats([0] * 13 + [1] + [0] * 4 + [1])
"""What is said of an index that is not seen: nothing, so that it speaks for no card and against none."""
MOST_INDICES = 4
MENDED, FURTHEST = 1, 0.12
"""How often outlines are mended, and how far each corner at most, in parts of the card."""


class Classifier:
    """Both readers and how much each of them counts."""

    def __init__(
        self,
        card: onnxruntime.InferenceSession,
        index: onnxruntime.InferenceSession,
        card_weight: float,
        index_weight: float,
    ) -> None:
        self._card, self._index = card, index
        self._weights = card_weight, index_weight

    def whole(self, picture: Picture, quads: Sequence[Field], covers: Sequence[list[int]]) -> tuple[Field, Field]:
        """Return what the reader of whole cards says: (n, 54) probabilities, and (n, 4, 2) how far corners are off."""
        above = [[quads[number] for number in numbers] for numbers in covers]
        cards = [rectify.whole(picture, quad, top) for quad, top in zip(quads, above, strict=True)]
        answer = np.asarray(self._card.run(None, {"pictures": np.stack(cards)})[0], np.float32)
        return answer[:, : len(CLASSES)], answer[:, len(CLASSES) :].reshape(-1, 4, 2)

    def opinions(self, picture: Picture, seen: Seen) -> tuple[list[Found], Field, Field]:
        """Mend the outlines, then return them, what the whole cards say, (n, 54), and all their indices, (n, 4, 19).

        Of an index that is not seen the opinion is UNSEEN.
        """
        over = covers(seen.cards, seen.looks)
        quads = [card.quad for card in seen.cards]
        for _ in range(MENDED):
            _, offsets = self.whole(picture, quads, over)
            quads = [
                rectify.moved(quad, np.clip(off, -FURTHEST, FURTHEST)) for quad, off in zip(quads, offsets, strict=True)
            ]
        cards = [replace(card, quad=quad) for card, quad in zip(seen.cards, quads, strict=True)]
        whole, _ = self.whole(picture, quads, over)
        return cards, whole, self._indices(picture, seen.spots, cards)

    def _indices(self, picture: Picture, spots: list[Spot], cards: list[Found]) -> Field:
        """Return (n, 4, 19): what up to four indices of each card say, the clearest first."""
        said = np.tile(UNSEEN, (len(cards), MOST_INDICES, 1))
        owned = [(spot, card) for spot, card in zip(spots, owners(spots, cards), strict=True) if card is not None]
        if not owned:
            return said
        answers = self.read_indices(np.stack([rectify.index(picture, spot.middle, spot.up) for spot, _ in owned]))
        taken = [0] * len(cards)
        for number in sorted(range(len(owned)), key=lambda n: -owned[n][0].score):
            card = owned[number][1]
            if taken[card] < MOST_INDICES:
                said[card, taken[card]] = answers[number]
                taken[card] += 1
        return said

    def read_indices(self, pictures: Picture) -> Field:
        """Return (n, 19) for index pictures (n, 64, 48, 3): 13 ranks or none, 4 suits or none."""
        return np.asarray(self._index.run(None, {"pictures": pictures})[0], np.float32)

    def distributions(self, whole: Field, index: Field) -> Field:
        """Return (n, 54) probabilities over CLASSES from both opinions."""
        return combine(whole, index, *self._weights)

    def corners(self, pictures: Picture) -> list[tuple[str, float]]:
        """Return what single corners say by themselves: the card and how likely it is."""
        named = []
        for one in self.read_indices(pictures):
            rank, suit = int(one[:13].argmax()), int(one[14:18].argmax())
            named.append((CARDS[13 * suit + rank], float(one[rank] * one[14 + suit])))
        return named


def corner_likelihood(index: Field) -> Field:
    """Return (…, 54): how well each class explains a corner; what is no index speaks for none of them."""
    rank = index[..., :13] + index[..., NO_RANK : NO_RANK + 1] / 13
    suit = index[..., 14:18] + index[..., 18:19] / 4
    cards = (suit[..., :, None] * rank[..., None, :]).reshape(*index.shape[:-1], 52)
    blank = index[..., NO_RANK : NO_RANK + 1] * index[..., 18:19] / 52
    return np.concatenate([cards, blank, blank], -1)


def combine(whole: Field, index: Field, card_weight: float, index_weight: float) -> Field:
    """Weigh the logarithms of both opinions and normalise."""
    corners = np.log(np.maximum(corner_likelihood(index) * 52, FLOOR)).sum(1)
    opinion = card_weight * np.log(np.maximum(whole, FLOOR)) + index_weight * corners
    opinion -= opinion.max(1, keepdims=True)
    scores = np.exp(opinion)
    return np.asarray(scores / scores.sum(1, keepdims=True), np.float32)
