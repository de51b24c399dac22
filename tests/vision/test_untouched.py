"""Where nothing changed, what lay there lies there still, whatever one more look makes of it; what went is told."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from small_table import Room, small_layout

from table_controller.records import Card, Chips, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, Observation, SightedCard, SightedChips
from table_controller.records.scene import Scene, SceneCard, SceneChips
from vision.gate import Mask
from vision.jury import Jury
from vision.reading import SeenCard
from vision.untouched import SURE, left_out, with_untouched
from vision.zones import QUARTER, View, apart

VIEW = View(small_layout(), small_layout().cameras[0])
ZONE = next(zone for zone in VIEW.zones if zone.zone.name == "seat 1 bet")
DOUBTFUL = 0.46


def _chip(x: float, y: float = 450.0, sure: float = DOUBTFUL, colour: str = "red") -> SightedChips:
    return SightedChips(Chips(50), colour, 1, 1, 20, Point(x, y), sure)


def _changed_around(*chips: SightedChips) -> Mask:
    changes = np.zeros(ZONE.mask.shape, bool)
    for x, y in VIEW.pixels([chip.centre for chip in chips]) / QUARTER if chips else ():
        column, row = round(float(x)) - ZONE.small[1].start, round(float(y)) - ZONE.small[0].start
        changes[row - 3 : row + 4, column - 3 : column + 4] = True
    return changes


LEFT, MIDDLE, RIGHT = _chip(360), _chip(420), _chip(480)


def test_a_chip_that_one_more_look_misses_lies_there_still() -> None:
    assert with_untouched(VIEW, ZONE, _changed_around(RIGHT), (LEFT, MIDDLE), (LEFT, RIGHT)) == (LEFT, MIDDLE, RIGHT)


def test_a_chip_that_one_more_look_finds_where_nothing_changed_did_not_come() -> None:
    assert with_untouched(VIEW, ZONE, _changed_around(RIGHT), (LEFT,), (LEFT, MIDDLE, RIGHT)) == (LEFT, RIGHT)


def test_a_chip_in_its_place_keeps_its_colour_and_its_middle() -> None:
    again = replace(_chip(364, colour="orange"), denomination=None)
    assert with_untouched(VIEW, ZONE, _changed_around(RIGHT), (LEFT,), (again, RIGHT)) == (LEFT, RIGHT)


def test_what_is_surely_seen_counts_wherever_it_is() -> None:
    found, named = _chip(420, sure=SURE), _chip(361, sure=SURE, colour="blue")
    assert with_untouched(VIEW, ZONE, _changed_around(), (LEFT,), (named, found)) == (named, found)


def test_a_chip_that_was_taken_has_gone() -> None:
    assert with_untouched(VIEW, ZONE, _changed_around(MIDDLE), (LEFT, MIDDLE), (LEFT,)) == (LEFT,)


def test_a_chip_that_slid_a_little_is_not_told_twice() -> None:
    slid = _chip(366)
    assert with_untouched(VIEW, ZONE, _changed_around(LEFT, slid), (LEFT,), (slid,)) == (slid,)


KING = SightedCard(Card.parse("Ks"), Face.UP, Point(330.0, 275.0), 0.0, 0.99)
BACK = SightedCard(None, Face.DOWN, Point(480.0, 275.0), 0.0, 0.99)
BOARD = next(zone for zone in VIEW.zones if zone.zone.name == "board")
NOTHING_CHANGED = np.zeros(BOARD.mask.shape, bool)


def test_a_named_card_and_a_back_that_one_more_look_misses_are_left_out() -> None:
    unread = replace(KING, card=None, centre=Point(600.0, 275.0))
    assert left_out(VIEW, BOARD, NOTHING_CHANGED, (KING, BACK, unread), ()) == (KING, BACK)
    assert left_out(VIEW, BOARD, NOTHING_CHANGED, (BACK,), (unread,)) == (BACK,), "a card elsewhere is not that one"


def test_of_a_card_whose_place_changed_the_new_look_tells() -> None:
    assert left_out(VIEW, BOARD, ~NOTHING_CHANGED, (KING,), ()) == ()


@pytest.mark.parametrize(
    "again",
    [
        replace(KING, card=Card.parse("Kc"), centre=Point(338.0, 275.0)),
        replace(KING, card=None, face=Face.DOWN),
        replace(KING, centre=Point(430.0, 275.0)),
    ],
)
def test_a_card_that_is_read_otherwise_or_elsewhere_is_not_told_twice(again: SightedCard) -> None:
    assert left_out(VIEW, BOARD, NOTHING_CHANGED, (KING,), (again,)) == ()


def test_a_card_that_was_read_stays_though_later_looks_miss_it(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    king, ace = (SceneCard(Card.parse(name), Face.UP, Point(x, 275), 0.0) for name, x in (("Ks", 330), ("Ad", 600)))
    room.show(Scene((king,)), 8)
    sights = room.watcher._sights
    find = sights.cards
    monkeypatch.setattr(sights, "cards", lambda *given: tuple(c for c in find(*given) if str(c.card) != "Ks"))
    monkeypatch.setattr(sights, "patched", lambda *given: None)
    assert _named(room.show(Scene((king, ace)), 8)) == [["Ks", "Ad"]]
    assert _named(room.show(Scene((ace,)), 8)) == [["Ad"]]


@pytest.mark.parametrize("upside_down", [True, False])
def test_a_back_that_one_look_misses_stays_if_it_shows_upside_down(
    room: Room, monkeypatch: pytest.MonkeyPatch, upside_down: bool
) -> None:
    backs = tuple(SceneCard(Card.parse(name), Face.DOWN, Point(x, 455), 0.0) for name, x in (("2c", 100), ("2d", 163)))
    ace = SceneCard(Card.parse("Ad"), Face.UP, Point(240, 455), 0.0)
    assert _faces(room.show(Scene(backs), 8)) == [[Face.DOWN] * 2]
    sights = room.watcher._sights
    see = sights._seen

    def without_left(*given: Any) -> tuple[SeenCard, ...]:
        seen = sorted(see(*given) or (), key=lambda card: card.quad)
        return tuple(seen if given[4:] == (True,) and upside_down else seen[1:])

    monkeypatch.setattr(sights, "_seen", without_left)
    monkeypatch.setattr(sights, "patched", lambda *given: None)
    rest = [Face.DOWN, Face.UP]
    assert _faces(room.show(Scene((*backs, ace)), 8)) == [[Face.DOWN, *rest] if upside_down else rest]


def test_upside_down_the_same_cards_lie_in_the_same_places(room: Room) -> None:
    codes = (("As", Face.UP, 320), ("Td", Face.UP, 400), ("5c", Face.DOWN, 500), ("6c", Face.DOWN, 640))
    scene = Scene(tuple(SceneCard(Card.parse(code), face, Point(x, 275), 0) for code, face, x in codes))
    sights, frame = room.watcher._sights, room.studio.frame(scene, 1)
    upright, turned = (sights.cards(BOARD, frame, Jury(0.9), 1, turned=turned) for turned in (False, True))
    assert [(card.card, card.face) for card in upright] == [(card.card, card.face) for card in turned]
    assert [face for _, face, _ in codes] == [card.face for card in turned]
    assert all(apart(a.centre, b.centre) < 3 for a, b in zip(upright, turned, strict=True))


def _faces(said: list[Observation]) -> list[list[Face]]:
    return [[card.face for card in one.cards] for one in said if isinstance(one, CardSighting) and one.cards]


def _named(said: list[Observation]) -> list[list[str]]:
    return [[str(card.card) for card in one.cards] for one in said if isinstance(one, CardSighting)]


def _forgetful(find: Callable[..., tuple[SightedChips, ...]]) -> Callable[..., tuple[SightedChips, ...]]:
    """Let every second look miss the chip farthest to the left, and doubt all others."""
    looks = 0

    def found(*given: object) -> tuple[SightedChips, ...]:
        nonlocal looks
        looks += 1
        doubted = tuple(replace(chip, confidence=DOUBTFUL) for chip in find(*given))
        return doubted if looks % 2 else doubted[1:]

    return found


def _counts(said: list[Observation]) -> list[int]:
    return [len(one.chips) for one in said if isinstance(one, ChipSighting)]


def test_chips_come_and_go_one_by_one_though_every_second_look_misses_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips = [SceneChips(Chips(50), 1, Point(345 + 48 * n, 450)) for n in range(4)]
    room.show(Scene())
    sights = room.watcher._sights
    monkeypatch.setattr(sights, "chips", _forgetful(sights.chips))
    said = [room.show(Scene(chips=tuple(chips[:n])), 8) for n in (2, 3, 4, 3, 2)]
    assert [_counts(some) for some in said] == [[2], [3], [4], [3], [2]]
