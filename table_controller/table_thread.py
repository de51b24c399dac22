"""The one thread that fuses, judges, keeps and publishes. What comes waits in the inbox; nothing overtakes."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from table_controller.clock import SECOND, NightClock
from table_controller.fusion import wake_at
from table_controller.inbox import Inbox
from table_controller.journal.store import Store
from table_controller.records.entries import Row, RunStarted
from table_controller.records.events import Ticked
from table_controller.records.incidents import Incident
from table_controller.records.night import Assessment, Night
from table_controller.records.observations import Observation, SourceLost, SourceRestored, Tick
from table_controller.saying import say, say_fault
from table_controller.summary import Tally
from table_controller.turn import Standing, turn, wall_row

_APART = 100_000_000
"""Ns that lie at least between two ticks, however many waits of fusion end."""

_ASTRAY = SECOND // 2
"""Ns that times of the night may be told wrong by before the wall clock is noted again."""


@dataclass(frozen=True, slots=True)
class Published:
    """What the table thread hands to the screens after a batch."""

    revision: int
    at: int
    standing: Standing
    new_incidents: tuple[Incident, ...] = ()


class TableThread(threading.Thread):
    """Takes batches of observations; each batch and all that follows from it is one transaction of the journal."""

    def __init__(
        self,
        store: Store,
        run: RunStarted,
        standing: Standing,
        inbox: Inbox,
        clock: NightClock,
        tally: Tally,
        publish: Callable[[Published], None],
        kept: Callable[[tuple[Observation, ...]], object] = lambda batch: None,
        due: Callable[[Night, int], Observation | None] = lambda night, now: None,
    ) -> None:
        """*kept* is told what is in the journal, or in the store's hands if the disk is full.

        *due*: what the table's own clock says at that night time, asked with every tick, at least once a second.
        """
        super().__init__(name="table", daemon=True)
        self.stop = threading.Event()
        self.fault: str | None = None
        """What went wrong in this thread at the last step, or None."""
        self._store, self._run, self._inbox, self._clock = store, run, inbox, clock
        self._tally, self._publish, self._kept = tally, publish, kept
        self._due = due
        self._asked: tuple[int, int] | None = None
        self.standing, self._revision = standing, 0
        self._ended_before = standing.evening.ended
        self._ticked = self._tick_due = 0
        self._stamps: dict[int, int] = {}
        self._stood = 0

    def run(self) -> None:
        """Until ``stop``, and then until the inbox is empty."""
        self._inbox.put(Tick(at=self._clock.now(), source="clock"))
        while not self.stop.is_set():
            self.step(0.01)
        while len(self._inbox):
            self.step(0.01)

    def step(self, wait: float) -> None:
        """Take what may leave the inbox, waiting at most *wait* seconds for it, and what follows from it."""
        try:
            batch = self._inbox.take(wait)
            try:
                self._turn(batch)
            finally:
                self._kept(batch)  # also what a bug of ours made nothing of: told again it would fare no better
            self._tick()
            self.fault = None if batch else self.fault
        except Exception as fault:  # a bug of ours must not stop the game; the engine's light tells of it
            self.fault = f"{type(fault).__name__}: {fault}"
            say_fault()

    def _tick(self) -> None:
        """A tick when one is due: a second after the last, or as soon as a wait of fusion's ends."""
        now = self._clock.now()
        if now >= self._tick_due:
            self._ticked, self._tick_due = now, now + SECOND
            self._inbox.put(Tick(at=now, source="clock"))
            self._call(now)

    def _next_tick(self) -> int:
        wake = wake_at(self.standing.felt, self._run.layout)
        in_a_second = self._ticked + SECOND
        return in_a_second if wake is None else min(in_a_second, max(wake, self._ticked + _APART))

    def _call(self, now: int) -> None:
        """Say what is due, once for each level that runs: until it is heard, and if somebody takes it back."""
        night = self.standing.night
        newest = night.seating.levels[-1] if night.seating.levels else None
        begun = (newest.number, newest.at) if newest is not None else None
        if begun != self._asked and (due := self._due(night, now)) is not None:
            self._asked = begun
            self._inbox.put(due)

    def _turn(self, batch: tuple[Observation, ...]) -> None:
        if not batch:
            return
        rows: list[Row] = []
        opened: list[Incident] = []
        caused: set[int] = set()
        with self._store.alone():  # a note of another thread in between would shift the numbers that events rest on
            self._tell_wall()
            for observation in batch:
                _tell(observation)
                seq = self._store.next_seq + len(rows)
                self._stamps[seq] = observation.at
                self.standing, added = turn(self.standing, seq, observation, self._run.layout, self._run.rulebook)
                rows += added
                opened += self._note()
                caused |= {max(answer.event.because, default=seq) for answer in self._told()}
            self._keep(rows)
        self._revision += 1
        at = self._clock.now()
        self._publish(Published(self._revision, at, self.standing, tuple(opened)))
        self._measure(caused)
        self._tick_due = self._next_tick()

    def _tell_wall(self) -> None:
        """Note the wall clock where night time no longer runs beside it: it stood still, or one of them was moved."""
        stood = self._clock.stood()
        if abs(stood - self._stood) >= _ASTRAY:
            self._stood = stood
            wall = datetime.now().astimezone().isoformat()
            self._keep([wall_row(wall, self._clock.now(), self._store.last_at)])

    def _keep(self, rows: list[Row]) -> None:
        try:
            self._store.append_all(rows)
        except Exception:  # the game goes on; the store keeps what it could not write and its light goes red
            say_fault()

    def _told(self) -> tuple[Assessment, ...]:
        """The answers to what happened at the table; that time passed is not told."""
        return tuple(answer for answer in self.standing.answers if not isinstance(answer.event, Ticked))

    def _note(self) -> list[Incident]:
        """Count; returns the incidents that are new."""
        touched: list[Incident] = []
        self._tally.events += len(self._told())
        self._tally.hands = self.standing.evening.ended - self._ended_before
        for answer in self.standing.answers:
            for incident in answer.incidents:
                if incident.number not in self._tally.incidents:
                    touched.append(incident)
                self._tally.incidents[incident.number] = incident
        return touched

    def _measure(self, caused: set[int]) -> None:
        """Lag: from the newest observation that an event rests on to its publication, in wall time."""
        for number in caused & self._stamps.keys():
            self._tally.lag(self._clock.wall_ms_since(self._stamps[number]))
        if len(self._stamps) > 2000:
            self._stamps = dict(list(self._stamps.items())[-500:])


def _tell(observation: Observation) -> None:
    """A line for whoever reads the terminal when a source comes or goes."""
    match observation:
        case SourceLost():
            say(f"floorman: {observation.source} is lost: {observation.reason}")
        case SourceRestored():
            say(f"floorman: {observation.source} is back")
        case _:
            pass
