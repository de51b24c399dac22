"""Weighing the two readers' opinions."""

import numpy as np

from vision import rectify
from vision.classify import combine, corner_likelihood
from vision.localise import Found
from vision.names import BACK, CARDS, NOTHING
from vision.reader import CardReader


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
    whole = np.full((1, 54), 0.001, np.float32)
    whole[0, jack], whole[0, king] = 0.5, 0.45
    index = np.stack([corner(11, 2), corner(11, 2), corner(), corner()])[None]
    assert combine(whole, index, 0.8, 0.6)[0].argmax() == king


def test_the_distribution_sums_to_one() -> None:
    random = np.random.default_rng(0)
    whole = random.dirichlet(np.ones(54), 5).astype(np.float32)
    index = np.concatenate([random.dirichlet(np.ones(14), (5, 4)), random.dirichlet(np.ones(5), (5, 4))], -1)
    assert np.allclose(combine(whole, np.float32(index), 0.7, 0.5).sum(1), 1, atol=1e-5)


def test_a_card_read_twice_is_kept_where_it_is_surer(reader: CardReader) -> None:
    quads = [np.float32([[0, 0], [60, 0], [60, 90], [0, 90]]) + 200 * n for n in range(3)]
    chances = np.zeros((3, 54), np.float32)
    chances[:, 7], chances[2, 7], chances[2, NOTHING] = (0.999, 0.9991, 0.0), 0.0, 1.0
    seen = reader._settle([Found(quad, 0.9, 0.0) for quad in quads], chances, 90.0)
    assert [str(card.card) for card in seen] == ["None", CARDS[7]]


def test_covered_parts_are_painted_grey() -> None:
    picture = np.full((200, 200, 3), 250, np.uint8)
    quad = np.float32([[40, 40], [110, 40], [110, 140], [40, 140]])
    cut = rectify.whole(picture, quad, [quad + np.float32([35, 0])])
    assert (cut[:, :28] == 250).all()
    assert (cut[:, 36:] == rectify.COVERED).all()


def test_corner_crops_are_upright_in_all_four_corners() -> None:
    face = np.full((300, 210, 3), 255, np.uint8)
    face[8:40, 8:24] = (0, 0, 255)
    face[-40:-8, -24:-8] = (0, 0, 255)
    quad = np.float32([[0, 0], [210, 0], [210, 300], [0, 300]])
    first, second = (rectify.corner(face, quad, number) for number in (0, 1))
    assert np.abs(first.astype(int) - second).mean() < 2
    assert (rectify.corner(face, quad, 2)[..., 0] > 200).all()
