"""The docs are true where a machine can tell: links lead somewhere, commands exist, no room is missing."""

import re
from pathlib import Path

import pytest

from table_controller import cli
from table_controller.screens import light
from table_controller.views import LightState

_ROOT = Path(__file__).parent.parent
_PAGES = sorted(
    [*(_ROOT / "docs").rglob("*.md"), _ROOT / "README.md", _ROOT / "CONTRIBUTING.md", _ROOT / "CHANGELOG.md"]
)


def _ids(page: Path) -> str:
    return str(page.relative_to(_ROOT))


@pytest.mark.parametrize("page", _PAGES, ids=_ids)
def test_links_lead_to_files_of_the_project(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", _PAGES, ids=_ids)
def test_links_lead_to_headings_that_there_are(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", page.read_text()):
        other = page.parent / target if target else page
        headings = {_anchor(line) for line in re.findall(r"^#+ (.+)$", other.read_text(), re.M)}
        assert other.suffix != ".md" or anchor in headings, f"{page.name} links to {target}#{anchor}"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", _PAGES, ids=_ids)
def test_every_command_shown_exists(page: Path) -> None:
    for line in re.findall(r"^\s*(?:\$ )?(?:\.venv/bin/)?floorman ([a-z]+)", page.read_text(), re.M):
        assert line in _commands(), f"{page.name} shows `floorman {line}`"


def _commands() -> set[str]:
    actions = cli._parser()._subparsers
    assert actions is not None
    return {name for action in actions._group_actions for name in (action.choices or ())}


def test_every_command_is_in_the_readme() -> None:
    readme = (_ROOT / "README.md").read_text()
    for command in _commands():
        assert f"floorman {command}" in readme, command


def test_every_make_target_named_in_the_docs_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (_ROOT / "Makefile").read_text(), re.M))
    for page in _PAGES:
        for target in re.findall(r"`make ([a-z-]+)", page.read_text()):
            assert target in targets, f"{page.name} names `make {target}`"


def test_the_two_commands_come_first_in_the_readme() -> None:
    blocks = re.findall(r"```(?:sh)?\n(.*?)```", (_ROOT / "README.md").read_text(), re.S)
    assert [line.split("#")[0].strip() for line in blocks[0].strip().splitlines()] == ["make run", "make test"]


def test_the_design_page_names_every_room() -> None:
    design = (_ROOT / "docs" / "design.md").read_text()
    for room in ("records", "board", "fusion", "rules", "bank", "hands", "journal", "views", "recorder", "simulator"):
        assert f"table_controller/{room}/" in design, room


def test_the_journals_light_is_as_the_journal_page_says() -> None:
    page = (_ROOT / "docs" / "journal.md").read_text()
    assert light("journal", "disk full").state is LightState.WARN
    css = (_ROOT / "web_overlay" / "static" / "desk.css").read_text()
    (colour,) = re.findall(r"\.light\.warn i \{ background: var\(--(\w+)\)", css)
    assert f"the journal's light on the screen goes {colour}" in page
