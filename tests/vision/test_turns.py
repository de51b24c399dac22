"""Two cameras and one reader: what is read is the same, whoever else reads at the time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.turns import Turns

Room = Any
"""The fixture of conftest.py."""


def test_readings_side_by_side_are_those_of_one_alone(room: Room, reader: CardReader) -> None:
    frames = []
    for start in range(0, 24, 4):
        laid = tuple(
            SceneCard(card, Face.UP, Point(310 + 85 * n, 275), 3 * n) for n, card in enumerate(DECK[start : start + 4])
        )
        frames.append(np.ascontiguousarray(room.studio.frame(Scene(laid), start)[190:390, 250:760]))
    alone = [reader.cards(frame, card_long=94) for frame in frames]
    assert sum(card.card is not None for cards in alone for card in cards) >= 20
    with ThreadPoolExecutor(4) as together:
        assert list(together.map(lambda frame: reader.cards(frame, card_long=94), frames)) == alone


class Slow:
    """A reader that notices when it is asked twice at once."""

    sure, detector = 0.9, None

    def __init__(self) -> None:
        self.busy, self.asked, self.clashes = 0, 0, 0
        self._lock = threading.Lock()

    def cards(self, picture: np.ndarray, card_long: float | None = None) -> tuple[SeenCard, ...]:
        with self._lock:
            self.busy, self.asked = self.busy + 1, self.asked + 1
            self.clashes += self.busy > 1
        time.sleep(0.002)
        with self._lock:
            self.busy -= 1
        return ()


def test_two_cameras_take_turns_and_one_that_fails_holds_nobody_up() -> None:
    slow: Any = Slow()
    turns = Turns(slow)
    with ThreadPoolExecutor(4) as cameras:
        assert list(cameras.map(lambda _: turns.cards(np.zeros((4, 4, 3), np.uint8)), range(20))) == [()] * 20
    assert (slow.asked, slow.clashes) == (20, 0)
    slow.cards = None
    for _ in range(2):
        try:
            turns.cards(np.zeros((4, 4, 3), np.uint8))
        except TypeError:
            continue
        raise AssertionError("its error is the camera's to tell")
