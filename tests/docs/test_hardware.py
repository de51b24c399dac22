"""The hardware page's figures are what the function computes, and its limits are the code's."""

import re
from pathlib import Path

import pytest

from vision.calibrate import charuco, health, moved, setups, sheets

_PAGE = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text()


def _cells(start: str = "## Which camera, how high", end: str = "## Shopping list") -> list[tuple[str, ...]]:
    part = _PAGE.split(start)[1].split(end)[0]
    lines = [line for line in part.splitlines() if line.startswith("| ")][2:]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]


def test_the_table_is_as_computed() -> None:
    assert tuple(_cells()) == setups.rows()
    assert {row[0] for row in _cells()} == {"heads-up", "6-max", "10-max"}


def test_a_camera_sees_the_felt_from_where_it_is_said_to_hang() -> None:
    six, model = setups.TABLES[1], setups.MODELS[1]
    at = setups.hung(six, model)
    # 90° across: as wide as twice the height. 1,887 mm in 1,920 px.
    assert 2 * at.height == pytest.approx(1780 * 1.06)
    assert at.card == pytest.approx(88 * 1920 / 1886.8, abs=0.1)
    # A felt that is narrower than the picture is long is limited by its height.
    assert setups.hung(setups.TABLES[0], model).card == pytest.approx(88 * 1080 / (800 * 1.06))


def test_the_lamps_are_as_computed_and_mirrored_in_no_card() -> None:
    assert tuple(_cells("Close curtains", "## Calibrate")) == setups.lights()
    six = setups.TABLES[1]
    # Camera at 1.35 m, lamp as high and 1 m aside: its mirror image lies 1.35 m below the felt, and the ray to it
    # passes the felt half way, 500 mm from the middle, which is the edge.
    assert setups.lamp_aside(six, 1350, 1350) / 2 == pytest.approx(six.height / 2)
    assert setups.lamp_aside(six, 1350, 2700) == pytest.approx(1.5 * setups.lamp_aside(six, 1350, 1350))
    # 1.78 square metres at 500 lumens each, twice as much from the lamps.
    assert pytest.approx(float(setups.lights()[1][1].replace(",", "")), abs=50) == 2 * 500 * 1.78


def test_each_table_has_a_camera_that_reads_its_cards_under_a_usual_ceiling() -> None:
    """2.5 m of ceiling over a table of 0.75 m, 0.1 m of it for the camera itself."""
    for table in setups.TABLES:
        fits = [
            setups.hung(table, model, count)
            for model in setups.MODELS
            for count in (1, 2)
            if setups.hung(table, model, count).height <= 1650
        ]
        assert max(fit.card for fit in fits) >= 90


def test_two_cameras_see_more_of_each_card_than_one() -> None:
    ten, model = setups.TABLES[2], setups.MODELS[0]
    assert setups.hung(ten, model, 2).card > 1.2 * setups.hung(ten, model).card


@pytest.mark.parametrize(
    "said",
    [
        f"darker than {health.DARK} or brighter than {health.BRIGHT} of 255; {health.BURNT_SHARE:.0%}",
        f"wider than {health.LEAST_EDGE:g} px and {health.SOFT:.0%} of a card's long side",
        f"under {health.LEAST_CARD:.0f} px in any zone",
        f"more than {moved.LIMIT:g} mm anywhere",
        f"above {charuco.WORST_ERROR:g} px, when less than {charuco.LEAST_COVERAGE:.0%}",
        f"not {sheets.TAG:.0f} mm",
    ],
)
def test_the_limits_are_the_codes(said: str) -> None:
    assert said.replace("%", " %") in re.sub(r"\s+", " ", _PAGE)
