"""``floorman export --format bank``: the book as lines that are only ever added to."""

import csv
import io
from decimal import Decimal
from pathlib import Path

import pytest

from table_controller.audit.bank_book import COLUMNS, bank_book
from table_controller.cli import main
from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import ChipsBought, ChipsCashedOut, Corrected, Event, SeatTaken
from table_controller.records.night import Assessment
from table_controller.rules import assess, new_night


def _answers(*events: Event) -> list[Assessment]:
    night, answers = new_night(), []
    for event in events:
        answers.append(assess(night, event, load_rulebook("bonn")))
        night = answers[-1].night
    return answers


def test_every_entry_is_a_line_and_what_is_taken_back_is_one_more() -> None:
    lines = bank_book(
        _answers(
            SeatTaken(at=1_000_000_000, seat=Seat(1), stack=Chips(1000)),
            ChipsBought(at=2_500_000_000, seat=Seat(1), amount=Chips(500), kind="rebuy", source="desk"),
            Corrected(at=3_000_000_000, what="undo", value="1", source="desk"),
            ChipsBought(at=4_000_000_000, seat=Seat(1), amount=Chips(50), kind="rebuy", source="desk"),
            ChipsCashedOut(at=5_000_000_000, seat=Seat(1), amount=Chips(1050), source="desk"),
        ),
        Decimal("0.01"),
    )
    header, *rows = csv.reader(io.StringIO("".join(lines)))
    assert tuple(header) == COLUMNS
    assert rows == [
        ["1.000", "1", "buy_in", "10", "0"],
        ["2.500", "1", "rebuy", "5", "0"],
        ["3.000", "1", "taken_back", "-5", "0"],
        ["4.000", "1", "rebuy", "0.5", "0"],
        ["5.000", "1", "cash_out", "0", "10.5"],
    ]
    assert sum(Decimal(row[3]) - Decimal(row[4]) for row in rows) == 0


def test_a_nights_book_is_exported(night: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(night), "--format", "bank"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert rows
    assert {row["kind"] for row in rows} == {"buy_in"}
