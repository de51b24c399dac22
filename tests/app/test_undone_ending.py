"""A hand that was ended by mistake runs on: no gate may take it for over, or its folded cards would be released."""

import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from table_controller.app import LiveTable
from table_controller.files import load_rulebook
from table_controller.records.events import Corrected, Event
from table_controller.records.observations import ButtonPress, ManualEntry, Press
from table_controller.table_file import built_in_table
from table_controller.table_thread import Published
from table_controller.views.evening import Ending


def test_an_ending_taken_back_is_none(tmp_path: Path) -> None:
    table = replace(built_in_table(), simulated=False, camera_sources=(), board_port=None)
    with ExitStack() as house:
        live = LiveTable(table, load_rulebook(table.rulebook), tmp_path / "night.journal", house=house)
        thread = live.set_up(None, seed=1, attended=False)
        shown: list[Published] = []
        thread._publish = shown.append

        def tap(told: Press | Event) -> Ending | None:
            key = f"key-{len(shown)}"
            if isinstance(told, Press):
                live.submit(ButtonPress(at=0, source="desk", press=told, key=key))
            else:
                live.submit(ManualEntry(at=0, source="desk", event=told, by="desk", key=key))
            for _ in range(8):  # past fusion's window
                thread.step(0)
                time.sleep(0.05)
            evening = shown[-1].standing.evening
            return evening.ending(evening.number)

        assert tap(Press.NEW_HAND) is None
        assert tap(Press.HAND_OVER) is not None
        last = shown[-1].standing.night.entered[-1].number
        assert tap(Corrected(what="undo", value=str(last))) is None
        assert shown[-1].standing.felt.hand == "1"
        assert tap(Press.HAND_OVER) is not None
