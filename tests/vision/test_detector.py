"""The detector of everything else: what it is shown, how its answer is read, and what happens where it is missing."""

import hashlib
import io
from pathlib import Path

import numpy as np
import pytest
from said import Said

from table_controller.records import BadInput, Card, Face
from vision import weights
from vision.chips import RADIUS_BY_CARD, find_chips
from vision.detector import (
    CARD_LONG,
    KINDS,
    LEAST_SIDE,
    MOST_SIDE,
    STRIDE,
    USUAL_SIDES,
    Detected,
    Detector,
    others,
    prepared,
    scales_for,
)
from vision.read_command import read_pictures
from vision.reader import CardReader
from vision.reading import SeenCard, SeenOther
from vision.settle import Settled

SURE = dict.fromkeys(KINDS, 0.5)
HAND, CHIPS = KINDS.index("hand"), KINDS.index("chips")


def picture(width: int, height: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)


def test_boxes_are_in_pixels_of_the_picture_as_given() -> None:
    network = Said((320, 100, 64, 32, HAND, 0.9))
    (found,) = Detector(network, SURE).find(picture(1280, 720), card_long=2 * CARD_LONG)
    assert found == Detected("hand", pytest.approx((576, 168, 704, 232)), pytest.approx(0.9))
    assert found.quad[0] == found.box[:2]
    assert found.quad[2] == found.box[2:]
    assert found.centre == pytest.approx((640, 200))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (17, 900), (640, 480), (4000, 3000)])
def test_what_is_shown_has_whole_strides_and_boxes_stay_inside(width: int, height: int) -> None:
    network = Said((5, 5, 9000, 9000, CHIPS, 0.9))
    (found,) = Detector(network, SURE).find(picture(width, height))
    assert all(side % STRIDE == 0 and side > 0 for side in network.shown.shape[1:3])
    assert found.box == pytest.approx((0, 0, width, height))


def test_what_seems_to_lie_beside_the_picture_is_nothing() -> None:
    frame = picture(100, 300)  # 100 pixels are filled up to 128
    network = Said((110, 50, 10, 10, CHIPS, 0.9), (99.8, 50, 1, 10, CHIPS, 0.8), (98, 50, 8, 10, CHIPS, 0.7))
    detector = Detector(network, SURE)
    (found,) = detector.find(frame, card_long=CARD_LONG)
    assert found.box == pytest.approx((94, 45, 100, 55))
    (chip,) = find_chips(frame, radius=CARD_LONG * RADIUS_BY_CARD, detector=detector)
    assert chip.centre == pytest.approx((97, 50))


def test_the_picture_is_scaled_by_the_length_of_cards_where_that_is_known() -> None:
    frame = picture(1920, 1080)
    assert scales_for(frame, None) == tuple(side / 1920 for side in USUAL_SIDES)
    assert scales_for(frame, 136.0) == pytest.approx((CARD_LONG / 136,))
    assert scales_for(frame, 5.0)[0] * 1920 == pytest.approx(MOST_SIDE)
    assert scales_for(frame, 5000.0)[0] * 1920 == pytest.approx(LEAST_SIDE)


def test_where_nobody_knows_the_size_of_cards_near_and_far_are_looked_for_and_nothing_is_said_twice() -> None:
    class Twice(Said):
        def run(self, pictures: np.ndarray) -> list[np.ndarray]:
            share = pictures.shape[2] / USUAL_SIDES[-1]
            return [super().run(pictures)[0] * np.float32([share] * 4 + [1] * len(KINDS)).reshape(1, -1, 1)]

    (found,) = Detector(Twice((100, 100, 30, 30, CHIPS, 0.8)), SURE).find(picture(USUAL_SIDES[-1], 320))
    assert found.centre == pytest.approx((100, 100), abs=1)


def test_a_picture_is_not_changed_but_scaled_and_set_in_grey() -> None:
    frame = picture(50, 40)
    shown, scale = prepared(frame, 1.0)
    assert shown.shape == (64, 64, 3)
    assert (shown[:40, :50] == frame).all()
    assert np.ptp(shown[40:]) == 0
    assert tuple(scale) == (1.0, 1.0)


def test_of_one_thing_said_twice_the_surer_is_kept_and_neighbours_stay() -> None:
    network = Said(
        (100, 100, 30, 30, CHIPS, 0.8), (102, 101, 30, 30, CHIPS, 0.7), (115, 100, 30, 30, CHIPS, 0.6),
        (100, 100, 30, 30, HAND, 0.9),
    )  # fmt: skip
    found = Detector(network, SURE).find(picture(640, 480), CARD_LONG)
    assert [(one.kind, round(one.confidence, 1)) for one in found] == [("hand", 0.9), ("chips", 0.8), ("chips", 0.6)]


def test_what_is_not_sure_is_not_said() -> None:
    network = Said((100, 100, 30, 30, HAND, 0.2))
    assert Detector(network, SURE).find(picture(640, 480), CARD_LONG) == []
    assert len(Detector(network, SURE).find(picture(640, 480), CARD_LONG, least=0.1)) == 1
    assert len(Detector(network, {"hand": 0.15}).find(picture(640, 480), CARD_LONG)) == 1
    assert Detector(network, {"chips": 0.15}).find(picture(640, 480), CARD_LONG) == [], "of hands nothing is known"


def test_a_reading_takes_buttons_and_hands_and_leaves_cards_to_the_reader() -> None:
    found = [Detected(kind, (1.0, 2.0, 3.0, 4.0), 0.9) for kind in KINDS]
    assert [one.kind for one in others(found)] == ["dealer_button", "hand"]
    assert others(found)[0].quad == ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))


def test_a_table_without_a_detector_has_none(tmp_path: Path) -> None:
    (tmp_path / "models.toml").write_text("[card]\n")
    assert weights.load_detector(tmp_path) is None


def test_a_missing_or_altered_detector_is_one_clear_line(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"another").hexdigest()
    (tmp_path / "models.toml").write_text(f'[detector]\nfile = "detector.onnx"\nsha256 = "{digest}"\n')
    with pytest.raises(BadInput, match=r"detector\.onnx.*weights that models\.toml names"):
        weights.load_detector(tmp_path)
    (tmp_path / "detector.onnx").write_bytes(b"one")
    with pytest.raises(BadInput, match=r"detector\.onnx.*sha256.*altered"):
        weights.load_detector(tmp_path)
    (tmp_path / "detector.onnx").write_bytes(b"another")
    with pytest.raises(BadInput, match="ONNX"):
        weights.load_detector(tmp_path)


def test_an_entry_without_its_numbers_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "_open", lambda *_: None)
    for entry in ("", "sure = 1", 'sure = {hand = "much"}\nchips = true', "sure = {hand = 0.5}"):
        (tmp_path / "models.toml").write_text(f"[detector]\n{entry}\n")
        with pytest.raises(BadInput, match=r"models\.toml.*detector.*expected sure"):
            weights.load_detector(tmp_path)
    (tmp_path / "models.toml").write_text("[detector]\nsure = {hand = 0.5}\nchips = false\n")
    opened = weights.load_detector(tmp_path)
    assert opened is not None
    assert (opened.sure, opened.chips) == ({"hand": 0.5}, False)


@pytest.mark.usefixtures("readers_only")
def test_an_altered_detector_does_not_stop_the_reader(tmp_path: Path) -> None:
    digest = hashlib.sha256(b"another").hexdigest()
    entry = f'[detector]\nfile = "detector.onnx"\nsha256 = "{digest}"\nsure = {{hand = 0.5}}\nchips = true\n'
    (tmp_path / "models.toml").write_text(entry)
    (tmp_path / "detector.onnx").write_bytes(b"one")
    reader = CardReader.load(tmp_path)
    assert reader.detector is None
    assert "altered" in str(reader.fault)
    out, errors = io.StringIO(), io.StringIO()
    assert read_pictures([], models=tmp_path, out=out, errors=errors) == 2
    (line,) = errors.getvalue().splitlines()
    assert line.startswith("floorman: ")
    assert "detector.onnx" in line
    assert line.endswith("; chips are found by their roundness")


@pytest.mark.usefixtures("readers_only")
def test_a_reading_has_chips_buttons_and_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "models.toml").write_text("")
    reader = CardReader.load(tmp_path)
    assert (reader.detector, reader.fault) == (None, None)
    cut = SeenOther("cut_card", ((0, 0), (9, 0), (9, 9), (0, 9)), 0.9)
    card = SeenCard(((0, 0), (40, 0), (40, CARD_LONG), (0, CARD_LONG)), Card.parse("As"), Face.UP, 1.0, ())
    monkeypatch.setattr(reader, "seen", lambda _picture: Settled((card,), (cut,)))
    button = KINDS.index("dealer_button")
    network = Said((100, 100, 30, 30, CHIPS, 0.8), (200, 100, 40, 40, button, 0.9), (300, 100, 90, 40, HAND, 0.7))
    reader.detector = Detector(network, SURE)
    reading = reader.read(np.full((480, 640, 3), (40, 35, 165), np.uint8))
    assert [(chip.colour, chip.centre) for chip in reading.chips] == [("red", pytest.approx((100, 100)))]
    assert [one.kind for one in reading.other] == ["cut_card", "dealer_button", "hand"]
    assert reader.read(np.zeros((480, 640, 3), np.uint8), with_chips=False).other == (cut,)
