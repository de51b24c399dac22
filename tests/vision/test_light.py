"""Lamps that flicker, felts as light as wood, uneven light: none of it is a hand, nor keeps a zone from being read."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from small_table import Room, small_layout, zone

from table_controller.records import Camera, Card, Face, Layout, Point, Seat, ZoneKind
from table_controller.records.observations import CardSighting, HandOverZone, Observation
from table_controller.records.scene import Scene, SceneCard, SceneHand
from vision.arrays import Picture, floats
from vision.gate import HandFinder, changed, quarter
from vision.live import Watcher
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.zones import View

FELTS = ((38, 98, 66), (30, 60, 110), (110, 30, 36), (150, 120, 90), (200, 180, 150), (230, 225, 220), (20, 20, 22))
LYING = Scene(
    tuple(
        SceneCard(Card.parse(code), Face.UP, Point(x, y))
        for code, x, y in (("As", 330, 275), ("Td", 405, 275), ("5c", 480, 275), ("9h", 140, 450), ("9c", 210, 452))
    )
)
READ = {"board": ["As", "Td", "5c"], "seat 1 cards": ["9h", "9c"]}
THIRTIETH = 33_333_333
Light = Callable[[float], Picture]
"""By how much each pixel is lit at a time in seconds, (h, w, 3)."""


def table(reader: CardReader, felt: tuple[int, int, int] = (38, 98, 66)) -> Room:
    layout = small_layout()
    look = Look(layout.width, layout.height, layout.colours, felt=felt)
    return Room(layout, Studio(layout.cameras[0], look), Watcher(layout, reader, "overhead"))


def watched(room: Room, scene: Scene, frames: int, light: Callable[[float], object]) -> list[Observation]:
    """What is said while a camera of 30 frames a second sees *scene* in that *light*."""
    said: list[Observation] = []
    for _ in range(frames):
        room.frames += 1
        lit = room.studio.frame(scene, room.frames) * light(room.frames / 30)
        said += room.watcher.look(np.clip(lit, 0, 255).astype(np.uint8), room.frames * THIRTIETH)
    return said


def read(said: list[Observation]) -> dict[str, list[str]]:
    """The names last told of each zone of cards."""
    seen = (one for one in said if isinstance(one, CardSighting))
    return {one.zone: [str(card.card) for card in one.cards] for one in seen}


def mains(depth: float, stripes: float) -> Callable[[float], object]:
    """A lamp on mains of 50 Hz as 30 frames a second show it: all rows together, or in *stripes*."""
    rows = np.linspace(0, 1, 608)[:, None, None]
    return lambda seconds: 1 + depth * np.sin(2 * np.pi * (10 * seconds + stripes * rows))


@pytest.mark.parametrize("stripes", [0.0, 3.0])
@pytest.mark.parametrize("depth", [0.06, 0.12])
def test_under_a_lamp_that_flickers_zones_come_to_rest_and_are_read_once(
    reader: CardReader, depth: float, stripes: float
) -> None:
    room, light = table(reader), mains(depth, stripes)
    watched(room, Scene(), 10, light)
    said = watched(room, LYING, 30, light)
    assert read(said) == READ
    assert len(said) == len(READ), "nothing is told twice, and no hand is seen"


def test_what_comes_and_goes_under_such_a_lamp_is_told(reader: CardReader) -> None:
    room, light = table(reader), mains(0.12, 3.0)
    watched(room, LYING, 20, light)
    said = watched(room, Scene(LYING.cards[:2]), 20, light)
    assert read(said) == {"board": ["As", "Td"], "seat 1 cards": []}


def test_a_hand_under_such_a_lamp_is_one(reader: CardReader) -> None:
    room, light = table(reader), mains(0.12, 3.0)
    watched(room, LYING, 20, light)
    reaching = Scene(LYING.cards, hands=(SceneHand(Point(170, 700), Point(170, 420)),))
    said = watched(room, reaching, 15, light) + watched(room, LYING, 15, light)
    hands = [(one.zone, one.present) for one in said if isinstance(one, HandOverZone)]
    assert hands == [("seat 1 cards", True), ("seat 1 cards", False)]


@pytest.mark.parametrize("by", [0.8, 0.93, 1.08, 1.2])
def test_light_alone_changes_nothing_and_a_card_in_other_light_does(reader: CardReader, by: float) -> None:
    room = table(reader)
    before = quarter(room.studio.frame(LYING, 1))
    now = quarter(np.clip(room.studio.frame(LYING, 2) * by, 0, 255).astype(np.uint8))
    assert np.count_nonzero(changed(before, now)) <= 12
    without = quarter(np.clip(room.studio.frame(Scene(LYING.cards[1:]), 2) * by, 0, 255).astype(np.uint8))
    assert np.count_nonzero(changed(before, without)) > 200


@pytest.mark.parametrize("felt", FELTS)
def test_on_any_felt_cards_are_read_and_nothing_is_taken_for_a_hand(
    reader: CardReader, felt: tuple[int, int, int]
) -> None:
    room = table(reader, felt)
    said = watched(room, Scene(), 3, lambda _: 1.0) + watched(room, LYING, 12, lambda _: 1.0)
    assert not [one for one in said if isinstance(one, HandOverZone)]
    assert read(said) == READ


@pytest.mark.parametrize("felt", FELTS)
def test_an_arm_is_seen_on_any_felt(felt: tuple[int, int, int]) -> None:
    layout = small_layout()
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours, felt=felt))
    arm = SceneHand(Point(-100, 280), Point(300, 270))
    frame = quarter(studio.frame(Scene(LYING.cards, hands=(arm,)), 5))
    found = HandFinder(View(layout, layout.cameras[0])).find(frame, np.ones(frame.shape[:2], bool))
    assert np.count_nonzero(found) > 1000


@pytest.mark.parametrize("light", [0.6, 0.35, 0.18])
@pytest.mark.parametrize("felt", [FELTS[0], FELTS[2], FELTS[3], FELTS[6]])
def test_in_dim_light_an_arm_is_seen_and_nothing_else_is_taken_for_one(
    felt: tuple[int, int, int], light: float
) -> None:
    layout = small_layout()
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours, felt=felt, light=light))
    finder, moving = HandFinder(View(layout, layout.cameras[0])), np.ones((152, 270), bool)
    arm = SceneHand(Point(560, -80), Point(560, 270))
    assert np.count_nonzero(finder.find(quarter(studio.frame(Scene(LYING.cards, hands=(arm,)), 5)), moving)) > 1000
    assert not finder.find(quarter(studio.frame(LYING, 6)), moving).any()
    assert not finder.find(quarter(studio.frame(Scene(), 7)), moving).any()


def test_hole_cards_held_over_the_felt_in_a_dim_room_are_not_read(reader: CardReader) -> None:
    room = table(reader)
    room.studio = Studio(room.layout.cameras[0], Look(1000, 560, room.layout.colours, light=0.25))
    watched(room, Scene(), 5, lambda _: 1.0)
    pair = tuple(SceneCard(Card.parse(code), Face.UP, Point(x, 441), 15) for code, x in (("Qh", 150), ("Jc", 178)))
    arm = Scene(hands=(SceneHand(Point(170, 760), Point(165, 480)),))
    bare, cards, hand = (room.studio.frame(scene, 1) for scene in (Scene(), Scene(pair), arm))
    held = np.where((cards > bare).any(2, keepdims=True), cards, hand)
    said = [one for _ in range(8) for one in room.look(held)]
    assert not [one for one in said if isinstance(one, CardSighting)]
    assert [one.zone for one in said if isinstance(one, HandOverZone)] == ["seat 1 cards"]


ARM = SceneHand(Point(560, -80), Point(560, 270))


def mat(scene: Scene, seed: int, light: float = 1.0, patch: tuple[int, int, int] = (210, 215, 220)) -> Picture:
    """The quarter frame of *scene* on a felt with a band, a club's name and, at the edge, a *patch* printed on it."""
    layout = small_layout()
    look = Look(layout.width, layout.height, layout.colours)
    frame, bare = (Studio(layout.cameras[0], look).frame(one, seed) for one in (scene, Scene()))
    lies = (cv2.absdiff(frame, bare) > 20).any(axis=2, keepdims=True)
    ink = (210, 215, 220)
    cv2.rectangle(bare, (0, 500), (1080, 530), ink, cv2.FILLED)
    cv2.putText(bare, "CLUB", (20, 200), cv2.FONT_HERSHEY_DUPLEX, 6, ink, 22)
    cv2.rectangle(bare, (480, 0), (740, 90), patch, cv2.FILLED)
    return quarter(np.asarray(np.where(lies, frame, bare) * light, np.uint8))


@pytest.mark.parametrize("light", [1.0, 1.1, 0.8, 0.5, 0.35])
def test_print_that_reaches_the_edge_is_no_hand_where_the_empty_felt_is_known(light: float) -> None:
    view, moving = View(small_layout(), small_layout().cameras[0]), np.ones((152, 270), bool)
    empty = cv2.resize(mat(Scene(), 1), (1080, 608), interpolation=cv2.INTER_CUBIC)
    knows, knows_not = HandFinder(view, np.asarray(empty, np.uint8)), HandFinder(view)
    assert np.count_nonzero(knows_not.find(mat(Scene(), 2, light), moving)) > 1000
    assert not knows.find(mat(Scene(), 2, light), moving).any()
    assert not knows.find(mat(LYING, 3, light), moving).any()


@pytest.mark.parametrize("light", [1.0, 1.1, 0.8, 0.5, 0.35])
def test_an_arm_over_print_is_seen_where_the_empty_felt_is_known_and_the_print_is_not(light: float) -> None:
    view, moving = View(small_layout(), small_layout().cameras[0]), np.ones((152, 270), bool)
    empty = cv2.resize(mat(Scene(), 1), (1080, 608), interpolation=cv2.INTER_CUBIC)
    finder = HandFinder(view, np.asarray(empty, np.uint8))
    arm = finder.find(mat(Scene(LYING.cards, hands=(ARM,)), 4, light), moving)
    bare = quarter(Studio(view.camera, Look(1000, 560, ())).frame(Scene(hands=(ARM,)), 5))
    alone = HandFinder(view).find(bare, moving)
    assert np.count_nonzero(arm & alone) > 0.8 * np.count_nonzero(alone)
    assert np.count_nonzero(arm & ~alone) < 0.1 * np.count_nonzero(alone)


@pytest.mark.parametrize("known", [True, False])
def test_a_zone_over_print_that_reaches_the_edge_is_read_where_the_empty_felt_is_known(
    reader: CardReader, known: bool
) -> None:
    layout = small_layout()
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours))

    def shown(scene: Scene, seed: int) -> Picture:
        frame = studio.frame(scene, seed).copy()
        cv2.rectangle(frame, (70, 545), (300, 607), (210, 215, 220), cv2.FILLED)
        return frame

    empty = shown(Scene(), 50) if known else None
    room = Room(layout, studio, Watcher(layout, reader, "overhead", empty=empty))
    said = [one for n in range(8) for one in room.look(shown(LYING, n))]
    assert read(said) == {zone: cards for zone, cards in READ.items() if known or zone == "board"}
    assert [one.zone for one in said if isinstance(one, HandOverZone)] == ([] if known else ["seat 1 cards"])


def test_an_arm_in_the_colour_of_the_print_it_reaches_in_over_is_seen_beside_it() -> None:
    """A sleeve on a dark patch: what is seen of it reaches in by the patch."""
    view, moving, sleeve = View(small_layout(), small_layout().cameras[0]), np.ones((152, 270), bool), (74, 52, 48)
    empty = cv2.resize(mat(Scene(), 1, patch=sleeve), (1080, 608), interpolation=cv2.INTER_CUBIC)
    finder = HandFinder(view, np.asarray(empty, np.uint8))
    assert not finder.find(mat(Scene(), 2, patch=sleeve), moving).any()
    assert np.count_nonzero(finder.find(mat(Scene(hands=(ARM,)), 3, patch=sleeve), moving)) > 800


def test_uneven_light_is_no_hand() -> None:
    layout = small_layout()
    finder = HandFinder(View(layout, layout.cameras[0]))
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours, felt=(150, 120, 90)))
    from_a_corner = 0.45 + 0.6 * np.add.outer(np.linspace(0, 1, 608), np.linspace(0, 1, 1080))[..., None] / 2
    frame = quarter(np.clip(studio.frame(LYING, 3) * from_a_corner, 0, 255).astype(np.uint8))
    assert not finder.find(frame, np.ones(frame.shape[:2], bool)).any()


def test_a_camera_that_does_not_see_the_felt_sees_no_hand() -> None:
    camera = Camera("overhead", 320, 240, (1.0, 0.0, 5000.0, 0.0, 1.0, 5000.0, 0.0, 0.0, 1.0))
    layout = Layout("elsewhere", 1000, 560, (Seat(1),), (), (camera,), ())
    frame = np.zeros((60, 80, 3), np.uint8)
    assert not HandFinder(View(layout, camera)).find(frame, np.ones((60, 80), bool)).any()


@pytest.mark.parametrize(("grain", "soft"), [(12.0, 0.0), (8.0, 0.7), (6.0, 1.2)])
def test_in_the_grain_of_a_dim_room_zones_come_to_rest_and_are_read_once(
    reader: CardReader, grain: float, soft: float
) -> None:
    """Levels of one pixel, and pixels over which the camera smears its grain."""
    room, random = table(reader), np.random.default_rng(0)
    noise = random.standard_normal((4, 608, 1080, 3), np.float32)
    noise = floats([cv2.GaussianBlur(one, (0, 0), soft) if soft else one for one in noise])
    noise *= grain / noise.std()
    said: list[Observation] = []
    for scene in [Scene()] * 5 + [LYING] * 20:
        shown = room.studio.frame(scene, room.frames) + noise[room.frames % 4]
        said += room.look(np.clip(shown, 0, 255).astype(np.uint8))
    assert read(said) == READ
    assert len(said) == 3 + len(READ), "nothing is told twice, and no hand is seen"


def swaying(room: Room, scene: Scene, frames: int, pixels: float) -> list[Observation]:
    """What is said while the camera sways so many *pixels* to either side, three times a second."""
    said: list[Observation] = []
    for _ in range(frames):
        room.frames += 1
        aside = pixels * np.sin(2 * np.pi * room.frames / 10)
        shown, shift = room.studio.frame(scene, room.frames % 4), floats([(1, 0, aside), (0, 1, aside / 2)])
        moved = cv2.warpAffine(shown, shift, (1080, 608), borderMode=cv2.BORDER_REPLICATE)
        said += room.watcher.look(np.asarray(moved, np.uint8), room.frames * THIRTIETH)
    return said


def test_a_camera_that_sways_all_night_costs_no_core_and_what_a_hand_lays_is_told_at_once(reader: CardReader) -> None:
    room = table(reader)
    assert read(swaying(room, LYING, 20, 1)) == READ
    before = room.watcher.reads
    assert swaying(room, LYING, 150, 1) == []
    assert room.watcher.reads - before <= 40, "in five seconds, of two zones in which all edges sway"
    more = (*LYING.cards, SceneCard(Card.parse("Kd"), Face.UP, Point(555, 275)))
    swaying(room, Scene(more, hands=(SceneHand(Point(560, -80), Point(560, 270)),)), 10, 1)
    assert read(swaying(room, Scene(more), 10, 1)) == {"board": ["As", "Td", "5c", "Kd"]}


WOOD = {
    "train_11": ([(286, 74), (1250, 82), (1244, 1027), (295, 1034)], ["9c", "4c", "Qc", "7s", "Jd"]),
    "train_19": ([(268, 29), (1292, 31), (1290, 1046), (285, 1052)], ["Jd", "5h", "9s", "3h", "8d"]),
}
"""Photographs of a table of light wood, the first in dim light: its corners in 1620 × 1080 pixels, and its board."""


@pytest.mark.parametrize("name", WOOD)
def test_the_board_of_a_real_table_of_wood_is_read_while_it_is_watched(
    reader: CardReader, shared: Path, name: str
) -> None:
    corners, board = WOOD[name]
    taken = open_picture(shared / "data" / "poker-table-wood" / f"{name}.jpg")
    photograph = cv2.resize(taken, (1620, 1080), interpolation=cv2.INTER_AREA)
    side = floats([(0, 0), (550, 0), (550, 550), (0, 550)])
    homography = cv2.getPerspectiveTransform(side, floats(corners))
    camera = Camera("overhead", 1620, 1080, tuple(float(x) for x in (homography / homography[2, 2]).ravel()))
    layout = Layout(name, 550, 550, (Seat(1),), (zone("board", ZoneKind.BOARD, 70, 430, 420, 110),), (camera,), ())
    watcher, grain = Watcher(layout, reader, "overhead"), np.random.default_rng(0)
    said: list[Observation] = []
    for number in range(1, 6):
        frame = np.clip(photograph + grain.normal(0, 3, photograph.shape), 0, 255).astype(np.uint8)
        said += watcher.look(frame, number * THIRTIETH)
    assert read(said) == {"board": board}
    assert len(said) == 1
