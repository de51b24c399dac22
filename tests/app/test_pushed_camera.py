"""A network camera that somebody pushes: its zones are hidden, its light says what to do, and the table runs on."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pytest

from table_controller import sources
from table_controller.app import LiveTable
from table_controller.cli import main
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.kept_picture import kept_picture
from table_controller.records.scene import Scene
from table_controller.table_file import load_table, reference_path
from table_controller.views import LightState
from vision import capture
from vision.calibrate import mooring as moorings
from vision.scene import Look, Studio

CORNERS = ["75,10", "885,12", "884,530", "76,528"]
SIZE = (960, 540)
"""Half the size of the documentation's camera: a busy machine decodes it all the same."""


class Stream(ThreadingHTTPServer):
    """A camera on the network: JPEG after JPEG, ten a second, for as long as somebody looks."""

    daemon_threads = True

    def __init__(self, frames: list[bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Pictures)
        self.frames = frames

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"


class _Pictures(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Stream)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        try:
            for number in range(10_000):
                picture = self.server.frames[number % len(self.server.frames)]
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                self.wfile.write(head.encode() + picture + b"\r\n")
                time.sleep(0.1)
        except OSError:
            pass  # the viewer went away

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """Four noisy frames of the documentation's table, calibrated by a fifth."""
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    Path("kitchen.toml").write_text(text)
    layout = load_table(Path("kitchen.toml")).layout
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours), 1)
    drawn = (studio.frame(Scene(), seed) for seed in range(5))
    *frames, calibrated = (cv2.resize(frame, SIZE, interpolation=cv2.INTER_AREA) for frame in drawn)
    cv2.imwrite("felt.png", calibrated)
    assert main(["calibrate", "table", "--table", "kitchen.toml", "--picture", "felt.png", "--corners", *CORNERS]) == 0
    return frames


@pytest.fixture
def stream(empty: list[np.ndarray]) -> Iterator[Stream]:
    server = Stream(packed(empty))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def packed(frames: list[np.ndarray], push: float = 0.0) -> list[bytes]:
    motion = np.array([[1, 0, push], [0, 1, 0]], np.float64)
    pushed = (cv2.warpAffine(frame, motion, SIZE, borderMode=cv2.BORDER_REFLECT) for frame in frames)
    return [cv2.imencode(".jpg", frame)[1].tobytes() for frame in pushed]


def shown(live: LiveTable) -> tuple[LightState | None, str]:
    """The camera's light at the desk, and what it says; none before the first picture."""
    lights = {light.name: light for light in live.screens.latest().desk.lights}
    return (lights["overhead"].state, lights["overhead"].text.en) if "overhead" in lights else (None, "")


def test_the_desks_light_says_that_a_camera_was_pushed(
    empty: list[np.ndarray], stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moorings, "EVERY", 200_000_000)
    monkeypatch.setattr(moorings, "SOON", 100_000_000)
    monkeypatch.setattr(
        sources, "LONGEST_BLINK", 60_000_000_000
    )  # a machine that is busy for a second is no lost camera
    monkeypatch.setattr(capture, "STALLED", 60.0)
    text = Path("kitchen.toml").read_text().replace('source = "0"', f'source = "{stream.address}"')
    Path("kitchen.toml").write_text(text)
    table = load_table(Path("kitchen.toml"))
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), Path("night.journal"), house=house)
        thread = live.set_up(None, seed=1, attended=False)

        def until(state: LightState, again: float = 0.0) -> str:
            """What the light says once it is *state*, after *again* seconds more of watching."""
            deadline, enough = time.monotonic() + 60, time.monotonic() + again
            while (shown(live)[0] is not state or time.monotonic() < enough) and time.monotonic() < deadline:
                for source in live.sources:
                    source.attempt(source.work)
                thread.step(0.01)
            state_now, said = shown(live)
            assert state_now is state, said
            return said

        assert until(LightState.OK, again=2).endswith("frames/s")
        stream.frames = packed(empty, push=6)
        assert "camera moved by" in until(LightState.WARN)
        stream.frames = packed(empty)
        assert until(LightState.OK).endswith("frames/s")
        live.stop()
    said = [json.loads(entry.body or "{}") for entry in entries(Path("night.journal"), kinds=("event",))]
    zones = {zone.name for zone in table.layout.zones}
    assert {event["zone"] for event in said if event["type"] == "view_blocked"} == zones
    assert not [event for event in said if event["type"] in ("source_lost", "board_card_dealt", "hole_card_dealt")]


def test_without_the_picture_kept_at_calibration_nobody_asks(
    empty: list[np.ndarray], capfd: pytest.CaptureFixture[str]
) -> None:
    table = load_table(Path("kitchen.toml"))
    kept = reference_path(Path("kitchen.toml"), "overhead")
    assert kept_picture(table, "overhead") is not None
    capfd.readouterr()
    for data, expected in (
        (b"no picture", "kitchen.overhead.png: expected a picture"),
        (cv2.imencode(".png", empty[0][:480, :900])[1].tobytes(), "kitchen.overhead.png: 900 × 480 pixels: expected"),
    ):
        kept.write_bytes(data)
        assert kept_picture(table, "overhead") is None
        (line,) = capfd.readouterr().err.splitlines()
        assert expected in line
    kept.unlink()
    assert kept_picture(table, "overhead") is None
    assert capfd.readouterr().err == ""


def test_print_without_the_picture_that_shows_it_is_one_line(
    empty: list[np.ndarray], capfd: pytest.CaptureFixture[str]
) -> None:
    table = replace(load_table(Path("kitchen.toml")), printed=frozenset({"overhead"}))
    kept = reference_path(Path("kitchen.toml"), "overhead")
    assert kept_picture(table, "overhead") is not None
    capfd.readouterr()
    kept.write_bytes(b"no picture")
    for expected in ("expected a picture", "expected the picture kept at the calibration"):
        assert kept_picture(table, "overhead") is None
        (line,) = capfd.readouterr().err.splitlines()
        assert expected in line
        assert "kitchen.overhead.png" in line
        assert line.endswith("counts as cards for overhead: calibrate again, with --printed")
        kept.unlink(missing_ok=True)
