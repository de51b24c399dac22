"""A hand taken back out of the muck: a ruling that it lives shows nobody what it holds, unless all have seen it."""

import pytest

from table_controller.files import load_rulebook
from table_controller.records import Card, Chips, Seat
from table_controller.records.events import (
    CardExposed,
    CardMoved,
    Declared,
    Event,
    HandMucked,
    HandStarted,
    HoleCardDealt,
    RulingMade,
)
from table_controller.records.player import Player
from table_controller.rules import assess, new_night
from table_controller.views.release import public_cards

BOOK = load_rulebook("tda-2024")
HELD = {1: "As Kd", 2: "2c 7h", 3: "9c 9d"}


def _card(name: str) -> Card:
    return Card.parse(name)


def _begun() -> list[Event]:
    """Three hands that their tags know; seat 1 folds and throws its cards away."""
    seats = tuple((Seat(seat), Chips(5000)) for seat in HELD)
    begun = HandStarted(hand="1", button=Seat(1), seats=seats, small_blind=Chips(50), big_blind=Chips(100))
    deal = [HoleCardDealt(seat=Seat(seat), card=_card(HELD[seat].split()[i])) for i in (0, 1) for seat in (2, 3, 1)]
    return [begun, *deal, Declared(seat=Seat(1), action="fold"), HandMucked(seat=Seat(1), by="player")]


@pytest.mark.parametrize(("exposed", "public"), [("", "? ?"), ("As", "As ?"), ("As Kd", "As Kd")])
def test_a_hand_that_a_ruling_brings_back_shows_what_all_have_seen(exposed: str, public: str) -> None:
    shown = [CardExposed(seat=Seat(1), card=_card(name), by="player") for name in exposed.split()]
    night = new_night()
    for event in [*_begun()[:-2], *shown, *_begun()[-2:], CardMoved(from_="muck", to="seat 1", card=None)]:
        night = assess(night, event, BOOK).night
    taken = next(item for item in night.incidents if item.irregularity.code == "muck_retrieved")
    night = assess(night, RulingMade(incident=taken.number, remedy="retrieve_and_award", by="floor"), BOOK).night
    assert night.hand is not None
    player: Player = next(player for player in night.hand.players if player.seat == 1)
    assert not player.mucked
    assert [str(card or "?") for card in public_cards(player)][:2] == public.split()
