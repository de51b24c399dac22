"""Measuring: the intervals are right, outcomes are counted, and the committed weights stay above their floors."""

from pathlib import Path

import pytest

from table_controller.records import Card, Face
from vision.arrays import floats
from vision.evaluate import accuracy_guard, between, interval, row, score
from vision.measured_sets import HELD_BACK, Outcome, _code, _compare, shoot
from vision.reading import Reading, SeenCard
from vision.rendered_sets import _outcomes

FLOORS = Path(__file__).with_name("floors.toml")
QUAD = ((0.0, 0.0), (6.0, 0.0), (6.0, 9.0), (0.0, 9.0))


def seen(code: str | None, face: Face = Face.UP) -> SeenCard:
    return SeenCard(QUAD, None if code is None else Card.parse(code), face, 0.9, ())


def test_wilson_intervals() -> None:
    low, high = interval(90, 100)
    assert (round(low, 4), round(high, 4)) == (0.8256, 0.9448)
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(0, 50)[0] == 0.0


def test_labels_of_all_sets_become_the_programs_codes() -> None:
    assert [_code(label) for label in ("10H", "QS", "C10", "SQ", "9D")] == ["Th", "Qs", "Tc", "Qs", "9d"]


@pytest.mark.parametrize(
    ("expected", "there", "verdicts"),
    [
        (["As", "Kd"], [seen("Kd"), seen("As")], ["right", "right"]),
        (["As", "Kd"], [seen("Kd"), seen(None)], ["right", "not read"]),
        (["As", "Kd"], [seen("Kd"), seen("Ad")], ["right", "wrong"]),
        (["As"], [seen("As"), seen("2c")], ["right", "wrong"]),
        (["down", "down"], [seen(None, Face.DOWN)], ["right", "not read"]),
        (["down"], [seen("4h")], ["not read", "wrong"]),
    ],
)
def test_what_a_reading_is_worth(expected: list[str], there: list[SeenCard], verdicts: list[str]) -> None:
    assert [outcome.verdict for outcome in _compare("p", "T1", expected, there)] == verdicts


def test_face_down_cards_are_counted_for_themselves() -> None:
    outcomes = [Outcome("p", "P1", "down", "down", "right"), Outcome("p", "T1", "As", "", "not read")]
    scored = score("set", outcomes)
    assert (scored.total, scored.unread, scored.backs, scored.backs_seen) == (1, 1, 1, 1)
    assert "1/1" in row(scored)


def test_a_rendered_card_is_right_only_where_it_lies() -> None:
    near, far = floats(QUAD), floats(QUAD) + 100
    reading = Reading(200, 200, (seen("As"), seen(None)), (), (), 1.0)
    (right,) = _outcomes("p", reading, [(near, "As")], [(near, "As")])
    assert right.verdict == "right"
    missed, wrong = _outcomes("p", reading, [(far, "As")], [(far, "As")])
    assert (missed.verdict, wrong.verdict) == ("not read", "wrong")


def test_the_model_cards_table_is_replaced_between_its_marks() -> None:
    text = "a\n<!-- x -->\nold\n<!-- /x -->\nb"
    assert between(text, "x", "new") == "a\n<!-- x -->\nnew\n<!-- /x -->\nb"
    assert between("no marks", "x", "new") == "no marks"


def test_shoots_are_told_apart() -> None:
    assert shoot(Path("IMG_20220921_201512_jpg.rf.abc.jpg")) in HELD_BACK
    assert shoot(Path("IMG_7725_JPG.rf.abc.jpg")) == "IMG_772"
    assert shoot(Path("WIN_20240627_17_20_24_Pro_jpg.rf.a.jpg")) == "WIN_20240627_17_2"


def test_the_committed_weights_stay_above_their_floors(shared: Path) -> None:
    assert accuracy_guard(shared, FLOORS) == []
