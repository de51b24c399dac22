"""``floorman referee``: judge recorded hands, a line a hand and, on request, a line an event."""

import gc
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TextIO

from table_controller.files import load_rulebook
from table_controller.hands import RecordedHand, read_hands
from table_controller.hands.money import money, parse_unit
from table_controller.records import BadInput, Chips, Seat
from table_controller.records.events import Event, HandStarted, PotPushed
from table_controller.records.incidents import Irregularity
from table_controller.records.night import Assessment, Hand, Pot
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import plain, type_name
from table_controller.rules import assess, new_night


@dataclass(slots=True)
class Verdict:
    """What the referee says of one recorded hand."""

    recorded: RecordedHand
    assessments: list[Assessment] = field(default_factory=list)
    """Every answer, if they were asked for."""
    found: list[Irregularity] = field(default_factory=list)
    """Everything found in the hand, in order."""
    started: bool = False
    hand: Hand | None = None
    """The hand as it stood at its end; None if nothing started one."""
    pots: tuple[Pot, ...] = ()
    """The pots as they stood before they were pushed."""
    stacks: dict[Seat, Chips] = field(default_factory=dict)

    def speaks(self) -> bool:
        """Whether it has a line of its own: what follows a night's last hand is none, unless something is wrong."""
        return self.hand is not None or bool(self.found)

    def differs(self) -> str:
        """Where the stacks are not those of the record, in words; empty if they agree or it has none."""
        for seat, expected in self.recorded.stacks or ():
            if self.stacks.get(seat) != expected:
                unit = self.recorded.unit
                counted = money(self.stacks.get(seat, Chips(0)), unit)
                return f"seat {seat} ends with {counted}, the record says {money(expected, unit)}"
        return ""


def referee(
    paths: Sequence[Path],
    rulebook: str,
    *,
    as_json: bool = False,
    trace: bool = False,
    unit: str | None = None,
    out: TextIO = sys.stdout,
) -> int:
    """Judge every hand of *paths* under *rulebook*; write a line for each to *out* (design, section 5).

    *unit*: the smallest unit of money in PHH records. Returns 1 if there were incidents, or stacks other than the
    record's, which are named on stderr; otherwise 0. ``BadInput`` for what cannot be read.
    """
    book = load_rulebook(rulebook)
    smallest = None if unit is None else parse_unit(unit)
    write = _write_json if as_json else _write_text
    status = 0
    with _uncollected(), _progress(out) as told:
        hands = (hand for path in paths for hand in read_hands(path, smallest))
        for verdict in judged(_in_batches(hands), book, guide=trace):
            write(verdict, trace, out)
            if difference := verdict.differs():
                print(f"{verdict.recorded.name}: {difference}", file=sys.stderr)
            if difference or verdict.found:
                status = 1
            told.hand()
    return status


def judged(hands: Iterable[RecordedHand], book: Rulebook, *, guide: bool = True) -> Iterator[Verdict]:
    """The verdict on each of *hands*; those of one night are judged one after the other.

    Without *guide* the answers are not kept: thousands of hands fit the processor's cache no longer.
    """
    name, night = "", new_night()
    for recorded in hands:
        if recorded.night != name:
            name, night = recorded.night, new_night()
        verdict = Verdict(recorded)
        for event in recorded.events:
            if not verdict.pots and isinstance(event, PotPushed) and night.hand is not None:
                verdict.pots = night.hand.pots
            answer = assess(night, event, book, guide=guide)
            night = answer.night
            if guide:
                verdict.assessments.append(answer)
            if answer.irregularities:
                verdict.found.extend(answer.irregularities)
        verdict.started = any(isinstance(event, HandStarted) for event in recorded.events)
        if verdict.started and night.hand is not None:
            verdict.hand = night.hand
            verdict.pots = verdict.pots or night.hand.pots
            verdict.stacks = dict(night.stacks)
        yield verdict


def _in_batches(hands: Iterator[RecordedHand], size: int = 64) -> Iterator[RecordedHand]:
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


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for reference cycles meanwhile: frozen records make none; walking them costs a tenth."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


# --- what is written ----------------------------------------------------------------------------------------------


_json = json.JSONEncoder(ensure_ascii=False).encode


def _write_json(verdict: Verdict, trace: bool, out: TextIO) -> None:
    if trace:
        for answer in verdict.assessments:
            out.write(_json(trace_line(answer, verdict.recorded.unit)) + "\n")
    if verdict.speaks():
        out.write(_json(hand_line(verdict)) + "\n")


def hand_line(verdict: Verdict) -> dict[str, Any]:
    """A hand as the contract has it; amounts in the record's money, seats as texts."""
    unit = verdict.recorded.unit
    players = verdict.hand.players if verdict.hand else ()
    seats = {player.seat for player in players}
    return {
        "hand": verdict.recorded.name,
        "incidents": [incident(found) for found in verdict.found],
        "actions": verdict.hand.actions if verdict.hand else 0,
        "pots": [{"amount": money(pot.amount, unit), "seats": list(pot.seats)} for pot in verdict.pots],
        "winnings": {str(player.seat): money(player.won, unit) for player in players},
        "stacks": {str(seat): money(chips, unit) for seat, chips in verdict.stacks.items() if seat in seats},
    }


def incident(found: Irregularity) -> dict[str, Any]:
    """An irregularity as the contract has it; ``ruling`` is the proposed remedy, None where the floor has to choose."""
    return {
        "code": found.code,
        "seat": found.seat,
        "at": found.at,
        "event": found.event,
        "rule": found.rule,
        "citation": found.citation,
        "severity": found.severity.value,
        "ruling": found.proposal.name if found.proposal else None,
    }


def trace_line(answer: Assessment, unit: Decimal) -> dict[str, Any]:
    """An event as the contract has it: its type, never its cards, so that no unshown card can be printed."""
    action, ask = answer.action, answer.ask
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
        }
        if ask
        else None,
        "incidents": [incident(found) for found in answer.irregularities],
        "floor_options": list(answer.floor_options),
        "next_steps": [plain(step) for step in answer.next_steps],
        "not_assessed": list(answer.not_assessed),
        "at": answer.event.at,
        "seat": _seat(answer.event),
    }


def _seat(event: Event) -> Seat | None:
    return getattr(event, "seat", None)


def _write_text(verdict: Verdict, trace: bool, out: TextIO) -> None:
    if trace:
        for answer in verdict.assessments:
            out.write(_text_of(trace_line(answer, verdict.recorded.unit)) + "\n")
    if verdict.speaks():
        out.write(f"{verdict.recorded.name}: {_count(len(verdict.found))}\n")
    for one in verdict.found:
        seat = f"seat {one.seat}, " if one.seat is not None else ""
        ruling = one.proposal.text.en if one.proposal else " / ".join(remedy.text.en for remedy in one.options)
        out.write(f"  {one.code}: {seat}{one.text.en} ({one.citation})" + (f" → {ruling}" if ruling else "") + "\n")


def _count(found: int) -> str:
    return {0: "no incident", 1: "1 incident"}.get(found, f"{found} incidents")


def _text_of(line: dict[str, Any]) -> str:
    parts = [f"{line['at'] / 1e9:9.3f}", line["event"]]
    parts += [f"seat {line['seat']}"] if line["seat"] is not None else []
    parts += [f"{line['action']} to {line['bet_to']}"] if line["action"] else []
    if ask := line["ask"]:
        least = f", raise to {ask['min_raise_to']}" if ask["may_raise"] else ""
        parts.append(f"→ seat {ask['seat']} to call {ask['to_call']}{least}")
    parts += [f"! {one['code']}" for one in line["incidents"]]
    return "  ".join(parts)


class _Told(Protocol):
    def hand(self) -> None: ...


class _Silent:
    def hand(self) -> None:
        """Nobody watches."""


@contextmanager
def _progress(out: TextIO) -> Iterator[_Told]:
    """A counter of hands on stderr while a person watches it; nothing where the lines themselves run past."""
    if out.isatty() or not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed} hands"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        class Shown:
            def hand(self) -> None:
                progress.advance(task)

        yield Shown()
