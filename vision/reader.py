"""Read a picture of a table: find cards, decide which lies on which, classify, and let no card be there twice."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from table_controller.records import BadInput, Face
from vision import kinds, weights
from vision.arrays import Picture, floats
from vision.buttons import looking_twice
from vision.chips import RADIUS_BY_CARD, card_length, find_chips, named_chips, white_of
from vision.classify import Classifier, alone
from vision.dark import lit
from vision.detector import Detector, others
from vision.empty import without_print
from vision.engines import CORES
from vision.enrol import deck_file
from vision.enrol.adapt import Adapted
from vision.indices import outline_of_index
from vision.letters import Known
from vision.localise import Localiser
from vision.names import CARDS
from vision.pictured import SURELY_BACK
from vision.printed import outline_of_print
from vision.reading import Corners, Reading, SeenCard, SeenChips, SeenOther
from vision.rectify import CARD_SIZE, INDEX_SIZE, Quad
from vision.search import search
from vision.settle import Settled, Sure, settle

LIKELY = 0.001
"""How likely a card is that an index may name."""
SMALLEST = 16
"""A picture with a shorter side can show nothing."""


class CardReader:
    """The whole reader. Any thread may read, several at once too: the networks keep nothing between two pictures."""

    def __init__(self, opened: weights.Weights, deck: deck_file.EnrolledDeck | None = None) -> None:
        """*deck*: the enrolled deck that is played with."""
        self.opened, self._localiser = opened, Localiser(opened.localiser)
        settings = opened.settings
        self._classifier = Classifier(opened, None if deck is None else Adapted.by(deck, opened))
        self._least, self.sure = settings.localiser_score, settings.sure
        self._enough = Sure.of(settings)
        self.detector: Detector | None = None
        """Finds chips, dealer buttons and hands; without it chips are found by their roundness, the others not."""
        self.fault: BadInput | None = None
        """Why the detector is not the one that the weights' table names."""

    @staticmethod
    def load(models: Path | None = None, threads: int = CORES, deck: Path | None = None) -> "CardReader":
        """Open the weights in *models*, or where they usually are; raises BadInput, but not for the detector's.

        *deck*: the file of the enrolled deck that is played with.
        """
        folder = weights.models_folder(models)
        reader = CardReader(weights.load(folder, threads))
        try:
            found = weights.load_detector(folder, threads)
            if found is not None:
                reader.detector, reader.fault = looking_twice(found), found.fault
        except BadInput as fault:
            reader.fault = fault
        return reader if deck is None else reader.knowing(deck)

    def knowing(self, deck: Path) -> "CardReader":
        """Return a reader with the same weights for the deck enrolled in the file *deck*; raises BadInput."""
        other = CardReader(self.opened, deck_file.load(deck, self.opened.readers))
        other.detector, other.fault = self.detector, self.fault
        return other

    @property
    def without(self) -> str | None:
        """What it goes on without and why, in a line; None where it has all that its weights' table names."""
        if self.fault is None:
            return None
        instead = "chips are found by their roundness" if self.detector is None else "dealer buttons are looked at once"
        return f"{self.fault}; {instead}"

    def warm(self) -> None:
        """Have every first reader read once: what is prepared at the first look takes as long as reading a zone."""
        kinds.warm()
        readers = (self.opened.card, CARD_SIZE), (self.opened.index, INDEX_SIZE), (self.opened.letters, INDEX_SIZE)
        with suppress(Exception):  # what fails here fails again, and is told, where a zone is read
            for network, (width, height) in readers:
                if network is not None:
                    network.run(np.zeros((1, height, width, 3), np.uint8))

    def read(self, picture: Picture, with_chips: bool = True) -> Reading:
        """Return all that is seen in *picture*, (h, w, 3) uint8 BGR."""
        start = time.perf_counter()
        height, width = picture.shape[:2]
        if min(height, width) < SMALLEST:
            return Reading(width, height, (), (), (), 1000 * (time.perf_counter() - start))
        seen = self.seen(lit(picture))
        chips, other = self.beside(picture, seen) if with_chips else ((), ())
        return Reading(width, height, seen.cards, chips, (*seen.other, *other), 1000 * (time.perf_counter() - start))

    def beside(self, picture: Picture, seen: Settled) -> tuple[tuple[SeenChips, ...], tuple[SeenOther, ...]]:
        """Return chips, and dealer buttons and hands; the cards tell how large chips are, and their paper the light."""
        known = known_cards(seen.cards)
        paper = [card.quad for card in seen.cards if card.face is Face.UP] if known else []
        long, white = card_length(known), white_of(picture, paper)
        found = [] if self.detector is None else self.detector.find(picture, long)
        if self.detector is not None and self.detector.chips:
            return named_chips(picture, found, white=white), others(found)
        cards = [card.quad for card in seen.played] if known else []
        radius = None if long is None else long * RADIUS_BY_CARD
        return find_chips(picture, cards, radius, white=white), others(found)

    def cards(
        self,
        picture: Picture,
        card_long: float | None = None,
        known: Known | None = None,
        empty: Picture | None = None,
    ) -> tuple[SeenCard, ...]:
        """Return what lies there as a card, a joker as one that is not named; *card_long* in pixels where known.

        *picture*, a part of a frame, say, is taken to be in decent light (``dark.lit``).
        *known*: what was seen of the letters of the deck that is played with. *empty*: the same part of the empty felt,
        where cards are printed on that.
        """
        return self.seen(picture, card_long, known, empty).played

    def seen(
        self,
        picture: Picture,
        card_long: float | None = None,
        known: Known | None = None,
        empty: Picture | None = None,
    ) -> Settled:
        """Return cards, jokers and cut cards; *card_long*, in pixels, and the others as for ``cards``."""
        seen = search(self._localiser, picture, self._least, card_long)
        if empty is not None:
            seen = without_print(seen, picture, empty)
        if not seen.cards and not seen.spots:
            return Settled((), ())
        said = self._classifier.opinions(picture, seen, known, card_long)
        told, (height, width) = self._classifier.told(picture, seen, said, card_long), picture.shape[:2]
        view = floats([(0, 0), (width, 0), (width, height), (0, height)])
        return settle(said.cards, told, self._enough, card_long, view)

    def indices(self, picture: Picture) -> list[tuple[str, Quad, float]]:
        """Return all indices: a card that each may name, the outline of its print, and how sure that is.

        Of an index on a card all that is read of the card counts, of another what it says by itself. As detectors do
        it, one that may name several cards is returned for each of them.
        """
        light = lit(picture)
        said = self._classifier.opinions(light, search(self._localiser, light, self._least))
        cards = self._classifier.distributions(said)
        named = []
        for spot, owner, answer in zip(said.spots, said.owned, said.answers, strict=True):
            chances = alone(answer) if owner is None else cards[owner, : len(CARDS)]
            usual = outline_of_index(spot, None if owner is None else said.cards[owner].quad)
            outline = outline_of_print(picture, usual)
            likely = np.flatnonzero(chances >= LIKELY)
            named += [(CARDS[number], outline, float(chances[number]) * spot.score) for number in likely]
        return named

    def read_corners(self, pictures: Picture) -> list[tuple[str, float]]:
        """Return for each index, (n, 64, 48, 3), the card its index names and how sure that is."""
        return self._classifier.corners(pictures)


def known_cards(cards: Sequence[SeenCard]) -> list[Corners]:
    """Return the outlines that tell how long cards are: of those with a name or, without any, those surely face down.

    An outline of which neither is known may be the table.
    """
    named = [card.quad for card in cards if card.card is not None]
    return named or [card.quad for card in cards if card.face is Face.DOWN and card.confidence > SURELY_BACK]
