"""The health lights say what is the matter, and how far the engine is behind."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from table_controller import lights
from table_controller.lights import Disk, engine_light, overlay_light, recorder_light
from table_controller.records import Card
from table_controller.saying import say, say_fault
from table_controller.summary import Tally
from table_controller.views import LightState


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
        (None, 0, 42.0, LightState.OK, "42 ms behind"),
        (None, 0, 900.0, LightState.WARN, "900 ms behind"),
        (None, 60, 42.0, LightState.WARN, "60 waiting"),
        ("KeyError: 1", 0, 42.0, LightState.WARN, "fault: KeyError: 1"),
    ],
)
def test_the_engine_that_is_behind_is_told(
    fault: str | None, waiting: int, lag: float | None, state: LightState, words: str
) -> None:
    told = engine_light(fault, waiting, lag)
    assert (told.state, told.text.en) == (state, words)


def test_the_lag_is_of_the_newest_observations() -> None:
    tally = Tally()
    assert tally.recent_lag() is None
    for lag in [500.0] * 40 + [20.0] * 15:
        tally.lag(lag)
    assert tally.recent_lag() == 20.0


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
