"""``kill -9`` in the middle of a hand: nothing committed is lost, and the next run goes on in that hand."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from table_controller.audit.replay import replay
from table_controller.audit.verify import verify_command
from table_controller.journal.read import entries


def _run(journal: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "table_controller", "run", "--headless", "--journal", str(journal), *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _bodies(journal: Path, kind: str) -> list[dict[str, Any]]:
    return [json.loads(entry.body or "{}") for entry in entries(journal, kinds=(kind,))]


def _hand_running(journal: Path) -> bool:
    types = [event["type"] for event in _bodies(journal, "event")] if journal.exists() else []
    return "chips_moved_in" in types and "hand_ended" not in types


def _hand_ended(journal: Path) -> bool:
    return any(event["type"] == "hand_ended" for event in _bodies(journal, "event"))


def _until(table: subprocess.Popen[str], reached: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + 300
    while not reached():
        assert time.monotonic() < deadline, otherwise
        assert table.poll() is None, table.stderr.read() if table.stderr else ""
        time.sleep(0.2)


def test_a_killed_night_goes_on_in_the_same_hand(tmp_path: Path) -> None:
    journal = tmp_path / "night.journal"
    table = _run(journal, "--speed", "2", "--seed", "1")
    _until(table, lambda: _hand_running(journal), "no hand began")
    os.kill(table.pid, signal.SIGKILL)
    table.communicate()
    before = list(entries(journal))
    assert verify_command(journal, out=StringIO()) == 0

    again = _run(journal, "--speed", "2")
    _until(again, lambda: _hand_ended(journal), "the hand did not end")
    again.send_signal(signal.SIGTERM)
    said, faults = again.communicate(timeout=120)
    assert again.returncode == 0, faults
    after = list(entries(journal))
    assert after[: len(before)] == before, "what was committed is as it was"
    assert [entry.at for entry in after] == sorted(entry.at for entry in after)
    events = _bodies(journal, "event")
    started = [event["hand"] for event in events if event["type"] == "hand_started"]
    assert started == sorted(set(started), key=int), "no hand began twice"
    ended = [event["type"] for event in events].index("hand_ended")
    assert [event["type"] for event in events[:ended]].count("hand_started") == 1, "the hand went on and ended"
    assert json.loads(said.splitlines()[-1])["hands"] >= 1
    assert verify_command(journal, out=StringIO()) == 0
    assert replay(journal).differences == (), "a replay tells the same, byte for byte"


def test_a_driven_night_replays_byte_for_byte(drive: Any) -> None:
    night = drive(3, 30)
    assert len(night.events) > 30
    assert replay(night.journal).differences == ()
