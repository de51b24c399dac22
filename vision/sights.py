"""What one camera sees in one zone, in millimetres on the felt: cards, as several looks read them, and chips.

What fails while it looks is one line, and costs no more than what it would have seen.
"""

import sys
import traceback
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np

from table_controller.records import Face, Layout, Point
from table_controller.records.observations import SightedCard, SightedChips
from vision.arrays import Field, Picture, floats
from vision.bare import BareFelt
from vision.capture import in_a_line
from vision.chips import find_chips, value_of
from vision.dark import light_of, lit
from vision.detector import Detector
from vision.jury import Jury
from vision.lamp import Lamp
from vision.news import surely_read
from vision.patch import Patch
from vision.reading import SeenCard, SeenChips
from vision.settle import corners
from vision.zones import CARD_KINDS, Box, View, ZoneView

NO_READER = "cards cannot be read: the weights are missing"
UNWELL = 30_000_000_000
"""Ns for which a reader, or a chip detector, that failed is left alone."""
AFRESH = 1_000_000_000
"""Ns for which a zone is hidden when looking at it failed for any other reason; doubled each time, up to UNWELL."""
TALLEST = 20


class Reads(Protocol):
    """What a camera needs of a reader: a ``CardReader``, or one that several cameras take turns with."""

    @property
    def sure(self) -> float:
        """How sure a card must be to be named."""

    @property
    def detector(self) -> Detector | None:
        """What finds chips, where there is one."""

    def cards(
        self, picture: Picture, card_long: float | None = None, *, empty: Picture | None = None
    ) -> tuple[SeenCard, ...]:
        """What lies in *picture* as cards of about *card_long* pixels, and is not printed on the *empty* felt."""


class Sights:
    """Reads zones for one camera. Without a reader, or while it fails, cards are not read: chips still are.

    Without a chip detector, or while it fails, chips are found by their roundness.
    """

    def __init__(
        self,
        name: str,
        layout: Layout,
        view: View,
        reader: Reads | None,
        no_reader: str,
        empty: Picture | None = None,
        printed: bool = False,
    ) -> None:
        """*empty*: the camera's picture of the empty felt; *printed*: whether cards are printed on that."""
        self._name, self._layout, self._view, self._reader = name, layout, view, reader
        self._empty = empty if printed else None
        self._felt = None if empty is None else Lamp(view, empty)
        self._failed, self._well_at = no_reader, 0
        self._round_until = 0
        self._bare = BareFelt(view)
        self._lit_at, self._lamp = -1, np.ones(3, np.float32)
        self._given_up: dict[str, tuple[str, int, int]] = {}
        """Zones of which looking failed: why, until when they are hidden, and for how long that is."""
        self.sure = 1.0 if reader is None else reader.sure

    def hidden(self, view: ZoneView, at: int) -> str | None:
        """Why what lies in the zone cannot be told at night time *at*, or None."""
        if not view.in_view:
            return "out of view"
        if view.zone.kind in CARD_KINDS and (self._reader is None or at < self._well_at):
            return self._failed
        reason, until, _ = self._given_up.get(view.zone.name, (None, 0, 0))
        return reason if at < until else None

    def fault(self, at: int) -> str | None:
        """Why cards cannot be read at night time *at* though there is a reader, or a zone not looked at, or None."""
        if self._reader is not None and at < self._well_at:
            return self._failed
        return next((reason for reason, until, _ in self._given_up.values() if at < until), None)

    def give_up(self, view: ZoneView, error: Exception, at: int) -> str:
        """Hide the zone, of which looking failed with *error*, for a moment, for longer each time; return why."""
        # Not what the error says: it may name a card.
        place = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"it cannot be looked at: {type(error).__name__} in {Path(place.filename).name}, line {place.lineno}"
        before, until, wait = self._given_up.get(view.zone.name, (None, 0, 0))
        wait = min(UNWELL, 2 * wait) if at < until + wait else AFRESH
        self._given_up[view.zone.name] = reason, at + wait, wait
        if reason != before:
            self._say(f"{view.zone.name}: {reason}")
        return reason

    def cards(
        self, view: ZoneView, frame: Picture, jury: Jury, at: int, *, turned: bool = False
    ) -> tuple[SightedCard, ...]:
        """Look at the zone in *frame* once more; return its cards as all looks of *jury* read them, left to right.

        *turned*: look at it upside down, which shows the same to a person, and to a network something else.
        A reader that fails is one line; then nothing is returned, and ``hidden`` says why for a while.
        """
        seen = self._seen(view.box, frame, at, self._empty, turned) or ()
        placed = [(card, self._sighted(card, view.box).centre) for card in seen]
        together = jury.add([(card, place) for card, place in placed if view.zone.holds(place)])
        return in_order(self._sighted(card, view.box) for card, _ in together)

    def patched(self, view: ZoneView, frame: Picture, patch: Patch, at: int) -> tuple[SightedCard, ...] | None:
        """Look at no more of the zone in *frame* than a *patch*; return all its cards, left to right.

        None where that look does not settle it: one that is not surely read, has the name of a card beside the patch
        or may go on beyond it; or fewer than were known there, or none: a glance never tells that a card is gone.
        """
        seen = self._seen(patch.box, frame, at, self._empty)
        if seen is None or any(patch.cuts(floats(card.quad) + patch.box[:2], view) for card in seen):
            return None
        sighted = (self._sighted(card, patch.box) for card in seen)
        inside = [card for card in sighted if view.zone.holds(card.centre)]
        if len(inside) < max(1, patch.again):
            return None
        read = [*patch.beside, *inside]
        names = [card.card for card in read if card.card is not None]
        return in_order(read) if all(map(surely_read, read)) and len(names) == len(set(names)) else None

    def glance(self, view: ZoneView, frame: Picture, at: int) -> tuple[SightedCard, ...]:
        """Return the cards of the zone in *frame* that are named or face down, by one look that counts for nothing.

        Those printed on the felt too: what reaches in from its edge may be one.
        """
        seen = self._seen(view.box, frame, at, empty=None) or ()
        return tuple(self._sighted(card, view.box) for card in seen if card.card is not None or card.face is Face.DOWN)

    def _seen(
        self, box: Box, frame: Picture, at: int, empty: Picture | None, turned: bool = False
    ) -> tuple[SeenCard, ...] | None:
        """What the reader sees in a part of *frame*, but for what *empty* shows there; None where it fails.

        *turned*: of the part upside down.
        """
        assert self._reader is not None, "card zones are hidden without a reader"
        try:
            part = lit(_cut(box, frame, turned), self._light(frame, at))
            bare = None if empty is None else _cut(box, empty, turned)
            seen = self._reader.cards(part, card_long=self._view.card_long, empty=bare)
            if turned:
                seen = tuple(_turned_back(card, part) for card in seen)
            return self._bare.without(seen, frame, box)
        except Exception as error:  # whatever the runtime raises: hands and chips are still seen
            self._failed = f"cards cannot be read: {in_a_line(error)}"
            self._well_at = at + UNWELL
            self._say(self._failed)
            return None

    def _light(self, frame: Picture, at: int) -> Field:
        """The light of all of *frame*, the one of night time *at*: what shows little paper tells little of it."""
        if self._lit_at != at:
            self._lit_at, self._lamp = at, light_of(frame)
        return self._lamp

    def chips(self, view: ZoneView, frame: Picture, at: int) -> tuple[SightedChips, ...]:
        """Return the chips that lie in the zone in *frame*, left to right.

        A detector that fails is one line; then roundness finds them for a while, as where there is none.
        """
        sighted = []
        for chip in self._found(view.box, frame, at):
            x, y = self._view.millimetres(floats(chip.centre) + view.box[:2])[0]
            worth = value_of(replace(chip, count=1))
            # From above a stack shows only its top chip: at least one, at most a tall stack.
            place = Point(float(x), float(y))
            sighted.append(SightedChips(worth, chip.colour, chip.count, 1, TALLEST, place, chip.confidence))
        return tuple(sorted((chip for chip in sighted if view.zone.holds(chip.centre)), key=lambda chip: chip.centre))

    def _found(self, box: Box, frame: Picture, at: int) -> tuple[SeenChips, ...]:
        """The chips in a part of *frame*, in its pixels."""
        then = None if self._felt is None else self._felt.over(box, frame, at)
        radius, colours = self._view.chip_radius, self._layout.colours
        find = partial(find_chips, _cut(box, frame), radius=radius, colours=colours, then=then)
        detector = None if self._reader is None or at < self._round_until else self._reader.detector
        if detector is not None:
            try:
                return find(detector=detector)
            except Exception as error:  # as above
                self._round_until = at + UNWELL
                self._say(f"chips are found by their roundness: {in_a_line(error)}")
        return find()

    def _say(self, line: str) -> None:
        print(f"floorman: {self._name}: {line}", file=sys.stderr, flush=True)

    def _sighted(self, card: SeenCard, box: Box) -> SightedCard:
        quad = self._view.millimetres(floats(card.quad) + box[:2])
        x, y = quad.mean(0)
        down = quad[2] + quad[3] - quad[0] - quad[1]
        angle = float(np.degrees(np.arctan2(-down[0], down[1]))) % 180
        place = Point(float(x), float(y))
        return SightedCard(card.card, card.face, place, angle, card.confidence, card.joker)


def in_order(cards: Iterable[SightedCard]) -> tuple[SightedCard, ...]:
    """Return *cards* from left to right, as they are told."""
    return tuple(sorted(cards, key=lambda card: card.centre))


def _cut(box: Box, frame: Picture, turned: bool = False) -> Picture:
    left, top, right, bottom = box
    part = frame[top:bottom, left:right]
    return np.ascontiguousarray(part[::-1, ::-1] if turned else part)


def _turned_back(card: SeenCard, part: Picture) -> SeenCard:
    """Return *card*, seen in a *part* that was shown upside down, where it lies in that."""
    return replace(card, quad=corners(floats(part.shape[1::-1]) - floats(card.quad)))
