"""What one camera sees in one zone, in millimetres on the felt: cards, as several looks read them, and chips."""

import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

import numpy as np

from table_controller.records import Layout, Point
from table_controller.records.observations import SightedCard, SightedChips
from vision.arrays import Picture, floats
from vision.chips import find_chips, value_of
from vision.detector import Detector
from vision.jury import Jury
from vision.news import surely_read
from vision.patch import Patch
from vision.reading import SeenCard
from vision.zones import CARD_KINDS, Box, View, ZoneView

NO_READER = "cards cannot be read: the weights are missing"
UNWELL = 30_000_000_000
"""Ns for which a reader that failed is left alone."""
TALLEST = 20


class Reads(Protocol):
    """What a camera needs of a reader: a ``CardReader``, or one that several cameras take turns with."""

    @property
    def sure(self) -> float:
        """How sure a card must be to be named."""

    @property
    def detector(self) -> Detector | None:
        """What finds chips, where there is one."""

    def cards(self, picture: Picture, card_long: float | None = None) -> tuple[SeenCard, ...]:
        """What lies in *picture* as cards of about *card_long* pixels."""


class Sights:
    """Reads zones for one camera. Without a reader, or while it fails, cards are not read: chips still are."""

    def __init__(self, name: str, layout: Layout, view: View, reader: Reads | None, no_reader: str) -> None:
        self._name, self._layout, self._view, self._reader = name, layout, view, reader
        self._failed, self._well_at = no_reader, 0
        self.sure = 1.0 if reader is None else reader.sure

    def hidden(self, view: ZoneView, at: int) -> str | None:
        """Why what lies in the zone cannot be told at night time *at*, or None."""
        if not view.in_view:
            return "out of view"
        unread = view.zone.kind in CARD_KINDS and (self._reader is None or at < self._well_at)
        return self._failed if unread else None

    def fault(self, at: int) -> str | None:
        """Why cards cannot be read at night time *at* though there is a reader, or None."""
        return self._failed if self._reader is not None and at < self._well_at else None

    def cards(self, view: ZoneView, frame: Picture, jury: Jury, at: int) -> tuple[SightedCard, ...]:
        """Look at the zone in *frame* once more; return its cards as all looks of *jury* read them, left to right.

        A reader that fails is one line; then nothing is returned, and ``hidden`` says why for a while.
        """
        placed = [(card, self._sighted(card, view.box).centre) for card in self._seen(view.box, frame, at) or ()]
        together = jury.add([(card, place) for card, place in placed if view.zone.holds(place)])
        return _in_order(self._sighted(card, view.box) for card, _ in together)

    def patched(self, view: ZoneView, frame: Picture, patch: Patch, at: int) -> tuple[SightedCard, ...] | None:
        """Look at no more of the zone in *frame* than a *patch*; return all its cards, left to right.

        None where that look does not settle it: one that is not surely read, has the name of a card beside the patch
        or may go on beyond it; or fewer than were known there, or none: a glance never tells that a card is gone.
        """
        seen = self._seen(patch.box, frame, at)
        if seen is None or any(patch.cuts(floats(card.quad) + patch.box[:2], view) for card in seen):
            return None
        sighted = (self._sighted(card, patch.box) for card in seen)
        inside = [card for card in sighted if view.zone.holds(card.centre)]
        if len(inside) < max(1, patch.again):
            return None
        read = [*patch.beside, *inside]
        names = [card.card for card in read if card.card is not None]
        return _in_order(read) if all(map(surely_read, read)) and len(names) == len(set(names)) else None

    def _seen(self, box: Box, frame: Picture, at: int) -> tuple[SeenCard, ...] | None:
        """What the reader sees in a part of *frame*; None where it fails."""
        assert self._reader is not None, "card zones are hidden without a reader"
        try:
            return self._reader.cards(_cut(box, frame), card_long=self._view.card_long)
        except Exception as error:  # whatever the runtime raises: hands and chips are still seen
            self._failed = f"cards cannot be read: {str(error).partition(chr(10))[0] or type(error).__name__}"
            self._well_at = at + UNWELL
            print(f"floorman: {self._name}: {self._failed}", file=sys.stderr, flush=True)
            return None

    def chips(self, view: ZoneView, frame: Picture) -> tuple[SightedChips, ...]:
        """Return the chips that lie in the zone in *frame*, left to right."""
        detector = None if self._reader is None else self._reader.detector
        found = find_chips(
            _cut(view.box, frame), radius=self._view.chip_radius, colours=self._layout.colours, detector=detector
        )
        sighted = []
        for chip in found:
            x, y = self._view.millimetres(floats(chip.centre) + view.box[:2])[0]
            worth = value_of(replace(chip, count=1))
            # From above a stack shows only its top chip: at least one, at most a tall stack.
            place = Point(float(x), float(y))
            sighted.append(SightedChips(worth, chip.colour, chip.count, 1, TALLEST, place, chip.confidence))
        return tuple(sorted((chip for chip in sighted if view.zone.holds(chip.centre)), key=lambda chip: chip.centre))

    def _sighted(self, card: SeenCard, box: Box) -> SightedCard:
        corners = self._view.millimetres(floats(card.quad) + box[:2])
        x, y = corners.mean(0)
        down = corners[2] + corners[3] - corners[0] - corners[1]
        angle = float(np.degrees(np.arctan2(-down[0], down[1]))) % 180
        return SightedCard(card.card, card.face, Point(float(x), float(y)), angle, card.confidence)


def _in_order(cards: Iterable[SightedCard]) -> tuple[SightedCard, ...]:
    return tuple(sorted(cards, key=lambda card: card.centre))


def _cut(box: Box, frame: Picture) -> Picture:
    left, top, right, bottom = box
    return np.ascontiguousarray(frame[top:bottom, left:right])
