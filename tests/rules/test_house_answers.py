"""The six houses against the specification: every question of section 2 has its parameter, every answer its clause."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table_controller.files import DEFAULT, allowed_values, load_rulebook, rulebook_names
from table_controller.records.rulebook import Rulebook

_SEEDS = {
    "000": "bonn",
    "001": "zollernalb",
    "002": "casino-guide",
    "003": "regelwerk",
    "004": "brandenburg",
}
_PROFILES = {
    "homegame_bonn_000": "bonn",
    "zollernalb_001": "zollernalb",
    "casino_guide_002": "casino-guide",
    "regelwerk_003": "regelwerk",
    "brandenburg_004": "brandenburg",
}
_WITHOUT = {"S29"}
"""Rows without a parameter: the order of the dealer's prompts is the screens' own."""

_RENAMED = {
    "bet.spread_ratio": "spread.ratio",  # K31 calls it so
    "rebuy.unit_bb": "rebuy.unit",  # K59, as the next two
    "rebuy.addon_deficit_bb": "addon.deficit_required",
    "rebuy.compulsory_below_bb": "rebuy.compulsory_below",
}
_DIFFERENT = {
    ("zollernalb", "oot.fold_always_stands"): "A-001-9: our default lets an early fold stand; the letter is a switch",
    (
        "zollernalb",
        "oversized_chip.declared_no_amount",
    ): "the default replaces the silent chip's letter; this is §4.3.26",
    ("casino-guide", "stack.removal"): "the profile keeps the letter of R2-a here and notes what casinos do",
    ("regelwerk", "straddle.allowed"): "K19: nobody else posts, says GE-a",
    ("regelwerk", "authority.chain"): "an empty list says nothing of the house: it stays default",
}
"""Where a house's file departs from the profiles of section 2D, and why."""


def _section(shared: Path, first: str, after: str) -> str:
    text = (shared / "rules" / "seed-rules.md").read_text("utf-8")
    return text[text.index(first) : text.index(after)]


def _rows(shared: Path) -> Iterator[tuple[str, str]]:
    """The rows of sections 2A and 2B: their number, and the column that names parameters."""
    for line in _section(shared, "## 2A.", "## 2C.").splitlines():
        if row := re.match(r"\| ([KS]\d\d) \|", line):
            yield row[1], line.split("|")[-3]


def _named(column: str) -> set[str]:
    """The parameters that a row names: what has a dot, and the first word in front of a colon."""
    ticked = re.findall(r"`([^`]+)`", column)
    dotted = {name for text in ticked for name in re.findall(r"\b[a-z_0-9]+(?:\.[a-z_]+)+", text)}
    first = re.match(r" `([a-z_]+)`:", column)
    return dotted | ({first[1]} if first else set())


def test_every_question_of_the_specification_has_its_parameter(shared: Path) -> None:
    known, rows = allowed_values(), {word for may in allowed_values().values() for word in may.row.split(", ")}
    numbers = []
    for number, column in _rows(shared):
        numbers.append(number)
        if number not in _WITHOUT:
            assert number in rows, f"{number} has no parameter"
        assert _named(column) <= known.keys(), f"{number}: {_named(column) - known.keys()}"
    assert len(numbers) == 95
    assert sum(len(_named(column)) for _, column in _rows(shared)) > 100


def test_every_new_parameter_of_the_tda_table_has_its_place(shared: Path) -> None:
    text = (shared / "rules" / "tda-2024-rules.md").read_text("utf-8")
    told = [line.split("|")[-2] for line in text.splitlines() if line.startswith("| ") and line.count("|") == 7]
    new = {name for cell in told for name in re.findall(r"NEW `([a-z_0-9.]+?)(?::|`)", cell)}
    families = {"invalid_decl"}  # three parameters, one for each word
    missing = new - allowed_values().keys() - families
    assert len(new) > 60
    assert not missing


@pytest.mark.parametrize("name", rulebook_names())
def test_each_house_answers_every_question_with_a_clause_or_default(name: str) -> None:
    book = load_rulebook(name)
    assert book.parameters.keys() == book.citations.keys() == allowed_values().keys()
    for key, may in allowed_values().items():
        assert may.refuses(book.parameters[key]) is None
        assert book.citations[key]


def _profiles(shared: Path) -> dict[str, dict[str, tuple[Any, bool]]]:
    """Section 2D: per house each parameter's value, and whether it replaces a literal reading."""
    text = _section(shared, "## 2D.", "# 3. Exact")
    houses: dict[str, dict[str, tuple[Any, bool]]] = {}
    for line in text.splitlines():
        if house := re.match(r"  (\w+):$", line):
            houses[_PROFILES[house[1]]] = current = {}
        elif told := re.match(r"    (\w+): (.+?)(\s+#.*)?$", line):
            value = json.loads(re.sub(r"[A-Za-z_]\w*", _quoted, told[2]))
            entries = value if isinstance(value, dict) else {"": value}
            literal = "# literal" in (told[3] or "")
            current |= {f"{told[1]}.{key}".rstrip("."): (entry, literal) for key, entry in entries.items()}
    return houses


def _quoted(word: re.Match[str]) -> str:
    return word[0] if word[0] in ("true", "false", "null") else f'"{word[0]}"'


def test_the_profiles_of_the_specification_are_what_the_houses_say(shared: Path) -> None:
    profiles = _profiles(shared)
    assert profiles.keys() == set(_SEEDS.values())
    departures = {
        (house, _RENAMED.get(key, key))
        for house, told in profiles.items()
        for key, (value, literal) in told.items()
        if not _agrees(load_rulebook(house), _RENAMED.get(key, key), value, literal)
    }
    assert departures == _DIFFERENT.keys()


def _agrees(book: Rulebook, key: str, value: Any, literal: bool) -> bool:
    """Whether the house says so: null and what replaces the letter are our default, all else has its value."""
    here, own = book.parameters[key], book.citations[key] != DEFAULT
    if value is None:
        return not own or here == "none"
    wanted = tuple(value) if isinstance(value, list) else value
    if literal:
        return here == wanted and not own
    return here == wanted


def _clause_ids(shared: Path, seed: str) -> set[str]:
    text = _section(shared, "# 1. Clause", "# 2. Conflict")
    return set(re.findall(rf"^\| {seed} (.+?)(?: \[[\d–, ]+\])? \|", text, re.MULTILINE))


@pytest.mark.parametrize("seed", _SEEDS)
def test_a_house_cites_its_own_clauses(shared: Path, seed: str) -> None:
    """Each citation is a clause of section 1, or the head that several of its clauses share."""
    ids, book = _clause_ids(shared, seed), load_rulebook(_SEEDS[seed])
    assert len(ids) > 40
    for citation in _cited(book):
        assert any(one == citation or one.startswith((f"{citation}-", f"{citation}s")) for one in ids), citation


def test_the_tda_book_cites_its_own_rules(shared: Path) -> None:
    text = (shared / "rules" / "tda-2024-rules.md").read_text("utf-8")
    procedures = text.index("## 7. Recommended")
    ids = set()
    for row in re.finditer(r"^\| ([0-9][\w/, -]*?) \|", text, re.MULTILINE):
        head = "RP-" if row.start() > procedures else ""
        for part in row[1].split(", "):
            ids |= {head + one for one in _spread(part)}
    for citation in _cited(load_rulebook("tda-2024")):
        assert any(one == citation or re.match(rf"{re.escape(citation)}(-|\d$)", one) for one in ids), citation


def _spread(part: str) -> list[str]:
    """``54-B/C`` is two rules."""
    first, *more = part.split("/")
    return [first, *(f"{first.rpartition('-')[0]}-{letter}" for letter in more)]


def _cited(book: Rulebook) -> set[str]:
    told = [*book.citations.values(), *(clause.citation for clause in book.clauses.values())]
    return {one for citation in told for one in citation.split(", ")} - {DEFAULT}


def test_every_code_of_the_clauses_is_answered_by_its_house(shared: Path) -> None:
    """Where a clause of a seed makes something an incident, its house cites a clause for that code."""
    text = _section(shared, "# 1. Clause", "# 2. Conflict")
    for seed, name in _SEEDS.items():
        clauses = load_rulebook(name).clauses
        for line in re.findall(rf"^\| {seed} .*$", text, re.MULTILINE):
            for code in re.findall(r"`(\w+)`", line.split("|")[-2]):
                if code in clauses and (name, code) not in _OURS:
                    assert clauses[code].citation != DEFAULT, f"{name}: {code}, see {line[:60]}"


_OURS = {
    ("bonn", "exposed_card"): "the booklet that would answer was never handed in",
}
"""Where a clause names the fault but leaves its answer to a book nobody has."""


_TDA_OTHERWISE = {
    "claim.deadline": "three parameters of its own, one for each kind",
    "misdeal.causes": "the table's row is cut short; rule 35-A lists seven",
    "sa.a": "a number: two actions, one of them with chips",
    "sa.b": "a number: three actions of any kind",
    "multi_chip_overpay": "45-A and 45-B are one test, named by its second half",
    "reopen.min_fraction": "limit games have a parameter of their own",
    "raise.cap_per_round": "none is written where nothing caps",
    "skipped.outcome": "that the floor chooses is what a list of outcomes means",
}
"""Where the sixth book writes otherwise what the table of the TDA rules says, and why."""


def _tda_cells(shared: Path) -> Iterator[tuple[str, str, bool]]:
    """Every ``name: value`` of the table's last column, and whether it is marked as our default."""
    text = (shared / "rules" / "tda-2024-rules.md").read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("| ") and line.count("|") == 7:
            for told in re.finditer(r"`([a-z_0-9.]+): ([^`]+)`( \[D\])?", line.split("|")[-2]):
                yield told[1], told[2], told[3] is not None


def test_the_tda_book_says_what_the_table_of_its_rules_says(shared: Path) -> None:
    book, otherwise, compared = load_rulebook("tda-2024"), set(), 0
    for name, told, ours in _tda_cells(shared):
        if name in book.parameters:
            compared += 1
            assert (book.citations[name] == DEFAULT) <= ours or name in _TDA_DEFAULT, name
            if _plainly(told) != book.parameters[name]:
                otherwise.add(name)
    assert compared > 120
    assert otherwise == _TDA_OTHERWISE.keys()


_TDA_DEFAULT = {"string_bet.remedy", "tiny_chip.fraction"}
"""Marked as our default in another column, or once for two."""


def _plainly(told: str) -> Any:
    """A value as the table writes it."""
    if told.startswith("["):
        return tuple(word.strip() for word in told.strip("[]").split(","))
    if re.fullmatch(r"\d+(\.\d+)?", told):
        return float(told) if "." in told else int(told)
    return {"true": True, "false": False}.get(told, told)
