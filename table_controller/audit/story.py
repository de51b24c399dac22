"""What a journal tells, for people: runs, hands, incidents and rulings, behind the release gate."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from table_controller.records import Card, Chips, Seat
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.events import (
    BoardCardDealt,
    Event,
    HandStarted,
    HandTabled,
    PotPushed,
)
from table_controller.records.incidents import Incident, IncidentState
from table_controller.rules.outcomes import outcome


@dataclass(slots=True)
class HandTold:
    """A hand: its events in order, and what may be told of it once ``open_cards`` is known."""

    number: int
    started: HandStarted
    seq: int
    ended_at: int | None = None
    events: list[Event] = field(default_factory=list)
    incidents: list[int] = field(default_factory=list)
    allowed: frozenset[Card] = frozenset()
    """The cards that may be named."""
    seen: dict[Seat, tuple[Card | None, ...]] = field(default_factory=dict)
    """Hole cards as they may be printed."""

    @property
    def id(self) -> str:
        """The hand's name, as the referee calls it."""
        return self.started.hand or f"h{self.number}"

    @property
    def board(self) -> tuple[Card | None, ...]:
        """The board as it was dealt; a card that lies face down stays unknown."""
        dealt = (event.card for event in self.events if isinstance(event, BoardCardDealt))
        return tuple(card if card in self.allowed else None for card in dealt)

    @property
    def collected(self) -> dict[Seat, Chips]:
        """What was pushed to each seat."""
        pushed: Counter[Seat] = Counter()
        for event in self.events:
            if isinstance(event, PotPushed):
                pushed[event.seat] += event.amount
        return {seat: Chips(amount) for seat, amount in sorted(pushed.items())}

    @property
    def tabled(self) -> tuple[Seat, ...]:
        """The seats that showed their hands."""
        return tuple(sorted({event.seat for event in self.events if isinstance(event, HandTabled)}))


@dataclass(slots=True)
class IncidentTold:
    """An incident: as it stands, the entry that raised it, who ruled, and the evidence it rests on."""

    incident: Incident
    seq: int
    at: int
    hand: HandTold | None
    because: tuple[int, ...]
    by: str | None = None
    ruled_at: int | None = None
    evidence: tuple[str, ...] = ()

    @property
    def ruling(self) -> str | None:
        """The remedy ruled or carried out; where the hand went on to its end without, that play stands. None: open."""
        if self.incident.ruling is not None:
            return self.incident.ruling
        over = self.hand is not None and self.hand.ended_at is not None
        lapsed = self.incident.state is IncidentState.LAPSED
        return outcome(self.incident.irregularity, self.incident, over=True) if over or lapsed else None


@dataclass(frozen=True, slots=True)
class RulingTold:
    """One ruling as it was made, or taken back (``remedy`` None); ``by`` None: erased."""

    at: int
    incident: int
    remedy: str | None
    by: str | None


@dataclass(slots=True)
class Story:
    """A whole journal. Times are ns of night time; ``wall`` makes them a date."""

    runs: list[tuple[Entry, RunStarted]] = field(default_factory=list)
    walls: list[tuple[int, datetime, float]] = field(default_factory=list)
    """Night time, the wall clock then, and how many times as fast night time runs from there on; the latest last."""
    hands: list[HandTold] = field(default_factory=list)
    incidents: dict[int, IncidentTold] = field(default_factory=dict)
    rulings: list[RulingTold] = field(default_factory=list)
    names: dict[Seat, str] = field(default_factory=dict)
    unassessed: Counter[str] = field(default_factory=Counter)
    """By code: how often it could not be assessed."""
    entries: int = 0
    events: int = 0
    faults: int = 0
    last_at: int = 0

    def wall(self, at: int) -> datetime:
        """Night time *at* by the wall clock that was noted last before it; the epoch if none was.

        A run begins with a note of it, and makes another wherever night time stood still.
        """
        if not self.walls:
            return datetime.fromtimestamp(0, UTC)
        place = max(0, bisect_right(self.walls, at, key=lambda noted: noted[0]) - 1)
        since, wall, speed = self.walls[place]
        return wall + timedelta(microseconds=(at - since) / 1000 / speed)

    def note_wall(self, at: int, text: str) -> None:
        """The wall clock was *text* at night time *at*, in the latest run."""
        speed = self.runs[-1][1].speed if self.runs else 1.0
        before = self.walls[-1][0] if self.walls else at
        self.walls.append((max(at, before), moment(text), speed))


def moment(text: str) -> datetime:
    """The time that a journal's note of the wall clock tells; the epoch where it tells none."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class SeatTold:
    """What one seat did over the night."""

    seat: Seat
    name: str
    hands: int
    won: int
    shown: int
    collected: Chips
    incidents: int


def seats_told(story: Story) -> Iterator[SeatTold]:
    """The statistics of every seat that was dealt in."""
    for seat in sorted({seat for hand in story.hands for seat, _ in hand.started.seats}):
        dealt = [hand for hand in story.hands if seat in dict(hand.started.seats)]
        yield SeatTold(
            seat=seat,
            name=story.names.get(seat, ""),
            hands=len(dealt),
            won=sum(1 for hand in dealt if hand.collected.get(seat)),
            shown=sum(1 for hand in dealt if seat in hand.tabled),
            collected=Chips(sum(hand.collected.get(seat, 0) for hand in dealt)),
            incidents=sum(1 for told in story.incidents.values() if told.incident.irregularity.seat == seat),
        )
