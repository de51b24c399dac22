"""A recording that nobody ruled on: each incident says what the table carried out, or that play went on."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table_controller.audit.report import audit_command
from table_controller.records import Card, Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardMoved,
    Declared,
    Event,
    HandEnded,
    ZoneBlocked,
)


def _board(*names: str) -> list[Event]:
    return [BoardCardDealt(card=Card.parse(name)) for name in names]


_BACK: list[Event] = [CardMoved(card=Card.parse("Ah"), from_="board", to="burn"), *_board("Jc")]
_ON: list[Event] = [Declared(seat=Seat(1), action="check"), HandEnded()]


@pytest.mark.parametrize(
    ("then", "ruling", "words"),
    [
        (_BACK, "first_open_card_becomes_burn", ("am Tisch ausgeführt", "carried out at the table")),
        (_ON, "play_stands", ("niemand entschied, das Spiel ging weiter", "nobody ruled, play went on")),
    ],
    ids=["carried out", "play stands"],
)
def test_it_is_said_which(
    sit_down: Callable[..., Any],
    begun: list[Event],
    tmp_path: Path,
    then: list[Event],
    ruling: str,
    words: tuple[str, str],
) -> None:
    table = sit_down("silent.journal")
    table.happen(*begun, *_board("Ah", "9d", "4s"), *then)
    table.close()
    out, page = io.StringIO(), tmp_path / "report.html"
    assert audit_command(table.path, as_json=True, html=page, out=out) == 1
    told = [line for line in map(json.loads, out.getvalue().splitlines()) if line["type"] == "incident"]
    assert [(one["code"], one["ruling"], one["by"]) for one in told] == [("missing_burn", ruling, "play")]
    text = page.read_text("utf-8")
    assert all(word in text for word in words)


def test_a_hand_that_still_runs_is_not_decided(sit_down: Callable[..., Any], begun: list[Event]) -> None:
    table = sit_down("running.journal")
    table.happen(*begun, *_board("Ah", "9d", "4s"))
    table.close()
    out = io.StringIO()
    audit_command(table.path, as_json=True, out=out)
    (told,) = [line for line in map(json.loads, out.getvalue().splitlines()) if line["type"] == "incident"]
    assert (told["state"], told["ruling"], told["by"]) == ("open", None, None)


def test_what_could_not_be_assessed_is_told(sit_down: Callable[..., Any], begun: list[Event], tmp_path: Path) -> None:
    table = sit_down("hidden.journal")
    table.happen(*begun, ZoneBlocked(zone="burn"), *_board("Ah", "9d", "4s"))
    table.close()
    out, page = io.StringIO(), tmp_path / "report.html"
    audit_command(table.path, as_json=True, html=page, out=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert {"type": "not_assessed", "code": "missing_burn", "count": 1} in lines
    assert "Hier war nicht genug zu sehen" in page.read_text("utf-8")
    assert "missing_burn" in table.standing.night.hand.unassessed
