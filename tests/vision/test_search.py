"""Counting votes: what the network would say of known cards is counted back to these cards."""

import numpy as np
import pytest

from vision.localise import (
    CLOSE_LONG,
    MOST_PEAKS,
    STRIDE,
    Found,
    Spot,
    Votes,
    _middle,
    _nearest,
    _peaks,
    count,
    count_spots,
    distinct,
    distinct_spots,
    overlap,
)
from vision.names import CARDS
from vision.search import covers, scales, sights
from vision.sizes import agreed_length, length, of_one_size, usual_length

UPRIGHT = np.float32([[40, 30], [110, 30], [110, 130], [40, 130]])


def answer_for(quads: list[np.ndarray], size: int = 256) -> np.ndarray:
    """Return what a perfect localiser says of *quads*, the later ones on top."""
    import cv2

    cells = size // 4
    answer = np.zeros((14, cells, cells), np.float32)
    y, x = np.mgrid[:cells, :cells].astype(np.float32) * 4 + 2
    for quad in quads:
        inside = np.zeros((size, size), np.uint8)
        cv2.fillPoly(inside, [np.int32(quad.mean(0) + (quad - quad.mean(0)) * 0.92)], 1)
        mask = inside[2::4, 2::4] > 0
        centre = quad.mean(0)
        short, long = (quad[1] - quad[0]) / 2, (quad[3] - quad[0]) / 2
        answer[0][mask] = 1
        values = [centre[0] - x, centre[1] - y]
        for axis in (long, short):
            length = np.hypot(*axis)
            values += [
                np.full_like(x, (axis[0] ** 2 - axis[1] ** 2) / length),
                np.full_like(x, 2 * axis[0] * axis[1] / length),
            ]
        for channel, value in enumerate(values, 3):
            answer[channel][mask] = value[mask]
    return answer


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    turn = np.deg2rad(degrees)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.float32((quad - quad.mean(0)) @ rotation + quad.mean(0))


def test_a_card_is_counted_back_at_any_angle() -> None:
    for degrees in range(0, 180, 15):
        quad = turned(UPRIGHT + 40, degrees)
        found = count(answer_for([quad]))
        assert len(found) == 1
        assert overlap(found[0].quad, quad) > 0.95


def test_outlines_are_clockwise_with_the_long_side_down() -> None:
    for degrees in range(0, 180, 15):
        quad = count(answer_for([turned(UPRIGHT + 40, degrees)]))[0].quad
        across, down = quad[1] - quad[0], quad[3] - quad[0]
        assert across[0] * down[1] - across[1] * down[0] > 0
        assert np.hypot(*down) > np.hypot(*across)


def test_two_overlapping_cards_are_two_and_the_upper_one_is_known() -> None:
    lower, upper = UPRIGHT + 30, turned(UPRIGHT + np.float32([68, 34]), 12)
    answer = answer_for([lower, upper])
    found = count(answer)
    assert len(found) == 2
    y, x = np.mgrid[:64, :64].astype(np.float32) * 4 + 2
    votes = Votes(1.0, answer[0], x + answer[3], y + answer[4])
    low = int(np.argmax([overlap(card.quad, lower) for card in found]))
    assert covers(found, [votes])[low] == [1 - low]
    assert covers(found, [votes])[1 - low] == []


def test_a_table_does_not_lie_on_the_cards_it_holds() -> None:
    """However its votes are heard: it would hide them. A card does lie on one that it overlaps."""
    below = Found(UPRIGHT + 150, 0.7, 1.0)
    for above, lying in ((Found(UPRIGHT * 6, 0.9, 0.0), []), (Found(UPRIGHT + 165, 0.9, 0.0), [0])):
        middle, cells = above.quad.mean(0), np.ones((200, 200), np.float32)
        votes = Votes(1.0, cells, np.full_like(cells, middle[0]), np.full_like(cells, middle[1]))
        assert covers([above, below], [votes]) == [[], lying]
        assert covers([below, above], [votes]) == [[1] if lying else [], []]


def test_an_index_is_counted_back_with_its_way_up_and_its_card() -> None:
    quad = turned(UPRIGHT + 40, 30)
    answer, (y, x) = answer_for([quad]), np.mgrid[:64, :64].astype(np.float32) * 4 + 2
    middle, up, centre = quad[0] + 0.2 * (quad[2] - quad[0]), (quad[0] - quad[3]) * 0.1, quad.mean(0)
    near = np.hypot(x - middle[0], y - middle[1]) < 9
    for channel, value in zip(range(9, 14), (1, middle[0] - x, middle[1] - y, up[0], up[1]), strict=True):
        answer[channel][near] = np.broadcast_to(value, x.shape)[near]
    (spot,) = count_spots(answer)
    assert np.allclose(spot.middle, middle, atol=0.1)
    assert np.allclose(spot.up, up, atol=0.1)
    assert np.allclose(spot.centre, centre, atol=0.1)


def test_one_index_seen_twice_is_one() -> None:
    first = Spot(np.float32([10, 10]), np.float32([0, -8]), np.float32([30, 40]), 0.8)
    again = Spot(np.float32([13, 12]), np.float32([0, -9]), np.float32([30, 40]), 0.9)
    other = Spot(np.float32([60, 10]), np.float32([0, -8]), np.float32([80, 40]), 0.7)
    assert [spot.score for spot in distinct_spots([first, again, other])] == [0.9, 0.7]


def test_nothing_is_counted_where_nothing_is() -> None:
    assert count(np.zeros((14, 48, 48), np.float32)) == []
    assert count_spots(np.zeros((14, 48, 48), np.float32)) == []


def test_of_two_outlines_of_one_card_the_better_stays() -> None:
    cards = [Found(UPRIGHT, 0.5, 0.0), Found(UPRIGHT + 4, 0.9, 0.0), Found(UPRIGHT + 200, 0.3, 0.0)]
    assert [card.score for card in distinct(cards)] == [0.9, 0.3]


def test_distinct_outlines_are_those_that_comparing_every_two_leaves() -> None:
    rng = np.random.default_rng(4)
    found = [
        Found(turned(UPRIGHT * rng.uniform(0.3, 1) + rng.uniform(0, 300, 2).astype(np.float32), angle), score, 0.0)
        for angle, score in zip(rng.uniform(0, 180, 150), rng.uniform(0.1, 1, 150), strict=True)
    ]
    kept: list[Found] = []
    for card in sorted(found, key=lambda card: -card.score):
        if all(overlap(card.quad, other.quad) < 0.2 for other in kept):
            kept.append(card)
    assert 20 < len(kept) < 150
    assert distinct(found, 0.2) == kept
    assert distinct([]) == []


def test_of_more_peaks_than_cards_can_lie_there_the_strongest_stay() -> None:
    dots = np.float32([(10 + 16 * n, 10 + 16 * m) for n in range(30) for m in range(30)])
    card = np.float32([(700, 700)])
    shorts = np.full(901, 20.0, np.float32)
    votes = np.append(np.full(900, 0.3), 0.9).astype(np.float32)
    peaks = _peaks(np.concatenate([dots, card]), votes, shorts, (300, 300))
    assert len(peaks) == MOST_PEAKS
    assert np.abs(peaks - card).max(1).min() <= STRIDE
    assert len(_peaks(dots[:90], votes[:90], shorts[:90], (300, 300))) == 90


def test_outlines_of_quite_another_size_are_dropped() -> None:
    cards = [Found(UPRIGHT + 120 * n, 0.8, 0.0) for n in range(4)] + [Found(UPRIGHT * 0.2, 0.6, 0.0)]
    kept = of_one_size(cards, usual_length(cards), 2.2)
    assert len(kept) == 4


def test_a_length_is_agreed_on_where_most_of_several_sound_outlines_have_it() -> None:
    def of(*times: float, score: float = 0.75) -> list[Found]:
        return [Found(UPRIGHT * by, score, 0.0) for by in times]

    long = length(of(1)[0])
    assert agreed_length(of(1, 1.05, 0.95, 1.1, 4, 0.2)) == pytest.approx(1.025 * long)
    assert agreed_length(of(1, 1, 1, 4)) == 0, "three are too few"
    assert agreed_length(of(1, 1, 1, 1, 4, 4, 4, 4)) == 0, "as many have another"
    assert agreed_length([*of(1, 1, 1, 1), *of(4, 4, 4, 4, 4, score=0.3)]) == pytest.approx(long), "these are not sound"
    assert agreed_length([]) == 0


def test_every_picture_is_searched_in_scales_not_above_its_own() -> None:
    assert scales(200, 100) == (1.0,)
    assert all(scale <= 1 for scale in scales(4000, 3000))
    assert max(scales(4000, 3000)) * 4000 == 2048
    assert len(CARDS) == 52


def test_the_median_and_the_nearest_peak_are_what_numpy_says() -> None:
    numbers = np.random.default_rng(1)
    for rows in (1, 2, 7, 60):
        values = numbers.normal(size=(rows, 3))
        assert (_middle(values) == np.median(values, axis=0)).all()
    points, peaks = numbers.uniform(0, 90, (200, 2)), numbers.uniform(0, 90, (9, 2)).astype(np.float32)
    distances = np.linalg.norm(points[:, None] - peaks[None], axis=2)
    nearest, distance = _nearest(points, peaks)
    assert (nearest == distances.argmin(1)).all()
    assert np.allclose(distance, distances.min(1), rtol=1e-12)


def test_a_card_seen_as_large_as_a_second_look_would_show_it_is_preferred_and_needs_none() -> None:
    far, near, worse, apart = (
        Found(UPRIGHT + move, score, 0.0) for move, score in ((0, 0.9), (2, 0.85), (1, 0.6), (300, 0.5))
    )
    small, large = 0.6 * CLOSE_LONG / length(far), 1.2 * CLOSE_LONG / length(far)
    kept, close = sights([(far, small), (near, large), (apart, small)], CLOSE_LONG)
    assert [card is one for card, one in zip(kept, (near, apart), strict=True)] == [True, True]
    assert close == {id(near)}
    kept, close = sights([(far, small), (worse, large)], CLOSE_LONG)
    assert (kept[0] is far, len(kept), id(far) in close) == (True, 1, False), "a much worse one is not preferred"
    assert sights([(far, 1.3 * CLOSE_LONG / length(far))], CLOSE_LONG)[1] == set()
