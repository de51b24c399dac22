"""`floorman calibrate chips`: the colours of chips as the camera sees them, and what the table file makes of them."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.cli import main
from table_controller.records import Chips, Point
from table_controller.records.scene import Scene, SceneChips
from table_controller.table_file import load_table
from vision.scene import Look, Studio

RED, BLUE = (190, 35, 40), (35, 70, 170)
"""Of the table file that the documentation shows; the drawn chips have these colours."""
AS_DRAWN = 14
"""Levels by which light and shade of a drawn chip may differ from its colour."""
CHIPS = (SceneChips(Chips(50), 1, Point(500, 540)), SceneChips(Chips(100), 1, Point(650, 540)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A calibrated table, and pictures of its felt, empty and with a red and a blue chip."""
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]
    Path("kitchen.toml").write_text(text)
    layout = load_table(Path("kitchen.toml")).layout
    for light, name in ((1.0, ""), (0.5, "-dim")):
        studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours, light=light), 1)
        cv2.imwrite(f"empty{name}.png", studio.frame(Scene(), 1))
        cv2.imwrite(f"chips{name}.png", studio.frame(Scene(chips=CHIPS), 2))
    return tmp_path


def _asked(capfd: pytest.CaptureFixture[str], *more: str, status: int = 0) -> tuple[list[dict[str, object]], str]:
    assert main(["calibrate", "chips", "--table", "kitchen.toml", *more]) == status
    said = capfd.readouterr()
    assert "Traceback" not in said.err
    return [json.loads(line) for line in said.out.splitlines()], said.err


def _rewrite(before: str, after: str) -> None:
    text = Path("kitchen.toml").read_text()
    assert before in text
    Path("kitchen.toml").write_text(text.replace(before, after))


def _near(rgb: object, colour: tuple[int, int, int]) -> bool:
    return bool(np.abs(np.subtract(rgb, colour)).max() <= AS_DRAWN)  # type: ignore[call-overload]


def test_each_chip_is_told_with_its_colour_and_what_the_table_file_makes_of_it(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (red, blue), doubts = _asked(capfd, "--picture", "chips.png")
    assert _near(red["rgb"], RED)
    assert _near(blue["rgb"], BLUE)
    assert (red["told"], blue["told"]) == ("red", "blue")
    assert np.abs(np.subtract(red["at_mm"], (500, 540))).max() <= 4  # type: ignore[call-overload]
    assert doubts == ""


def test_in_another_light_colours_are_told_as_they_were_at_the_calibration(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (red, _), _ = _asked(capfd, "--picture", "chips-dim.png")
    assert not _near(red["rgb"], RED)
    Path("empty.png").rename("kitchen.overhead.png")
    (red, blue), _ = _asked(capfd, "--picture", "chips-dim.png")
    assert _near(red["rgb"], RED)
    assert _near(blue["rgb"], BLUE)


def test_two_chips_told_as_one_colour_are_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    _rewrite("rgb = [35, 70, 170]", "rgb = [20, 200, 30]")
    _rewrite("rgb = [190, 35, 40]", "rgb = [80, 40, 120]")
    _, doubts = _asked(capfd, "--picture", "chips.png")
    assert "2 chips are told as 'red'" in doubts
    assert "no chip is told as 'blue'" in doubts


def test_a_table_file_without_chips_gets_colours_to_write_there(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = Path("kitchen.toml").read_text()
    Path("kitchen.toml").write_text(text[: text.index("[[chip]]")] + text[text.index("[cards]") :])
    (red, _), doubts = _asked(capfd, "--picture", "chips.png")
    assert (_near(red["rgb"], RED), red["told"]) == (True, None)
    assert "no [[chip]] yet" in doubts


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("empty.png", "expected chips on the felt"),
        ("small.png", "expected 1920 × 1080, as in the table file"),
        ("kitchen.toml", "expected a picture"),
        ("nosuch.png", "expected a picture"),
    ],
)
def test_bad_input_is_one_line(folder: Path, capfd: pytest.CaptureFixture[str], picture: str, expected: str) -> None:
    cv2.imwrite("small.png", np.full((100, 100, 3), 90, np.uint8))
    said, line = _asked(capfd, "--picture", picture, status=2)
    assert (said, line.count("\n")) == ([], 1)
    assert picture in line
    assert expected in line


def test_a_camera_that_is_not_there_is_one_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert "expected --name, one of overhead" in _asked(capfd, "--name", "left", status=2)[1]
    text = Path("kitchen.toml").read_text()
    Path("kitchen.toml").write_text(text[: text.index("[[camera]]")] + text[text.index("[[chip]]") :])
    assert "floorman calibrate table" in _asked(capfd, status=2)[1]
