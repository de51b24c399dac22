"""What happened around an incident, event by event, in German and English."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from table_controller.records.cards import Card, Face
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsScrambled,
    ChipsMovedIn,
    ChipsTakenBack,
    ClockCalled,
    DeckCut,
    DeckShuffled,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandPushed,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    PotPushed,
    RulingMade,
)
from table_controller.records.incidents import Irregularity
from table_controller.records.rulebook import Text
from table_controller.records.wire import type_name
from table_controller.views.models import Money
from table_controller.views.money import written
from table_controller.views.redact import VEIL

BEFORE, AFTER = 4, 6
"""How many events are told before an incident, and after it."""

_WORDS: Mapping[str, Text] = MappingProxyType(
    {
        "fold": Text("foldet", "folds"),
        "check": Text("checkt", "checks"),
        "knock": Text("klopft", "knocks"),
        "call": Text("sagt Call", "says call"),
        "bet": Text("sagt Bet", "says bet"),
        "raise": Text("sagt Raise", "says raise"),
        "all_in": Text("sagt All-in", "says all-in"),
        "amount": Text("sagt einen Betrag", "says an amount"),
        "pot": Text("sagt Pot", "says pot"),
        "time": Text("verlangt Zeit", "asks for time"),
        "unclear": Text("sagt etwas Unklares", "says something unclear"),
        "gesture": Text("macht eine Geste", "makes a gesture"),
        "conditional": Text("kündigt bedingt an", "declares on a condition"),
        "post_small_blind": Text("sagt Small Blind", "says small blind"),
        "post_big_blind": Text("sagt Big Blind", "says big blind"),
        "post": Text("sagt Blind", "says post"),
        "straddle": Text("sagt Straddle", "says straddle"),
    }
)
_PLACES: Mapping[str, Text] = MappingProxyType(
    {
        "stub": Text("Stapel", "the stub"),
        "burn": Text("Burnkarten", "the burns"),
        "board": Text("Board", "the board"),
        "muck": Text("Muck", "the muck"),
        "aside": Text("Seite", "the side"),
        "off_table": Text("neben dem Tisch", "off the table"),
    }
)


@dataclass(frozen=True, slots=True)
class Moment:
    """One event in words. ``this``: it is the one that showed the incident."""

    at: int
    text: Text
    this: bool


def around(found: Irregularity, events: Sequence[Event], money: Money) -> tuple[Moment, ...]:
    """What happened around *found* among the *events* of its hand, which name no card that may not be named."""
    places = (place for place, event in enumerate(events) if _shows(event, found))
    place = next(places, None)
    if place is None:
        return ()
    told = [(number, event, _said(event, money)) for number, event in enumerate(events)]
    before = [one for one in told[:place] if one[2]][-BEFORE:]
    after = [one for one in told[place + 1 :] if one[2]][:AFTER]
    this = (place, events[place], told[place][2] or _other(events[place]))
    return tuple(Moment(event.at, text, number == place) for number, event, text in (*before, this, *after) if text)


def _shows(event: Event, found: Irregularity) -> bool:
    return event.at == found.at and type_name(type(event)) == found.event


def _said(event: Event, money: Money) -> Text | None:
    """*event* in words; None where it tells a reader nothing."""
    return _of_cards(event) or _of_chips(event, money) or _of_hands(event)


def _other(event: Event) -> Text:
    name = type_name(type(event)).replace("_", " ")
    return Text(name, name)


def _of_cards(event: Event) -> Text | None:
    match event:
        case HoleCardDealt(seat=seat, card=card, face=face):
            open_ = face is Face.UP
            german = f"Platz {seat} bekommt eine Karte" + (f", offen: {_name(card)}" if open_ else "")
            return Text(german, f"a card to seat {seat}" + (f", face up: {_name(card)}" if open_ else ""))
        case CardBurned():
            return Text("Karte zu den Burnkarten", "a card to the burns")
        case BoardCardDealt(card=card):
            return Text(f"Karte auf das Board: {_name(card)}", f"a card to the board: {_name(card)}")
        case CardMoved(from_=source, to=target, card=card):
            here, there = _place(source), _place(target)
            return Text(
                f"Karte {_name(card)}: {here.de} → {there.de}",
                f"card {_name(card)}: {here.en} → {there.en}",
            )
        case CardExposed(seat=seat, card=card):
            german, english = (f" von Platz {seat}", f" of seat {seat}") if seat else ("", "")
            return Text(f"Karte{german} gezeigt: {_name(card)}", f"card{english} shown: {_name(card)}")
        case CardsScrambled(count=count):
            return Text(f"{count} Karten verdeckt gemischt", f"{count} cards scrambled face down")
        case DeckShuffled():
            return Text("Deck gemischt", "deck shuffled")
        case DeckCut():
            return Text("abgehoben", "deck cut")
    return None


def _of_chips(event: Event, money: Money) -> Text | None:
    match event:
        case Declared(seat=seat, action=action, amount=amount):
            words = _WORDS.get(action, Text(action, action))
            price = written(amount, money) if amount is not None else Text("", "")
            return Text(f"Platz {seat} {words.de} {price.de}".rstrip(), f"seat {seat} {words.en} {price.en}".rstrip())
        case ChipsMovedIn(seat=seat, amount=amount):
            price = written(amount, money)
            return Text(f"Platz {seat} setzt Chips für {price.de}", f"seat {seat} puts in chips of {price.en}")
        case ChipsTakenBack(seat=seat, amount=amount):
            price = written(amount, money)
            return Text(f"{price.de} zurück an Platz {seat}", f"{price.en} back to seat {seat}")
        case BetsCollected():
            return Text("Einsätze eingezogen", "bets collected")
        case PotPushed(seat=seat, amount=amount):
            price = written(amount, money)
            return Text(f"Pot mit {price.de} an Platz {seat}", f"pot of {price.en} to seat {seat}")
    return None


def _of_hands(event: Event) -> Text | None:
    match event:
        case HandStarted(button=button):
            return Text(f"Hand beginnt, Button Platz {button}", f"hand begins, button at seat {button}")
        case HandMucked(seat=seat):
            return Text(f"Karten von Platz {seat} im Muck", f"cards of seat {seat} in the muck")
        case HandPushed(seat=seat):
            return Text(f"Platz {seat} schiebt die Karten weg", f"seat {seat} pushes its cards away")
        case HandTabled(seat=seat, cards=cards):
            names = " ".join(_name(card) for card in cards)
            return Text(f"Platz {seat} deckt auf: {names}", f"seat {seat} tables {names}")
        case ClockCalled():
            return Text("Zeit verlangt", "clock called")
        case RulingMade(by=by):
            return Text(f"Entscheidung durch {by}", f"ruling by {by}")
        case HandEnded():
            return Text("Hand zu Ende", "hand over")
    return None


def _name(card: Card | None) -> str:
    return VEIL if card is None else str(card)


def _place(name: str) -> Text:
    kind, _, number = name.partition(" ")
    if kind == "seat":
        return Text(f"Platz {number}", f"seat {number}")
    return _PLACES.get(name, Text(name, name))
