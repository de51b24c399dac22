"""The outline of what is printed in a corner, on paper drawn for it; and an index that may name several cards."""

import cv2
import numpy as np
import pytest

from vision.arrays import Field, Picture, floats
from vision.names import CARDS
from vision.printed import outline_of_print
from vision.reader import CardReader

OUTLINE = floats([[100, 80], [140, 80], [140, 160], [100, 160]])


def paper(*prints: tuple[int, int, int, int], ground: int = 230, ink: tuple[int, int, int] = (40, 40, 200)) -> Picture:
    """Paper on which each of *prints*, left, top, right and lower end, is printed in red."""
    picture = np.full((240, 240, 3), ground, np.uint8)
    for left, top, right, low in prints:
        picture[top:low, left:right] = ink
    return picture


def edges(outline: Field) -> list[float]:
    return [*outline.min(0).tolist(), *outline.max(0).tolist()]


def test_the_outline_ends_where_the_print_ends_and_leaves_a_little_room() -> None:
    picture = paper((110, 90, 130, 118), (105, 122, 135, 150))
    left, top, right, low = edges(outline_of_print(picture, OUTLINE))
    assert 105 - 8 < left < 105 - 2
    assert 135 + 2 < right < 135 + 8
    assert 90 - 10 < top < 90 - 3
    assert 150 + 3 < low < 150 + 10


def test_a_ten_is_wider_than_usual() -> None:
    left, _, right, _ = edges(outline_of_print(paper((92, 90, 152, 118), (108, 122, 136, 150)), OUTLINE))
    assert left < 92
    assert right > 152


def test_it_turns_with_its_index() -> None:
    turn = cv2.getRotationMatrix2D((120, 120), 30, 1)
    picture = cv2.warpAffine(paper((105, 90, 135, 150)), turn, (240, 240), borderValue=(230, 230, 230))
    upright = outline_of_print(paper((105, 90, 135, 150)), OUTLINE)
    turned = outline_of_print(picture, floats(cv2.transform(OUTLINE[None], turn)[0]))
    assert np.allclose(turned, cv2.transform(upright[None], turn)[0], atol=1.5)


@pytest.mark.parametrize(
    "picture",
    [
        paper(),
        paper((105, 90, 135, 150), ground=40, ink=(230, 230, 230)),
        paper((0, 0, 125, 240)),
        paper((105, 90, 135, 100)),
        paper((105, 90, 135, 150), ink=(220, 220, 220)),
        paper((118, 90, 121, 150)),
    ],
    ids=["bare", "pale on dark", "beyond the edge", "low", "hardly darker", "narrow"],
)
def test_where_the_print_cannot_be_told_the_usual_outline_stays(picture: Picture) -> None:
    assert (outline_of_print(picture, OUTLINE) == OUTLINE).all()


def test_pips_beside_the_index_do_not_count() -> None:
    alone, beside = paper((105, 90, 135, 150)), paper((105, 90, 135, 150), (146, 90, 158, 120))
    assert (outline_of_print(alone, OUTLINE) == outline_of_print(beside, OUTLINE)).all()


def test_an_outline_beyond_the_picture_is_no_error() -> None:
    away = OUTLINE + 1000
    assert (outline_of_print(paper((105, 90, 135, 150)), away) == away).all()


def test_an_index_is_returned_for_every_card_it_may_name() -> None:
    picture = np.full((300, 300, 3), 90, np.uint8)
    cv2.rectangle(picture, (60, 40), (200, 240), (245, 245, 245), -1)
    for text, at in (("7", (66, 72)), ("V", (66, 100))):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (30, 30, 30), 2)
    said = CardReader.load(threads=1).indices(picture)
    assert said, "an index was drawn"
    names = [name for name, _, _ in said]
    assert set(names) <= set(CARDS)
    assert len(names) > len({tuple(outline.ravel()) for _, outline, _ in said}), "V is no suit: several may be meant"
    for first in {tuple(outline.ravel()) for _, outline, _ in said}:
        assert sum(chance for _, outline, chance in said if tuple(outline.ravel()) == first) <= 1.001
