"""The house stands as designed: names, arrows, and no importable Python where none belongs."""

import ast
import importlib
import importlib.metadata
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent
_OURS = ("vision", "table_controller", "web_overlay")
_FIXED = {"pyproject.toml", "vision", "table_controller", "firmware", "models", "web_overlay", "tests"}
_BESIDE = {"README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "docs", ".ci", ".gitignore"}
_ROOMS = (
    *("records", "board", "fusion", "rules", "bank", "hands", "journal"),
    *("views", "recorder", "simulator", "audit", "rulebooks"),
)


def _tracked() -> list[str]:
    import subprocess

    listed = subprocess.run(["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def test_the_top_level_holds_the_fixed_names_and_nothing_else() -> None:
    assert {path.split("/")[0] for path in _tracked()} == _FIXED | _BESIDE


@pytest.mark.parametrize("name", _OURS)
def test_the_three_names_are_ours(name: str) -> None:
    module = importlib.import_module(name)
    assert Path(str(module.__file__)).is_relative_to(_ROOT)
    assert importlib.metadata.packages_distributions().get(name, ["floorman"]) == ["floorman"]


@pytest.mark.parametrize("folder", ["firmware", "models"])
def test_no_importable_python_where_none_belongs(folder: str) -> None:
    assert not list((_ROOT / folder).rglob("__init__.py"))


def _silent(holder: ast.Module | ast.ClassDef) -> Iterator[str]:
    """The public functions and classes of *holder* that say nothing of themselves."""
    for part in holder.body:
        if not isinstance(part, ast.FunctionDef | ast.ClassDef) or part.name.startswith("_"):
            continue
        if ast.get_docstring(part) is None:
            yield part.name
        if isinstance(part, ast.ClassDef):
            yield from (f"{part.name}.{name}" for name in _silent(part))


def test_what_is_public_says_what_it_is() -> None:
    paths = [path for path in _tracked() if path.endswith(".py") and path.startswith(tuple(f"{o}/" for o in _OURS))]
    run = [path for path in paths if not path.startswith("vision/training/")]
    assert len(run) > 150
    assert [(path, name) for path in run for name in _silent(ast.parse((_ROOT / path).read_text("utf-8")))] == []


def test_a_silent_function_is_found() -> None:
    source = 'def told():\n    """Yes."""\nclass A:\n    """A."""\n    def silent(self): ...\n    def _own(self): ...\n'
    assert list(_silent(ast.parse(source))) == ["A.silent"]


@pytest.mark.parametrize("room", _ROOMS)
def test_every_room_of_the_design_stands(room: str) -> None:
    assert any((_ROOT / "table_controller" / room).glob("*.py")) or room == "rulebooks"
    assert any((_ROOT / "table_controller" / room).iterdir())


def test_every_room_is_named_in_an_arrow() -> None:
    contracts = tomllib.loads((_ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    held = {module for contract in contracts for module in contract.get("source_modules", [])}
    for room in set(_ROOMS) - {"audit", "rulebooks"}:
        assert f"table_controller.{room}" in held
    assert {"vision", "web_overlay"} <= held


def test_a_planted_import_breaks_an_arrow(tmp_path: Path) -> None:
    """The arrows can fail: a copy of the house whose rules import the clock and whose web judges is refused."""
    import shutil
    import subprocess
    import sys

    for name in _OURS:
        shutil.copytree(_ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.onnx"))
    shutil.copy(_ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "table_controller/rules/planted.py").write_text("import time\n")
    (tmp_path / "web_overlay/planted.py").write_text("import table_controller.rules\n")
    linter = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    found = subprocess.run(linter, cwd=tmp_path, capture_output=True, text=True)
    assert found.returncode != 0
    assert "table_controller.rules.planted" in found.stdout
    assert "web_overlay.planted" in found.stdout
