"""Findings and amounts in the reader's language; the phrase book is held to what the referee can say."""

import ast
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller import rules
from table_controller.files import load_rulebook, rulebook_names
from table_controller.records import Chips, Seat
from table_controller.records.rulebook import Text
from table_controller.rules.time_up import _count
from table_controller.views.models import Money
from table_controller.views.money import priced, written
from table_controller.views.phrases import rule_said, said

EURO, CHIPS = Money("EUR", 2), Money("", 0)


@pytest.mark.parametrize(
    ("amount", "money", "german", "english"),
    [
        (600, EURO, "6,00 €", "€6.00"),
        (123456789, EURO, "1.234.567,89 €", "€1,234,567.89"),
        (1500, CHIPS, "1.500", "1,500"),
        (5, Money("CHF", 2), "0,05 CHF", "CHF 0.05"),
    ],
)
def test_amounts_are_written_as_people_write_them(amount: int, money: Money, german: str, english: str) -> None:
    assert written(amount, money) == Text(german, english)


def test_a_price_in_a_text_is_not_confused_with_a_seat() -> None:
    text = Text("3 zurück an Platz 3, nicht 30 oder 3,5", "Give 3 back to seat 3, not 30 or 3.5")
    assert priced(text, Chips(3), EURO) == Text(
        "0,03 € zurück an Platz 3, nicht 30 oder 3,5", "Give €0.03 back to seat 3, not 30 or 3.5"
    )
    assert priced(text, None, EURO) == text


@pytest.mark.parametrize(
    ("finding", "german", "english"),
    [
        ("100 for a call of 300", "1,00 € statt 3,00 € zum Call", "€1.00 for a call of €3.00"),
        ("one motion, or the amount announced first", "eine Bewegung, oder der Betrag vorher angesagt", None),
        ("seat 2: all_in", "Platz 2: All-in", "seat 2: all-in"),
        ("no small blind from seat 4", "kein Small Blind von Platz 4", None),
        ("the turn while seat 1 is to act", "Turn, obwohl Platz 1 am Zug ist", None),
        ("300 to seat 1, 200 to seat 5", "3,00 € an Platz 1, 2,00 € an Platz 5", "€3.00 to seat 1, €2.00 to seat 5"),
        ("something the book does not know", "something the book does not know", None),
    ],
)
def test_findings_are_said_in_both_languages(finding: str, german: str, english: str | None) -> None:
    assert said(finding, EURO) == Text(german, english or finding)


@pytest.mark.parametrize("name", rulebook_names())
def test_every_rule_of_every_house_has_german_words(name: str) -> None:
    for clause in load_rulebook(name).clauses.values():
        assert rule_said(clause.rule).de != clause.rule, clause.code


def findings() -> Iterator[ast.expr]:
    """What the rules give as measured and required: literal texts and f-strings in calls of Found and marked."""
    for path in sorted(Path(rules.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Found", "marked"):
                yield from (arg for arg in node.args[2:4] if isinstance(arg, ast.JoinedStr | ast.Constant))


def samples(text: ast.expr) -> Iterator[str]:
    """The text with numbers, words or a card in its slots, in every combination."""
    if isinstance(text, ast.Constant):
        yield str(text.value)
        return
    assert isinstance(text, ast.JoinedStr)
    slots = [
        ("7", "check", "Qh") if isinstance(part, ast.FormattedValue) else (str(part.value),) for part in text.values
    ]  # type: ignore[attr-defined]
    yield from ("".join(parts) for parts in itertools.product(*slots))


def test_the_phrase_book_knows_every_finding_of_the_rules() -> None:
    texts = [text for text in findings() if not (isinstance(text, ast.Constant) and not text.value)]
    assert len(texts) > 60
    for text in texts:
        tried = list(samples(text))
        assert any(said(one, EURO).de != one for one in tried), f"no German for: {tried[0]}"


@pytest.mark.parametrize(
    ("finding", "german", "english"),
    [
        ("0 burns before the turn", "keine Burnkarte vor dem Turn", "no burn before the turn"),
        ("1 burns", "1 Burnkarte", "1 burn"),
        ("2 burns", "2 Burnkarten", "2 burns"),
        ("1 seconds without an action", "1 Sekunde ohne Aktion", "1 second without an action"),
        ("21 seconds", "21 Sekunden", "21 seconds"),
        ("1 cards in the flop", "1 Karte im Flop", "1 card in the flop"),
        ("0 hole cards", "keine Handkarte", "no hole cards"),
        ("2 card shown", "2 Karten gezeigt", "2 cards shown"),
        ("at most 1 raises in a round", "höchstens 1 Erhöhung in einer Runde", "at most 1 raise in a round"),
        ("at most 9 players", "höchstens 9 Spieler", "at most 9 players"),
        ("objection after the pot was pushed", "Einspruch, nachdem der Pot geschoben war", None),
        ("still to draw: 1 and 2 and 3", "noch zu ziehen: Platz 1, 2 und 3", "still to draw: seats 1, 2 and 3"),
        ("clock called by 5", "Platz 5 verlangt die Zeit", "seat 5 calls the clock"),
        ("clock called by dealer", "der Dealer verlangt die Zeit", "the dealer calls the clock"),
        (
            "a board card was moved: seat 3",
            "eine Boardkarte wurde bewegt, sie liegt jetzt bei Platz 3",
            "a board card was moved, it now lies at seat 3",
        ),
    ],
)
def test_counts_seats_and_places_are_said_as_people_say_them(finding: str, german: str, english: str | None) -> None:
    assert said(finding, EURO) == Text(german, english or finding)


def test_the_last_second_is_counted_as_one() -> None:
    assert _count(Seat(3), 1).text == Text("Herunterzählen: noch 1 Sekunde", "Count down: 1 second left")
    assert _count(Seat(3), 2).text == Text("Herunterzählen: noch 2 Sekunden", "Count down: 2 seconds left")
