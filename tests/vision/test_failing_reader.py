"""The card reader or the chip detector fails, or weights go, while the table is watched: the rest is still seen."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from table_controller.records import Card, Chips, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, HandOverZone, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from vision.live import Watcher
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.sights import AFRESH, UNWELL
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

    def cards(self, picture: np.ndarray, card_long: float | None = None, **_: object) -> tuple[SeenCard, ...]:
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


class Sick:
    """A chip detector whose runtime raises as often as it is told; else it sees nothing."""

    chips = True

    def __init__(self, times: int) -> None:
        self.times, self.asked = times, 0

    def find(self, picture: np.ndarray, long: float | None) -> tuple[()]:
        self.asked += 1
        if self.asked <= self.times:
            raise RuntimeError("bad allocation\nat node 7")
        return ()


def chips_told(said: list[Observation]) -> list[list[str]]:
    return [[chip.colour for chip in one.chips] for one in said if isinstance(one, ChipSighting)]


def test_a_chip_detector_that_fails_is_a_line_and_chips_are_found_by_their_roundness_for_a_while(
    room: Room, capfd: pytest.CaptureFixture[str]
) -> None:
    reader: Any = Fails([])
    reader.detector = Sick(times=1)
    room.watcher = Watcher(room.layout, reader, "overhead")
    said = [*room.show(FLOP), *room.show(Scene()), *room.show(FLOP)]
    assert chips_told(said) == [["red"], [], ["red"]]
    assert not blocked(said)
    assert capfd.readouterr().err == "floorman: overhead: chips are found by their roundness: bad allocation\n"
    assert reader.detector.asked == 1, "it is left alone"
    room.frames += UNWELL // 100_000_000
    room.show(Scene())
    assert chips_told(room.show(FLOP)) == []
    assert reader.detector.asked > 1
    assert capfd.readouterr().err == ""


def test_what_else_fails_in_one_zone_hides_it_for_a_moment_and_loses_nothing_that_others_said(
    room: Room, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    room.watcher = Watcher(room.layout, Fails([]), "overhead")  # type: ignore[arg-type]
    hand = Scene(FLOP.cards, hands=(SceneHand(Point(500, 760), Point(420, 300)),))
    room.show(hand)
    with monkeypatch.context() as patched:
        patched.setattr("vision.sights.find_chips", lambda *_, **__: 1 / 0)
        said = room.show(FLOP)
    (fault,) = (reason for zone, is_blocked, reason in blocked(said) if zone == "seat 1 bet" and is_blocked)
    assert fault.startswith("it cannot be looked at: ZeroDivisionError in test_failing_reader.py, line ")
    assert capfd.readouterr().err == f"floorman: overhead: seat 1 bet: {fault}\n"
    assert room.watcher.fault == fault
    assert {(one.zone, one.present) for one in said if isinstance(one, HandOverZone)} >= {
        ("board", False),
        ("seat 1 bet", False),
    }, "also of the zone that failed only then"
    assert "board" in {one.zone for one in said if isinstance(one, CardSighting)}
    assert chips_told(said) == []
    said = room.show(FLOP, frames=AFRESH // 100_000_000 + 3)
    assert blocked(said) == [("seat 1 bet", False, "")]
    assert chips_told(said) == [["red"]]
    assert room.watcher.fault is None


def test_a_zone_that_fails_again_is_asked_less_and_less_and_told_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    room.watcher = Watcher(room.layout, Fails([]), "overhead")  # type: ignore[arg-type]
    monkeypatch.setattr("vision.sights.find_chips", lambda *_, **__: 1 / 0)
    said = room.show(FLOP, frames=70)
    assert [one[1] for one in blocked(said) if one[0] == "seat 1 bet"] == [True, False, True, False, True]
    assert capfd.readouterr().err.count("\n") == 1
