"""The lens from pictures of the board: as true as rendered pictures of a known lens allow, and bad ones are refused."""

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import cv2
import numpy as np
import pytest
import rigged

from table_controller.audit import calibrate
from table_controller.audit.lens_file import read_lens
from table_controller.cli import main
from table_controller.records import BadInput, Lens
from vision.calibrate.charuco import Sight, find_board, fit_lens
from vision.calibrate.felt import tagged_felt
from vision.calibrate.sheets import A4, BOARD, FINE, TAGS, board_sheet, sheet_files, tag_sheets
from vision.lens import bend, straighten
from vision.zones import View


@pytest.fixture(scope="module")
def boards() -> list[np.ndarray]:
    return [rigged.board_picture(number) for number in range(12)]


@pytest.fixture(scope="module")
def sights(boards: list[np.ndarray]) -> list[Sight]:
    return [find_board(picture, f"{number}.png") for number, picture in enumerate(boards)]


def grid() -> np.ndarray:
    return np.array([(x, y) for x in range(0, 1920, 60) for y in range(0, 1080, 60)], float)


def test_bending_undoes_straightening_all_over_the_picture() -> None:
    assert np.abs(bend(straighten(grid(), rigged.LENS), rigged.LENS) - grid()).max() < 0.01
    assert np.abs(straighten(grid(), rigged.LENS) - grid()).max() > 20, "a lens that bends nothing tests nothing"


def test_what_lies_far_outside_is_not_folded_back_into_the_picture() -> None:
    x, y = bend([(9_000, 540)], rigged.LENS)[0]
    assert x > rigged.SIZE[0]
    assert y == pytest.approx(540, abs=40)


def test_the_lens_is_found(sights: list[Sight]) -> None:
    fit = fit_lens(sights)
    assert fit.error < 0.15
    assert fit.coverage == 1
    assert fit.lens.focal == pytest.approx(rigged.LENS.focal, rel=0.004)
    assert fit.lens.centre == pytest.approx(rigged.LENS.centre, abs=5)


def off_on_the_felt(corners: np.ndarray, lens: Lens) -> np.ndarray:
    """By how many millimetres points all over the felt are off, with its corners seen there through *lens*."""
    layout = rigged.layout()
    felt = np.array([(x, y) for x in range(0, 1781, 89) for y in range(0, 1001, 50)], np.float32)
    seen = straighten(View(layout, layout.cameras[0]).pixels(felt), lens)
    width, height = rigged.FELT
    known = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to_felt = cv2.getPerspectiveTransform(straighten(corners, lens), known)
    return np.linalg.norm(cv2.perspectiveTransform(seen.reshape(-1, 1, 2), to_felt).reshape(-1, 2) - felt, axis=1)


def test_the_felt_is_true_to_less_than_a_millimetre_with_the_lens_that_was_found(sights: list[Sight]) -> None:
    lens = fit_lens(sights).lens
    layout = rigged.layout()
    width, height = rigged.FELT
    exact = View(layout, layout.cameras[0]).pixels([(0, 0), (width, 0), (width, height), (0, height)])
    named = off_on_the_felt(exact, lens)
    assert named.mean() < 0.6
    assert named.max() < 1.0
    tags = tagged_felt(rigged.table_picture(tags=rigged.tags_in_corners()), rigged.FELT, lens=lens)
    tagged = off_on_the_felt(np.array(tags.corners), lens)
    assert tagged.mean() < 0.35
    assert tagged.max() < 0.6
    straight = Lens(lens.focal, lens.centre, (0.0, 0.0, 0.0, 0.0, 0.0))
    assert off_on_the_felt(exact, straight).max() > 20, "a lens that bends nothing tests nothing"


def test_a_picture_without_the_board_is_one_line() -> None:
    with pytest.raises(BadInput, match=r"felt\.png: no ChArUco board: expected at least 12 corners"):
        find_board(np.full((480, 640, 3), 120, np.uint8), "felt.png")


def test_a_mirrored_board_is_told_as_such(boards: list[np.ndarray]) -> None:
    with pytest.raises(BadInput, match=r"mirror\.png: mirrored: expected the picture as it is"):
        find_board(boards[0][:, ::-1], "mirror.png")


def test_a_board_that_is_mostly_hidden_is_one_line(boards: list[np.ndarray]) -> None:
    picture = boards[5].copy()
    picture[:, :880] = 60
    picture[560:] = 60
    with pytest.raises(BadInput, match=r"only \d+ of its 40 corners"):
        find_board(picture, "half.png")


def test_too_few_pictures_are_refused(sights: list[Sight]) -> None:
    with pytest.raises(BadInput, match="5 with the board: expected at least 6"):
        fit_lens(sights[:5])


def test_pictures_of_two_sizes_are_refused(sights: list[Sight]) -> None:
    with pytest.raises(BadInput, match=r"other\.png: 640 × 480: .* 1920 × 1080"):
        fit_lens([*sights, replace(sights[0], name="other.png", size=(640, 480))])


def test_it_says_where_the_board_was_never_held(sights: list[Sight]) -> None:
    left = [sights[number] for number in (0, 4, 8)] * 2
    with pytest.raises(BadInput, match=r"covered: expected 60%: hold the board also .*right"):
        fit_lens(left)


def test_copies_of_one_picture_are_one_view(sights: list[Sight]) -> None:
    with pytest.raises(BadInput, match="5 different views: expected 6: move the board"):
        fit_lens([sights[number] for number in (0, 3, 5, 8, 11)] * 3)


@pytest.mark.parametrize(
    ("stretch", "told"), [(1.0, ""), (1.03, "longer across than down"), (0.97, "down than across")]
)
def test_a_stretched_print_is_told(
    stretch: float, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A camera that squeezes its pictures looks the same, so that it is told and not refused."""
    pictures = []
    for number in range(12):
        picture = cv2.resize(rigged.board_picture(number), None, fx=stretch, fy=1, interpolation=cv2.INTER_AREA)
        pictures.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(pictures[-1], picture)
    assert main(["calibrate", "lens", *pictures, "--out", str(tmp_path / "lens.toml")]) == 0
    said = capfd.readouterr().err
    assert told in said
    assert bool(said) == bool(told)


def test_a_board_never_tilted_is_refused() -> None:
    flat = [find_board(rigged.board_picture(number, flat=True), str(number)) for number in (0, 2, 3, 4, 8, 10, 11)]
    with pytest.raises(BadInput, match=r"0 with a tilted board: expected 3: tilt it"):
        fit_lens(flat)


def test_a_picture_that_does_not_fit_is_named(sights: list[Sight]) -> None:
    shaken = sights[3].points + np.random.default_rng(1).normal(0, 9, sights[3].points.shape).astype(np.float32)
    with pytest.raises(BadInput, match=r"^3\.png: rms error .* this one first"):
        fit_lens([*sights[:3], replace(sights[3], points=shaken), *sights[4:]])


def test_a_lens_that_depends_on_one_picture_is_told(
    sights: list[Sight], tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program cropped one of twelve: it fits by another distance, and the lens bends otherwise."""
    middle = np.array(rigged.SIZE) / 2
    cropped = replace(sights[7], points=((sights[7].points - middle) * 4 / 3 + middle).astype(np.float32))
    fit = fit_lens([*sights[:7], cropped, *sights[8:]])
    assert fit.error < 0.3, "the rms error shows nothing of it"
    assert (fit.unsure, fit.without) == (True, "7.png")
    width, height = rigged.FELT
    corners = View(rigged.layout(), rigged.layout().cameras[0]).pixels(
        [(0, 0), (width, 0), (width, height), (0, height)]
    )
    assert off_on_the_felt(corners, fit.lens).max() > 5
    assert not fit_lens(sights).unsure
    assert fit_lens(sights).otherwise < 1.5
    monkeypatch.setattr(calibrate, "fit_lens", lambda _: fit)
    cv2.imwrite(str(tmp_path / "board.png"), rigged.board_picture(0))
    assert calibrate.calibrate_lens([tmp_path / "board.png"], None, 0.0, tmp_path / "lens.toml", StringIO()) == 0
    (line,) = capfd.readouterr().err.splitlines()
    assert re.fullmatch(
        r"floorman: lens: without 7\.png it comes out up to \d+ px otherwise: take more pictures, .*", line
    )


def test_a_view_through_a_lens_finds_back_what_it_projects() -> None:
    layout = rigged.layout()
    view = View(layout, layout.cameras[0])
    felt = np.array([(x, y) for x in range(0, 1781, 89) for y in range(0, 1001, 50)], float)
    assert np.abs(view.millimetres(view.pixels(felt)) - felt).max() < 0.05
    straight = View(layout, replace(layout.cameras[0], lens=None))
    assert np.linalg.norm(view.pixels(felt) - straight.pixels(felt), axis=1).max() > 10
    assert len(view.outline(layout.zones[0].corners)) > len(straight.outline(layout.zones[0].corners))


def test_the_printed_sheets_are_found_and_measure_what_they_say() -> None:
    files = sheet_files(Path("print.png"))
    assert [path.name for path in files] == ["print.png", "print-tags.png", "print-middle-tags.png"]
    written = [np.frombuffer(data, np.uint8) for data in files.values()]
    board, tags, middle = (cv2.imdecode(data, cv2.IMREAD_GRAYSCALE) for data in written)
    assert board.shape == (A4[1] * FINE, A4[0] * FINE)
    assert (board == board_sheet().picture).all()
    points, ids, _, _ = cv2.aruco.CharucoDetector(BOARD).detectBoard(cv2.resize(board, None, fx=0.5, fy=0.5))
    assert len(ids) == 40
    side = float(np.linalg.norm(points[1] - points[0])) / (FINE * 0.5)
    assert side == pytest.approx(28, abs=0.1)
    corners, ids, _ = cv2.aruco.ArucoDetector(TAGS).detectMarkers(cv2.resize(tags, None, fx=0.5, fy=0.5))
    assert sorted(np.ravel(ids)) == [0, 1, 2, 3]
    assert np.linalg.norm(corners[0][0, 1] - corners[0][0, 0]) / (FINE * 0.5) == pytest.approx(72, abs=1)
    _, ids, _ = cv2.aruco.ArucoDetector(TAGS).detectMarkers(cv2.resize(middle, None, fx=0.5, fy=0.5))
    assert sorted(np.ravel(ids)) == [4, 5]
    assert b"pHYs\x00\x00'\x10\x00\x00'\x10\x01" in written[0].tobytes()[:80], "10,000 pixels a metre"


def test_the_pdf_has_all_pages_in_true_size() -> None:
    (data,) = sheet_files(Path("print.pdf")).values()
    assert data.startswith(b"%PDF-1.4")
    assert data.endswith(b"%%EOF\n")
    assert re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data) == [
        (b"841.890", b"595.276"),
        (b"595.276", b"841.890"),
        (b"595.276", b"841.890"),
    ]
    start = int(re.findall(rb"startxref\n(\d+)", data)[0])
    assert data[start : start + 4] == b"xref"
    for number, place in enumerate(re.findall(rb"^(\d{10}) 00000 n", data, re.M), 1):
        assert data[int(place) :].startswith(b"%d 0 obj" % number)
    assert [sheet.picture.shape for sheet in tag_sheets()] == [(2970, 2100)] * 2


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(BadInput, match=r"expected a name that ends in \.pdf or \.png"):
        sheet_files(Path("print.docx"))


def test_the_command_takes_pictures_and_writes_a_lens(
    boards: list[np.ndarray], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / f"{number}.jpg") for number in range(len(boards))]
    for name, board in zip(names, boards, strict=True):
        cv2.imwrite(name, board)
    to = tmp_path / "lens.toml"
    assert main(["calibrate", "lens", *names, "--out", str(to)]) == 0
    said = json.loads(capfd.readouterr().out)
    assert said == {"lens": str(to), "width": 1920, "height": 1080, "coverage": 1, "pictures": 12} | {
        key: said[key] for key in ("error_px", "otherwise_px")
    }
    assert said["otherwise_px"] < 2
    assert said["error_px"] < 0.3
    assert read_lens(to, rigged.SIZE).focal == pytest.approx(rigged.LENS.focal, rel=0.005)
    with pytest.raises(BadInput, match=r"1920 × 1080: expected a lens of pictures of 640 × 480"):
        read_lens(to, (640, 480))


def test_a_camera_that_is_shown_the_board_takes_each_view_once(
    boards: list[np.ndarray], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    film = cv2.VideoWriter(str(tmp_path / "b.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, rigged.SIZE)
    for board in boards[::2]:
        for frame in (board, np.full_like(board, 90), board):
            film.write(frame)
    film.release()
    to = tmp_path / "lens.toml"
    assert main(["calibrate", "lens", "--camera", str(tmp_path / "b.avi"), "--out", str(to)]) == 0
    said = capfd.readouterr()
    assert json.loads(said.out)["pictures"] == 6
    assert said.err.splitlines()[-1] == "floorman: 6 of 20 views; move and tilt the board"
