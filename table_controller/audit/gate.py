"""What of a hand may be printed: the views' release gate, applied to its events.

Whoever holds the journal holds every card in it; what is printed or exported passes this gate all the same.
"""

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Announced,
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardMoved,
    Corrected,
    DrawCard,
    Event,
    HandTabled,
    HoleCardDealt,
    Noted,
    Objection,
    RulingMade,
)
from table_controller.records.happened import is_entry
from table_controller.records.player import Player
from table_controller.views.redact import redact
from table_controller.views.release import Release, visible_cards


def holdings(events: Sequence[Event]) -> tuple[Player, ...]:
    """The seats of a hand with the cards they held, as far as they were read, and which of them were shown."""
    cards: dict[Seat, list[Card | None]] = {}
    tabled: dict[Seat, tuple[Card | None, ...]] = {}
    exposed: dict[Seat, list[Card]] = {}
    for event in events:
        match event:
            case HoleCardDealt(seat=seat, card=card, face=face):
                cards.setdefault(seat, []).append(card)
                if face is Face.UP and card:
                    exposed.setdefault(seat, []).append(card)
            case CardMoved(from_=place, card=Card() as card) if place.startswith("seat "):
                held = cards.get(Seat(int(place[5:])) if place[5:].isdecimal() else Seat(0), [])
                if card in held:
                    held.remove(card)  # replaced, or taken back: no hole card any more
            case HandTabled(seat=seat, cards=shown) if shown or not is_entry(event):
                tabled[seat] = shown  # a person who named none has not said what lies there
            case CardExposed(seat=int() as seat, card=Card() as card, to=None):
                exposed.setdefault(seat, []).append(card)
    return tuple(
        Player(
            seat,
            Chips(0),
            Chips(0),
            cards=tabled.get(seat) or tuple(cards.get(seat, ())),
            tabled=seat in tabled,
            exposed=tuple(exposed.get(seat, ())),
        )
        for seat in sorted(cards.keys() | tabled.keys() | exposed.keys())
    )


def visible(
    events: Sequence[Event], ended_at: int | None, now: int, policy: Release
) -> dict[Seat, tuple[Card | None, ...]]:
    """Every seat's hole cards as they may be printed at night time *now*; None for a card that may not."""
    return {
        player.seat: visible_cards(player, hand_ended_at=ended_at, now=now, policy=policy)
        for player in holdings(events)
    }


def public(events: Sequence[Event], ended_at: int | None, now: int, policy: Release) -> frozenset[Card]:
    """Every card of a hand that a text about it may name."""
    seen = [card for cards in visible(events, ended_at, now, policy).values() for card in cards]
    seen += [card for player in holdings(events) for card in player.exposed]
    for event in events:
        match event:
            case BoardCardDealt(card=card, face=Face.UP) | CardBurned(card=card, face=Face.UP):
                seen.append(card)
            case CardMoved(card=card, face=Face.UP) | CardExposed(card=card, to=None) | DrawCard(card=card):
                seen.append(card)
    return frozenset(card for card in seen if card)


def gated(events: Sequence[Event], allowed: Set[Card]) -> tuple[Event, ...]:
    """*events* without any card that is not in *allowed*, in fields or in free text."""
    return tuple(_gated(event, allowed) for event in events)


def _gated(event: Event, allowed: Set[Card]) -> Event:
    match event:
        case HoleCardDealt() | CardBurned() | CardMoved() | BoardCardDealt() | CardExposed():
            return event if event.card in allowed else replace(event, card=None)
        case HandTabled(cards=cards):
            return replace(event, cards=tuple(card if card in allowed else None for card in cards))
        case RulingMade(cards=cards, choice=choice):
            kept = tuple(card for card in cards if card in allowed)
            return replace(event, cards=kept, choice=redact(choice, allowed) if choice else choice)
        case Noted(text=text):
            return replace(event, text=redact(text, allowed))
        case Corrected(value=value):
            return replace(event, value=redact(value, allowed))
        case Objection(about=about):
            return replace(event, about=redact(about, allowed))
        case Announced(what=what):
            return replace(event, what=redact(what, allowed))
    return event


def veiled(value: Any, allowed: Set[Card]) -> Any:
    """A JSON value with every card veiled that is not in *allowed*, and no tag: a tag stands for a card."""
    match value:
        case str():
            return redact(value, allowed)
        case dict():
            return {key: veiled(item, allowed) for key, item in value.items() if key != "tag"}
        case list():
            return [veiled(item, allowed) for item in value]
    return value
