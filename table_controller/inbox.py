"""The one bounded queue between the sources and the table thread.

Observations leave it in the order of their moments, however long a source took: each source says how far it has
looked, and nothing leaves before every source has looked past it. A source that stands still holds nobody up for long.

When the queue is full, sightings of cameras are merged per zone, the newest kept; board messages, rulings and lost
sources are never dropped, whatever the load. A standard ``queue.Queue`` would drop or block instead.
"""

import threading
import time
from bisect import insort
from dataclasses import dataclass, field

from table_controller.records.observations import CardSighting, ChipSighting, HandOverZone, Observation, Tick

_MERGEABLE = (CardSighting, ChipSighting, HandOverZone, Tick)

PATIENCE = 1.0
"""Seconds of the wall's time after which an observation leaves even if a source has not looked that far."""


@dataclass(order=True, slots=True)
class _Waiting:
    at: int
    number: int
    observation: Observation = field(compare=False)
    arrived: float = field(compare=False)


class Inbox:
    """Observations on their way to the table thread."""

    def __init__(self, bound: int = 512, patience: float = PATIENCE) -> None:
        self.merged = 0
        """How many sightings gave way to a newer one of the same zone."""
        self._bound, self._patience, self._count = bound, patience, 0
        self._waiting: list[_Waiting] = []
        self._reached: dict[str, int] = {}
        self._news = threading.Condition()

    def put(self, observation: Observation) -> None:
        """Add *observation*; never blocks, never refuses."""
        with self._news:
            if len(self._waiting) >= self._bound and isinstance(observation, _MERGEABLE):
                self._merge(observation)
            self._count += 1
            insort(self._waiting, _Waiting(observation.at, self._count, observation, time.monotonic()))
            self._news.notify()

    def reached(self, source: str, at: int | None) -> None:
        """*source* has looked at everything up to night time *at*; None: nobody need wait for it any more."""
        with self._news:
            if at is None:
                self._reached.pop(source, None)
            else:
                self._reached[source] = at
            self._news.notify()

    def take(self, timeout: float) -> tuple[Observation, ...]:
        """What may leave, in the order of its moments; waits at most *timeout* seconds for the first."""
        with self._news:
            if not (ready := self._ready()):
                self._news.wait(timeout)
                ready = self._ready()
            leaving, self._waiting = self._waiting[:ready], self._waiting[ready:]
            return tuple(waiting.observation for waiting in leaving)

    def __len__(self) -> int:
        return len(self._waiting)

    def _ready(self) -> int:
        """How many of the first may leave: all have been looked past, or one of them has waited for too long."""
        if not self._waiting:
            return 0
        horizon = min(self._reached.values(), default=self._waiting[-1].at)
        overdue = time.monotonic() - self._patience
        ready = 0
        for number, waiting in enumerate(self._waiting, start=1):
            if waiting.at <= horizon or waiting.arrived < overdue:
                ready = number
        return ready

    def _merge(self, newer: Observation) -> None:
        """Take out the newest sighting that *newer* makes obsolete, if there is one."""
        for place in range(len(self._waiting) - 1, -1, -1):
            older = self._waiting[place].observation
            if type(older) is type(newer) and _about(older) == _about(newer):
                del self._waiting[place]
                self.merged += 1
                return


def _about(observation: Observation) -> tuple[str, str]:
    return observation.source, getattr(observation, "zone", "")
