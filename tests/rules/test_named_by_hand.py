"""Who names cards by hand learns nothing of closed ones: whatever tags know of them, the answers are the same."""

from dataclasses import replace
from typing import Any

import pytest

from table_controller.audit import gate
from table_controller.files import load_rulebook
from table_controller.records import Card, Chips, Face, Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardsCounted,
    Event,
    HandStarted,
    HandTabled,
    HoleCardDealt,
)
from table_controller.records.night import Night
from table_controller.records.wire import plain
from table_controller.rules import assess, new_night
from table_controller.views.build import desk_view, listed
from table_controller.views.models import Money
from table_controller.views.release import Release

BOOKS = ("bonn", "zollernalb", "casino-guide", "regelwerk", "brandenburg", "tda-2024")
GUESSED = ("As Kd", "5c 3s")
"""Seat 2's cards: as they are guessed, or others."""


def _cards(names: str) -> tuple[Card | None, ...]:
    return tuple(None if name == "?" else Card.parse(name) for name in names.split())


def _dealt(held: str) -> list[Event]:
    hole = {1: _cards("9c 9d"), 2: _cards(held), 3: _cards("Qh Jh")}
    seats = tuple((Seat(seat), Chips(5000)) for seat in hole)
    begun = HandStarted(hand="1", button=Seat(1), seats=seats, small_blind=Chips(50), big_blind=Chips(100))
    return [begun, *(HoleCardDealt(seat=Seat(seat), card=hole[seat][i]) for i in (0, 1) for seat in (2, 3, 1))]


def _told(events: list[Event], book: str) -> tuple[Any, Night]:
    """What the desk is told after *events*."""
    rules, night, answer = load_rulebook(book), new_night(), None
    for event in events:
        answer = assess(night, event, rules)
        night = answer.night
    assert answer is not None
    view = desk_view(
        night,
        rules,
        ask=answer.ask,
        next_steps=answer.next_steps,
        incidents=listed(night),
        lights=(),
        names=(),
        money=Money("", 0),
    )
    return plain(view), night


def _tabled(cards: str, seat: int = 2) -> HandTabled:
    return HandTabled(seat=Seat(seat), cards=_cards(cards))


def _exposed(card: str, seat: int | None, by: str = "player") -> CardExposed:
    return CardExposed(by=by, seat=None if seat is None else Seat(seat), card=Card.parse(card))


SAID: dict[str, tuple[Event, ...]] = {
    "one exposed": (_exposed("Kd", 2),),
    "both exposed": (_exposed("Kd", 2), _exposed("As", 2)),
    "one tabled": (_tabled("Kd"),),
    "half tabled": (_tabled("? Kd"),),
    "one and then the other": (_tabled("Kd"), _tabled("As")),
    "counted and tabled": (CardsCounted(place="seat 2", count=3), _tabled("Kd As")),
    "no name": (_tabled(""),),
    "no name, then one": (_tabled(""), _tabled("Kd")),
    "of another seat": (_tabled("As 8d", seat=3),),
    "exposed at another seat": (_exposed("As", 3), _exposed("As", 2)),
    "on the board": (CardBurned(), BoardCardDealt(card=Card.parse("As"))),
    "in the stub": (_exposed("As", None, by="dealer"),),
}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_naming_a_closed_card_tells_nobody_whether_it_is_held(said: tuple[Event, ...], book: str) -> None:
    entered = [replace(event, source="desk") for event in said]
    right, wrong = (_told([*_dealt(held), *entered], book)[0] for held in GUESSED)
    assert right == wrong


def test_what_was_named_is_shown() -> None:
    entered = [replace(event, source="desk") for event in (_exposed("Kd", 2),)]
    for held in GUESSED:
        view, _ = _told([*_dealt(held), *entered], "tda-2024")
        (seat,) = (seat for seat in view["felt"]["seats"] if seat["seat"] == 2)
        assert seat["cards"] == ["Kd", None]


@pytest.mark.parametrize("source", ["desk", "overhead"])
def test_a_card_that_lies_open_twice_is_named(source: str) -> None:
    """The one that was named by hand, once the other is turned up; the one that a camera saw, at once."""
    board = replace(BoardCardDealt(card=Card.parse("As")), source=source)
    table = replace(_tabled("As Kd"), source="overhead")
    codes = [[i.irregularity.code for i in _told(e, "tda-2024")[1].incidents] for e in _both(board, table)]
    assert ["fouled_deck" in found for found in codes] == [source != "desk", True]
    assert codes[1].count("fouled_deck") == 1


def _both(board: Event, table: Event) -> list[list[Event]]:
    before = [*_dealt(GUESSED[0]), CardBurned(), board]
    return [before, [*before, table]]


def test_a_card_entered_twice_is_named() -> None:
    board = [replace(BoardCardDealt(card=Card.parse(name)), source="desk") for name in ("Ts", "4h", "Ts")]
    night = _told([*_dealt(GUESSED[0]), CardBurned(), *board], "tda-2024")[1]
    assert "fouled_deck" in [incident.irregularity.code for incident in night.incidents]


@pytest.mark.parametrize(("source", "printed"), [("desk", set()), (None, {"As", "Kd"})])
def test_a_hand_that_nobody_named_is_not_printed_by_its_tags(source: str | None, printed: set[str]) -> None:
    """In a log nothing but the deal says what lies there."""
    said = replace(_tabled(""), source=source)
    told = gate.gated([*_dealt(GUESSED[0]), said], gate.public([*_dealt(GUESSED[0]), said], 0, 0, Release()))
    dealt = (event for event in told if isinstance(event, HoleCardDealt) and event.face is Face.DOWN)
    assert {str(event.card) for event in dealt if event.card} == printed
