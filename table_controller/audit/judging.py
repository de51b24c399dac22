"""Recorded hands judged one after the other, and what is written of each. The part of the referee worth compiling."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from typing import Any

from table_controller.audit import gate
from table_controller.audit.lines import incident_line, public_in, step_line
from table_controller.hands.money import money
from table_controller.hands.recorded import RecordedHand
from table_controller.records import BadInput, Card, Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardMoved,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandPushed,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, Irregularity
from table_controller.records.night import Assessment
from table_controller.records.player import Pot
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import type_name
from table_controller.rules import assess, new_night
from table_controller.rules.hand import pot
from table_controller.rules.outcomes import incident_of, outcome, ruling_on


@dataclass(slots=True)
class Verdict:
    """What the referee says of one recorded hand."""

    recorded: RecordedHand
    assessments: list[Assessment] = field(default_factory=list)
    """Every answer, if they were asked for."""
    found: list[Irregularity] = field(default_factory=list)
    """Everything found in the hand, in order."""
    incidents: dict[int, Incident] = field(default_factory=dict)
    """Its incidents by number, as they stand at its end."""
    started: bool = False
    strays: int = 0
    """Cards dealt in a hand that nothing had started: a hand that was lost, and is not judged."""
    hand: Hand | None = None
    """The hand as it stood at its end; None if nothing started one."""
    pots: tuple[Pot, ...] = ()
    """The pots as they stood before they were pushed."""
    stacks: dict[Seat, Chips] = field(default_factory=dict)

    def speaks(self) -> bool:
        """Whether it has a line of its own: what follows a night's last hand is none, unless something is wrong."""
        return self.hand is not None or bool(self.found)

    def over(self) -> bool:
        """Whether the hand was played to its end."""
        return self.hand is not None and self.hand.settled

    def differs(self) -> str:
        """Where the stacks are not those of the record, in words; empty if they agree or it has none."""
        for seat, expected in self.recorded.stacks or ():
            if self.stacks.get(seat) != expected:
                unit = self.recorded.unit
                counted = money(self.stacks.get(seat, Chips(0)), unit)
                return f"seat {seat} ends with {counted}, the record says {money(expected, unit)}"
        return ""


_OF_A_HAND = (
    *(HoleCardDealt, BoardCardDealt, CardBurned, CardExposed, CardMoved, Declared, ChipsMovedIn, ChipsTakenBack),
    *(BetsCollected, HandMucked, HandPushed, HandTabled, PotPushed, HandEnded),
)
"""What only a hand can have, or what says nothing without one."""


def _without_strays(events: tuple[Event, ...]) -> tuple[tuple[Event, ...], int]:
    """*events* of a piece without those of a hand that nothing started, and how many cards were dealt in it."""
    start = next((place for place, event in enumerate(events) if isinstance(event, HandStarted)), len(events))
    strays = sum(isinstance(event, HoleCardDealt) for event in events[:start])
    if not strays:
        return events, 0
    kept = tuple(event for event in events[:start] if not isinstance(event, _OF_A_HAND))
    return kept + events[start:], strays


def judged(hands: Iterable[RecordedHand], book: Rulebook, *, guide: bool = True) -> Iterator[Verdict]:
    """The verdict on each of *hands*; those of one night are judged one after the other.

    Without *guide* the answers are not kept: thousands of hands fit the processor's cache no longer.
    """
    name, night = "", new_night()
    for recorded in hands:
        if recorded.night != name:
            name, night = recorded.night, new_night()
        verdict = Verdict(recorded)
        events, verdict.strays = _without_strays(recorded.events)
        for event in events:
            if not verdict.pots and isinstance(event, PotPushed) and night.hand is not None:
                verdict.pots = night.hand.pots
            answer = assess(night, event, book, guide=guide)
            night = answer.night
            if guide:
                verdict.assessments.append(answer)
            if answer.irregularities:
                verdict.found.extend(answer.irregularities)
            for item in answer.incidents:
                verdict.incidents[item.number] = item
        verdict.started = any(isinstance(event, HandStarted) for event in recorded.events)
        if verdict.started and night.hand is not None:
            verdict.hand = night.hand
            verdict.pots = verdict.pots or night.hand.pots
            verdict.stacks = _stacks(night.hand, night.stacks)
        yield verdict


def _stacks(hand: Hand, night: tuple[tuple[Seat, Chips], ...]) -> dict[Seat, Chips]:
    """What the seats of *hand* have: the night's stacks once it is settled, until then what they have behind."""
    if not hand.settled:
        return {player.seat: player.stack for player in hand.players}
    seats = {player.seat for player in hand.players}
    return {seat: chips for seat, chips in night if seat in seats}


def in_batches(hands: Iterator[RecordedHand], size: int = 64) -> Iterator[RecordedHand]:
    """*hands*, read some at a time: reading and judging hand by hand throw each other out of the processor's cache.

    What was read before a fault is judged before the fault is raised.
    """
    while True:
        batch: list[RecordedHand] = []
        fault = None
        try:
            batch.extend(islice(hands, size))
        except BadInput as bad:
            fault = bad
        yield from batch
        if fault is not None:
            raise fault
        if len(batch) < size:
            return


def hand_line(verdict: Verdict) -> dict[str, Any]:
    """A hand as the contract has it; amounts in the record's money, seats as texts.

    ``stacks``: what each seat has when the hand is over. Of one that is not, what it has behind, and beside it what
    lies before the seats (``bets``) and what was collected (``pot``).
    """
    unit = verdict.recorded.unit
    hand = verdict.hand
    players = hand.players if hand else ()
    line: dict[str, Any] = {
        "hand": verdict.recorded.name,
        **({"file": verdict.recorded.file} if verdict.recorded.file else {}),
        "incidents": incident_lines(verdict) if verdict.found else [],
        "actions": hand.actions if hand else 0,
        "pots": [{"amount": money(pot.amount, unit), "seats": list(pot.seats)} for pot in verdict.pots],
        "winnings": {str(player.seat): money(player.won, unit) for player in players},
        "stacks": {str(seat): money(chips, unit) for seat, chips in verdict.stacks.items()},
    }
    if hand is not None and not hand.settled:
        bets = {player.seat: Chips(0) if hand.swept else player.bet for player in players}
        line["bets"] = {str(seat): money(bet, unit) for seat, bet in bets.items()}
        line["pot"] = money(Chips(max(0, pot(hand) - sum(bets.values()))), unit)
    return line


def incident_lines(verdict: Verdict) -> list[dict[str, Any]]:
    """Everything found in the hand; no card in it that was not shown."""
    unit, public = verdict.recorded.unit, public_in(verdict.recorded.events)
    told = [(found, incident_of(found, verdict.incidents.values())) for found in verdict.found]
    return [incident_line(found, item, came_to(found, verdict), unit, public) for found, item in told]


def came_to(found: Irregularity, verdict: Verdict) -> str | None:
    """What the floor ruled or the table carried out; ``play_stands`` where the hand went on to its end without.

    In a hand that is not over: what is proposed, None where the floor has to choose.
    """
    return ruling_on(found, verdict.incidents.values(), over=verdict.over())


def trace_line(answer: Assessment, unit: Decimal, public: frozenset[Card]) -> dict[str, Any]:
    """An event as the contract has it: its type, never its cards, and no word of one that is not *public*."""
    action, ask = answer.action, answer.ask
    opened = answer.incidents
    told = [(found, incident_of(found, opened)) for found in answer.irregularities]
    return {
        "event": type_name(type(answer.event)),
        "action": action.kind.value if action else None,
        "bet_to": money(action.bet_to, unit) if action else None,
        "change": money(answer.change, unit),
        "add": money(answer.add, unit),
        "ask": {
            "seat": ask.seat,
            "to_call": money(ask.to_call, unit),
            "may_raise": ask.may_raise,
            "min_raise_to": None if ask.min_raise_to is None else money(ask.min_raise_to, unit),
            "max_raise_to": None if ask.max_raise_to is None else money(ask.max_raise_to, unit),
        }
        if ask
        else None,
        "incidents": [incident_line(f, item, outcome(f, None, over=False), unit, public) for f, item in told],
        "floor_options": list(answer.floor_options),
        "next_steps": [gate.veiled(step_line(step, unit), public) for step in answer.next_steps],
        "not_assessed": list(answer.not_assessed),
        "at": answer.event.at,
        "seat": _seat(answer.event),
    }


def _seat(event: Event) -> Seat | None:
    return getattr(event, "seat", None)
