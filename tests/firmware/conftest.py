"""Builds the firmware once for all tests: both builds, and the simulated Mega 2560."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from boards import BUILD, Board
from building import build, needs


@pytest.fixture(scope="session")
def native() -> Path:
    """The firmware as a Linux process."""
    needs("g++", "make")
    build("native")
    return BUILD / "board-native"


@pytest.fixture(scope="session")
def image() -> Path:
    """The image for the Mega 2560, and the program that simulates one."""
    needs("g++", "make", "gcc-avr", "avr-libc", "libsimavr-dev", "libelf-dev")
    build("avr", "simulated")
    return BUILD / "board.elf"


@pytest.fixture(params=["native", "avr"])
def kind(request: pytest.FixtureRequest) -> str:
    """Each build in turn."""
    request.getfixturevalue("native" if request.param == "native" else "image")
    return str(request.param)


@pytest.fixture
def board(kind: str) -> Iterator[Board]:
    """A board that was met by its host and whose readers are up."""
    with Board(kind) as up:
        up.meet()
        yield up
