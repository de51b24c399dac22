"""The threads between board and journal: nothing that a cable or a terminal does ends them or loses a press."""

import io
import json
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from table_controller.app import LiveTable
from table_controller.clock import NightClock
from table_controller.files import load_rulebook
from table_controller.inbox import Inbox
from table_controller.journal.read import entries
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, SourceRestored
from table_controller.saying import say
from table_controller.sources import PILE, Board, Source
from table_controller.streams import Terminal
from table_controller.table_file import built_in_table
from table_controller.views.models import LightState
from vision.live import Watcher


def test_a_cable_that_cannot_be_waited_at_is_a_lost_board_and_comes_back() -> None:
    waits = iter([RuntimeError("no such descriptor"), RuntimeError("no such descriptor")])

    def wait(seconds: float) -> None:
        time.sleep(seconds)
        for fault in waits:
            raise fault

    inbox, said = Inbox(), list[Observation]()
    board = Board(lambda at: [ButtonPress(at=at, source="board", press=Press.CLOCK)], inbox, NightClock(), wait=wait)
    board.start()
    until = time.monotonic() + 60
    while not any(isinstance(seen, ButtonPress) for seen in said) and time.monotonic() < until:
        said += inbox.take(0.1)
    board.stop.set()
    board.join()
    said += inbox.take(0)
    assert [type(seen) for seen in said if not isinstance(seen, ButtonPress)] == [SourceLost, SourceRestored]


def test_a_table_far_behind_hears_no_more_of_its_board_until_it_has_caught_up() -> None:
    """Whatever a board says and how fast: what waits in memory has an end, and the board keeps the rest."""
    inbox = Inbox()
    board = Board(lambda at: [ButtonPress(at=at, source="board", press=Press.CLOCK)] * 100, inbox, NightClock())
    for _ in range(PILE):
        board.work()
    assert PILE <= len(inbox) < PILE + 100
    inbox.take(0)
    board.work()
    assert len(inbox) == 100


class _Gone(io.RawIOBase):
    """What stands behind standard error while nobody reads it."""

    gone = True

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        if self.gone:
            raise BrokenPipeError
        return len(data)


@pytest.fixture
def gone_terminal() -> Iterator[Terminal]:
    """Standard error as ``prepare`` makes it, with nobody at its other end."""
    pipe = _Gone()
    yield Terminal(io.BufferedWriter(pipe), "utf-8", line_buffering=True)
    pipe.gone = False


def test_whoever_writes_to_a_terminal_that_is_gone_or_closed_goes_on(
    gone_terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = Terminal(io.BytesIO(), "utf-8")
    closed.close()
    camera = built_in_table().layout.cameras[0].name
    watcher = Watcher(built_in_table().layout, None, camera)
    for terminal in (gone_terminal, closed):
        monkeypatch.setattr(sys, "stderr", terminal)
        say("floorman: board is lost")
        Source("board", Inbox(), NightClock()).attempt(lambda: int("none"))
        watcher._sights._say("cards cannot be read")


def test_a_terminal_that_is_gone_loses_no_press_that_came_with_a_line_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone_terminal: Terminal
) -> None:
    table, path = built_in_table(), tmp_path / "night.journal"
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), path, house=house, patience=0)
        thread = live.set_up(None, seed=1, attended=False)
        live.inbox.put(SourceLost(at=live.clock.now(), source="board", reason="pulled out"))
        live.inbox.put(ButtonPress(at=live.clock.now(), source="board", press=Press.SHUFFLE, key="boot-7"))
        monkeypatch.setattr(sys, "stderr", gone_terminal)
        for _ in range(3):
            thread.step(0.05)
        monkeypatch.undo()
        assert thread.fault is None
    heard = [json.loads(entry.body or "") for entry in entries(path, kinds=("observation",))]
    assert [seen["key"] for seen in heard if seen["type"] == "button_press"] == ["boot-7"]


def test_a_terminal_that_is_gone_ends_no_source(monkeypatch: pytest.MonkeyPatch, gone_terminal: Terminal) -> None:
    source = Source("board", Inbox(), NightClock())
    monkeypatch.setattr(sys, "stderr", gone_terminal)
    source.attempt(lambda: int("none"))
    assert source.fault is not None


def test_a_press_is_acknowledged_when_the_journal_has_it_or_the_desk_says_that_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board has room for 32 events: what it may not forget it would lose."""
    table, path = built_in_table(), tmp_path / "night.journal"
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), path, house=house, patience=0)
        thread = live.set_up(None, seed=1, attended=False)
        told: list[tuple[str, bool, str]] = []

        class Link:
            def kept(self, key: str) -> None:
                with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as disk:
                    (found,) = disk.execute("SELECT count(*) FROM entry WHERE body LIKE ?", (f"%{key}%",)).fetchone()
                light = live._lights(frozenset())[-1]
                assert light.name == "journal"
                told.append((key, found == 1, "" if light.state is LightState.OK else light.text.en))

            def turn(self, seat: object) -> None: ...

        monkeypatch.setattr(live, "_links", lambda: (Link(),))
        (full,) = live.store._db.execute("PRAGMA page_count").fetchone()
        for first, last, pages in ((0, 1, 1 << 20), (1, 200, full + 1), (200, 201, 1 << 20)):
            live.store._db.execute(f"PRAGMA max_page_count = {pages}")
            for press in range(first, last):
                key = f"boot-{press:03}"
                live.inbox.put(ButtonPress(at=live.clock.now(), source="board", press=Press.SHUFFLE, key=key))
            for _ in range(3):
                thread.step(0.05)
    assert [key for key, _, _ in told] == [f"boot-{press:03}" for press in range(201)], "the board goes on"
    assert all(on_disk != bool(says) for _, on_disk, says in told), "on the disk, or said not to be"
    assert "full" in told[-2][2]
    assert told[0][1]
    assert told[-1][1], "and all of them once it has room"
