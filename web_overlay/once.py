"""Double taps, two dealers or two pages of a seat at once: each key counts once; the first ruling on an incident wins,
the first entry that answers a step, and the first answer to a turn."""

import threading
import time
from collections import OrderedDict
from enum import Enum

from table_controller.records import Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.observations import Verdict

_REMEMBERED = 512
_PATIENCE = 5.0
"""Seconds after which a ruling, an entry or a press that never showed on the desk no longer blocks another."""


class Claim(Enum):
    """What a command turned out to be: to be carried out, a repetition, or too late."""

    FIRST, AGAIN, TAKEN = "first", "again", "taken"


class Once:
    """Remembers the newest keys, and the rulings that are on their way to the desk."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._keys: OrderedDict[str, None] = OrderedDict()
        self._pending: dict[int, tuple[IncidentState, float]] = {}
        self._answered: tuple[int | None, float] = (None, 0.0)
        """What the newest answer answered, and when; None once it is taken back."""
        self._turns: dict[Seat, tuple[object, str, float]] = {}
        """What each seat answered last, which page, and when."""

    def command(self, key: str) -> Claim:
        """Claim *key* for a command that competes with no other."""
        with self._lock:
            return self._remember(key)

    def entry(self, key: str, after: int | None, newest: int, *, undoes: bool = False) -> Claim:
        """Claim *key* for an entry that answers what a page showed when entry *after* was its newest (None: it answers
        nothing); *newest* is the newest now. Of two that answer the same, the first wins, unless one between *undoes*
        it: then the same is asked once more."""
        with self._lock:
            if key in self._keys:
                return Claim.AGAIN
            before, since = self._answered
            if after is not None and (after != newest or (before == after and _lately(since))):
                return Claim.TAKEN
            if after is not None or undoes:
                self._answered = (after, time.monotonic())
            return self._remember(key)

    def ruling(self, key: str, incident: int, state: IncidentState, verdict: Verdict) -> Claim:
        """Claim the *incident*, which the desk shows in *state*, for a *verdict*."""
        with self._lock:
            if key in self._keys:
                return Claim.AGAIN
            # An open or lapsed incident can be ruled; only one that was ruled can be undone.
            was_ruled = state in (IncidentState.RULED, IncidentState.DISMISSED)
            if (verdict is Verdict.UNDO) != was_ruled or self._on_its_way(incident, state):
                return Claim.TAKEN
            self._pending[incident] = (state, time.monotonic())
            return self._remember(key)

    def turn(self, key: str, page: str, seat: Seat, asked: object) -> Claim:
        """Claim for *page* what *seat* is *asked* now, None if nothing: of two pages the first answers."""
        with self._lock:
            if key in self._keys:
                return Claim.AGAIN
            before, by, since = self._turns.get(seat, (None, "", 0.0))
            # What one page presses twice counts twice, as on a board.
            if not (_lately(since) and by == page) and (asked is None or (_lately(since) and before == asked)):
                return Claim.TAKEN
            self._turns[seat] = (asked, page, time.monotonic())
            return self._remember(key)

    def _on_its_way(self, incident: int, state: IncidentState) -> bool:
        before, since = self._pending.get(incident, (None, 0.0))
        return before is state and _lately(since)

    def _remember(self, key: str) -> Claim:
        if key in self._keys:
            return Claim.AGAIN
        self._keys[key] = None
        if len(self._keys) > _REMEMBERED:
            self._keys.popitem(last=False)
        return Claim.FIRST


def _lately(since: float) -> bool:
    return time.monotonic() - since < _PATIENCE
