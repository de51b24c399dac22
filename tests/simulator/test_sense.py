"""Perfect sensors: they say what moments show, and nothing that only the script knows."""

from collections import Counter
from dataclasses import replace
from types import UnionType

import pytest

from table_controller.records import BadInput, Card, Face
from table_controller.records.events import ChipsMovedIn, Declared
from table_controller.records.observations import (
    ButtonPress,
    CardSighting,
    ChipSighting,
    HandOverZone,
    Observation,
    TagRead,
)
from table_controller.records.scene import SceneCard
from table_controller.simulator.felt import built_in_layout
from table_controller.simulator.invent import night
from table_controller.simulator.noise import NOISES, noisy
from table_controller.simulator.play import Moment, play
from table_controller.simulator.sense import observations, sensed
from table_controller.simulator.truth import truth

LAYOUT = built_in_layout()
SCRIPT = night(2, hands=3)
MOMENTS = play(SCRIPT)
SEEN = sensed(MOMENTS, LAYOUT)


def test_observations_are_those_of_the_moments() -> None:
    assert observations(SCRIPT, None, LAYOUT) == SEEN
    assert observations(SCRIPT, 7, LAYOUT) == sensed(play(SCRIPT, 7), LAYOUT) != SEEN


def test_they_come_in_order_of_time() -> None:
    assert [seen.at for seen in SEEN] == sorted(seen.at for seen in SEEN)


def test_every_zone_of_cards_and_chips_is_first_seen_empty() -> None:
    first = {seen.zone: seen for seen in reversed(SEEN) if isinstance(seen, CardSighting | ChipSighting)}
    assert len(first) == 5 + 2 * 6
    assert all(not getattr(seen, "cards", ()) and not getattr(seen, "chips", ()) for seen in first.values())


def test_every_bet_is_seen_as_it_was_made() -> None:
    moved = Counter((e.seat, e.amount) for e in truth(SCRIPT) if isinstance(e, ChipsMovedIn))
    risen: Counter[tuple[int, int]] = Counter()
    for seat in LAYOUT.seats:
        before = 0
        for seen in (s for s in SEEN if isinstance(s, ChipSighting) and s.zone == f"seat {seat} bet"):
            now = sum(chips.denomination or 0 for chips in seen.chips)
            if now > before:
                risen[seat, now - before] += 1
            before = now
    assert moved - risen == Counter()


def test_every_declaration_is_a_press() -> None:
    declared = [(event.seat, event.action) for event in truth(SCRIPT) if isinstance(event, Declared)]
    pressed = [(s.seat, s.press.value) for s in SEEN if isinstance(s, ButtonPress) and s.seat is not None]
    assert pressed == declared


def test_a_face_down_card_has_no_name() -> None:
    cards = [card for seen in SEEN if isinstance(seen, CardSighting) for card in seen.cards]
    assert any(card.face is Face.UP for card in cards)
    assert all((card.card is None) == (card.face is Face.DOWN) for card in cards)


def _swapped(moment: Moment, old: Card, new: Card) -> Moment:
    cards = tuple(replace(thing, card=new) if thing.card == old else thing for thing in moment.scene.cards)
    return replace(moment, scene=replace(moment.scene, cards=cards))


def test_a_card_swapped_on_the_felt_alone_is_what_the_camera_sees() -> None:
    flop = next(s for s in SEEN if isinstance(s, CardSighting) and s.zone == "board" and s.cards)
    old = flop.cards[0].card
    assert old is not None
    never = next(c for c in map(Card.parse, ("2c", "2d", "2h", "2s", "3c")) if not _shown(c))
    changed = sensed(tuple(_swapped(moment, old, never) for moment in MOMENTS), LAYOUT)
    differing = [(one, other) for one, other in zip(SEEN, changed, strict=True) if one != other]
    assert differing
    assert all(isinstance(one, CardSighting) for one, _ in differing)
    assert [seen for seen in changed if isinstance(seen, TagRead)] == [s for s in SEEN if isinstance(s, TagRead)]


def _shown(card: Card) -> bool:
    return any(isinstance(thing, SceneCard) and thing.card == card for m in MOMENTS for thing in m.scene.cards)


def test_a_press_left_out_is_the_only_thing_missing() -> None:
    pressed = [n for n, moment in enumerate(MOMENTS) if moment.switches]
    left_out = tuple(replace(m, switches=frozenset()) if n == pressed[5] else m for n, m in enumerate(MOMENTS))
    missing = Counter(map(repr, SEEN)) - Counter(map(repr, sensed(left_out, LAYOUT)))
    assert len(missing) == 1
    assert "ButtonPress" in next(iter(missing))


@pytest.mark.parametrize("name", NOISES)
def test_noise_leaves_presses_and_order_alone(name: str) -> None:
    heard = noisy(SEEN, name, 1)
    assert heard == noisy(SEEN, name, 1)
    assert [seen.at for seen in heard] == sorted(seen.at for seen in heard)
    assert _presses(heard) == _presses(SEEN)
    assert (heard == SEEN) == (name == "none")


def test_heavy_noise_misses_delays_and_doubles() -> None:
    heard = noisy(SEEN, "heavy", 1)
    assert len(_of(heard, HandOverZone)) < len(_of(SEEN, HandOverZone))
    for kind in (TagRead, CardSighting | ChipSighting):
        clean, noise = (Counter(_told(seen) for seen in _of(many, kind)) for many in (SEEN, heard))
        assert not clean - noise, "every tag and every change is told at last"
        assert noise.total() > clean.total()
    assert {seen.at for seen in heard} - {seen.at for seen in SEEN}


def _of(seen: tuple[Observation, ...], kind: type | UnionType) -> list[Observation]:
    return [each for each in seen if isinstance(each, kind)]


def _told(seen: Observation) -> str:
    return repr(replace(seen, at=0))


def _presses(seen: tuple[Observation, ...]) -> list[Observation]:
    return [each for each in seen if isinstance(each, ButtonPress)]


def test_an_unknown_noise_is_refused() -> None:
    with pytest.raises(BadInput, match="noise: loud: expected one of none, light, heavy"):
        noisy(SEEN, "loud", 1)
