"""`floorman read`: the JSON contract, drawings, and what it does with bad pictures."""

import io
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import cv2
import numpy as np
import pytest

from table_controller.commands.live import drawings_in
from table_controller.records import BadInput, Card, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision.drawing import BLUE, drawn
from vision.pictures import open_picture
from vision.read_command import as_json, read_pictures
from vision.reader import CardReader
from vision.reading import Reading, SeenOther
from vision.scene import Look, Studio

SmallDisk = Callable[[int], AbstractContextManager[None]]


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from table_controller.records import Camera

    camera = Camera("still", 900, 600, (1.5, 0.0, 0.0, 0.0, 1.5, 0.0, 0.0, 0.0, 1.0))
    cards = (
        SceneCard(Card.parse("Qh"), Face.UP, Point(150, 200), 12),
        SceneCard(Card.parse("7s"), Face.UP, Point(280, 210)),
        SceneCard(Card.parse("2d"), Face.DOWN, Point(430, 200), -8),
    )
    path = tmp_path_factory.mktemp("pictures") / "table.png"
    cv2.imwrite(str(path), Studio(camera, Look(600, 400, ())).frame(Scene(cards), 1))
    return path


def run(*paths: Path, draw: Path | None = None) -> tuple[int, list[dict], list[str]]:
    out, errors = io.StringIO(), io.StringIO()
    code = read_pictures(paths, draw=None if draw is None else drawings_in(draw), out=out, errors=errors)
    return code, [json.loads(line) for line in out.getvalue().splitlines()], errors.getvalue().splitlines()


def test_a_line_of_json_says_what_is_seen(picture: Path) -> None:
    code, lines, errors = run(picture)
    assert (code, len(lines), errors) == (0, 1, [])
    line = lines[0]
    assert set(line) == {"image", "width", "height", "cards", "chips", "other", "elapsed_ms"}
    assert (line["image"], line["width"], line["height"]) == (str(picture), 900, 600)
    assert {card["card"] for card in line["cards"]} == {"Qh", "7s", None}
    assert sorted(card["face"] for card in line["cards"]) == ["down", "up", "up"]
    for card in line["cards"]:
        assert np.array(card["quad"]).shape == (4, 2)
        assert 0 <= card["confidence"] <= 1
    queen = next(card for card in line["cards"] if card["card"] == "Qh")
    assert np.abs(np.mean(queen["quad"], axis=0) - (225, 300)).max() < 6


def test_the_same_picture_is_read_the_same_twice(picture: Path) -> None:
    first, second = run(picture)[1][0], run(picture)[1][0]
    first.pop("elapsed_ms"), second.pop("elapsed_ms")
    assert first == second


def test_a_drawing_is_a_picture_of_the_same_size(picture: Path, tmp_path: Path) -> None:
    run(picture, draw=tmp_path / "drawn")
    drawing = cv2.imread(str(tmp_path / "drawn/table.png"))
    assert drawing.shape == (600, 900, 3)
    assert (drawing != cv2.imread(str(picture))).any()


def test_a_drawing_is_for_its_owner_alone(picture: Path, tmp_path: Path) -> None:
    """It may be one of a hand, with the names of hole cards on it."""
    drawn = tmp_path / "drawn/table.png"
    run(picture, draw=drawn.parent)
    drawn.chmod(0o644)  # as an earlier release left it
    run(picture, draw=drawn.parent)
    assert drawn.stat().st_mode & 0o777 == 0o600


def test_pictures_of_one_name_have_a_drawing_each(picture: Path, tmp_path: Path) -> None:
    small = tmp_path / "other/table.png"
    small.parent.mkdir()
    cv2.imwrite(str(small), np.full((40, 60, 3), 90, np.uint8))
    run(picture, small, small, draw=tmp_path / "drawn")
    sizes = {path.name: cv2.imread(str(path)).shape[:2] for path in (tmp_path / "drawn").iterdir()}
    assert sizes == {"table.png": (600, 900), "table-2.png": (40, 60), "table-3.png": (40, 60)}


@pytest.mark.parametrize(
    "names", [("one.jpg", "one.png"), ("one.png",), ("one.jpg", "link.png"), ("gone.jpg", "gone.png")]
)
def test_no_drawing_replaces_a_picture(tmp_path: Path, names: tuple[str, ...]) -> None:
    (tmp_path / "one.jpg").write_bytes(b"the first")
    (tmp_path / "one.png").write_bytes(b"the second")
    (tmp_path / "gone.png").write_bytes(b"the third")
    (tmp_path / "link.png").symlink_to("one.png")
    with pytest.raises(BadInput, match=r"(one|gone)\.png: --draw: expected another folder"):
        run(*(tmp_path / name for name in names), draw=tmp_path / "drawn/..")
    assert (tmp_path / "one.png").read_bytes() == b"the second"
    assert (tmp_path / "gone.png").read_bytes() == b"the third"


def test_no_drawing_replaces_what_was_not_drawn_here(
    picture: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture of one's own that has the name of one to read, in the folder for drawings; nothing is read then."""
    own = tmp_path / "table.png"
    cv2.imwrite(str(own), np.full((40, 60, 3), 90, np.uint8))
    before = own.read_bytes()
    monkeypatch.setattr(CardReader, "load", lambda *_, **__: pytest.fail("the weights were opened before"))
    with pytest.raises(BadInput, match=r"table\.png: --draw: expected another file to write to"):
        run(picture, draw=tmp_path)
    assert own.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]


def test_earlier_drawings_are_made_anew_unless_another_program_wrote_them_since(picture: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert run(picture, draw=tmp_path)[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["table.png"]
    drawing = tmp_path / "table.png"
    with pytest.raises(BadInput, match="one of the pictures to read"):
        run(drawing, draw=tmp_path)
    assert open_picture(drawing).shape == (600, 900, 3)
    cv2.imwrite(str(drawing), cv2.imread(str(drawing)))
    with pytest.raises(BadInput, match="what is there is never overwritten"):
        run(picture, draw=tmp_path)


def test_on_a_full_disk_an_earlier_drawing_stays(picture: Path, tmp_path: Path, small_disk: SmallDisk) -> None:
    run(picture, draw=tmp_path)
    before = (tmp_path / "table.png").read_bytes()
    with small_disk(1000):
        code, lines, errors = run(picture, draw=tmp_path)
    assert (code, len(lines)) == (2, 1), "what was read is told all the same"
    assert re.fullmatch(r"floorman: .*table\.png: expected a place to write.*", "".join(errors))
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("table.png", before)]


def test_a_name_too_long_for_a_drawing_costs_that_drawing_alone(picture: Path, tmp_path: Path) -> None:
    long = tmp_path / f"{'t' * 240}.png"
    long.write_bytes(picture.read_bytes())
    code, lines, errors = run(long, picture, draw=tmp_path / "drawn")
    assert (code, len(lines), len(errors)) == (2, 2, 1)
    assert "expected a place to write" in errors[0]
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["table.png"]


def test_jokers_and_cut_cards_are_told_and_drawn_apart_from_cards() -> None:
    quad = ((20.0, 20.0), (80.0, 20.0), (80.0, 110.0), (20.0, 110.0))
    reading = Reading(200, 150, (), (), (SeenOther("cut_card", quad, 0.93126),), 1.0)
    assert as_json(reading)["other"] == [
        {"kind": "cut_card", "quad": [[20.0, 20.0], [80.0, 20.0], [80.0, 110.0], [20.0, 110.0]], "confidence": 0.9313}
    ]
    picture = np.full((150, 200, 3), 90, np.uint8)
    assert (drawn(picture, reading)[20, 20:80] == BLUE).all(1).mean() > 0.9


def test_one_bad_picture_is_one_line_and_the_others_are_read(picture: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"nothing")
    code, lines, errors = run(bad, picture)
    assert (code, len(lines), len(errors)) == (2, 1, 1)
    assert errors[0].startswith(f"floorman: {bad}")


@pytest.mark.parametrize("size", [(1, 1), (3, 2000), (500, 700)])
def test_an_empty_picture_yields_nothing(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "empty.png"
    cv2.imwrite(str(path), np.full((*size, 3), (60, 90, 50), np.uint8))
    code, lines, _ = run(path)
    assert code == 0
    assert (lines[0]["cards"], lines[0]["chips"], lines[0]["other"]) == ([], [], [])


def test_noise_is_no_card(tmp_path: Path) -> None:
    path = tmp_path / "noise.png"
    cv2.imwrite(str(path), np.random.default_rng(3).integers(0, 255, (480, 640, 3), np.uint8))
    assert [card["card"] for card in run(path)[1][0]["cards"] if card["card"]] == []


def test_missing_weights_are_bad_input(picture: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"models\.toml"):
        read_pictures([picture], models=tmp_path)


def test_a_folder_that_cannot_be_written_is_bad_input(picture: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="--draw"):
        run(picture, draw=tmp_path / "file")
