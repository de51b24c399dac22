"""Read a picture of a table: find cards, decide which lies on which, classify, and let no card be there twice."""

import time
from pathlib import Path

from vision import weights
from vision.arrays import Picture
from vision.chips import find_chips
from vision.classify import Classifier
from vision.indices import outline_of_index
from vision.localise import Localiser
from vision.names import CARDS
from vision.reading import Reading, SeenCard
from vision.rectify import Quad
from vision.search import search
from vision.settle import Settled, Sure, settle

SMALLEST = 16
"""A picture with a shorter side can show nothing."""


class CardReader:
    """The whole reader; make one for each thread that reads."""

    def __init__(self, opened: weights.Weights) -> None:
        self._localiser = Localiser(opened.localiser)
        settings = opened.settings
        self._classifier = Classifier(opened.card, opened.index, settings.card_weight, settings.index_weight)
        self._least, self.sure = settings.localiser_score, settings.sure
        self._enough = Sure(settings.sure, settings.other_sure)

    @staticmethod
    def load(models: Path | None = None, threads: int = 2) -> "CardReader":
        """Open the weights in *models*, or where they usually are; raises BadInput."""
        return CardReader(weights.load(weights.models_folder(models), threads))

    def read(self, picture: Picture, with_chips: bool = True) -> Reading:
        """Return all that is seen in *picture*, (h, w, 3) uint8 BGR."""
        start = time.perf_counter()
        height, width = picture.shape[:2]
        if min(height, width) < SMALLEST:
            return Reading(width, height, (), (), (), 1000 * (time.perf_counter() - start))
        seen = self.seen(picture)
        chips = find_chips(picture, [card.quad for card in seen.played]) if with_chips else ()
        return Reading(width, height, seen.cards, chips, seen.other, 1000 * (time.perf_counter() - start))

    def cards(self, picture: Picture, card_long: float | None = None) -> tuple[SeenCard, ...]:
        """Return what lies there as a card, a joker as one that is not named; *card_long* in pixels where known."""
        return self.seen(picture, card_long).played

    def seen(self, picture: Picture, card_long: float | None = None) -> Settled:
        """Return cards, jokers and cut cards; *card_long* in pixels where the camera is calibrated."""
        seen = search(self._localiser, picture, self._least, card_long)
        if not seen.cards and not seen.spots:
            return Settled((), ())
        said = self._classifier.opinions(picture, seen)
        return settle(said.cards, self._classifier.distributions(said.whole, said.index), self._enough, card_long)

    def indices(self, picture: Picture) -> list[tuple[str, Quad, float]]:
        """Return the indices of all cards: the card, the outline of rank and suit, and how sure that is."""
        seen = search(self._localiser, picture, self._least)
        said = self._classifier.opinions(picture, seen)
        chances = self._classifier.distributions(said.whole, said.index)[:, :52]
        return [
            (CARDS[int(chances[card].argmax())], outline_of_index(spot), float(chances[card].max()) * spot.score)
            for spot, card in zip(seen.spots, said.owned, strict=False)
            if card is not None
        ]

    def read_corners(self, pictures: Picture) -> list[tuple[str, float]]:
        """Return for each index, (n, 64, 48, 3), the card its index names and how sure that is."""
        return self._classifier.corners(pictures)
