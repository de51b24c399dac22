"""docs/add-a-rule.md is kept true: its rule, its clause and its cases are run as they stand there."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import golden
import pytest

from table_controller.files import known, load_rulebook
from table_controller.records.events import ClockCalled
from table_controller.rules import engine
from table_controller.rules.judges import RULES

_PAGE = Path(__file__).parents[2] / "docs" / "add-a-rule.md"


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", _PAGE.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The golden runner at a house that knows the page's clause, with a referee that knows its rule."""
    space: dict[str, Any] = {}
    exec(compile(_blocks("python")[0], str(_PAGE), "exec"), space)
    monkeypatch.setattr(engine, "RULES", (*RULES, space["RULE"]))
    monkeypatch.setitem(engine._BY_EVENT, ClockCalled, engine._judges(ClockCalled))
    text = known.shipped("defaults") + "\n" + _blocks("toml")[0]
    monkeypatch.setattr(known, "shipped", lambda name: text)
    _forget()
    book = load_rulebook("defaults")
    monkeypatch.setattr(golden, "load_rulebook", lambda name: book)
    monkeypatch.setitem(golden.BY_TABLE, "clock", lambda table, words: ClockCalled(by=words[0]))
    yield golden
    _forget()


def _forget() -> None:
    """The defaults are read from their files again."""
    for kept in (known.defaults, known.allowed_values, known.ways_out):
        kept.cache_clear()


def test_the_page_has_one_rule_one_clause_and_two_cases() -> None:
    assert len(_blocks("python")) == 1
    assert [next(iter(tomllib.loads(block))) for block in _blocks("toml")] == ["clauses", "about", "about"]


@pytest.mark.parametrize("number", [1, 2])
def test_the_cases_of_the_page_hold(club: ModuleType, number: int) -> None:
    story = tomllib.loads(_blocks("toml")[number])
    assert club.play(story) == story["expect"]


def test_without_the_rule_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    story = tomllib.loads(_blocks("toml")[1]) | {"rulebook": "regelwerk"}
    monkeypatch.setitem(golden.BY_TABLE, "clock", lambda table, words: ClockCalled(by=words[0]))
    story["expect"].pop("proposal")
    assert golden.play(story)["incidents"] == []
