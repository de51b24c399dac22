"""From distributions to readings: no card twice, jokers and cut cards apart, and each kind where it is sure enough."""

from dataclasses import replace

import numpy as np
import pytest

from table_controller.records import Face
from vision.localise import Found
from vision.names import BACK, CARDS, CLASSES, CUT_CARD, JOKER, NOTHING
from vision.settle import Settled, Sure, settle

QUAD = np.float32([[0, 0], [60, 0], [60, 90], [0, 90]])
SURE = Sure(0.9, 0.8, 0.8, 0.5)


def settled(*chances: dict[int, float], apart: float = 200, back: float = 0.0, score: float = 0.9) -> Settled:
    """Settle outlines side by side, each with the chances given; the rest is spread."""
    rows = np.zeros((len(chances), len(CLASSES)), np.float32)
    for row, given in zip(rows, chances, strict=True):
        row[:] = (1 - sum(given.values())) / (len(CLASSES) - len(given))
        for kind, chance in given.items():
            row[kind] = chance
    return settle([Found(QUAD + apart * n, score, back) for n in range(len(chances))], rows, SURE)


def test_a_card_read_twice_is_kept_where_it_is_surer() -> None:
    seen = settled({7: 0.95}, {7: 0.96}, {NOTHING: 0.99})
    assert [str(card.card) for card in seen.cards] == ["None", CARDS[7]]


@pytest.mark.parametrize(("kind", "name"), [(JOKER, "joker"), (CUT_CARD, "cut_card")])
def test_what_is_no_card_of_the_deck_is_told_apart_and_never_named(kind: int, name: str) -> None:
    seen = settled({kind: 0.97}, {3: 0.97})
    assert [str(card.card) for card in seen.cards] == [CARDS[3]]
    (other,) = seen.other
    assert (other.kind, round(other.confidence, 2)) == (name, 0.97)
    assert np.allclose(other.quad, QUAD)


def test_a_doubtful_joker_is_a_card_not_read_and_a_doubtful_cut_card_nothing() -> None:
    seen = settled({JOKER: 0.6, 3: 0.3}, {CUT_CARD: 0.6, BACK: 0.3})
    assert seen.other == ()
    assert [card.card for card in seen.cards] == [None]


def test_a_joker_found_twice_is_one() -> None:
    assert len(settled({JOKER: 0.97}, {JOKER: 0.9}, apart=5).other) == 1
    assert len(settled({JOKER: 0.97}, {JOKER: 0.9}).other) == 2


def test_where_cards_are_played_a_joker_is_one_nobody_can_name_and_a_cut_card_is_none() -> None:
    seen = settled({JOKER: 0.98}, {CUT_CARD: 0.97}, {3: 0.97})
    assert [(card.card and str(card.card), card.face) for card in seen.played] == [(CARDS[3], Face.UP), (None, Face.UP)]
    assert [card.joker for card in seen.played] == [False, True]


def test_a_joker_that_is_not_quite_sure_is_played_as_a_card_that_nobody_can_read() -> None:
    seen = settled({JOKER: 0.96})
    assert [other.kind for other in seen.other] == ["joker"]
    assert [(card.card, card.joker) for card in seen.played] == [(None, False)]


def test_what_is_face_down_is_told_where_that_is_sure_enough() -> None:
    (card,) = settled({BACK: 0.55}).cards
    assert (card.card, card.face, round(card.confidence, 2)) == (None, Face.DOWN, 0.55)
    assert settled({BACK: 0.48, NOTHING: 0.4}).cards == ()
    (card,) = settled({3: 0.97}, back=0.9).cards
    assert (str(card.card), card.face) == (CARDS[3], Face.UP)


def test_a_face_that_may_be_one_of_many_is_a_face() -> None:
    (card,) = settled({3: 0.3, 4: 0.25, BACK: 0.4}).cards
    assert (card.card, card.face) == (None, Face.UP)


def test_a_face_that_nobody_can_name_must_be_likely_enough() -> None:
    rows = np.stack([np.full(len(CLASSES), 0.5 / 52, np.float32)])
    rows[0, BACK:] = 0.1, 0.1, 0.1, 0.2
    for least, told in ((0.45, 1), (0.55, 0)):
        assert len(settle([Found(QUAD, 0.9, 0.0)], rows, replace(SURE, face=least)).cards) == told


def test_a_joker_that_may_be_nothing_is_no_card_that_nobody_can_name() -> None:
    assert settled({JOKER: 0.3, NOTHING: 0.28, BACK: 0.27}).cards == ()
    (card,) = settled({JOKER: 0.4, NOTHING: 0.1, BACK: 0.1}).cards
    assert (card.card, card.face) == (None, Face.UP)


def test_a_face_of_many_names_on_a_back_is_but_pictured_on_it() -> None:
    """As one whose name is clearer is."""
    rows = np.full((2, len(CLASSES)), 0.6 / 52, np.float32)
    rows[0], rows[0, BACK], rows[1, NOTHING], rows[1, BACK] = 0, 1, 0.3, 0.1
    back, picture = Found(QUAD * 2, 0.9, 0.95), Found(QUAD + 20, 0.9, 0.0)
    assert [card.face for card in settle([back, picture], rows, SURE).cards] == [Face.DOWN]
    assert [card.face for card in settle([picture], rows[1:], SURE).cards] == [Face.UP]


def test_a_second_outline_of_a_read_card_is_not_another_card() -> None:
    assert len(settled({3: 0.97}, {3: 0.5, 4: 0.4}, apart=5).cards) == 1


def test_an_outline_of_another_size_is_a_card_only_where_its_name_is_sure() -> None:
    rows = np.zeros((4, len(CLASSES)), np.float32)
    for number, (kind, chance) in enumerate([(1, 0.97), (2, 0.97), (3, 0.96), (4, 0.93)]):
        rows[number, kind], rows[number, NOTHING] = chance, 1 - chance
    found = [Found(QUAD * size + 400 * n, 0.9, 0.0) for n, size in enumerate((1, 1, 0.5, 0.5))]
    assert [str(card.card) for card in settle(found, rows, SURE).cards] == [CARDS[1], CARDS[2], CARDS[3]]


def test_what_is_printed_on_a_back_is_no_card_and_what_lies_beside_it_or_as_large_on_it_is() -> None:
    rows = np.full((4, len(CLASSES)), 0.0005, np.float32)
    for row, kind in zip(rows, (BACK, 12, 25, 38), strict=True):
        row[kind] = 0.9725
    back, large = Found(QUAD * 2, 0.9, 0.95), Found(QUAD * 1.8 + 5, 0.9, 0.0)
    aces = settle([back, Found(QUAD + 20, 0.9, 0.0), Found(QUAD + 180, 0.9, 0.0), large], rows, SURE)
    assert [(card.face, card.card and str(card.card)) for card in aces.cards] == [
        (Face.DOWN, None),
        (Face.UP, CARDS[25]),
        (Face.UP, CARDS[38]),
    ]


def test_a_patterned_cloth_that_looks_like_a_large_back_hides_no_card() -> None:
    rows = np.full((2, len(CLASSES)), 0.0005, np.float32)
    rows[0, NOTHING], rows[1, 12] = 0.9725, 0.9725
    cloth, card = Found(QUAD * 2.5, 0.9, 0.998), Found(QUAD + 20, 0.9, 0.0)
    assert [str(one.card) for one in settle([cloth, card], rows, SURE).cards] == [CARDS[12]]
    rows[0, NOTHING], rows[0, BACK] = 0.4, 0.573
    assert not any(one.card for one in settle([cloth, card], rows, SURE).cards), "it may be a back that shows an ace"


def test_where_no_card_is_read_those_face_down_tell_how_long_cards_are_and_not_the_table() -> None:
    rows = np.zeros((3, len(CLASSES)), np.float32)
    rows[0, 3], rows[0, 4], rows[1:, BACK], rows[1:, NOTHING] = 0.5, 0.45, 0.95, 0.05
    table, *backs = [Found(QUAD * 5, 0.9, 0.0), Found(QUAD + 600, 0.8, 1.0), Found(QUAD + 800, 0.8, 1.0)]
    assert [card.face for card in settle([table, *backs], rows, SURE).cards] == [Face.DOWN, Face.DOWN]
    assert [card.face for card in settle([table], rows[:1], SURE).cards] == [Face.UP]


def test_two_backs_that_were_told_apart_are_two_however_much_they_overlap() -> None:
    rows = np.zeros((2, len(CLASSES)), np.float32)
    rows[:, BACK] = 0.95
    for mate, count in ((False, 1), (True, 2)):
        found = [Found(QUAD + 8 * n, 0.8, 1.0, mate=mate) for n in range(2)]
        seen = settle(found, rows, SURE)
        assert [card.face for card in seen.cards] == [Face.DOWN] * count
    again = [Found(QUAD + n, 0.8, 1.0, mate=True) for n in range(2)]
    assert len(settle(again, rows, SURE).cards) == 1, "both came to lie on one card"


def test_aslant_a_card_across_the_view_is_as_large_as_one_along_it() -> None:
    """Twice as long, but not twice as large."""
    flat = np.float32([1, 0.5])
    along, across = QUAD * flat, np.float32([[0, 0], [0, 60], [90, 60], [90, 0]]) * flat + 200
    rows = np.zeros((3, len(CLASSES)), np.float32)
    rows[0, 3], rows[1, BACK], rows[2, BACK] = 0.97, 0.95, 0.95
    seen = settle([Found(along, 0.9, 0.0), Found(across, 0.8, 1.0), Found(across * 2 + 300, 0.8, 1.0)], rows, SURE)
    assert [card.face for card in seen.cards] == [Face.UP, Face.DOWN]


@pytest.mark.parametrize("part", [0.5, 2.0])
def test_half_a_card_and_one_of_double_length_are_none(part: float) -> None:
    rows = np.zeros((2, len(CLASSES)), np.float32)
    rows[0, 3], rows[1, BACK] = 0.97, 0.95
    half = Found(QUAD * np.float32([1, part]) + 300, 0.8, 1.0)
    assert [card.face for card in settle([Found(QUAD, 0.9, 0.0), half], rows, SURE).cards] == [Face.UP]


@pytest.mark.parametrize(
    ("edge", "down", "told"), [(50, 20, 1), (60, 20, 2), (50, 70, 2)], ids=["no more", "its middle", "more beside it"]
)
def test_at_the_edge_an_outline_that_shows_nothing_but_a_read_card_is_no_second_one(
    edge: float, down: float, told: int
) -> None:
    rows = np.zeros((2, len(CLASSES)), np.float32)
    rows[0, 1], rows[1, BACK] = 0.99, 0.6
    beside = QUAD * np.float32([1, 0.75]) + np.float32([25, down])
    view = np.float32([(0, 0), (edge, 0), (edge, 300), (0, 300)])
    found = [Found(QUAD, 0.9, 0.0), Found(beside, 0.9, 1.0)]
    assert len(settle(found, rows, SURE, view=view).cards) == told
