"""Frames that show nothing: black, of one colour, half, frozen. The view is blocked, and nothing is read into them."""

from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard
from vision.live import Watcher
from vision.reader import CardReader
from vision.resting import BEHIND

Room = Any
"""The fixture of conftest.py."""
FLOP = Scene(
    tuple(
        SceneCard(Card.parse(code), Face.UP, Point(330 + 75 * n, 275), 0) for n, code in enumerate(("As", "Td", "5c"))
    )
)


def half_grey(frame: np.ndarray) -> np.ndarray:
    torn = frame.copy()
    torn[len(torn) * 3 // 5 :] = 128
    return torn


def smeared(frame: np.ndarray) -> np.ndarray:
    torn = frame.copy()
    torn[len(torn) // 2 :] = torn[len(torn) // 2]
    return torn


def top_black(frame: np.ndarray) -> np.ndarray:
    torn = frame.copy()
    torn[: len(torn) // 2] = 0
    return torn


def grey(frame: np.ndarray) -> np.ndarray:
    return np.full_like(frame, 128)


def black(frame: np.ndarray) -> np.ndarray:
    return np.zeros_like(frame)


BROKEN = (half_grey, smeared, top_black, grey, black)


def sighted(said: list[Observation]) -> list[Observation]:
    return [one for one in said if isinstance(one, CardSighting | ChipSighting)]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_what_shows_nothing_blocks_the_view_and_empties_no_zone(room: Room, broken: Any) -> None:
    before = room.show(FLOP)
    said: list[Observation] = []
    for _ in range(6):
        said += room.look(broken(room.studio.frame(FLOP, room.frames)))
    assert sighted(said) == []
    assert [(one.zone, one.blocked) for one in said if isinstance(one, ViewBlocked)] == [
        (zone.name, True) for zone in room.layout.zones
    ]
    assert all(isinstance(one, ViewBlocked) and one.reason.startswith(("the picture", "only a part")) for one in said)
    assert room.watcher.blind
    restored = room.show(FLOP, 4)
    assert not room.watcher.blind
    assert sum(isinstance(one, ViewBlocked) and not one.blocked for one in restored) == 3
    assert_said_once_more(room, before, restored)


def assert_said_once_more(room: Room, before: list[Observation], after: list[Observation]) -> None:
    """Of each zone: until it is said, what was told before a while that nobody saw is in doubt."""
    lay, lies = ({one.zone: _what(one) for one in sighted(said)} for said in (before, after))
    assert lies == lay
    assert len(sighted(after)) == len(room.layout.zones)


def _what(sighting: Any) -> list[object]:
    if isinstance(sighting, CardSighting):
        return [(card.card, card.face) for card in sighting.cards]
    return [(chip.colour, chip.count) for chip in sighting.chips]


def test_after_a_while_that_nobody_saw_each_zone_is_said_once_more_and_none_is_read_again(room: Room) -> None:
    before = room.show(FLOP)
    reads = room.watcher.reads
    assert room.show(FLOP, 3) == []
    room.watcher.afresh()
    assert_said_once_more(room, before, room.show(FLOP, 4))
    assert room.watcher.reads == reads


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_a_lone_broken_frame_is_passed_over(room: Room, broken: Any) -> None:
    room.show(FLOP)
    reads = room.watcher.reads
    assert room.look(broken(room.studio.frame(FLOP, 3))) == ()
    assert room.show(FLOP, 4) == []
    assert room.watcher.reads == reads, "nothing changed, and nothing was read again"


def test_a_camera_that_repeats_one_frame_is_frozen_and_a_new_frame_frees_it(room: Room) -> None:
    frame = room.studio.frame(FLOP, 1)
    said = [one for _ in range(45) for one in room.look(frame)]
    assert {one.reason for one in said if isinstance(one, ViewBlocked)} == {"the picture is frozen"}
    assert sum(isinstance(one, ViewBlocked) and one.blocked for one in said) == 3
    freed = room.show(FLOP)
    assert sum(isinstance(one, ViewBlocked) and not one.blocked for one in freed) == 3


def test_a_still_scene_of_a_recording_is_not_frozen(room: Room, reader: CardReader) -> None:
    room.watcher = Watcher(room.layout, reader, "overhead", live=False)
    frame = room.studio.frame(FLOP, 1)
    assert not [one for _ in range(45) for one in room.look(frame) if isinstance(one, ViewBlocked)]


@pytest.mark.parametrize("quality", [95, 40, 10])
def test_a_strongly_compressed_picture_is_whole(room: Room, quality: int) -> None:
    said: list[Observation] = []
    for number in range(5):
        packed = cv2.imencode(".jpg", room.studio.frame(FLOP, number), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        said += room.look(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8))
    assert not [one for one in said if isinstance(one, ViewBlocked)]


def flat(room: Room, scene: Scene) -> np.ndarray:
    """The next frame as hard compression leaves it: rows of bare felt repeat, for its grain is gone."""
    number = room.frames
    bare, frame = room.studio.frame(Scene(), number).copy(), room.studio.frame(scene, number)
    smooth = np.linspace(1, 0.85, frame.shape[1])[:, None] * (66, 98, 38)
    return np.where(cv2.absdiff(bare, frame).max(2, keepdims=True) > 0, frame, smooth).astype(np.uint8)


def test_felt_that_compression_made_flat_is_whole(room: Room) -> None:
    assert room.watcher.look(flat(room, Scene()), 1) == ()
    said = [one for _ in range(6) for one in room.look(flat(room, FLOP))]
    assert not [one for one in said if isinstance(one, ViewBlocked)]
    (board,) = [one for one in said if isinstance(one, CardSighting) and one.zone == "board" and one.cards]
    assert [str(card.card) for card in board.cards] == ["As", "Td", "5c"]


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: broken.__name__)
def test_where_compression_made_the_felt_flat_a_broken_frame_is_one_all_the_same(room: Room, broken: Any) -> None:
    said = [one for _ in range(6) for one in room.look(broken(flat(room, FLOP)))]
    assert {one.zone for one in said if isinstance(one, ViewBlocked)} == {zone.name for zone in room.layout.zones}
    assert sighted(said) == []


def test_rows_of_flat_felt_in_a_picture_with_grain_were_filled_up(room: Room) -> None:
    said: list[Observation] = []
    for number in range(6):
        frame = room.studio.frame(FLOP, number).copy()
        frame[400:] = cv2.blur(frame[399], (1, 101))
        said += room.look(frame)
    assert {one.reason for one in said if isinstance(one, ViewBlocked)} == {"only a part of the picture arrives"}


def test_a_clock_that_jumps_back_undoes_nothing(room: Room) -> None:
    room.show(FLOP)
    latest = room.frames * 100_000_000
    said = [one for at in (5, 7, 9) for one in room.watcher.look(room.studio.frame(Scene(), at), at)]
    said += [
        one for n in range(5) for one in room.watcher.look(room.studio.frame(Scene(), n), latest + n * 100_000_000)
    ]
    assert min(one.at for one in said) >= latest - BEHIND
    assert any(isinstance(one, CardSighting) and one.zone == "board" and not one.cards for one in said)


def test_a_clock_that_jumps_ahead_stamps_nothing_further_back_than_promised(room: Room) -> None:
    room.show(FLOP)
    far = room.frames * 100_000_000 + 3_600_000_000_000
    said = [one for n in range(5) for one in room.watcher.look(room.studio.frame(Scene(), n), far + n * 100_000_000)]
    assert sighted(said)
    assert min(one.at for one in said) >= far - BEHIND


def test_what_is_in_the_air_has_not_come_to_rest_where_each_frame_is_sent_twice(room: Room) -> None:
    """As by a grabber that makes 30 frames a second of 15: told, it would be a card on the board that is none."""
    flight = [Scene()] * 4 + [_thrown(x) for x in range(40, 1000, 120)] + [Scene()] * 4
    said: list[Observation] = []
    for number, scene in enumerate(flight * 2):
        frame = room.studio.frame(scene, number)
        for again in (0, 1):
            said += room.watcher.look(frame, (30 + 2 * number + again) * 33_000_000)
    assert [one.cards for one in said if isinstance(one, CardSighting) and one.zone == "board"] == [()]


def _thrown(x: float) -> Scene:
    return Scene((SceneCard(Card.parse("As"), Face.DOWN, Point(x, 275), 0),))


def test_what_is_still_in_a_stream_that_repeats_its_picture_to_the_bit_is_told(room: Room) -> None:
    frame = room.studio.frame(FLOP, 1)
    said = [one for number in range(6) for one in room.watcher.look(frame, (30 + number) * 33_000_000)]
    (board,) = [one for one in said if isinstance(one, CardSighting) and one.zone == "board"]
    assert [str(card.card) for card in board.cards] == ["As", "Td", "5c"]
    assert board.at == 30 * 33_000_000
