"""The part of a frame that is read for a zone: whatever lies in it is seen whole."""

from dataclasses import replace

import numpy as np
import pytest

from table_controller.records import Camera
from table_controller.simulator.felt import built_in_layout
from vision.zones import CARD_KINDS, View, ZoneView, watched

LAYOUT = built_in_layout()
VIEW = View(LAYOUT, LAYOUT.cameras[0])
WIDE = 0.72
"""How wide a card is at most, in parts of its length."""


@pytest.mark.parametrize(
    "view", [one for one in VIEW.zones if one.zone.kind in CARD_KINDS], ids=lambda one: one.zone.name
)
def test_a_card_with_its_middle_in_a_zone_is_whole_in_what_is_read_however_it_lies(view: ZoneView) -> None:
    size = np.array([WIDE, 1]) * LAYOUT.card_length / 2
    ends = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * size
    left, top, right, bottom = view.box
    frame = VIEW.camera.width, VIEW.camera.height
    for middle in view.zone.corners:
        for turn in np.radians(range(0, 180, 5)):
            turned = ends @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
            seen = np.clip(VIEW.pixels(turned + middle), 0, frame)
            assert (seen > np.array([left, top]) - 1).all()
            assert (seen < np.array([right, bottom]) + 1).all()


def test_each_zone_has_one_camera_that_answers_for_it() -> None:
    def shifted(name: str, x: float, scale: float = 1.065) -> Camera:
        return replace(VIEW.camera, name=name, homography=(scale, 0.0, x, 0.0, scale, 8.0, 0.0, 0.0, 1.0), lens=None)

    def names(cameras: tuple[Camera, ...], camera: Camera) -> set[str]:
        view = View(replace(LAYOUT, cameras=cameras), camera)
        return {one.zone.name for one in watched(view)}

    every = {zone.name for zone in LAYOUT.zones}
    left, right, far = shifted("left", 400), shifted("right", -400), shifted("right", -3000)
    assert names((left,), left) == every
    for pair in ((left, right), (left, far), (far, left)):
        first, second = (names(pair, camera) for camera in pair)
        assert first | second == every
        assert not first & second
    seen = {one.zone.name for one in View(LAYOUT, left).zones if one.in_view}
    assert set() < seen < every
    assert names((far, left), left) == seen, "what no camera sees is the first one's to tell"
    near = shifted("near", 12, 1.0)
    assert names((near, VIEW.camera), VIEW.camera) == every, "larger in its picture"
