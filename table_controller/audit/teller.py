"""Folds a journal's entries into the story that it tells, behind the release gate."""

from dataclasses import replace
from pathlib import Path

from table_controller.audit import gate
from table_controller.audit.bodies import Bodies
from table_controller.audit.story import HandTold, IncidentTold, RulingTold, Story
from table_controller.audit.taps import Taps
from table_controller.journal.read import entries, run_of
from table_controller.records import Seat
from table_controller.records.entries import Entry
from table_controller.records.events import HandEnded, HandStarted, RulingMade, RulingUndone
from table_controller.records.incidents import IncidentState
from table_controller.rules.outcomes import PLAY
from table_controller.views.release import Release


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
        self._taps = Taps()

    def hear(self, entry: Entry) -> None:
        """One entry."""
        self.story.entries, self.story.last_at = entry.seq, entry.at
        match entry.kind:
            case "run_started":
                self.story.runs.append((entry, run_of(self._path, entry)))
                self.story.note_wall(entry.at, self.story.runs[-1][1].wall)
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
        event, before = self._bodies.event(entry), self._open
        match event:
            case HandStarted():
                self._open = HandTold(len(self.story.hands) + 1, event, entry.seq)
                self.story.hands.append(self._open)
            case RulingMade():
                self._ruled[entry.seq] = (event.by, entry.at)
                self.story.rulings.append(RulingTold(entry.at, event.incident, event.remedy, event.by))
            case RulingUndone():
                self.story.rulings.append(RulingTold(entry.at, event.ruling, None, None))
        self._open = self._taps.heard(event, before, self._open, self.story.hands)
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
        if isinstance(said.get("wall"), str):
            night = said.get("night")
            self.story.note_wall(night if isinstance(night, int) else entry.at, said["wall"])
        names = said.get("names")
        if isinstance(names, dict):
            self.story.names |= {Seat(int(seat)): str(name) for seat, name in names.items() if seat.isdecimal()}
