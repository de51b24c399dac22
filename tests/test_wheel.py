"""The wheel runs in an empty environment outside the checkout: it carries rulebooks, nights, pages and weights."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent


def _run(*command: str | Path, cwd: Path, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    environment |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    return subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True)


@pytest.fixture(scope="module")
def floorman(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command, from a wheel built of a clean copy of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "checkout"
    listed = subprocess.run(["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if (_ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((_ROOT / name).read_bytes())
    built = _run(sys.executable, "-m", "build", "--wheel", "--outdir", folder / "dist", ".", cwd=copy, home=folder)
    assert built.returncode == 0, built.stdout[-2000:] + built.stderr[-2000:]
    (wheel,) = (folder / "dist").glob("floorman-*.whl")
    venv.create(folder / "env", with_pip=True)
    pip = [folder / "env/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel]
    installed = subprocess.run([str(part) for part in pip], cwd=folder, capture_output=True, text=True)
    assert installed.returncode == 0, installed.stderr[-2000:]
    return folder / "env/bin/floorman"


def test_it_reads_a_picture(floorman: Path, tmp_path: Path) -> None:
    import cv2

    from table_controller.records import Card, Face, Point
    from table_controller.records.scene import Scene, SceneCard
    from table_controller.simulator.felt import built_in_layout
    from vision.scene import Look, render

    layout = built_in_layout()
    look = Look(layout.width, layout.height, layout.colours)
    scene = Scene(cards=(SceneCard(Card.parse("7d"), Face.UP, Point(890, 500)),))
    cv2.imwrite(str(tmp_path / "table.png"), render(scene, layout.cameras[0], look, 1))
    read = _run(floorman, "read", "table.png", "--json", cwd=tmp_path, home=tmp_path)
    assert read.returncode == 0, read.stderr
    assert [card["card"] for card in json.loads(read.stdout)["cards"]] == ["7d"]


def test_it_runs_the_simulated_table(floorman: Path, tmp_path: Path) -> None:
    ran = _run(floorman, "run", "--headless", "--for", "10", cwd=tmp_path, home=tmp_path)
    assert ran.returncode == 0, ran.stderr[-2000:]
    summary = json.loads(ran.stdout.splitlines()[-1])
    assert summary["frames"] > 10
    assert summary["events"] > 5


def test_it_carries_its_rulebooks(floorman: Path, tmp_path: Path) -> None:
    listed = _run(floorman, "rulebook", "list", cwd=tmp_path, home=tmp_path)
    names = {json.loads(line)["rulebook"] for line in listed.stdout.splitlines()}
    assert names == {"bonn", "zollernalb", "casino-guide", "regelwerk", "brandenburg", "tda-2024"}
