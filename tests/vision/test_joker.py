"""A joker of a real pack, laid on a drawn board: the live table says what it is."""

from pathlib import Path

import cv2
import numpy as np

from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, SightedCard
from table_controller.records.scene import Scene, SceneCard
from table_controller.simulator.felt import built_in_layout
from vision.arrays import Picture, floats
from vision.live import Watcher
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.zones import View, rectangle

LAYOUT = built_in_layout()
CAMERA = LAYOUT.cameras[0]
LEFT, Y = 850.0, 490.0
"""Where the board's first card lies, in mm."""
PHOTOGRAPH = "IMG_7751_JPG.rf.186a29baa04d5f39bdcb4e5a3266cfff.jpg"
OUTLINE = (132, 98), (476, 116), (480, 505), (92, 484)
"""Of the joker in it."""


def _laid(frame: Picture, photograph: Picture, middle: Point) -> Picture:
    """*frame* with the photographed joker on its *middle*, a little turned."""
    place = floats(View(LAYOUT, CAMERA).pixels(rectangle(middle, 63, 88, 3.0)))
    there = cv2.getPerspectiveTransform(floats(OUTLINE), place)
    shown = cv2.warpPerspective(photograph, there, frame.shape[1::-1], flags=cv2.INTER_AREA)
    mask = cv2.fillConvexPoly(np.zeros(frame.shape[:2], np.uint8), np.round(place).astype(np.int32), 1)
    return np.where(mask[..., None] > 0, shown, frame).astype(np.uint8)


def _board(reader: CardReader, photograph: Picture) -> tuple[SightedCard, ...]:
    """What is told of a board of three cards and a joker, looked at ten times a second."""
    cards = [
        SceneCard(Card.parse(code), Face.UP, Point(LEFT + 70 * n, Y), 0.0) for n, code in enumerate(("As", "Kd", "7h"))
    ]
    watcher, studio = Watcher(LAYOUT, reader, CAMERA.name), Studio(CAMERA, Look(1780, 1000, LAYOUT.colours))
    told: tuple[SightedCard, ...] = ()
    for n in range(10):
        frame = _laid(studio.frame(Scene(tuple(cards), ()), seed=n), photograph, Point(LEFT + 210, Y))
        for said in watcher.look(frame, n * 100_000_000):
            if isinstance(said, CardSighting) and said.zone == "board":
                told = said.cards
    return told


def test_a_joker_on_the_board_is_told_as_one(reader: CardReader, shared: Path) -> None:
    board = _board(reader, open_picture(shared / "data/cardcounter-real/images" / PHOTOGRAPH))
    assert [str(card.card) for card in board] == ["As", "Kd", "7h", "None"]
    assert [card.joker for card in board] == [False, False, False, True]
    assert board[3].face is Face.UP
