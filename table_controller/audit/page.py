"""The report as one HTML file: no script, nothing fetched, German and English in it, made to be printed and signed."""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from table_controller.audit.facts import (
    Audit,
    allowed_in,
    clock,
    codes,
    ended,
    finding_line,
    moments,
    money_of,
    per_hundred,
    rulings,
    unassessed,
)
from table_controller.audit.otherwise import compared
from table_controller.audit.story import HandTold, IncidentTold, Story, seats_told
from table_controller.audit.wording import STATES, name_of, seat_said, worded
from table_controller.records import Card
from table_controller.records.incidents import IncidentState
from table_controller.rules.outcomes import PLAY
from table_controller.views.money import written
from table_controller.views.redact import VEIL

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


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
