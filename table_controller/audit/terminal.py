"""The audit in words on the terminal: the night, its incidents and what became of them, in German or English."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from table_controller.audit.facts import (
    Audit,
    allowed_in,
    clock,
    ended,
    finding_line,
    moments,
    money_of,
    rulings,
    unassessed,
)
from table_controller.audit.otherwise import compared
from table_controller.audit.replay import Difference, Replay
from table_controller.audit.story import HandTold, IncidentTold, Story, seats_told
from table_controller.audit.wording import incident_lines, joined, seat_said, speaker, worded
from table_controller.records import Card
from table_controller.records.incidents import IncidentState
from table_controller.records.rulebook import Text
from table_controller.views.money import written
from table_controller.views.redact import VEIL

Say = Callable[[Text], str]


def audit_lines(audit: Audit, language: str) -> Iterator[str]:
    """The whole night."""
    story, say = audit.story, speaker(language)
    yield from _head(audit, say)
    for told in story.incidents.values():
        yield from told_lines(told, story, language)
    yield from _section(Text("Entscheidungen", "Rulings"), _rulings(story, say), say)
    yield from _section(Text("Hände", "Hands"), (_hand(hand, story, say) for hand in story.hands), say)
    yield from _section(Text("Plätze", "Seats"), _seats(story, say), say)
    blind = Text("Nicht beurteilt, weil nicht genug zu sehen war", "Not assessed, since not enough was seen")
    counted = (f"  {one['count']} × {say(one['title'])} ({one['code']})" for one in unassessed(story))
    yield from _section(blind, counted, say)
    again = Text("Erneut beurteilt weicht ab", "Judged again, this differs")
    yield from _section(again, _differences(audit.replayed.differences, say), say)
    if audit.other:
        book, replayed = audit.other
        title = Text(f"Unter {book.title} wäre anders", f"Under {book.title} this would differ")
        rows = [_otherwise(row, say) for row in compared(replayed, story)]
        yield from _section(title, rows or [say(Text("  Nichts.", "  Nothing."))], say)


def told_lines(told: IncidentTold, story: Story, language: str) -> Iterator[str]:
    """One incident."""
    found = told.incident.irregularity
    hand = told.incident.hand or "–"
    where = (Text(f"Hand {hand}", f"hand {hand}"), seat_said(found.seat, story.names))
    time = clock(story, told.at)
    words = worded(found, allowed_in(told), money_of(story))
    yield from incident_lines(told.incident.number, words, (Text(time, time), *where), ended(told), language)


def moment_lines(told: IncidentTold, story: Story, language: str) -> Iterator[str]:
    """What happened around an incident; an arrow marks the event that showed it."""
    say = speaker(language)
    for one in moments(told, story):
        yield f"     {'→' if one['this'] else ' '} {one['time']}  {say(one['text'])}"


def because_line(line: dict[str, Any], story: Story) -> str:
    """An entry that an incident rests on; *line*: as JSON, behind the gate."""
    body = line["body"]
    said = " ".join(_facts(body)) if isinstance(body, dict) else str(body)
    return f"     {line['seq']:>7}  {clock(story, line['at'])}  {line['kind']}: {said}"


def _head(audit: Audit, say: Say) -> Iterator[str]:
    story, verified, replayed = audit.story, audit.verified, audit.replayed
    whole = Text("unverändert", "unaltered") if verified.sound else Text("VERÄNDERT", "ALTERED")
    yield f"{audit.file}: {verified.entries} {say(Text('Einträge', 'entries'))}, {say(whole)}"
    yield from (f"  {finding_line(finding)}" for finding in verified.findings)
    yield f"  {say(Text('Prüfsumme', 'head'))} {verified.head}"
    if not verified.closed:
        yield say(
            Text("  nicht abgeschlossen: läuft noch oder brach ab", "  not closed: still being written, or cut off")
        )
    for entry, run in story.runs[-1:]:
        house = f"{run.layout.name}, {run.rulebook.title} ({run.rulebook.id}), {story.wall(entry.at):%Y-%m-%d}"
        yield f"  {house}, {clock(story, story.runs[0][0].at)}–{clock(story, story.last_at)}"
    yield "  " + say(_again(replayed))
    yield "  " + say(_count(story))


def _again(replayed: Replay) -> Text:
    count = len(replayed.differences)
    parts = [Text("erneut beurteilt: dasselbe", "judged again: the same")]
    if count:
        parts = [Text(f"erneut beurteilt: Abweichungen {count}", f"judged again: differences {count}")]
    for seq in replayed.erased[:1]:
        german, english = (
            f"bis Eintrag {seq}, von dem etwas gelöscht ist",
            f"up to entry {seq}, of which something was erased",
        )
        parts.append(Text(german, english))
    parts += [Text(f"aufgezeichnet mit Version {v}", f"recorded by version {v}") for v in replayed.versions]
    return joined(parts)


def _count(story: Story) -> Text:
    hands, found = len(story.hands), len(story.incidents)
    open_ = sum(told.incident.state is IncidentState.OPEN for told in story.incidents.values())
    german = f"{hands} {'Hand' if hands == 1 else 'Hände'}, {found} {'Vorfall' if found == 1 else 'Vorfälle'}"
    english = f"{hands} hand{'s' * (hands != 1)}, {found} incident{'s' * (found != 1)}"
    return Text(
        german + (f", davon {open_} offen" if open_ else ""), english + (f", {open_} still open" if open_ else "")
    )


def _section(title: Text, lines: Iterable[str], say: Say) -> Iterator[str]:
    """A heading and its lines; nothing where there are none."""
    told = list(lines)
    if told:
        yield say(title)
        yield from told


def _rulings(story: Story, say: Say) -> Iterator[str]:
    for one in rulings(story):
        words = say(one["ruling"] or Text("zurückgenommen", "taken back"))
        yield f"  {one['time']}  #{one['incident']} {words}" + (f", {say(one['by'])}" if one["by"] else "")


def _hand(hand: HandTold, story: Story, say: Say) -> str:
    parts = [f"  {hand.id}  {clock(story, hand.started.at)}  Button {hand.started.button}"]
    parts += [f"Board {_cards(hand.board)}"] if hand.board else []
    shown = [f"{seat} {_cards(cards)}" for seat, cards in hand.seen.items() if any(cards)]
    parts += [f"{say(Text('gezeigt', 'shown'))} {', '.join(shown)}"] if shown else []
    money = money_of(story)
    won = [f"{say(written(chips, money))} {say(_to(seat))}" for seat, chips in hand.collected.items()]
    parts += [", ".join(won)] if won else []
    parts += ["#" + " #".join(map(str, hand.incidents))] if hand.incidents else []
    parts += [] if hand.ended_at is not None else [say(Text("läuft", "running"))]
    return " · ".join(parts)


def _to(seat: int) -> Text:
    return Text(f"an Platz {seat}", f"to seat {seat}")


def _cards(cards: Iterable[Card | None]) -> str:
    return " ".join(VEIL if card is None else str(card) for card in cards)


def _seats(story: Story, say: Say) -> Iterator[str]:
    for one in seats_told(story):
        seat = seat_said(one.seat, story.names)
        chips = written(one.collected, money_of(story))
        facts = Text(
            f"{one.hands} gespielt, {one.won} gewonnen, {chips.de} erhalten",
            f"{one.hands} played, {one.won} won, {chips.en} collected",
        )
        found = Text(f", Vorfälle: {one.incidents}", f", incidents: {one.incidents}") if one.incidents else Text("", "")
        yield f"  {say(seat) if seat else one.seat}: {say(facts)}{say(found)}"


def _differences(found: Iterable[Difference], say: Say) -> Iterator[str]:
    """The entries that do not come out again, those of a kind together; what is in them stays with ``--json``."""
    kinds: dict[tuple[str, Text], list[int]] = {}
    for one in found:
        kinds.setdefault((one.what, _how(one)), []).append(one.seq)
    for (kind, how), entries in kinds.items():
        more = Text(f"{len(entries)} Einträge ab", f"{len(entries)} entries from")
        where = say(more if len(entries) > 1 else Text("Eintrag", "entry"))
        yield f"  {kind}, {where} {entries[0]}: {say(how)}"


def _how(one: Difference) -> Text:
    if one.journalled is None:
        return Text("nur beim erneuten Beurteilen", "only when judged again")
    if one.replayed is None:
        return Text("nur im Protokoll", "only in the journal")
    names = ", ".join(_parting(one.journalled, one.replayed)) or "–"
    return Text(f"anders: {names}", f"other: {names}")


def _parting(first: str, second: str) -> Iterator[str]:
    """The names of the fields in which two bodies part."""
    one, two = json.loads(first), json.loads(second)
    if isinstance(one, dict) and isinstance(two, dict):
        yield from (name for name in sorted(one.keys() | two.keys()) if one.get(name) != two.get(name))


def _otherwise(row: dict[str, Any], say: Say) -> str:
    nothing = Text("nichts", "nothing")
    before, after = (say(side or nothing) for side in (row["before"], row["after"]))
    times = f" ({row['times']} ×)" if row["times"] > 1 else ""
    hand = say(Text("Hand", "hand"))
    return f"  {row['time']} · {hand} {row['hand']} · {say(row['what'])}: {before} → {after}{times}"


_DULL = ("type", "at", "because", "certainty", "confidence", "hand", "angle", "centre", "quad", "evidence", "seq")
"""What tells a reader nothing about what was seen."""


def _facts(body: dict[str, Any]) -> Iterator[str]:
    """An entry's body in a line: its type, and what it saw where."""
    yield str(body.get("type", "")).replace("_", " ")
    for name, value in body.items():
        if name not in _DULL:
            yield f"{name} {_fact(value)}"
    if isinstance(body.get("confidence"), int | float):
        yield f"({body['confidence']:.0%})"


def _fact(value: Any) -> str:
    match value:
        case list():
            return ", ".join(_fact(item) for item in value) or "–"
        case {"card": card}:
            return str(card or VEIL)
        case dict():
            return " ".join(f"{name} {_fact(item)}" for name, item in value.items() if name not in _DULL)
    return str(value)
