"""Looking at a picture much smaller, and in the finest scale only where that is needed."""

import cv2
import numpy as np
import pytest
from test_search import UPRIGHT, answer_for

from vision.arrays import Field, Picture
from vision.halves import Halves
from vision.localise import STRIDE, Found, Localiser, Votes
from vision.search import ENOUGH, FINE, KNOWN_LONG, MARGIN, Search, scales
from vision.sizes import without_tables


def picture(width: int, height: int) -> Picture:
    noise = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
    return np.asarray(cv2.GaussianBlur(noise, (0, 0), 3), np.uint8)


@pytest.mark.parametrize("scale", [1.0, 0.6, 0.48, 0.25, 0.24, 0.1, 0.04])
@pytest.mark.parametrize("size", [(1201, 803), (1600, 1200)])
def test_a_reduced_picture_is_the_one_that_averages_all_pixels_at_once(size: tuple[int, int], scale: float) -> None:
    whole = picture(*size)
    small = tuple(max(8, round(side * scale)) for side in size)
    at_once = cv2.resize(whole, small, interpolation=cv2.INTER_AREA)
    # An odd side loses its last row with each half: three pixels of 1,201 at most.
    most = 2.0 if size[0] % 2 else 1.5
    assert np.abs(Halves(whole).reduced(scale).astype(int) - at_once).mean() < most
    assert Halves(whole).reduced(scale).shape == at_once.shape


def test_what_is_made_from_a_half_is_no_larger_than_it() -> None:
    halves = Halves(picture(1200, 800))
    for scale in (1.0, 0.51, 0.26, 0.25, 0.2, 0.1, 0.03):
        source, its = halves.near(scale)
        assert its == 1 or its >= scale
        assert its < 2 * scale, "a larger one would cost more"
        assert source.shape[1] == int(1200 * its)
    assert halves.near(0.6)[0] is halves.picture
    assert halves.near(1.5)[0] is halves.picture
    assert Halves(picture(8, 3)).near(0.001)[0].size, "a picture of a few pixels stays one"


class Sees(Localiser):
    """A localiser that sees upright cards of *long* pixels in every scale, and nothing in second looks."""

    def __init__(self, long: float, places: tuple[tuple[int, int], ...] = ((300, 200),), score: float = 0.8) -> None:
        self.scales: list[float] = []
        self.parts: list[tuple[float, ...]] = []
        self.corners: list[tuple[float, float] | None] = []
        self.closer = 0
        self.sign: tuple[int, int] | None = None
        card = np.float32([[0, 0], [0.7 * long, 0], [0.7 * long, long], [0, long]])
        self.found = [Found(card + np.float32(place), score, 0.0) for place in places]

    def find(
        self, small: Picture, scale: float, corner: tuple[float, float] | None = None
    ) -> tuple[list[Found], Votes]:
        self.scales.append(scale)
        self.corners.append(corner)
        left, top = corner or (0, 0)
        self.parts.append((left, top, left + small.shape[1] / scale, top + small.shape[0] / scale))
        cells = np.zeros((small.shape[0] // 4, small.shape[1] // 4), np.float32)
        if self.sign is not None and corner is None:
            cells[round(self.sign[1] * scale / 4), round(self.sign[0] * scale / 4)] = 0.2
        return self.found, Votes(scale, cells, cells, cells, (), corner)

    def answers(self, pictures: Picture) -> Field:
        self.closer += len(pictures)
        return np.zeros((len(pictures), 14, 64, 64), np.float32)


WHOLE = (0, 0, 2000, 1500)
*COARSE, FINEST = scales(2000, 1500)
LARGE = round(ENOUGH / COARSE[-1]) + 1
"""How long cards must be for the finest look to be only around them."""


def fine_parts(localiser: Sees) -> list[tuple[float, ...]]:
    """What is looked at in the finest scale of a picture of 2,000 × 1,500."""
    Search(localiser, picture(2000, 1500), 0.3)
    assert localiser.scales[: len(COARSE)] == COARSE
    assert localiser.parts[: len(COARSE)] == [pytest.approx(WHOLE, abs=8)] * len(COARSE)
    assert localiser.scales[len(COARSE) :] == [pytest.approx(FINEST)] * (len(localiser.scales) - len(COARSE))
    return localiser.parts[len(COARSE) :]


def test_large_cards_are_looked_at_finely_with_what_lies_around_them() -> None:
    parts = fine_parts(Sees(LARGE, ((300, 200), (360, 220), (1300, 900))))
    beside = MARGIN * LARGE
    together = (300 - beside, 200 - beside, 360 + 0.7 * LARGE + beside, 220 + LARGE + beside)
    alone = (1300 - beside, 900 - beside, 1300 + 0.7 * LARGE + beside, 900 + LARGE + beside)
    assert np.abs(np.subtract(parts, (together, alone))).max() <= 3 * STRIDE / COARSE[-1]


def test_cards_whose_surroundings_only_touch_are_looked_at_one_by_one() -> None:
    touching = Sees(LARGE, tuple((100 + 150 * n, 100 + 190 * n) for n in range(6)))
    assert len(fine_parts(touching)) == 6, "one around all that touch would be most of the picture"
    row = Sees(LARGE, tuple((100 + 150 * n, 100) for n in range(6)))
    assert len(fine_parts(row)) == 1, "one part is no larger, and asked for at once"


def test_an_outline_that_holds_several_others_does_not_say_how_long_cards_are() -> None:
    cards = Sees(LARGE, ((300, 200), (500, 210), (700, 220)))
    table = Sees(1400, ((250, 80),)).found
    cards.found += table
    assert len(fine_parts(cards)) == 3, "the whole table otherwise"
    assert without_tables(cards.found) == cards.found[:3]
    assert without_tables([*cards.found[:2], *table]) == [*cards.found[:2], *table], "two pictures are on many a card"
    thrice = [*cards.found[:1] * 3, *table]
    assert without_tables(thrice) == thrice, "one card that was seen in three looks is one"


def test_a_small_picture_is_looked_at_finely_as_a_whole() -> None:
    localiser = Sees(FINE)
    Search(localiser, picture(1000, 900), 0.3)
    assert (localiser.scales[-1], localiser.corners[-1]) == (1.0, None), "it costs little, and shows a little more"


def test_the_least_sign_of_a_card_is_looked_at_finely_too() -> None:
    localiser = Sees(LARGE)
    localiser.sign = (1600, 1200)
    card, (left, top, right, bottom) = fine_parts(localiser)
    assert max(card) < 700
    assert 1600 - LARGE < left < 1600 - 0.2 * LARGE
    assert 1600 + 0.2 * LARGE < right < 1600 + LARGE
    assert 1200 - LARGE < top < 1200 - 0.2 * LARGE
    assert 1200 + 0.2 * LARGE < bottom < 1200 + LARGE
    assert len(fine_parts(Sees(LARGE))) == 1


def test_the_finest_look_is_no_finer_than_the_smaller_cards_need() -> None:
    large = Sees(1.4 * FINE)
    Search(large, picture(2000, 1500), 0.3)
    assert large.scales == [*COARSE, pytest.approx(1 / 1.4)]
    large.found[1:] = Sees(FINE, ((1300, 900),)).found  # half of them are smaller
    large.scales.clear()
    Search(large, picture(2000, 1500), 0.3)
    assert large.scales[-1] > 0.9 * FINEST
    near = Sees(FINE / COARSE[-1])
    Search(near, picture(2000, 1500), 0.3)
    assert near.scales == [*COARSE], "they were seen as large before"


SEVERAL_LARGE = tuple((200 + 300 * n, 300) for n in range(5))


@pytest.mark.parametrize(
    ("places", "size", "again"),
    [
        (SEVERAL_LARGE, (2000, 1500), 0),
        (SEVERAL_LARGE[:2], (2000, 1500), 2),
        (SEVERAL_LARGE, (1000, 700), 1),
    ],
    ids=["several agree", "two agree", "all was looked at, at little cost"],
)
def test_what_is_of_quite_another_size_than_a_large_photographs_cards_gets_no_second_look(
    places: tuple[tuple[int, int], ...], size: tuple[int, int], again: int
) -> None:
    localiser = Sees(250, places)
    localiser.found += [*Sees(30, ((100, 900),)).found, *Sees(800, ((1100, 600),)).found]
    Search(localiser, picture(*size), 0.3).seen()
    assert localiser.closer == again


EVERYWHERE = tuple((x, y) for x in range(20, 1900, 150) for y in range(20, 1400, 200))


@pytest.mark.parametrize(
    ("localiser", "why"),
    [
        (Sees(ENOUGH / COARSE[-1] - 1), "it is small, and smaller ones may be there"),
        (Sees(400, ()), "nothing was seen"),
        (Sees(400, score=0.2), "nothing was seen that is likely a card"),
        (Sees(400, score=0.55), "chips and print look as much like a card from afar"),
        (Sees(FINE, EVERYWHERE), "that is nearly all of the picture anyway"),
    ],
)
def test_a_picture_that_may_show_more_is_looked_at_finely_as_a_whole(localiser: Sees, why: str) -> None:
    assert fine_parts(localiser) == [WHOLE], why
    assert localiser.corners[-1] is None, "so what is beside it counts too, where cards reach beyond"


def test_what_a_part_shows_lies_where_it_lies_in_the_whole_picture() -> None:
    class Network(Localiser):
        def __init__(self) -> None:
            """It says the same of whatever it is shown."""

        def answers(self, pictures: Picture) -> Field:
            return answer_for([UPRIGHT])[None]

    away = np.float32([300, 40])
    (whole,), votes = Network().find(picture(256, 256), 0.5)
    (part,), of_part = Network().find(picture(256, 256), 0.5, corner=(300, 40))
    assert np.allclose(part.quad, whole.quad + away)
    middle = whole.quad.mean(0, keepdims=True)
    assert np.allclose(of_part.at(middle + away)[1], votes.at(middle)[1] + away)
    assert votes.shows(middle - 500), "the whole picture shows all there is"
    assert of_part.shows(middle + away)
    assert not of_part.shows(middle)


def test_a_small_picture_is_looked_at_once() -> None:
    localiser = Sees(50)
    Search(localiser, picture(160, 120), 0.3)
    assert localiser.scales == [1.0]


@pytest.mark.parametrize(("off", "closer"), [(1.0, 0), (1.1, 0), (0.9, 0), (1.3, 1), (0.7, 1)])
def test_a_card_seen_in_the_best_size_is_not_looked_at_again(off: float, closer: int) -> None:
    localiser = Sees(KNOWN_LONG * off)
    seen = Search(localiser, picture(900, 600), 0.3, card_long=KNOWN_LONG).seen()
    assert localiser.scales == [1.0]
    assert localiser.closer == closer
    assert len(seen.cards) == 1 - closer, "what a second look does not see is none"
