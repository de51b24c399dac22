"""A rendered table and the committed reader. Makes modules here importable: test folders are no packages."""

import sys
from pathlib import Path

import pytest

from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio

sys.path.insert(0, str(Path(__file__).parent))

from small_table import Room, small_layout


@pytest.fixture(scope="session")
def reader() -> CardReader:
    return CardReader.load(threads=1)


@pytest.fixture
def room(reader: CardReader) -> Room:
    layout = small_layout()
    look = Look(layout.width, layout.height, layout.colours)
    return Room(layout, Studio(layout.cameras[0], look), Watcher(layout, reader, "overhead"))
