"""`floorman calibrate` and what `floorman doctor` says of a camera: the table file written, each bad input one line."""

import json
import os
import socket
import stat
import tomllib
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np
import pytest

from table_controller.audit import calibrate, calibrate_doubts
from table_controller.audit.camera_entry import recalibrated, with_camera
from table_controller.cli import main
from table_controller.kept_picture import kept_picture
from table_controller.records import BadInput, Card, Face, Point, ZoneKind
from table_controller.records.scene import Scene, SceneCard
from table_controller.table_file import load_table, reference_path
from vision.calibrate.felt import corners_on
from vision.calibrate.sheets import TAG_CARD, tag_card
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.zones import View

SQUARE = ((0, 0), (1, 0), (1, 1), (0, 1))
CORNERS = ["150,20", "1770,24", "1768,1060", "152,1056"]


def kitchen() -> str:
    """The table file that the documentation shows."""
    return (Path(__file__).parents[2] / "docs/table.md").read_text().split("```toml\n")[1].split("```")[0]


class NoWeights:
    """A reader of which the weights are missing: most of what is told here needs none, and it takes its time."""

    @staticmethod
    def load() -> CardReader:
        raise BadInput("models", "", "expected weights")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table file, a picture of its felt, and a film of the camera."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(calibrate_doubts, "CardReader", NoWeights)
    (tmp_path / "kitchen.toml").write_text("# ours\n" + kitchen().replace('source = "0"', 'source = "night.avi"'))
    layout = load_table(Path("kitchen.toml")).layout
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours), 1)
    frame = studio.frame(Scene((), ()), 1)
    cv2.imwrite("felt.png", frame)
    film(frame)
    return tmp_path


def film(frame: np.ndarray) -> None:
    writer = cv2.VideoWriter("night.avi", cv2.VideoWriter.fourcc(*"MJPG"), 10, (frame.shape[1], frame.shape[0]))
    writer.write(frame)
    writer.release()


def table(*more: str) -> int:
    return main(["calibrate", "table", "--table", "kitchen.toml", *more])


def test_named_corners_are_written_and_nothing_else(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = Path("kitchen.toml").read_text()
    assert table("--picture", "felt.png", "--corners", *CORNERS) == 0
    after = Path("kitchen.toml").read_text()
    said = json.loads(capfd.readouterr().out)
    assert said["corners"] == [[150, 20], [1770, 24], [1768, 1060], [152, 1056]]
    assert said["card_px"] == pytest.approx(117, abs=2)
    assert after.startswith("# ours\n")
    changed = set(before.splitlines()) ^ set(after.splitlines())
    assert all(line.startswith("corners = [[") for line in changed)
    camera = load_table(Path("kitchen.toml")).layout.cameras[0]
    assert (camera.width, camera.height) == (1920, 1080)


def test_the_picture_kept_beside_it_is_its_owners_alone(folder: Path) -> None:
    assert table("--picture", "felt.png", "--corners", *CORNERS) == 0
    kept = reference_path(Path("kitchen.toml"), "overhead")
    assert kept.name == "kitchen.overhead.png"
    assert stat.S_IMODE(os.stat(kept).st_mode) == 0o600
    assert (cv2.imread(str(kept)) == cv2.imread("felt.png")).all()


def test_a_camera_can_be_added_and_its_lens_given(folder: Path) -> None:
    text = Path("kitchen.toml").read_text()
    start, end = text.index("[[camera]]"), text.index("[[chip]]")
    Path("kitchen.toml").write_text(text[:start] + text[end:])
    lens = "width = 1920\nheight = 1080\nfocal = [1375.0, 1372.0]\ncentre = [960.0, 540.0]\n"
    Path("lens.toml").write_text(lens + "distortion = [-0.2, 0.05, 0.0, 0.0, 0.0]\n")
    assert table("--camera", "night.avi", "--lens", "lens.toml", "--corners", *CORNERS) == 0
    found = load_table(Path("kitchen.toml"))
    assert found.camera_sources == (("overhead", "night.avi"),)
    (camera,) = found.layout.cameras
    assert camera.lens is not None
    assert camera.lens.distortion == (-0.2, 0.05, 0, 0, 0)
    # Calibrated again without --lens, the lens stays.
    assert table("--corners", *CORNERS) == 0
    assert load_table(Path("kitchen.toml")).layout.cameras[0].lens == camera.lens


@pytest.mark.parametrize("focal", ["[-1375.0, 1372.0]", "[nan, 1372.0]", "[inf, 9.0]", "[0, 9]", f"[1{'0' * 400}, 9]"])
def test_a_lens_that_is_none_is_refused_and_the_table_file_stays(
    folder: Path, capfd: pytest.CaptureFixture[str], focal: str
) -> None:
    lens = f"width = 1920\nheight = 1080\nfocal = {focal}\ncentre = [960.0, 540.0]\n"
    Path("lens.toml").write_text(lens + "distortion = [-0.2, 0.05, 0.0, 0.0, 0.0]\n")
    before = Path("kitchen.toml").read_bytes()
    assert table("--picture", "felt.png", "--lens", "lens.toml", "--corners", *CORNERS) == 2
    assert "lens.toml: focal: expected" in capfd.readouterr().err
    assert Path("kitchen.toml").read_bytes() == before


def _four_cameras() -> None:
    one = Path("kitchen.toml").read_text().split("[[camera]]")[1].split("[[chip]]")[0]
    with Path("kitchen.toml").open("a") as file:
        file.writelines("[[camera]]" + one.replace("overhead", name) for name in ("b", "c", "d"))


def test_what_would_be_refused_afterwards_is_not_written(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("tiny.png", np.full((50, 50, 3), 90, np.uint8))
    before = Path("kitchen.toml").read_bytes()
    assert table("--picture", "tiny.png", "--corners", "1,1", "49,1", "49,49", "1,49") == 2
    assert "kitchen.toml: camera.0.width" in capfd.readouterr().err
    assert Path("kitchen.toml").read_bytes() == before
    _four_cameras()
    before = Path("kitchen.toml").read_bytes()
    fifth = ("--name", "fifth", "--camera", "1", "--picture", "felt.png", "--corners", *CORNERS)
    assert table(*fifth) == 2
    assert "kitchen.toml: camera: " in capfd.readouterr().err
    assert Path("kitchen.toml").read_bytes() == before
    assert list(folder.glob("*.part")) == list(folder.glob("kitchen.*.png")) == []


def test_a_full_disk_leaves_table_file_and_picture_as_they_were(
    folder: Path, capfd: pytest.CaptureFixture[str], small_disk: Callable[[int], AbstractContextManager[None]]
) -> None:
    Path("kitchen.overhead.png").write_bytes(b"the old one")
    before = Path("kitchen.toml").read_bytes()
    with small_disk(100_000):
        assert table("--picture", "felt.png", "--corners", *CORNERS) == 2
    assert "kitchen.overhead.png: expected a place to write (File too large)" in capfd.readouterr().err
    assert (Path("kitchen.toml").read_bytes(), Path("kitchen.overhead.png").read_bytes()) == (before, b"the old one")
    assert list(folder.glob("*.part")) == []


def test_the_table_file_keeps_its_mode_its_link_and_its_line_ends(folder: Path) -> None:
    there = folder / "there.toml"
    there.write_bytes(Path("kitchen.toml").read_bytes().replace(b"\n", b"\r\n"))
    there.chmod(0o600)
    Path("kitchen.toml").unlink()
    Path("kitchen.toml").symlink_to(there)
    added = ("--name", "side", "--camera", "rtsp://me:secret@camera/1")
    for more in ((), added):
        assert table("--picture", "felt.png", "--corners", *CORNERS, *more) == 0
    assert Path("kitchen.toml").is_symlink()
    assert stat.S_IMODE(there.stat().st_mode) == 0o600
    data = there.read_bytes()
    assert data.count(b"\n") == data.count(b"\r\n")
    assert data.startswith(b"# ours\r\n")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--picture", "kitchen.toml", "--corners", *CORNERS], "kitchen.toml: expected a picture"),
        (["--picture", "none.png", "--corners", *CORNERS], "none.png: expected a picture"),
        (["--picture", "felt.png", "--corners", *CORNERS[:3]], "corners: expected four corners"),
        (["--picture", "felt.png", "--corners", "0,0", "9,9", "99,99", "999,999"], "no three on a line"),
        (["--picture", "felt.png", "--corners", *CORNERS[::-1]], "clockwise from its upper left"),
        (["--picture", "felt.png"], "felt.png: tag 0 (upper left), 1 (upper right)"),
        (["--name", "side", "--picture", "felt.png"], "camera 'side': is not there yet: expected --camera SOURCE"),
        (["--picture", "felt.png", "--lens", "felt.png"], "felt.png: expected a lens file"),
        (["--picture", "felt.png", "--lens", "kitchen.toml"], "kitchen.toml: focal: expected 2 numbers"),
    ],
)
def test_bad_input_is_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    before = Path("kitchen.toml").read_text()
    assert table(*arguments) == 2
    said = capfd.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert expected in line
    assert Path("kitchen.toml").read_text() == before


def test_a_port_that_is_taken_is_said_before_the_camera_is_opened(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert table("--camera", "nosuch.mp4", "--page", "--port", str(port)) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith(f"floorman: port {port}: expected a free port")


def test_a_camera_that_is_not_there_is_a_source_that_failed(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert table("--camera", "nosuch.mp4", "--corners", *CORNERS) == 3
    assert "floorman: nosuch.mp4: it is not there; expected a camera's number" in capfd.readouterr().err
    Path("empty").mkdir()
    assert table("--camera", "empty", "--corners", *CORNERS) == 3
    assert "empty: it cannot be opened; expected a video, or a folder with pictures" in capfd.readouterr().err
    assert table("--name", "overhead", "--camera", "/dev/video99", "--corners", *CORNERS) == 3
    assert "/dev/video99: it cannot be opened; check its cable" in capfd.readouterr().err


def test_what_may_not_have_been_meant_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("small.png", cv2.resize(cv2.imread("felt.png"), (960, 540)))
    assert table("--picture", "small.png", "--corners", *(f"{10 + 900 * x},{9 + 520 * y}" for x, y in SQUARE)) == 0
    size, lens = capfd.readouterr().err.splitlines()
    assert size == "floorman: camera 'overhead': the table file had pictures of 1920 × 1080, this one has 960 × 540"
    assert "camera 'overhead': four corners without --lens" in lens


SIDE = round(TAG_CARD)
IN_THE_CORNERS = [(0, 0), (1200 - SIDE, 0), (1200 - SIDE, 800 - SIDE), (0, 800 - SIDE)]


def tagged(across: int, down: int, tags: list[tuple[int, int]]) -> np.ndarray:
    """A felt from above, a pixel a millimetre; the upper left corner of each tag's card lies where *tags* say."""
    picture = np.full((down, across, 3), 90, np.uint8)
    for number, (x, y) in enumerate(tags):
        card = cv2.resize(tag_card(number), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        picture[y : y + SIDE, x : x + SIDE] = card[..., None]
    return picture


@pytest.mark.parametrize(("shoved", "told"), [(0, False), (40, True)])
def test_a_tag_beside_its_corner_is_said(
    shoved: int, told: bool, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    layout = load_table(Path("kitchen.toml")).layout
    across, down = round(layout.width), round(layout.height)
    left, right, upper, lower = 0, across - SIDE, 0, down - SIDE
    tags = [(left, upper), (right, upper), (right, lower - shoved), (left, lower)]
    cv2.imwrite("tags.png", tagged(across, down, tags))
    lens = f"width = {across}\nheight = {down}\nfocal = [1400.0, 1400.0]\ncentre = [{across / 2}, {down / 2}]\n"
    Path("lens.toml").write_text(lens + "distortion = [0.0, 0.0, 0.0, 0.0, 0.0]\n")
    assert table("--picture", "tags.png", "--lens", "lens.toml") == 0
    assert ("larger than another: does each lie in its corner" in capfd.readouterr().err) == told


@pytest.mark.parametrize(("width", "told"), [(1200, False), (1260, True)])
def test_a_felt_that_is_wider_in_the_table_file_than_on_the_table_is_said(
    width: int, told: bool, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = Path("kitchen.toml").read_text()
    Path("kitchen.toml").write_text(text.replace("width = 1200", f"width = {width}"))
    cv2.imwrite("tags.png", tagged(1200, 800, IN_THE_CORNERS))
    assert table("--picture", "tags.png") == 0
    assert ("measure felt.width, felt.height and a tag's black square" in capfd.readouterr().err) == told


def six_tags() -> np.ndarray:
    """The kitchen table with a tag in each corner and two in its middle."""
    return tagged(1200, 800, [*IN_THE_CORNERS, (600 - SIDE // 2, 0), (600 - SIDE // 2, 800 - SIDE)])


def test_each_of_two_cameras_may_see_one_half_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite("left.png", six_tags()[:, :700])
    cv2.imwrite("right.png", six_tags()[:, 500:])
    for half in ("left", "right"):
        assert table("--name", half, "--camera", f"{half}.avi", "--picture", f"{half}.png") == 0
        assert json.loads(capfd.readouterr().out)["half"] == half
    layout = load_table(Path("kitchen.toml")).layout
    _, left, right = layout.cameras
    assert View(layout, left).pixels([(300, 400), (600, 800)]) == pytest.approx(
        np.array([(300, 400), (600, 800)]), abs=1
    )
    assert View(layout, right).pixels([(600, 0), (900, 400)]) == pytest.approx(np.array([(100, 0), (400, 400)]), abs=1)
    # Hung higher it sees all of it: what was said of the half is no longer so.
    cv2.imwrite("left.png", six_tags())
    assert table("--name", "left", "--picture", "left.png") == 0
    assert Path("kitchen.toml").read_text().count("half = ") == 1
    layout = load_table(Path("kitchen.toml")).layout
    assert View(layout, layout.cameras[1]).pixels([(1200, 800)]) == pytest.approx(np.array([(1200, 800)]), abs=1)


def test_the_corners_of_a_half_can_be_named_and_tags_tell_it_themselves(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    corners = ("500,20", "1310,24", "1308,1060", "502,1056")
    assert table("--picture", "felt.png", "--half", "right", "--corners", *corners) == 0
    layout = load_table(Path("kitchen.toml")).layout
    assert View(layout, layout.cameras[0]).pixels([(600, 0)]) == pytest.approx(np.array([(500, 20)]), abs=0.1)
    assert table("--picture", "felt.png", "--half", "left") == 2
    assert "--half: expected with --corners or --page" in capfd.readouterr().err


def test_what_looks_like_a_card_on_the_empty_felt_is_said(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many a cheap mat has cards pictured on it."""
    monkeypatch.setattr(calibrate_doubts, "CardReader", CardReader)
    layout = load_table(Path("kitchen.toml")).layout
    board = next(zone for zone in layout.zones if zone.kind is ZoneKind.BOARD)
    middle = Point(*np.mean(board.corners, 0))
    mat = Scene((SceneCard(Card.parse("As"), Face.UP, middle),))
    cv2.imwrite("mat.png", Studio(layout.cameras[0], Look(layout.width, layout.height, ()), 1).frame(mat, 1))
    corners = [f"{x:.1f},{y:.1f}" for x, y in View(layout, layout.cameras[0]).pixels(corners_on((1200, 800)))]
    for picture, told in (("felt.png", False), ("mat.png", True)):
        assert table("--picture", picture, "--corners", *corners) == 0
        assert ("something like a card lies in board: calibrate with the table empty" in capfd.readouterr().err) == told
    assert not load_table(Path("kitchen.toml")).printed
    assert table("--picture", "mat.png", "--corners", *corners, "--printed") == 0
    said = capfd.readouterr()
    assert "something like a card lies in board: that is print from now on" in said.err
    assert json.loads(said.out)["printed"] is True
    known = load_table(Path("kitchen.toml"))
    assert known.printed == {"overhead"}
    kept = kept_picture(known, "overhead")
    assert kept is not None
    assert (kept == cv2.imread("mat.png")).all()
    assert table("--picture", "felt.png", "--corners", *corners) == 0
    assert not load_table(Path("kitchen.toml")).printed


def test_a_picture_of_which_half_did_not_arrive_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    layout = load_table(Path("kitchen.toml")).layout
    corners = [f"{x:.1f},{y:.1f}" for x, y in View(layout, layout.cameras[0]).pixels(corners_on((1200, 800)))]
    felt = np.asarray(cv2.imread("felt.png"), np.uint8)
    felt[540:] = 128
    cv2.imwrite("half.png", felt)
    for picture, told in (("felt.png", False), ("half.png", True)):
        assert table("--picture", picture, "--corners", *corners) == 0
        assert ("only a part of the picture arrives: calibrate anew" in capfd.readouterr().err) == told


def test_a_line_clicked_for_the_felts_edge_is_said(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lens = "width = 1920\nheight = 1080\nfocal = [1375.0, 1375.0]\ncentre = [960.0, 540.0]\n"
    Path("lens.toml").write_text(lens + "distortion = [0.0, 0.0, 0.0, 0.0, 0.0]\n")
    line = ("300,150", "1620,150", "1620,930", "300,930")
    for corners, told in ((CORNERS, False), (line, True)):
        assert table("--picture", "felt.png", "--lens", "lens.toml", "--corners", *corners) == 0
        assert ("+13% wide for its height: are they the felt's" in capfd.readouterr().err) == told


def test_a_corner_may_lie_left_of_the_picture(folder: Path) -> None:
    assert table("--picture", "felt.png", "--corners", "-5,-3.5", *CORNERS[1:]) == 0
    assert tomllib.loads(Path("kitchen.toml").read_text())["camera"][0]["corners"][0] == [-5, -3.5]


def test_a_table_file_broken_while_the_corners_were_clicked_is_one_line(folder: Path) -> None:
    Path("kitchen.toml").write_text("x = [")
    with pytest.raises(BadInput, match=r"kitchen\.toml: expected TOML"):
        recalibrated(Path("kitchen.toml"), "overhead", {"width": 1920})


def test_another_camera_without_a_name_is_not_taken_for_the_only_one(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = Path("kitchen.toml").read_bytes()
    shot = ("--camera", "1", "--picture", "felt.png", "--corners", *CORNERS)
    assert table(*shot) == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert "camera 'overhead': has another source there: expected --name, a new one for a second camera" in line
    assert Path("kitchen.toml").read_bytes() == before
    assert table(*shot, "--name", "overhead") == 0
    assert "the table file keeps another source than '1', by which it is calibrated" in capfd.readouterr().err
    assert load_table(Path("kitchen.toml")).camera_sources == (("overhead", "night.avi"),)


def test_a_camera_may_be_called_by_its_number_or_its_device(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = Path("kitchen.toml")
    path.write_text(path.read_text().replace('"night.avi"', '"0"'))
    assert table("--camera", "/dev/video0", "--picture", "felt.png", "--corners", *CORNERS) == 0
    assert "another source" not in capfd.readouterr().err


@pytest.mark.parametrize("text", ["a\nb", "a\x00b", "M\udcfcller.avi"])
@pytest.mark.parametrize("option", ["--name", "--camera"])
def test_a_name_that_no_table_file_can_hold_is_one_line(
    folder: Path, capfd: pytest.CaptureFixture[str], option: str, text: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        table(option, text, "--picture", "felt.png", "--corners", *CORNERS)
    assert ended.value.code == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert "expected text in UTF-8 without line breaks" in line


def test_corners_that_are_no_numbers_are_one_line(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        table("--corners", "1;2")
    assert ended.value.code == 2
    (line,) = capfd.readouterr().err.splitlines()
    assert "expected X,Y in pixels" in line


def test_no_board_in_any_picture_is_told_for_each(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "lens", "felt.png", "felt.png", "--out", "lens.toml"]) == 2
    said = capfd.readouterr().err.splitlines()
    assert said[0] == said[1]
    assert "felt.png: no ChArUco board" in said[0]
    assert "pictures: 0 with the board: expected at least 6" in said[2]
    assert not Path("lens.toml").exists()


def test_a_camera_that_ends_before_the_board_was_seen_is_a_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Else whoever holds the board up would believe that it is not found."""
    plain = np.zeros((48, 64, 3), np.uint8)
    monkeypatch.setattr(calibrate, "frames", lambda source, size: iter([plain] * 3))
    assert main(["calibrate", "lens", "--camera", "rtsp://nowhere/x", "--out", "lens.toml"]) == 2
    first, second = capfd.readouterr().err.splitlines()
    assert first == "floorman: rtsp://nowhere/x: it gives no more pictures"
    assert "expected at least 6" in second


def test_a_torn_picture_costs_none_of_the_others(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("torn.png").write_bytes(Path("felt.png").read_bytes()[:5000])
    looked_at: list[str] = []
    monkeypatch.setattr(calibrate, "find_board", lambda picture, name: looked_at.append(name))
    monkeypatch.setattr(calibrate, "fit_lens", _refuses)
    with pytest.raises(BadInput, match="2 sights"):
        calibrate.calibrate_lens(list(map(Path, PICTURES)), None, 1.0, Path("lens.toml"), StringIO())
    assert looked_at == ["felt.png", "felt.png"]
    (line,) = capfd.readouterr().err.splitlines()
    assert line == "floorman: torn.png: end of file: expected the rest of the picture: the file is cut off"


PICTURES = ("felt.png", "torn.png", "felt.png")


def _refuses(sights: list[object]) -> object:
    raise BadInput("pictures", f"{len(sights)} sights", "")


def test_pictures_or_a_camera_but_not_both(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "lens", "--out", "lens.toml"]) == 2
    assert main(["calibrate", "lens", "felt.png", "--camera", "0", "--out", "lens.toml"]) == 2
    assert capfd.readouterr().err.count("expected pictures of the board, or --camera SOURCE") == 2


def test_the_board_is_written(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "board", "--out", "print.pdf"]) == 0
    said = json.loads(capfd.readouterr().out)
    assert said == {"written": ["print.pdf"], "squares": [9, 6], "square_mm": 28, "marker_mm": 20, "tag_mm": 72}
    assert Path("print.pdf").read_bytes().startswith(b"%PDF")


def diagnosis(capfd: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    capfd.readouterr()
    status = main(["doctor", "--table", "kitchen.toml"])
    return status, {line["what"]: line["state"] for line in map(json.loads, capfd.readouterr().out.splitlines())}


def test_the_doctor_finds_a_calibrated_camera_well(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert table("--corners", "150,20", "1770,20", "1770,1060", "150,1060") == 0
    status, findings = diagnosis(capfd)
    said = {what.removeprefix("camera overhead "): state for what, state in findings.items() if "overhead " in what}
    assert said == dict.fromkeys(("exposure", "focus", "pixels per card", "coverage", "place"), "ok")
    assert status == 0


def test_the_doctor_tells_a_nudged_camera(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert table("--corners", "150,20", "1770,20", "1770,1060", "150,1060") == 0
    film(np.roll(cv2.imread("felt.png"), 4, axis=1))
    status, findings = diagnosis(capfd)
    assert status == 2
    assert findings["camera overhead place"].startswith("it shifted by 3.0 mm since; put it back")
    film(np.zeros((1080, 1920, 3), np.uint8))
    _, findings = diagnosis(capfd)
    assert "cannot be compared with kitchen.overhead.png" in findings["camera overhead place"]
    assert "more light" in findings["camera overhead exposure"]


def test_the_doctor_does_not_call_half_a_picture_well(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """As of a camera that sends half of each JPEG: the live table would hide all of its zones."""
    half = cv2.imread("felt.png")
    half[len(half) // 2 :] = 128
    film(half)
    status, findings = diagnosis(capfd)
    assert status == 2
    assert findings["camera overhead"] == "only a part of the picture arrives; check its cable, and what it sends"


def test_a_mark_of_byte_order_stays(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = b"\xef\xbb\xbf" + Path("kitchen.toml").read_bytes().replace(b"\n", b"\r\n")
    Path("kitchen.toml").write_bytes(before)
    assert table("--picture", "felt.png", "--corners", *CORNERS) == 0
    after = Path("kitchen.toml").read_bytes()
    assert after.startswith(b"\xef\xbb\xbf# ours\r\n")
    changed = set(before.splitlines()) ^ set(after.splitlines())
    assert changed
    assert all(line.startswith(b"corners = [[") for line in changed)


@pytest.mark.parametrize(("turned", "expected"), [(2, "its picture is turned by 180° since; turn it back"), (1, None)])
def test_the_doctor_tells_a_turned_camera_and_compares_no_picture_of_another_size(
    folder: Path, capfd: pytest.CaptureFixture[str], turned: int, expected: str | None
) -> None:
    assert table("--corners", "150,20", "1770,20", "1770,1060", "150,1060") == 0
    film(np.ascontiguousarray(np.rot90(cv2.imread("felt.png"), turned)))
    status, findings = diagnosis(capfd)
    assert status == 2
    assert (expected is None) == ("camera overhead place" not in findings)
    assert findings.get("camera overhead place", "").startswith(expected or "")
    assert expected or "gives 1080 × 1920, the table file says 1920 × 1080" in findings["camera overhead picture size"]


def test_the_doctor_does_not_call_well_what_it_cannot_compare(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert table("--corners", "150,20", "1770,20", "1770,1060", "150,1060") == 0
    Path("kitchen.overhead.png").unlink()
    status, findings = diagnosis(capfd)
    assert status == 0, "whoever does not want that picture may delete it"
    assert "camera overhead place" not in findings
    assert findings["camera overhead place not compared: no kitchen.overhead.png is kept"] == "ok"
    assert "camera overhead print" not in findings
    assert table("--corners", "150,20", "1770,20", "1770,1060", "150,1060", "--printed") == 0
    assert "camera overhead print" not in diagnosis(capfd)[1]
    Path("kitchen.overhead.png").unlink()
    status, findings = diagnosis(capfd)
    assert status == 2
    assert findings["camera overhead print"].startswith("what is printed on the felt counts as cards without kitchen.o")
    Path("night.avi").unlink()
    state = diagnosis(capfd)[1]["camera overhead"]
    assert state.startswith("night.avi: it is not there")
    assert state.endswith(", or correct `source`")


OTHER = '[[camera]]\nname = "side"\nsource = "1"\ncorners = [[1, 2]]\n'


@pytest.mark.parametrize(
    "old",
    [
        'corners = [[1, 2], [3, 4]] # px\nname = "a"\n',
        'name = "a" # the first\ncorners = [\n  [1, 2],\n  [3, 4],\n]\n\n',
        "name = 'a'\ncorners = [\n[1, 2],\n[3, 4]\n]\nlens = { focal = [1, 1] }\n",
        'name = "a"\ncorners = []\n[camera.lens]\nfocal = [\n 1, 1]\n',
    ],
)
def test_a_camera_is_rewritten_however_it_was_laid_out(old: str) -> None:
    text = f'name = "x"\n{OTHER}[[camera]]\n{old}{OTHER.replace("side", "b")}[screens]\nlanguage = "de"\n'
    changed = with_camera(text, "a", {"corners": [[5, 6]], "lens": {"focal": (2.0, 2.0)}})
    wanted = tomllib.loads(text)
    wanted["camera"][1] = {"name": "a", "corners": [[5, 6]], "lens": {"focal": [2.0, 2.0]}}
    assert tomllib.loads(changed) == wanted


def test_a_file_that_cannot_be_rewritten_safely_is_left_alone(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = Path("kitchen.toml").read_text()
    start, end = text.index("[[camera]]"), text.index("[[chip]]")
    inline = 'camera = [{ name = "overhead", source = "night.avi", width = 1920, height = 1080, '
    inline += "corners = [[150, 20], [1770, 20], [1770, 1060], [150, 1060]] }]\n"
    Path("kitchen.toml").write_text(inline + text[:start] + text[end:])
    before = Path("kitchen.toml").read_text()
    assert table("--picture", "felt.png", "--corners", *CORNERS) == 2
    assert "write this in by hand: width = 1920; height = 1080; corners = [[" in capfd.readouterr().err
    assert Path("kitchen.toml").read_text() == before


class Usb:
    """A camera behind OpenCV that sends a quarter of what it can unless it is asked for more."""

    asked: ClassVar[list[tuple[int, int]]] = []

    def __init__(self, *device: object) -> None:
        self.size = [640, 480]

    def set(self, what: int, value: float) -> bool:
        if what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            self.size[what - cv2.CAP_PROP_FRAME_WIDTH] = int(value)
        return True

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        return True

    def retrieve(self) -> tuple[bool, np.ndarray]:
        self.asked.append((self.size[0], self.size[1]))
        return True, cv2.resize(cv2.imread("felt.png"), self.size)

    def release(self) -> None:
        pass


@pytest.mark.parametrize(
    ("more", "size"),
    [
        ((), (1920, 1080)),
        (("--name", "second", "--camera", "1"), (1920, 1080)),
        (("--name", "second", "--camera", "1", "--size", "1280x720"), (1280, 720)),
    ],
)
def test_a_usb_camera_is_asked_for_all_it_is_played_with(
    folder: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], size: tuple[int, int]
) -> None:
    Path("kitchen.toml").write_text(kitchen())
    monkeypatch.setattr(cv2, "VideoCapture", Usb)
    assert table("--corners", "50,10", "590,10", "590,470", "50,470", *more) == 0
    camera = load_table(Path("kitchen.toml")).layout.cameras[-1]
    assert (camera.width, camera.height) == size


def test_the_lens_is_found_in_pictures_of_the_size_asked_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", Usb)
    for more, size in (((), (1920, 1080)), (("--size", "3840x2160"), (3840, 2160))):
        Usb.asked.clear()
        lens = main(["calibrate", "lens", "--camera", "0", "--for", "0.1", "--out", "lens.toml", *more])
        assert (lens, set(Usb.asked)) == (2, {size})


def test_doctor_looks_at_a_usb_camera_in_the_table_files_size(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    Path("kitchen.toml").write_text(kitchen())
    monkeypatch.setattr(cv2, "VideoCapture", Usb)
    main(["doctor", "--table", "kitchen.toml"])
    assert "calibrate again" not in capfd.readouterr().out


def test_other_lines_stay_as_they_are_to_the_last_sign() -> None:
    text = (
        '# one\u2028two\x85\r\n[felt] # mixed\n[[camera]]\r\nname = "a"\r\ncorners = []\r\n[screens]\nlanguage = "de"'
    )
    changed = with_camera(text, "a", {"corners": [[5, 6]]})
    assert changed == text.replace("[]", "[[5, 6]]") + "\r\n"


COMMENTED = """[[camera]] # over the table
name = "a"
# as it hung in May
width = 1 # px, "wide" [
corners = [ # clockwise [
  [1, 2],
] # by hand
source = "a#["
# its lens
[camera.lens] # rms 0.1
focal = [1, 1] # px
# bends little

# the one by the door
[[camera]]
name = "b"
"""
RECALIBRATED = """[[camera]] # over the table
name = "a"
# as it hung in May
width = 2 # px, "wide" [
# clockwise [
corners = [[5, 6]] # by hand
source = "a#["
height = 3
lens = { focal = [2.0, 2.0] }
# its lens
# rms 0.1
# px
# bends little

# the one by the door
[[camera]]
name = "b"
"""


def test_a_key_that_is_taken_out_leaves_what_people_wrote_beside_it() -> None:
    text = '[[camera]]\nname = "a"\nhalf = "left" # by the door\nwidth = 1\n'
    changed = '[[camera]]\nname = "a"\n# by the door\nwidth = 2\n'
    assert with_camera(text, "a", {"half": None, "width": 2}) == changed


def test_what_people_wrote_beside_a_cameras_values_stays() -> None:
    entry = {"width": 2, "height": 3, "corners": [[5, 6]], "lens": {"focal": (2.0, 2.0)}}
    assert with_camera(COMMENTED, "a", entry) == RECALIBRATED


@pytest.mark.parametrize("size", ["1080p", "1920x", "x", "0x0", "1920x1080x3", "-640x480"])
def test_a_size_that_is_none_is_one_line(folder: Path, capfd: pytest.CaptureFixture[str], size: str) -> None:
    with pytest.raises(SystemExit):
        table("--size=" + size)
    (line,) = capfd.readouterr().err.splitlines()
    assert "expected WIDTHxHEIGHT in pixels, as 3840x2160" in line


@pytest.mark.parametrize("endless", ["9" * 5_000, "[" * 3_000 + "]" * 3_000])
def test_a_lens_file_with_a_number_or_a_nesting_without_end_is_none(tmp_path: Path, endless: str) -> None:
    lens = tmp_path / "lens.toml"
    lens.write_text(f"focal = {endless}\n")
    with pytest.raises(BadInput, match="expected a lens file, as"):
        calibrate.read_lens(lens, (1920, 1080))
