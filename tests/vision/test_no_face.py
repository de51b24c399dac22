"""A table on which nothing lies face up: backs are found, and chips, and the table is not taken for a card."""

import cv2
import numpy as np
import pytest

from table_controller.records import Chips, Face, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips
from vision.arrays import Picture, floats
from vision.chips import RADIUS_BY_CARD
from vision.reader import CardReader, known_cards
from vision.reading import SeenCard
from vision.rendered_sets import CAMERA, COLOURS
from vision.scene import Look, Studio
from vision.settle import Settled

EDGES = np.array([[560, 90], [1490, 70], [1520, 1010], [540, 1030]])
"""A pale square table on a dark floor, all of it in view."""
BACKS = [SceneCard(None, Face.DOWN, Point(x, y), turn) for x, y, turn in ((900.0, 450.0, 4.0), (1010.0, 470.0, -8.0))]
CHIPS = [SceneChips(Chips(5), 1, Point(880 + 90.0 * n, 700 + 30.0 * n)) for n in range(3)]


def on_a_small_table(*things: SceneCard | SceneChips) -> Picture:
    cards = tuple(one for one in things if isinstance(one, SceneCard))
    chips = tuple(one for one in things if isinstance(one, SceneChips))
    look = Look(CAMERA.width, CAMERA.height, COLOURS, felt=(215, 200, 175), noise=3)
    frame = floats(Studio(CAMERA, look, 1).frame(Scene(cards, chips), 1))
    table = cv2.fillPoly(np.zeros(frame.shape[:2], np.float32), [EDGES.astype(np.int32)], 1.0, cv2.LINE_AA)
    floor = floats((45, 60, 85)) + np.random.default_rng(1).normal(0, 6, frame.shape)
    return np.clip(frame * table[..., None] + floor * (1 - table[..., None]), 0, 255).astype(np.uint8)


def test_cards_face_down_alone_on_a_table_are_all_that_is_told(reader: CardReader) -> None:
    seen = reader.seen(on_a_small_table(*BACKS))
    assert [(card.card, card.face) for card in seen.cards] == [(None, Face.DOWN)] * 2
    for card in seen.cards:
        assert np.linalg.norm(np.subtract(card.quad[3], card.quad[0])) == pytest.approx(94, rel=0.2)


def test_chips_beside_no_known_card_are_found_whatever_looked_like_one(reader: CardReader) -> None:
    reading = reader.read(on_a_small_table(*CHIPS))
    assert len(reading.chips) == 3


def test_only_a_card_that_is_known_tells_how_large_everything_is() -> None:
    outline = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    unknown = SeenCard(outline, None, Face.UP, 0.7, ())
    down, perhaps = (SeenCard(outline, None, Face.DOWN, sure, ()) for sure in (0.9, 0.6))
    assert known_cards([unknown, perhaps]) == []
    assert known_cards([unknown, perhaps, down]) == [outline]


def test_by_roundness_too_chips_beside_an_unknown_card_are_not_measured_by_it(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(reader, "detector", None)
    monkeypatch.setattr("vision.reader.find_chips", lambda picture, cards, radius, white: asked.append((cards, radius)))
    outline = ((0.0, 0.0), (300.0, 0.0), (300.0, 450.0), (0.0, 450.0))
    unknown, down = SeenCard(outline, None, Face.UP, 0.5, ()), SeenCard(outline, None, Face.DOWN, 0.9, ())
    for cards in ((unknown,), (unknown, down)):
        reader.beside(np.zeros((480, 640, 3), np.uint8), Settled(cards, ()))
    assert asked == [([], None), ([outline, outline], pytest.approx(450 * RADIUS_BY_CARD))]
