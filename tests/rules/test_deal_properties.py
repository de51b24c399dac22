"""The deal at every size of table: a right one is clean; a single error is named at its seat, and nothing else is."""

from itertools import product

import pytest

from table_controller.files import load_rulebook
from table_controller.records.cards import DECK
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandStarted,
    HoleCardDealt,
)
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night

BOOK = load_rulebook("zollernalb")


def dealt_from(first: str) -> Rulebook:
    return Rulebook(
        BOOK.id,
        BOOK.title,
        BOOK.edition,
        BOOK.digest,
        BOOK.game,
        {**BOOK.parameters, "deal.first_card": first},
        BOOK.citations,
        BOOK.clauses,
    )


def started(count: int, game: str, book: Rulebook) -> Night:
    """A hand of *count* seats with its blinds in, the button at the last seat."""
    seats = tuple((Seat(seat), Chips(10_000)) for seat in range(1, count + 1))
    start = HandStarted(button=Seat(count), seats=seats, small_blind=Chips(100), big_blind=Chips(200), game=game)
    night = assess(new_night(), start, book).night
    assert night.hand is not None
    for seat, post in night.hand.posts:
        night = assess(night, ChipsMovedIn(seat=seat, amount=post.amount), book).night
    return night


def order(count: int, first: str, each: int) -> list[Seat]:
    """Who is served, card by card."""
    begin = {"left_of_button": 1, "small_blind": 2 if count == 2 else 1, "big_blind": 1 if count == 2 else 2}[first]
    return [Seat((begin - 1 + number) % count + 1) for number in range(each * count)]


def told(night: Night, events: list[Event], book: Rulebook) -> tuple[list[tuple[str, Seat | None]], Night]:
    found: list[tuple[str, Seat | None]] = []
    for event in events:
        answer = assess(night, event, book)
        found += [(item.code, item.seat) for item in answer.irregularities]
        night = answer.night
    return found, night


def cards(seats: list[Seat]) -> list[Event]:
    return [HoleCardDealt(seat=seat, card=DECK[number]) for number, seat in enumerate(seats)]


FIRST = ("left_of_button", "small_blind", "big_blind")


@pytest.mark.parametrize(("count", "game", "first"), list(product(range(2, 12), ("texas", "omaha"), FIRST)))
def test_a_right_deal_is_clean_and_every_card_is_where_it_belongs(count: int, game: str, first: str) -> None:
    book = dealt_from(first)
    each = 4 if game == "omaha" else 2
    seats = order(count, first, each)
    found, night = told(started(count, game, book), cards(seats), book)
    assert found == []
    assert night.hand is not None
    assert night.hand.to_act is not None, "the betting has begun"
    for player in night.hand.players:
        place = seats.index(player.seat)
        assert player.cards == tuple(DECK[place + number * count] for number in range(each))


@pytest.mark.parametrize("count", range(3, 12))
def test_each_seat_passed_over_is_named_and_nobody_else(count: int) -> None:
    seats = order(count, "left_of_button", 2)
    for place in range(1, len(seats)):
        left = [*seats[:place], *seats[place + 1 :]]
        night = started(count, "texas", BOOK)
        found, _ = told(night, [*cards(left), Declared(seat=Seat(3), action="fold")], BOOK)
        assert {seat for _, seat in found} == {seats[place]}, (count, place, found)
        assert found[0][0] in ("seat_skipped", "missing_hole_card")


@pytest.mark.parametrize("count", range(3, 12))
def test_each_surplus_card_is_one_surplus_card(count: int) -> None:
    """A second-round seat served twice in a row: one card too many, and the deal goes on in order (A-001-10)."""
    seats = order(count, "left_of_button", 2)
    for place in range(count, len(seats)):
        more = [*seats[: place + 1], seats[place], *seats[place + 1 :]]
        found, night = told(started(count, "texas", BOOK), cards(more), BOOK)
        assert found == [("extra_hole_card", seats[place])]
        assert night.hand is not None
        assert sorted(len(player.cards) for player in night.hand.players) == [2] * (count - 1) + [3]


@pytest.mark.parametrize("count", range(3, 12))
def test_two_neighbours_served_the_wrong_way_round(count: int) -> None:
    seats = order(count, "left_of_button", 2)
    for place in range(1, len(seats) - 1):
        swapped = [*seats[:place], seats[place + 1], seats[place], *seats[place + 2 :]]
        found, night = told(started(count, "texas", BOOK), cards(swapped), BOOK)
        assert found == [("dealt_out_of_order", seats[place])]
        assert night.hand is not None
        assert all(len(player.cards) == 2 for player in night.hand.players)


def test_every_place_without_a_burn_is_named_and_every_one_with_it_is_not() -> None:
    for missing in (None, 0, 1, 2):
        night = started(2, "texas", BOOK)
        _, night = told(night, cards(order(2, "left_of_button", 2)), BOOK)
        deck = iter(DECK[4:])
        found: list[tuple[str, Seat | None]] = []
        for street in range(3):
            more, night = told(night, _round(night), BOOK)
            burn: list[Event] = [] if street == missing else [CardBurned(card=next(deck))]
            laid: list[Event] = [BoardCardDealt(card=next(deck), at=street) for _ in range(1 if street else 3)]
            new, night = told(night, [*burn, *laid], BOOK)
            found += more + new
        assert found == ([] if missing is None else [("missing_burn", None)]), missing
        assert night.hand is not None
        assert len(night.hand.board) == 5


def _round(night: Night) -> list[Event]:
    """Heads-up: call and check, or check and check."""
    assert night.hand is not None
    first = night.hand.to_act
    assert first is not None
    other = Seat(3 - first)
    opening: Event = (
        ChipsMovedIn(seat=first, amount=Chips(100)) if not night.hand.board else Declared(seat=first, action="check")
    )
    return [opening, Declared(seat=other, action="check")]
