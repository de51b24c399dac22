"""The ticker's lines and the incident banner, in both languages; nothing in them that the overlay may not tell."""

from collections.abc import Set
from enum import Enum

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.incidents import Incident, IncidentState, Irregularity
from table_controller.records.night import Night
from table_controller.records.rulebook import Severity, Text
from table_controller.views.broadcast_models import BannerView, LeaderView
from table_controller.views.evening import Evening, Result
from table_controller.views.felt import Names
from table_controller.views.models import Money
from table_controller.views.money import written
from table_controller.views.phrases import rule_said
from table_controller.views.redact import redact_text


class Banners(Enum):
    """Which incidents the overlay tells of: none, those the floor has ruled on, or open ones too."""

    NEVER, RULED, OPEN = "never", "ruled", "open"


_STATES = {
    Banners.NEVER: (),
    Banners.RULED: (IncidentState.RULED,),
    Banners.OPEN: (IncidentState.RULED, IncidentState.OPEN),
}


def ticker_lines(
    evening: Evening, night: Night, leaders: tuple[LeaderView, ...], names: Names, money: Money, *, pots: bool
) -> tuple[Text, ...]:
    """What happened and how it stands, most important first. *pots*: the house lets the sizes of pots be told."""
    lines: list[Text] = []
    if evening.last is not None:
        lines.append(_result(evening.last, names, money, pots=pots))
    if night.big_blind:
        lines.append(_blinds(night, money))
    if leaders and leaders[0].win > 0:
        first, price = leaders[0], written(leaders[0].win, money)
        who = _who(first.seat, names)
        lines.append(Text(f"Es führt {who.de} mit +{price.de}", f"{who.en} leads with +{price.en}"))
    if evening.biggest is not None and pots:
        price = written(evening.biggest.pot, money)
        hand = evening.biggest.hand
        lines.append(
            Text(
                f"Größter Pot des Abends: {price.de} (Hand {hand})",
                f"Biggest pot of the evening: {price.en} (hand {hand})",
            )
        )
    if evening.counted:
        one = evening.counted == 1
        lines.append(
            Text(
                f"{evening.counted} {'Hand' if one else 'Hände'} gespielt",
                f"{evening.counted} {'hand' if one else 'hands'} played",
            )
        )
    return tuple(lines)


def _result(result: Result, names: Names, money: Money, *, pots: bool) -> Text:
    who = [_who(seat, names) for seat, _ in result.won]
    if len(who) > 1:
        german, english = " und ".join(one.de for one in who), " and ".join(one.en for one in who)
        return Text(f"Hand {result.hand}: {german} teilen", f"Hand {result.hand}: {english} share the pot")
    price = written(result.pot, money)
    german, english = (f" {price.de}", f" {price.en}") if pots else ("", "")
    return Text(f"Hand {result.hand}: {who[0].de} gewinnt{german}", f"Hand {result.hand}: {who[0].en} wins{english}")


def _blinds(night: Night, money: Money) -> Text:
    amounts = [written(amount, money) for amount in (night.small_blind, night.big_blind, night.ante) if amount]
    german, english = " / ".join(one.de for one in amounts), " / ".join(one.en for one in amounts)
    if not night.level:
        return Text(f"Blinds {german}", f"Blinds {english}")
    return Text(f"Level {night.level}: Blinds {german}", f"Level {night.level}: blinds {english}")


def _who(seat: Seat, names: Names) -> Text:
    name = dict(names).get(seat)
    return Text(name, name) if name else Text(f"Platz {seat}", f"seat {seat}")


def banner_view(incidents: tuple[Incident, ...], which: Banners, public: Set[Card]) -> BannerView | None:
    """The newest incident that may be told, without seat and without any card that is not *public*."""
    told = [
        incident
        for incident in incidents
        if incident.state in _STATES[which] and incident.irregularity.severity is not Severity.INFORMATION
    ]
    if not told:
        return None
    incident = max(told, key=lambda one: one.number)
    found = incident.irregularity
    return BannerView(
        number=incident.number,
        title=redact_text(found.text, public),
        rule=redact_text(rule_said(found.rule), public),
        citation=found.citation,
        severity=found.severity,
        state=incident.state,
        ruling=redact_text(_ruling(incident, found), public) if incident.state is IncidentState.RULED else None,
    )


def _ruling(incident: Incident, found: Irregularity) -> Text:
    """The ruling in the catalogue's words; what the floor wrote itself may name people and stays away."""
    known = (*found.options, *((found.proposal,) if found.proposal else ()))
    words = next((remedy.text for remedy in known if remedy.name == incident.ruling), None)
    return words or Text("Von der Turnierleitung entschieden", "Ruled by the floor")
