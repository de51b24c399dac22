"""Builds every audience's view model from what the referee knows. Pure."""

from collections.abc import Iterable, Mapping, Set
from types import MappingProxyType

from table_controller.records.cards import Card
from table_controller.records.chips import Chips
from table_controller.records.incidents import Incident, IncidentState, Remedy, Step
from table_controller.records.night import Ask, Following, Hand, Night, Street
from table_controller.records.rulebook import Rulebook, Severity, Text
from table_controller.views.felt import Cards, Names, felt_view
from table_controller.views.models import (
    AskView,
    ClockView,
    DeskView,
    FollowingView,
    House,
    IncidentView,
    Light,
    LightState,
    Money,
    OverlayView,
    PotView,
    RemedyView,
    StepView,
    TableView,
)
from table_controller.views.money import priced
from table_controller.views.phrases import rule_said, said
from table_controller.views.redact import redact, redact_text
from table_controller.views.release import Release, public_cards, visible_cards
from table_controller.views.wording import LOST, open_rule, pot_may_be_broadcast, pot_may_be_told, raise_rule

Others = Mapping[int, tuple[Remedy, ...]]
"""By incident: what the floor may rule beside proposal and options."""


def table_view(night: Night, book: Rulebook, *, ask: Ask | None, names: Names, money: Money) -> TableView:
    """The players' screen: public cards only, the pot only where the house lets it be told."""
    return TableView(
        house=_house(book),
        felt=felt_view(night, _public_cards(night.hand), ask, names, money),
        ask=_ask(ask, night, book),
        pot=_pot(night.hand) if night.hand and pot_may_be_told(book, night.hand.limit) else None,
        attention=any(_stops(incident) for incident in night.incidents) or bool(night.following),
        clock=_clock(night, book),
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
) -> DeskView:
    """The dealer's desk: everything needed to run the hand, redacted of every card that is not public."""
    public = known_cards(night.hand)
    return DeskView(
        house=_house(book),
        felt=felt_view(night, _public_cards(night.hand), ask, names, money),
        ask=_ask(ask, night, book),
        pot=_pot(night.hand),
        pots=_pots(night.hand),
        next_steps=tuple(_step(step, public, money) for step in next_steps),
        following=tuple(_following(following, public, money) for following in night.following),
        incidents=tuple(
            _incident(incident, public, money, others.get(incident.number, ()), undoable=_runs(night.hand))
            for incident in incidents
        ),
        clock=_clock(night, book),
        may_time=_may_time(night, book),
        unassessed=_unassessed(night.hand, book),
        blocked=tuple(sorted(night.blocked)),
        lights=lights + _lost_lights(night.lost, lights),
    )


def overlay_view(
    night: Night,
    book: Rulebook,
    *,
    ask: Ask | None,
    names: Names,
    money: Money,
    hand_ended_at: int | None,
    now: int,
    policy: Release,
) -> OverlayView:
    """The broadcast's layer: hole cards only as the release gate lets them through."""
    players = night.hand.players if night.hand else ()
    cards = {p.seat: visible_cards(p, hand_ended_at=hand_ended_at, now=now, policy=policy) for p in players}
    pot = _pot(night.hand) if night.hand and pot_may_be_broadcast(book, night.hand.limit) else None
    return OverlayView(felt_view(night, cards, ask, names, money), pot)


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


def _ask(ask: Ask | None, night: Night, book: Rulebook) -> AskView | None:
    if ask is None:
        return None
    opening = night.hand is not None and not night.hand.bet_to
    rule, citation = open_rule(book) if opening else raise_rule(book)
    return AskView(ask.seat, ask.to_call, ask.may_raise, ask.min_raise_to, rule, citation, ask.max_raise_to)


def _clock(night: Night, book: Rulebook) -> ClockView | None:
    clock = None if night.hand is None else night.hand.running
    if clock is None or not clock.ends:
        return None
    audible = book.parameters.get("clock.audible_last", 0)
    return ClockView(clock.seat, clock.ends, audible if isinstance(audible, int) else 0)


def _may_time(night: Night, book: Rulebook) -> bool:
    """Whether somebody may call the clock now (K36): the house has one, and it does not run already."""
    hand = night.hand
    if hand is None or hand.to_act is None or hand.street is Street.DEAL or _clock(night, book) is not None:
        return False
    return book.parameters.get("clock.enabled") is True and book.parameters.get("clock.needs_call") is not False


def _pot(hand: Hand | None) -> Chips:
    """Everything put in or carried over, and not yet won."""
    if hand is None or hand.settled:
        return Chips(0)
    return Chips(max(0, hand.carried - hand.dropped + sum(p.total - p.won for p in hand.players)))


def _pots(hand: Hand | None) -> tuple[PotView, ...]:
    """Main and side pots, where there can be any: before somebody is all-in a layer is just an unmatched bet."""
    if hand is None or not any(player.all_in for player in hand.players):
        return ()
    return tuple(PotView(pot.amount, pot.seats) for pot in hand.pots)


def _step(step: Step, public: Set[Card], money: Money) -> StepView:
    card = redact(step.card, public) if step.card is not None else None
    text = priced(redact_text(step.text, public), step.amount, money)
    return StepView(step.event, text, step.seat, step.amount, card)


def _steps(steps: Iterable[Step], public: Set[Card], money: Money) -> tuple[StepView, ...]:
    return tuple(_step(step, public, money) for step in steps)


def _remedy(remedy: Remedy, public: Set[Card], money: Money) -> RemedyView:
    return RemedyView(remedy.name, redact_text(remedy.text, public), _steps(remedy.steps, public, money))


def _following(following: Following, public: Set[Card], money: Money) -> FollowingView:
    remedy = _remedy(following.remedy, public, money)
    return FollowingView(following.incident, remedy.name, remedy.text, _steps(following.left, public, money))


_CLOSED = (IncidentState.RULED, IncidentState.DISMISSED)


def _runs(hand: Hand | None) -> bool:
    return hand is not None and not hand.settled


def _incident(
    incident: Incident, public: Set[Card], money: Money, others: tuple[Remedy, ...], *, undoable: bool
) -> IncidentView:
    found = incident.irregularity
    return IncidentView(
        number=incident.number,
        hand=incident.hand,
        code=found.code,
        seat=found.seat,
        at=found.at,
        severity=found.severity,
        title=redact_text(found.text, public),
        measured=redact_text(said(found.measured, money), public),
        required=redact_text(said(found.required, money), public),
        rule=redact_text(rule_said(found.rule), public),
        citation=found.citation,
        confidence=found.confidence,
        proposal=_remedy(found.proposal, public, money) if found.proposal else None,
        options=tuple(_remedy(option, public, money) for option in found.options),
        others=tuple(_remedy(other, public, money) for other in others),
        state=incident.state,
        ruling=redact(incident.ruling, public) if incident.ruling else None,
        by=incident.by,
        halts=incident.halts,
        undoable=undoable and incident.state in _CLOSED,
    )


def _unassessed(hand: Hand | None, book: Rulebook) -> tuple[Text, ...]:
    """What could not be judged in the running hand, in the words of its clauses."""
    codes = sorted(hand.unassessed) if hand is not None and not hand.settled else []
    return tuple(book.clauses[code].text for code in codes if code in book.clauses)


def _lost_lights(lost: frozenset[str], lights: tuple[Light, ...]) -> tuple[Light, ...]:
    named = {light.name for light in lights}
    return tuple(Light(name, LightState.LOST, LOST) for name in sorted(lost - named))
