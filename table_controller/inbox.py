"""The one bounded queue between the sources and the table thread.

When it is full, sightings of cameras are merged per zone, the newest kept; board messages, rulings and lost sources
are never dropped, whatever the load. A standard ``queue.Queue`` would drop or block instead.
"""

import threading
from collections import deque

from table_controller.records.observations import CardSighting, ChipSighting, HandOverZone, Observation, Tick

_MERGEABLE = (CardSighting, ChipSighting, HandOverZone, Tick)


class Inbox:
    """Observations on their way to the table thread, in order of arrival."""

    def __init__(self, bound: int = 512) -> None:
        self.merged = 0
        """How many sightings gave way to a newer one of the same zone."""
        self._bound = bound
        self._waiting: deque[Observation] = deque()
        self._filled = threading.Condition()

    def put(self, observation: Observation) -> None:
        """Add *observation*; never blocks, never refuses."""
        with self._filled:
            if len(self._waiting) >= self._bound and isinstance(observation, _MERGEABLE):
                self._merge(observation)
            self._waiting.append(observation)
            self._filled.notify()

    def take(self, timeout: float) -> tuple[Observation, ...]:
        """Everything that waits, oldest first; waits at most *timeout* seconds for the first."""
        with self._filled:
            if not self._waiting:
                self._filled.wait(timeout)
            batch = tuple(self._waiting)
            self._waiting.clear()
            return batch

    def __len__(self) -> int:
        return len(self._waiting)

    def _merge(self, newer: Observation) -> None:
        """Take out the last sighting that *newer* makes obsolete, if there is one."""
        for older in reversed(self._waiting):
            if type(older) is type(newer) and _about(older) == _about(newer):
                self._waiting.remove(older)
                self.merged += 1
                return


def _about(observation: Observation) -> tuple[str, str]:
    return observation.source, getattr(observation, "zone", "")
