"""The report as one HTML file: no script, nothing fetched, German and English in it, made to be printed and signed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from table_controller.audit import gate
from table_controller.audit.comparing import WHAT, in_short
from table_controller.audit.moments import around
from table_controller.audit.replay import Difference, Replay
from table_controller.audit.story import HandTold, IncidentTold, Story, seats_told
from table_controller.audit.wording import STATES, became, name_of, remedy_said, ruled_by, seat_said, went_on, worded
from table_controller.journal.verify import Verification
from table_controller.records import Card
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Remedy
from table_controller.records.rulebook import Rulebook, Text
from table_controller.records.wire import plain
from table_controller.rules.outcomes import PLAY
from table_controller.views.models import Money
from table_controller.views.money import priced, written
from table_controller.views.redact import VEIL, redact_text

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


FEW = 20
"""Fewer hands than this make no rate."""


@dataclass(frozen=True, slots=True)
class Audit:
    """All that was found out about a journal. ``other``: the replay under another rulebook, if one was asked for."""

    file: str
    story: Story
    verified: Verification
    replayed: Replay
    other: tuple[Rulebook, Replay] | None = None


def write_page(audit: Audit) -> str:
    """The report as HTML; everything from the journal is escaped, and no card is in it that may not be printed."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=False)
    template = environment.from_string(files("table_controller.audit").joinpath("page.html").read_text("utf-8"))
    return template.render(page=_page(audit), Markup=Markup)


def _page(audit: Audit) -> dict[str, Any]:
    story, verified = audit.story, audit.verified
    run = story.runs[-1][1] if story.runs else None
    begin = story.wall(story.runs[0][0].at if story.runs else 0)
    incidents = list(story.incidents.values())
    return {
        "table": run.layout.name if run else "?",
        "house": f"{run.rulebook.title} ({run.rulebook.id}, {run.rulebook.edition})" if run else "?",
        "version": run.version if run else "?",
        "date": f"{begin:%Y-%m-%d}",
        "begins": f"{begin:%H:%M}",
        "ends": f"{story.wall(story.last_at):%H:%M}",
        "file": audit.file,
        "entries": verified.entries,
        "head": verified.head,
        "closed": verified.closed,
        "sound": verified.sound,
        "findings": [finding_line(finding) for finding in verified.findings],
        "differences": len(audit.replayed.differences),
        "erased": next(iter(audit.replayed.erased), None),
        "other_versions": audit.replayed.versions,
        "seat": lambda seat: seat_said(seat, story.names),
        "name": lambda seat: name_of(seat, story.names),
        "incidents": [_incident(told, story) for told in incidents],
        "undecided": sum(told.incident.state is IncidentState.OPEN for told in incidents),
        "per_hundred": per_hundred(len(incidents), story),
        "hands": [_hand(hand, story) for hand in story.hands],
        "rulings": list(rulings(story)),
        "seats": list(seats_told(story)),
        "codes": list(codes(story)),
        "unassessed": list(unassessed(story)),
        "amount": lambda value: written(value, money_of(story)),
        "compared": _compared(audit),
    }


def finding_line(finding: Any) -> str:
    """A finding of the verification in one line."""
    place = f"{finding.first}–{finding.last}" if finding.first != finding.last else str(finding.first)
    return f"{finding.what.value} {place}: {finding.text}"


def clock(story: Story, at: int) -> str:
    """The wall clock's time of night time *at*."""
    return f"{story.wall(at):%H:%M:%S}"


def money_of(story: Story) -> Money:
    """How the table writes amounts."""
    run = story.runs[-1][1] if story.runs else None
    return Money(run.currency, min(max(run.decimals, 0), 9)) if run else Money("", 0)


def per_hundred(count: int, story: Story) -> str:
    """*count* per hundred hands, one decimal; nothing where so few hands say nothing."""
    return f"{100 * count / len(story.hands):.1f}" if len(story.hands) >= FEW else "–"


def codes(story: Story) -> Iterable[dict[str, Any]]:
    """The incidents by code, the commonest first; the title is that of the first one."""
    found: dict[str, list[Incident]] = {}
    for told in story.incidents.values():
        found.setdefault(told.incident.irregularity.code, []).append(told.incident)
    for code, incidents in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        yield {
            "code": code,
            "title": redact_text(incidents[0].irregularity.text, frozenset()),
            "count": len(incidents),
            "dismissed": sum(incident.state is IncidentState.DISMISSED for incident in incidents),
            "per_hundred": per_hundred(len(incidents), story),
        }


def unassessed(story: Story) -> Iterable[dict[str, Any]]:
    """What could not be assessed for want of evidence, the commonest first."""
    clauses = story.runs[-1][1].rulebook.clauses if story.runs else {}
    for code, count in sorted(story.unassessed.items(), key=lambda item: (-item[1], item[0])):
        yield {"code": code, "count": count, "title": clauses[code].text if code in clauses else Text(code, code)}


def _incident(told: IncidentTold, story: Story) -> dict[str, Any]:
    incident, found = told.incident, told.incident.irregularity
    return {
        "number": incident.number,
        "hand": incident.hand or "–",
        "seat": seat_said(found.seat, story.names),
        "time": clock(story, told.at),
        "severity": found.severity.value,
        "state": STATES[incident.state],
        "words": worded(found, allowed_in(told), money_of(story)),
        "ruled": clock(story, told.ruled_at) if told.ruled_at is not None and told.by != PLAY else None,
        "became": ended(told),
        "moments": moments(told, story),
        "evidence": told.evidence,
        "because": (*told.because, told.seq),
    }


def moments(told: IncidentTold, story: Story) -> list[dict[str, Any]]:
    """What happened around an incident, with the wall clock's times."""
    events = told.hand.events if told.hand else []
    told_of = around(told.incident.irregularity, events, money_of(story))
    return [{"time": clock(story, one.at), "text": one.text, "this": one.this} for one in told_of]


def allowed_in(told: IncidentTold) -> frozenset[Card]:
    """The cards that may be named of an incident: those of its hand."""
    return told.hand.allowed if told.hand else frozenset()


def ended(told: IncidentTold) -> Text:
    """What became of an incident."""
    return became(told.incident, told.ruling, told.by, allowed_in(told))


def rulings(story: Story) -> Iterable[dict[str, Any]]:
    """Every ruling, or its taking back (``ruling`` None)."""
    for one in story.rulings:
        told = story.incidents.get(one.incident)
        allowed = allowed_in(told) if told else frozenset()
        words = remedy_said(told.incident if told else None, one.remedy, allowed) if one.remedy else None
        by = ruled_by(one.by) if words else None
        yield {"time": clock(story, one.at), "incident": one.incident, "ruling": words, "by": by, "who": one.by}


def _hand(hand: HandTold, story: Story) -> dict[str, Any]:
    return {
        "id": hand.id,
        "ended": hand.ended_at is not None,
        "time": clock(story, hand.started.at),
        "button": hand.started.button,
        "board": _cards(hand.board),
        "shown": [(seat, _cards(cards)) for seat, cards in hand.seen.items() if any(cards)],
        "collected": [(seat, written(chips, money_of(story))) for seat, chips in hand.collected.items()],
        "incidents": hand.incidents,
    }


def _cards(cards: Iterable[Card | None]) -> list[dict[str, str]]:
    return [
        {"name": card.rank.value.replace("T", "10") + _SIGNS[card.suit.value], "suit": card.suit.value}
        if card
        else {"name": VEIL, "suit": ""}
        for card in cards
    ]


def _compared(audit: Audit) -> dict[str, Any] | None:
    if audit.other is None:
        return None
    book, replayed = audit.other
    return {"title": book.title, "rows": compared(replayed, audit.story)}


def compared(replayed: Replay, story: Story) -> list[dict[str, Any]]:
    """What differs under another rulebook in words: when, in which hand, of what, and both sides (None: nothing).

    What differs in the same way again and again within a hand is told once, with ``times``.
    """
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}
    for one in replayed.differences:
        hand = hand_at(one.seq, story)
        key = (hand and hand.seq, one.what, one.journalled, one.replayed)
        row = rows.get(key) or _row(one, hand, story)
        rows[key] = row | {"times": row["times"] + 1}
    return list(rows.values())


def _row(one: Difference, hand: HandTold | None, story: Story) -> dict[str, Any]:
    allowed = hand.allowed if hand else frozenset()
    return {
        "time": clock(story, one.at),
        "hand": hand.id if hand else "–",
        "what": WHAT.get(one.what, Text(one.what, one.what)),
        "before": otherwise_said(one.what, one.journalled, allowed, story),
        "after": otherwise_said(one.what, one.replayed, allowed, story),
        "times": 0,
    }


def otherwise_said(what: str, said: str | None, allowed: frozenset[Card], story: Story) -> Text | None:
    """One side of a difference in words."""
    return None if said is None else in_short(what, gate.veiled(json.loads(said), allowed), money_of(story))


def hand_at(seq: int, story: Story) -> HandTold | None:
    """The hand that entry *seq* falls in."""
    return next((hand for hand in reversed(story.hands) if hand.seq <= seq), None)


def allowed_at(seq: int, story: Story) -> frozenset[Card]:
    """The cards that may be named in what entry *seq* says."""
    hand = hand_at(seq, story)
    return hand.allowed if hand else frozenset()


def incident_line(told: IncidentTold, story: Story) -> dict[str, Any]:
    """An incident as JSON values, behind the gate."""
    allowed = told.hand.allowed if told.hand else frozenset()
    line = {
        "incident": told.incident.number,
        "hand": told.incident.hand,
        "at": told.at,
        "wall": story.wall(told.at).isoformat(timespec="seconds"),
        "state": told.incident.state.value,
        "ruling": told.ruling,
        "by": told.by
        or (PLAY if told.ruling is not None and went_on(told.incident, told.ruling, told.by) is not None else None),
        "evidence": list(told.evidence),
        "because": list(told.because),
    }
    found = plain(_in_money(told.incident.irregularity, money_of(story)))
    return {**line, **{name: gate.veiled(found[name], allowed) for name in found if name not in ("at", "event")}}


def _in_money(found: Irregularity, money: Money) -> Irregularity:
    """*found* with the amounts in its steps' words as people write them."""
    proposal = None if found.proposal is None else _priced(found.proposal, money)
    return replace(found, proposal=proposal, options=tuple(_priced(option, money) for option in found.options))


def _priced(remedy: Remedy, money: Money) -> Remedy:
    steps = tuple(replace(step, text=priced(step.text, step.amount, money)) for step in remedy.steps)
    return replace(remedy, steps=steps)
