"""Watch one table through one camera: read a zone when it changed and came to rest; wait while a hand is over it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from table_controller.records import Layout, Point
from table_controller.records.observations import (
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    SightedCard,
    SightedChips,
    ViewBlocked,
)
from vision.arrays import Picture, floats
from vision.chips import find_chips, value_of
from vision.gate import DARK, HandFinder, changed, quarter, zone_changed
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.zones import CARD_KINDS, View, ZoneView

REST = 180_000_000
"""Nanoseconds without motion after which a zone is at rest."""
BEHIND = REST + 120_000_000
"""How far behind its frame a sighting may be stamped, in ns: a zone's rest, and the time until the next frame."""
AGAIN = 3
"""How often a zone is read again while a card in it is not surely read."""
MOVED = 12.0
"""Millimetres by which a thing must move to be worth telling."""
TALLEST = 20


@dataclass(slots=True)
class _State:
    """What is known of a zone: since when it is still, how it looked when last read, what was told."""

    still_since: int | None = None
    reference: Picture | None = None
    hand: bool = False
    blocked: bool = False
    left: int = 0
    told: tuple[SightedCard, ...] | tuple[SightedChips, ...] | None = None


class Watcher:
    """One camera's eye on the table. Everything it says is said as observations of source *camera*."""

    def __init__(self, layout: Layout, reader: CardReader, camera: str) -> None:
        known = next(known for known in layout.cameras if known.name == camera)
        self.name, self._layout, self._reader = camera, layout, reader
        self._view = View(layout, known)
        self._states = {view.zone.name: _State() for view in self._view.zones}
        self._hands = HandFinder(self._view)
        self._last: Picture | None = None
        self.behind = BEHIND
        """Ns by which what is said may lie before the frame that shows it."""
        self.reads = 0
        """Zones read so far: what the gate is there to keep small."""

    def look(self, frame: Picture, at: int) -> tuple[Observation, ...]:
        """Take the frame of night time *at*, (h, w, 3) uint8 BGR, and return what is new."""
        camera = self._view.camera
        if frame.shape != (camera.height, camera.width, 3):
            return self._blocked(self._view.zones, at, f"expected frames of {camera.width} × {camera.height}")
        small = quarter(frame)
        if float(small.mean()) < DARK:
            self._last = None
            return self._blocked(self._view.zones, at, "the picture is black")
        said = list(self._blocked([view for view in self._view.zones if not view.in_view], at, "out of view"))
        moving = np.ones(small.shape[:2], bool) if self._last is None else changed(self._last, small)
        self._last = small
        hands = self._hands.find(small, moving)
        for view in self._view.zones:
            if view.in_view:
                said += self._zone(view, frame, small, moving, hands, at)
        return tuple(said)

    def _zone(
        self,
        view: ZoneView,
        frame: Picture,
        small: Picture,
        moving: NDArray[np.bool_],
        hands: NDArray[np.bool_],
        at: int,
    ) -> list[Observation]:
        state, name = self._states[view.zone.name], view.zone.name
        said: list[Observation] = []
        if state.blocked:
            state.blocked = False
            said.append(ViewBlocked(at=at, source=self.name, zone=name, blocked=False))
        if zone_changed(moving, view):
            state.still_since, state.left = None, AGAIN
        elif state.still_since is None:
            state.still_since = at
        hand = zone_changed(hands, view)
        if hand != state.hand:
            state.hand = hand
            said.append(HandOverZone(at=at, source=self.name, zone=name, present=hand))
        at_rest = state.still_since is not None and at - state.still_since >= REST
        if not hand and at_rest and self._worth_reading(state, view, small):
            said += self._read(view, state, frame, small, at)
        return said

    def _worth_reading(self, state: _State, view: ZoneView, small: Picture) -> bool:
        if state.reference is None or state.told is None:
            return True
        now = np.zeros(small.shape[:2], bool)
        now[view.small] = changed(state.reference, small[view.small])
        return zone_changed(now, view) or (state.left > 0 and _unsure(state.told))

    def _read(self, view: ZoneView, state: _State, frame: Picture, small: Picture, at: int) -> list[Observation]:
        """Read the zone's part of the frame; say its whole content if that is news."""
        self.reads += 1
        state.reference, state.left = small[view.small].copy(), state.left - 1
        # What lies there came to lie there when the zone came to rest; a second look tells of its own time.
        if state.left == AGAIN - 1 and state.still_since is not None:
            at = state.still_since
        left, top, right, bottom = view.box
        cut = np.ascontiguousarray(frame[top:bottom, left:right])
        if view.zone.kind in CARD_KINDS:
            cards = self._cards(cut, view)
            news, state.told = _differs(state.told, cards), cards
            sure = min((card.confidence for card in cards), default=1.0)
            return (
                [CardSighting(at=at, source=self.name, confidence=sure, zone=view.zone.name, cards=cards)]
                if news
                else []
            )
        chips = self._chips(cut, view)
        news, state.told = _differs(state.told, chips), chips
        sure = min((chip.confidence for chip in chips), default=1.0)
        return (
            [ChipSighting(at=at, source=self.name, confidence=sure, zone=view.zone.name, chips=chips)] if news else []
        )

    def _cards(self, cut: Picture, view: ZoneView) -> tuple[SightedCard, ...]:
        seen = [self._sighted(card, view) for card in self._reader.cards(cut, card_long=self._view.card_long)]
        return tuple(sorted((card for card in seen if view.zone.holds(card.centre)), key=lambda card: card.centre))

    def _sighted(self, card: SeenCard, view: ZoneView) -> SightedCard:
        corners = self._view.millimetres(floats(card.quad) + view.box[:2])
        x, y = corners.mean(0)
        down = corners[2] + corners[3] - corners[0] - corners[1]
        angle = float(np.degrees(np.arctan2(-down[0], down[1]))) % 180
        return SightedCard(card.card, card.face, Point(float(x), float(y)), angle, card.confidence)

    def _chips(self, cut: Picture, view: ZoneView) -> tuple[SightedChips, ...]:
        found = find_chips(cut, radius=self._view.chip_radius, colours=self._layout.colours)
        sighted = []
        for chip in found:
            x, y = self._view.millimetres(floats(chip.centre) + view.box[:2])[0]
            worth = value_of(replace(chip, count=1))
            # From above a stack shows only its top chip: at least one, at most a tall stack.
            place = Point(float(x), float(y))
            sighted.append(SightedChips(worth, chip.colour, chip.count, 1, TALLEST, place, chip.confidence))
        return tuple(sorted((chip for chip in sighted if view.zone.holds(chip.centre)), key=lambda chip: chip.centre))

    def _blocked(self, views: list[ZoneView] | tuple[ZoneView, ...], at: int, reason: str) -> tuple[Observation, ...]:
        said = []
        for view in views:
            state = self._states[view.zone.name]
            if not state.blocked:
                self._states[view.zone.name] = _State(blocked=True, hand=state.hand, told=state.told)
                said.append(ViewBlocked(at=at, source=self.name, zone=view.zone.name, blocked=True, reason=reason))
        return tuple(said)


Thing = SightedCard | SightedChips
Told = tuple[SightedCard, ...] | tuple[SightedChips, ...]


def _unsure(told: Told) -> bool:
    return any(isinstance(thing, SightedCard) and thing.face.value == "up" and thing.card is None for thing in told)


def _differs(before: Told | None, now: Told) -> bool:
    """Whether *now* is news: other things, other places, or a first reading."""
    if before is None or len(before) != len(now):
        return True
    pairs: Iterable[tuple[Thing, Thing]] = zip(before, now, strict=True)
    return any(_what(a) != _what(b) or _far(a.centre, b.centre) for a, b in pairs)


def _what(thing: Thing) -> tuple[object, ...]:
    match thing:
        case SightedCard():
            return thing.card, thing.face
        case SightedChips():
            return thing.colour, thing.count


def _far(a: Point, b: Point) -> bool:
    return abs(a.x - b.x) > MOVED or abs(a.y - b.y) > MOVED
