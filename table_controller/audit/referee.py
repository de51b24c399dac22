"""``floorman referee``: judge recorded hands, a line a hand and, on request, a line an event."""

import gc
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TextIO

from table_controller.audit.judging import Verdict, came_to, hand_line, in_batches, judged, trace_line
from table_controller.files import load_rulebook
from table_controller.hands import read_hands
from table_controller.hands.money import parse_unit


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
        for verdict in judged(in_batches(hands), book, guide=trace):
            write(verdict, trace, out)
            if difference := verdict.differs():
                print(f"{verdict.recorded.name}: {difference}", file=sys.stderr)
            if difference or verdict.found:
                status = 1
            told.hand()
    return status


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


def _write_text(verdict: Verdict, trace: bool, out: TextIO) -> None:
    if trace:
        for answer in verdict.assessments:
            out.write(_text_of(trace_line(answer, verdict.recorded.unit)) + "\n")
    if verdict.speaks():
        out.write(f"{verdict.recorded.name}: {_count(len(verdict.found))}{_unassessed(verdict)}\n")
    for one in verdict.found:
        seat = f"seat {one.seat}, " if one.seat is not None else ""
        ruling = one.proposal.text.en if one.proposal else " / ".join(remedy.text.en for remedy in one.options)
        made = came_to(one, verdict)
        proposed = one.proposal.name if one.proposal else None
        became = f"; {made}" if made not in (None, proposed) else ""
        told = f" → {ruling}" if ruling else ""
        out.write(f"  {one.code}: {seat}{one.text.en} ({one.citation}){told}{became}\n")


def _count(found: int) -> str:
    return {0: "no incident", 1: "1 incident"}.get(found, f"{found} incidents")


def _unassessed(verdict: Verdict) -> str:
    """What nobody may take for in order: it could not be assessed."""
    blind = sorted(verdict.hand.unassessed) if verdict.hand is not None else []
    return f"; not assessed: {', '.join(blind)}" if blind else ""


def _text_of(line: dict[str, Any]) -> str:
    parts = [f"{line['at'] / 1e9:9.3f}", line["event"]]
    parts += [f"seat {line['seat']}"] if line["seat"] is not None else []
    parts += [f"{line['action']} to {line['bet_to']}"] if line["action"] else []
    if ask := line["ask"]:
        least = f", raise to {ask['min_raise_to']}" if ask["may_raise"] else ""
        parts.append(f"→ seat {ask['seat']} to call {ask['to_call']}{least}")
    parts += [f"! {one['code']}" for one in line["incidents"]]
    parts += [f"? {code}" for code in line["not_assessed"]]
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
