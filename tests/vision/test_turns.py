"""Two cameras and one reader: what is read is the same, whoever else reads at the time."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import kinds
from vision.arrays import Picture
from vision.engines import CORES, Answers, Network
from vision.letters import Known
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.turns import Turns, cores_each

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
    """A reader that notices how often it is asked at once."""

    sure, detector = 0.9, None

    def __init__(self) -> None:
        self.busy, self.asked, self.most = 0, 0, 0
        self.decks = set[int]()
        self._lock = threading.Lock()

    def cards(self, picture: np.ndarray, card_long: float | None, known: Known, _: object) -> tuple[SeenCard, ...]:
        self.decks.add(id(known))
        with self._lock:
            self.busy, self.asked = self.busy + 1, self.asked + 1
            self.most = max(self.most, self.busy)
        time.sleep(0.002)
        with self._lock:
            self.busy -= 1
        return ()


@pytest.mark.parametrize(("cameras", "cores", "at_once"), [(0, 2, 1), (1, 2, 1), (2, 1, 2), (3, 1, 2), (8, 1, 2)])
def test_as_many_cameras_read_at_once_as_there_are_cores_and_one_that_fails_holds_nobody_up(
    cameras: int, cores: int, at_once: int
) -> None:
    slow: Any = Slow()
    turns = Turns(slow, cameras)
    assert cores_each(cameras) == cores
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda _: turns.cards(np.zeros((4, 4, 3), np.uint8)), range(20))) == [()] * 20
    assert (slow.asked, slow.most) == (20, at_once)
    assert len(slow.decks) == 1, "all cameras of a table see one deck"
    slow.cards = None
    for _ in range(CORES + 1):
        try:
            turns.cards(np.zeros((4, 4, 3), np.uint8))
        except TypeError:
            continue
        raise AssertionError("its error is the camera's to tell")


def test_a_warm_reader_has_read_once_with_every_reader(reader: CardReader, monkeypatch: pytest.MonkeyPatch) -> None:
    colours: list[bool] = []
    monkeypatch.setattr(kinds, "warm", lambda: colours.append(True))
    asked: dict[str, tuple[int, ...]] = {}

    def noting(name: str) -> Network:
        network: Network = getattr(reader.opened, name)

        def run(pictures: Picture) -> Answers:
            asked[name] = pictures.shape
            return network.run(pictures)

        return replace(network, run=run)

    first = replace(reader.opened, card=noting("card"), index=noting("index"), letters=noting("letters"))
    CardReader(first).warm()
    assert colours == [True]
    assert asked == {"card": (1, 112, 80, 3), "index": (1, 64, 48, 3), "letters": (1, 64, 48, 3)}


def test_a_reader_that_cannot_read_is_told_when_a_zone_is_read_and_not_before(reader: CardReader) -> None:
    def fails(pictures: Picture) -> Answers:
        raise RuntimeError("no memory")

    broken = CardReader(replace(reader.opened, card=replace(reader.opened.card, run=fails)))
    broken.warm()
    with pytest.raises(RuntimeError):
        broken.opened.card.run(np.zeros((1, 112, 80, 3), np.uint8))
