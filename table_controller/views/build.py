"""Builds every audience's view model from what the referee knows. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from table_controller.records.cards import Card
from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Remedy, Step
from table_controller.records.night import Night
from table_controller.records.player import Ask, Street
from table_controller.records.rulebook import Rulebook, Severity, Text
from table_controller.views.alerts import following_view, incident_view, step_view
from table_controller.views.dealer import Dealing, by_hand_view, origins, until
from table_controller.views.dealer_models import NOTHING_FILMED, RecordingView
from table_controller.views.felt import Cards, Names, felt_view
from table_controller.views.models import (
    AskView,
    ClockView,
    DeskView,
    House,
    Light,
    LightState,
    Money,
    PotView,
    ReportView,
    TableView,
)
from table_controller.views.redact import redact_text
from table_controller.views.release import public_cards
from table_controller.views.standings import Plan
from table_controller.views.till import till_view
from table_controller.views.wording import LOST, open_rule, pot_may_be_told, raise_rule

Others = Mapping[int, tuple[Remedy, ...]]
"""By incident: what the floor may rule beside proposal and options."""
Reports = tuple[tuple[str, str], ...]
"""What a person may report: the type of the event that says so, and the code."""


def table_view(
    night: Night,
    book: Rulebook,
    *,
    ask: Ask | None,
    names: Names,
    money: Money,
    plan: Plan = (),
    recording: RecordingView = NOTHING_FILMED,
) -> TableView:
    """The players' screen: public cards only, the pot only where the house lets it be told."""
    return TableView(
        house=_house(book),
        felt=felt_view(night, _public_cards(night.hand), ask, names, money, plan),
        ask=ask_view(ask, night, book),
        pot=pot_of(night.hand) if night.hand and pot_may_be_told(book, night.hand.limit) else None,
        attention=any(_stops(incident) for incident in night.incidents) or bool(night.following),
        clock=clock_view(night, book),
        recording=recording,
    )


def desk_view(
    night: Night,
    book: Rulebook,
    *,
    ask: Ask | None,
    next_steps: tuple[Step, ...],
    incidents: tuple[Incident, ...],
    lights: tuple[Light, ...],
    names: Names,
    money: Money,
    others: Others = MappingProxyType({}),
    reports: Reports = (),
    plan: Plan = (),
    dealing: Dealing = Dealing(),  # noqa: B008 - frozen
) -> DeskView:
    """The dealer's desk: everything needed to run the hand, redacted of every card that is not public."""
    public = known_cards(night.hand)
    return DeskView(
        house=_house(book),
        felt=felt_view(night, _public_cards(night.hand), ask, names, money, plan),
        ask=ask_view(ask, night, book),
        pot=pot_of(night.hand),
        pots=pots_of(night.hand),
        next_steps=tuple(step_view(step, public, money, night.hand) for step in next_steps),
        following=tuple(following_view(following, night.hand, public, money) for following in night.following),
        incidents=tuple(
            incident_view(
                incident,
                public,
                money,
                others.get(incident.number, ()),
                undoable=_undoable(night, incident),
                until=until(incident, book),
                picture=dict(dealing.pictures).get(incident.number),
            )
            for incident in incidents
        ),
        clock=clock_view(night, book),
        may_time=_may_time(night, book),
        unassessed=_unassessed(night.hand, book),
        reports=tuple(
            ReportView(event, code, book.clauses[code].text) for event, code in reports if code in book.clauses
        ),
        blocked=tuple(sorted(night.blocked)),
        lights=tuple(_redacted(light, public) for light in lights) + _lost_lights(night.lost, lights),
        by_hand=by_hand_view(night, dealing),
        origins=origins(dealing.memory),
        recording=dealing.recording,
        till=till_view(night),
    )


def known_cards(hand: Hand | None) -> frozenset[Card]:
    """Every card of the running hand that everybody at the table may know."""
    if hand is None:
        return frozenset()
    shown = [card for player in hand.players for card in (*public_cards(player), *player.exposed)]
    return frozenset(card for card in (*hand.board, *shown) if card is not None)


def _public_cards(hand: Hand | None) -> Cards:
    return {player.seat: public_cards(player) for player in hand.players} if hand else {}


def _stops(incident: Incident) -> bool:
    serious = incident.halts or incident.irregularity.severity is Severity.SERIOUS
    return incident.state is IncidentState.OPEN and serious


def _house(book: Rulebook) -> House:
    return House(book.id, book.title, book.edition)


def ask_view(ask: Ask | None, night: Night, book: Rulebook) -> AskView | None:
    """What the acting seat is asked, with the clause that the least raise comes from."""
    if ask is None:
        return None
    opening = night.hand is not None and not night.hand.bet_to
    rule, citation = open_rule(book) if opening else raise_rule(book)
    return AskView(ask.seat, ask.to_call, ask.may_raise, ask.min_raise_to, rule, citation, ask.max_raise_to, ask.open)


def clock_view(night: Night, book: Rulebook) -> ClockView | None:
    """The clock that runs against the seat to act, if somebody timed it."""
    clock = None if night.hand is None else night.hand.running
    if clock is None or not clock.ends:
        return None
    audible = book.parameters.get("clock.audible_last", 0)
    return ClockView(clock.seat, clock.ends, audible if isinstance(audible, int) else 0)


def _may_time(night: Night, book: Rulebook) -> bool:
    """Whether somebody may call the clock now (K36): the house has one, and it does not run already."""
    hand = night.hand
    if hand is None or hand.to_act is None or hand.street is Street.DEAL or clock_view(night, book) is not None:
        return False
    runs_alone = book.parameters.get("clock.needs_call") is False or book.parameters.get("shot_clock.enabled") is True
    return book.parameters.get("clock.enabled") is True and not runs_alone


def pot_of(hand: Hand | None) -> Chips:
    """Everything put in or carried over, and not yet won."""
    if hand is None or hand.settled:
        return Chips(0)
    return Chips(max(0, hand.carried - hand.dropped + sum(p.total - p.won for p in hand.players)))


def pots_of(hand: Hand | None) -> tuple[PotView, ...]:
    """Main and side pots as they still lie there, where there can be any: before somebody is all-in a layer is just an
    unmatched bet."""
    if hand is None or not any(player.all_in for player in hand.players) or pot_of(hand) <= 0:
        return ()
    return tuple(PotView(left, pot.seats) for pot, left in zip(hand.pots, _lying(hand), strict=True))


def _lying(hand: Hand) -> list[Chips]:
    """What nobody has won yet of each pot. What a seat got came out of the last that it plays for first (TDA 16)."""
    left = [pot.amount for pot in hand.pots]
    for player in hand.players:
        won: int = player.won
        for number in reversed([n for n, pot in enumerate(hand.pots) if player.seat in pot.seats]):
            taken = min(left[number], won)
            left[number], won = Chips(left[number] - taken), won - taken
    return left


def _undoable(night: Night, incident: Incident) -> bool:
    """Whether the ruling on *incident*, or that by which it was ruled on with another, can still be taken back."""
    return any(
        item.number == incident.number and (ruling.incident == item.number or item.state is IncidentState.OPEN)
        for ruling in night.rulings
        for item in ruling.before.incidents
    )


def listed(night: Night) -> tuple[Incident, ...]:
    """What the desk lists: the incidents of this hand, and of the last those whose rulings can be taken back."""
    return (*(item for item in night.past if _undoable(night, item)), *night.incidents)


def _unassessed(hand: Hand | None, book: Rulebook) -> tuple[Text, ...]:
    """What could not be judged in the running hand, in the words of its clauses."""
    codes = sorted(hand.unassessed) if hand is not None and not hand.settled else []
    return tuple(book.clauses[code].text for code in codes if code in book.clauses)


def _redacted(light: Light, public: frozenset[Card]) -> Light:
    """A light tells what a program said of its fault, and an exception may name the card it stumbled over."""
    return replace(light, text=redact_text(light.text, public))


def _lost_lights(lost: frozenset[str], lights: tuple[Light, ...]) -> tuple[Light, ...]:
    named = {light.name for light in lights}
    return tuple(Light(name, LightState.LOST, LOST) for name in sorted(lost - named))
