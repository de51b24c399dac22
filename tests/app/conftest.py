"""A live table driven step by step: real sources, queue, fusion, referee and journal, no threads, no waiting."""

import json
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from table_controller.app import LiveTable
from table_controller.board.port import Cable
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.records.events import Event
from table_controller.records.incidents import Incident
from table_controller.records.scene import Scene
from table_controller.records.wire import read_event
from table_controller.sources import Board, DrawnCamera
from table_controller.table_file import built_in_table
from vision.reader import CardReader

# Test folders are no packages: this one's modules, and those of the web's tests, become importable.
sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1] / "web")]

from stepped import SteppedClock

STEP = 100_000_000
"""Ns of table time from frame to frame."""


@dataclass
class Night:
    """A night that was driven: its events in order, its incidents by number, and its journal."""

    events: list[Event]
    incidents: list[Incident]
    journal: Path

    def codes(self) -> list[str]:
        return [incident.irregularity.code for incident in self.incidents]


class Drive(Protocol):
    def __call__(
        self,
        seed: int,
        seconds: float,
        *,
        journal: Path | None = None,
        scene: Callable[[Scene], Scene] = ...,
        cable: Callable[[Cable], Cable] = ...,
    ) -> Night: ...


@pytest.fixture(scope="session")
def reader() -> CardReader:
    return CardReader.load(threads=1)


@pytest.fixture
def drive(reader: CardReader, tmp_path: Path) -> Drive:
    """Play so many seconds of the simulated night with that seed; what lies between room and sensors can be changed."""

    def night(
        seed: int,
        seconds: float,
        *,
        journal: Path | None = None,
        scene: Callable[[Scene], Scene] = lambda scene: scene,
        cable: Callable[[Cable], Cable] = lambda cable: cable,
    ) -> Night:
        path = journal or tmp_path / f"night-{seed}.journal"
        table = built_in_table()
        with ExitStack() as house:
            live = LiveTable(
                table, load_rulebook(table.rulebook), path, house=house, new_clock=SteppedClock, patience=float("inf")
            )
            thread = live.set_up(reader, seed=seed, attended=False, scene=scene, cable=cable)
            clock = live.clock
            assert isinstance(clock, SteppedClock)
            for _ in range(int(seconds * 1e9 / STEP)):
                clock.at += STEP
                for source in live.sources:
                    step(source, clock.at)
                assert [source.fault for source in live.sources] == [None] * len(live.sources)
                thread.step(0)
            incidents = [incident for _, incident in sorted(live.tally.incidents.items())]
        return Night(_events(path), incidents, path)

    return night


def step(source: object, at: int) -> None:
    match source:
        case DrawnCamera():
            source.attempt(lambda: source.see(source.picture(at), at))
        case Board():
            source.attempt(source.work)


def _events(path: Path) -> list[Event]:
    return [read_event(json.loads(entry.body or "")) for entry in entries(path, kinds=("event",))]
