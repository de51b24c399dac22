"""The hands of a journal for other tools: readable by them, without a card that nobody showed."""

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_controller.audit.export import export_command
from table_controller.hands import read_hands
from table_controller.hands.export import FORMATS
from table_controller.journal.store import Store
from table_controller.records import BadInput, Seat


def _exported(path: Path, form: str) -> str:
    out = io.StringIO()
    assert export_command(path, form, out) == 0
    return out.getvalue()


def test_phh_reads_back_with_the_stacks_of_the_night(night: Path, tmp_path: Path) -> None:
    file = tmp_path / "night.phhs"
    file.write_text(_exported(night, "phh"), "utf-8")
    (hand,) = read_hands(file)
    assert hand.stacks is not None
    assert {seat: chips * hand.unit for seat, chips in hand.stacks} == {Seat(1): 103, Seat(2): 99, Seat(3): 98}


def test_csv_has_a_line_an_action_and_one_a_result(night: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(_exported(night, "csv"))))
    assert {row["hand"] for row in rows} == {"h1"}
    assert [row["seat"] for row in rows if row["action"] == "fold"] == ["2"]
    assert {row["seat"]: row["won"] for row in rows if row["street"] == "result"} == {"1": "5", "2": "0", "3": "0"}


@pytest.mark.parametrize("form", FORMATS)
def test_no_format_tells_a_card_nobody_showed(night: Path, form: str) -> None:
    told = _exported(night, form)
    assert "h1" in told or "PokerStars" in told
    for canary in ("7c", "2h", "C0FFEE"):
        assert canary not in told


def test_a_running_hand_is_not_exported(sit_down: Callable[..., Any], night: Path) -> None:
    table = sit_down()
    try:
        assert "h2" not in _exported(night, "csv")
    finally:
        table.close()


def test_a_night_without_hands_exports_nothing(sit_down: Callable[..., Any]) -> None:
    table = sit_down()
    table.close()
    assert _exported(table.path, "phh") == ""


def test_what_cannot_be_read_is_bad_input(night: Path) -> None:
    store = Store.open(night)
    store.append("observation", store.last_at, '{"type":"dance"}')
    store.close()
    with pytest.raises(BadInput, match=r"night\.journal: entry \d+: type"):
        _exported(night, "phh")
