"""The generated pages: up to date, complete, and naming nothing that is not there."""

import re
from pathlib import Path

import coverage_page
import parameter_page
import pytest
import rule_pages
import write_pages

from table_controller.files import allowed_values, load_rulebook, questions, rulebook_names, undecided
from table_controller.records.wire import EVENT_TYPES
from table_controller.table_file import built_in_table

_ROOT = Path(__file__).parents[2]
_TELL = "`make docs` brings them up to date"


def test_the_pages_are_up_to_date() -> None:
    assert [str(path.relative_to(_ROOT)) for path in write_pages.stale(_ROOT)] == [], _TELL


def _clauses(shared: Path) -> dict[str, list[str]]:
    """The ids of section 1 of the seeds' specification, by seed."""
    text = (shared / "rules" / "seed-rules.md").read_text("utf-8")
    first = text[text.index("# 1. Clause") : text.index("# 2. Conflict")]
    return {
        seed: re.findall(rf"^\| {seed} (.+?)(?: \[[\d–, ]+\])? \|", first, re.MULTILINE)
        for seed in coverage_page.HOUSES
    }


def test_every_clause_of_the_seeds_is_answered(shared: Path) -> None:
    clauses, told = _clauses(shared), coverage_page.told(_ROOT)
    assert {seed: len(ids) for seed, ids in clauses.items()} == {
        "000": 226,
        "001": 154,
        "002": 46,
        "003": 47,
        "004": 74,
    }
    for seed, ids in clauses.items():
        assert list(told[seed]) == ids
        for wording, answers in told[seed].values():
            assert wording
            assert answers


def test_what_answers_a_clause_exists() -> None:
    codes, parameters = load_rulebook("defaults").clauses, allowed_values()
    core = {path.stem for path in (_ROOT / "table_controller" / "rules").glob("*.py")}
    known = {"code": codes, "param": parameters, "event": EVENT_TYPES, "core": core}
    for clauses in coverage_page.told(_ROOT).values():
        for clause, (_, answers) in clauses.items():
            for kind, name in answers:
                assert (kind in coverage_page.WORDS and not name) or name in known[kind], f"{clause}: {kind} {name}"


def test_what_makes_an_incident_in_a_seed_is_answered_by_its_code(shared: Path) -> None:
    """Section 1 names the codes a clause is about; what the program does not know yet comes with a later part."""
    told, codes = coverage_page.told(_ROOT), load_rulebook("defaults").clauses
    text = (shared / "rules" / "seed-rules.md").read_text("utf-8")
    checked = 0
    for row in re.finditer(r"^\| (00\d) (.+?)(?: \[[\d–, ]+\])? \|.*\|([^|]+)\|$", text, re.MULTILINE):
        answers = told[row[1]][row[2]][1]
        for code in re.findall(r"`(\w+)`", row[3]):
            checked += 1
            later = [kind for kind, _ in answers if kind in coverage_page.LATER]
            assert ("code", code) in answers or (code not in codes and later), f"{row[1]} {row[2]}: {code}"
    assert checked > 350


def test_there_is_a_page_for_every_code_and_every_house_on_it() -> None:
    for code in load_rulebook("defaults").clauses:
        page = (_ROOT / "docs" / "rules" / f"{code}.md").read_text("utf-8")
        assert f"`{code}`" in page
        for name in rulebook_names():
            assert name in page


def test_a_page_names_what_the_rule_looks_at_and_the_steps_of_its_remedy() -> None:
    page = (_ROOT / "docs" / "rules" / "missing_burn.md").read_text("utf-8")
    assert "*At `board_card_dealt`.*" in page
    assert "| zollernalb | §4.3.7 | halt | `first_open_card_becomes_burn` |" in page
    assert "Show Ac to everybody; Move Ac from the board to the burns; Deal the next card face up to the board" in page
    assert "## Near misses" in page


@pytest.mark.parametrize("name", ["clock.seconds", "undercall.options", "blinds.freeze_at_fraction"])
def test_the_page_of_parameters_says_what_the_houses_say(name: str) -> None:
    row = next(line for line in parameter_page.page(_ROOT).splitlines() if line.startswith(f"| `{name}` |"))
    assert "(§" in row
    assert "`rules/clock.py`" in row or name != "clock.seconds"
    assert allowed_values()[name].expected() in row


def test_the_page_of_parameters_names_who_reads_each_or_why_nobody_does() -> None:
    readers = parameter_page._readers(_ROOT)
    rows = {line.split("`")[1]: line for line in parameter_page.page(_ROOT).splitlines() if line.startswith("| `")}
    for name, may in allowed_values().items():
        row = rows[name]
        assert f"| {questions()[name]} |" in row
        if name in undecided():
            assert row.endswith(f"| nobody: {undecided()[name]} |")
            assert not readers[name] or may.only is not None or len(may.values) == 1, f"{name} is read"
        else:
            assert readers[name], f"{name}: nobody reads it; say why in questions.toml, or wire it in"


def test_a_page_that_is_old_or_of_a_code_that_is_gone_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = {tmp_path / "docs" / "rules" / "missing_burn.md": "new"}
    monkeypatch.setattr(write_pages, "written", lambda root: wanted)
    rules = tmp_path / "docs" / "rules"
    rules.mkdir(parents=True)
    assert write_pages.stale(tmp_path) == [rules / "missing_burn.md"]
    (rules / "missing_burn.md").write_text("new")
    (rules / "gone.md").write_text("old")
    assert write_pages.stale(tmp_path) == [rules / "gone.md"]


def test_a_rule_that_names_its_code_in_a_helper_is_found() -> None:
    fires = "\n".join(rule_pages._fires("clock_expired"))
    assert "clock" in fires.lower()
    assert "the desk enters it" not in fires


def test_the_tutorial_says_how_the_desk_comes_to_speak_its_language() -> None:
    tutorial = (_ROOT / "docs" / "tutorial.md").read_text("utf-8")
    assert built_in_table().language == "de"
    assert "It speaks German" in tutorial.replace("\n", " ")
    assert tutorial.index("?lang=en") < tutorial.index("**Accept**")
