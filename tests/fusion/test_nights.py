"""Scripted nights as perfect sensors see them: the events tell the same story as the night's own log."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from table_controller.fusion import Felt, empty_felt, flush, fuse
from table_controller.records import Deck, Face, Point
from table_controller.records.events import ButtonPlaced, CardBurned, Event, HoleCardDealt, Ticked, ZoneTouched
from table_controller.records.observations import (
    CardSighting,
    ChipSighting,
    HandOverZone,
    ManualEntry,
    Observation,
    TagRead,
    Tick,
)
from table_controller.records.wire import canonical, plain
from table_controller.simulator.felt import BUTTON_TAG, built_in_deck, built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.script import Remedy, Script
from table_controller.simulator.sense import observations
from table_controller.simulator.truth import table_events, truth

MS = 1_000_000
LAYOUT = built_in_layout()
Story = list[tuple[Any, ...]]
Noise = Callable[[list[Observation], Random], list[Observation]]


def _fused(seen: list[Observation], deck: Deck) -> list[Event]:
    felt = empty_felt(LAYOUT, deck, BUTTON_TAG)
    entered = [ManualEntry(at=0, source="desk", event=event, by="host") for event in table_events()]
    told: list[Event] = []
    for seq, observation in enumerate([*entered, *seen], start=1):
        felt, events = fuse(felt, seq, observation, LAYOUT)
        told += events
    return told + list(flush(felt, LAYOUT)[1])


_SAME = ("seat", "card", "cards", "amount", "chips", "face", "action", "from_", "to", "place", "count", "order_known")
_TOO = ("by", "button", "seats", "small_blind", "big_blind", "hand")


def _story(events: list[Event], *, named: bool = True) -> Story:
    """The events without their times, numbers and sources, and without what no sensor of the table can see."""
    rows = []
    for event in events:
        if isinstance(event, Ticked | ZoneTouched):
            continue
        if isinstance(event, CardBurned) and event.face is Face.DOWN:
            event = replace(event, card=None)
        if isinstance(event, HoleCardDealt) and event.face is Face.DOWN and not named:
            event = replace(event, card=None)
        if isinstance(event, ButtonPlaced):
            event = replace(event, hand=None)
        rows.append((type(event).__name__, *(getattr(event, name, None) for name in (*_SAME, *_TOO))))
    return rows


def _script(seed: int, hands: int = 8) -> Script:
    return night(seed, hands=hands, remedy=Remedy.FOLLOWED if seed % 2 else Remedy.IGNORED)


@pytest.mark.parametrize("seed", range(100, 112))
def test_a_night_is_told_as_it_was(seed: int) -> None:
    """Clean hands and every irregularity the simulator knows, set right by the table or played on."""
    script = _script(seed)
    told = _fused(list(observations(script, seed, LAYOUT)), built_in_deck())
    assert _story(told) == _story(list(truth(script, seed)))
    assert not any(isinstance(event, ZoneTouched) for event in told)


def _delayed(seen: list[Observation], random: Random) -> list[Observation]:
    """Everything reaches the table thread up to 110 ms late, in any order."""
    order = [(o.at + random.randrange(110 * MS), i) for i, o in enumerate(seen)]
    return [seen[i] for _, i in sorted(order)]


def _in_frames(seen: list[Observation], random: Random) -> list[Observation]:
    """The camera takes ten pictures a second, and a zone sometimes rests one picture later."""

    def stamped(o: Observation) -> Observation:
        if isinstance(o, HandOverZone):
            return replace(o, at=-(-o.at // (100 * MS)) * 100 * MS)
        if isinstance(o, CardSighting | ChipSighting):
            return replace(o, at=-(-o.at // (100 * MS)) * 100 * MS + random.choice((0, 100 * MS)))
        return o

    return sorted(map(stamped, seen), key=lambda o: o.at)


def _jittered(seen: list[Observation], random: Random) -> list[Observation]:
    """Centres wander by six millimetres and cards come in any order."""

    def moved(o: Observation) -> Observation:
        if not isinstance(o, CardSighting):
            return o
        cards = [
            replace(c, centre=Point(c.centre.x + random.uniform(-6, 6), c.centre.y + random.uniform(-6, 6)))
            for c in o.cards
        ]
        return replace(o, cards=tuple(random.sample(cards, len(cards))))

    return [moved(o) for o in seen]


def _read_late(seen: list[Observation], random: Random) -> list[Observation]:
    """Three faces in ten are not read at first, and a fifth of a second later they are."""
    looks: list[Observation] = []
    for o in seen:
        looks.append(o)
        if isinstance(o, CardSighting) and any(c.card is not None for c in o.cards):
            cards = tuple(replace(c, card=None, confidence=0.4) if random.random() < 0.3 else c for c in o.cards)
            looks[-1:] = [replace(o, cards=cards), replace(o, at=o.at + 220 * MS)]
    return sorted(looks, key=lambda o: o.at)


def _repeated(seen: list[Observation], random: Random) -> list[Observation]:
    """Every look comes twice, and a clock ticks in between."""
    again = [replace(o, at=o.at + 90 * MS) for o in seen if isinstance(o, CardSighting | ChipSighting)]
    ticks = [Tick(at=at, source="clock") for at in range(0, seen[-1].at, 137 * MS)]
    return sorted([*seen, *again, *ticks], key=lambda o: o.at)


def _pot_late(seen: list[Observation], random: Random) -> list[Observation]:
    """The pot is seen a little after the bets."""
    late = [replace(o, at=o.at + 300 * MS) if getattr(o, "zone", "") == "pot" else o for o in seen]
    return sorted(
        [b if isinstance(b, ChipSighting) else a for a, b in zip(seen, late, strict=True)], key=lambda o: o.at
    )


@pytest.mark.parametrize("noise", [_delayed, _in_frames, _jittered, _read_late, _repeated, _pot_late])
@pytest.mark.parametrize("seed", [200, 201, 202])
def test_a_night_seen_less_well_is_told_the_same(seed: int, noise: Noise) -> None:
    script = _script(seed)
    seen = noise(list(observations(script, seed, LAYOUT)), Random(seed))
    assert _story(_fused(seen, built_in_deck())) == _story(list(truth(script, seed)))


def test_a_night_without_tags_is_told_without_names() -> None:
    script = _script(300)
    seen = [o for o in observations(script, 300, LAYOUT) if not isinstance(o, TagRead) or o.tag == BUTTON_TAG]
    told = _story(_fused(seen, Deck(())), named=False)
    assert told == _story(list(truth(script, 300)), named=False)


def test_a_night_told_again_is_the_same_byte_for_byte() -> None:
    seen = list(observations(_script(301), 301, LAYOUT))
    once, again = (canonical(plain(_fused(seen, built_in_deck()))) for _ in range(2))
    assert once == again


def test_every_event_names_the_entries_it_rests_on() -> None:
    seen = list(observations(_script(302), 302, LAYOUT))
    told = _fused(seen, built_in_deck())
    assert all(event.because for event in told)
    assert [event.at for event in told] == sorted(event.at for event in told)


def test_a_night_goes_on_from_its_felt_on_paper() -> None:
    """The felt survives its JSON in the middle of a hand."""
    from table_controller.records.wire import read

    seen = list(observations(_script(303, hands=2), 303, LAYOUT))
    felt, half = empty_felt(LAYOUT, built_in_deck(), BUTTON_TAG), len(seen) // 3
    for seq, observation in enumerate(seen[:half], start=1):
        felt, _ = fuse(felt, seq, observation, LAYOUT)
    revived: Felt = read(Felt, plain(felt))
    assert revived == felt
    for seq, observation in enumerate(seen[half:], start=half + 1):
        felt, events = fuse(felt, seq, observation, LAYOUT)
        revived, again = fuse(revived, seq, observation, LAYOUT)
        assert events == again
