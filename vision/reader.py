"""Read a picture of a table: find cards, decide which lies on which, classify, and let no card be there twice."""

import time
from pathlib import Path

import numpy as np

from table_controller.records import DECK, Face
from vision import weights
from vision.arrays import Field, Picture
from vision.chips import find_chips
from vision.classify import Classifier
from vision.indices import outline_of_index
from vision.localise import Found, Localiser, overlap
from vision.names import BACK, CARDS, NOTHING
from vision.reading import Corners, Reading, SeenCard
from vision.rectify import Quad
from vision.search import of_one_size, search, usual_length

SMALLEST = 16
"""A picture with a shorter side can show nothing."""
ALIKE = 1.6
"""By which factor an outline may differ in length from the cards that were read."""
BACK_SCORE, BACKS_ALIKE = 0.4, 0.45
"""Patterns on backs look like more backs: these must be surer, and may overlap less, than faces."""
DOUBTFUL = 0.5
"""Of a face less sure than this the localiser's word that it is a back counts more."""
SHIFTED = 0.5
"""What overlaps a read card by more and says nothing sure is that card's outline, a little off."""
TWICE = 0.25
"""Two outlines that overlap by more and are read as the same card are that card, found twice."""


class CardReader:
    """The whole reader; make one for each thread that reads."""

    def __init__(self, opened: weights.Weights) -> None:
        self._localiser = Localiser(opened.localiser)
        settings = opened.settings
        self._classifier = Classifier(opened.card, opened.index, settings.card_weight, settings.index_weight)
        self._least, self.sure = settings.localiser_score, settings.sure

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
        cards = self.cards(picture)
        chips = find_chips(picture, [card.quad for card in cards]) if with_chips else ()
        return Reading(width, height, cards, chips, (), 1000 * (time.perf_counter() - start))

    def cards(self, picture: Picture, card_long: float | None = None) -> tuple[SeenCard, ...]:
        """Return the cards alone; *card_long* in pixels where the camera is calibrated."""
        seen = search(self._localiser, picture, self._least, card_long)
        if not seen.cards and not seen.spots:
            return ()
        said = self._classifier.opinions(picture, seen)
        return self._settle(said.cards, self._classifier.distributions(said.whole, said.index), card_long)

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

    def _settle(self, found: list[Found], chances: Field, card_long: float | None) -> tuple[SeenCard, ...]:
        """Turn distributions into readings; where one card is read twice the less sure reading is a misread."""
        long = card_long or _length_of_read(found, chances, self.sure)
        kept: dict[int, SeenCard] = {}
        named: dict[int, Field] = {}
        backs: list[Field] = []
        for number in (int(n) for n in np.argsort(-chances.max(1))):
            quad, kind, chance = found[number].quad, int(chances[number].argmax()), float(chances[number].max())
            if kind < BACK and chance < DOUBTFUL and found[number].back > 0.5:
                kind = BACK
            if kind == NOTHING or not of_one_size([found[number]], long, ALIKE):
                continue
            if chance < self.sure and any(overlap(quad, other) > SHIFTED for other in named.values()):
                continue
            if kind == BACK:
                # Of a covered back too little shows to read; the localiser, which saw around it, has its say.
                chance = max(chance, found[number].score * found[number].back)
                if min(found[number].score, chance) < BACK_SCORE or any(
                    overlap(quad, other) > BACKS_ALIKE for other in backs
                ):
                    continue
                backs.append(quad)
            elif kind in named and overlap(named[kind], quad) > TWICE:
                continue
            read = kind < BACK and chance >= self.sure and kind not in named
            if read:
                named[kind] = quad
            spread = tuple(float(p) for p in chances[number, :BACK])
            face, card = Face.DOWN if kind == BACK else Face.UP, DECK[kind] if read else None
            kept[number] = SeenCard(_corners(quad), card, face, chance, spread)
        return tuple(kept[number] for number in sorted(kept))


def _length_of_read(found: list[Found], chances: Field, sure: float) -> float:
    """Return how long the surely read cards are, or, where there are none, what most outlines agree on."""
    read = [card for card, chance in zip(found, chances, strict=True) if chance[:52].max() >= sure]
    return usual_length(read or [card for card, chance in zip(found, chances, strict=True) if chance[NOTHING] < 0.5])


def _corners(quad: Field) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return a, b, c, d
