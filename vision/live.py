"""Watch one table through one camera, each zone by itself (``one_zone.py``).

A frame that shows nothing (``frames.py``), and a camera that was moved (``calibrate/mooring.py``), block the view
instead of emptying the table.
"""

import numpy as np

from table_controller.records import Layout
from table_controller.records.observations import Observation
from vision.arrays import Picture
from vision.calibrate.mooring import Mooring
from vision.deck import OneDeck
from vision.frames import FrameCheck
from vision.gate import HandFinder, Mask, changed, quarter, zones_changed
from vision.one_zone import OneZone, Shown
from vision.resting import BEHIND, moment_of
from vision.sights import NO_READER, Reads, Sights
from vision.zones import View, watched

LONE = 100_000_000
"""Ns for which broken frames are passed over: a frame torn on its way costs nothing, a torn cable must be told."""
JOLT = 0.5
"""Share of the zones without a hand that move in one frame where somebody pushed the camera, or the light went."""
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
        self._watched = watched(self._view)
        self._sights = Sights(camera, layout, self._view, reader, no_reader, empty, printed)
        self._deck, self._mooring, self._live = deck or OneDeck(), mooring, live
        self._zones = [OneZone(self._view, zone, self._sights, self._deck) for zone in self._watched]
        self._hands, self._check = HandFinder(self._view, empty), FrameCheck(self._view, live)
        self._last: Picture | None = None
        self._at = self._before = 0
        self._broken_since: int | None = None
        self.reached = 0
        """The night time before which nothing more will be said: the frame's own, unless a zone comes to rest."""
        self.calm = False
        """Whether nothing moves, no hand is over the felt, and every zone is told as it lies: less often will do."""
        self.fault: str | None = None
        """What is wrong with what the camera shows, or with who reads it, or None."""
        self.blind = False
        """Whether the frame it was shown last shows nothing that can be believed; ``fault`` says why."""
        self.unmoored: str | None = None
        """What *mooring* said of the last frame that could be believed: that of a recording is read all the same."""

    @property
    def reads(self) -> int:
        """Zones read so far: what the gate is there to keep small."""
        return sum(zone.reads for zone in self._zones)

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
        first = self._last is None
        moving = np.ones(small.shape[:2], bool) if self._last is None else changed(self._last, small)
        shown = Shown(frame, small, self._hands.find(small, moving), at, self._before)
        self._last, self._before = small, at
        if self._mooring is not None:
            moving = self._moored(self._mooring, shown, moving, first)
            # A recording may be older than the calibration: that is said, and it is read all the same.
            if self._live and self._mooring.fault is not None:
                return self._hidden(self._mooring.fault, at)
            self.unmoored = self._mooring.fault or self._mooring.notice
        self.fault = self._sights.fault(at) or self.unmoored
        self._deck.looks(self.name, at)
        return self._looked(shown, moving)

    def afresh(self) -> None:
        """All zones are to be told once more: for a while nobody saw the felt, and it may no longer be so."""
        for zone in self._zones:
            zone.afresh()

    def _moored(self, mooring: Mooring, shown: Shown, moving: Mask, first: bool) -> Mask:
        """Ask whether the camera hangs where it hung; return what counts as *moving*: all, until that is known."""
        if self._live and not first and self._jolted(moving, shown.hands):
            mooring.jolted()
        mooring.look(shown.frame, shown.at, still=int(np.count_nonzero(moving)) < STILL * moving.size)
        return np.ones_like(moving) if mooring.doubtful else moving

    def _looked(self, shown: Shown, moving: Mask) -> tuple[Observation, ...]:
        """What a frame that can be believed shows."""
        said, at = list[Observation](), shown.at
        moved, covered = zones_changed(moving, self._watched), zones_changed(shown.hands, self._watched)
        for zone in self._zones:
            said += zone.look(shown, zone.name in moved, zone.name in covered)
        self.fault = self.fault or self._in_the_way(at)
        self.reached = max(at - BEHIND, min((zone.owed(at) for zone in self._zones), default=at))
        self.calm = not moved and not shown.hands.any() and all(zone.settled for zone in self._zones)
        for zone in self._zones:
            said += zone.news(at)
        return tuple(said)

    def _in_the_way(self, at: int) -> str | None:
        """Say which zone of cards is not read, for something that is no card lies there across the felt's edge."""
        name = next((zone.name for zone in self._zones if zone.in_the_way(at)), None)
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
        return tuple(one for zone in self._zones for one in zone.block(fault, at))

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
