"""The table's clock ticks when something that waits may be told, not only each second; and no oftener than it must."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from stepped import SteppedClock

from table_controller.app import LiveTable
from table_controller.clock import SECOND
from table_controller.files import load_rulebook
from table_controller.fusion import WINDOW
from table_controller.fusion.proof import PROOF
from table_controller.journal.read import entries
from table_controller.records import Chips, Point, Seat
from table_controller.records.events import HandStarted
from table_controller.records.observations import ChipSighting, ManualEntry, SightedChips
from table_controller.table_file import load_table
from table_controller.table_thread import TableThread

MS = 1_000_000
STEP = 10 * MS
ZONE = "seat 1 bet"
TABLE = """
name = "Kitchen"
rulebook = "zollernalb"
felt = { width = 1200, height = 800 }
blinds = { small = 50, big = 100 }
seat = [{ number = 1, stack = 90000 }, { number = 2, stack = 90000 }]

[[zone]]
name = "seat 1 bet"
kind = "bet"
seat = 1
corners = [[300, 340], [500, 340], [500, 460], [300, 460]]
"""


class Evening:
    """A live table without threads: time passes in steps when a test lets it."""

    def __init__(self, live: LiveTable, thread: TableThread, clock: SteppedClock, journal: Path) -> None:
        self.live, self._thread, self._clock, self._journal = live, thread, clock, journal

    def passes(self, ns: int) -> None:
        for _ in range(ns // STEP):
            self._clock.at += STEP
            self._thread.step(0)

    def look(self, *chips: SightedChips) -> None:
        self.live.inbox.put(ChipSighting(at=self._clock.at, source="overhead", zone=ZONE, chips=chips))

    def count(self, kind: str, type_: str) -> int:
        """How many entries of *kind* the journal has of that type."""
        return sum(f'"type":"{type_}"' in (entry.body or "") for entry in entries(self._journal, kinds=(kind,)))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """A hand has begun; the seat's bets were looked at, and no chips lay there."""
    (tmp_path / "kitchen.toml").write_text(TABLE, encoding="utf-8")
    with ExitStack() as house:
        table, book = load_table(tmp_path / "kitchen.toml"), load_rulebook("zollernalb")
        live = LiveTable(table, book, tmp_path / "night.journal", house=house, new_clock=SteppedClock)
        thread = live.set_up(None, seed=1, attended=True)
        assert isinstance(live.clock, SteppedClock)
        running = Evening(live, thread, live.clock, tmp_path / "night.journal")
        seats = tuple((Seat(seat), Chips(90_000)) for seat in (1, 2))
        hand = HandStarted(hand="1", button=Seat(1), seats=seats, small_blind=Chips(50), big_blind=Chips(100))
        live.submit(ManualEntry(at=0, source="desk", event=hand, by="desk"))
        running.look()
        running.passes(2 * SECOND)
        yield running
        live.stop()


def _chip() -> SightedChips:
    return SightedChips(Chips(100), "black", 1, 1, 1, Point(400.0, 400.0), 0.9)


def test_chips_that_nobody_was_seen_to_lay_are_told_as_soon_as_they_are_proved(evening: Evening) -> None:
    evening.passes(300 * MS)
    evening.look(_chip())
    evening.passes(PROOF + WINDOW - STEP)
    assert evening.count("event", "chips_moved_in") == 0
    evening.passes(4 * STEP)
    assert evening.count("event", "chips_moved_in") == 1


def test_where_nothing_waits_the_clock_ticks_each_second(evening: Evening) -> None:
    before = evening.count("observation", "tick")
    evening.passes(10 * SECOND)
    assert evening.count("observation", "tick") - before == 10


def test_the_clock_does_not_tick_with_every_look(evening: Evening) -> None:
    before = evening.count("observation", "tick")
    for _ in range(100):
        evening.look(_chip())
        evening.passes(2 * STEP)
    assert evening.count("observation", "tick") - before <= 20
