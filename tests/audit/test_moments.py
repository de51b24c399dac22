"""What happened around an incident: in order, in words, the event that showed it marked, and no card too many."""

import io
import re
from pathlib import Path

import pytest

from table_controller.audit.moments import AFTER, BEFORE, around
from table_controller.audit.report import audit_command
from table_controller.records import Chips, Seat
from table_controller.records.betting_events import WORDS
from table_controller.records.events import BetsCollected, CardBurned, ChipsMovedIn, Declared, Event, Ticked
from table_controller.records.incidents import Irregularity
from table_controller.records.rulebook import Severity, Text
from table_controller.views.models import Money

EURO = Money("EUR", 2)


def _found(event: str, at: int) -> Irregularity:
    return Irregularity("missing_burn", None, at, event, "", "", Severity.SERIOUS, Text("", ""), "", "")


def test_a_few_events_before_and_after_are_told_and_the_one_it_is_about_is_marked() -> None:
    events = [Declared(at=at, seat=Seat(at), action="fold") for at in range(1, 21)]
    told = around(_found("declared", 10), events, EURO)
    assert [one.at for one in told] == list(range(10 - BEFORE, 10 + AFTER + 1))
    assert [one.at for one in told if one.this] == [10]
    assert told[0].text == Text("Platz 6 foldet", "seat 6 folds")


def test_what_tells_a_reader_nothing_is_left_out_unless_it_is_the_event_itself() -> None:
    events: list[Event] = [CardBurned(at=1), Ticked(at=2), Ticked(at=3), BetsCollected(at=4)]
    assert [one.at for one in around(_found("tick", 3), events, EURO)] == [1, 3, 4]
    assert around(_found("tick", 9), events, EURO) == ()


@pytest.mark.parametrize("word", WORDS)
def test_every_word_is_said_in_both_languages(word: str) -> None:
    said = Declared(at=1, seat=Seat(3), action=word, amount=Chips(250))
    (one,) = around(_found("declared", 1), [said], EURO)
    assert (one.text.de.startswith("Platz 3 "), one.text.en.startswith("seat 3 ")) == (True, True)
    assert (one.text.de.endswith(" 2,50 €"), one.text.en.endswith(" €2.50")) == (True, True)
    assert "_" not in one.text.de + one.text.en


def test_chips_are_money() -> None:
    (one,) = around(_found("chips_moved_in", 1), [ChipsMovedIn(at=1, seat=Seat(2), amount=Chips(250))], EURO)
    assert one.text == Text("Platz 2 setzt Chips für 2,50 €", "seat 2 puts in chips of €2.50")


def test_the_report_and_the_terminal_tell_it(night: Path, tmp_path: Path) -> None:
    words = io.StringIO()
    audit_command(night, incident=1, text=words, html=tmp_path / "report.html")
    told = words.getvalue()
    assert re.search(r"\n       [\d:]{8}  bets collected\n     → [\d:]{8}  a card to the board: Ah\n", told)
    page = (tmp_path / "report.html").read_text("utf-8")
    assert re.search(r'<li class="this">.*Karte auf das Board: Ah.*a card to the board: Ah', page)
