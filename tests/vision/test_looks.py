"""What is in doubt is looked at again, what is certain is not; several looks make one opinion."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from vision.localise import STRIDE, Found, Spot, Votes
from vision.looks import Looks, aside, sized, weighed, weighed_indices
from vision.names import CARDS, CLASSES
from vision.rectify import COVERED

QUAD = np.float32([[60, 40], [130, 40], [130, 140], [60, 140]])
PICTURE = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
ACE, TWO = CARDS.index("As"), CARDS.index("2s")


def whole(name: int, chance: float) -> np.ndarray:
    said = np.full(64, 0.0, np.float32)
    said[: len(CLASSES)] = (1 - chance) / (len(CLASSES) - 1)
    said[name] = chance
    return said


def corner(rank: int, chance: float) -> np.ndarray:
    said = np.zeros(23, np.float32)
    said[:14], said[14:19] = (1 - chance) / 13, (1 - chance) / 4
    said[rank], said[14] = chance, chance
    return said


class Reader:
    """Says of every picture of its first call the first thing, and so on; the last for ever."""

    def __init__(self, *says: np.ndarray) -> None:
        self.says, self.asked = list(says), list[int]()

    def run(self, pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        said = self.says[min(len(self.asked), len(self.says) - 1)]
        self.asked.append(len(pictures))
        said = said if said.ndim == 2 else np.stack([said] * len(pictures))
        return said, np.zeros((len(pictures), 8), np.float32)


class Keeper(Reader):
    """Keeps what it was shown."""

    def __init__(self, *says: np.ndarray) -> None:
        super().__init__(*says)
        self.seen: list[np.ndarray] = []

    def run(self, pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        self.seen.append(pictures)
        return super().run(pictures)


def looks(
    card: Reader | None = None,
    index: Reader | None = None,
    more_cards: tuple[Reader, ...] = (),
    more_indices: tuple[Reader, ...] = (),
    deck: Any = None,
) -> Looks:
    opened: Any = SimpleNamespace(
        card=card, index=index, letters=None, more_cards=more_cards, more_indices=more_indices
    )
    return Looks(opened, deck)


@pytest.mark.parametrize(("chance", "asked"), [(0.995, [1]), (0.7, [1, 2])])
def test_a_doubtful_card_is_looked_at_twice_more(chance: float, asked: list[int]) -> None:
    reader = Reader(whole(ACE, chance))
    _, said = looks(reader).cards(PICTURE, [Found(QUAD, 0.9, 0.0)], [])
    assert (reader.asked, said.shape) == (asked, (1, len(CLASSES)))
    assert said[0, ACE] == pytest.approx(chance, abs=1e-3)


@pytest.mark.parametrize(("chance", "asked"), [(0.995, []), (0.7, [2])])
def test_where_a_card_is_in_doubt_the_other_readers_are_asked_too(chance: float, asked: list[int]) -> None:
    first, second, third = Reader(whole(ACE, chance)), Reader(whole(TWO, 0.99)), Reader(whole(TWO, 0.99))
    _, said = looks(first, more_cards=(second, third)).cards(PICTURE, [Found(QUAD, 0.9, 0.0)], [])
    assert (first.asked, second.asked, third.asked) == ([1], asked, asked), "the looks again are theirs"
    assert said[0, TWO] > 0.75 if asked else said[0, ACE] == pytest.approx(chance, abs=1e-3)


@pytest.mark.parametrize(("chance", "asked"), [(0.999, []), (0.7, [4])])
def test_where_an_index_is_in_doubt_the_other_readers_are_asked_too(chance: float, asked: list[int]) -> None:
    first, second, third = Reader(corner(12, chance)), Reader(corner(5, 0.99)), Reader(corner(5, 0.99))
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    _, said = looks(index=first, more_indices=(second, third)).indices(PICTURE, [spot, spot])
    assert (first.asked, second.asked, third.asked) == ([2], asked, asked)
    assert (said[:, 5] > 0.75).all() if asked else said[:, 12] == pytest.approx([chance] * 2, abs=1e-3)
    assert said[:, :14].sum(1) == pytest.approx([1, 1], abs=1e-5)


def test_readers_that_differ_count_alike() -> None:
    first, second, third = Reader(whole(ACE, 0.7)), Reader(whole(TWO, 0.9)), Reader(whole(ACE, 0.9))
    _, said = looks(first, more_cards=(second, third)).cards(PICTURE, [Found(QUAD, 0.9, 0.0)], [])
    each = [whole(ACE, 0.7), whole(TWO, 0.9), whole(ACE, 0.9)]
    together = np.exp(np.mean([np.log(one[: len(CLASSES)]) for one in each], 0))
    assert said[0] == pytest.approx(together / together.sum(), abs=1e-4)


def test_an_enrolled_deck_hears_the_other_readers_and_sees_what_the_first_embeds() -> None:
    heard: list[tuple[np.ndarray, np.ndarray]] = []
    shown: list[int] = []
    deck: Any = SimpleNamespace(
        knows=lambda _: True,
        whole=lambda said, embedded: [heard.append((said.copy(), embedded)), said][1],
        index=lambda said, embedded, pictures: [
            heard.append((said.copy(), embedded)),
            shown.append(len(pictures)),
            said,
        ][2],
    )
    first, second = Reader(whole(ACE, 0.7)), Reader(whole(TWO, 0.99))
    looks(first, more_cards=(second,), deck=deck).cards(PICTURE, [Found(QUAD, 0.9, 0.0)], [])
    assert [int(said[0].argmax()) for said, _ in heard] == [ACE, TWO]
    assert [embedded.shape for _, embedded in heard] == [(1, 8), (2, 8)]
    heard.clear()
    first, second = Reader(corner(12, 0.7)), Reader(corner(5, 0.99))
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    looks(index=first, more_indices=(second,), deck=deck).indices(PICTURE, [spot])
    assert [int(said[0, :13].argmax()) for said, _ in heard] == [12, 5]
    assert shown == [1, 2], "its own letters are looked at where others were"
    assert [embedded.shape for _, embedded in heard] == [(1, 8), (2, 8)]


def test_only_the_doubtful_ones_are_and_their_looks_are_weighed() -> None:
    both = np.stack([whole(ACE, 0.999), whole(ACE, 0.6)])
    reader = Reader(both, np.stack([whole(TWO, 0.9)] * 2))
    cards = [Found(QUAD, 0.9, 0.0), Found(QUAD + 200, 0.9, 0.0)]
    _, said = looks(reader).cards(PICTURE, cards, [])
    assert reader.asked == [2, 2], "both looks at once"
    assert said.argmax(1).tolist() == [ACE, TWO]
    assert said[0, ACE] > 0.99
    assert said[1, TWO] < 0.9
    assert said.sum(1) == pytest.approx([1, 1], abs=1e-5)


def test_a_doubtful_card_is_looked_at_upside_down_too() -> None:
    reader = Keeper(whole(ACE, 0.7))
    looks(reader).cards(PICTURE, [Found(QUAD, 0.9, 0.0)], [])
    first, (turned, upright) = reader.seen
    assert np.abs(turned[::-1, ::-1].astype(int) - upright).mean() < np.abs(turned.astype(int) - upright).mean()
    assert np.abs(first[0].astype(int) - upright).mean() < np.abs(first[0].astype(int) - turned).mean()


def test_what_lies_on_a_card_behind_an_index_is_painted_over_but_nothing_that_would_hide_the_index() -> None:
    """As the votes have it both others lie on it; one of them would hide the index, which was read."""
    at, card = np.float32([70, 55]), Found(QUAD, 0.8, 0.0, 0.9)
    lower, upper = Found(QUAD + np.float32([0, 60]), 0.9, 0.0), Found(QUAD + 1, 0.9, 0.0)
    high, wide = PICTURE.shape[:2]
    rows, columns = np.mgrid[: high // STRIDE, : wide // STRIDE].astype(np.float32)
    inside, (x, y) = np.ones_like(rows), lower.quad.mean(0)
    votes = [Votes(1.0, inside, np.full_like(columns, x), np.full_like(rows, y))]
    shown = []
    for others in ([lower], [upper], [lower, upper]):
        reader = Keeper(whole(ACE, 0.999))
        cards, said = looks(reader).behind(PICTURE, [card], [at], others, votes)
        assert (len(cards), said.shape) == (1, (1, len(CLASSES)))
        shown.append(float((reader.seen[0][0] == COVERED).all(-1).mean()))
    assert shown == pytest.approx([0.4, 0.0, 0.4], abs=0.08)


def test_behind_no_index_nothing_is_read() -> None:
    cards, said = looks(Reader()).behind(PICTURE, [], [], [], [])
    assert (cards, said.shape) == ([], (0, len(CLASSES)))


@pytest.mark.parametrize(("off", "asked"), [(0.03, [2]), (0.08, [2, 1]), (0.5, [2, 1])])
def test_only_a_card_whose_outline_was_put_right_by_much_is_read_anew(off: float, asked: list[int]) -> None:
    first = np.stack([whole(ACE, 0.999), whole(ACE, 0.999)])
    first[1, len(CLASSES) :] = off  # every corner, across and down
    reader = Reader(first, whole(TWO, 0.999))
    cards = [Found(QUAD, 0.9, 0.0), Found(QUAD + 80, 0.9, 0.0)]
    mended, said = looks(reader).cards(PICTURE, cards, [])
    assert reader.asked == asked
    assert said.argmax(1).tolist() == [ACE, TWO if len(asked) > 1 else ACE]
    assert np.allclose(mended[0].quad, QUAD)
    assert np.allclose(mended[1].quad, QUAD + 80 + min(off, 0.12) * np.float32([70, 100]), atol=0.1)


@pytest.mark.parametrize(("chance", "asked"), [(0.999, [2]), (0.8, [2, 4])])
def test_a_doubtful_index_is_looked_at_twice_more(chance: float, asked: list[int]) -> None:
    reader = Reader(corner(12, chance))
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    placed, said = looks(index=reader).indices(PICTURE, [spot, spot])
    assert (reader.asked, said.shape) == (asked, (2, 19))
    assert said[:, 12] == pytest.approx([chance] * 2, abs=1e-3)
    assert np.allclose(placed[0].middle, spot.middle)


def test_an_index_far_from_its_place_is_looked_at_again_there_and_only_it() -> None:
    first = np.stack([corner(12, 0.999)] * 2)
    first[0, 19:], first[1, 19:] = (0.1, 0, 0, 0), (0.3, 0, 0, 0)
    reader = Reader(first, corner(5, 0.999))
    spot = Spot(np.float32([90, 90]), np.float32([0, -10]), np.float32([100, 110]), 0.9)
    placed, said = looks(index=reader).indices(PICTURE, [spot, spot])
    assert reader.asked == [2, 1]
    assert said[:, :13].argmax(1).tolist() == [12, 5]
    assert [one.middle.tolist() for one in placed] == [pytest.approx([91, 90]), pytest.approx([93, 90])]


def test_looks_that_agree_stay_as_they_are_and_one_against_two_is_outvoted() -> None:
    one, other = whole(ACE, 0.9)[None, :56], whole(TWO, 0.9)[None, :56]
    assert weighed([one, one]) == pytest.approx(one, abs=1e-6)
    assert weighed([one, other, one]).argmax() == ACE
    ranks = weighed_indices([corner(1, 0.9)[None, :19], corner(2, 0.9)[None, :19]])
    assert (ranks[0, :14].sum(), ranks[0, 14:].sum()) == pytest.approx((1, 1), abs=1e-5)
    assert ranks[0, 1] == pytest.approx(ranks[0, 2])


def test_nearer_and_aside_are_of_the_same_place() -> None:
    assert np.allclose(sized(QUAD, 1.1).mean(0), QUAD.mean(0))
    assert np.ptp(sized(QUAD, 1.1)[:, 0]) == pytest.approx(77, abs=1e-3)
    moved = aside(Spot(np.float32([90, 90]), np.float32([0, -10]), np.float32([100, 110]), 0.9), 1.1, 0.1)
    assert moved.middle.tolist() == pytest.approx([91, 89])
    assert moved.up.tolist() == pytest.approx([0, -11])


def test_each_of_two_doubtful_indices_is_weighed_with_its_own_further_looks() -> None:
    first = np.stack([corner(3, 0.6), corner(4, 0.6)])
    reader = Reader(first, np.stack([corner(rank, 0.9) for rank in (7, 8, 7, 8)]))
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    _, said = looks(index=reader).indices(PICTURE, [spot, spot])
    assert reader.asked == [2, 4]
    assert said[:, :13].argmax(1).tolist() == [7, 8]


def blank(chance: float) -> np.ndarray:
    said = np.zeros(23, np.float32)
    said[:14], said[14:19] = (1 - chance) / 13, (1 - chance) / 4
    said[13], said[18] = chance, chance
    return said


@pytest.mark.parametrize(("chance", "asked"), [(0.95, [2]), (0.85, [2, 4])])
def test_what_is_most_likely_no_index_is_not_looked_at_again(chance: float, asked: list[int]) -> None:
    first, second = Reader(blank(chance)), Reader(blank(chance))
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    _, said = looks(index=first, more_indices=(second,)).indices(PICTURE, [spot, spot])
    assert (first.asked, second.asked) == (asked[:1], asked[1:])
    assert said[:, 13] == pytest.approx([chance] * 2, abs=1e-3)


def test_an_index_of_which_only_the_rank_is_clear_is_looked_at_again() -> None:
    half_seen = blank(0.95)
    half_seen[:14] = corner(12, 0.97)[:14]
    reader = Reader(half_seen)
    spot = Spot(np.float32([90, 90]), np.float32([0, -9]), np.float32([100, 110]), 0.9)
    looks(index=reader).indices(PICTURE, [spot])
    assert reader.asked == [1, 2]
