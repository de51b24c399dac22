"""What ``floorman referee --json`` says of an irregularity, behind the release gate (docs/referee.md)."""

from collections.abc import Sequence, Set
from decimal import Decimal
from typing import Any

from table_controller.audit import gate
from table_controller.hands.money import money
from table_controller.records import Card
from table_controller.records.events import Event, HandEnded
from table_controller.records.incidents import Incident, Irregularity, Remedy, Step
from table_controller.records.rulebook import Text
from table_controller.records.wire import plain
from table_controller.views.models import Money
from table_controller.views.money import with_price
from table_controller.views.phrases import said
from table_controller.views.release import Release


def public_in(events: Sequence[Event]) -> frozenset[Card]:
    """The cards of a recorded hand that may be named: those shown, and those released by its end."""
    ends = [event.at for event in events if isinstance(event, HandEnded)]
    end = ends[-1] if ends else None
    return gate.public(events, end, end or 0, Release())


def incident_line(
    found: Irregularity, item: Incident | None, ruling: str | None, unit: Decimal, public: Set[Card]
) -> dict[str, Any]:
    """*found* as it was raised; *item*: its incident, if it got a number; *ruling*: what it came to."""
    line = {
        "number": None if item is None else item.number,
        "code": found.code,
        "seat": found.seat,
        "at": found.at,
        "event": found.event,
        "measured": _amounts(found.measured, unit),
        "required": _amounts(found.required, unit),
        "confidence": found.confidence,
        "rule": found.rule,
        "citation": found.citation,
        "severity": found.severity.value,
        "proposal": None if found.proposal is None else _remedy(found.proposal, unit),
        "options": [_remedy(option, unit) for option in found.options],
        "ruling": ruling,
    }
    veiled: dict[str, Any] = gate.veiled(line, public)
    return veiled


def _amounts(finding: str, unit: Decimal) -> str:
    """*finding* in English with its amounts in the record's money."""
    return finding if unit == 1 else said(finding, money_in(unit)).en


def money_in(unit: Decimal) -> Money:
    """How amounts in *unit* are written: as plain numbers of the record's money."""
    places = max(0, -int(unit.as_tuple().exponent))
    return Money("", places, int(unit.scaleb(places)))


def _remedy(remedy: Remedy, unit: Decimal) -> dict[str, Any]:
    steps = [step_line(step, unit) for step in remedy.steps]
    return {"name": remedy.name, "text": plain(remedy.text), "steps": steps}


def step_line(step: Step, unit: Decimal) -> dict[str, Any]:
    """A step with its amount, and the amount in its words, in the record's money."""
    line: dict[str, Any] = plain(step)
    if step.amount is not None:
        price = money(step.amount, unit)
        line["amount"] = price
        line["text"] = plain(with_price(step.text, step.amount, Text(str(price), str(price))))
    return line
