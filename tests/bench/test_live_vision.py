"""The benchmark's film is what the benchmark says it is: every step is told at once, and hardly any frame is read."""

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from table_controller.records.observations import CardSighting
from table_controller.simulator.felt import built_in_layout
from vision.capture import is_recording
from vision.live import Watcher
from vision.reader import CardReader
from vision.weights import models_folder


def _from_here(name: str) -> Any:
    sys.path.insert(0, str(Path(__file__).parent))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


@pytest.mark.slow
def test_every_step_of_the_film_is_told_with_the_first_frame_that_repeats_it() -> None:
    bench = _from_here("table_video")
    layout = built_in_layout()
    shown = bench.film(layout)
    watcher = Watcher(layout, CardReader.load(threads=1), "overhead")
    told: dict[int, list[CardSighting]] = {}
    for number, frame in enumerate(shown.frames):
        said = watcher.look(bench.unpacked(frame), (number + 1) * 1_000_000_000 // bench.RATE)
        told[number] = [one for one in said if isinstance(one, CardSighting)]
    for at, step in shown.rests:
        (sighting,) = (one for one in told[at + 1] if one.zone == step.zone)
        assert {card.card for card in sighting.cards} <= {None, *(card.card for card in step.cards)}
    zones = len(layout.zones)
    assert watcher.reads <= 3 * zones, "each zone once, and then what a hand has changed, and all around that"


def test_the_film_is_watched_as_a_camera_is() -> None:
    assert not is_recording(_from_here("live_vision").ADDRESS)


def test_a_plot_has_a_curve_and_a_name_for_each_line() -> None:
    plot = _from_here("plot")
    drawn = plot.plotted([plot.Line("small", ((0, 3), (5, 40))), plot.Line("large", ((0, 9), (5, 120)))], "cards", "ms")
    assert drawn.count("<polyline") == 2
    assert "small" in drawn
    assert "large" in drawn
    assert ">200</text>" in drawn, "the axis ends with a round number above the highest point"


def test_what_is_not_installed_is_a_line_of_the_table_and_the_rest_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    still = _from_here("still_vision")
    monkeypatch.setattr(still, "installed", lambda name: False)
    models = models_folder()
    networks = {row.what: row.found for row in still.runtimes(models, 1)}
    assert networks["OpenVINO"].startswith("not installed")
    named = [what.split("`")[1] for what in networks if "`" in what]
    assert named == [
        "localiser",
        "card",
        "index",
        "second_card",
        "second_index",
        "third_card",
        "third_index",
        "fourth_card",
        "fourth_index",
        "letters",
        "buttons",
    ]
    picture = np.zeros((96, 96, 3), np.uint8)
    things = {row.what: row.found for row in still.detector(models, Path("nowhere.pt"), [picture], 1)}
    assert things["ultralytics predict"].startswith("not installed")
    assert len(things) == 2
