"""Looking at a picture much smaller, and in the finest scale only where that is needed."""

import cv2
import numpy as np
import pytest

from vision.arrays import Field, Picture
from vision.halves import Halves
from vision.localise import Found, Localiser, Votes
from vision.search import CLOSE_LONG, ENOUGH, Search, scales


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
    assert np.abs(Halves(whole).reduced(scale).astype(int) - at_once).mean() < 1.5
    assert Halves(whole).reduced(scale).shape == at_once.shape


def test_what_is_made_from_a_half_is_at_most_half_as_large_as_it() -> None:
    halves = Halves(picture(1200, 800))
    for scale in (1.0, 0.51, 0.26, 0.25, 0.2, 0.1, 0.03):
        source, its = halves.near(scale)
        assert its == 1 or its >= 2 * scale
        assert its < 4 * scale, "a larger one would cost more"
        assert source.shape[1] == int(1200 * its)
    assert halves.near(0.6)[0] is halves.picture
    assert Halves(picture(8, 3)).near(0.001)[0].size, "a picture of a few pixels stays one"


class Sees(Localiser):
    """A localiser that sees one upright card of *long* pixels in every scale, and nothing more in second looks."""

    def __init__(self, long: float) -> None:
        self.long, self.scales = long, list[float]()
        self.closer = 0

    def find(self, small: Picture, scale: float) -> tuple[list[Found], Votes]:
        self.scales.append(scale)
        wide = 0.7 * self.long
        quad = np.float32([[300, 200], [300 + wide, 200], [300 + wide, 200 + self.long], [300, 200 + self.long]])
        cells = np.zeros((small.shape[0] // 4, small.shape[1] // 4), np.float32)
        return [Found(quad, 0.8, 0.0)], Votes(scale, cells, cells, cells)

    def answers(self, pictures: Picture) -> Field:
        self.closer += len(pictures)
        return np.zeros((len(pictures), 14, 64, 64), np.float32)


def test_the_finest_scale_waits_until_it_is_asked_for() -> None:
    whole = picture(2000, 1500)
    localiser = Sees(400)
    hunt = Search(localiser, whole, 0.3)
    assert tuple(localiser.scales) == scales(2000, 1500)[:-1]
    assert not hunt.finished
    assert hunt.enough(ENOUGH / localiser.scales[-1] + 1)
    assert not hunt.enough(ENOUGH / localiser.scales[-1] - 1)
    hunt.finish()
    hunt.finish()
    assert tuple(localiser.scales) == scales(2000, 1500)
    assert hunt.enough(1), "there is nothing finer"


def test_a_small_picture_has_one_scale_and_is_done_at_once() -> None:
    localiser = Sees(50)
    assert Search(localiser, picture(160, 120), 0.3).finished
    assert localiser.scales == [1.0]


@pytest.mark.parametrize(("off", "closer"), [(1.0, 0), (1.1, 0), (0.9, 0), (1.3, 1), (0.7, 1)])
def test_a_card_seen_in_the_best_size_is_not_looked_at_again(off: float, closer: int) -> None:
    localiser = Sees(CLOSE_LONG * off)
    seen = Search(localiser, picture(900, 600), 0.3, card_long=CLOSE_LONG).seen()
    assert localiser.scales == [1.0]
    assert localiser.closer == closer
    assert len(seen.cards) == 1 - closer, "what a second look does not see is none"
