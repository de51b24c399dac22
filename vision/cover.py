"""What is no card and lies where a card was told: a sleeve of the felt's colour, a cap, glare. No card went there."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records.observations import SightedCard
from vision.arrays import Picture
from vision.cloth import APART
from vision.gate import Mask
from vision.jury import SAME
from vision.zones import QUARTER, View, ZoneView, apart, rectangle

MOST_OF = 0.5
"""Share of a card's place that must look other than the bare felt does."""
WITHIN, AROUND = 0.8, 1.2
"""The part of its size in which a card's place is looked at, and the one in which it hides what is under it."""
LONGEST = 300_000_000_000
"""Ns, longer than a hand takes, after which that is believed no more: the light may have changed since the felt was
bare."""


@dataclass(slots=True)
class Cover:
    """What is known of one zone: how its bare felt looked, *since* when something lies over a card that was told."""

    since: int | None = None
    _bare: Picture | None = None

    def under(
        self,
        view: View,
        zone: ZoneView,
        now: Picture,
        told: Sequence[SightedCard],
        read: Sequence[SightedCard],
        at: int,
    ) -> tuple[SightedCard, ...]:
        """Return those of the cards *told* that are not *read* any more, but covered by what is no card.

        *now*: the zone's part of the quarter frame of night time *at*. None is while all others that were told have
        gone, for then the zone was cleared; nor for who never saw the bare felt.
        """
        if not told and not read:
            self._bare = now
        lost = [card for card in told if not any(apart(card.centre, other.centre) <= SAME for other in read)]
        if self._bare is None or not 0 < len(lost) < len(told) or self.overdue(at):
            self.since = None
            return ()
        covered = _covered(view, zone, self._bare, now, lost, read)
        self.since = (at if self.since is None else self.since) if covered else None
        return covered

    def overdue(self, at: int) -> bool:
        """Whether a card counts as covered for so long that it does no more."""
        return self.since is not None and at - self.since >= LONGEST


def _covered(
    view: View,
    zone: ZoneView,
    bare: Picture,
    now: Picture,
    lost: Sequence[SightedCard],
    read: Sequence[SightedCard],
) -> tuple[SightedCard, ...]:
    """Those of the *lost* whose place looks other than its *bare* felt, where no card *read* explains that."""
    known, where = taken(view, zone, read, AROUND), places(view, zone, lost, WITHIN)
    around = zone.mask & ~known & ~np.logical_or.reduce(where)
    other = _other(bare, now, around) & ~known
    most = [MOST_OF * max(1, int(np.count_nonzero(place))) for place in where]
    return tuple(
        card for card, place, least in zip(lost, where, most, strict=True) if np.count_nonzero(other & place) > least
    )


def _other(bare: Picture, now: Picture, felt: Mask) -> Mask:
    """Which pixels differ from the *bare* ones by more than the light on the *felt* around does."""
    differ = now.astype(np.int16) - bare
    if felt.any():
        differ = differ - np.median(differ[felt], axis=0).astype(np.int16)
    return np.asarray((np.abs(differ) > APART).any(axis=2))


def taken(view: View, zone: ZoneView, cards: Sequence[SightedCard], part: float) -> Mask:
    """Return the pixels of the zone's part of the quarter frame on which so large a *part* of any of *cards* lies."""
    return np.asarray(np.logical_or.reduce([zone.mask & False, *places(view, zone, cards, part)]))


def places(view: View, zone: ZoneView, cards: Sequence[SightedCard], part: float) -> list[Mask]:
    """Return the pixels of the zone's part of the quarter frame on which so large a *part* of each card lies."""
    layout = view.layout
    size = part * layout.card_width, part * layout.card_length
    corner = np.array([zone.small[1].start, zone.small[0].start])
    masks = []
    for card in cards:
        mask = np.zeros(zone.mask.shape, np.uint8)
        corners = view.pixels(rectangle(card.centre, *size, card.angle)) / QUARTER - corner
        masks.append(cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1) > 0)
    return masks
