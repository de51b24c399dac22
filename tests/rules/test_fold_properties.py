"""Any sequence of events: nothing raises, no chip is lost, at most one seat is to act, and a replay is equal."""

from typing import Any, get_args

import pytest
from counted import all_chips
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import events as e
from table_controller.records.cards import DECK, Face
from table_controller.records.events import Event
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.wire import plain, read
from table_controller.rules import assess, new_night

_BETTING = (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)
_BOOKS = {name: load_rulebook(name) for name in rulebook_names()}
_HOUSES = st.sampled_from(list(_BOOKS))
"""A failure names the house, and does not print its whole book."""
_SEATS = st.integers(0, 6)
_AMOUNTS = st.sampled_from([-5, 0, 1, 25, 50, 99, 100, 150, 200, 300, 350, 1000, 5000, 10**15])
_CARDS = st.one_of(st.none(), st.sampled_from(DECK[:16]))
_CHIPS = st.lists(st.tuples(st.sampled_from([10, 50, 100, 500]), st.integers(-1, 4)), max_size=3).map(tuple)
_PLACES = st.sampled_from(["stub", "seat 1", "seat 2", "burn", "board", "muck", "aside", "seat x", ""])
_SAID = st.sampled_from(
    [
        *("fold", "check", "call", "bet", "raise", "all_in", "amount", "unclear", "conditional"),
        *("post_small_blind", "post_big_blind", "post", "time", "knock", "gesture", "nonsense"),
    ]
)
_REMEDIES = st.sampled_from(
    [
        *("none", "misdeal", "hand_void", "hand_dead", "fold_forfeit", "action_void", "all_chips_stand", "what"),
        *("action_stands", "correct_award", "replace_with_first_burn", "first_open_card_becomes_burn"),
        *("complete", "complete_call", "call_only", "full_turn", "call_with_change", "play_stands"),
        "setaside_river_as_turn_then_reshuffle",
    ]
)
_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "at": st.integers(0, 10**12),
    "seat": _SEATS,
    "amount": _AMOUNTS,
    "card": _CARDS,
    "face": st.sampled_from(Face),
    "cards": st.lists(_CARDS, max_size=5).map(tuple),
    "chips": _CHIPS,
    "action": _SAID,
    "to": st.one_of(_PLACES, st.sampled_from(["bet", "pot", "short"])),
    "from_": _PLACES,
    "button": _SEATS,
    "seats": st.lists(st.tuples(st.integers(1, 6), st.sampled_from([0, 60, 500, 1000, 10_000])), max_size=7).map(tuple),
    "small_blind": st.sampled_from([-1, 0, 50]),
    "big_blind": st.sampled_from([-1, 0, 100]),
    "ante": st.sampled_from([0, 0, 10]),
    "game": st.sampled_from(["texas", "texas", "omaha", "?"]),
    "posts": st.just(()),
    "incident": st.integers(0, 6),
    "ruling": st.integers(0, 6),
    "remedy": _REMEDIES,
    "amounts": st.just(()),
    "what": st.sampled_from(["rake", "button", "to_act", "board", "smallest_chip", "time"]),
    "value": st.sampled_from(["1", "3", "As Kd 7c", "x", "-4", "", "99999999999999999999"]),
    "order_known": st.booleans(),
    "with_prior": st.sampled_from([None, None, True, False]),
    "confidence": st.sampled_from([1.0, 0.3]),
    "zone": st.sampled_from(["burn", "board", "seat 1 bet"]),
    "source": st.sampled_from([None, "overhead"]),
}
_TEXTS = st.sampled_from(["dealer", "1", "player"])


def _made(kind: type) -> st.SearchStrategy[Any]:
    import dataclasses

    given_fields = {f.name: _FIELDS.get(f.name) for f in dataclasses.fields(kind)}
    if kind is e.RulingMade:
        given_fields["cards"] = st.lists(st.sampled_from(DECK[:16]), max_size=3).map(tuple)  # a ruling names cards
    if kind is e.DrawCard:
        given_fields["card"] = st.sampled_from(DECK[:16])  # a card that nobody read draws no button
    needed = {
        f.name: _TEXTS if f.type in ("str", str) else st.integers(0, 5)
        for f in dataclasses.fields(kind)
        if given_fields[f.name] is None and f.default is dataclasses.MISSING
    }
    return st.builds(kind, **{name: s for name, s in given_fields.items() if s is not None}, **needed)


_START = st.builds(
    e.HandStarted,
    button=st.integers(1, 4),
    seats=st.just(((1, 1000), (2, 60), (3, 5000), (4, 1000))),
    small_blind=st.just(50),
    big_blind=st.just(100),
)
_BLINDS = {e.ChipsMovedIn, e.Declared, e.HoleCardDealt, e.BoardCardDealt, e.CardBurned, e.HandTabled, e.PotPushed}
_ANY = st.one_of(*(_made(kind) for kind in get_args(Event)))
_PLAY = st.one_of(*(_made(kind) for kind in _BLINDS))
_NIGHTS = st.tuples(_START, st.lists(st.one_of(_PLAY, _PLAY, _ANY), min_size=12, max_size=50)).map(
    lambda pair: [pair[0], *pair[1]]
)

_OWN = {e.HandStarted, e.ChipsBought, e.ChipsCashedOut, e.SeatTaken, e.Corrected}
"""Events that bring or take chips, or put the count right."""


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(_HOUSES, _NIGHTS)
def test_any_events_are_followed(house: str, events: list[Event]) -> None:
    book, night = _BOOKS[house], new_night()
    for event in events:
        answer = assess(night, event, book)
        if type(event) not in _OWN:
            assert all_chips(answer.night) == all_chips(night), event
        night = answer.night
        _holds(night)
        assert answer.ask is None or (night.hand is not None and answer.ask.seat == night.hand.to_act)
        assert all(item.code for item in answer.irregularities)


def _holds(night: Night) -> None:
    hand = night.hand
    if hand is None:
        return
    for player in hand.players:
        assert player.stack >= 0
        assert player.bet >= 0
        assert player.owes >= 0
        assert player.excess >= 0
    if hand.to_act is not None:
        actor = next(player for player in hand.players if player.seat == hand.to_act)
        assert not actor.folded
        assert hand.street in _BETTING
    if hand.street in (Street.SHOWDOWN, Street.OVER, Street.DEAL):
        assert hand.to_act is None


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(_HOUSES, _NIGHTS)
def test_a_replay_is_equal(house: str, events: list[Event]) -> None:
    book = _BOOKS[house]
    first, second = new_night(), new_night()
    for event in events:
        one, two = assess(first, event, book), assess(second, event, book)
        assert one == two
        first, second = one.night, two.night


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(_NIGHTS)
def test_a_night_survives_the_wire(events: list[Event]) -> None:
    night = new_night()
    for event in events:
        night = assess(night, event, _BOOKS["zollernalb"]).night
    assert read(Night, plain(night)) == night


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(_NIGHTS)
def test_a_rulebook_without_a_word_judges_too(events: list[Event]) -> None:
    from types import MappingProxyType

    from table_controller.records.rulebook import Rulebook

    nothing: MappingProxyType[str, Any] = MappingProxyType({})
    book = Rulebook("empty", "", "", "", "texas", nothing, nothing, nothing)
    night = new_night()
    for event in events:
        night = assess(night, event, book).night
    _holds(night)


def test_a_pot_pushed_too_early_makes_no_chips() -> None:
    start = e.HandStarted(button=1, seats=((1, 1000), (2, 60), (3, 5000)), small_blind=50, big_blind=100)
    night = assess(new_night(), start, _BOOKS["bonn"]).night
    for event in (e.ChipsMovedIn(seat=2, amount=1), e.PotPushed(seat=1, amount=1), e.HandEnded()):
        after = assess(night, event, _BOOKS["bonn"]).night
        assert all_chips(after) == all_chips(night) == 6060
        night = after
    assert dict(night.stacks)[1] == 1001


def test_a_failure_is_shown_however_long_its_example() -> None:
    @settings(database=None, phases=[Phase.generate])
    @given(st.just("x" * 40_000))
    def fails(text: str) -> None:
        assert not text, "what went wrong"

    with pytest.raises(AssertionError, match="what went wrong"):
        fails()
