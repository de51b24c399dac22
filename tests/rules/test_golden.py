"""The golden cases: one table and one story each. ``clean`` cases assert that nothing at all is flagged."""

from pathlib import Path

import pytest
from golden import play, stories, story_in
from specification import owed, spec_ids

from table_controller.files import load_rulebook

_FOLDER = Path(__file__).parent.parent / "golden"
_CASES = sorted(_FOLDER.rglob("*.toml"))


def test_there_are_cases_and_every_folder_has_some() -> None:
    assert len(_CASES) >= 220
    assert all(any(folder.glob("*.toml")) for folder in _FOLDER.iterdir() if folder.is_dir())
    assert (_FOLDER / "clean").is_dir()


@pytest.mark.parametrize("path", _CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden(path: Path) -> None:
    for story in stories(story_in(path)):
        assert play(story) == story["expect"], story["rulebook"]


def test_every_code_of_the_catalogue_fires_in_some_case() -> None:
    told = [one for path in _CASES for one in stories(story_in(path))]
    fired = {item.split()[0] for one in told for item in one["expect"]["incidents"]}
    assert load_rulebook("tda-2024").clauses.keys() - fired == set()


def test_every_rule_and_vector_has_a_case(shared: Path) -> None:
    """Sections 3 and 4 of the seeds' specification, and the TDA vectors; a case names those it answers as its ids."""
    told = {name for path in _CASES for name in story_in(path).get("id", [])}
    assert spec_ids(shared) - told == owed()
    assert told <= spec_ids(shared), f"ids of no specification: {sorted(told - spec_ids(shared))}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("change = 0\n", ""),
        ("change = 0\n", "change = 0\ncolour = 1\n"),
        ("about =", "aboot ="),
        ("[expect]", "[expects]"),
    ],
)
def test_a_case_with_unknown_or_missing_keys_is_refused(tmp_path: Path, old: str, new: str) -> None:
    text = (_FOLDER / "clean" / "one-motion.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "case.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(AssertionError):
        story_in(path)
