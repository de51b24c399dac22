"""The patch of a zone that changed since the zone was read: what lies beside it lies there still."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from table_controller.records.observations import SightedCard
from vision.arrays import Field, floats
from vision.gate import Mask
from vision.news import surely_read
from vision.zones import QUARTER, Box, View, ZoneView, rectangle

MARGINS = (0.35, 0.25, 0.15, 0.08)
"""How much of the felt around what changed is looked at, in parts of a card's length: the most that shows no other
card, of which a part would be taken for something else."""
MOST_OF = 0.7
"""From which share of its zone on a patch saves too little."""
EDGE = 2.0
"""Pixels from the edge of a patch within which a card may go on beyond it."""


@dataclass(frozen=True, slots=True)
class Patch:
    """Where to look, (left, top, right, bottom) in pixels of the frame, and the cards that lie beside it.

    *again*: how many more were known, and are looked at again.
    """

    box: Box
    beside: tuple[SightedCard, ...]
    again: int = 0

    def cuts(self, quad: Field, zone: ZoneView) -> bool:
        """Whether a card with the corners *quad* (4, 2), pixels of the frame, may go on where nobody looked."""
        reach = np.concatenate([quad.min(0) - self.box[:2], self.box[2:] - quad.max(0)])
        ends_there = np.array(self.box) == zone.box
        return bool((~ends_there & (reach < EDGE)).any())


def patch(view: View, zone: ZoneView, changes: Mask, read: Sequence[SightedCard]) -> Patch | None:
    """Return the part of *zone* to look at where *changes* of its quarter frame show it, and *read* is known of it.

    None where all of the zone is to be looked at: most of it changed, or a card lies too near to what did.
    """
    rows, columns = np.nonzero(changes & zone.mask)
    if not len(rows):
        return None
    corner = np.array(zone.box[:2]) // QUARTER
    ends = floats([(columns.min(), rows.min()), (columns.max() + 1, rows.max() + 1)]) + corner
    bounds = floats([_bounds(view, card) for card in read]).reshape(-1, 4)
    again = np.array([not surely_read(card) for card in read], bool)
    box, again = _with(floats(ends).ravel() * QUARTER, bounds, again)
    wide = _widened(box, bounds[~again], view.card_long)
    if wide is None:
        return None
    left, top = (int(x) for x in np.maximum(np.floor(wide[:2]), zone.box[:2]))
    right, bottom = (int(x) for x in np.minimum(np.ceil(wide[2:]), zone.box[2:]))
    if (right - left) * (bottom - top) > MOST_OF * (zone.box[2] - zone.box[0]) * (zone.box[3] - zone.box[1]):
        return None
    beside = tuple(card for card, looked_at in zip(read, again, strict=True) if not looked_at)
    return Patch((left, top, right, bottom), beside, again=len(read) - len(beside))


def _with(box: Field, bounds: Field, again: Mask) -> tuple[Field, Mask]:
    """Return *box* with all cards that are looked at *again* or that it meets; and which of them those are."""
    while True:
        low = np.minimum(box[:2], bounds[again, :2].min(0, initial=np.inf))
        high = np.maximum(box[2:], bounds[again, 2:].max(0, initial=-np.inf))
        grown = np.concatenate([low, high])
        more = again | _meets(grown, bounds)
        if (more == again).all():
            return grown, again
        box, again = grown, more


def _widened(box: Field, bounds: Field, card_long: float) -> Field | None:
    """Return *box* with as much felt around it as there is; None where there is hardly any."""
    for margin in MARGINS:
        wide = box + floats([-1, -1, 1, 1]) * margin * card_long
        if not _meets(wide, bounds).any():
            return floats(wide)
    return None


def _meets(box: Field, bounds: Field) -> Mask:
    return np.asarray((bounds[:, :2] < box[2:]).all(1) & (bounds[:, 2:] > box[:2]).all(1))


def _bounds(view: View, card: SightedCard) -> Field:
    """Return (left, top, right, bottom) of *card*, in pixels."""
    size = view.layout.card_width, view.layout.card_length
    corners = view.pixels(rectangle(card.centre, *size, card.angle))
    return np.concatenate([corners.min(0), corners.max(0)])
