"""Chips by colour: where they are says the detector, what they are their colour."""

import cv2
import numpy as np
import pytest

from table_controller.records import ChipColour, Chips
from vision.chips import RADIUS_BY_CARD, USUAL, card_length, find_chips, named_chips, value_of, white_of
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

    def run(self, pictures: np.ndarray) -> list[np.ndarray]:
        _, self.height, self.width, _ = pictures.shape
        return [np.float32([self.width / 2, self.height / 2, 26.6, 26.6, 0.9, 0, 0, 0, 0]).reshape(1, 9, 1)]


def test_where_there_is_a_detector_it_is_asked_in_the_size_it_knows_chips_in(felt: np.ndarray) -> None:
    network = Network()
    (chip,) = find_chips(felt, radius=25.0, colours=COLOURS, detector=Detector(network, {"chips": 0.5}))
    assert chip.radius == pytest.approx(25, rel=0.03)
    assert network.width < 320


def test_a_detector_that_finds_fewer_chips_than_roundness_is_not_asked_for_them(felt: np.ndarray) -> None:
    detector = Detector(Network(), {"chips": 0.5}, chips=False)
    assert find_chips(felt, radius=25.0, detector=detector) == find_chips(felt, radius=25.0)


def test_without_one_chips_are_found_by_their_roundness(felt: np.ndarray) -> None:
    seen = find_chips(felt, radius=25.0, colours=COLOURS)
    assert sorted(chip.colour for chip in seen) == ["blue", "red", "white"]


def test_in_warm_and_dim_light_colours_are_told_by_the_paper_of_the_cards() -> None:
    picture = np.full((200, 400, 3), (60, 110, 40), np.uint8)
    quad = ((20.0, 20.0), (100.0, 20.0), (100.0, 140.0), (20.0, 140.0))
    cv2.rectangle(picture, (20, 20), (100, 140), (235, 235, 235), -1)
    cv2.putText(picture, "8", (40, 110), 0, 3, (40, 30, 200), 8)
    usual = {colour.name: colour for colour in USUAL}
    places = {"blue": (160, 60), "green": (220, 60), "red": (280, 60), "white": (340, 60), "black": (160, 140)}
    for name, at in places.items():
        cv2.circle(picture, at, 25, usual[name].rgb[::-1], -1, cv2.LINE_AA)
    found = [boxed(*at) for at in places.values()]
    for light in ((1.0, 1.0, 1.0), (0.3, 0.4, 0.55), (0.25, 0.25, 0.25), (1.0, 0.85, 0.7)):
        seen = np.uint8(picture * light)
        named = named_chips(seen, found, white=white_of(seen, [quad]))
        assert [chip.colour for chip in named] == list(places), light
    assert [chip.colour for chip in named_chips(np.uint8(picture * (0.3, 0.4, 0.55)), found)] != list(places)


def test_what_can_be_no_paper_says_nothing_of_the_light() -> None:
    dark, red = (np.full((50, 50, 3), ink, np.uint8) for ink in ((20, 20, 20), (40, 40, 200)))
    quad = ((5.0, 5.0), (30.0, 5.0), (30.0, 40.0), (5.0, 40.0))
    assert white_of(dark, [quad]) is None
    assert white_of(red, [quad]) is None
    assert white_of(np.full((50, 50, 3), 200, np.uint8), []) is None


def test_chips_are_as_large_as_cards_say() -> None:
    quad = ((0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0))
    assert card_length([quad]) == 88
    assert card_length([]) is None
    assert pytest.approx(19.5) == 88 * RADIUS_BY_CARD
