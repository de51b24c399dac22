"""Measuring: the intervals are right, outcomes are counted, and the committed weights stay above their floors."""

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from table_controller.records import DECK, Card, Face
from vision.arrays import floats
from vision.error_page import page, picture_of
from vision.evaluate import Run, _alone_in, _spread, accuracy_guard, evaluate, main
from vision.figures import by_condition, interval, read_wrong, reliability, row, score
from vision.index_sets import HELD_BACK, IndexBox, _around, cardcounter, shoot
from vision.marked import between, write_between
from vision.measured_sets import _boxed, _compare, card_code
from vision.outcomes import Case, Measured, Outcome, Said, names_said
from vision.precision import Boxed
from vision.reading import Reading, SeenCard, SeenOther
from vision.rendered_sets import There, beside, held_out, judged
from vision.so_far import SoFar, Told, fingerprint

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
    assert [card_code(label) for label in ("10H", "QS", "C10", "SQ", "9D")] == ["Th", "Qs", "Tc", "Qs", "9d"]


@pytest.mark.parametrize(
    ("expected", "there", "verdicts"),
    [
        (["As", "Kd"], [seen("Kd"), seen("As")], ["right", "right"]),
        (["As", "Kd"], [seen("Kd"), seen(None)], ["right", "not read"]),
        (["As", "Kd"], [seen("Kd"), seen("Ad")], ["right", "wrong"]),
        (["As"], [seen("As"), seen("2c")], ["right", "wrong"]),
        (["down", "down"], [seen(None, Face.DOWN)], ["right", "not read"]),
        (["down"], [seen("4h")], ["not read", "wrong"]),
        (["down"], [seen(None, Face.DOWN), seen(None, Face.DOWN)], ["right", "wrong"]),
    ],
)
def test_what_a_reading_is_worth(expected: list[str], there: list[SeenCard], verdicts: list[str]) -> None:
    assert [outcome.verdict for outcome in _compare("p", "T1", expected, there)] == verdicts


def reading(*cards: SeenCard, other: tuple[SeenOther, ...] = ()) -> Reading:
    return Reading(200, 200, cards, (), other, 1.0)


def test_face_down_cards_are_counted_for_themselves() -> None:
    outcomes = [Outcome("p", "P1", "down", "down", "right", "back"), Outcome("p", "T1", "As", "", "not read")]
    scored = score("set", outcomes)
    assert (scored.total, scored.unread, scored.backs, scored.backs_seen, scored.named_backs) == (1, 1, 1, 1, 0)
    assert "1/1" in row(scored)


def test_a_name_on_a_face_down_card_is_wrong_and_counted_for_itself() -> None:
    scored = score("set", _compare("p", "P1", ["down"], [seen("4h")]))
    assert (scored.wrong, scored.named_backs, scored.backs_seen) == (1, 1, 0)


NEAR, FAR = floats(QUAD), floats(QUAD) + 100


def test_a_rendered_card_is_right_only_where_it_lies() -> None:
    (right,) = judged("p", reading(seen("As"), seen(None)), [There(NEAR, "As", "face")])
    assert right.verdict == "right"
    missed, wrong = judged("p", reading(seen("As")), [There(FAR, "As", "face")])
    assert (missed.verdict, wrong.verdict, wrong.expected) == ("not read", "wrong", "nothing")


def test_the_name_of_a_card_in_the_outline_of_a_mere_part_of_it_is_neither_right_nor_wrong() -> None:
    whole = floats([[0, 0], [20, 0], [20, 30], [0, 30]])
    outcomes = judged("p", reading(seen("As")), [There(whole, "As", "face")])
    assert [(one.asked, one.verdict) for one in outcomes] == [("place", "told beside it"), ("face", "not read")]
    scored = score("s", outcomes)
    assert (scored.total, scored.unread, scored.wrong, scored.beside) == (1, 1, 0, 1)
    assert "| 1 | 1 | – |" in row(scored)
    wide = floats([[0, 0], [20, 0], [20, 9], [0, 9]])
    assert not beside(floats(QUAD), wide), "further from its middle than 0.7 of its left side"
    assert [one.verdict for one in judged("p", reading(seen("As")), [There(wide, "As", "face")])] == [
        "told beside it",
        "not read",
    ]
    outside = There(whole + floats([12, 0]), "As", "face")
    assert [one.verdict for one in judged("p", reading(seen("As")), [outside])] == ["not read", "wrong"]


@pytest.mark.parametrize(("off", "verdicts"), [(6.2, ["told beside it", "not read"]), (6.4, ["not read", "wrong"])])
def test_a_name_less_than_a_cards_width_beside_its_card_is_neither_right_nor_wrong(
    off: float, verdicts: list[str]
) -> None:
    there = There(floats(QUAD) + floats([off, 0]), "As", "face")
    assert [one.verdict for one in judged("p", reading(seen("As")), [there])] == verdicts
    on_a_back = judged("p", reading(seen("As")), [there, There(floats(QUAD) + 1, "back", "back")])
    assert score("s", on_a_back).named_backs == 1
    another = There(there.quad, "Ks", "face")
    assert "wrong" in [one.verdict for one in judged("p", reading(seen("As")), [another])]


def test_a_back_where_none_lies_is_wrong_and_each_is_that_of_one_card() -> None:
    down = seen(None, Face.DOWN)
    there = [There(NEAR + 1, "back", "back"), There(NEAR - 0.5, "back"), There(FAR, "As")]
    for told, false in ((1, 0), (2, 0), (3, 1)):
        scored = score("s", judged("p", reading(*[down] * told), there))
        assert (scored.backs, scored.backs_seen, scored.backs_false, scored.wrong) == (1, 1, false, 0)
    assert f"| 1/1 | {false} | 0 |" in row(scored)
    on_a_face = SeenCard(tuple((x + 100, y + 100) for x, y in QUAD), None, Face.DOWN, 0.9, ())
    assert score("s", judged("p", reading(on_a_face), there)).backs_false == 1


def test_a_misread_card_is_one_error_and_takes_the_cards_conditions() -> None:
    there = [There(NEAR, "Ks", "face", (("light", "dim"),))]
    (wrong,) = judged("p", reading(seen("As")), there)
    assert (wrong.verdict, wrong.expected, wrong.got, wrong.conditions) == ("wrong", "Ks", "As", (("light", "dim"),))


@pytest.mark.parametrize(("name", "expected"), [("back", "a back"), ("3c", "another"), ("joker", "joker")])
def test_a_name_where_none_is_asked_says_what_lies_there(name: str, expected: str) -> None:
    (wrong,) = judged("p", reading(seen("As")), [There(NEAR, name)])
    assert (wrong.verdict, wrong.expected) == ("wrong", expected)


def test_small_cards_backs_jokers_and_cut_cards_are_asked_for_by_themselves() -> None:
    there = [There(NEAR, "As", "small"), There(FAR, "joker", "other"), There(FAR + 100, "back", "back")]
    joker = SeenOther("joker", tuple((x + 100, y + 100) for x, y in QUAD), 0.9)
    scored = score("s", judged("p", reading(seen(None), other=(joker,)), there))
    assert (scored.small, scored.small_found, scored.others, scored.others_seen) == (1, 1, 1, 1)
    assert (scored.backs, scored.backs_seen, scored.total, scored.others_false) == (1, 0, 0, 0)
    false = score("s", judged("p", reading(other=(SeenOther("joker", QUAD, 0.9),)), there))
    assert (false.others_seen, false.others_false) == (0, 1)


def test_one_reading_is_right_for_one_of_two_boxes() -> None:
    boxes = [("A", (0.0, 0.0, 6.0, 9.0)), ("A", (1.0, 0.0, 7.0, 9.0))]
    assert [outcome.verdict for outcome in _boxed("p", boxes, reading(seen("As")))] == ["right", "not read"]


def test_a_box_around_what_shows_of_a_covered_card_is_read_by_its_whole_outline() -> None:
    strip = [("A", (3.5, 0.0, 6.0, 9.0)), ("K", (0.0, 0.0, 3.4, 9.0))]
    assert [outcome.verdict for outcome in _boxed("p", strip, reading(seen("As")))] == ["right", "not read"]
    assert [outcome.verdict for outcome in _boxed("p", strip, reading(seen("2s")))] == ["not read", "wrong"]


def test_a_jokers_box_asks_for_a_joker() -> None:
    box = IndexBox("joker", 3, 4, 2, 2)
    assert _around("p", box, (box,), reading(other=(SeenOther("joker", QUAD, 0.9),))).verdict == "right"
    assert _around("p", box, (box,), reading(seen("As"))).verdict == "not read"


def test_figures_of_cardcounter_are_given_by_shoot(shared: Path) -> None:
    class Blind:
        def read(self, picture: np.ndarray, with_chips: bool) -> Reading:
            return reading()

        def indices(self, picture: np.ndarray) -> list:
            return []

    case = next(iter(cardcounter(shared / "data/cardcounter-real")))
    measured = case(Blind())
    assert {outcome.conditions for outcome in measured.outcomes} == {(("shoot", shoot(Path(measured.name))),)}
    assert {outcome.verdict for outcome in measured.outcomes} == {"not read"}
    assert len(measured.there) >= len(measured.outcomes)


def test_a_covered_cards_outline_is_no_misread_of_the_index_above_it() -> None:
    above, own = IndexBox("Kh", 3, 4, 2, 2), IndexBox("As", 1, 1, 2, 2)
    verdicts = [_around("p", above, boxes, reading(seen("As"))).verdict for boxes in ((above, own), (above,))]
    assert verdicts == ["not read", "wrong"]
    assert _around("p", own, (above, own), reading(seen("As"))).verdict == "right"


def spread(code: str, chance: float) -> tuple[float, ...]:
    chances = [0.0] * 52
    chances[DECK.index(Card.parse(code))] = chance
    return tuple(chances)


def test_what_is_said_below_the_threshold_is_told_too() -> None:
    sure = SeenCard(QUAD, Card.parse("As"), Face.UP, 0.97, spread("As", 0.97))
    doubtful = SeenCard(QUAD, None, Face.UP, 0.6, spread("Kd", 0.6))
    twice = SeenCard(QUAD, None, Face.UP, 0.98, spread("As", 0.98))
    back = SeenCard(QUAD, None, Face.DOWN, 0.9, spread("Kd", 0.05))
    said = names_said("p", reading(sure, doubtful, twice, back), lambda _, code: code == "As")
    assert [(one.name, one.right, one.read) for one in said] == [("As", True, True), ("Kd", False, False)]
    assert names_said("p", reading(sure), lambda _, code: None) == ()


def test_confidence_is_held_against_what_is_so() -> None:
    said = [Said("p", "As", 0.995, n > 0, True) for n in range(100)] + [Said("p", "As", 0.6, True, False)]
    lines = reliability(said).splitlines()
    assert "| 50–80 % | 1 | 100.0 %" in lines[2]
    assert "| 99 % and more | 100 | 99.0 %" in lines[-1]
    assert read_wrong(said).startswith("1 of 100 readings wrong: 1.00 %")


def test_figures_are_given_by_condition() -> None:
    dim, small = (("light", "dim"),), Outcome("p", "", "As", "As", "right", "small")
    outcomes = [Outcome("p", "", "As", "", "not read", conditions=dim), Outcome("p", "", "Kd", "Kd", "right"), small]
    lines = by_condition(outcomes).splitlines()
    assert lines[2].startswith("| light: dim | 1 | 0.0 %")
    assert lines[3].startswith("| length: under 60 px, found at all | 1 | 100.0 %")


def test_a_page_shows_every_picture_with_an_error_and_the_wrong_ones_first() -> None:
    missed, wrong = Outcome("a", "", "As", "", "not read"), Outcome("b", "", "As", "<b>", "wrong", outline=QUAD)
    written = page("| set |\n|---|\n| 1 < 2 |", [("set", "set/a.jpg", [missed]), ("set", "set/b.jpg", [wrong])])
    assert written.index('src="set/b.jpg"') < written.index('src="set/a.jpg"')
    assert "1 &lt; 2" in written
    assert "<b>" not in written
    picture = np.full((200, 300, 3), 90, np.uint8)
    drawn = picture_of(Measured("p", picture, reading(), (wrong,)), [wrong])
    assert drawn.shape == (200, 300, 3)
    assert (drawn != picture).any()


def test_a_run_tells_precision_and_figures_of_its_sets() -> None:
    box = Boxed("p", "As", (0.0, 0.0, 4.0, 4.0))
    told = Told((Outcome("p", "", "As", "As", "right"),), (Said("p", "As", 0.99, True, True),), (box,), (box,), None)
    run = Run({"set": [told]})
    assert run.precision("set") == 1
    assert "mAP50" in run.figures()
    assert "0 of 1 readings wrong" in run.figures()


def test_a_quick_look_takes_pictures_from_all_over_the_set() -> None:
    cases = [partial(int, n) for n in range(10)]
    assert [case() for case in _spread(cases, 3)] == [0, 3, 6]
    assert _spread(cases, None) == cases


TOLD = Told((Outcome("p", "", "As", "As", "right"),), (), (), (), None)


READ: list[int] = []
"""The pictures that were read, in their order."""
STOPS: set[int] = set()
"""Those at which somebody stops the evaluation."""


def a_picture(number: int, reader: object) -> Measured:
    """Read a picture; there is an error in the first one."""
    if number in STOPS:
        raise KeyboardInterrupt
    READ.append(number)
    verdict, blank = "right" if number else "not read", np.zeros((40, 40, 3), np.uint8)
    return Measured(f"p{number}", blank, reading(), (Outcome(f"p{number}", "", "As", "As", verdict),))


def pictures(*numbers: int) -> Callable[[], list[Case]]:
    return lambda: [partial(a_picture, number) for number in numbers]


def read_anew(out: Path, *numbers: int, most: int | None = None) -> list[int]:
    """Evaluate so many pictures; return which of them were read."""
    READ.clear()
    run = evaluate({"a set": pictures(*numbers)}, out, most=most, processes=1)
    assert len(run.outcomes("a set")) == (most or len(numbers))
    return READ.copy()


def test_an_evaluation_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    READ.clear()
    STOPS.add(3)
    with pytest.raises(KeyboardInterrupt):
        evaluate({"a set": pictures(*range(5))}, tmp_path, processes=1)
    STOPS.clear()
    assert (READ.copy(), read_anew(tmp_path, *range(5))) == ([0, 1, 2], [3, 4])
    assert (tmp_path / "a-set/p0.jpg").exists(), "the drawing of an error made before it was stopped is kept"
    assert read_anew(tmp_path, *range(5), most=2) == [0, 2], "a quick look is kept by itself"
    assert read_anew(tmp_path, *range(5)) == []
    monkeypatch.setattr("vision.evaluate.fingerprint", lambda models: "other code")
    assert read_anew(tmp_path, *range(5)) == [0, 1, 2, 3, 4]
    assert read_anew(tmp_path, 5, 6, 7, 8, 9) == [5, 6, 7, 8, 9], "as many, but others"


def test_two_evaluations_do_not_write_into_one_folder(
    tmp_path: Path, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with _alone_in(tmp_path):
        assert main(["--shared", str(shared), "--sets", "ee326", "--out", str(tmp_path)]) == 2
    assert "another evaluation writes there: expected another folder (--out)" in capsys.readouterr().err
    with _alone_in(tmp_path):
        pass


def test_weights_that_are_not_there_end_an_evaluation_at_once(
    tmp_path: Path, shared: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The processes that read could not begin, and would be begun for ever."""
    given = ["--shared", str(shared), "--sets", "ee326", "--out", str(tmp_path / "eval"), "--models", str(tmp_path)]
    assert main(given) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "models.toml: expected the table of the weights" in said


@pytest.mark.parametrize("junk", [b"", b"no pickle", b"\x80\x05", pickle.dumps("no Told")])
def test_what_was_being_written_when_it_stopped_is_measured_again(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "set.told"
    SoFar(path, "code", Told).add(TOLD)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[-40:-20] + junk)
    so_far = SoFar(path, "code", Told)
    assert so_far.told == [TOLD]
    so_far.add(TOLD)
    assert SoFar(path, "code", Told).told == [TOLD, TOLD]
    path.write_bytes(junk)
    assert SoFar(path, "code", Told).told == []


def test_new_weights_are_measured_anew(tmp_path: Path) -> None:
    (tmp_path / "models.toml").write_text("x = 1\n", "utf-8")
    before = fingerprint(tmp_path)
    (tmp_path / "README.md").write_text("figures", "utf-8")
    assert fingerprint(tmp_path) == before
    (tmp_path / "card.onnx").write_bytes(b"weights")
    assert fingerprint(tmp_path) != before


def test_an_unknown_set_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--shared", "nowhere", "--sets", "wood"]) == 2
    assert "--sets wood: expected one of poker-table-wood" in capsys.readouterr().err


def test_the_model_cards_table_is_replaced_between_its_marks() -> None:
    text = "a\n<!-- x -->\nold\n<!-- /x -->\nb"
    assert between(text, "x", "new") == "a\n<!-- x -->\nnew\n<!-- /x -->\nb"
    assert between("no marks", "x", "new") == "no marks"


def test_figures_are_not_lost_on_a_page_without_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a\n<!-- x -->\nold\n<!-- /x -->\nb", "utf-8")
    write_between(page, "x", "new")
    assert page.read_text("utf-8") == "a\n<!-- x -->\nnew\n<!-- /x -->\nb"
    with pytest.raises(SystemExit, match="expected one <!-- y --> and one <!-- /y -->"):
        write_between(page, "y", "new")


def test_shoots_are_told_apart() -> None:
    assert shoot(Path("IMG_20220921_201512_jpg.rf.abc.jpg")) in HELD_BACK
    assert shoot(Path("IMG_7725_JPG.rf.abc.jpg")) == "IMG_772"
    assert shoot(Path("WIN_20240627_17_20_24_Pro_jpg.rf.a.jpg")) == "WIN_20240627_17_2"


def test_the_committed_weights_stay_above_their_floors(shared: Path, tmp_path: Path) -> None:
    assert accuracy_guard(shared, FLOORS, tmp_path) == []


def test_the_shards_that_measure_stay_the_same_however_many_calibrate(tmp_path: Path) -> None:
    (tmp_path / "scenes").mkdir()
    for number in range(20):
        (tmp_path / "scenes" / f"held-{number:04d}.pickle").touch()
    measuring, calibrating = ([int(path.stem[-4:]) for path in held_out(tmp_path, which)] for which in (False, True))
    assert measuring == list(range(6, 14))
    assert sorted([*measuring, *calibrating]) == list(range(20))
