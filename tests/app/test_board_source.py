"""The threads between board and journal: nothing that a cable or a terminal does ends them or loses a press."""

import json
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from table_controller.app import LiveTable
from table_controller.clock import NightClock
from table_controller.files import load_rulebook
from table_controller.inbox import Inbox
from table_controller.journal.read import entries
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, SourceRestored
from table_controller.sources import Board, Source
from table_controller.table_file import built_in_table


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


class _GoneTerminal:
    def write(self, text: str) -> int:
        raise BrokenPipeError

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_terminal_that_is_gone_loses_no_press_that_came_with_a_line_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, path = built_in_table(), tmp_path / "night.journal"
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), path, house=house, patience=0)
        thread = live.set_up(None, seed=1, attended=False)
        live.inbox.put(SourceLost(at=live.clock.now(), source="board", reason="pulled out"))
        live.inbox.put(ButtonPress(at=live.clock.now(), source="board", press=Press.SHUFFLE, key="boot-7"))
        monkeypatch.setattr(sys, "stderr", _GoneTerminal())
        for _ in range(3):
            thread.step(0.05)
        monkeypatch.undo()
        assert thread.fault is None
    heard = [json.loads(entry.body or "") for entry in entries(path, kinds=("observation",))]
    assert [seen["key"] for seen in heard if seen["type"] == "button_press"] == ["boot-7"]


def test_a_terminal_that_is_gone_ends_no_source(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("board", Inbox(), NightClock())
    monkeypatch.setattr(sys, "stderr", _GoneTerminal())
    source.attempt(lambda: int("none"))
    assert source.fault is not None
