"""docs/rulebooks.md as it stands: its files are written, its commands run; they print what the page shows."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from table_controller.cli import main
from table_controller.files import load_rulebook

_PAGE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text("utf-8")


def _block(kind: str) -> str:
    """The one block of the page in that language."""
    (text,) = re.findall(rf"```{kind}\n(.*?)```", _PAGE, re.DOTALL)
    return str(text)


def _shown() -> list[tuple[str, str]]:
    """Each command of the page with what it prints."""
    told = "".join(re.findall(r"```console\n(.*?)```", _PAGE, re.DOTALL))
    return [(command, output) for command, output in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", told, re.MULTILINE)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.toml").write_text(_block("toml"))
    (tmp_path / "night.jsonl").write_text(_block("json"))
    return tmp_path


def test_what_the_page_shows_is_what_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(_shown()) == 9
    for command, shown in _shown():
        *first, last = command.split("; ")
        for line in first:
            subprocess.run(["sh", "-c", line], check=True, cwd=folder)
        status = main(shlex.split(last)[1:])
        printed = capsys.readouterr()
        assert status in (0, 1, 2)
        assert re.fullmatch(_pattern(shown), printed.out + printed.err), command


def _pattern(shown: str) -> str:
    """The page's capitals stand for figures."""
    return re.sub(r"CODES|CITED|DIGEST|PARAMETERS|OWN", "[0-9a-f]+", re.escape(shown))


def test_the_club_judges_otherwise_than_its_house(folder: Path) -> None:
    assert main(["referee", "night.jsonl", "--rulebook", "zollernalb"]) == 0
    assert main(["referee", "night.jsonl", "--rulebook", "club.toml"]) == 1
    club, house = load_rulebook(folder / "club.toml"), load_rulebook("zollernalb")
    assert club.parameters["clock.countdown_extra"] == house.parameters["clock.countdown_extra"] == 10
    assert club.clauses["missing_burn"] == house.clauses["missing_burn"]


def test_the_commands_of_the_first_step_run(capsys: pytest.CaptureFixture[str]) -> None:
    commands = _block("sh").splitlines()
    assert [main(shlex.split(command)[1:]) for command in commands] == [0, 0, 0, 1]
    assert capsys.readouterr().out.count("\n") > 400
