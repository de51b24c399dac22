"""The health lights say what is the matter, and how far the engine is behind."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from table_controller import lights
from table_controller.clock import SECOND, NightClock
from table_controller.inbox import Inbox
from table_controller.lights import Disk, camera_light, engine_light, overlay_light, recorder_light
from table_controller.records import Card
from table_controller.records.observations import Observation
from table_controller.records.rulebook import Text
from table_controller.saying import say, say_fault
from table_controller.sources import Camera, Frame
from table_controller.summary import Lag, Tally
from table_controller.views import Light, LightState


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Disk(tmp_path).light().text.en.endswith("GB free")
    monkeypatch.setattr(lights.shutil, "disk_usage", lambda folder: SimpleNamespace(free=1_200_000_000))
    full = Disk(tmp_path).light()
    assert (full.state, full.text.de) == (LightState.WARN, "1 GB frei")


def test_a_disk_that_is_gone_is_told(tmp_path: Path) -> None:
    assert Disk(tmp_path / "gone").light().state is LightState.WARN


@pytest.mark.parametrize(
    ("fault", "waiting", "lag", "state", "words"),
    [
        (None, 0, None, LightState.OK, "works"),
        (None, 0, Lag(42.0, 400.0), LightState.OK, "42 ms behind"),
        (None, 0, Lag(42.0, 900.0), LightState.WARN, "up to 900 ms behind"),
        (None, 60, Lag(42.0, 42.0), LightState.WARN, "60 waiting"),
        ("KeyError: 1", 0, None, LightState.WARN, "a fault of the program: see its output"),
    ],
)
def test_the_engine_that_is_behind_is_told(
    fault: str | None, waiting: int, lag: Lag | None, state: LightState, words: str
) -> None:
    told = engine_light(fault, waiting, lag)
    assert (told.state, told.text.en) == (state, words)


def test_the_lag_is_of_the_newest_hundred_and_one_of_them_may_be_late() -> None:
    tally = Tally()
    assert tally.recent_lag() is None
    tally.lag(700.0)
    assert tally.recent_lag() == Lag(700.0, 700.0)
    for lag in [500.0] * 40 + [20.0] * 99 + [900.0]:
        tally.lag(lag)
    assert tally.recent_lag() == Lag(20.0, 20.0)
    tally.lag(800.0)
    assert tally.recent_lag() == Lag(20.0, 800.0)


def test_no_light_is_german_with_the_systems_english(tmp_path: Path) -> None:
    assert Disk(tmp_path / "gone").light().text == Text("nicht lesbar: nicht vorhanden", "unread: not there")
    (tmp_path / "file").touch()
    assert Disk(tmp_path / "file" / "below").light().text == Text("nicht lesbar", "unread")
    assert engine_light("KeyError: 1", 0, None).text.de == "Störung im Programm: siehe seine Ausgabe"
    assert engine_light("database is locked", 0, None).text.de == "von einem anderen Programm belegt"


def test_a_cameras_light_says_how_many_frames_a_second_are_looked_at() -> None:
    camera = Camera("overhead", Blind(), Inbox(), NightClock())
    assert camera.rate is None
    for number in range(40):
        camera.see(np.zeros((2, 2, 3), np.uint8), number * SECOND // 30)
    assert camera_light("overhead", None, camera.rate) == Light(
        "overhead", LightState.OK, Text("30 Bilder/s", "30 frames/s")
    )
    assert camera_light("overhead", "it sends no frame", camera.rate).text.de == "sie sendet kein Bild"
    assert camera_light("board", None, None).state is LightState.OK


class Blind:
    """A watcher that sees nothing."""

    fault: str | None = None
    reached = 0
    calm = False

    def afresh(self) -> None:
        """Nothing was told."""

    def look(self, frame: Frame, at: int) -> tuple[Observation, ...]:
        return ()


def test_the_terminal_is_told_no_card_that_an_exception_names(capsys: pytest.CaptureFixture[str]) -> None:
    say("floorman: overhead is lost: ValueError: As seen twice")
    try:
        raise ValueError(Card.parse("Kd"), "K♦")
    except ValueError:
        say_fault()
    told = capsys.readouterr().err
    assert "As" not in told
    assert "♦" not in told
    assert "Rank.KING" not in told
    assert "seen twice" in told
    assert "in test_the_terminal" in told, "the traceback is there"


@pytest.mark.parametrize("kept", [True, False])
def test_a_recorder_that_keeps_nothing_is_no_green_light(kept: bool) -> None:
    assert (recorder_light(kept, ("overhead",)).state is LightState.OK) == kept
    assert recorder_light(kept, ()).text.en == "no camera"


def test_overlays_are_counted() -> None:
    assert overlay_light(2).text.en == "2 open"
