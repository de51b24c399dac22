"""Six hands with players who bust, leave, join and sit out, at 2 to 10 seats: who owes what, counted a second time."""

import random
from dataclasses import dataclass, replace

import pytest

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import events as e
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules import assess, new_night

_WAYS = [
    ("hold", "single_bb"),
    ("hold", "normal"),
    ("hold_if_sb_busts", "single_bb"),
    ("hold_if_sb_busts", "normal"),
    ("dead_button", "dead_sb_possible"),
    ("next_live_player", "normal"),
    ("next_live_player", "single_bb"),
]


@dataclass(frozen=True)
class Held:
    """Who has button and blinds; ``small``: 0 where none is due, maybe an empty seat."""

    button: int
    small: int
    big: int


def _clockwise(seat: int, taken: set[int], steps: int = 1) -> int:
    """The seat so many taken seats on, walking one chair at a time round a table of eleven."""
    while steps:
        seat = seat % 11 + 1
        steps -= seat in taken
    return seat


def _first(button: int, taken: set[int], book: Rulebook) -> Held:
    """Button and blinds where nobody is missing."""
    if len(taken) == 2:
        other = _clockwise(button, taken)
        on_button = book.parameters.get("headsup.button_posts") != "big_blind"
        return Held(button, button, other) if on_button else Held(button, other, button)
    return Held(button, _clockwise(button, taken), _clockwise(button, taken, 2))


def _counted(last: Held, taken: set[int], book: Rulebook) -> Held:
    """Button and blinds of the next hand, seat by seat as the house's sentence says it."""
    way, single = book.parameters["button.on_blind_bust"], book.parameters["blinds.after_bb_bust"] == "single_bb"
    lost_small, lost_big = last.small not in {0, *taken}, last.big not in taken
    if way == "dead_button":
        big = _clockwise(last.big, taken)
        if len(taken) == 2:
            return next(held for held in (_first(seat, taken, book) for seat in taken) if held.big == big)
        return Held(last.small or _clockwise(last.button, taken), last.big, big)
    stays = {"hold": lost_small or lost_big, "hold_if_sb_busts": lost_small}.get(str(way), False)
    if len(taken) == 2 and book.parameters.get("headsup.no_bb_twice") and not lost_big:
        return next(held for held in (_first(seat, taken, book) for seat in taken) if held.big != last.big)
    if len(taken) == 2:
        stays = stays and last.button in taken
        return _first(last.button if stays else _clockwise(last.button, taken), taken, book)
    button = last.button if stays else _clockwise(last.button, taken)
    if lost_big and single:
        return Held(button, 0, _clockwise(last.big, taken))
    return _first(button, taken, book)


class _Table:
    """A table at which hands are played to the first bet and folded out."""

    def __init__(self, book: Rulebook, seats: int, seed: int) -> None:
        self.book, self.random = book, random.Random(seed)
        self.taken = set(range(1, seats + 1))
        self.away: set[int] = set()
        self.night: Night = new_night()
        self.at = 0

    def see(self, event: Event) -> Assessment:
        self.at += 1_000_000_000
        answer = assess(self.night, replace(event, at=self.at), self.book)
        self.night = answer.night
        return answer

    def start(self, button: int) -> e.HandStarted:
        seats = tuple((Seat(seat), Chips(10_000)) for seat in sorted(self.taken))
        return e.HandStarted(button=Seat(button), seats=seats, small_blind=Chips(50), big_blind=Chips(100))

    def play(self) -> None:
        assert self.night.hand is not None
        for seat, post in self.night.hand.posts:
            self.see(e.ChipsMovedIn(seat=seat, amount=post.amount))
        while self.night.hand.street is Street.DEAL:
            hand = self.night.hand
            self.see(e.HoleCardDealt(seat=hand.players[(hand.deal_from + hand.dealt) % len(hand.players)].seat))
        while self.night.hand.to_act is not None:
            self.see(e.Declared(seat=self.night.hand.to_act, action="fold"))
        self.see(e.HandEnded())

    def change(self, held: Held) -> bool:
        """Somebody busts, leaves, comes back or sits out; whether anybody can still tell where the button belongs."""
        known = True
        for _ in range(self.random.choice((0, 1, 1, 2))):
            kind = self.random.choice(("bust", "bust", "leave", "out", "back", "join"))
            seat = self.random.choice(sorted(self.taken))
            if kind in ("bust", "leave") and len(self.playing()) > 2 and len(self.taken - {seat}) > 2:
                self.taken.discard(seat)
                self.away.discard(seat)
                self.gone(kind, seat)
                known = known and not (kind == "leave" and self.holds() and seat in (held.small, held.big))
            elif kind == "back" and self.away:
                back = self.random.choice(sorted(self.away))
                self.away.discard(back)
                self.see(e.SeatReturned(seat=Seat(back)))
            elif kind == "join" and self.anywhere() and len(self.taken) < 10:
                new = self.random.choice(sorted(set(range(1, 11)) - self.taken))
                self.taken.add(new)
                self.see(e.SeatTaken(seat=Seat(new), stack=Chips(10_000)))
            elif kind == "out" and self.skips() and len(self.playing() - {seat}) >= 2 and seat not in self.away:
                self.away.add(seat)
                self.see(e.SeatAbsent(seat=Seat(seat)))
                known = known and not (self.holds() and seat in (held.small, held.big))
        return known

    def anywhere(self) -> bool:
        """Whether a newcomer gets cards wherever it sits."""
        return self.book.parameters.get("newcomer.dealt_in", "all") == "all"

    def gone(self, kind: str, seat: int) -> None:
        if kind == "bust":
            self.see(e.Corrected(what="stack", seat=Seat(seat), value="0"))
        else:
            self.see(e.SeatLeft(seat=Seat(seat)))

    def playing(self) -> set[int]:
        return self.taken - self.away if self.skips() else set(self.taken)

    def skips(self) -> bool:
        return self.book.parameters.get("absent.policy") == "skipped"

    def holds(self) -> bool:
        return str(self.book.parameters["button.on_blind_bust"]).startswith("hold")


def _book(house: str, way: tuple[str, str] | None) -> Rulebook:
    book = load_rulebook(house)
    if way is None:
        return book
    chosen = {"button.on_blind_bust": way[0], "blinds.after_bb_bust": way[1]}
    return replace(book, parameters={**book.parameters, **chosen})


_HOUSES = [(house, None) for house in rulebook_names()] + [("bonn", way) for way in _WAYS]


@pytest.mark.parametrize(("house", "way"), _HOUSES, ids=lambda value: value if isinstance(value, str) else None)
def test_button_and_blinds_go_round_as_the_house_says(house: str, way: tuple[str, str] | None) -> None:
    book, judged = _book(house, way), 0
    for seats in range(2, 11):
        for seed in range(2):
            judged += _six_hands(book, seats, seed)
    assert judged > 40


def _six_hands(book: Rulebook, seats: int, seed: int) -> int:
    table, judged = _Table(book, seats, seed), 0
    held = _first(table.random.choice(sorted(table.taken)), table.taken, book)
    known, before = True, set(table.taken)
    for hand in range(6):
        seated = table.playing()
        wrong = table.random.choice(sorted(seated))
        known = known and _certain(held, before, seated, book)
        if hand and known:
            held = _counted(held, seated, book)
            judged += 1
            accused = assess(table.night, table.start(wrong), book).irregularities
            codes = {found.code: found for found in accused if found.code.startswith("button_")}
            assert bool(codes) == (wrong != held.button)
            assert all(found.required == f"button at seat {held.button}" for found in codes.values())
            _put_right(table, wrong, held)
        elif hand:
            accused = assess(table.night, table.start(wrong), book).irregularities
            assert not [found for found in accused if found.code.startswith("button_")]
            held = _first(_clockwise(held.button, seated), seated, book)
        answer = table.see(table.start(held.button))
        assert not [found for found in answer.irregularities if found.code.startswith("button_")]
        _owed(table.night, held, seated)
        before = seated
        table.play()
        known = table.change(held)
    return judged


def _put_right(table: _Table, wrong: int, held: Held) -> None:
    """A hand begun from the *wrong* seat and put right is one begun from the right seat."""
    begun = assess(table.night, table.start(wrong), table.book).night
    incident = next((item for item in begun.incidents if item.irregularity.code.startswith("button_")), None)
    if incident is None:
        return
    ruling = e.RulingMade(incident=incident.number, remedy="correct_button", by="floor")
    hand = assess(begun, ruling, table.book).night.hand
    right = assess(table.night, table.start(held.button), table.book).night.hand
    assert hand is not None
    assert right is not None
    assert (hand.button, hand.players, hand.posts, hand.opener) == (
        right.button,
        right.players,
        right.posts,
        right.opener,
    )
    assert (hand.deal_from, hand.terms, hand.bet_to, hand.unpaid) == (
        right.deal_from,
        right.terms,
        right.bet_to,
        right.unpaid,
    )


def _certain(held: Held, before: set[int], seated: set[int], book: Rulebook) -> bool:
    """Whether who came changes nothing about the button."""
    stayed = seated & before
    if len(stayed) < 2:
        return False
    if seated == stayed:
        return True
    if book.parameters["button.on_blind_bust"] == "dead_button" and len(before) == 2:
        return False
    return _counted(held, stayed, book).button == _counted(held, seated, book).button


def _owed(night: Night, held: Held, seated: set[int]) -> None:
    assert night.hand is not None
    due = {(held.small, "small_blind", 50), (held.big, "big_blind", 100)}
    assert {(seat, post.kind, post.amount) for seat, post in night.hand.posts} == {
        one for one in due if one[0] in seated
    }
    assert [player.seat for player in night.hand.players] == [
        _clockwise(held.button, seated, steps) for steps in range(1, len(seated) + 1)
    ]
    assert night.hand.opener == held.big
