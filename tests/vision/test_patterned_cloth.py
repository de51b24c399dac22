"""Cloths whose pattern looks, from afar, like cards face down many times as long as those that lie there."""

import random
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision.arrays import Picture
from vision.reader import CardReader
from vision.rendered_sets import CAMERA
from vision.scene import Look, Studio
from vision.scene.look import project
from vision.zones import rectangle

WIDTH, HEIGHT = CAMERA.width, CAMERA.height
Y, X = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
CLOTHS = {
    "stripes": ((X + 0.3 * Y) // 12 % 2 > 0, (30, 30, 200), (240, 240, 240)),
    "dots": ((X % 24 - 12) ** 2 + (Y % 24 - 12) ** 2 < 36, (200, 90, 20), (255, 255, 255)),
    "checks": (X // 40 % 2 != Y // 40 % 2, (30, 30, 200), (240, 240, 240)),
}


@pytest.fixture(params=CLOTHS)
def laid(request: pytest.FixtureRequest) -> Callable[[int], tuple[Picture, list[str]]]:
    """Return what lays cards on one of the cloths, and says which."""
    shown, one, other = CLOTHS[request.param]
    cloth = np.where(shown[..., None], np.float32(one), np.float32(other))

    def lay(count: int) -> tuple[Picture, list[str]]:
        rng = random.Random(count)
        places = [Point(400 + 260 * n, 500 + rng.uniform(-200, 200)) for n in range(count)]
        cards = [
            SceneCard(card, Face.UP, at, rng.uniform(0, 360))
            for card, at in zip(rng.sample(DECK, count), places, strict=True)
        ]
        frame = Studio(CAMERA, Look(WIDTH, HEIGHT, (), noise=0), 0).frame(Scene(tuple(cards), ()), 0)
        there = np.zeros((HEIGHT, WIDTH), np.float32)
        for card in cards:
            outline = project(CAMERA, rectangle(card.centre, 63, 88, card.angle))
            cv2.fillPoly(there, [np.round(outline * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        there = cv2.GaussianBlur(there, (0, 0), 0.6)[..., None]
        grain = np.random.default_rng(count).normal(0, 3, frame.shape)
        picture = np.clip(there * frame + (1 - there) * cloth + grain, 0, 255).astype(np.uint8)
        return picture, sorted(str(card.card) for card in cards)

    return lay


@pytest.mark.parametrize("count", [1, 5])
def test_all_cards_on_a_patterned_cloth_are_named(
    reader: CardReader, laid: Callable[[int], tuple[Picture, list[str]]], count: int
) -> None:
    picture, cards = laid(count)
    assert sorted(str(card.card) for card in reader.seen(picture).cards if card.card is not None) == cards
