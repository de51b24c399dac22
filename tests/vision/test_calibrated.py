"""Finding how sure a name is, and how sure is sure, on opinions made up so that the answer is known."""

import numpy as np
import pytest

from vision.index_sets import IndexBox
from vision.names import BACK, CARDS, CLASSES, NOTHING
from vision.sureness import AS_SAID, ASPECTS, Sureness, calibrated
from vision.training.calibrate import (
    BESIDE,
    LEAST_SURE,
    MOST_SURE,
    NONE,
    Opinions,
    _answer,
    _held,
    counted,
    left_out,
    sureness,
    threshold,
)

N = 2000
HEIGHT = ASPECTS.index("height")


def said(kinds: np.ndarray, chances: np.ndarray, truth: np.ndarray, height: np.ndarray | float = 0.0) -> Opinions:
    """Opinions that say *kinds* with *chances*, the rest spread; of aspects only the chance and a *height*."""
    spread = np.tile(((1 - chances) / (len(CLASSES) - 1))[:, None], (1, len(CLASSES))).astype(np.float32)
    spread[np.arange(len(kinds)), kinds] = chances
    seen = np.zeros((len(kinds), len(ASPECTS)), np.float32)
    seen[:, 0], seen[:, HEIGHT] = np.log(chances / (1 - chances)), height
    return Opinions(spread, seen, [frozenset({int(kind)}) for kind in truth])


@pytest.fixture
def boastful() -> Opinions:
    """A reader that says 99.9 % of everything, is right nine times of ten, and always where indices are tall."""
    random = np.random.default_rng(0)
    truth, tall = random.integers(0, 52, N), random.random(N) < 0.5
    kinds = np.where(tall | (random.random(N) < 0.8), truth, (truth + 13) % 52)
    return said(kinds, np.full(N, 0.999, np.float32), truth, tall.astype(np.float32))


def test_a_name_is_as_sure_as_names_come_by_in_its_way_are_right(boastful: Opinions) -> None:
    sure = sureness(boastful).of(boastful.aspects)
    tall = boastful.aspects[:, HEIGHT] > 0.5
    assert abs(sure[~tall].mean() - 0.8) < 0.03
    assert sure[tall].mean() > 0.99


def test_of_what_never_differs_the_weight_stays_as_it_was() -> None:
    random = np.random.default_rng(2)
    truth, chances = random.integers(0, 52, N), random.uniform(0.5, 0.999, N).astype(np.float32)
    kinds = np.where(random.random(N) < chances, truth, (truth + 1) % 52)
    near = Sureness(0.0, tuple(2.0 if name == "height" else 1.0 if name == "chance" else 0.0 for name in ASPECTS))
    assert sureness(said(kinds, chances, truth), near).weights[HEIGHT] == pytest.approx(2.0)
    assert sureness(said(kinds, chances, truth)).weights[HEIGHT] == pytest.approx(0.0)
    assert sureness(said(kinds, chances, truth), near).weights[0] == pytest.approx(1.0, abs=0.1)


def test_an_outline_in_a_photograph_counts_several_times() -> None:
    kinds, chances = np.zeros(100, int), np.full(100, 0.9, np.float32)
    drawn, shown = said(kinds, chances, kinds), said(kinds[:10], chances[:10], kinds[:10] + 1)
    both = counted(drawn, shown)
    assert (len(both.truth), (~both.right).sum()) == (140, 40)
    assert sureness(both).of(both.aspects) == pytest.approx(np.full(140, 100 / 140), abs=1e-3)


def test_what_is_surely_right_is_told_and_the_rest_is_not(boastful: Opinions) -> None:
    by = sureness(boastful)
    told = calibrated(boastful.chances, by.of(boastful.aspects)).max(1) >= threshold(boastful, by.of(boastful.aspects))
    assert (told == (boastful.aspects[:, HEIGHT] > 0.5)).all()


def least_sure(opinions: Opinions) -> float:
    """Return the threshold where a name is as sure as it says."""
    return threshold(opinions, AS_SAID.of(opinions.aspects))


def test_the_threshold_leaves_no_more_wrong_than_is_allowed() -> None:
    random = np.random.default_rng(1)
    truth, chances = random.integers(0, 52, N), random.uniform(0.5, 0.999, N).astype(np.float32)
    kinds = np.where(chances > 0.9, truth, (truth + 1) % 52)
    assert 0.89 <= least_sure(said(kinds, chances, truth)) <= 0.905
    assert least_sure(said(truth, chances, truth)) == LEAST_SURE
    for chance in (0.7, 0.9999):
        assert least_sure(said((truth + 1) % 52, np.full(N, chance, np.float32), truth)) == MOST_SURE


def test_a_name_beside_its_card_makes_less_sure_and_yet_no_higher_threshold() -> None:
    kinds, chances = np.arange(N) % 52, np.linspace(0.5, 0.9999, N, dtype=np.float32)
    there = said(kinds, chances, np.where(np.arange(N) % 4 == 0, BESIDE, kinds))
    assert not there.right[::4].any()
    assert not there.misread.any()
    assert least_sure(there) == LEAST_SURE


def test_how_sure_a_name_is_when_the_threshold_is_chosen_is_not_found_on_its_own_scenes() -> None:
    kinds, chances = np.zeros(200, int), np.full(200, 0.9, np.float32)
    right, wrong = said(kinds, chances, kinds), said(kinds, chances, kinds + 1)
    half = said(kinds, chances, kinds + np.arange(200) % 2)
    assert left_out([right, wrong, right], NONE) == pytest.approx(np.repeat([0.5, 1.0, 0.5], 200), abs=0.02)
    assert left_out([right, half], wrong) == pytest.approx(np.repeat([0.25, 0.5], 200), abs=0.02)
    assert left_out([half], NONE) == pytest.approx(np.full(200, 0.5), abs=0.02), "of one alone on itself"


SQUARE = np.float32([[0, 0], [100, 0], [100, 100], [0, 100]])
KING, NINE = 11, 7


@pytest.mark.parametrize(
    ("off", "name", "drawn", "boxed"),
    [
        (0, KING, {KING}, {KING}),
        (45, KING, {KING}, {KING}),
        (60, KING, {BESIDE}, None),
        (75, KING, set(), None),
        (60, NINE, {NINE}, {NINE}),
        (95, KING, {NINE}, None),
        (300, KING, {NOTHING}, {NOTHING}),
    ],
)
def test_the_right_name_in_a_wrong_place_is_wrong_where_the_outlines_are_known(
    off: float, name: int, drawn: set[int], boxed: set[int] | None
) -> None:
    there = [(SQUARE, frozenset({KING}))]
    if name == NINE or off == 95:
        there.append((SQUARE + np.float32([90, 0]), frozenset({NINE})))
    seen = SQUARE + np.float32([off, 0])
    assert _answer(there, frozenset(), seen, name) == drawn
    assert _answer(there, None, seen, name) == boxed


def test_the_right_name_of_a_mere_part_of_its_card_is_not_asked_for_and_a_wrong_one_is_wrong() -> None:
    there = [(SQUARE, frozenset({KING}))]
    for part in (SQUARE * 0.5, SQUARE * 0.2 + 10):
        assert _answer(there, frozenset(), part, KING) is None
        assert _answer(there, frozenset(), part, NINE) in (frozenset(), {NOTHING})
    assert _answer(there, frozenset(), SQUARE * 2.5, KING) == frozenset()


def test_the_right_name_less_than_a_cards_width_beside_its_card_is_no_misreading() -> None:
    there = [(SQUARE, frozenset({KING}))]
    assert _answer(there, frozenset(), SQUARE + np.float32([60, 30]), KING) == {BESIDE}
    assert _answer(there, frozenset(), SQUARE + np.float32([60, 30]), NINE) == frozenset()
    assert _answer(there, frozenset(), SQUARE + np.float32([65, 30]), KING) == frozenset()
    on_a_back = [*there, (SQUARE + np.float32([55, 30]), frozenset({BACK}))]
    assert _answer(on_a_back, frozenset(), SQUARE + np.float32([60, 30]), KING) == {BACK}


def test_in_a_photograph_right_is_what_a_box_in_the_outline_names_and_elsewhere_nothing_is_asked() -> None:
    boxes = (IndexBox("Kd", 20, 20, 10, 16), IndexBox("9c", 80, 80, 10, 16), IndexBox("joker", 50, 50, 10, 16))
    assert _held(boxes, SQUARE, KING) == {CARDS.index("Kd"), CARDS.index("9c")}
    assert _held(boxes, SQUARE * 0.5, KING) == {CARDS.index("Kd")}
    assert _held(boxes, SQUARE + 200, KING) is None
    assert _held(boxes[2:], SQUARE, KING) is None
