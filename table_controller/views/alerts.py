"""Incidents, remedies and steps as the desk shows them: redacted, in words, with money as people write it. Pure."""

from collections.abc import Iterable, Set

from table_controller.records.cards import Card
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, IncidentState, Remedy, Step
from table_controller.records.night import Following
from table_controller.records.player import Street
from table_controller.records.rulebook import Text
from table_controller.views.dealer import cards_asked, post_of
from table_controller.views.models import FollowingView, IncidentView, Money, RemedyView, StepView
from table_controller.views.money import priced
from table_controller.views.phrases import rule_said, said
from table_controller.views.redact import VEIL, redact, redact_text

_ROUND = Text("nach der Setzrunde", "after the betting round")
_DEAL = Text("nach dem Geben", "after the deal")


def _waits(step: Step, hand: Hand | None) -> Text | None:
    """What the step waits for, if that is not over yet."""
    if hand is None or not step.after:
        return None
    if step.after == "round":
        return _ROUND if hand.street is Street.DEAL or hand.to_act is not None else None
    return _DEAL if hand.street is Street.DEAL else None


def _unnamed(text: Text) -> Text:
    """*text* that speaks of a card without its name where the name is not public (any more)."""
    return Text(text.de.replace(f"Karte {VEIL}", "Karte"), text.en.replace(VEIL, "the card"))


def step_view(step: Step, public: Set[Card], money: Money, hand: Hand | None = None) -> StepView:
    """One step; in *hand* it may have to wait."""
    card = redact(step.card, public) if step.card is not None else None
    text = priced(_unnamed(redact_text(step.text, public)), step.amount, money)
    return StepView(
        event=step.event,
        text=text,
        seat=step.seat,
        amount=step.amount,
        card=card,
        waits=_waits(step, hand),
        moves=step.moves,
        cards=cards_asked(step, hand),
        post=post_of(step, hand),
    )


def _steps(steps: Iterable[Step], public: Set[Card], money: Money, hand: Hand | None = None) -> tuple[StepView, ...]:
    return tuple(step_view(step, public, money, hand) for step in steps)


def _remedy(remedy: Remedy, public: Set[Card], money: Money) -> RemedyView:
    return RemedyView(remedy.name, redact_text(remedy.text, public), _steps(remedy.steps, public, money))


def following_view(following: Following, hand: Hand | None, public: Set[Card], money: Money) -> FollowingView:
    """The remedy being followed: what is done and what is left."""
    remedy = _remedy(following.remedy, public, money)
    done, left = list(following.remedy.steps), following.left
    for step in reversed(left):  # what is left lies at the end; of equal steps the last are
        if step in done:
            del done[len(done) - 1 - done[::-1].index(step)]
    return FollowingView(
        following.incident,
        remedy.name,
        remedy.text,
        _steps(done, public, money),
        _steps(left, public, money, hand),
    )


_CLOSED = (IncidentState.RULED, IncidentState.DISMISSED)


def incident_view(
    incident: Incident,
    public: Set[Card],
    money: Money,
    others: tuple[Remedy, ...],
    *,
    undoable: bool,
    until: Text | None = None,
    picture: bool | None = None,
) -> IncidentView:
    """The incident in words; ``undoable``: whether a ruling of its hand can be taken back; ``until``: how long it can
    be ruled on."""
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
        until=until,
        picture=picture,
    )
