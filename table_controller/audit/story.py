"""What a journal tells, for people: runs, hands, incidents and rulings, behind the release gate."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from table_controller.audit import gate
from table_controller.audit.bodies import Bodies
from table_controller.journal.read import entries, run_of
from table_controller.records import Card, Chips, Seat
from table_controller.records.entries import Entry, RunStarted
from table_controller.records.events import (
    BoardCardDealt,
    Event,
    HandEnded,
    HandStarted,
    HandTabled,
    PotPushed,
    RulingMade,
    RulingUndone,
)
from table_controller.records.incidents import Incident, IncidentState
from table_controller.rules.outcomes import PLAY, outcome
from table_controller.views.release import Release


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
        """Night time *at* by the wall clock of the run it falls in; the epoch if no run says."""
        for entry, run in reversed(self.runs):
            if entry.at <= at or entry is self.runs[0][0]:
                return _moment(run.wall) + timedelta(microseconds=(at - entry.at) / 1000 / run.speed)
        return datetime.fromtimestamp(0, UTC)


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def tell(path: Path, policy: Release | None = None) -> Story:
    """The story of the journal at *path*, with no card in it that *policy* does not release.

    :raises BadInput: if it is no journal, or an entry of it cannot be read.
    """
    teller = _Teller(path)
    for entry in entries(path):
        teller.hear(entry)
    for hand in teller.story.hands:
        _let_through(hand, teller.story.last_at, policy or Release())
    return teller.story


def _let_through(hand: HandTold, now: int, policy: Release) -> None:
    hand.allowed = gate.public(hand.events, hand.ended_at, now, policy)
    hand.seen = gate.visible(hand.events, hand.ended_at, now, policy)
    hand.events = list(gate.gated(hand.events, hand.allowed))


class _Teller:
    """Folds entries into a story."""

    def __init__(self, path: Path) -> None:
        self.story = Story()
        self._path, self._bodies = path, Bodies(path)
        self._because: dict[int, tuple[int, ...]] = {}
        """What every event rests on."""
        self._evidence: dict[int, str] = {}
        self._ruled: dict[int, tuple[str | None, int]] = {}
        """By event: who ruled, and when."""
        self._open: HandTold | None = None

    def hear(self, entry: Entry) -> None:
        """One entry."""
        self.story.entries, self.story.last_at = entry.seq, entry.at
        match entry.kind:
            case "run_started":
                self.story.runs.append((entry, run_of(self._path, entry)))
            case "observation" if entry.body and '"evidence"' in entry.body:
                self._evidence[entry.seq] = self._bodies.observation(entry).evidence or ""
            case "event":
                self._hear_event(entry)
            case "incident" if entry.body:
                self._hear_incident(entry)
            case "assessment" if entry.body and '"not_assessed"' in entry.body:
                self.story.unassessed.update(self._bodies.object(entry)["not_assessed"])
            case "note" if entry.body:
                self._hear_note(entry)
            case "fault":
                self.story.faults += 1

    def _hear_event(self, entry: Entry) -> None:
        self.story.events += 1
        self._because[entry.seq] = entry.because
        if entry.body is None:
            self._ruled[entry.seq] = (None, entry.at)
            return
        event = self._bodies.event(entry)
        match event:
            case HandStarted():
                self._open = HandTold(len(self.story.hands) + 1, event, entry.seq)
                self.story.hands.append(self._open)
            case RulingMade():
                self._ruled[entry.seq] = (event.by, entry.at)
                self.story.rulings.append(RulingTold(entry.at, event.incident, event.remedy, event.by))
            case RulingUndone():
                self.story.rulings.append(RulingTold(entry.at, event.ruling, None, None))
        if self._open:
            self._open.events.append(event)
        if isinstance(event, HandEnded) and self._open:
            self._open.ended_at, self._open = entry.at, None

    def _hear_incident(self, entry: Entry) -> None:
        incident = self._bodies.incident(entry)
        told = self.story.incidents.get(incident.number)
        if told is None:
            hand = self._open or (self.story.hands[-1] if self.story.hands else None)
            told = IncidentTold(incident, entry.seq, entry.at, hand, entry.because, evidence=self._shown(entry))
            self.story.incidents[incident.number] = told
            if hand:
                hand.incidents.append(incident.number)
        told.incident = replace(incident, hand=incident.hand or told.incident.hand)
        if incident.state in (IncidentState.RULED, IncidentState.DISMISSED):
            # What no ruling stands behind, the table carried out by itself.
            told.by, told.ruled_at = next((self._ruled[s] for s in entry.because if s in self._ruled), (PLAY, entry.at))
        else:
            told.by = told.ruled_at = None

    def _shown(self, entry: Entry) -> tuple[str, ...]:
        """The recorder's pieces that an incident rests on: those of the observations behind its events."""
        observations = [seq for event in entry.because for seq in self._because.get(event, ())]
        return tuple(self._evidence[seq] for seq in observations if self._evidence.get(seq))

    def _hear_note(self, entry: Entry) -> None:
        said = self._bodies.object(entry)
        told = self.story.incidents.get(said["incident"]) if isinstance(said.get("incident"), int) else None
        if told and isinstance(said.get("still"), str):
            told.evidence += (said["still"],)
        names = said.get("names")
        if isinstance(names, dict):
            self.story.names |= {Seat(int(seat)): str(name) for seat, name in names.items() if seat.isdecimal()}


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
