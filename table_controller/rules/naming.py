"""What was found becomes irregularities as the house sees them, and incidents that wait for a ruling."""

from table_controller.records.events import Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Irregularity
from table_controller.records.night import Night
from table_controller.records.rulebook import Clause, Response, Rulebook, Severity, Text
from table_controller.records.wire import type_name
from table_controller.rules.faults import FAULTS, GROWING
from table_controller.rules.hand import changed
from table_controller.rules.look import Found
from table_controller.rules.proposals import grown
from table_controller.rules.remedies import remedy

_Incidents = tuple[Incident, ...]


def named(
    night: Night, found: list[Found], event: Event, book: Rulebook
) -> tuple[Night, tuple[Irregularity, ...], _Incidents]:
    """The night with what was *found*, the irregularities as the house sees them, and the incidents they open."""
    written = [(item, book.clauses.get(item.code) or _unwritten(item.code)) for item in found]
    heeded = [(item, clause) for item, clause in written if clause.response is not Response.IGNORE]
    night = _remembered(night, [item for item, _ in heeded])
    irregularities = tuple([_irregularity(item, clause, night.hand, event) for item, clause in heeded])
    if night.incidents and any(item.code in GROWING for item in found):
        night, irregularities, more = grown(night, irregularities)
        night, opened = _open(night, irregularities, book)
        return night, irregularities, more + opened
    night, opened = _open(night, irregularities, book)
    return night, irregularities, opened


def _remembered(night: Night, items: list[Found]) -> Night:
    """The night whose hand remembers its faults of the deal."""
    hand = night.hand
    faults = tuple((FAULTS[item.code], item.seat) for item in items if item.code in FAULTS)
    return changed(night, hand=changed(hand, faults=hand.faults + faults)) if faults and hand is not None else night


def _irregularity(found: Found, clause: Clause, hand: Hand | None, event: Event) -> Irregularity:
    """The irregularity as the house sees it, with its ways out as the hand lies after it."""
    proposed = clause.remedy if found.remedy is None else found.remedy
    options = clause.options if found.options is None else found.options
    return Irregularity(
        found.code,
        found.seat,
        event.at,
        type_name(type(event)),
        clause.rule,
        clause.citation,
        clause.severity,
        clause.text,
        found.measured,
        found.required,
        min(event.confidence, found.confidence),
        None if proposed in ("", "floor") else remedy(proposed, hand, found.seat),
        tuple(remedy(name, hand, found.seat) for name in options),
    )


def _unwritten(code: str) -> Clause:
    return Clause(code, code, "default", Response.FLAG, Severity.WARNING, Text(code, code))


def _open(night: Night, items: tuple[Irregularity, ...], book: Rulebook) -> tuple[Night, tuple[Incident, ...]]:
    """The night with an incident for each irregularity that is more than a note."""
    if not items:
        return night, ()
    name = None if night.hand is None else night.hand.id
    opened: list[Incident] = []
    for item in items:
        clause = book.clauses.get(item.code) or _unwritten(item.code)
        state = IncidentState.LAPSED if clause.response is Response.NOTE else IncidentState.OPEN
        number = night.next_incident + len(opened)
        opened.append(Incident(number, name, item, state, halts=clause.response is Response.HALT))
    kept = tuple(incident for incident in opened if incident.state is IncidentState.OPEN)
    after = changed(night, incidents=night.incidents + kept, next_incident=night.next_incident + len(opened))
    return after, tuple(opened)


def merged(touched: _Incidents, renewed: _Incidents) -> _Incidents:
    """Each incident once, as it stands last."""
    last = {item.number: item for item in renewed}
    told = tuple(last.pop(item.number, item) for item in touched)
    return told + tuple(last.values())


def as_renewed(items: tuple[Irregularity, ...], renewed: _Incidents) -> tuple[Irregularity, ...]:
    """*items* with the proposals that hold after the event."""
    last = {(item.irregularity.code, item.irregularity.seat, item.irregularity.at): item for item in renewed}
    found = tuple(last.get((item.code, item.seat, item.at)) for item in items)
    return tuple(item if new is None else new.irregularity for item, new in zip(items, found, strict=True))
