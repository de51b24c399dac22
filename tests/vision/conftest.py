"""A rendered table and the committed reader. Makes modules here importable: test folders are no packages."""

import sys
from pathlib import Path

import pytest

from vision import engines, weights
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.sureness import AS_SAID

sys.path.insert(0, str(Path(__file__).parent))

from small_table import Room, small_layout


@pytest.fixture(scope="session", autouse=True)
def _in_full_digits() -> None:
    """Cards are read as the figures were measured, OpenVINO or not: shorter numbers move what is borderline."""
    engines._gained.update(dict.fromkeys(engines.SHORT.values(), False))


@pytest.fixture(scope="session")
def reader() -> CardReader:
    return CardReader.load(threads=1)


@pytest.fixture
def room(reader: CardReader) -> Room:
    layout = small_layout()
    look = Look(layout.width, layout.height, layout.colours)
    return Room(layout, Studio(layout.cameras[0], look), Watcher(layout, reader, "overhead"))


@pytest.fixture
def readers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The card reader's own weights are not what is asked for here."""
    opened = weights.Weights(None, None, None, weights.Settings(0.25, 1.0, 0.7, 0.9), AS_SAID, "")  # type: ignore[arg-type]
    monkeypatch.setattr(weights, "load", lambda *_: opened)
