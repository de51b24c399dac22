"""What a camera lacks is said, and what to move; a good picture has nothing to move."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from table_controller.audit.doctor_words import in_german
from table_controller.records import Camera, Layout, Point, SourceFailed
from table_controller.records.scene import Scene, SceneHand
from table_controller.simulator.felt import built_in_layout
from vision.calibrate import frames
from vision.calibrate.health import card_lengths, findings, flicker
from vision.scene import Look, Studio
from vision.zones import View

LAYOUT = built_in_layout()


def view(scale: float = 1.065, x: float = 12.0, y: float = 8.0) -> View:
    camera = Camera("overhead", 1920, 1080, (scale, 0.0, x, 0.0, scale, y, 0.0, 0.0, 1.0))
    return View(replace(LAYOUT, cameras=(camera,)), camera)


def picture(light: float = 1.0, layout: Layout = LAYOUT) -> np.ndarray:
    look = Look(layout.width, layout.height, layout.colours, light=light)
    return Studio(layout.cameras[0], look, 1).frame(Scene((), ()), 1)


@pytest.fixture(scope="module")
def good() -> np.ndarray:
    return picture()


def todo(frame: np.ndarray, seen: View | None = None) -> dict[str, str]:
    found = {finding.what: finding.todo for finding in findings(seen or view(), frame) if finding.todo}
    assert all(in_german(said) != said for said in found.values()), "the doctor has German for all of it"
    return found


def test_a_good_picture_has_nothing_to_move(good: np.ndarray) -> None:
    assert [finding.what for finding in findings(view(), good)] == [
        "exposure",
        "focus",
        "pixels per card",
        "coverage",
    ]
    assert todo(good) == {}


@pytest.mark.parametrize("blur", [2.0, 3.0, 5.0])
def test_a_lens_out_of_focus_is_told(good: np.ndarray, blur: float) -> None:
    soft = cv2.GaussianBlur(good, (0, 0), blur)
    grain = np.random.default_rng(1).normal(0, 3, soft.shape)
    found = todo(np.clip(soft + grain, 0, 255).astype(np.uint8))
    assert list(found) == ["focus"]
    assert "turn the lens's focus ring" in found["focus"]


@pytest.mark.parametrize("quality", [5, 10, 20])
def test_a_sharp_lens_is_sharp_however_strongly_its_pictures_are_compressed(good: np.ndarray, quality: int) -> None:
    packed = cv2.imencode(".jpg", good, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    assert "focus" not in todo(np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8))


@pytest.mark.parametrize("blur", [2.0, 5.0])
def test_the_clock_that_a_camera_writes_into_its_picture_makes_no_lens_sharp(good: np.ndarray, blur: float) -> None:
    soft = cv2.GaussianBlur(good, (0, 0), blur)
    for text, at in (("2026-11-29 03:04:14", (30, 50)), ("CAMERA 01", (1650, 1060))):
        cv2.putText(soft, text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, (255, 255, 255), 2, cv2.LINE_AA)
    assert "turn the lens's focus ring" in todo(soft)["focus"]


def test_too_little_and_too_much_light_are_told(good: np.ndarray) -> None:
    assert "more light" in todo((good * 0.25).astype(np.uint8))["exposure"]
    assert "less light" in todo(np.clip(good.astype(int) + 170, 0, 240).astype(np.uint8))["exposure"]


def test_glare_is_told_with_its_zone(good: np.ndarray) -> None:
    glare = good.copy()
    cv2.circle(glare, (960, 540), 60, (255, 255, 255), -1)
    assert "zone 'board' is burnt out; move the lamp" in todo(glare)["exposure"]


def test_a_dark_side_is_told_with_its_zone(good: np.ndarray) -> None:
    side = (good * np.linspace(0.25, 1.6, 1920)[None, :, None]).clip(0, 255).astype(np.uint8)
    assert "is much darker than" in todo(side)["exposure"]


def test_small_cards_are_told_with_how_much_lower(good: np.ndarray) -> None:
    said = todo(good, view(scale=0.5, x=500, y=250))["pixels per card"]
    assert "is 44 px long, 60 was expected; hang the camera lower by 27%" in said
    assert "one with 2618 px across" in said


def test_a_cards_length_is_measured_in_its_zone() -> None:
    assert card_lengths(view())["board"] == pytest.approx(88 * 1.065, abs=0.1)


@pytest.mark.parametrize(
    ("x", "y", "way"),
    [
        (-300, 8, "towards its left edge by"),
        (400, 8, "its right edge"),
        (12, 300, "its bottom edge"),
        (12, -200, "top"),
    ],
)
def test_a_zone_out_of_view_is_told_with_the_way_to_move(good: np.ndarray, x: float, y: float, way: str) -> None:
    said = todo(good, view(x=x, y=y))["coverage"]
    assert said.startswith("out of view: '")
    assert way in said


@pytest.mark.parametrize(("scale", "x", "y"), [(1.5, -400, -200), (1.2, -230, -40), (1.2, 40, -40)])
def test_a_table_wider_than_the_picture_wants_a_higher_camera(
    good: np.ndarray, scale: float, x: float, y: float
) -> None:
    assert "hang the camera higher" in todo(good, view(scale, x, y))["coverage"], "moved, it loses the other side"


def test_a_picture_of_another_size_is_all_that_is_told(good: np.ndarray) -> None:
    assert list(todo(good[:720, :1280])) == ["picture size"]


def test_a_zone_that_another_camera_has_in_view_is_out_of_no_view(good: np.ndarray) -> None:
    half, whole = view(x=-300).camera, replace(view().camera, name="second")
    assert "coverage" in todo(good, View(replace(LAYOUT, cameras=(half,)), half))
    assert "coverage" not in todo(good, View(replace(LAYOUT, cameras=(half, whole)), half))


@pytest.mark.parametrize("stripes", [0.0, 3.0])
def test_a_lamp_that_flickers_is_told_with_how_much(good: np.ndarray, stripes: float) -> None:
    rows = np.linspace(0, 1, good.shape[0])[:, None, None]

    def under(depth: float) -> list[np.ndarray]:
        light = (1 + depth * np.sin(2 * np.pi * (number / 3 + stripes * rows)) for number in range(5))
        return [np.clip(good * by, 0, 255).astype(np.uint8) for by in light]

    assert flicker(under(0.0)) == flicker(under(0.03)) == flicker([good]) == flicker([]) == ""
    told = flicker(under(0.12))
    assert in_german(told).startswith("flackert um ")
    assert told.startswith("flickers by ")
    assert 15 <= int(told.split()[2]) <= 30
    assert flicker([good[:540], *under(0.12)]) == told, "a camera may begin in another size"


def test_a_hand_in_the_picture_is_no_flicker(good: np.ndarray) -> None:
    layout = LAYOUT
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours), 1)
    hands = [(SceneHand(Point(500, -100), Point(500, 200 + 60 * n)),) for n in range(5)]
    assert flicker([studio.frame(Scene((), (), hands=one), n) for n, one in enumerate(hands)]) == ""


def test_of_a_live_camera_the_last_frames_are_kept_and_of_a_recording_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    every = [np.full((4, 4, 3), number, np.uint8) for number in range(40)]
    monkeypatch.setattr(frames, "frames", lambda address, size: iter(every))
    live = frames.settled_frames("0", (4, 4))
    assert [int(frame[0, 0, 0]) for frame in live] == [11, 12, 13, 14, 15]
    assert int(frames.settled_frame("0", (4, 4))[0, 0, 0]) == 15
    monkeypatch.setattr(frames, "frames", lambda address, size: iter(every[:15]))
    assert len(frames.settled_frames("0", (4, 4))) == frames.RUNNING
    with pytest.raises(SourceFailed, match="0: it stops after 15 of 16 pictures"):
        frames.settled_frames("0", (4, 4), lasting=True)
    monkeypatch.setattr(frames, "frames", lambda address, size: iter(every))
    monkeypatch.setattr(frames, "is_recording", lambda address: True)
    assert [int(frame[0, 0, 0]) for frame in frames.settled_frames("film.mp4", (4, 4))] == [0]
    monkeypatch.setattr(frames, "frames", lambda address, size: iter(()))
    for lasting in (False, True):
        with pytest.raises(SourceFailed, match="gives no picture"):
            frames.settled_frames("0", (4, 4), lasting)


class Tears:
    """A camera that sends *torn* frames that cannot be opened before each whole one, and *raises* in the end."""

    def __init__(self, torn: int, raises: bool = False) -> None:
        self._sent, self._each, self._raises = 0, torn + 1, raises

    def isOpened(self) -> bool:
        return True

    def grab(self) -> bool:
        self._sent += 1
        if self._raises:
            raise cv2.error("it broke\nin two lines")
        return True

    def retrieve(self) -> tuple[bool, object]:
        return (True, np.zeros((4, 4, 3), np.uint8)) if self._sent % self._each == 0 else (False, None)

    def release(self) -> None:
        pass


def test_a_camera_that_begins_with_a_torn_frame_is_looked_at_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for device, said in (
        (Tears(torn=2), None),
        (Tears(torn=9), "0: it can be opened, but gives no picture"),
        (Tears(torn=0, raises=True), "0: it broke"),
    ):
        monkeypatch.setattr(frames, "open_device", lambda address, size, device=device: device)
        if said is None:
            assert len(frames.settled_frames("0", (4, 4))) == frames.RUNNING
        else:
            with pytest.raises(SourceFailed) as fault:
                frames.settled_frames("0", (4, 4))
            assert str(fault.value) == said


def test_while_a_camera_is_looked_at_opencv_says_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a stream that stalls it printed a line of its own before ours."""
    before = cv2.utils.logging.getLogLevel()
    monkeypatch.setattr(frames, "open_device", lambda address, size: Tears(torn=0))
    opened = frames.frames("0", (4, 4))
    assert next(opened) is not None
    assert cv2.utils.logging.getLogLevel() == cv2.utils.logging.LOG_LEVEL_SILENT
    opened.close()  # type: ignore[attr-defined]
    assert cv2.utils.logging.getLogLevel() == before
