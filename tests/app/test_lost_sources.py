"""A camera or board that is not there is an observation, a red light and a line, never an exception."""

import json
import shutil
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.app import LiveTable
from table_controller.cli import main
from table_controller.clock import SECOND, NightClock
from table_controller.files import load_rulebook
from table_controller.inbox import PATIENCE, Inbox
from table_controller.journal.read import entries
from table_controller.records import Seat
from table_controller.records.observations import (
    ButtonPress,
    HandOverZone,
    Observation,
    Press,
    SourceLost,
    SourceRestored,
    Tick,
)
from table_controller.sources import Camera, Frame, RealCamera
from table_controller.table_file import built_in_table, load_table
from table_controller.table_thread import TableThread
from table_controller.views import LightState
from vision.capture import Taken
from vision.reader import CardReader
from vision.weights import models_folder


@pytest.fixture
def table_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    example = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    path = tmp_path / "kitchen.toml"
    path.write_text(example.replace('source = "0"', 'source = "nosuch.mp4"') + '\n[board]\nport = "/dev/nosuch"\n')
    return path


def test_a_table_without_any_source_runs_and_says_so(table_file: Path, capfd: pytest.CaptureFixture[str]) -> None:
    status = main(["run", "--table", str(table_file), "--headless", "--for", "4", "--journal", "night.journal"])
    said = capfd.readouterr()
    assert status == 3, "nothing was left to see or hear the table with"
    assert "floorman: overhead is lost" in said.err
    assert "floorman: board is lost" in said.err
    assert "Traceback" not in said.err
    assert json.loads(said.out)["incidents"] == []
    lost = [json.loads(entry.body or "{}") for entry in entries(Path("night.journal"), kinds=("event",))]
    assert {event["source"] for event in lost if event["type"] == "source_lost"} == {"overhead", "board"}


def test_the_desk_shows_them_red(table_file: Path, reader: CardReader) -> None:
    table = load_table(table_file)
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), Path("night.journal"), house=house)
        thread = live.set_up(reader, seed=1, attended=False)
        for _ in range(400):
            for source in live.sources:
                source.attempt(source.work)
            thread.step(0.01)
            if live.lost() >= {"overhead", "board"}:
                break
        lights = {light.name: light.state for light in live.screens.latest().desk.lights}
        live.stop()
    assert lights["overhead"] is LightState.LOST
    assert lights["board"] is LightState.LOST
    assert lights["engine"] is LightState.OK


def test_why_a_source_is_lost_is_told_after_a_restart(tmp_path: Path) -> None:
    """Who restarts it does so because something is wrong; each run finds out for itself whether it still is."""
    sources = (("overhead", str(tmp_path / "nosuch.mp4")),)
    table = replace(built_in_table(), simulated=False, camera_sources=sources, board_port=None)
    for _ in (1, 2):
        with ExitStack() as house:
            live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
            thread, told = live.set_up(None, seed=1, attended=False), [""]
            for _ in range(400):
                live.sources[0].attempt(live.sources[0].work)
                live.inbox.put(Tick(at=live.clock.now() + SECOND, source="clock"))
                thread.step(0.01)
                told += [one.text.en for one in live.screens.latest().desk.lights if one.name == "overhead"]
                if told[-1] == "it cannot be opened":
                    break
            live.stop()
        assert told[-1] == "it cannot be opened"


@pytest.mark.parametrize("damage", ["missing", "altered"])
def test_without_its_weights_the_table_runs_on_with_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], damage: str
) -> None:
    monkeypatch.chdir(tmp_path)
    models = Path(shutil.copytree(models_folder(), tmp_path / "models"))
    card = models / "card.onnx"
    if damage == "missing":
        card.unlink()
    else:
        card.write_bytes(card.read_bytes()[:-1] + b"!")
    status = main(["run", "--models", str(models), "--headless", "--for", "6", "--journal", "night.journal"])
    said = capfd.readouterr()
    assert status == 0
    lines = [line for line in said.err.splitlines() if "card.onnx" in line]
    assert len(lines) == 1
    assert lines[0].endswith("; no card is read")
    assert "Traceback" not in said.err
    told = [json.loads(entry.body or "{}") for entry in entries(Path("night.journal"), kinds=("event",))]
    assert any(event["type"] == "view_blocked" and event["zone"] == "board" for event in told)
    assert not any(event["type"] == "source_lost" for event in told)


def test_a_screen_that_fails_does_not_stop_the_table(
    tmp_path: Path, reader: CardReader, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table = built_in_table()
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        thread = live.set_up(reader, seed=1, attended=False)
        broken: Any = lambda published: 1 / 0  # noqa: E731
        for source in live.sources:
            live.inbox.reached(source.name, None)
        with monkeypatch.context() as patched:
            patched.setattr(live.screens, "show", broken)
            thread.step(0.01)
        assert thread.fault == "ZeroDivisionError: division by zero"
        assert live.store.last_at > 0, "what happened is journalled all the same"
        live.inbox.put(Tick(at=live.clock.now(), source="clock"))
        thread.step(0.01)
        live.stop()
    assert thread.fault is None
    assert "ZeroDivisionError" in capfd.readouterr().err


class _Blank:
    """Sees frames and nothing in them; ``told_again``: how often it was to tell all once more."""

    fault: str | None = None
    reached = 0
    calm = False
    told_again = 0

    def afresh(self) -> None:
        self.told_again += 1

    def look(self, frame: Frame, at: int) -> tuple[Observation, ...]:
        self.reached = at
        return ()


def test_a_camera_that_is_late_again_and_again_is_told_to_be_slow() -> None:
    inbox, watcher = Inbox(), _Blank()
    camera = Camera("overhead", watcher, inbox, NightClock())
    for tenths in (10, 11, 25, 39, 40, 54):
        camera.see(np.zeros((2, 2, 3), np.uint8), tenths * SECOND // 10)
    reasons = [one.reason for one in inbox.take(0) if isinstance(one, SourceLost)]
    assert reasons == ["no picture for 1.4 s", "too slow: a picture only every 1.4 s", "no picture for 1.4 s"]
    assert watcher.told_again == 3


class _Captured:
    """A camera's thread that notes whether some frames may be left out."""

    def __init__(self) -> None:
        self.asked: list[bool] = []

    def take(self, calm: bool) -> Taken:
        self.asked.append(calm)
        return Taken(np.zeros((2, 2, 3), np.uint8), SECOND * len(self.asked), (), 0)

    def stop(self) -> None:
        """Nothing to let go of."""


def test_a_camera_hears_how_closely_its_watcher_looks() -> None:
    captured, watcher = _Captured(), _Blank()
    camera = RealCamera("overhead", captured, watcher, Inbox(), NightClock())
    for watcher.calm in (False, True, False):
        camera.work()
    assert captured.asked == [False, True, False]


class _Takes:
    """A camera's thread that had a frame and news of itself waiting, and then no more."""

    def __init__(self, frame: Frame | None, at: int, *became: Observation) -> None:
        self.waiting = [Taken(frame, at, became, 0)]

    def take(self, calm: bool) -> Taken:
        return self.waiting.pop() if self.waiting else Taken(None, 0, (), 0)

    def stop(self) -> None:
        """Nothing to let go of."""


class _Hand(_Blank):
    """Sees a hand over the board in every frame."""

    def look(self, frame: Frame, at: int) -> tuple[Observation, ...]:
        self.reached = at
        return (HandOverZone(at=at, source="overhead", zone="board", present=True),)


_LOST, _BACK, _SEEN = SourceLost, SourceRestored, HandOverZone


@pytest.mark.parametrize(
    ("became", "told"),
    [
        ([(_LOST, 6)], [_SEEN, _LOST]),
        ([(_LOST, 5)], [_SEEN, _LOST]),
        ([(_BACK, 5)], [_BACK, _SEEN]),
        ([(_LOST, 3), (_BACK, 5)], [_LOST, _BACK, _SEEN]),
        ([(_BACK, 4), (_LOST, 6)], [_BACK, _SEEN, _LOST]),
    ],
    ids=["failed after the frame", "stood still since", "came back with it", "was gone until it", "came and went"],
)
def test_what_became_of_a_camera_is_told_in_turn_with_its_frame_and_nobody_waits_for_one_that_is_gone(
    became: list[tuple[type[Observation], int]], told: list[type[Observation]]
) -> None:
    inbox = Inbox()
    said = [
        kind(at=at * SECOND, source="overhead", **({"reason": "unplugged"} if kind is _LOST else {}))
        for kind, at in became
    ]
    captured = _Takes(np.zeros((2, 2, 3), np.uint8), 5 * SECOND, *said)
    camera = RealCamera("overhead", captured, _Hand(), inbox, NightClock())
    put: list[Observation] = []
    inbox.put = put.append  # type: ignore[method-assign]
    camera.work()
    assert [type(one) for one in put] == told
    del inbox.put
    press = ButtonPress(at=9 * SECOND, source="board", press=Press.CHECK, seat=Seat(1), key="1")
    inbox.put(press)
    assert (inbox.take(0) == (press,)) == (told[-1] is _LOST), "whoever is there is waited for"


def test_a_camera_is_lost_though_its_last_frame_cannot_be_looked_at() -> None:
    class Fails(_Blank):
        def look(self, frame: Frame, at: int) -> tuple[Observation, ...]:
            raise ValueError("no such picture")

    inbox = Inbox()
    lost = SourceLost(at=2 * SECOND, source="overhead", reason="unplugged")
    captured = _Takes(np.zeros((2, 2, 3), np.uint8), SECOND, lost)
    camera = RealCamera("overhead", captured, Fails(), inbox, NightClock())
    camera.attempt(camera.work)
    assert lost in inbox.take(0)


def test_a_camera_that_failed_is_to_tell_all_once_more_when_it_is_back() -> None:
    watcher = _Blank()
    camera = Camera("overhead", watcher, Inbox(), NightClock())
    for fails in (True, True, False, False):
        camera.attempt((lambda: 1 / 0) if fails else (lambda: None))
    assert watcher.told_again == 1


def test_a_machine_that_looks_too_late_does_not_blame_its_camera() -> None:
    inbox = Inbox()
    camera = Camera("overhead", _Blank(), inbox, NightClock())
    for seconds in (1, 3, 5):
        camera.see(np.zeros((2, 2, 3), np.uint8), seconds * SECOND)
        camera.dropped += 50
    assert [one.reason for one in inbox.take(0) if isinstance(one, SourceLost)] == ["cannot keep up"] * 2


def test_a_camera_that_kept_the_table_waiting_tells_all_once_more_when_it_has_caught_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it told while it counted as lost left each zone in doubt, and what comes there next would be inferred."""
    inbox, watcher = Inbox(), _Blank()
    camera = Camera("overhead", watcher, inbox, NightClock())
    frame = np.zeros((2, 2, 3), np.uint8)
    camera.see(frame, SECOND)
    inbox.put(ButtonPress(at=SECOND + 200, source="board", press=Press.CHECK, seat=Seat(1), key="1"))
    later = time.monotonic() + 2 * PATIENCE
    monkeypatch.setattr("time.monotonic", lambda: later)
    told = []
    for at in (100, 200, 300, 400):
        camera.see(frame, SECOND + at)
        told.append(([type(one) for one in inbox.take(0)], watcher.told_again))
    assert told == [([SourceLost, ButtonPress], 0), ([SourceRestored], 0), ([], 1), ([], 1)]


def test_between_two_runs_nobody_saw_the_felt(table_file: Path, tmp_path: Path) -> None:
    """Told as lost from the first moment of the second run, and as back with its first picture."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    noise = np.random.default_rng(1).integers(60, 200, (1080, 1920, 3), np.uint8)
    cv2.imwrite(str(folder / "1.png"), noise)
    table_file.write_text(table_file.read_text().replace("nosuch.mp4", str(folder)))
    lost = [_lost_from_the_start(table_file), _lost_from_the_start(table_file)]
    assert lost == [False, True]
    told = [json.loads(entry.body or "{}") for entry in entries(Path("night.journal"), kinds=("event",))]
    camera = [event["type"] for event in told if event.get("source") == "overhead" and "source" in event["type"]]
    # The recording ends, with either run.
    assert camera == ["source_lost", "source_lost", "source_restored", "source_lost"]


def _lost_from_the_start(table_file: Path) -> bool:
    """Whether the camera is lost before it is looked at; then it is, until its pictures are over."""
    table = load_table(table_file)
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), Path("night.journal"), house=house)
        thread = live.set_up(None, seed=1, attended=False)
        (camera,) = (source for source in live.sources if isinstance(source, RealCamera))
        at_first = any(_stepped(live, thread) for _ in range(50))
        deadline = time.monotonic() + 60
        while _says(live) != "the recording ended" and time.monotonic() < deadline:
            camera.attempt(camera.work)
            _stepped(live, thread)
        live.stop()
        return at_first


def _says(live: LiveTable) -> str:
    """What the camera's light says."""
    return "".join(light.text.en for light in live.screens.latest().desk.lights if light.name == "overhead")


def _stepped(live: LiveTable, thread: TableThread) -> bool:
    """Whether the camera is lost after one more step."""
    live.inbox.put(Tick(at=live.clock.now() + SECOND, source="clock"))
    thread.step(0.01)
    return "overhead" in live.lost()
