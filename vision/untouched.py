"""Where nothing changed since it was read, what lay there lies there still, whatever one more look makes of it.

Of real chips some are found with hardly more than the least sureness: one look has them and the next, for a chip that
came elsewhere, has not, or names another colour. Told so they would have gone, or become more, and nobody touched them.
So do small cards in dim rooms come and go.
"""

import numpy as np

from table_controller.records import Face
from table_controller.records.observations import SightedCard, SightedChips
from vision.arrays import Field
from vision.cover import places
from vision.gate import FEW, Mask
from vision.jury import SAME
from vision.zones import QUARTER, View, ZoneView, apart

SHARE, OF_CARD = 0.08, 0.03
"""Share of a chip's place, and of a card's, that must look other for something to have happened there: an ace that
went leaves no more than its print."""
SURE = 0.6
"""A chip found so surely counts, whatever was told of its place."""

Cards = tuple[SightedCard, ...]
Chips = tuple[SightedChips, ...]


def left_out(view: View, zone: ZoneView, changes: Mask, read: Cards, seen: Cards) -> Cards:
    """Those of the cards *read* before that are not *seen* now, though their place in *zone* looks as it did.

    Only cards with a name and backs: what a look takes for a second card the next may take back.
    """
    known = [card for card in read if (card.card is not None or card.face is Face.DOWN) and not _is_among(card, seen)]
    masks = places(view, zone, known, 1.0)
    return tuple(card for card, place in zip(known, masks, strict=True) if _alike(changes, place, OF_CARD))


def _is_among(card: SightedCard, seen: Cards) -> bool:
    """Whether *card*, or what may be another reading of it, is *seen*."""
    names = {other.card for other in seen if other.card is not None}
    return card.card in names or any(apart(other.centre, card.centre) <= SAME for other in seen)


def with_untouched(view: View, zone: ZoneView, changes: Mask, told: Chips, seen: Chips) -> Chips:
    """The chips of *zone*, left to right: those *seen* where something changed, and those *told* where nothing did.

    *changes*: what looks other in its part of the quarter frame than when *told* was.
    """
    sure = [chip for chip in seen if chip.confidence >= SURE]
    still = _untouched(view, zone, changes, told)
    kept = [chip for chip, stays in zip(told, still, strict=True) if stays and not _on_any(view, chip, sure)]
    touched = _untouched(view, zone, changes, seen)
    came = [chip for chip, stays in zip(seen, touched, strict=True) if not stays and not _on_any(view, chip, kept)]
    return tuple(sorted({*kept, *sure, *came}, key=lambda chip: chip.centre))


def _on_any(view: View, chip: SightedChips, others: list[SightedChips]) -> bool:
    """Whether *chip* lies in the place of another: their middles are less than a radius apart."""
    return any(apart(chip.centre, other.centre) < view.layout.chip_diameter / 2 for other in others)


def _untouched(view: View, zone: ZoneView, changes: Mask, chips: Chips) -> list[bool]:
    """Of each of *chips*, whether its place looks as it did."""
    if not chips:
        return []
    corner = zone.small[1].start, zone.small[0].start
    middles = view.pixels([chip.centre for chip in chips]) / QUARTER - np.array(corner)
    discs = (_disc(changes.shape, place, view.chip_radius / QUARTER) for place in middles)
    return [_alike(changes, disc, SHARE) for disc in discs]


def _disc(shape: tuple[int, ...], place: Field, radius: float) -> Mask:
    rows, columns = np.ogrid[: shape[0], : shape[1]]
    return np.asarray((columns - place[0]) ** 2 + (rows - place[1]) ** 2 <= radius**2)


def _alike(changes: Mask, place: Mask, share: float) -> bool:
    """Whether no more than a *share* of a *place* looks other."""
    return int(np.count_nonzero(changes & place)) <= max(FEW, share * int(np.count_nonzero(place)))
