"""The one bounded queue between the sources and the table thread.

Observations leave it in the order of their moments, however long a source took: each source says how far it has
looked, and nothing leaves before every source has looked past it. A source that stands still holds nobody up for long:
what others saw leaves without it, and it counts as lost until it has caught up, for what it did not see in time proves
nothing.

When the queue is full, sightings of cameras are merged per zone, the newest kept; board messages, rulings and lost
sources are never dropped, whatever the load. A standard ``queue.Queue`` would drop or block instead.
"""

import threading
import time
from bisect import insort
from dataclasses import dataclass, field

from table_controller.records.observations import (
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    SourceLost,
    SourceRestored,
    Tick,
)

_MERGEABLE = (CardSighting, ChipSighting, HandOverZone, Tick)

PATIENCE = 2.0
"""Seconds of the wall's time after which an observation leaves even if a source has not looked that far: who is asked
has acted by then, and a picture of twelve megapixels has been read four times."""


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
        self._behind: dict[str, int] = {}
        """Sources that were late, and how far each must look before it is believed again."""
        self._left = 0
        self._doubted: set[str] = set()
        """Sources that have caught up and do not know yet that what they told meanwhile proves nothing."""
        self._working = False
        """What was taken last is still being worked on."""
        self._news = threading.Condition()

    def put(self, observation: Observation) -> None:
        """Add *observation*; never blocks, never refuses."""
        with self._news:
            if len(self._waiting) >= self._bound and isinstance(observation, _MERGEABLE):
                self._merge(observation)
            self._count += 1
            insort(self._waiting, _Waiting(observation.at, self._count, observation, time.monotonic()))
            self._news.notify_all()

    def reached(self, source: str, at: int | None) -> bool:
        """*source* has looked at everything up to night time *at*; None: nobody need wait for it any more.

        Whether it counted as lost since it was last asked, and has caught up: then it is to tell all once more, for
        what it told while it was late left what lies there in doubt.
        """
        with self._news:
            if at is None:
                self._reached.pop(source, None)
                self._behind.pop(source, None)
            else:
                self._reached[source] = at
            doubted = source in self._doubted
            self._doubted.discard(source)
            self._news.notify_all()
            return doubted

    def take(self, timeout: float) -> tuple[Observation, ...]:
        """What may leave, in the order of its moments; waits at most *timeout* seconds for the first."""
        with self._news:
            self._working = False
            self._news.notify_all()
            if not (ready := self._ready()):
                self._news.wait(timeout)
                ready = self._ready()
            leaving, self._waiting = self._waiting[:ready], self._waiting[ready:]
            caught_up = self._caught_up()
            late = self._late(leaving)
            self._working = bool(leaving)
            return (*caught_up, *late, *(waiting.observation for waiting in leaving))

    def wait_for_taker(self, at: int) -> bool:
        """Until all up to night time *at* was taken and worked on, but no longer than the patience; whether it was."""
        with self._news:
            return self._news.wait_for(lambda: self._done(at), self._patience)

    def _done(self, at: int) -> bool:
        return not self._working and not (self._waiting and self._waiting[0].at <= at)

    def __len__(self) -> int:
        return len(self._waiting)

    def _ready(self) -> int:
        """How many of the first may leave: all have been looked past, or one of them has waited for too long."""
        if not self._waiting:
            return 0
        waited_for = [at for name, at in self._reached.items() if name not in self._behind]
        horizon = min(waited_for, default=self._waiting[-1].at)
        overdue = time.monotonic() - self._patience
        ready = 0
        for number, waiting in enumerate(self._waiting, start=1):
            if waiting.at <= horizon or waiting.arrived < overdue:
                ready = number
        return ready

    def _late(self, leaving: list[_Waiting]) -> tuple[Observation, ...]:
        """Sources that have not looked as far as what leaves: lost from there on."""
        if not leaving:
            return ()
        told = [one.at for one in leaving if not isinstance(one.observation, Tick)]
        self._left = max([self._left, *told])
        late = sorted(name for name, at in self._reached.items() if at < leaving[-1].at and name not in self._behind)
        self._behind.update(dict.fromkeys(late, leaving[-1].at))
        return tuple(SourceLost(at=leaving[0].at, source=name, reason="cannot keep up") for name in late)

    def _caught_up(self) -> tuple[Observation, ...]:
        """Sources that were late and have now looked at all that has left; the clock goes on without them."""
        needed = {name: max(at, self._left) for name, at in self._behind.items()}
        again = sorted(name for name, at in needed.items() if self._reached[name] >= at)
        self._doubted.update(again)
        return tuple(SourceRestored(at=max(self._behind.pop(name), self._left), source=name) for name in again)

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
