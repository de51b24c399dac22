"""Where no name is sure all that is known tells what lies there: a card face down, a joker, a cut card, nothing."""

import numpy as np
import pytest

from vision.arrays import Field, floats
from vision.kinds import (
    AS_SAID,
    ASPECTS,
    FACE,
    KINDS,
    UNPLAYED,
    Kinds,
    aspects,
    grouped,
    told,
    unnamed,
)
from vision.localise import Found
from vision.names import BACK, CLASSES, CUT_CARD, JOKER, NOTHING
from vision.reader import CardReader
from vision.settle import likeliest

RED, GREEN, BLUE = (40, 40, 190), (70, 110, 40), (190, 60, 40)
QUAD = floats([[0, 0], [60, 0], [60, 90], [0, 90]])
SURE = 0.9


def distribution(**given: float) -> Field:
    """A distribution (56,) over CLASSES; what is not *given* is spread over all others."""
    row = np.full(len(CLASSES), (1 - sum(given.values())) / (len(CLASSES) - len(given)), np.float32)
    for name, chance in given.items():
        row[CLASSES.index(name)] = chance
    return row


def table(*colours: tuple[int, int, int]) -> np.ndarray:
    """A green table, and on it a card in each of *colours*, 200 pixels apart."""
    picture = np.full((300, 200 * len(colours) + 100, 3), GREEN, np.uint8)
    for n, colour in enumerate(colours):
        picture[100:190, 100 + 200 * n : 160 + 200 * n] = colour
    return picture


def at(number: int, score: float = 0.9, back: float = 0.95) -> Found:
    return Found(QUAD + floats([100 + 200 * number, 100]), score, back)


def asked(
    picture: np.ndarray, cards: list[Found], chances: Field, over: list[list[int]] | None = None
) -> dict[str, list[float]]:
    rows = unnamed(chances, SURE)
    seen = aspects(picture, cards, chances, chances, rows, over or [[] for _ in cards])
    assert len(rows) == len(seen)
    return dict(zip(ASPECTS, seen.T.tolist(), strict=True))


def test_only_where_no_name_is_sure_is_anything_asked() -> None:
    chances = np.stack([distribution(As=0.95), distribution(As=0.85), distribution(back=0.99)])
    assert unnamed(chances, SURE).tolist() == [1, 2]
    seen = asked(table(RED, RED, RED), [at(n) for n in range(3)], chances)
    assert len(seen["score"]) == 2
    assert len(unnamed(chances[:1], SURE)) == 0
    assert len(unnamed(np.zeros((0, len(CLASSES)), np.float32), SURE)) == 0


def test_what_is_told_of_a_card_moves_no_other_and_makes_no_name_surer() -> None:
    chances = np.stack([distribution(As=0.95), distribution(As=0.5, Ks=0.2, back=0.2), distribution(back=0.6)])
    kinds = floats([[0.05, 0.9, 0.02, 0.02, 0.01], [0, 0.01, 0.01, 0.01, 0.97]])
    after = told(chances, np.array([1, 2]), kinds, 0.6)
    assert (after[0] == chances[0]).all()
    assert after[1, list(UNPLAYED)] == pytest.approx(kinds[0, :FACE])
    assert after.sum(1) == pytest.approx(np.ones(3), abs=1e-5)
    assert grouped(after)[1:] == pytest.approx(kinds, abs=1e-5)
    assert after[2, :BACK].max() < 0.02, "a face, but which nobody knows"
    surer = told(chances, np.array([1]), floats([[0, 0, 0, 0, 1]]), 0.6)
    assert surer[1].argmax() == CLASSES.index("As")
    assert surer[1].max() == pytest.approx(0.5)
    assert surer[1, :BACK].sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("close", [distribution(As=0.3, Ks=0.29, back=0.39), distribution(As=0.02, nothing=0.5)])
def test_names_keep_their_order_however_many_of_them_it_may_be(close: Field) -> None:
    (after,) = told(close[None], np.array([0]), floats([[0.01, 0.01, 0.005, 0.005, 0.97]]), 0.6)
    assert after[:BACK].argmax() == close[:BACK].argmax()
    assert (np.diff(after[:BACK][np.argsort(close[:BACK])]) > -1e-6).all()
    assert after[:BACK].max() <= max(close[:BACK].max(), 0.97 / 52) + 1e-6
    assert after.sum() == pytest.approx(1, abs=1e-5)


def test_of_a_face_names_lose_nothing() -> None:
    """How sure a name is says sureness.py, on what it was fitted on; what is likelier no face loses its name."""
    chances = distribution(As=0.9, nothing=0.05)[None]
    face, back = floats([[0.2, 0.1, 0, 0, 0.7]]), floats([[0.1, 0.5, 0, 0, 0.4]])
    assert told(chances, np.array([0]), face, 0.6)[0, :BACK] == pytest.approx(chances[0, :BACK])
    assert grouped(told(chances, np.array([0]), face, 0.6))[0].sum() == pytest.approx(1, abs=1e-5)
    assert told(chances, np.array([0]), back, 0.6)[0, CLASSES.index("As")] < 0.4
    assert told(chances, np.array([0]), face, 0.8)[0, :BACK].sum() == pytest.approx(0.7, abs=1e-5)


def test_a_face_is_likelier_than_a_back_where_all_names_together_are() -> None:
    assert likeliest(distribution(As=0.3, Ks=0.25, back=0.4))[0] == CLASSES.index("As")
    assert likeliest(distribution(As=0.3, back=0.65)) == (BACK, pytest.approx(0.65))
    assert likeliest(distribution(nothing=0.9))[0] == NOTHING


def test_without_a_fit_kinds_are_what_all_opinions_say() -> None:
    for kind in (NOTHING, BACK, JOKER, CUT_CARD):
        seen = asked(table(RED), [at(0)], distribution(**{CLASSES[kind]: 0.8})[None])
        chances = AS_SAID.of(floats([[seen[name][0] for name in ASPECTS]]))
        assert KINDS[int(chances.argmax())] == CLASSES[kind]
        assert chances.sum() == pytest.approx(1, abs=1e-5)


def test_each_aspect_counts_for_each_kind() -> None:
    weights = np.zeros((len(ASPECTS), len(KINDS)))
    weights[ASPECTS.index("strange"), KINDS.index("cut_card")] = 2.0
    by = Kinds((0.0, 0.0, 0.0, 0.0, 1.0), tuple(map(tuple, weights)))
    seen = np.zeros((2, len(ASPECTS)), np.float32)
    seen[1, ASPECTS.index("strange")] = 3.0
    assert [KINDS[int(one.argmax())] for one in by.of(seen)] == ["face", "cut_card"]


def test_a_card_in_another_colour_than_the_deck_s_back_is_strange() -> None:
    chances = np.stack([distribution(back=0.8)] * 3)
    seen = asked(table(RED, RED, BLUE), [at(n, score=0.9 - 0.1 * n) for n in range(3)], chances)
    assert seen["other_back"] == [1, 1, 1]
    assert max(seen["strange"][:2]) < 0.1
    assert seen["strange"][2] > 2
    alone = asked(table(BLUE), [at(0)], chances[:1])
    assert (alone["other_back"], alone["strange"]) == ([0], [0]), "no back tells what is strange"
    face_up = asked(table(RED, BLUE), [at(0, back=0.1), at(1, back=0.1)], chances[:2])
    assert face_up["other_back"] == [0, 0]


def test_where_no_edge_shows_nothing_may_lie() -> None:
    chances = distribution(back=0.8)[None]
    assert asked(table(RED), [at(0)], chances)["edge"][0] > 2
    assert asked(table(GREEN), [at(0)], chances)["edge"][0] < 0.05


def test_cards_with_a_name_say_how_long_cards_are() -> None:
    chances = np.stack([distribution(As=0.95), distribution(back=0.8)])
    twice = Found(QUAD * 2 + floats([200, 60]), 0.9, 0.95)
    seen = asked(table(RED, RED), [at(0), twice], chances)
    assert (seen["longer"], seen["unlike"]) == (pytest.approx([np.log(2)]), pytest.approx([np.log(2)]))
    assert seen["sized"] == [1]
    assert asked(table(RED), [at(0)], chances[1:])["sized"] == [0]
    known = aspects(table(RED), [at(0)], chances[1:], chances[1:], np.array([0]), [[]], card_long=45.0)
    found = dict(zip(ASPECTS, known[0].tolist(), strict=True))
    assert (found["sized"], found["longer"]) == (1, pytest.approx(np.log(2))), "a calibrated camera says it"


def test_outlines_that_overlap_say_of_each_other_what_they_are() -> None:
    chances = np.stack([distribution(back=0.9), distribution(back=0.6)])
    beside = Found(at(0).quad + floats([30, 0]), 0.6, 0.9)
    seen = asked(table(RED), [at(0), beside], chances, [[], [0]])
    assert seen["under_back"] == pytest.approx([0, 0.45], abs=0.01), "half of it lies in one that is surely a back"
    assert seen["over_back"] == pytest.approx([0.2, 0], abs=0.01)
    assert seen["covered"] == pytest.approx([0, 0.5], abs=0.1)
    named = asked(table(RED), [at(0), beside], np.stack([distribution(As=0.95), distribution(back=0.6)]))
    assert named["beneath"] == pytest.approx([1 / 3], abs=0.01)
    assert named["under_back"] == [0]


def test_what_lies_half_beside_the_picture_is_so_far_outside() -> None:
    cards = [at(0), Found(QUAD + floats([-30, 100]), 0.9, 0.95), Found(QUAD - floats([500, 500]), 0.9, 0.95)]
    seen = asked(table(RED), cards, np.stack([distribution(back=0.8)] * 3))
    assert seen["outside"] == pytest.approx([0, 0.5, 1], abs=0.1)
    assert np.isfinite([one for row in seen.values() for one in row]).all()


def test_the_published_weights_tell_a_back_from_the_felt(reader: CardReader) -> None:
    """With all else equal, the edge that shows and the card's size decide what the readers leave open."""
    chances = np.stack([distribution(As=0.95), distribution(back=0.5, nothing=0.4)])
    likely = []
    for colour, size in ((BLUE, 1.0), (GREEN, 1.5)):
        other = Found(QUAD * size + floats([300, 100]), 0.6, 0.9)
        seen = aspects(table(RED, colour), [at(0), other], chances, chances, unnamed(chances, SURE), [[], []])
        likely.append(float(reader.opened.kinds.of(seen)[0, KINDS.index("back")]))
    assert likely[0] > likely[1] + 0.1
