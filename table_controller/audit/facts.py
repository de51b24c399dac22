"""What page, terminal and JSON lines all say of a story: times, counts, what was ruled, and what may be named."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from table_controller.audit import gate
from table_controller.audit.moments import around
from table_controller.audit.replay import Replay
from table_controller.audit.story import HandTold, IncidentTold, Story
from table_controller.audit.wording import became, remedy_said, ruled_by, went_on
from table_controller.journal.verify import Finding, Verification
from table_controller.records import Card
from table_controller.records.incidents import Incident, IncidentState, Irregularity, Remedy
from table_controller.records.rulebook import Rulebook, Text
from table_controller.records.wire import plain
from table_controller.rules.outcomes import PLAY
from table_controller.views.models import Money
from table_controller.views.money import priced
from table_controller.views.redact import redact_text

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


def finding_line(finding: Finding) -> str:
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


def hand_at(seq: int, story: Story) -> HandTold | None:
    """The hand that entry *seq* falls in."""
    return next((hand for hand in reversed(story.hands) if hand.seq <= seq), None)


def allowed_at(seq: int, story: Story) -> frozenset[Card]:
    """The cards that may be named in what entry *seq* says."""
    hand = hand_at(seq, story)
    return hand.allowed if hand else frozenset()


def incident_line(told: IncidentTold, story: Story) -> dict[str, Any]:
    """An incident as JSON values, behind the gate."""
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
    return {
        **line,
        **{name: gate.veiled(found[name], allowed_in(told)) for name in found if name not in ("at", "event")},
    }


def _in_money(found: Irregularity, money: Money) -> Irregularity:
    """*found* with the amounts in its steps' words as people write them."""
    proposal = None if found.proposal is None else _priced(found.proposal, money)
    return replace(found, proposal=proposal, options=tuple(_priced(option, money) for option in found.options))


def _priced(remedy: Remedy, money: Money) -> Remedy:
    steps = tuple(replace(step, text=priced(step.text, step.amount, money)) for step in remedy.steps)
    return replace(remedy, steps=steps)
