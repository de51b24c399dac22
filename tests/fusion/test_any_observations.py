"""Whatever the sources say: fusion never raises, never waits forever, and the same input gives the same events."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from table_controller.fusion import Felt, empty_felt, flush, fuse, wake_at
from table_controller.fusion.fuse import _is_still
from table_controller.records import DECK, Chips, Face, Point, Seat
from table_controller.records.events import (
    ChipsMovedIn,
    ChipsTakenBack,
    Event,
    HandEnded,
    HandStarted,
    PotPushed,
)
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    ManualEntry,
    Observation,
    Press,
    RulingEntered,
    SightedCard,
    SightedChips,
    SourceLost,
    SourceRestored,
    TagRead,
    Tick,
    ViewBlocked,
)
from table_controller.records.wire import plain, read
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout

st.register_type_strategy(Seat, st.integers(1, 11).map(Seat))  # type: ignore[arg-type]

MS = 1_000_000
LAYOUT = built_in_layout()
_ZONES = st.sampled_from([*(zone.name for zone in LAYOUT.zones if "4" not in zone.name), "nowhere"])
_SOURCES = st.sampled_from(["overhead", "board", "desk"])
_SURE = st.sampled_from([0.0, 0.4, 0.9, 1.0])
_POINTS = st.builds(Point, st.integers(0, 1780).map(float), st.integers(0, 1000).map(float))
_CARDS = st.builds(
    SightedCard, st.none() | st.sampled_from(DECK[:6]), st.sampled_from(Face), _POINTS, st.just(0.0), _SURE
)
_CHIPS = st.builds(
    SightedChips,
    st.none() | st.sampled_from([-50, 0, 10, 100, 500]).map(Chips),
    st.just("any"),
    st.integers(-2, 5),
    st.just(1),
    st.just(20),
    _POINTS,
    _SURE,
)
_TAGS = st.sampled_from([*(tag for tag, _ in built_in_deck().tags[:6]), BUTTON_TAG, "FF"])
_OBSERVED = {"at": st.just(0), "source": _SOURCES, "confidence": _SURE}
_LIKELY = st.one_of(
    st.builds(CardSighting, **_OBSERVED, zone=_ZONES, cards=st.lists(_CARDS, max_size=4).map(tuple)),
    st.builds(ChipSighting, **_OBSERVED, zone=_ZONES, chips=st.lists(_CHIPS, max_size=3).map(tuple)),
    st.builds(HandOverZone, **_OBSERVED, zone=_ZONES, present=st.booleans()),
    st.builds(TagRead, **_OBSERVED, zone=_ZONES, tag=_TAGS, present=st.booleans()),
    st.builds(ButtonPress, **_OBSERVED, press=st.sampled_from(Press), seat=st.none() | st.integers(1, 3).map(Seat)),
    st.builds(ViewBlocked, **_OBSERVED, zone=_ZONES, blocked=st.booleans()),
    st.builds(SourceLost, **_OBSERVED, reason=st.just("")),
    st.builds(SourceRestored, **_OBSERVED),
    st.builds(Tick, **_OBSERVED),
)
_STEPS = st.sampled_from([-60, 0, 0, 40, 200, 400, 700, 1500, 4000])
_NIGHTS = st.lists(st.tuples(_STEPS, _LIKELY), max_size=60)
_ANYTHING = st.lists(st.from_type(Observation), max_size=12)  # type: ignore[arg-type]


def _timed(steps: list[tuple[int, Observation]]) -> list[Observation]:
    """A night in which something happened before: a hand runs, and two seats have cards."""
    at, seen = 10_000 * MS, list[Observation](_HAND)
    for step, observation in steps:
        at += step * MS
        seen.append(replace(observation, at=max(0, at)))
    return seen


def _back(x: float) -> SightedCard:
    return SightedCard(None, Face.DOWN, Point(x, 800.0), 0.0, 1.0)


_HAND: list[Observation] = [
    TagRead(at=0, source="board", zone="seat 6 cards", tag=BUTTON_TAG, present=True),
    ButtonPress(at=100 * MS, source="board", press=Press.NEW_HAND),
    *(
        CardSighting(at=(1000 + 300 * n) * MS, source="overhead", zone=f"seat {n % 3 + 1} cards", cards=cards)
        for n, cards in enumerate([(_back(300.0),)] * 3 + [(_back(300.0), _back(370.0))] * 3)
    ),
]


def _fused(seen: list[Observation]) -> tuple[Felt, list[Event]]:
    felt, told = empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG), list[Event]()
    for seq, observation in enumerate(seen, start=1):
        felt, events = fuse(felt, seq, observation, LAYOUT)
        told += events
    felt, events = flush(felt, LAYOUT)
    return felt, told + list(events)


@settings(max_examples=150, deadline=None)
@given(_NIGHTS)
def test_a_likely_night(steps: list[tuple[int, Observation]]) -> None:
    seen = _timed(steps)
    felt, told = _fused(seen)
    assert _fused(seen)[1] == told
    assert wake_at(felt, LAYOUT) is None
    assert [event.at for event in told] == sorted(event.at for event in told)
    for event in told:
        assert set(event.because) <= set(range(1, len(seen) + 1))
        assert 0 <= event.confidence <= 1
        if isinstance(event, ChipsMovedIn | ChipsTakenBack | PotPushed):
            assert event.amount >= 0
            assert all(value > 0 and count > 0 for value, count in getattr(event, "chips", ()))
    assert all(stack >= 0 for _, stack in felt.stacks)


@settings(max_examples=60, deadline=None)
@given(_NIGHTS)
def test_hands_begin_and_end_in_turn(steps: list[tuple[int, Observation]]) -> None:
    running, number = None, 0
    for event in _fused(_timed(steps))[1]:
        if isinstance(event, HandStarted):
            number += 1
            assert (running, event.hand) == (None, str(number))
            running = event.hand
        if isinstance(event, HandEnded):
            assert event.hand == running
            running = None


@settings(max_examples=150, deadline=None)
@given(_ANYTHING)
def test_anything_at_all(seen: list[Observation]) -> None:
    """Any time, any number, any text: nothing raises, and nothing a person entered is dropped."""
    felt, told = _fused(seen)
    entered = {seq: o for seq, o in enumerate(seen, start=1) if isinstance(o, RulingEntered | ManualEntry)}
    keys = {(o.by, o.key) for o in entered.values() if o.key}
    kept = len(keys) + sum(not o.key for o in entered.values())
    assert sum(any(seq in entered for seq in event.because) for event in told) == kept
    assert not felt.waiting
    assert not felt.outbox


@settings(max_examples=40, deadline=None)
@given(_NIGHTS)
def test_the_felt_survives_its_json(steps: list[tuple[int, Observation]]) -> None:
    felt = empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG)
    for seq, observation in enumerate(_timed(steps), start=1):
        felt, _ = fuse(felt, seq, observation, LAYOUT)
    assert read(Felt, plain(felt)) == felt


@settings(max_examples=150, deadline=None)
@given(_NIGHTS, st.booleans())
def test_a_felt_that_is_still_waits_for_nothing(steps: list[tuple[int, Observation]], dealt: bool) -> None:
    felt = empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG)
    for seq, observation in enumerate(_timed(steps)[0 if dealt else len(_HAND) :], start=1):
        felt, _ = fuse(felt, seq, observation, LAYOUT)
        if _is_still(felt):
            assert wake_at(replace(felt, waiting=()), LAYOUT) is None


def test_a_felt_on_which_nothing_lies_is_still() -> None:
    assert _is_still(empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG))
