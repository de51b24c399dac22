"""What reaches in from the felt's edge is a hand, unless it lies still and is nothing but cards."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records.observations import SightedCard
from vision.cover import AROUND, places
from vision.gate import FEW, Mask
from vision.zones import View, ZoneView

LONG = 1_000_000_000
"""Ns for which it must lie still: a hand that holds cards seldom does."""
LONGER = 30_000_000_000
"""Ns after which what is no card is a thing that somebody should take away: no arm lies so still for so long."""

FINGER = np.ones((3, 3), np.uint8)
"""Pixels of the quarter frame: what is narrower everywhere is no finger."""


@dataclass(slots=True)
class Lying:
    """What is known of a thing over one zone that reaches in from the felt's edge."""

    since: int | None = None
    """Since when it lies still; None before anything was seen of the zone."""
    asked: bool = False
    cards: bool = False
    """Whether it was looked at since then, and is nothing but cards."""

    def due(self, still: bool, at: int) -> bool:
        """Take the frame of night time *at*, in which it lies *still* or not; return whether to look at it now."""
        if not still or self.since is None:
            self.since, self.asked, self.cards = at, False, False
        due = not self.asked and at - self.since >= LONG
        self.asked = self.asked or due
        return due

    def in_the_way(self, at: int) -> bool:
        """Whether it hides the zone for good at night time *at*."""
        return self.since is not None and not self.cards and at - self.since >= LONGER


def only_cards(view: View, zone: ZoneView, reaching: Mask, cards: Sequence[SightedCard]) -> bool:
    """Whether of what is *reaching* into the zone, of the quarter frame, nothing as wide as a finger is beside *cards*.

    A shadow or a seam may join a card to the felt's edge.
    """
    there = np.logical_or.reduce([zone.mask & False, *places(view, zone, cards, AROUND)])
    beside = (reaching[zone.small] & zone.mask & ~there).astype(np.uint8)
    return int(np.count_nonzero(cv2.morphologyEx(beside, cv2.MORPH_OPEN, FINGER))) <= FEW
