"""A nudged camera is told from a change of light, cards on the felt and hands over it."""

import random

import cv2
import numpy as np
import pytest

from table_controller.records import DECK, Chips, Face, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips
from table_controller.simulator.felt import built_in_layout
from vision.calibrate.moved import LIMIT, Anchor, moved
from vision.scene import Look, Studio
from vision.zones import View

LAYOUT = built_in_layout()
VIEW = View(LAYOUT, LAYOUT.cameras[0])
PIXELS = 1.065
"""Pixels a millimetre of the built-in camera."""


def picture(scene: Scene, light: float = 1.0, seed: int = 2) -> np.ndarray:
    look = Look(LAYOUT.width, LAYOUT.height, LAYOUT.colours, light=light)
    return Studio(LAYOUT.cameras[0], look, 1).frame(scene, seed)


def busy() -> Scene:
    """Twenty cards and thirty chips, all over the felt."""
    rng = random.Random(4)
    cards = tuple(
        SceneCard(card, Face.UP, Point(rng.uniform(100, 1680), rng.uniform(80, 920)), rng.uniform(0, 360))
        for card in rng.sample(DECK, 20)
    )
    chips = tuple(SceneChips(Chips(50), 1, Point(rng.uniform(100, 1680), rng.uniform(80, 920))) for _ in range(30))
    return Scene(cards, chips)


def nudged(frame: np.ndarray, x: float, y: float, turn: float = 0.0) -> np.ndarray:
    """*frame* as the camera sees it after a nudge of so many millimetres on the felt, and degrees."""
    motion = cv2.getRotationMatrix2D((960, 540), turn, 1)
    motion[:, 2] += [x * PIXELS, y * PIXELS]
    return cv2.warpAffine(frame, motion, (1920, 1080), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)


@pytest.fixture(scope="module")
def empty() -> np.ndarray:
    return picture(Scene((), ()))


@pytest.fixture(scope="module")
def anchor() -> Anchor:
    return Anchor(picture(Scene((), ()), seed=1), VIEW)


@pytest.mark.parametrize("by", [1.0, 2.0, 3.0])
@pytest.mark.parametrize("way", [(1, 0), (0, 1), (-0.7071, 0.7071)])
def test_a_nudge_is_measured(anchor: Anchor, empty: np.ndarray, by: float, way: tuple[float, float]) -> None:
    shift = anchor.shift(nudged(empty, by * way[0], by * way[1]))
    assert shift.nudged
    assert shift.millimetres == pytest.approx(by, abs=0.15)


@pytest.mark.parametrize("by", [1.0, 3.0, 20.0])
def test_a_nudge_is_measured_on_a_busy_table_in_dim_light(anchor: Anchor, by: float) -> None:
    shift = anchor.shift(nudged(picture(busy(), light=0.6), by, 0))
    assert shift.millimetres == pytest.approx(by, abs=0.25)


def test_a_turn_of_a_tenth_of_a_degree_is_a_nudge(anchor: Anchor, empty: np.ndarray) -> None:
    assert anchor.shift(nudged(empty, 0, 0, turn=0.1)).nudged


@pytest.mark.parametrize(("turn", "told"), [(180, 180), (90, 90), (-90, 90)])
def test_a_picture_that_is_turned_is_told_though_it_hangs_a_little_elsewhere(
    anchor: Anchor, empty: np.ndarray, turn: int, told: int
) -> None:
    for frame in (nudged(empty, 0, 0, turn), nudged((empty * 0.6).astype(np.uint8), 20, 20, turn + 1)):
        shift = anchor.shift(frame)
        assert (shift.turned, shift.nudged) == (told, True)


def test_a_table_that_looks_alike_from_both_sides_is_never_told_to_be_turned_whatever_covers_it() -> None:
    first, second = (picture(Scene((), ()), seed=seed) // 2 for seed in (1, 2))
    alike = Anchor(first + first[::-1, ::-1], VIEW)
    for bare in range(280, 361, 20):
        covered = np.random.default_rng(3).integers(90, 130, second.shape, np.uint8)
        covered[:bare] = (second + second[::-1, ::-1])[:bare]
        assert alike.shift(covered).turned == 0


def test_a_busy_table_that_is_upside_down_is_told_so(anchor: Anchor) -> None:
    assert anchor.shift(nudged(picture(busy(), light=0.6), 0, 0, 180)).turned == 180


@pytest.mark.parametrize("light", [0.3, 0.6, 1.4])
def test_another_light_is_no_nudge(anchor: Anchor, light: float) -> None:
    shift = anchor.shift(picture(Scene((), ()), light=light, seed=3))
    assert shift.millimetres is not None
    assert shift.millimetres < LIMIT / 3


def test_light_from_the_side_is_no_nudge(anchor: Anchor, empty: np.ndarray) -> None:
    side = np.clip(empty * np.linspace(0.5, 1.5, 1920)[None, :, None], 0, 255).astype(np.uint8)
    shift = anchor.shift(side)
    assert shift.millimetres is not None
    assert not shift.nudged


def test_a_lamp_with_a_hard_shadow_is_no_nudge(anchor: Anchor, empty: np.ndarray) -> None:
    shadow = np.ones((1080, 1920, 1))
    cv2.fillPoly(shadow, [np.array([(300, 0), (1100, 0), (1500, 1079), (500, 1079)])], 0.55)
    shift = anchor.shift((empty * shadow).astype(np.uint8))
    assert shift.millimetres is not None
    assert not shift.nudged


def test_cards_and_chips_are_no_nudge(anchor: Anchor) -> None:
    shift = anchor.shift(picture(busy()))
    assert shift.millimetres is not None
    assert not shift.nudged


def test_what_cannot_be_compared_is_neither(anchor: Anchor, empty: np.ndarray) -> None:
    for frame in ((empty * 0.02).astype(np.uint8), np.full_like(empty, 128), empty[:720, :1280]):
        shift = anchor.shift(np.ascontiguousarray(frame))
        assert shift.millimetres is None
        assert not shift.nudged
    mirrored = anchor.shift(np.ascontiguousarray(empty[:, ::-1]))
    assert (mirrored.millimetres, mirrored.turned) == (None, 0)


def test_a_table_without_texture_is_no_nudge() -> None:
    smooth = picture(Scene((), ()))
    for _ in range(3):
        smooth = cv2.bilateralFilter(smooth, 9, 35, 9)
    rng = np.random.default_rng(2)
    first, second = (np.clip(smooth + rng.normal(0, 4, smooth.shape), 0, 255).astype(np.uint8) for _ in range(2))
    assert not moved(first, second, VIEW).nudged


def test_one_call_does_it_all(empty: np.ndarray) -> None:
    assert moved(empty, nudged(empty, 3, 0), VIEW).nudged
    assert not moved(empty, empty, VIEW).nudged
