"""What reaches in from the felt's edge is a hand, unless it lies still and is nothing but cards."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records.observations import SightedCard
from vision.cover import AROUND, taken
from vision.gate import FEW, Mask
from vision.zones import View, ZoneView

LONG = 1_000_000_000
"""Ns for which it must lie still: a hand that holds cards seldom does."""
LONGER = 30_000_000_000
"""Ns after which what is no card is a thing that somebody should take away: no arm lies so still for so long."""
FINGER = np.ones((3, 3), np.uint8)
"""Pixels of the quarter frame: what is narrower everywhere is no finger."""
ALIKE = 0.03
"""Share of its pixels by which its outline trembles from frame to frame."""


@dataclass(slots=True)
class Lying:
    """What is known of a thing over one zone that reaches in from the felt's edge."""

    since: int | None = None
    """Since when it lies still; None before anything was seen of the zone."""
    asked: bool = False
    """Whether it was looked at since then."""
    cards: Mask | None = None
    """Where it lies in the zone's part of the quarter frame, once it is known to be nothing but cards."""

    def due(self, still: bool, there: Mask, at: int) -> bool:
        """Take the frame of night time *at*, which shows it *there*, *still* or not; return whether to look at it now.

        What is known to be cards stays that as long as it lies there: grain that comes and goes is no hand.
        """
        if self.since is None or not (still or self._lies(there)):
            self.since, self.asked, self.cards = at, False, None
        due = not self.asked and at - self.since >= LONG
        self.asked = self.asked or due
        return due

    def _lies(self, there: Mask) -> bool:
        if self.cards is None:
            return False
        return int(np.count_nonzero(there ^ self.cards)) <= FEW + ALIKE * int(np.count_nonzero(self.cards))

    def in_the_way(self, at: int) -> bool:
        """Whether it hides the zone for good at night time *at*."""
        return self.since is not None and self.cards is None and at - self.since >= LONGER


def only_cards(view: View, zone: ZoneView, there: Mask, cards: Sequence[SightedCard]) -> bool:
    """Whether of what is *there*, in the zone's part of the quarter frame, no more than a thread is beside *cards*.

    A shadow or a seam may join a card to the felt's edge.
    """
    beside = (there & ~taken(view, zone, cards, AROUND)).astype(np.uint8)
    return int(np.count_nonzero(cv2.morphologyEx(beside, cv2.MORPH_OPEN, FINGER))) <= FEW
