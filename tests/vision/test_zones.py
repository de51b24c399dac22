"""The part of a frame that is read for a zone: whatever lies in it is seen whole."""

import numpy as np
import pytest

from table_controller.simulator.felt import built_in_layout
from vision.zones import CARD_KINDS, View, ZoneView

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
