"""Find the cards in a picture that a deck is enrolled from, and cut out what of each can be learnt."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table_controller.records import Face
from vision import rectify
from vision.arrays import Field, Picture
from vision.classify import NO_RANK, NO_SUIT, Classifier
from vision.dark import lit
from vision.localise import Found, Localiser, Spot, overlap, part_of
from vision.names import CARDS
from vision.opinions import Opinions
from vision.search import Seen, search
from vision.settle import OTHERS, Sure, corners, settle
from vision.weights import Settings

TOUCHED = 0.06
"""Outlines that overlap by more: what lies below cannot be learnt as a whole, and which that is may be told wrong."""
LEAST_LONG, LEAST_REACH = 60.0, 4.0
"""Shorter cards, and indices of less than this half height, in pixels, are read but not learnt from."""
IN_PLACE = 0.9
"""What the reader of whole cards is so sure of lies where it seems to, also where nothing but its index was found."""
WITHIN = 0.8
"""How much of what an index made lies in the card it is on."""
PIP = 0.3
"""An index is learnt from only where the reader holds it less likely to have no rank, or no suit."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card in a picture: where, what the reader says of it (56,), and what can be learnt from it.

    *whole* (112, 80, 3) is None where other cards cover it or it is cut off; *indices* are (64, 48, 3) each. *corner*
    is the middle of its surest index.
    """

    quad: Field
    chances: Field
    down: bool
    whole: Picture | None
    indices: tuple[Picture, ...]
    corner: Field | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Where a person sees it, in pixels: its middle, or its index where other cards may lie on the middle."""
        x, y = self.quad.mean(0) if self.corner is None or self.whole is not None else self.corner
        return round(float(x)), round(float(y))


@dataclass(frozen=True, slots=True)
class Sight:
    """What one picture shows: cards of the deck, face up or down, and what else looks like a card."""

    name: str
    cards: tuple[Shown, ...]
    others: tuple[str, ...] = ()


class Gatherer:
    """Looks at pictures, with the readers as they are or bent towards what is enrolled so far; searches each once."""

    def __init__(self, localiser: Localiser, settings: Settings) -> None:
        self._localiser, self._least = localiser, settings.localiser_score
        self._sure = Sure.of(settings)
        self._searched: dict[str, Seen] = {}

    def look(self, picture: Picture, name: str, classifier: Classifier) -> Sight:
        """Return what *picture*, (h, w, 3) uint8 BGR, shows; the same *name* stands for the same picture."""
        picture = lit(picture)
        if name not in self._searched:
            self._searched[name] = search(self._localiser, picture, self._least)
        seen = self._searched[name]
        if not seen.cards and not seen.spots:
            return Sight(name, ())
        said = classifier.opinions(picture, seen)
        chances = classifier.told(picture, seen, said)
        settled = settle(said.cards, chances, self._sure)
        numbers = {corners(card.quad): number for number, card in enumerate(said.cards)}
        spots: dict[int | None, list[Spot]] = {}
        for spot, owner in zip(said.spots, said.owned, strict=False):
            spots.setdefault(owner, []).append(spot)
        rows = [numbers[card.quad] for card in settled.cards]
        doubles = _of_a_card(said.cards, chances, rows)
        outlined = [said.cards[number].quad for number in rows if number not in doubles and _lies_there(said, number)]
        shown = []
        for card, number in zip(settled.cards, rows, strict=True):
            if number in doubles:
                continue
            quad, down = said.cards[number].quad, card.face is Face.DOWN
            whole = _whole(picture, quad, outlined) if _lies_there(said, number) else None
            own = [] if down else spots.get(number, [])
            corner = max(own, key=lambda spot: spot.score).middle if own else None
            shown.append(Shown(quad, chances[number], down, whole, _indices(picture, own, classifier), corner))
        return Sight(name, tuple(shown), tuple(other.kind for other in settled.other if other.kind in OTHERS.values()))


def _lies_there(said: Opinions, number: int) -> bool:
    """Whether a card lies where it seems to: of one known by its index alone only about where it lies is known.

    Unless it is surely read there as a whole. What lies elsewhere touches no card.
    """
    return said.cards[number].placed == 1 or float(said.whole[number, : len(CARDS)].max()) > IN_PLACE


def _of_a_card(found: Sequence[Found], chances: Field, rows: Sequence[int]) -> set[int]:
    """Return which of *rows* an index made in a card that was seen, of the same name: it is that one's.

    On a card that fills its picture an index may look as high as on one half as long.
    """
    seen = [n for n in rows if found[n].placed == 1]
    return {
        n
        for n in rows
        if found[n].placed < 1
        and any(
            chances[n].argmax() == chances[m].argmax() and part_of(found[n].quad, found[m].quad) > WITHIN for m in seen
        )
    }


def _indices(picture: Picture, spots: Sequence[Spot], classifier: Classifier) -> tuple[Picture, ...]:
    """Return the indices as their reader sees them, without what it takes for none: pips look like indices."""
    cuts = [rectify.index(picture, spot.middle, spot.up) for spot in spots if spot.reach >= LEAST_REACH]
    if not cuts:
        return ()
    said = classifier.read_indices(np.stack(cuts))
    none = np.maximum(said[:, NO_RANK], said[:, NO_RANK + 1 + NO_SUIT])
    return tuple(one for one, share in zip(cuts, none, strict=True) if share < PIP)


def _whole(picture: Picture, quad: Field, quads: Sequence[Field]) -> Picture | None:
    """Return the card as the reader of whole cards sees it, None where it is small, cut off or touched by another."""
    high, wide = picture.shape[:2]
    inside = bool((quad > -1).all() and (quad < (wide + 1, high + 1)).all())
    long = rectify.long_side(quad)
    touched = any(other is not quad and overlap(quad, other) > TOUCHED for other in quads)
    return None if touched or not inside or long < LEAST_LONG else rectify.whole(picture, quad)
