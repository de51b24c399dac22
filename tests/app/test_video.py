"""A rendered night is a recording like any other: watched, it tells what was scripted."""

import json
from pathlib import Path

import pytest

from table_controller.cli import main

SCRIPT = """
name = "One short hand"
button = 6

[[hand]]
deck = "As Kd 7h 2c 9s 4d Ah Kc 8h 3c 9d 5d Qc Jh Ts 6s"
preflop = ["3 call", "4 fold", "5 fold", "6 fold", "1 fold", "2 check"]
flop = ["2 bet 200", "3 fold"]
"""


def test_a_video_is_watched(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hand.toml").write_text(SCRIPT)
    video = tmp_path / "hand.mp4"
    assert main(["simulate", str(tmp_path / "hand.toml"), "--video", "--out", str(video)]) == 0
    assert main(["watch", str(video), "--json"]) == 0
    header, *events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert header == {"type": "log", "version": 1, "unit": "1"}
    types = [event["type"] for event in events]
    assert types.count("hole_card_dealt") == 12
    assert types.count("card_burned") == 1
    assert [event["card"] for event in events if event["type"] == "board_card_dealt"] == ["Jh", "Ts", "6s"]
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)
    recording = tmp_path / "hand.jsonl"
    recording.write_text("\n".join(json.dumps(line) for line in (header, *events)))
    assert main(["referee", str(recording), "--rulebook", "zollernalb", "--json"]) == 0, capsys.readouterr().out
    assert main(["audit", "--video", str(video)]) == 0, "where nobody saw the button, nobody is accused by it"
