"""What `floorman read --draw` draws: every thing with its name, and names that can be read."""

from itertools import combinations

import numpy as np

from table_controller.records import Card, Face
from vision.drawing import AMBER, BLUE, GREEN, RED, VIOLET, drawn, plates
from vision.reading import Corners, Reading, SeenCard, SeenChips, SeenOther


def _quad(x: float, y: float) -> Corners:
    return ((x, y), (x + 100, y), (x + 100, y + 140), (x, y + 140))


def _card(name: str | None, x: float, y: float, sure: float = 0.9996, face: Face = Face.UP) -> SeenCard:
    return SeenCard(_quad(x, y), Card.parse(name) if name else None, face, sure, ())


def _pair() -> Reading:
    """Two hole cards, one over most of the other, beside the picture's edge."""
    return Reading(400, 300, (_card("2d", 3, 3), _card("Kd", 33, 11)), (), (), 1.0)


def test_names_of_cards_that_lie_on_each_other_stand_side_by_side() -> None:
    first, second = plates(_pair())
    assert not first.covers(second)
    for plate in (first, second):
        assert 0 <= plate.x <= 400 - plate.width
        assert 0 <= plate.y <= 300 - plate.height


def test_seven_cards_in_a_fan_have_seven_names() -> None:
    fan = tuple(_card(f"{rank}s", 20 + 45 * n, 60) for n, rank in enumerate("2345678"))
    named = plates(Reading(600, 300, fan, (), (), 1.0))
    assert [plate.text[:2] for plate in named] == ["2s", "3s", "4s", "5s", "6s", "7s", "8s"]
    assert not any(one.covers(other) for one, other in combinations(named, 2))


def test_names_of_cards_smaller_than_their_plates_stand_beside_them_with_a_line() -> None:
    board = tuple(
        SeenCard(((x, 150), (x + 20, 150), (x + 20, 178), (x, 178)), Card.parse(f"{rank}s"), Face.UP, 0.99, ())
        for rank, x in zip("23456", range(100, 200, 20), strict=True)
    )
    reading = Reading(300, 200, board, (), (), 1.0)
    named = plates(reading)
    assert not any(one.covers(other) for one, other in combinations(named, 2))
    assert all(0 <= plate.x <= 300 - plate.width and 0 <= plate.y <= 200 - plate.height for plate in named)
    middles = [(float(x), 164.0) for x in range(110, 200, 20)]
    moved = [(plate, middle) for plate, middle in zip(named, middles, strict=True) if plate.of is not None]
    assert moved, "the cards are too small for all names"
    assert all(plate.of == middle for plate, middle in moved), "a line leads to the card"


def test_no_name_is_said_to_be_certain() -> None:
    (plate,) = plates(Reading(400, 300, (_card("As", 20, 20, sure=0.99999),), (), (), 1.0))
    assert plate.text == "As 99.9%"


def test_each_kind_has_its_colour_and_its_word() -> None:
    cards = (_card("2d", 10, 20), _card(None, 130, 20, 0.4), _card(None, 250, 20, 0.9, Face.DOWN))
    chips = (SeenChips((60.0, 240.0), 20.0, "red", 1, 0.9),)
    reading = Reading(500, 300, cards, chips, (SeenOther("cut_card", _quad(370, 20), 0.93),), 1.0)
    colours = {plate.text: plate.colour for plate in plates(reading)}
    assert colours == {
        "2d 99.9%": GREEN, "? 40.0%": AMBER, "down 90.0%": RED, "cut card 93.0%": BLUE, "red": VIOLET
    }  # fmt: skip
    ground = np.full((300, 500, 3), 90, np.uint8)
    shown = drawn(ground, reading)
    assert (ground == 90).all()
    for x, colour in ((10, GREEN), (130, AMBER), (250, RED), (370, BLUE)):
        assert (shown[20, x + 5 : x + 95] == colour).all(1).mean() > 0.9


def test_a_name_is_white_on_its_colour_and_inside_its_plate() -> None:
    (plate,) = plates(Reading(400, 300, (_card("Qs", 100, 60),), (), (), 1.0))
    shown = drawn(np.full((300, 400, 3), 90, np.uint8), Reading(400, 300, (_card("Qs", 100, 60),), (), (), 1.0))
    words = (shown > 150).all(2)
    assert words.sum() > 50
    inside = words[plate.y : plate.y + plate.height, plate.x : plate.x + plate.width]
    assert inside.sum() == words.sum()
