"""``assess``: one event judged. Looks with every rule at the night before, then advances regardless."""

from table_controller.records.chips import Chips
from table_controller.records.events import Event
from table_controller.records.incidents import Incident, IncidentState, Irregularity
from table_controller.records.night import Action, ActionKind, Assessment, Hand, Night
from table_controller.records.rulebook import Clause, Response, Rulebook, Severity, Text
from table_controller.records.wire import type_name
from table_controller.rules.advance import advance
from table_controller.rules.catching_up import caught_up
from table_controller.rules.dealing import FAULTS
from table_controller.rules.following import follow
from table_controller.rules.hand import ask, changed, whole
from table_controller.rules.judges import RULES
from table_controller.rules.look import CLEAR, Found, Look, NotAssessed, Rule
from table_controller.rules.reading import Mode, Reading, read
from table_controller.rules.remedies import remedy
from table_controller.rules.rulings import corrected, lapse, ruled
from table_controller.rules.steps import next_steps

_Judges = tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[str, ...]]


def _judges(kind: type) -> _Judges:
    """The rules that look at an event of *kind*: all of them; those that look without marks; the others' codes."""
    concerned = tuple(rule for rule in RULES if kind in rule.events)
    plain = tuple(rule for rule in concerned if not rule.by_mark)
    return concerned, plain, tuple(rule.code for rule in concerned if rule.by_mark)


_BY_EVENT = {kind: _judges(kind) for rule in RULES for kind in rule.events}


def new_night() -> Night:
    """A night of which nothing is known yet."""
    return Night()


def assess(night: Night, event: Event, book: Rulebook) -> Assessment:
    """Return the night after *event*, the action it counts as, every irregularity it shows, and what could not be
    assessed.

    Pure, and total: no sequence of events raises. Stakes are counted as ruled; see ``Player.owes`` and
    ``Player.excess`` for chips that do not lie where they belong yet.
    """
    night, skipped = caught_up(night, event)
    reading = read(night, event, book)
    found, assessed, blind = _look(night, event, book, reading)
    if isinstance(skipped, Found):
        found.append(skipped)
    elif skipped is not None:
        blind = (*blind, "player_skipped")
    night, expected = follow(night, event)
    after = advance(night, event, book, reading)
    after = corrected(after, event)
    after, touched = ruled(after, event, book)
    after, lapsed = lapse(after, event)
    irregularities = tuple(
        irregularity
        for item in found
        if not (expected and item.code in expected)
        and (irregularity := _irregularity(item, night.hand, event, book)) is not None
    )
    after = _remembered(after, irregularities)
    after, opened = _open(after, irregularities, book)
    if event.at > after.last_at:
        after = changed(after, last_at=event.at)
    return Assessment(
        after,
        event,
        _action(night.hand, reading),
        Chips(0 if reading is None else reading.change),
        Chips(0 if reading is None else reading.owes),
        irregularities,
        (*opened, *touched, *lapsed),
        ask(after.hand, book),
        tuple(option.name for item in irregularities if item.proposal is None for option in item.options),
        next_steps(after, book),
        blind,
        assessed,
        event.certainty,
    )


def _look(
    night: Night, event: Event, book: Rulebook, reading: Reading | None
) -> tuple[list[Found], tuple[str, ...], tuple[str, ...]]:
    """What the rules found, which were assessed, and which could not be."""
    hand = night.hand
    judges = _BY_EVENT.get(type(event))
    if hand is None or judges is None:
        return [], (), ()
    rules, clear = (judges[0], ()) if reading is not None and reading.marks else (judges[1], judges[2])
    look = Look(night, hand, event, book, reading)
    found: list[Found] = []
    assessed = list(clear) if reading is not None else []
    blind: list[str] = []
    sure = event.confidence >= _sure(book)
    for rule in rules:
        answer = rule.look(look)
        if answer is CLEAR:
            assessed.append(rule.code)
        elif isinstance(answer, Found):
            (assessed if sure else blind).append(answer.code)
            if sure:
                found.append(answer)
        elif isinstance(answer, NotAssessed):
            blind.append(rule.code)
    return found, tuple(assessed), tuple(blind)


def _remembered(night: Night, items: tuple[Irregularity, ...]) -> Night:
    """The night whose hand remembers its faults of the deal."""
    hand = night.hand
    faults = tuple((FAULTS[item.code], item.seat) for item in items if item.code in FAULTS)
    return changed(night, hand=changed(hand, faults=hand.faults + faults)) if faults and hand is not None else night


def _sure(book: Rulebook) -> float:
    """The least confidence, as a fraction, that an accusation may rest on."""
    return whole(book, "evidence.min_confidence_percent", 50) / 100


def _irregularity(found: Found, hand: Hand | None, event: Event, book: Rulebook) -> Irregularity | None:
    """The irregularity as the house sees it; None where its rulebook ignores it."""
    clause = book.clauses.get(found.code) or _unwritten(found.code)
    if clause.response is Response.IGNORE:
        return None
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
        event.confidence,
        None if proposed in ("", "floor") else remedy(proposed, hand, found.seat, event),
        tuple(remedy(name, hand, found.seat, event) for name in options),
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


def _action(hand: Hand | None, reading: Reading | None) -> Action | None:
    """The action as it counts, made in turn or kept for its turn."""
    if hand is None or reading is None or reading.kind is None or reading.mode in (Mode.NONE, Mode.AGAIN):
        return None
    player = next((p for p in hand.players if p.seat == reading.seat), None)
    if player is None:
        return None
    if reading.kind is ActionKind.POST:
        due = next((post.amount for seat, post in hand.posts if seat == reading.seat), Chips(0))
        price = min(due, player.stack)
        return Action(reading.seat, reading.kind, Chips(player.bet + price), Chips(price))
    return Action(reading.seat, reading.kind, Chips(reading.to), Chips(max(0, reading.to - player.bet)))
