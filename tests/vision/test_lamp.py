"""Chips keep their value when the light is another than at the calibration: the felt around them tells it."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from small_table import FRAME, small_layout

from table_controller.records import Chips, Point
from table_controller.records.observations import ChipSighting, SightedChips
from table_controller.records.scene import Scene, SceneChips
from vision.arrays import Picture, floats
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.sights import Sights
from vision.zones import View

FELTS = ((38, 98, 66), (30, 60, 110), (110, 30, 36), (95, 95, 98), (150, 120, 90))
VALUES = (50, 100, 10, 100)
LYING = Scene(chips=tuple(SceneChips(Chips(v), 1 + 3 * n, Point(350 + 48 * n, 455)) for n, v in enumerate(VALUES)))
"""Four stacks of 1, 4, 7 and 10 chips in the seat's bet."""
WARM, COLD = (0.6, 0.85, 1.0), (1.0, 0.85, 0.7)
"""Lamps, as parts of each colour, BGR."""


def drawn(scene: Scene, felt: tuple[int, int, int] = FELTS[0]) -> Picture:
    layout = small_layout()
    return Studio(layout.cameras[0], Look(1000, 560, layout.colours, felt=felt, noise=0)).frame(scene, 1).copy()


def lit(frame: Picture, light: object, seed: int = 1) -> Picture:
    """*frame* in a *light*, with the camera's noise."""
    noise = np.random.default_rng(seed).standard_normal(frame.shape, np.float32) * 2.5
    return np.asarray(np.clip(frame * floats(light) + noise + 0.5, 0, 255), np.uint8)


def sighted(reader: CardReader | None, frame: Picture, empty: Picture | None) -> tuple[SightedChips, ...]:
    """The chips of the bet in *frame*, where the calibration kept the picture *empty*."""
    layout = small_layout()
    view = View(layout, layout.cameras[0])
    return Sights("overhead", layout, view, reader, "none", empty).chips(view.zones[2], frame, 1)


def values(chips: tuple[SightedChips, ...]) -> tuple[object, ...]:
    return tuple(chip.denomination for chip in chips)


@pytest.mark.parametrize("felt", FELTS)
@pytest.mark.parametrize("light", [1.2, 0.6, 0.4, 0.2, floats(WARM) * 0.5, floats(COLD) * 0.4, floats(WARM)])
def test_chips_are_worth_the_same_in_any_light_the_felt_tells(
    reader: CardReader, felt: tuple[int, int, int], light: object
) -> None:
    seen = sighted(reader, lit(drawn(LYING, felt), light), lit(drawn(Scene(), felt), 1.0, 2))
    assert values(seen) == VALUES
    assert min(chip.confidence for chip in seen) > 0.4


def test_a_live_table_tells_a_bet_as_it_is_when_a_lamp_went_out(reader: CardReader) -> None:
    layout = small_layout()

    def told(empty: Picture | None) -> list[tuple[object, ...]]:
        watcher = Watcher(layout, reader, "overhead", empty=empty)
        frames = [lit(drawn(LYING), 1.0 if n < 6 else 0.3, n) for n in range(12)]
        said = [one for n, frame in enumerate(frames, 1) for one in watcher.look(frame, n * FRAME)]
        return [values(one.chips) for one in said if isinstance(one, ChipSighting)]

    assert told(lit(drawn(Scene()), 1.0, 50)) == [VALUES]
    assert told(None) != [VALUES], "as long as nobody kept how the felt looked"


def test_without_a_detector_too() -> None:
    seen = sighted(None, lit(drawn(LYING), 0.5), lit(drawn(Scene()), 1.0, 2))
    assert len(seen) >= 3
    assert all(VALUES[round((chip.centre.x - 350) / 48)] == chip.denomination for chip in seen)


def test_in_the_light_of_the_calibration_nothing_is_told_otherwise(reader: CardReader) -> None:
    for felt in FELTS:
        frame, empty = lit(drawn(LYING, felt), 1.0), lit(drawn(Scene(), felt), 1.0, 2)
        assert sighted(reader, frame, empty) == sighted(reader, frame, None)


@pytest.mark.parametrize("light", [1.0, 0.5])
def test_a_shadow_that_ends_between_the_chips_changes_none(reader: CardReader, light: float) -> None:
    shade = np.ones((608, 1080), np.float32)
    shade[:, : round(1.066 * 424)] = 0.4
    field = light * cv2.GaussianBlur(shade, (0, 0), 6)[:, :, None]
    assert values(sighted(reader, lit(drawn(LYING), field), lit(drawn(Scene()), 1.0, 2))) == VALUES


@pytest.mark.parametrize("ink", [(235, 235, 235), (20, 20, 20), (40, 40, 200)])
def test_what_lies_under_the_chips_is_no_light(reader: CardReader, ink: tuple[int, int, int]) -> None:
    """Paper, a napkin: all of the bet lies on it."""
    bare, laid = drawn(Scene()), drawn(LYING)
    covered = bare.copy()
    cv2.rectangle(covered, (330, 400), (590, 590), ink, cv2.FILLED)
    lies = (cv2.absdiff(laid, bare) > 12).any(axis=2, keepdims=True)
    seen = sighted(reader, lit(np.where(lies, laid, covered), 1.0), lit(bare, 1.0, 2))
    assert set(values(seen)) == set(VALUES)


def test_over_another_cloth_colours_are_taken_as_they_are(reader: CardReader) -> None:
    frame, empty = lit(drawn(LYING, FELTS[2]), 1.0), lit(drawn(Scene(), FELTS[0]), 1.0, 2)
    assert sighted(reader, frame, empty) == sighted(reader, frame, None)


@pytest.mark.parametrize("camera", [lambda x: x, lambda x: np.clip((x - 6) * 255 / 249, 0, 255)])
@pytest.mark.parametrize("light", [0.1, 0.07])
def test_nothing_is_sure_where_colours_are_lost_in_black(
    reader: CardReader, camera: Callable[[object], object], light: float
) -> None:
    for felt in FELTS:
        frame, empty = (
            np.asarray(camera(floats(one)), np.uint8)
            for one in (lit(drawn(LYING, felt), light), lit(drawn(Scene(), felt), 1.0, 2))
        )
        for chip in sighted(reader, frame, empty):
            right = any(
                chip.denomination == one.denomination and abs(chip.centre.x - one.centre.x) < 20 for one in LYING.chips
            )
            assert right or chip.confidence < 0.5
