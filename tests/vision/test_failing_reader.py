"""The card reader fails, or its weights go, while the table is watched: what can be seen is still seen."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from table_controller.records import Card, Chips, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from vision.live import Watcher
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.sights import UNWELL
from vision.weights import models_folder

Room = Any
"""The fixture of conftest.py."""
FLOP = Scene(
    tuple(SceneCard(Card.parse(code), Face.UP, Point(330 + 75 * n, 275)) for n, code in enumerate(("As", "Td", "5c"))),
    (SceneChips(Chips(50), 1, Point(420, 450)),),
)


class Fails:
    """A reader whose runtime raises what it is told, as often as it is told; else it sees nothing."""

    sure, detector = 0.9, None

    def __init__(self, errors: list[Exception]) -> None:
        self.errors = errors

    def cards(self, picture: np.ndarray, card_long: float | None = None) -> tuple[SeenCard, ...]:
        if self.errors:
            raise self.errors.pop(0)
        return ()


def blocked(said: list[Observation]) -> list[tuple[str, bool, str]]:
    return [(one.zone, one.blocked, one.reason) for one in said if isinstance(one, ViewBlocked)]


@pytest.mark.parametrize(
    ("error", "words"),
    [(RuntimeError("no memory for the answer\nat node 7"), "no memory for the answer"), (MemoryError(), "MemoryError")],
)
def test_a_reader_that_fails_is_a_line_and_hides_card_zones_for_a_while(
    room: Room, capfd: pytest.CaptureFixture[str], error: Exception, words: str
) -> None:
    reader: Any = Fails([error])
    room.watcher = Watcher(room.layout, reader, "overhead")
    said = room.show(FLOP)
    reason = f"cards cannot be read: {words}"
    assert capfd.readouterr().err == f"floorman: overhead: {reason}\n"
    assert set(blocked(said)) == {("board", True, reason), ("seat 1 cards", True, reason)}
    assert not [one for one in said if isinstance(one, CardSighting)]
    assert [one.chips[0].colour for one in said if isinstance(one, ChipSighting)] == ["red"]
    assert room.watcher.fault == reason
    room.frames += UNWELL // 100_000_000
    said = room.show(FLOP)
    assert set(blocked(said)) == {("board", False, ""), ("seat 1 cards", False, "")}
    assert {one.zone for one in said if isinstance(one, CardSighting)} == {"board", "seat 1 cards"}
    assert room.watcher.fault is None
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("what", ["removed", "altered"])
def test_weights_that_go_while_the_table_is_watched_change_nothing(room: Room, tmp_path: Path, what: str) -> None:
    models = Path(shutil.copytree(models_folder(), tmp_path / "models"))
    room.watcher = Watcher(room.layout, CardReader.load(models, threads=1), "overhead")
    room.show(Scene(hands=(SceneHand(Point(500, 760), Point(480, 300)),)))
    for path in models.iterdir():
        path.unlink() if what == "removed" else path.write_bytes(path.read_bytes()[:1000])
    said = room.show(FLOP)
    (board,) = (one for one in said if isinstance(one, CardSighting) and one.zone == "board")
    assert [str(card.card) for card in board.cards] == ["As", "Td", "5c"]
