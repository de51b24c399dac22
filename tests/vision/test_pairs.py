"""Two backs on each other: one outline that no single card makes is told apart, and that of one card never is."""

import cv2
import numpy as np
import pytest

from vision import pairs
from vision.localise import Found, Votes, overlap
from vision.pairs import told_apart

LONG, WIDE, SIDE = 120.0, 86.0, 480
"""Of the cards drawn here, and of the picture, in pixels."""


def card(x: float, y: float, degrees: float, long: float = LONG, wide: float = WIDE) -> np.ndarray:
    turn = np.deg2rad(degrees)
    corners = np.array([[-wide, -long], [wide, -long], [wide, long], [-wide, long]]) / 2
    return np.float32(corners @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]] + (x, y))


def look(*quads: np.ndarray, holes: tuple[np.ndarray, ...] = (), scale: float = 1.0) -> Votes:
    """Return what a perfect localiser sees of backs without an edge between them, *holes* left out."""
    side, finer = round(SIDE * scale), 16
    inside = np.zeros((side, side), np.uint8)
    for shapes, value in ((quads, 1), (holes, 0)):
        for quad in shapes:
            cv2.fillConvexPoly(inside, np.round(quad * scale * finer - finer / 2).astype(np.int32), value, shift=4)
    down = cv2.resize(inside.astype(np.float32), (side // 4, side // 4), interpolation=cv2.INTER_AREA)
    return Votes(scale, down, down, down, (), None, down)


def guess(*quads: np.ndarray, score: float = 0.8, back: float = 1.0) -> Found:
    """What the localiser makes of several cards: one between them."""
    return Found(np.float32(np.mean(quads, 0)), score, back)


CROSSING = card(230, 240, 10), card(255, 245, 40)
PAIRS = [
    CROSSING,
    (card(240, 240, 0), card(262, 250, 14)),
    (card(240, 240, -35), card(225, 262, -8)),
    (card(240, 240, 90), card(240, 270, 70)),
    (card(240, 240, 20), card(250, 240, 65)),
    (card(220, 240, 0), card(275, 240, 25)),
]


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("scale", [1.0, 0.7])
def test_two_backs_that_look_like_one_are_two(pair: tuple[np.ndarray, np.ndarray], scale: float) -> None:
    told = told_apart([guess(*pair)], [look(*pair, scale=scale)])
    assert [one.mate for one in told] == [True, True]
    for there in pair:
        assert max(overlap(there, one.quad) for one in told) > 0.88


@pytest.mark.parametrize("degrees", [0, 17, 45, 80])
@pytest.mark.parametrize("size", [1.0, 0.85, 1.15])
def test_one_back_is_one_however_long_it_was_thought(degrees: float, size: float) -> None:
    there = card(240, 240, degrees)
    seen = Found(card(240, 240, degrees, LONG * size, WIDE * size), 0.8, 1.0)
    assert told_apart([seen], [look(there)]) == [seen]
    assert told_apart([seen], [look(there)], LONG) == [seen]


@pytest.mark.parametrize("aspect", [1.3, 1.54])
def test_a_narrow_card_is_one_and_two_of_them_are_two(aspect: float) -> None:
    pair = card(230, 240, 10, wide=LONG / aspect), card(255, 245, 40, wide=LONG / aspect)
    assert len(told_apart([guess(pair[0])], [look(pair[0])])) == 1
    told = told_apart([guess(*pair)], [look(*pair)])
    assert [max(overlap(there, one.quad) for one in told) > 0.85 for there in pair] == [True, True]


def test_aslant_one_is_one_and_two_are_two() -> None:
    flat = np.float32([1, 0.75])
    alone, pair = card(240, 300, 30) * flat, tuple(quad * flat for quad in CROSSING)
    assert len(told_apart([guess(alone)], [look(alone)])) == 1
    told = told_apart([guess(*pair)], [look(*pair)])
    assert [max(overlap(there, one.quad) for one in told) > 0.85 for there in pair] == [True, True]


@pytest.mark.parametrize(("x", "y"), [(240, 190), (275, 205), (282, 240), (275, 285)])
def test_a_back_with_a_chip_on_its_edge_is_one(x: float, y: float) -> None:
    """What covers a card takes a bite of its outline, which two cards do not make."""
    around = np.arange(0, 2 * np.pi, 0.4)
    there, chip = card(240, 240, 0), np.float32(np.stack([x + 22 * np.cos(around), y + 22 * np.sin(around)], 1))
    seen = Found(there, 0.8, 1.0)
    assert told_apart([seen], [look(there, holes=(chip,))]) == [seen]


def test_two_that_lie_almost_alike_are_two_only_where_it_is_known_how_long_cards_are() -> None:
    pair = card(240, 240, 0), card(240 + 0.5 * WIDE, 240 + 0.05 * LONG, 2)
    seen = guess(*pair)
    assert told_apart([seen], [look(*pair)]) == [seen]
    assert len(told_apart([seen], [look(*pair)], LONG)) == 2
    assert told_apart([seen], [look(*pair)], 1.2 * LONG) == [seen]


@pytest.mark.parametrize("known", [None, LONG])
@pytest.mark.parametrize("degrees", [0, 30, 73])
@pytest.mark.parametrize("thick", [0.1, 0.17, 0.25, 0.4])
def test_a_deck_seen_aslant_is_not_two_cards(degrees: float, thick: float, known: float | None) -> None:
    """Its outline is that of a card and the same moved, without a notch between."""
    top, bottom = card(240, 240, degrees), card(240 + 0.8 * thick * LONG, 240 + 0.6 * thick * LONG, degrees)
    deck = cv2.convexHull(np.concatenate([top, bottom]))[:, 0]
    seen = Found(top, 0.8, 1.0)
    assert told_apart([seen], [look(deck)], known) == [seen]


@pytest.mark.parametrize(("long", "wide"), [(1.4, 1.0), (1.0, 1.5), (1.5, 1.5)])
def test_a_box_is_not_two_cards(long: float, wide: float) -> None:
    box = card(240, 240, 20, long * LONG, wide * WIDE)
    for seen in (Found(card(240, 240, 20), 0.8, 1.0), Found(box, 0.8, 1.0)):
        assert told_apart([seen], [look(box)], LONG) == [seen]
        assert told_apart([seen], [look(box)]) == [seen]


def test_the_same_two_are_told_apart_once_however_many_guesses_there_are() -> None:
    rng = np.random.default_rng(7)
    pair = card(220, 240, 0), card(220 + 0.85 * WIDE, 250, 12)
    guesses = [guess(*pair, score=0.9)]
    for score in (0.8, 0.7, 0.6, 0.5):
        x, y, turn = rng.normal([257, 245, 6], [30, 15, 20])
        guesses.append(Found(card(x, y, turn), score, 1.0))
    told = told_apart(guesses, [look(*pair)])
    assert [one.mate for one in told[:2]] == [True, True]
    assert sum(one.mate for one in told) == 2
    assert not any(one is guesses[0] for one in told)


def test_a_third_that_lies_on_two_that_were_seen_stays() -> None:
    """Nothing was merged there: the outline of two is no evidence against the third."""
    pair, third = (card(205, 240, 5), card(275, 240, 15)), Found(card(240, 240, 95), 0.7, 1.0)
    each = [Found(there, 0.8, 1.0) for there in pair]
    assert any(one is third for one in told_apart([*each, third], [look(*pair)]))
    assert not any(one is third for one in told_apart([guess(*pair), third], [look(*pair)]))


def test_where_a_part_was_seen_the_other_cards_say_how_long_two_are() -> None:
    part, beside = Found(card(240, 240, 25, LONG * 0.4, WIDE * 0.4), 0.5, 1.0), Found(card(80, 80, 0), 0.8, 0.0)
    assert len(told_apart([beside, part], [look(*CROSSING)])) == 3
    assert told_apart([part], [look(*CROSSING)]) == [part]


def test_other_guesses_at_two_are_dropped_and_faces_kept() -> None:
    within, face = Found(card(240, 240, 20, 60, 43), 0.7, 1.0), Found(CROSSING[0], 0.6, 0.1)
    told = told_apart([guess(*CROSSING), within, face], [look(*CROSSING)])
    assert [(one.mate, one.score) for one in told] == [(True, 0.8), (True, 0.8), (False, 0.6)]


def test_one_that_was_seen_rightly_stays_where_it_was_seen() -> None:
    upper = Found(CROSSING[1] + np.float32([3, 3]), 0.85, 1.0)
    told = told_apart([upper, guess(CROSSING[0])], [look(*CROSSING)])
    assert [one.mate for one in told] == [True, True]
    assert np.array_equal(told[0].quad, upper.quad)


def test_what_is_cut_off_too_small_or_too_large_is_left_alone() -> None:
    at_the_edge = tuple(quad - np.float32([185, 0]) for quad in CROSSING)
    for pair, looks in (
        (at_the_edge, [look(*at_the_edge)]),
        (CROSSING, [look(*CROSSING, scale=0.4)]),
        (CROSSING, []),
        (CROSSING, [look(*CROSSING, card(300, 330, 50), card(190, 330, 0))]),
    ):
        seen = guess(*pair)
        assert told_apart([seen], looks) == [seen]


def test_a_single_cell_has_no_outline() -> None:
    down = np.zeros((120, 120), np.float32)
    down[60, 60] = 0.51
    seen = Found(card(242, 242, 0), 0.8, 1.0)
    assert told_apart([seen], [Votes(1.0, down, down, down, (), None, down)]) == [seen]
    assert told_apart([], []) == []


def test_an_outline_without_an_area_stops_nothing() -> None:
    for quad in (np.zeros((4, 2)), np.tile([[240.0, 240.0]], (4, 1)), np.float32([[0, 0], [9, 9], [18, 18], [27, 27]])):
        seen = Found(np.float32(quad), 0.8, 1.0)
        for known in (None, LONG):
            assert sum(one.mate for one in told_apart([seen], [look(*CROSSING)], known)) in (0, 2)


def test_many_regions_take_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(pairs, "_explained", lambda *known: asked.append(known) or [])
    place = [(x, y) for x in range(0, 4800, 240) for y in range(0, 480, 240)]
    crosses = [quad + np.float32(at) - 130 for at in place for quad in CROSSING]
    down = np.zeros((120, 1200), np.float32)
    for quad in crosses:
        cv2.fillConvexPoly(down, np.round(quad / 4).astype(np.int32), 1.0)
    guesses = [guess(*crosses[n : n + 2]) for n in range(0, len(crosses), 2)]
    told_apart(guesses, [Votes(1.0, down, down, down, (), None, down)])
    assert 10 < len(asked) <= pairs.MOST


def test_a_part_of_a_picture_is_looked_at_where_it_lies() -> None:
    whole = look(*CROSSING)
    at = np.float32([1000, 400])
    part = Votes(2.0, whole.inside, whole.inside, whole.inside, (), (1000.0, 400.0), whole.down)
    pair = tuple(quad / 2 + at for quad in CROSSING)
    told = told_apart([guess(*pair)], [part])
    assert len(told) == 2
    for there in pair:
        assert max(overlap(there, one.quad) for one in told) > 0.88


def test_a_guess_between_two_lies_on_both_together() -> None:
    pair = card(240, 225, 90), card(240, 265, 70)
    between = Found(card(240, 245, 80, 100, 60), 0.7, 1.0)
    assert max(overlap(between.quad, there) for there in pair) < 0.6
    told = told_apart([guess(*pair), between], [look(*pair)])
    assert [one.mate for one in told] == [True, True]
    beside = Found(card(330, 245, 80), 0.7, 1.0)
    assert len(told_apart([guess(*pair), beside], [look(*pair)])) == 3
