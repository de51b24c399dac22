"""Conditions of rendered cards: each is told by what was changed, and nothing else changes with it."""

import cv2
import numpy as np
import pytest

from vision.arrays import floats
from vision.conditions import conditions
from vision.names import CARDS
from vision.scene import deck
from vision.training.samples import Sample

BOX = floats([[0.04, 0.04, 0.17, 0.27], [0.83, 0.73, 0.96, 0.96], [0] * 4, [0] * 4])


def laid(long: float = 200, wide: float = 0.68, blur: float = 0.0, light: float = 0.8, hidden: float = 0.0) -> dict:
    """The conditions of one card of the house deck on green, so long and wide, blurred, lit, and partly hidden."""
    face = np.asarray(deck.face("8h"))[..., :3]
    quad = floats([[0, 0], [wide, 0], [wide, 1], [0, 1]]) * long + 60
    corners = floats([[0, 0], [face.shape[1], 0], [face.shape[1], face.shape[0]], [0, face.shape[0]]])
    size = (int(quad[2][0]) + 60, int(quad[2][1]) + 60)
    warp = cv2.getPerspectiveTransform(corners, quad)
    picture = np.full((size[1], size[0], 3), (40, 90, 30), np.uint8)
    picture = cv2.warpPerspective(face, warp, size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    picture = np.uint8(np.clip(picture * light, 0, 255))
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    owners = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(owners, [quad.astype(np.int32)], 1)
    owners[: int(60 + hidden * long)] = 0
    sample = Sample(picture, owners, quad[None], np.array([CARDS.index("8h")]), BOX[None])
    a, b, c, d = BOX[0]
    index = floats([[a * wide, b], [c * wide, b], [c * wide, d], [a * wide, d]]) * long + 60
    return dict(conditions(sample, 0, index, {"house": BOX}))


@pytest.mark.parametrize(
    ("changed", "name", "value"),
    [
        ({}, "length", "from 140 px"),
        ({"long": 70.0}, "length", "60–90 px"),
        ({"long": 100.0}, "length", "90–140 px"),
        ({}, "tilt, about", "up to 25°"),
        ({"wide": 0.56}, "tilt, about", "25–40°"),
        ({"wide": 1.0}, "tilt, about", "over 40°"),
        ({}, "covered", "no"),
        ({"hidden": 0.2}, "covered", "up to a third"),
        ({"hidden": 0.6}, "covered", "more"),
        ({}, "light", "usual paper"),
        ({"light": 0.3}, "light", "dim paper"),
        ({"light": 1.0}, "light", "bright paper"),
        ({}, "blur", "sharp"),
        ({"blur": 3.0}, "blur", "blurred"),
        ({}, "index in widths of its edges", "from 10"),
        ({"blur": 7.0}, "index in widths of its edges", "under 5.5: hard for people"),
        ({}, "index", "usual"),
        ({}, "index corners", "two"),
        ({}, "deck", "house"),
        ({}, "in good view", "yes"),
        ({"hidden": 0.2}, "in good view", "yes"),
        ({"hidden": 0.6}, "in good view", "no"),
        ({"wide": 0.56}, "in good view", "no"),
        ({"light": 0.3}, "in good view", "no"),
        ({"light": 1.0}, "in good view", "yes"),
        ({"blur": 7.0}, "in good view", "no"),
    ],
)
def test_a_condition_follows_what_was_changed(changed: dict[str, float], name: str, value: str) -> None:
    assert laid(**changed)[name] == value


def test_a_deck_that_is_not_printed_was_drawn_for_the_scene() -> None:
    picture, quad = np.full((99, 99, 3), 200, np.uint8), floats([[10, 10], [60, 10], [60, 80], [10, 80]])
    owners = np.ones((99, 99), np.uint8)
    sample = Sample(picture, owners, quad[None], np.array([3]), BOX[None] + 0.01)
    assert dict(conditions(sample, 0, None, {"house": BOX}))["deck"] == "drawn for the scene"
    assert "deck" not in dict(conditions(sample, 0, None, {}))
    assert dict(conditions(sample, 0, None, {}))["in good view"] == "no", "no whole index shows"
