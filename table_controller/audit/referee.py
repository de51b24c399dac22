"""``floorman referee``: judge recorded hands, a line a hand and, on request, a line an event."""

import gc
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TextIO

from table_controller.audit.judging import Verdict, came_to, hand_line, in_batches, judged, trace_line
from table_controller.audit.lines import money_in, public_in
from table_controller.audit.wording import became, incident_lines, joined, seat_said, speaker, worded
from table_controller.files import load_rulebook
from table_controller.hands import read_hands
from table_controller.hands.money import parse_unit
from table_controller.records.incidents import IncidentState
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.outcomes import PLAY, incident_of
from table_controller.rules.strangers import IMPOSSIBLE


def referee(
    paths: Sequence[Path],
    rulebook: str,
    *,
    as_json: bool = False,
    trace: bool = False,
    unit: str | None = None,
    out: TextIO = sys.stdout,
    text: TextIO | None = None,
    language: str = "en",
) -> int:
    """Judge every hand of *paths* under *rulebook*: a JSON line for each to *out*, or words to *text* (stderr).

    *unit*: the smallest unit of money in PHH records. Returns 1 if there were incidents, or stacks other than the
    record's, which are named on stderr; 2 where there was no hand, or events of one that nothing started; otherwise 0.
    ``BadInput`` for what cannot be read.
    """
    book = load_rulebook(rulebook)
    smallest = None if unit is None else parse_unit(unit)
    status, spoken = 0, False
    many = len(paths) > 1 or any(path.suffix.lower() != ".jsonl" for path in paths)
    words = None if as_json else _Words(book, language, text or sys.stderr, many)
    with _uncollected(), _progress(out, shown=as_json) as told:
        hands = (hand for path in paths for hand in read_hands(path, smallest))
        for verdict in judged(in_batches(hands), book, guide=trace):
            if words is None:
                _write_json(verdict, trace, out)
            else:
                words.write(verdict, trace)
            status = max(status, _complained(verdict, language))
            spoken = spoken or verdict.speaks()
            told.hand()
    if spoken:
        return status
    if status == 0:
        print(speaker(language)(Text("keine Hand zu beurteilen", "no hand to judge")), file=sys.stderr)
    return 2


def _complained(verdict: Verdict, language: str) -> int:
    """Say on stderr what the record itself has wrong, and return the exit status that *verdict* asks for."""
    if difference := verdict.differs():
        print(f"{verdict.recorded.name}: {difference}", file=sys.stderr)
    if verdict.strays:
        print(speaker(language)(_stray(verdict)), file=sys.stderr)
        return 2
    return int(bool(difference or verdict.found))


def _stray(verdict: Verdict) -> Text:
    """Cards of a hand that nothing started: a whole hand is missing, and what is missing is not in order."""
    where, count = verdict.recorded.file or verdict.recorded.name, verdict.strays
    return Text(
        f"{where}: eine Hand nicht beurteilt: {count} Karten ohne hand_started davor",
        f"{where}: a hand not judged: {count} cards without hand_started before them",
    )


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
        for line in _traced(verdict):
            out.write(_json(line) + "\n")
    if verdict.speaks():
        out.write(_json(hand_line(verdict)) + "\n")


def _traced(verdict: Verdict) -> Iterator[dict[str, Any]]:
    public = public_in(verdict.recorded.events)
    return (trace_line(answer, verdict.recorded.unit, public) for answer in verdict.assessments)


@dataclass(frozen=True, slots=True)
class _Words:
    """Writes verdicts for people: a line a hand, and below it every incident with what became of it."""

    book: Rulebook
    language: str
    out: TextIO
    many: bool = False
    """Whether hands of several files are told, and each says of which it is."""

    def write(self, verdict: Verdict, trace: bool) -> None:
        """One hand."""
        if trace:
            for line in _traced(verdict):
                self.out.write(_text_of(line) + "\n")
        if verdict.speaks():
            self.out.write(speaker(self.language)(self._hand(verdict)) + "\n")
        for said in self._incidents(verdict):
            self.out.write(said + "\n")

    def _hand(self, verdict: Verdict) -> Text:
        name, count = verdict.recorded.name, len(verdict.found)
        german = {0: "kein Vorfall", 1: "1 Vorfall"}.get(count, f"{count} Vorfälle")
        english = {0: "no incident", 1: "1 incident"}.get(count, f"{count} incidents")
        of = f" ({verdict.recorded.file})" if self.many and verdict.recorded.file not in ("", name) else ""
        parts = [Text(f"Hand {name}{of}: {german}", f"hand {name}{of}: {english}")]
        if verdict.hand is not None and not verdict.over():
            parts.append(Text("nicht zu Ende gespielt", "not played to its end"))
        if verdict.hand is not None and verdict.hand.unassessed:
            # What nobody may take for in order: it could not be assessed.
            blind = joined(self._titles(verdict.hand.unassessed), ", ")
            parts.append(Text(f"nicht beurteilt: {blind.de}", f"not assessed: {blind.en}"))
        return joined(parts, "; ")

    def _titles(self, codes: frozenset[str]) -> Iterator[Text]:
        for code in sorted(codes):
            clause = self.book.clauses.get(code)
            if code.startswith(IMPOSSIBLE):
                name = code.removeprefix(IMPOSSIBLE)
                yield Text(f"{name} kann so nicht gewesen sein", f"{name} cannot have been")
            else:
                yield clause.text if clause else Text(code, code)

    def _incidents(self, verdict: Verdict) -> Iterator[str]:
        if not verdict.found:
            return
        public, money = public_in(verdict.recorded.events), money_in(verdict.recorded.unit)
        for found in verdict.found:
            item = incident_of(found, verdict.incidents.values())
            settled = verdict.over() or (item is not None and item.state is not IncidentState.OPEN)
            ruling = came_to(found, verdict)
            end = became(item, ruling, (item.by if item and item.by else PLAY), public, settled=settled)
            # What is still open is told as it stands now: what came too late is proposed no longer.
            shown = found if settled or item is None else item.irregularity
            yield from incident_lines(
                item.number if item else None,
                worded(shown, public, money),
                (seat_said(found.seat, {}), Text(found.code, found.code)),
                end,
                self.language,
            )


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
def _progress(out: TextIO, *, shown: bool) -> Iterator[_Told]:
    """A counter of hands on stderr while a person watches it; nothing where the lines themselves run past."""
    if not shown or out.isatty() or not sys.stderr.isatty():
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
