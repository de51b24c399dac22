"""Watching a rendered table: what is said follows the frames and nothing else."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from table_controller.records import DECK, Card, Chips, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, HandOverZone, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from vision.live import Watcher

Room = Any
"""The fixture of conftest.py."""


def face_up(code: str, x: float, y: float, angle: float = 0.0) -> SceneCard:
    return SceneCard(Card.parse(code), Face.UP, Point(x, y), angle)


def sightings(said: list[Observation], zone: str) -> list[CardSighting | ChipSighting]:
    return [o for o in said if isinstance(o, CardSighting | ChipSighting) and o.zone == zone]


FLOP = (face_up("As", 330, 275), face_up("Td", 405, 275), face_up("5c", 480, 277, 3))
HAND = SceneHand(Point(500, 760), Point(480, 300))


def cards(sighting: object) -> list[str]:
    assert isinstance(sighting, CardSighting)
    return [str(card.card) if card.card else card.face.value for card in sighting.cards]


def test_an_empty_table_is_said_to_be_empty_once(room: Room) -> None:
    said = room.show(Scene(), 8)
    assert {o.zone for o in said if isinstance(o, CardSighting | ChipSighting)} == {z.name for z in room.layout.zones}
    assert all(not o.cards for o in said if isinstance(o, CardSighting))
    assert all(not o.chips for o in said if isinstance(o, ChipSighting))
    assert len(said) == 3


def test_a_flop_is_read_in_its_zone_and_place(room: Room) -> None:
    room.show(Scene())
    (sighting,) = sightings(room.show(Scene(FLOP)), "board")
    assert cards(sighting) == ["As", "Td", "5c"]
    assert isinstance(sighting, CardSighting)
    for seen, laid in zip(sighting.cards, FLOP, strict=True):
        assert abs(seen.centre.x - laid.centre.x) < 4
        assert abs(seen.centre.y - laid.centre.y) < 4
        assert min(abs(seen.angle - laid.angle), 180 - abs(seen.angle - laid.angle)) < 6


def test_swapping_one_card_in_the_frame_changes_the_sighting(room: Room) -> None:
    room.show(Scene(FLOP))
    swapped = (FLOP[0], face_up("9h", 405, 275), FLOP[2])
    (sighting,) = sightings(room.show(Scene(swapped)), "board")
    assert cards(sighting) == ["As", "9h", "5c"]


def test_a_zone_is_not_read_while_nothing_changes(room: Room) -> None:
    room.show(Scene(FLOP))
    before = room.watcher.reads
    assert room.show(Scene(FLOP), 10) == []
    assert room.watcher.reads == before


def test_all_is_calm_once_everything_is_told_and_no_longer_when_anything_moves(room: Room) -> None:
    room.show(Scene(), 1)
    assert not room.watcher.calm, "nothing is known yet"
    room.show(Scene(), 3)
    assert room.watcher.calm
    reaching = Scene(hands=(SceneHand(Point(900, 760), Point(890, 480)),))
    room.show(reaching, 1)
    assert not room.watcher.calm, "a hand comes in, far from any zone"
    room.show(Scene(FLOP), 1)
    assert not room.watcher.calm
    room.show(Scene(FLOP), 5)
    assert room.watcher.calm
    room.show(Scene((*FLOP, face_up("9h", 555, 275))), 2)
    assert not room.watcher.calm, "told, but all of the board was not looked at since"
    room.show(Scene((*FLOP, face_up("9h", 555, 275))), 3)
    assert room.watcher.calm


def test_who_sees_nothing_is_not_calm(room: Room) -> None:
    room.show(Scene(FLOP))
    assert room.watcher.calm
    for _ in range(3):
        room.look(np.zeros((608, 1080, 3), np.uint8))
        assert not room.watcher.calm


def test_a_zone_that_cannot_be_read_keeps_nobody_awake(room: Room) -> None:
    room.watcher = Watcher(room.layout, None, "overhead")
    room.show(Scene(FLOP), 4)
    assert room.watcher.calm


@pytest.mark.parametrize("apart", [60, 40, 30, 26])
def test_hole_cards_face_down_are_seen_as_such_and_never_named(room: Room, apart: float) -> None:
    pair = tuple(SceneCard(DECK[n], Face.DOWN, Point(140 + apart * n, 455), 5 - 10 * n) for n in (0, 1))
    (sighting,) = sightings(room.show(Scene(pair)), "seat 1 cards")
    assert cards(sighting) == ["down", "down"]


def test_a_tabled_pair_is_read(room: Room) -> None:
    pair = (face_up("Kd", 140, 455, 4), face_up("Kc", 185, 456, -5))
    (sighting,) = sightings(room.show(Scene(pair)), "seat 1 cards")
    assert sorted(cards(sighting)) == ["Kc", "Kd"]


def test_a_hand_over_a_zone_makes_the_reader_wait(room: Room) -> None:
    room.show(Scene())
    reaching = room.show(Scene(FLOP, hands=(HAND,)))
    assert [o for o in reaching if isinstance(o, HandOverZone) and o.zone == "board" and o.present]
    assert sightings(reaching, "board") == []
    gone = room.show(Scene(FLOP))
    assert [o for o in gone if isinstance(o, HandOverZone) and o.zone == "board" and not o.present]
    assert cards(sightings(gone, "board")[-1]) == ["As", "Td", "5c"]


def test_a_card_exchanged_under_a_hand_for_one_that_looks_like_it_from_afar_is_told(room: Room) -> None:
    clubs, spades = Scene((face_up("7c", 405, 275),)), Scene((face_up("7s", 405, 275),))
    room.show(clubs)
    room.show(Scene(clubs.cards, hands=(HAND,)))
    room.show(Scene(spades.cards, hands=(HAND,)))
    assert cards(sightings(room.show(spades), "board")[-1]) == ["7s"]


def test_what_a_hand_laid_down_is_told_before_what_lay_under_its_arm_is_looked_at_again(room: Room) -> None:
    pair = (face_up("Kd", 140, 455), face_up("Kc", 210, 455))
    room.show(Scene(pair), 12)
    hands = (HAND, SceneHand(Point(170, 760), Point(170, 470)))
    room.show(Scene(pair, hands=hands), 2)
    room.show(Scene((*pair, *FLOP), hands=hands), 2)
    before = room.watcher.reads
    said = room.show(Scene((*pair, *FLOP)), 2)
    assert cards(sightings(said, "board")[-1]) == ["As", "Td", "5c"]
    assert room.watcher.reads == before + 1, "the board alone: nobody waits for the other zone"
    room.show(Scene((*pair, *FLOP)), 1)
    assert room.watcher.reads > before + 1, "the seat's cards, which may have been exchanged"


def test_a_hand_that_comes_and_goes_makes_nobody_look_more_than_once_a_second(room: Room) -> None:
    room.show(Scene(FLOP), 10)
    before = room.watcher.reads
    for _ in range(6):
        assert sightings(room.show(Scene(FLOP, hands=(HAND,)), 2) + room.show(Scene(FLOP), 3), "board") == []
    assert room.watcher.reads - before <= 3


def test_chips_are_counted_by_colour(room: Room) -> None:
    colours = itertools.cycle((50, 100, 10))
    chips = tuple(SceneChips(Chips(next(colours)), 1, Point(345 + 48 * n, 430 + 40 * (n % 2))) for n in range(4))
    (sighting,) = sightings(room.show(Scene(chips=chips)), "seat 1 bet")
    assert isinstance(sighting, ChipSighting)
    assert sorted(chip.denomination or 0 for chip in sighting.chips) == [10, 50, 50, 100]
    assert all(chip.low <= chip.count <= chip.high for chip in sighting.chips)


def test_where_the_table_file_says_nothing_of_chips_they_have_the_usual_colours_and_no_value(room: Room) -> None:
    room.watcher = Watcher(replace(room.layout, colours=()), room.watcher._sights._reader, "overhead")
    (sighting,) = sightings(room.show(Scene(chips=(SceneChips(Chips(50), 1, Point(420, 450)),))), "seat 1 bet")
    assert isinstance(sighting, ChipSighting)
    assert [(chip.colour, chip.denomination) for chip in sighting.chips] == [("red", None)]


def test_a_card_in_no_zone_is_in_no_sighting(room: Room) -> None:
    said = room.show(Scene((face_up("Qh", 850, 100),)))
    assert all(not o.cards for o in said if isinstance(o, CardSighting))


def test_a_black_frame_is_a_blocked_view_and_light_restores_it(room: Room) -> None:
    room.show(Scene(FLOP))
    dark = np.zeros((608, 1080, 3), np.uint8)
    blocked = room.look(dark) + room.look(dark)
    assert sum(isinstance(o, ViewBlocked) and o.blocked for o in blocked) == 3
    light = room.show(Scene(FLOP))
    assert sum(isinstance(o, ViewBlocked) and not o.blocked for o in light) == 3


def test_a_frame_of_another_size_is_a_blocked_view(room: Room) -> None:
    said = room.look(np.full((100, 100, 3), 90, np.uint8))
    assert all(isinstance(o, ViewBlocked) and "1080" in o.reason for o in said)


def test_all_fifty_two_house_cards_are_read_and_none_is_misread(room: Room) -> None:
    wrong, read = [], 0
    for start in range(0, 52, 5):
        some = DECK[start : start + 5]
        scene = Scene(
            tuple(SceneCard(card, Face.UP, Point(310 + 85 * n, 275), 2 * n - 4) for n, card in enumerate(some))
        )
        sighting = sightings(room.show(scene), "board")[-1]
        assert isinstance(sighting, CardSighting)
        got = [card.card for card in sighting.cards]
        assert len(got) == len(some)
        read += sum(card is not None for card in got)
        wrong += [(str(a), str(b)) for a, b in zip(some, got, strict=True) if b not in (a, None)]
    assert wrong == []
    assert read >= 51


def test_without_weights_hands_and_chips_are_seen_and_card_zones_are_blocked(room: Room) -> None:
    room.watcher = Watcher(room.layout, None, "overhead")
    chip = SceneChips(Chips(50), 1, Point(420, 450))
    said = room.show(Scene(FLOP, (chip,))) + room.show(Scene(FLOP, (chip,), hands=(HAND,)))
    blocked = {one.zone: one.reason for one in said if isinstance(one, ViewBlocked) and one.blocked}
    assert blocked == dict.fromkeys(("board", "seat 1 cards"), "cards cannot be read: the weights are missing")
    assert not [one for one in said if isinstance(one, CardSighting)]
    assert [one.chips[0].colour for one in said if isinstance(one, ChipSighting)] == ["red"]
    assert [one for one in said if isinstance(one, HandOverZone) and one.present]
