"""What is no card and lies where a card was told: a sleeve of the felt's colour, a cap, glare. No card went there."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records.observations import SightedCard
from vision.arrays import Picture
from vision.gate import APART, Mask
from vision.zones import QUARTER, View, ZoneView, apart, rectangle

COVERED = "something lies over a card"
SAME = 15.0
"""Millimetres within which two looks see one card."""
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

    def look(
        self,
        view: View,
        zone: ZoneView,
        now: Picture,
        told: Sequence[SightedCard],
        read: Sequence[SightedCard],
        at: int,
    ) -> None:
        """Take a look: *now* is the zone's part of the quarter frame, *read* what was found there at night time *at*.

        Who never saw the bare felt knows of nothing that covers it.
        """
        lost = [card for card in told if not any(apart(card.centre, other.centre) <= SAME for other in read)]
        if self.overdue(at):
            self._bare = None
        covered = bool(lost) and self._bare is not None and _covers(view, zone, self._bare, now, lost, read)
        if not covered and not read:
            self._bare = now
        self.since = (at if self.since is None else self.since) if covered else None

    def overdue(self, at: int) -> bool:
        """Whether it is believed for so long that another look is due."""
        return self.since is not None and at - self.since >= LONGEST


def _covers(
    view: View,
    zone: ZoneView,
    bare: Picture,
    now: Picture,
    lost: Sequence[SightedCard],
    read: Sequence[SightedCard],
) -> bool:
    """Whether the place of one of the *lost* looks other than its *bare* felt, and no card *read* explains that."""
    seen = _places(view, zone, read, AROUND)
    places = _places(view, zone, lost, WITHIN)
    known = np.logical_or.reduce([zone.mask & False, *seen])
    around = zone.mask & ~known & ~np.logical_or.reduce(places)
    other = _other(bare, now, around) & ~known
    return any(np.count_nonzero(other & place) > MOST_OF * max(1, int(np.count_nonzero(place))) for place in places)


def _other(bare: Picture, now: Picture, felt: Mask) -> Mask:
    """Which pixels differ from the *bare* ones by more than the light on the *felt* around does."""
    apart = now.astype(np.int16) - bare
    if felt.any():
        apart = apart - np.median(apart[felt], axis=0).astype(np.int16)
    return np.asarray((np.abs(apart) > APART).any(axis=2))


def _places(view: View, zone: ZoneView, cards: Sequence[SightedCard], part: float) -> list[Mask]:
    """The pixels of the zone's part of the quarter frame on which so large a *part* of each card lies."""
    layout = view.layout
    size = part * layout.card_width, part * layout.card_length
    corner = np.array([zone.small[1].start, zone.small[0].start])
    masks = []
    for card in cards:
        mask = np.zeros(zone.mask.shape, np.uint8)
        corners = view.pixels(rectangle(card.centre, *size, card.angle)) / QUARTER - corner
        masks.append(cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1) > 0)
    return masks
