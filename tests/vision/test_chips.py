"""Chips by colour: where they are says the detector, what they are their colour."""

import cv2
import numpy as np
import pytest

from table_controller.records import ChipColour, Chips
from vision.chips import RADIUS_BY_CARD, card_length, find_chips, named_chips, value_of
from vision.detector import Detected, Detector

COLOURS = (
    ChipColour("red", (190, 35, 40), Chips(50)),
    ChipColour("blue", (35, 70, 170), Chips(100)),
    ChipColour("white", (235, 232, 225), None),
)
PLACES = {"red": (60, 60), "blue": (160, 80), "white": (260, 60)}


@pytest.fixture
def felt() -> np.ndarray:
    """Three chips with white and dark spots on their rims, 25 pixels in radius, on green cloth."""
    picture = np.full((140, 320, 3), (60, 110, 40), np.uint8)
    for colour in COLOURS:
        at, spot = PLACES[colour.name], (20, 20, 20) if colour.name == "white" else (240, 240, 240)
        cv2.circle(picture, at, 25, colour.rgb[::-1], -1, cv2.LINE_AA)
        for turn in range(0, 360, 60):
            cv2.ellipse(picture, at, (23, 23), 0, turn, turn + 15, spot, 4, cv2.LINE_AA)
    return picture


def boxed(x: float, y: float, wide: float = 50, high: float = 50, kind: str = "chips", sure: float = 0.9) -> Detected:
    return Detected(kind, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), sure)


def test_chips_are_named_and_worth_what_the_table_file_says(felt: np.ndarray) -> None:
    seen = named_chips(felt, [boxed(*PLACES[colour.name]) for colour in COLOURS], COLOURS)
    assert [(chip.colour, chip.denomination, chip.count) for chip in seen] == [
        ("red", 50, 1), ("blue", 100, 1), ("white", None, 1)]  # fmt: skip
    assert [value_of(chip) for chip in seen] == [Chips(50), Chips(100), None]
    assert all(chip.radius == 25 for chip in seen)
    assert seen[0].centre == PLACES["red"]


def test_only_chips_are_chips(felt: np.ndarray) -> None:
    found = [boxed(*PLACES["red"], kind=kind) for kind in ("dealer_button", "hand", "cut_card", "card")]
    assert named_chips(felt, found, COLOURS) == ()


def test_a_chip_is_no_surer_than_the_detector_that_found_it(felt: np.ndarray) -> None:
    (chip,) = named_chips(felt, [boxed(*PLACES["blue"], sure=0.4)], COLOURS)
    assert chip.confidence <= 0.4


@pytest.mark.parametrize("box", [(0.0, 0.0, 0.2, 0.2), (318.0, 138.0, 320.0, 140.0), (0.0, 0.0, 320.0, 140.0)])
def test_a_box_of_any_size_has_a_colour(felt: np.ndarray, box: tuple[float, float, float, float]) -> None:
    (chip,) = named_chips(felt, [Detected("chips", box, 0.9)], COLOURS)
    assert chip.colour in PLACES


def test_a_chip_seen_aslant_keeps_its_colour(felt: np.ndarray) -> None:
    flat = cv2.resize(felt, None, fx=1.0, fy=0.5, interpolation=cv2.INTER_AREA)
    x, y = PLACES["red"]
    (chip,) = named_chips(flat, [boxed(x, y / 2, 50, 25)], COLOURS)
    assert chip.colour == "red"


class Network:
    """Says one chip in the middle of what it is shown."""

    def run(self, _names: None, given: dict[str, np.ndarray]) -> list[np.ndarray]:
        _, self.height, self.width, _ = given["pictures"].shape
        return [np.float32([self.width / 2, self.height / 2, 30, 30, 0.9, 0, 0, 0, 0]).reshape(1, 9, 1)]


def test_where_there_is_a_detector_it_is_asked_in_the_size_it_knows_chips_in(felt: np.ndarray) -> None:
    network = Network()
    (chip,) = find_chips(felt, radius=25.0, colours=COLOURS, detector=Detector(network))
    assert chip.radius == pytest.approx(25, rel=0.03)
    assert network.width < 320


def test_without_one_chips_are_found_by_their_roundness(felt: np.ndarray) -> None:
    seen = find_chips(felt, radius=25.0, colours=COLOURS)
    assert sorted(chip.colour for chip in seen) == ["blue", "red", "white"]


def test_chips_are_as_large_as_cards_say() -> None:
    quad = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
    assert card_length([quad]) == 88
    assert card_length([]) is None
    assert pytest.approx(19.5) == 88 * RADIUS_BY_CARD
