"""The simulated room: a scripted night whose people look at the screen as real ones would.

While the floor is called, everybody waits; when it has ruled, the dealer does what was ruled, or plays on when it
dismissed the incident. What the referee knows it knows from the drawn frames and the board's bytes alone.
"""

import threading
from bisect import bisect_right
from dataclasses import dataclass, replace

from table_controller.clock import SECOND
from table_controller.records.incidents import Incident, IncidentState
from table_controller.records.scene import Scene
from table_controller.simulator.play import Moment, play
from table_controller.simulator.script import Remedy, Script


@dataclass(frozen=True, slots=True)
class RoomStanding:
    """How far the script is (ns), whether the room waits for the floor, and the hands played on without a remedy."""

    script_at: int
    waiting: bool
    ignored: tuple[int, ...]


class Room:
    """The script's own time, which stands still while an incident is open, and the moment it has reached.

    Times are ns; ``night`` times are the clock's, ``script`` times those of ``play(script)``. Safe to share.
    """

    def __init__(self, script: Script, script_at: int = 0, night_at: int = 0, ignored: tuple[int, ...] = ()) -> None:
        self._lock = threading.Lock()
        self._script = script
        self._ignored: tuple[int, ...] = ()
        self._moments, self._times = _played(script)
        self._script_at, self._night_at = script_at, night_at
        self._looked = night_at
        """The newest night time that anybody asked for."""
        self._calls: frozenset[int] = frozenset()
        for number in ignored:
            self._ignore(number)

    def begin(self, night_at: int) -> None:
        """The script goes on from here; until now the room was only being set up."""
        with self._lock:
            self._night_at = night_at

    def moment(self, night_at: int) -> Moment:
        """What lies on the felt and who presses what at that night time."""
        return self.passed(None, night_at)[1][-1][1]

    def passed(self, after: int | None, night_at: int) -> tuple[int, tuple[tuple[int, Moment], ...]]:
        """The script time at that night time, and the moments after script time *after*, each with its own night time.

        The last is what holds now. All at once: if the room began or ended to wait between two questions, a press
        between them would be lost, or told twice.
        """
        with self._lock:
            now = self._shown(night_at)
            end = max(1, bisect_right(self._times, now))
            new = self._moments[end if after is None else bisect_right(self._times, after) : end]
            passed = tuple((night_at - (now - moment.at), moment) for moment in new)
            return now, (*passed, (night_at, self._moments[end - 1]))

    def scene(self, night_at: int) -> Scene:
        """What lies on the felt at that night time."""
        return self.moment(night_at).scene

    def script_at(self, night_at: int) -> int:
        """How far the script is at that night time."""
        with self._lock:
            return self._shown(night_at)

    @property
    def over(self) -> int:
        """The script time at which the night ends."""
        return self._times[-1]

    def hear(self, open_numbers: frozenset[int], night_at: int) -> bool:
        """The floor is called for these incidents; true if the room begins or ends to wait by that.

        On a busy machine it hears so late: what was shown meanwhile has happened, and it does not skip what was not.
        """
        with self._lock:
            changed = bool(open_numbers) != bool(self._calls)
            night_at = max(night_at, self._looked)
            if changed:
                self._script_at, self._night_at = self._reached(night_at), night_at
            self._calls = open_numbers
            return changed

    def obey(self, incident: Incident) -> None:
        """After a dismissal the table plays on: the rest of that hand is acted without the remedy."""
        if incident.state is IncidentState.DISMISSED and (incident.hand or "").isdigit():
            self._ignore(int(incident.hand or 0))

    def standing(self, night_at: int) -> RoomStanding:
        """Where the room is, to go on from there after a restart."""
        with self._lock:
            return RoomStanding(self._reached(night_at), bool(self._calls), self._ignored)

    def _shown(self, night_at: int) -> int:
        """``_reached``, for who shows it at that night time."""
        self._looked = max(self._looked, night_at)
        return self._reached(night_at)

    def _reached(self, night_at: int) -> int:
        """``script_at``, for who holds the lock."""
        return self._script_at + (0 if self._calls else max(0, night_at - self._night_at))

    def _ignore(self, number: int) -> None:
        hands = list(self._script.hands)
        if not 0 < number <= len(hands) or not hands[number - 1].mishaps:
            return
        ignored = tuple(replace(mishap, remedy=Remedy.IGNORED) for mishap in hands[number - 1].mishaps)
        hands[number - 1] = replace(hands[number - 1], mishaps=ignored)
        script = replace(self._script, hands=tuple(hands))
        moments, times = _played(script)
        with self._lock:
            self._script, self._moments, self._times = script, moments, times
            self._ignored = (*self._ignored, number)


def _played(script: Script) -> tuple[tuple[Moment, ...], list[int]]:
    moments = play(script)
    return moments, [moment.at for moment in moments]


PATIENCE = 60 * SECOND
"""How long, in ns of the wall's time, the simulated room waits for a person's ruling before its own floor comes."""
