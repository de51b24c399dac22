"""Views over what the real referee and the shipped rulebooks say."""

import pytest

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import DECK, Chips, Seat
from table_controller.records.events import (
    CardExposed,
    ChipsMovedIn,
    Declared,
    Event,
    HandEnded,
    HandStarted,
    HoleCardDealt,
    PotPushed,
)
from table_controller.records.night import Night
from table_controller.rules import assess, new_night
from table_controller.views import Views, views
from table_controller.views.redact import redact, redact_text

BOOK = load_rulebook("zollernalb")
SEATS = tuple((Seat(n), Chips(10_000)) for n in (1, 2, 3))
START = HandStarted(button=Seat(1), seats=SEATS, small_blind=Chips(50), big_blind=Chips(100))


def played(*events: Event) -> Night:
    night = new_night()
    for event in events:
        night = assess(night, event, BOOK).night
    return night


def seen(night: Night) -> Views:
    return views(night, BOOK, revision=1, now=0)


def dealt() -> tuple[Event, ...]:
    order = [Seat(2), Seat(3), Seat(1)] * 2
    return START, *(HoleCardDealt(seat=seat, card=card) for seat, card in zip(order, DECK, strict=False))


def test_a_dealt_hand_shows_backs() -> None:
    felt = seen(played(*dealt())).desk.felt
    assert [seat.cards for seat in felt.seats] == [(None, None)] * 3


def test_a_card_exposed_to_all_is_public_and_one_flashed_to_a_neighbour_is_not() -> None:
    exposed = CardExposed(by="player", seat=Seat(3), card=DECK[1])
    flashed = CardExposed(by="player", seat=Seat(3), card=DECK[1], to="seat 2")
    assert DECK[1] in seen(played(*dealt(), exposed)).table.felt.seats[2].cards
    assert seen(played(*dealt(), flashed)).table.felt.seats[2].cards == (None, None)


def test_after_the_award_no_seat_shows_a_bet() -> None:
    """The chips that lay there went to the winner: at once, and when the hand is over."""
    folds = [Declared(seat=Seat(n), action="fold") for n in (1, 2)]
    posts = [ChipsMovedIn(seat=Seat(2), amount=Chips(50)), ChipsMovedIn(seat=Seat(3), amount=Chips(100))]
    begun = (START, *posts, *dealt()[1:], *folds)
    assert [seat.bet for seat in seen(played(*begun)).desk.felt.seats] == [0, 50, 50]
    pushed = PotPushed(seat=Seat(3), amount=Chips(100))
    for rest in ((pushed,), (pushed, HandEnded()), (HandEnded(),)):
        felt = seen(played(*begun, *rest)).desk.felt
        assert [(seat.bet, seat.stack) for seat in felt.seats] == [(0, 10_000), (0, 9_950), (0, 10_050)]


@pytest.mark.parametrize("name", rulebook_names())
def test_no_wording_of_a_rulebook_reads_like_a_card(name: str) -> None:
    for clause in load_rulebook(name).clauses.values():
        assert redact_text(clause.text, frozenset()) == clause.text, clause.code
        assert redact(clause.citation, frozenset()) == clause.citation
