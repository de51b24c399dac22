"""Say which card lies in an outline: the whole card and its corner indices each give their opinion."""

from collections.abc import Sequence

import numpy as np
import onnxruntime

from vision import rectify
from vision.arrays import Field, Picture
from vision.names import CARDS

NO_RANK, NO_SUIT = 13, 4
FLOOR = 1e-6


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

    def opinions(self, picture: Picture, quads: Sequence[Field], covers: Sequence[list[int]]) -> tuple[Field, Field]:
        """Return what the readers say: whole cards (n, 54) and corners (n, 4, 19), all probabilities."""
        above = [[quads[number] for number in numbers] for numbers in covers]
        cards = [rectify.whole(picture, quad, top) for quad, top in zip(quads, above, strict=True)]
        corners = [
            rectify.corner(picture, quad, number, top)
            for quad, top in zip(quads, above, strict=True)
            for number in range(4)
        ]
        whole = self._card.run(None, {"pictures": np.stack(cards)})[0]
        index = self._index.run(None, {"pictures": np.stack(corners)})[0]
        return np.asarray(whole, np.float32), np.asarray(index, np.float32).reshape(len(cards), 4, 19)

    def distributions(self, whole: Field, index: Field) -> Field:
        """Return (n, 54) probabilities over CLASSES from both opinions."""
        return combine(whole, index, *self._weights)

    def corners(self, pictures: Picture) -> list[tuple[str, float]]:
        """Return what single corners say by themselves: the card and how likely it is."""
        index = np.asarray(self._index.run(None, {"pictures": pictures})[0], np.float32)
        named = []
        for one in index:
            rank, suit = int(one[:13].argmax()), int(one[14:18].argmax())
            named.append((CARDS[13 * suit + rank], float(one[rank] * one[14 + suit])))
        return named


def corner_likelihood(index: Field) -> Field:
    """Return (…, 54): how well each class explains a corner; a corner without an index speaks for none of them."""
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
