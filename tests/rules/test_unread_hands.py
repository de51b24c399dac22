"""A tabled hand that nobody could read: only what was read there is everybody's, whatever tags know of the rest."""

from dataclasses import replace

import pytest

from table_controller.files import load_rulebook
from table_controller.records import Card, Chips, Face, Seat
from table_controller.records.events import CardMoved, Event, HandStarted, HandTabled, HoleCardDealt
from table_controller.records.player import Player
from table_controller.rules import assess, new_night
from table_controller.views.release import public_cards

BOOK = load_rulebook("tda-2024")
HELD = {1: "As Kd", 2: "2c 7h"}
MOVED = CardMoved(from_="seat 2", to="seat 1", card=Card.parse("9h"))


def _cards(names: str) -> tuple[Card | None, ...]:
    return tuple(None if name == "?" else Card.parse(name) for name in names.split())


def _dealt() -> list[Event]:
    seats = tuple((Seat(seat), Chips(5000)) for seat in HELD)
    begun = HandStarted(hand="1", button=Seat(1), seats=seats, small_blind=Chips(50), big_blind=Chips(100))
    dealt = [HoleCardDealt(seat=Seat(seat), card=Card.parse(HELD[seat].split()[i])) for i in (0, 1) for seat in (2, 1)]
    return [begun, *dealt]


def _seat_1(events: list[Event]) -> Player:
    night = new_night()
    for event in events:
        night = assess(night, event, BOOK).night
    assert night.hand is not None
    return next(player for player in night.hand.players if player.seat == 1)


@pytest.mark.parametrize(
    ("seen", "public"), [("? ?", "? ?"), ("As ?", "As ?"), ("? Kd", "? Kd"), ("As Kd", "As Kd"), ("", "As Kd")]
)
def test_of_a_tabled_hand_only_what_was_read_is_public(seen: str, public: str) -> None:
    """Who says that a hand lies open, without a name, has seen it: then the tags may tell what it is."""
    player = _seat_1([*_dealt(), HandTabled(seat=Seat(1), cards=_cards(seen))])
    assert player.tabled
    assert sorted(map(str, public_cards(player))) == sorted(map(str, _cards(public)))


def test_what_is_read_at_last_is_public() -> None:
    tabled = [HandTabled(seat=Seat(1), cards=_cards(seen)) for seen in ("? ?", "As ?", "As Kd")]
    assert public_cards(_seat_1([*_dealt(), *tabled])) == _cards("As Kd")


def test_what_somebody_said_lies_open_stays_public_though_a_camera_cannot_read_it() -> None:
    tabled = [HandTabled(seat=Seat(1), cards=_cards(seen)) for seen in ("", "? ?")]
    assert public_cards(_seat_1([*_dealt(), *tabled])) == _cards("As Kd")


@pytest.mark.parametrize("came", [HoleCardDealt(seat=Seat(1), card=_cards("9h")[0]), MOVED], ids=["dealt", "moved"])
def test_a_closed_card_that_comes_to_a_tabled_hand_is_nobodys(came: Event) -> None:
    """Another player's, thrown across the antenna there."""
    player = _seat_1([*_dealt(), HandTabled(seat=Seat(1), cards=_cards("As Kd")), came])
    assert public_cards(player) == (*_cards("As Kd"), None)
    shown = _seat_1([*_dealt(), HandTabled(seat=Seat(1), cards=_cards("As Kd")), replace(came, face=Face.UP)])
    assert public_cards(shown) == _cards("As Kd 9h")


def test_a_card_too_many_that_stays_closed_is_nobodys() -> None:
    surplus = HoleCardDealt(seat=Seat(1), card=Card.parse("9h"))
    player = _seat_1([*_dealt(), surplus, HandTabled(seat=Seat(1), cards=_cards("As Kd"))])
    assert Card.parse("9h") not in public_cards(player)
