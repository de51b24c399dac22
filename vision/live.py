"""Watch one table through one camera: read a zone when it changed and came to rest; wait while a hand is over it.

Several looks at a zone at rest vote (``jury.py``), and no card lies in two places (``deck.py``). A frame that shows
nothing (``frames.py``), and a camera that was moved (``calibrate/mooring.py``), block the view instead of emptying the
table.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from table_controller.records import Layout, ZoneKind
from table_controller.records.observations import (
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    SightedCard,
    ViewBlocked,
)
from vision.arrays import Picture
from vision.calibrate.mooring import Mooring
from vision.deck import OneDeck
from vision.frames import FrameCheck
from vision.gate import HandFinder, Mask, changed, part_changed, quarter, zones_changed
from vision.jury import Jury
from vision.lying import only_cards
from vision.news import differs
from vision.patch import patch
from vision.resting import BEHIND, moment_of
from vision.sights import NO_READER, Reads, Sights, in_order
from vision.untouched import left_out, with_untouched
from vision.zone_state import ZoneState
from vision.zones import CARD_KINDS, View, ZoneView, watched

APART = 90_000_000
"""Ns between two looks at a zone at rest: at once the same noise and the same flicker of the lamp would vote twice."""
AGAIN = 3
"""How often a zone at rest is read at most, while a card in it is not surely read."""
CREEPING = 100_000_000
"""Ns between two comparisons of a zone in which nothing moves with how it was read: what creeps in is found so."""
OFTEN, SELDOM = 5, 1_000_000_000
"""So often without a hand over it a zone that looks other is read at once; from then on once in so many ns."""
LONE = 100_000_000
"""Ns for which broken frames are passed over: a frame torn on its way costs nothing, a torn cable must be told."""
JOLT = 0.5
"""Share of the zones without a hand that move in one frame where somebody pushed the camera, or the light went."""
OPEN = frozenset({ZoneKind.BOARD, ZoneKind.BURN})
"""Where nobody holds a card: one that is no longer seen has gone only if its place looks like bare felt again."""
STILL = 0.03
"""Share of the picture that may move in a frame which tells whether the camera hangs where it hung: a hand's."""


class Watcher:
    """One camera's eye on the table. Everything it says is said as observations of source *camera*."""

    def __init__(
        self,
        layout: Layout,
        reader: Reads | None,
        camera: str,
        deck: OneDeck | None = None,
        live: bool = True,
        no_reader: str = NO_READER,
        mooring: Mooring | None = None,
        empty: Picture | None = None,
        printed: bool = False,
    ) -> None:
        """Without *reader* hands and chips are seen and card zones are blocked for the reason *no_reader*.

        *deck* is shared by all cameras of the table; *live* is false for recordings; *mooring* tells when the camera
        was moved; *empty* is its picture of the empty felt, and *printed* whether cards are printed on that.
        """
        known = next(known for known in layout.cameras if known.name == camera)
        self.name, self._view = camera, View(layout, known)
        self._zones = watched(self._view)
        self._sights = Sights(camera, layout, self._view, reader, no_reader, empty, printed)
        self._deck, self._mooring, self._live = deck or OneDeck(), mooring, live
        self._states = {view.zone.name: ZoneState(jury=Jury(self._sights.sure)) for view in self._zones}
        self._hands, self._check = HandFinder(self._view, empty), FrameCheck(self._view, live)
        self._last: Picture | None = None
        self._at = self._before = 0
        self._broken_since: int | None = None
        self.reached = 0
        """The night time before which nothing more will be said: the frame's own, unless a zone comes to rest."""
        self.reads = 0
        """Zones read so far: what the gate is there to keep small."""
        self.calm = False
        """Whether nothing moves, no hand is over the felt, and every zone is told as it lies: less often will do."""
        self.fault: str | None = None
        """What is wrong with what the camera shows, or with who reads it, or None."""
        self.blind = False
        """Whether the frame it was shown last shows nothing that can be believed; ``fault`` says why."""
        self.unmoored: str | None = None
        """What *mooring* said of the last frame that could be believed: that of a recording is read all the same."""

    def look(self, frame: Picture, at: int) -> tuple[Observation, ...]:
        """Take the frame of night time *at*, (h, w, 3) uint8 BGR, and return what is new."""
        self.calm = self.blind = False
        self._at = at = max(at, self._at)  # a clock that jumps back must not undo what was seen
        camera = self._view.camera
        if frame.shape != (camera.height, camera.width, 3):
            return self._hidden(f"expected frames of {camera.width} × {camera.height}", at)
        small = quarter(frame)
        fault = self._check.fault(small, at)
        if fault is not None:
            return self._broken(fault, at)
        self._broken_since = None
        if self._check.repeats(at):
            return self._passed_over(at)
        last = self._last
        moving = np.ones(small.shape[:2], bool) if last is None else changed(last, small)
        self._last, before = small, self._before
        self._before = at
        hands = self._hands.find(small, moving)
        if self._mooring is not None:
            if self._live and last is not None and self._jolted(moving, hands):
                self._mooring.jolted()
            self._mooring.look(frame, at, still=int(np.count_nonzero(moving)) < STILL * moving.size)
            # A recording may be older than the calibration: that is said, and it is read all the same.
            if self._live and self._mooring.fault is not None:
                return self._hidden(self._mooring.fault, at)
            if self._mooring.doubtful:
                moving = np.ones_like(moving)  # nothing is at rest until it is known what the camera looks at
            self.unmoored = self._mooring.fault or self._mooring.notice
        self.fault = self._sights.fault(at) or self.unmoored
        self._deck.looks(self.name, at)
        return self._looked(frame, small, moving, hands, at, before)

    def afresh(self) -> None:
        """All zones are to be told once more: for a while nobody saw the felt, and it may no longer be so."""
        for state in self._states.values():
            state.unsaid = True

    def _looked(
        self, frame: Picture, small: Picture, moving: Mask, hands: Mask, at: int, before: int
    ) -> tuple[Observation, ...]:
        """What a frame that can be believed shows; *before*: when the one before it was taken."""
        said: list[Observation] = []
        moved, covered = zones_changed(moving, self._zones), zones_changed(hands, self._zones)
        for view in self._zones:
            name, reason = view.zone.name, self._sights.hidden(view, at)
            try:
                if reason is None:
                    hand = self._hand(view, frame, hands, name in covered, name in moved, at)
                    for one in self._zone(view, frame, small, name in moved, hand, at, before):
                        said.append(one)  # at once: what a zone says before it fails is said
            except Exception as error:  # whatever it is, what other zones said and will say counts
                reason = self._sights.give_up(view, error, at)
            if reason is not None:
                said += self._blocked([view], at, reason)
        self.fault = self.fault or self._in_the_way(at)
        self.reached = max(at - BEHIND, min((state.rest.owed(at) for state in self._states.values()), default=at))
        self.calm = not moved and not hands.any() and all(state.settled for state in self._states.values())
        return (*said, *self._contested(at))

    def _hand(self, view: ZoneView, frame: Picture, hands: Mask, covered: bool, moved: bool, at: int) -> bool:
        """Whether there is a hand over the zone, one that *hands* covers: not where it is cards that lie still."""
        if view.zone.kind not in CARD_KINDS:
            return covered
        lying, there = self._states[view.zone.name].lying, hands[view.small] & view.mask
        if lying.due(covered and not moved, there, at):
            seen = self._sights.glance(view, frame, at)
            lying.cards = there if only_cards(self._view, view, there, seen) else None
        return covered and lying.cards is None

    def _in_the_way(self, at: int) -> str | None:
        """Say which zone of cards is not read, for something that is no card lies there across the felt's edge."""
        name = next((name for name, state in self._states.items() if state.lying.in_the_way(at)), None)
        return None if name is None else f"{name} is not read: something lies there across the felt's edge"

    def _jolted(self, moving: Mask, hands: Mask) -> bool:
        """Whether everything moved at once, as when somebody pushes the camera or the table."""
        # All that it has in view, also what another camera answers for: the whole picture moves.
        covered = zones_changed(hands, self._view.zones)
        free = [view for view in self._view.zones if view.in_view and view.zone.name not in covered]
        return len(zones_changed(moving, free)) > JOLT * len(free)

    def _hidden(self, fault: str, at: int) -> tuple[Observation, ...]:
        """The camera shows nothing that can be believed, for the reason *fault*."""
        self.fault, self.reached, self.blind = fault, self._at, True
        return self._blocked(self._zones, at, fault)

    def _broken(self, fault: str, at: int) -> tuple[Observation, ...]:
        """A frame that shows nothing; told when it does not stay alone."""
        if self._broken_since is None:
            self._broken_since = at
        if at - self._broken_since < LONE:
            return self._passed_over(at)
        self._last = None
        return self._hidden(fault, moment_of(self._broken_since, at))

    def _passed_over(self, at: int) -> tuple[Observation, ...]:
        """Nothing is said of a frame that shows nothing new; but nobody waits longer for what is."""
        self.reached = max(self.reached, at - BEHIND)
        return ()

    def _contested(self, at: int) -> list[Observation]:
        """What the card zones at rest show, where that is news: a card that another zone shows more surely is unread.

        It is read again once the other zone no longer shows it.
        """
        said: list[Observation] = []
        for view in self._zones:
            state, name = self._states[view.zone.name], view.zone.name
            if not state.rest.known:
                continue
            if view.zone.kind not in CARD_KINDS:
                said += [self._chips(view, state, at)] if state.unsaid else []
                continue
            elsewhere = self._deck.unlikely(self.name, name, at)
            cards = tuple(replace(card, card=None) if card.card in elsewhere else card for card in state.read)
            if state.unsaid or differs(state.told, cards):
                state.told, state.unsaid = cards, False
                said.append(self._sighting(view, cards, at if state.since is None else state.since))
            state.since = None
        return said

    def _sighting(self, view: ZoneView, cards: tuple[SightedCard, ...], at: int) -> CardSighting:
        sure = min((card.confidence for card in cards), default=1.0)
        return CardSighting(at=at, source=self.name, confidence=sure, zone=view.zone.name, cards=cards)

    def _zone(
        self,
        view: ZoneView,
        frame: Picture,
        small: Picture,
        moved: bool,
        hand: bool,
        at: int,
        before: int,
    ) -> Iterator[Observation]:
        state, name = self._states[view.zone.name], view.zone.name
        if state.blocked:
            state.blocked, state.opened = False, at
            yield ViewBlocked(at=at, source=self.name, zone=name, blocked=False)
        if moved:
            state.left, state.compared = AGAIN, None
        withdrawn = state.hand and not hand
        state.touched = state.touched or (withdrawn and view.zone.kind in CARD_KINDS)
        if hand != state.hand:
            state.hand, state.paid = hand, at
            yield HandOverZone(at=at, source=self.name, zone=name, present=hand)
        at_rest = state.rest.frame(moved or hand, at, before)
        # What a hand leaves behind is most often what the next frame repeats: it is read ahead, and told only then.
        ahead = withdrawn and moved and at - state.looked_at >= APART and view.zone.kind in CARD_KINDS
        ahead = ahead and _forgotten(state, view, small)
        read = ahead or (at_rest and self._worth_reading(state, view, small, at))
        if read:
            yield from self._read(view, state, frame, small, at)
        elif at_rest and not state.rest.known and state.since is not None:
            state.since = state.began(at)  # read ahead, it came to rest only now
        if read or at_rest != state.rest.known:
            state.rest.known = at_rest
            self._deck.claim(self.name, name, state.claims if at_rest else ())

    def _worth_reading(self, state: ZoneState, view: ZoneView, small: Picture, at: int) -> bool:
        """Whether the zone differs from how it was read, or another look may tell more."""
        if not state.outdated and (state.compared is None or at - state.compared >= CREEPING):
            state.compared = at
            _forgotten(state, view, small)
        if state.outdated:
            # What changes again and again without a hand is light, or a camera that sways: it must not cost a core.
            return state.paid - at < OFTEN * SELDOM
        again = (state.patched and state.rest.known) or state.doubted or state.puzzling or state.cover.overdue(at)
        # A quarter of the frame hardly shows a club that was a spade; hands that come and go must not cost a core.
        # What came to rest elsewhere with this frame does not wait for that: the next frame shows the same.
        touched = state.touched and state.rest.known
        return at - state.looked_at >= (APART if again else SELDOM) and (again or touched)

    def _read(self, view: ZoneView, state: ZoneState, frame: Picture, small: Picture, at: int) -> list[Observation]:
        """Read the zone's part of the frame; say its chips if they are news, keep its cards for `_contested`."""
        self.reads += 1
        since, now, anew = at, small[view.small].copy(), state.outdated or state.touched
        changes = None if state.reference is None else changed(state.reference, now)
        if anew and state.left == AGAIN and not state.rest.known:
            # What lies there came to lie there when the zone came to rest; a second look tells of its own time.
            since = state.began(at)
        if state.outdated:
            state.paid = max(state.paid, at) + SELDOM
        if anew or state.patched:
            state.left = AGAIN
            state.jury.clear()
        state.left, state.looked_at, state.touched = state.left - 1, at, False
        if view.zone.kind in CARD_KINDS:
            state.read, state.since = self._cards(view, state, frame, changes, at), since
            state.outdated, state.reference = False, now
            reason = self._sights.hidden(view, at)
            if reason is None and view.zone.kind in OPEN:
                state.covered = state.cover.under(self._view, view, now, state.told or (), state.read, at)
                state.read = in_order((*state.read, *state.covered))
            return [] if reason is None else list(self._blocked([view], at, reason))
        chips = self._sights.chips(view, frame, at)
        if changes is not None and state.chips is not None:
            chips = with_untouched(self._view, view, changes, state.chips, chips)
        state.outdated, state.reference = False, now
        news, state.chips = state.unsaid or differs(state.chips, chips), chips
        return [self._chips(view, state, since)] if news else []

    def _chips(self, view: ZoneView, state: ZoneState, at: int) -> ChipSighting:
        """Say what chips were found in the zone."""
        state.unsaid, chips = False, state.chips or ()
        sure = min((chip.confidence for chip in chips), default=1.0)
        return ChipSighting(at=at, source=self.name, confidence=sure, zone=view.zone.name, chips=chips)

    def _cards(
        self, view: ZoneView, state: ZoneState, frame: Picture, changes: Mask | None, at: int
    ) -> tuple[SightedCard, ...]:
        """The zone's cards: of one that looks other than it did by the *changes* alone, where that settles it.

        Else by all of it, as it is looked at in any case once that was told.
        """
        seen = part = None
        if state.outdated and changes is not None:
            part = patch(self._view, view, changes, state.read)
        if part is not None:
            seen = self._sights.patched(view, frame, part, at)
        state.patched = seen is not None
        if seen is None and self._sights.hidden(view, at) is None:
            seen = self._sights.cards(view, frame, state.jury, at)
            if changes is not None:
                known = tuple(card for card in state.read if card not in state.covered)
                missed = left_out(self._view, view, changes, known, seen)
                seen = in_order((*seen, *missed))
        return seen or ()

    def _blocked(self, views: list[ZoneView] | tuple[ZoneView, ...], at: int, reason: str) -> tuple[Observation, ...]:
        said = []
        for view in views:
            state = self._states[view.zone.name]
            if not state.blocked:
                jury = Jury(self._sights.sure)
                self._states[view.zone.name] = ZoneState(
                    blocked=True,
                    hand=state.hand,
                    told=state.told,
                    chips=state.chips,
                    unsaid=True,
                    jury=jury,
                    cover=state.cover,
                )
                self._deck.claim(self.name, view.zone.name, ())
                said.append(ViewBlocked(at=at, source=self.name, zone=view.zone.name, blocked=True, reason=reason))
        return tuple(said)


def _forgotten(state: ZoneState, view: ZoneView, small: Picture) -> bool:
    """Whether it is not known how the zone looked when it was read; no more, if it looks other than that now."""
    if state.reference is not None and part_changed(changed(state.reference, small[view.small]), view):
        state.outdated = True
    return state.outdated
