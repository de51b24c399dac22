"""What a note may stand for, held against section 1 of the seeds' specification."""

import re
from pathlib import Path

import pytest

from table_controller.files import load_rulebook
from table_controller.records.events import Noted
from table_controller.records.night import Night
from table_controller.rules import assess, new_night
from table_controller.rules.notes import NOTES
from table_controller.rules.stacks import TOLD
from table_controller.views.models import Money
from table_controller.views.phrases import said

_PEOPLE = {"MAN", "HOST"}
_INTENT = {"blind_dodged"}
"""Of no seed (TDA 33): that a blind was dodged on purpose, nobody but a person can say."""
_FOUND = {"hidden_chip"}
"""Of no seed (TDA 62): a chip that lay hidden is found by a person, if it does not come in by itself."""
_SPOKEN = {"table_talk_live_hand", "advice_given", "proxy_action", "marked_card", "cheating_suspected"}
"""A camera or a button is named beside the person, but no event of the log can tell it: words, marks, suspicions."""


def _inputs(shared: Path) -> dict[str, list[set[str]]]:
    """By code: the inputs of each clause of section 1 that names it."""
    text = (shared / "rules" / "seed-rules.md").read_text("utf-8")
    section = text[text.index("# 1. Clause inventory") : text.index("# 2. Conflict table")]
    rows = [[cell.strip() for cell in line.split("|")] for line in section.splitlines() if line.startswith("| 00")]
    inputs: dict[str, list[set[str]]] = {}
    for row in rows:
        for code in re.findall(r"`(\w+)`", row[5]):
            inputs.setdefault(code, []).append(set(row[4].split(", ")) - {"—"})
    return inputs


def test_a_note_stands_for_what_people_alone_can_say(shared: Path) -> None:
    inputs = _inputs(shared)
    people_alone = {code for code, rows in inputs.items() if all(row <= _PEOPLE for row in rows)}
    assert people_alone <= NOTES.keys()
    assert NOTES.keys() - people_alone == _SPOKEN | _INTENT | _FOUND
    assert all(any("MAN" in row for row in inputs[code]) for code in _SPOKEN)


@pytest.mark.parametrize("code", ["string_bet", "clock_expired", "missing_burn", "no_such_code"])
def test_a_note_proves_nothing_else(code: str) -> None:
    answer = assess(new_night(), Noted(code=code, seat=3), load_rulebook("bonn"))
    assert answer.irregularities == ()
    assert answer.not_assessed == ("note",)
    assert answer.night == Night()


@pytest.mark.parametrize("house", ["bonn", "zollernalb", "casino-guide", "regelwerk", "brandenburg", "tda-2024"])
def test_what_a_person_noted_is_not_repeated_in_the_incident(house: str) -> None:
    """The text may name somebody or a card; the event alone holds it, and can be erased."""
    for code in NOTES.keys() - {"cheating_suspected"}:
        answer = assess(new_night(), Noted(code=code, text="Anna has the As"), load_rulebook(house))
        assert all(item.code == code for item in answer.irregularities)
        assert not any("Anna" in item.measured + item.required for item in answer.irregularities)


def test_all_of_it_is_said_in_german() -> None:
    money = Money("EUR", 2)
    for words in (*NOTES.values(), *(one for pair in TOLD.values() for one in pair)):
        assert said(words, money).de != words
