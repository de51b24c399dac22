"""Weighing the two readers' opinions."""

import numpy as np
import pytest

from vision import rectify
from vision.classify import UNSEEN, combine, contradicting, corner_likelihood, whole_outlines, without_parts
from vision.indices import Print, all_four, fitting, in_full, in_left, outline_of_index, owners, upright
from vision.localise import Found, Spot, Votes, overlap
from vision.lone import cards_of
from vision.names import BACK, CARDS, CLASSES


def corner(rank: int = 13, suit: int = 4, chance: float = 0.97) -> np.ndarray:
    index = np.zeros(19, np.float32)
    index[:14], index[14:] = (1 - chance) / 13, (1 - chance) / 4
    index[rank], index[14 + suit] = chance, chance
    return index


def test_a_corner_without_an_index_speaks_for_no_card() -> None:
    likely = corner_likelihood(corner()[None])[0]
    assert likely[:52].max() / likely[:52].min() < 1.6
    assert likely[BACK] > likely[:52].mean() * 0.9


def test_an_index_outweighs_a_doubtful_court_picture() -> None:
    jack, king = CARDS.index("Jh"), CARDS.index("Kh")
    whole = np.full((1, len(CLASSES)), 0.001, np.float32)
    whole[0, jack], whole[0, king] = 0.5, 0.45
    index = np.stack([corner(11, 2), corner(11, 2), corner(), corner()])[None]
    assert combine(whole, index, 0.8, 0.6)[0].argmax() == king


def test_the_distribution_sums_to_one() -> None:
    random = np.random.default_rng(0)
    whole = random.dirichlet(np.ones(len(CLASSES)), 5).astype(np.float32)
    index = np.concatenate([random.dirichlet(np.ones(14), (5, 4)), random.dirichlet(np.ones(5), (5, 4))], -1)
    assert np.allclose(combine(whole, np.float32(index), 0.7, 0.5).sum(1), 1, atol=1e-5)


def test_covered_parts_are_painted_grey() -> None:
    picture = np.full((200, 200, 3), 250, np.uint8)
    quad = np.float32([[40, 40], [110, 40], [110, 140], [40, 140]])
    cut = rectify.whole(picture, quad, [quad + np.float32([35, 0])])
    assert (cut[8:-8, 6:38] == 250).all()
    assert (cut[8:-8, 46:-6] == rectify.COVERED).all()


def test_one_blurred_index_is_less_sure_than_a_clear_one_and_that_less_than_two_and_the_picture() -> None:
    card = CARDS.index("Kh")
    flat = np.full((1, len(CLASSES)), 1 / len(CLASSES), np.float32)
    picture = np.full((1, len(CLASSES)), 0.1 / (len(CLASSES) - 1), np.float32)
    picture[0, card] = 0.9

    def sure(whole: np.ndarray, *indices: np.ndarray) -> float:
        rows = np.stack([*indices, *[UNSEEN] * (4 - len(indices))])[None]
        return float(combine(whole, rows, 1.0, 1.4)[0, card])

    blurred, clear, other = corner(11, 2, 0.6), corner(11, 2), corner(3, 0)
    steps = [sure(flat, blurred), sure(flat, clear), sure(picture, clear), sure(picture, clear, clear)]
    assert steps == sorted(steps)
    assert steps[0] < 0.8 < steps[1] < 0.99 < steps[2]
    assert steps[3] > 0.99
    assert sure(flat, clear, other) < 0.6


def test_an_index_that_is_not_seen_speaks_for_every_card_alike() -> None:
    whole = np.random.default_rng(1).dirichlet(np.ones(len(CLASSES)), 3).astype(np.float32)
    unseen = np.tile(UNSEEN, (3, 4, 1))
    assert (combine(whole, unseen, 1.0, 1.0) == combine(whole, unseen[:, :0], 1.0, 1.0)).all()


QUAD = np.float32([[30, 20], [240, 20], [240, 320], [30, 320]])


def spot(middle: tuple[float, float], up: tuple[float, float], centre: tuple[float, float] = (135, 170)) -> Spot:
    return Spot(np.float32(middle), np.float32(up), np.float32(centre), 0.9)


def test_an_index_is_cut_out_upright_whichever_way_it_lies() -> None:
    face = np.full((340, 270, 3), 255, np.uint8)
    face[28:60, 38:54] = (0, 0, 255)
    face[-60:-28, -54:-38] = (0, 0, 255)
    first = rectify.index(face, np.float32([46, 56]), np.float32([0, -28]))
    second = rectify.index(face, np.float32([270 - 46, 340 - 56]) - 1, np.float32([0, 28]))
    assert first.shape == (64, 48, 3)
    assert first[20, 24, 0] < 40 < first[50, 24, 0]
    assert np.abs(first.astype(int) - second).mean() < 3


def test_an_index_belongs_to_a_card_only_where_one_can_be_printed() -> None:
    printed = [spot((50, 60), (0, -28)), spot((220, 280), (0, 28))]
    odd = [spot(*at) for at in (((50, 60), (0, 28)), ((50, 280), (0, -28)), ((50, 60), (28, 0)), ((300, 60), (0, -28)))]
    assert fitting([*printed, *odd], QUAD).tolist() == [True, True, False, False, False, False]


def test_of_two_cards_on_each_other_the_index_belongs_to_the_one_it_speaks_of() -> None:
    cards = [Found(QUAD, 0.9, 0.0), Found(QUAD + np.float32([8, 6]), 0.9, 0.0)]
    assert owners([spot((50, 60), (0, -28)), spot((50, 60), (0, -28), (143, 176))], cards) == [0, 1]


def test_an_index_that_speaks_of_a_middle_far_away_belongs_to_a_card_that_nobody_found() -> None:
    beside = spot((50, 60), (0, -28), (235, 100))
    assert owners([spot((50, 60), (0, -28)), beside], [Found(QUAD, 0.8, 0.0)]) == [0, None]


def test_an_index_without_an_outline_makes_a_card_where_it_says() -> None:
    first, second = spot((50, 60), (0, -28)), spot((220, 280), (0, 28))
    cards, owned = cards_of([first, second], [3, 3], Print())
    assert owned == [0, 0]
    assert overlap(cards[0].quad, QUAD) > 0.85


def test_indices_in_a_pile_that_name_different_cards_are_not_one_card_s() -> None:
    beside = spot((66, 68), (0, -28))
    assert cards_of([spot((50, 60), (0, -28)), beside], [3, 3], Print(300.0))[1] == [0, 0]
    cards, owned = cards_of([spot((50, 60), (0, -28)), beside], [3, 17], Print(300.0))
    assert (len(cards), owned) == (2, [0, 1])
    assert cards_of([spot((50, 60), (0, -28)), beside], [3, None], Print(300.0))[1] == [0, 0], "one may be misread"


@pytest.mark.parametrize("wide", [0.5, 1.0])
def test_two_indices_of_one_name_in_opposite_corners_are_one_card_s_however_narrow_it_looks(wide: float) -> None:
    """Of a card aslant, or in a squeezed picture, neither fits the outline that the other makes: it was told twice."""
    narrow = np.float32([[135 + (x - 135) * wide, y] for x, y in QUAD])
    first, second = (135 - 85 * wide, 60), (135 + 85 * wide, 280)
    pair = [spot(first, (0, -28), (first[0] + 85, 170)), spot(second, (0, 28), (second[0] - 85, 170))]
    (card,), owned = cards_of(pair, [3, 3], Print(300.0, 28 / 300))
    assert owned == [0, 0]
    assert overlap(card.quad, narrow) > 0.9
    assert card.placed > 0.9
    assert len(cards_of(pair, [3, 17], Print(300.0, 28 / 300))[0]) == 2
    beside = [pair[0], spot((second[0] + 400, 280), (0, 28), (second[0] + 315, 170))]
    assert len(cards_of(beside, [3, 3], Print(300.0, 28 / 300))[0]) == 2


def test_an_index_is_in_the_corner_from_where_its_card_goes_on_and_not_where_bare_felt_is() -> None:
    unsure, known = spot((400, 60), (0, -28), (400, 180)), Print(300.0, 28 / 300, four=True)
    everywhere = np.zeros((125, 200), np.float32)

    def looked(columns: slice) -> Found:
        inside = everywhere.copy()
        inside[:, columns] = 1
        (card,), _ = cards_of([unsure], [3], known, [Votes(1.0, inside, everywhere, everywhere)])
        return card

    to_left, to_right = looked(slice(40, 107)), looked(slice(93, 160))
    assert to_left.quad.mean(0)[0] < 340
    assert to_right.quad.mean(0)[0] > 460
    (guessed,), _ = cards_of([unsure], [3], known)
    assert min(to_left.placed, to_right.placed) > 0.9 > guessed.placed


def test_an_index_without_an_outline_lies_in_the_corner_of_a_card_of_the_usual_length() -> None:
    off = spot((50, 60), (0, -28), (170, 130))
    (guessed,), _ = cards_of([off], [3], Print())
    (placed,), _ = cards_of([off], [3], Print(300.0))
    assert overlap(placed.quad, QUAD) > 0.9 > 0.75 > overlap(guessed.quad, QUAD)
    (turned,), _ = cards_of([spot((220, 280), (0, 28), (100, 210))], [3], Print(300.0))
    assert overlap(turned.quad, QUAD) > 0.9
    (strange,), _ = cards_of([off], [3], Print(900.0))
    assert np.allclose(strange.quad, guessed.quad)


def test_where_the_cards_have_two_indices_each_is_in_the_left_corner_whatever_it_says_of_the_middle() -> None:
    astray = spot((50, 60), (0, -28), (20, 150))
    (placed,), _ = cards_of([astray], [3], Print(300.0, four=False))
    assert overlap(placed.quad, QUAD) > 0.9
    right = spot((220, 60), (0, -28), (100, 150))
    (placed,), _ = cards_of([right], [3], Print(300.0, four=True))
    assert overlap(placed.quad, QUAD) > 0.9


def test_a_card_of_which_only_its_index_is_seen_tells_how_likely_it_lies_there() -> None:
    for four in (False, True):
        likely = [in_left(to_right, four) for to_right in (-0.5, -0.2, 0.0, 0.1, 0.2, 0.5)]
        assert likely == sorted(likely)
        shows = [in_left(0.0, four, paper) for paper in (-0.9, -0.2, 0.0, 0.2, 0.9)]
        assert shows == sorted(shows)
        assert shows[0] < 0.5 < shows[-1]
    assert in_left(0.1, True) < in_left(0.1, False)
    (placed,), _ = cards_of([spot((50, 60), (0, -28), (130, 150))], [3], Print(300.0))
    assert placed.placed == pytest.approx(in_left(80 / 300, False))
    (right,), _ = cards_of([spot((220, 60), (0, -28), (100, 150))], [3], Print(300.0, four=True))
    assert right.placed == pytest.approx(1 - in_left(-120 / 300, True))
    (guessed,), _ = cards_of([spot((50, 60), (0, -28), (130, 150))], [3], Print())
    assert guessed.placed == 0.5
    assert Found(QUAD, 0.9, 0.0).placed == 1


def test_in_which_corners_indices_are_printed_is_learned_from_the_cards_that_are_seen_whole() -> None:
    card = Found(QUAD, 0.9, 0.0)
    two = [(spot((50, 60), (0, -28)), card), (spot((220, 280), (0, 28)), card)]
    more = [(spot((220, 60), (0, -28)), card), (spot((50, 280), (0, 28)), card)]
    assert not all_four(two)
    assert all_four([*two, *more])
    assert not all_four([])


def test_a_card_of_which_an_arm_leaves_a_corner_is_outlined_as_long_as_the_others() -> None:
    beside = Found(QUAD + np.float32([300, 0]), 0.9, 0.0)
    corner_only = Found(np.float32([[40, 20], [130, 20], [130, 150], [40, 150]]), 0.6, 0.0)
    index = spot((50, 60), (0, -28), (85, 90))
    others = spot((350, 60), (0, -28), (435, 170))
    cards, known = whole_outlines([beside, corner_only], [index, others], np.stack([corner(3, 1), corner(4, 2)]))
    assert known.long > 290
    assert cards[0] is beside
    assert overlap(cards[1].quad, QUAD) > 0.85
    doubtful, _ = whole_outlines([beside, corner_only], [index, others], np.stack([corner(3, 1, 0.5), corner(4, 2)]))
    assert doubtful[1] is corner_only


def test_an_outline_of_which_no_index_is_known_stays_as_it_is() -> None:
    short = Found(QUAD * 0.5, 0.6, 0.0)
    assert in_full([short], [spot((50, 60), (0, -28))], [None], Print(300.0)) == [short]
    assert in_full([short], [spot((25, 30), (0, -2))], [0], Print(300.0)) == [short]


def test_a_card_far_from_the_camera_is_shorter_and_no_part_of_one() -> None:
    known = Print(300.0, 28 / 300)
    far, index = Found(QUAD * 0.68, 0.8, 0.0), spot((34, 41), (0, -19))
    assert in_full([far], [index], [0], known) == [far]
    pip = spot((100, 90), (0, -28))
    assert in_full([far], [pip, index], [0, 0], known) == [far], "a pip that is taken for one says nothing against that"
    farther, low = Found(QUAD * 0.5, 0.8, 0.0), spot((110, 140), (0, 14))
    assert in_full([farther], [spot((25, 30), (0, -19)), low], [0, 0], known) == [farther]
    (whole,) = in_full([far], [spot((34, 41), (0, -28))], [0], known)
    assert rectify.long_side(whole.quad) > 290, "a part of a card has an index as high as all have"


def test_an_index_much_lower_than_the_others_is_printed_on_something_and_not_on_a_card_of_the_usual_length() -> None:
    low = spot((50, 60), (0, -12), (80, 100))
    known = Print(300.0, 28 / 300)
    assert known.fits(spot((50, 60), (0, -28)))
    assert not known.fits(low)
    (small,), _ = cards_of([low], [3], known)
    assert np.linalg.norm(small.quad[3] - small.quad[0]) < 150


# The same card tilted so far, or in a picture squeezed so much, that it looks wider than high; found long side down.
WIDE = np.float32([[30, 230], [30, 20], [330, 20], [330, 230]])


def test_a_card_that_looks_wider_than_high_is_turned_to_where_its_indices_are_upright() -> None:
    found, first, second = Found(WIDE, 0.9, 0.0), spot((60, 60), (0, -28)), spot((300, 190), (0, 28))
    (turned,) = upright([found], [first, second])
    assert fitting([first], turned.quad).all()
    assert fitting([second], turned.quad).all()
    assert overlap(turned.quad, WIDE) > 0.99
    (kept,) = upright([found], [first])
    assert (kept.quad == WIDE).all(), "one index across may be that of a card that lies across below"
    (turned,) = upright([found], [first], [first])
    assert fitting([first], turned.quad).all(), "one that surely names a card is enough"
    (kept,) = upright([found], [first], [spot((250, 60), (28, 0)), first])
    assert (kept.quad == WIDE).all(), "where one stands upright, the other is that of a card below"
    square = WIDE.copy()
    square[2:, 0] = 250
    (turned,) = upright([Found(square, 0.9, 0.0)], [first])
    assert fitting([first], turned.quad).all()
    (kept,) = upright([Found(QUAD, 0.9, 0.0)], [first, second, spot((220, 280), (0, 28))])
    assert (kept.quad == QUAD).all()


def test_the_outline_of_an_index_is_as_wide_as_its_card_makes_it() -> None:
    usual = outline_of_index(spot((50, 60), (0, -28)), None)
    on_card = outline_of_index(spot((50, 60), (0, -28)), QUAD)
    assert np.allclose(usual, on_card, atol=0.5)
    (turned,) = upright([Found(WIDE, 0.9, 0.0)], [spot((60, 60), (0, -28)), spot((300, 190), (0, 28))])
    squeezed = outline_of_index(spot((60, 60), (0, -28)), turned.quad)
    assert np.ptp(squeezed[:, 1]) == np.ptp(usual[:, 1])
    assert 1.9 < np.ptp(squeezed[:, 0]) / np.ptp(usual[:, 0]) < 2.2


def test_what_is_part_of_a_face_is_no_card_of_its_own() -> None:
    part = np.float32([[40, 30], [150, 30], [150, 190], [40, 190]])
    found = [Found(part, 0.7, 0.0), Found(QUAD, 0.8, 0.0), Found(QUAD + 120, 0.6, 0.0), Found(part + 900, 0.6, 0.0)]
    said = np.full((4, len(CLASSES)), 0.001, np.float32)
    said[0, 5], said[1, 17], said[2, 3] = 0.6, 0.97, 0.4
    cards, whole = without_parts(found, said)
    assert [id(card) for card in cards] == [id(card) for card in found[1:]]
    assert (whole == said[1:]).all()
    said[1, 17] = 0.45
    assert len(without_parts(found, said)[0]) == 4, "of an outline that nobody can name nothing is a part"
    said[0, 5], said[1, 17] = 0.99, 0.97
    assert len(without_parts(found, said)[0]) == 4, "nor of one that is less sure"


def test_an_index_that_contradicts_its_outlines_other_indices_is_another_cards() -> None:
    answers = np.stack([corner(11, 2), corner(11, 2), corner(3, 0), corner()])
    whole = np.full((2, len(CLASSES)), 1 / len(CLASSES), np.float32)
    assert contradicting(answers, [0, 0, 0, 0], whole) == {2}
    assert contradicting(answers, [0, 0, 1, 0], whole) == set()


@pytest.mark.parametrize(("chance", "strange"), [(0.0, {2}), (0.98, {0, 1})])
def test_what_a_card_says_as_a_whole_counts_as_one_index_more(chance: float, strange: set[int]) -> None:
    answers = np.stack([corner(11, 2, 0.92), corner(11, 2, 0.92), corner(3, 0, 0.99)])
    whole = np.zeros((1, len(CLASSES)), np.float32)
    whole[0, 3] = chance
    assert contradicting(answers, [0, 0, 0], whole) == strange


@pytest.mark.parametrize("card", [0, 1])
def test_of_two_indices_that_contradict_each_other_the_card_as_a_whole_says_which_is_its_own(card: int) -> None:
    kinds = [(11, 2), (3, 0)]
    whole = np.full((1, len(CLASSES)), 1e-3, np.float32)
    rank, suit = kinds[card]
    whole[0, rank + 13 * suit] = 0.9
    assert contradicting(np.stack([corner(*kind) for kind in kinds]), [0, 0], whole) == {1 - card}


def test_outlines_are_mended_in_units_of_the_card() -> None:
    off = np.float32([[0.1, 0], [0, 0], [0, 0], [0, -0.1]])
    mended = rectify.moved(QUAD, off)
    assert np.allclose(mended - QUAD, [[21, 0], [0, 0], [0, 0], [0, -30]], atol=0.01)


def test_what_is_nearer_than_most_is_longer_as_the_height_of_its_index_tells() -> None:
    known = Print(300.0, high=28 / 300)
    assert known.length_of(spot((50, 60), (0, -28))) == pytest.approx(300)
    assert known.length_of(spot((50, 60), (0, -33.6))) == pytest.approx(300 * 1.2**0.5)
    (placed,), _ = cards_of([spot((50, 60), (0, -33.6))], [3], known)
    assert np.linalg.norm(placed.quad[3] - placed.quad[0]) == pytest.approx(300 * 1.2**0.5, rel=1e-3)
