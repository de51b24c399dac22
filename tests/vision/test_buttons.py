"""Dealer buttons are looked at twice: chips that are one become one, what is none is not told."""

import hashlib
import io
import random
from pathlib import Path

import cv2
import numpy as np
import pytest
from said import Said

from vision import weights
from vision.buttons import SIDE, Buttons, apart, cut_out, looking_twice
from vision.detector import CARD_LONG, KINDS, LIKE_BUTTONS, Detected, Detector
from vision.read_command import read_pictures
from vision.reader import CardReader

CHIPS, BUTTON, HAND = (KINDS.index(kind) for kind in ("chips", "dealer_button", "hand"))
LEAST = LIKE_BUTTONS["dealer_button"]
SURE = dict.fromkeys(KINDS, 0.5)
FELT = np.full((480, 640, 3), (40, 110, 35), np.uint8)


class White:
    """Takes for a button what is white in its middle, as white as it is."""

    def __init__(self) -> None:
        self.shown = list[np.ndarray]()

    def run(self, pictures: np.ndarray) -> list[np.ndarray]:
        self.shown.append(pictures)
        white = pictures[:, SIDE // 2, SIDE // 2].min(1) / np.float32(255)
        return [np.stack([1 - white, white], 1)]


def felt(*white: tuple[int, int], tone: int = 255) -> np.ndarray:
    """A felt with discs on it, 24 across."""
    picture = FELT.copy()
    for at in white:
        cv2.circle(picture, at, 12, (tone,) * 3, -1)
    return picture


def found(picture: np.ndarray, *things: tuple[float, float, float, float, int, float]) -> list[Detected]:
    return Detector(Said(*things), SURE, second=Buttons(White()).told).find(picture, CARD_LONG)


def test_what_is_hardly_taken_for_a_button_is_one_if_it_looks_like_one() -> None:
    (one,) = found(felt((100, 100)), (100, 100, 24, 24, BUTTON, LEAST + 0.01), (200, 100, 24, 24, BUTTON, 0.9))
    assert one.kind == "dealer_button"
    assert one.centre == pytest.approx((100, 100))
    assert one.confidence == pytest.approx(1)
    assert found(felt((100, 100)), (100, 100, 24, 24, BUTTON, LEAST - 0.01)) == []
    chips = LIKE_BUTTONS["chips"]
    assert [one.kind for one in found(felt((100, 100)), (100, 100, 24, 24, CHIPS, chips + 0.01))] == ["dealer_button"]
    assert found(felt((100, 100)), (100, 100, 24, 24, CHIPS, chips - 0.01)) == []


def test_chips_that_look_more_like_a_button_are_one_and_others_stay_chips() -> None:
    picture = felt((100, 100), (200, 100))
    things = (100, 100, 24, 24, CHIPS, 0.9), (300, 100, 24, 24, CHIPS, 0.8), (300, 200, 24, 24, CHIPS, 0.3)
    told = found(picture, *things)
    assert [(one.kind, round(one.centre[0])) for one in told] == [("dealer_button", 100), ("chips", 300)]
    assert told[1].confidence == pytest.approx(0.8)
    (grey,) = found(felt((100, 100), tone=200), (100, 100, 24, 24, CHIPS, 0.9))
    assert grey.kind == "chips", "the detector is surer"
    (grey,) = found(felt((100, 100), tone=120), (100, 100, 24, 24, CHIPS, 0.4), (200, 100, 24, 24, CHIPS, 0.6))
    assert grey.centre == pytest.approx((200, 100)), "what is neither surely is nothing"
    doubting = Detector(
        Said((100, 100, 24, 24, CHIPS, 0.6)), {**SURE, "dealer_button": 0.9}, second=Buttons(White()).told
    )
    (grey,) = doubting.find(felt((100, 100), tone=200), CARD_LONG)
    assert (grey.kind, grey.confidence) == ("chips", pytest.approx(0.6)), "rather a button, but not told as one"


def test_hands_are_not_asked_about_and_nothing_is_where_nothing_was_found() -> None:
    network = White()
    second = Buttons(network).told
    (hand,) = Detector(Said((100, 100, 60, 40, HAND, 0.7)), SURE, second=second).find(felt((100, 100)), CARD_LONG)
    assert hand.kind == "hand"
    assert second(FELT, [], 0.5) == []
    assert not network.shown


def test_chips_under_a_button_that_is_told_are_none() -> None:
    at = (100, 100, 24, 24)
    beside = (102, 100, 24, 24)
    (one,) = found(felt((100, 100)), (*at, BUTTON, 0.2), (*beside, CHIPS, 0.9))
    assert one.kind == "dealer_button"


def test_of_two_places_for_one_button_the_surer_is_told() -> None:
    both = [Detected("dealer_button", (x, 0, x + 20, 20), chance) for x, chance in ((0, 0.8), (6, 0.9), (40, 0.7))]
    assert [one.confidence for one in apart(both)] == [0.9, 0.7]


def test_without_the_second_look_the_detector_says_what_it_said() -> None:
    things = (100, 100, 24, 24, BUTTON, 0.6), (200, 100, 24, 24, BUTTON, 0.4), (300, 100, 24, 24, CHIPS, 0.7)
    told = Detector(Said(*things), SURE).find(FELT, CARD_LONG)
    assert [(one.kind, one.confidence) for one in told] == [
        ("chips", pytest.approx(0.7)),
        ("dealer_button", pytest.approx(0.6)),
    ]


@pytest.mark.parametrize("box", [(0, 0, 24, 24), (620, 460, 640, 480), (300, 200, 301, 201), (-50, -50, 700, 530)])
def test_a_place_at_the_edge_is_cut_out_in_the_same_size(box: tuple[float, float, float, float]) -> None:
    assert cut_out(FELT, box).shape == (SIDE, SIDE, 3)


def test_what_is_looked_at_is_as_sharp_as_the_picture() -> None:
    """The detector sees a button of 96 pixels in a quarter of that."""
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[::4] = picture[1::4] = 255
    network = White()
    Buttons(network).told(picture, [Detected("dealer_button", (300, 200, 330, 230), 0.5)], 0.5)
    (shown,) = network.shown
    assert np.abs(np.diff(shown[0, :, 24, 0].astype(int))).mean() > 100


def published() -> weights.DetectorWeights:
    opened = weights.load_detector(weights.models_folder(), 1)
    assert opened is not None
    return opened


def test_the_committed_weights_look_twice_and_know_a_button_from_a_chip() -> None:
    from vision.training.chip_art import button, chip, pattern

    opened = published()
    assert opened.buttons is not None
    assert looking_twice(opened).second is not None
    rng, second = random.Random(7), Buttons(opened.buttons)
    faces = [button(rng).face for _ in range(20)], [chip(rng, pattern(rng)).face for _ in range(20)]
    ones, chips = ([second.chances(laid(face), [(70, 70, 110, 110)])[0] for face in some] for some in faces)
    assert np.median(ones) > 0.9
    assert np.median(chips) < 0.1


def laid(face: np.ndarray) -> np.ndarray:
    """A disc of 40 pixels on a felt."""
    picture = np.full((180, 180, 3), (40, 110, 35), np.uint8)
    small = cv2.resize(face, (40, 40), interpolation=cv2.INTER_AREA)
    mask = np.zeros((40, 40), np.uint8)
    cv2.circle(mask, (20, 20), 19, 255, -1)
    picture[70:110, 70:110][mask > 0] = small[mask > 0]
    return picture


@pytest.mark.usefixtures("readers_only")
def test_the_second_look_has_its_own_sureness_and_where_it_was_altered_the_detector_goes_on(tmp_path: Path) -> None:
    folder = weights.models_folder()
    for name in ("detector.onnx", "buttons.onnx"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    digests = [hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in ("detector.onnx", "buttons.onnx")]
    table = (
        f'[detector]\nfile = "detector.onnx"\nsha256 = "{digests[0]}"\nsure = {{dealer_button = 0.5}}\nchips = true\n'
    )
    second = f'[buttons]\nfile = "buttons.onnx"\nsha256 = "{digests[1]}"\n'
    (tmp_path / "models.toml").write_text(table)
    alone = weights.load_detector(tmp_path, 1)
    assert alone is not None
    assert (alone.buttons, alone.sure["dealer_button"]) == (None, 0.5)
    assert looking_twice(alone).second is None
    (tmp_path / "models.toml").write_text(table + second + "sure = 0.8\n")
    both = weights.load_detector(tmp_path, 1)
    assert both is not None
    assert both.sure["dealer_button"] == 0.8
    (tmp_path / "models.toml").write_text(table + second + 'sure = "very"\n')
    unread = weights.load_detector(tmp_path, 1)
    assert unread is not None
    assert "expected sure, a number" in str(unread.fault)
    (tmp_path / "models.toml").write_text(table + second + "sure = 0.8\n")
    (tmp_path / "buttons.onnx").write_bytes(b"other")
    reader = CardReader.load(tmp_path)
    assert "buttons.onnx" in str(reader.fault)
    assert "altered" in str(reader.fault)
    assert reader.detector is not None
    assert (reader.detector.second, reader.detector.sure[BUTTON]) == (None, 0.5), "it goes on without"
    errors = io.StringIO()
    assert read_pictures([], models=tmp_path, out=io.StringIO(), errors=errors) == 2
    (line,) = errors.getvalue().splitlines()
    assert line == f"floorman: {reader.fault}; dealer buttons are looked at once"
