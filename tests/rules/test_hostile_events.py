"""Events in impossible order, absurd amounts, seats that do not exist, rulings of every kind, taken back at any time:
nothing raises, the hand goes on, and no chip is made or lost but by a person's correction."""

import dataclasses
from typing import Any, get_args

import pytest
from counted import all_chips
from dealer import Dealer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_remedies import _ERRORS, _goes_wrong

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import events as e
from table_controller.records.cards import DECK, Face
from table_controller.records.events import Event
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.wire import plain, read
from table_controller.rules import assess, new_night
from table_controller.rules.remedies import known_remedies

_BOOKS = {name: load_rulebook(name) for name in rulebook_names()}
_HOUSES = st.sampled_from(sorted(_BOOKS))
_LONG = "Zoë " * 2500
_SEATS = st.sampled_from([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 0, -1, 11, 10**9, 2**63])
_AMOUNTS = st.sampled_from([0, 1, 25, 50, 100, 150, 200, 400, 1000, 10_000, -5, -(2**63), 2**63, 10**30])
_CARDS = st.one_of(st.none(), st.sampled_from(DECK))
_PLACES = st.sampled_from(
    ["stub", "seat 1", "seat 2", "seat 3", "burn", "board", "muck", "aside", "off_table", "x", ""]
)
_VALUES = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "200",
        "5000",
        "As Kd 7c",
        "As",
        "As Kd 7c 2h 3d",
        "? ?",
        "",
        "-4",
        "x",
        "9" * 40,
        _LONG,
        "As As",
    ]
)
_CORRECTED = (
    *("stack", "button", "small_blind", "big_blind", "smallest_chip", "to_act", "bet", "folded", "in_hand"),
    *("cards", "burns", "board", "colour", "", _LONG),
)
_WORDS = st.sampled_from(["dealer", "player", "1", "3", "", _LONG, "all"])
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "at": st.sampled_from([0, 10**9, 3 * 10**12, -1, 2**63]),
    "seat": _SEATS,
    "button": _SEATS,
    "amount": _AMOUNTS,
    "card": _CARDS,
    "face": st.sampled_from(Face),
    "cards": st.lists(_CARDS, max_size=6).map(tuple),
    "chips": st.lists(st.tuples(_AMOUNTS, st.integers(-3, 10**20)), max_size=3).map(tuple),
    "action": st.sampled_from(["fold", "check", "call", "bet", "raise", "all_in", "amount", "unclear", "time", _LONG]),
    "to": st.one_of(_PLACES, st.sampled_from(["bet", "pot", "short"])),
    "from_": _PLACES,
    "place": _PLACES,
    "count": st.sampled_from([0, 1, 3, 5, 52, -1, 10**30]),
    "seats": st.lists(st.tuples(st.integers(1, 11), _AMOUNTS), max_size=12).map(tuple),
    "small_blind": _AMOUNTS,
    "big_blind": _AMOUNTS,
    "ante": _AMOUNTS,
    "level": st.sampled_from([None, 0, 3, 10**30]),
    "game": st.sampled_from(["texas", "omaha", "?", _LONG]),
    "limit": st.sampled_from(["no_limit", "pot_limit", "spread_limit", "split_limit", "fixed", "?"]),
    "posts": st.lists(
        st.tuples(
            st.integers(1, 6), st.builds(e.Post, st.sampled_from(["dead", "straddle", "big_blind", "?"]), _AMOUNTS)
        ),
        max_size=3,
    ).map(tuple),
    "incident": st.integers(0, 6),
    "ruling": st.integers(0, 6),
    "remedy": st.sampled_from([*known_remedies(), "none", "what", _LONG]),
    "amounts": st.lists(st.tuples(_SEATS, _AMOUNTS), max_size=3).map(tuple),
    "what": st.sampled_from([*_CORRECTED, "rake", "drop"]),
    "value": _VALUES,
    "order_known": st.booleans(),
    "confidence": st.sampled_from([1.0, 0.3, 0.0]),
    "certainty": st.sampled_from(e.Certainty),
    "zone": st.sampled_from(["burn", "board", "seat 1 bet", "seat 3 cards", _LONG]),
    "source": st.sampled_from([None, "overhead"]),
}


def _of(kind: type) -> st.SearchStrategy[Any]:
    fields: dict[str, st.SearchStrategy[Any]] = {}
    for field in dataclasses.fields(kind):
        if kind is e.RulingMade and field.name == "cards":
            fields["cards"] = st.lists(st.sampled_from(DECK), max_size=3).map(tuple)  # a ruling names cards
        elif field.name in _FIELDS:
            fields[field.name] = _FIELDS[field.name]
        elif field.default is dataclasses.MISSING:
            fields[field.name] = _WORDS if field.type in ("str", str) else st.integers(0, 5)
    return st.builds(kind, **fields)


_PEOPLE = (e.RulingMade, e.RulingUndone, e.Corrected)
_ANY = st.one_of(*(_of(kind) for kind in get_args(Event)))
_RULED = st.one_of(*(_of(kind) for kind in _PEOPLE))
_CARDS_GO = st.one_of(*(_of(k) for k in (e.CardMoved, e.BoardCardDealt, e.CardBurned, e.HoleCardDealt, e.StubShuffled)))
_MIXED = st.lists(st.one_of(st.none(), st.none(), _RULED, _CARDS_GO, _ANY), min_size=3, max_size=30)
"""``None``: the dealer does the next step."""

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
_COUNTED_ANEW = (e.HandStarted, e.ChipsBought, e.ChipsCashedOut, e.SeatTaken, e.Corrected, e.RulingUndone)
"""Bring or take chips, or put the count right; taking a ruling back counts corrections since anew."""


def _holds(night: Night) -> None:
    hand = night.hand
    if hand is None:
        return
    assert all(min(p.stack, p.bet, p.owes, p.excess) >= 0 for p in hand.players)
    assert len({p.seat for p in hand.players}) == len(hand.players)
    assert [item.number for item in night.incidents] == sorted({item.number for item in night.incidents})
    assert all(item.number < night.next_incident for item in night.incidents)
    assert all(following.left for following in night.following)
    assert len(hand.board) <= 64
    if hand.to_act is not None:
        actor = next(p for p in hand.players if p.seat == hand.to_act)
        assert not actor.folded
        assert hand.street in (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)


@settings(max_examples=200, deadline=None, suppress_health_check=_QUIET)
@given(
    _HOUSES,
    st.sampled_from(_ERRORS),
    st.integers(2, 11),
    st.sampled_from(["texas", "omaha"]),
    _MIXED,
)
def test_a_hand_gone_wrong_goes_on(house: str, error: str, seats: int, game: str, events: list[Event | None]) -> None:
    if seats * (4 if game == "omaha" else 2) > 36:
        game = "texas"
    book = _BOOKS[house]
    table = Dealer(book, seats, seats, game)
    _goes_wrong(error, table, seats)
    night = table.night
    for event in events:
        if event is None:
            answer = assess(night, e.Declared(seat=_acting(night), action="call"), book)
        else:
            answer = assess(night, event, book)
            if not isinstance(event, _COUNTED_ANEW):
                assert all_chips(answer.night) == all_chips(night), event
        night = answer.night
        _holds(night)
        assert all(item.code for item in answer.irregularities)


def _acting(night: Night) -> Any:
    hand = night.hand
    return 1 if hand is None or hand.to_act is None else hand.to_act


@settings(max_examples=100, deadline=None, suppress_health_check=_QUIET)
@given(_HOUSES, st.lists(_ANY, max_size=40))
def test_anything_at_all(house: str, events: list[Event]) -> None:
    night, book = new_night(), _BOOKS[house]
    for event in events:
        again = assess(night, event, book)
        assert again == assess(night, event, book)
        night = again.night
        _holds(night)
    assert read(Night, plain(night)) == night


@settings(max_examples=60, deadline=None, suppress_health_check=_QUIET)
@given(_HOUSES, st.sampled_from(_ERRORS), st.lists(st.integers(0, 40), min_size=1, max_size=12))
def test_every_ruling_can_be_taken_back_and_leaves_what_was_played(house: str, error: str, which: list[int]) -> None:
    """Rulings of every kind on one incident, one after the other, play in between; the first one taken back: the
    hand is what the same play gives without any of them."""
    ruled, plain_one = Dealer(_BOOKS[house], 6, 6), Dealer(_BOOKS[house], 6, 6)
    for table in (ruled, plain_one):
        _goes_wrong(error, table, 3)
    if not ruled.night.incidents:
        return
    number = ruled.night.incidents[0].number
    names = known_remedies()
    for place in which:
        ruled.see(e.RulingMade(incident=number, remedy=names[place % len(names)], by="floor"))
        plain_one.at = ruled.at
        for table in (ruled, plain_one):
            table.see(e.Ticked())
    after = ruled.see(e.RulingUndone(ruling=number)).night
    assert after.hand is not None
    assert plain_one.hand == dataclasses.replace(after.hand, board_at=plain_one.hand.board_at)
    assert after.stacks == plain_one.night.stacks
    assert [item.irregularity.code for item in after.incidents] == [
        item.irregularity.code for item in plain_one.night.incidents
    ]


def test_what_nobody_can_follow_is_said() -> None:
    night = Dealer(_BOOKS["bonn"], 6, 6).night
    for event in (
        e.Corrected(what="colour", value="red"),
        e.Corrected(what="stack", value="9" * 40, seat=1),  # type: ignore[arg-type]
        e.Corrected(what="to_act", value="77"),
        e.RulingUndone(ruling=5),
        e.RulingMade(incident=5, remedy="misdeal", by="floor"),
    ):
        answer = assess(night, event, _BOOKS["bonn"])
        assert len(answer.not_assessed) == 1
        assert answer.night.hand == night.hand


@pytest.mark.parametrize("amount", [2**63, 10**30, -(10**30)])
def test_amounts_beyond_any_table_are_counted_like_others(amount: int) -> None:
    table = Dealer(_BOOKS["bonn"], 3, 3)
    table.finish()
    night = table.night
    for event in (
        e.PotPushed(seat=1, amount=amount),  # type: ignore[arg-type]
        e.ChipsMovedIn(seat=1, amount=amount),  # type: ignore[arg-type]
        e.HandEnded(),
    ):
        after = assess(night, event, _BOOKS["bonn"]).night
        assert all_chips(after) == all_chips(night)
        night = after
