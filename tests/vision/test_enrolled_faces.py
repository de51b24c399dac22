"""A card in doubt is held against the enrolled faces: confirmed where what its name's says outweighs the doubt."""

import sys
from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from table_controller.records import DECK, Face, Point
from table_controller.records.scene import Scene, SceneCard
from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.classify import CONFIRMED
from vision.enrol.deck_file import Cuts, EnrolledDeck
from vision.enrol.faces import Faces
from vision.enrol.laid import FURTHEST, UNSEEN
from vision.enrol.learn import NOTHING_YET
from vision.enrol.printed import Printed
from vision.enrol.prints import Prints
from vision.enrol.prototypes import Rule
from vision.names import BACK
from vision.reader import CardReader
from vision.rendered_sets import CAMERA
from vision.scene import Look, Studio
from vision.scene.look import project
from vision.zones import rectangle

WIDE, HIGH = 250, 350
QUAD = floats([[200, 120], [352, 150], [318, 362], [166, 332]])


def face(kind: int) -> Picture:
    """Return a drawn card (350, 250, 3) of blots in places of its own; the last two differ by a single small one."""
    rng = np.random.default_rng(7 if kind > 49 else kind)
    card = np.full((HIGH, WIDE, 3), 245, np.uint8)
    for _ in range(9):
        x, y = (int(at) for at in rng.integers([30, 30], [WIDE - 30, HIGH - 30]))
        cv2.circle(card, (x, y), 16, [int(one) for one in rng.integers(0, 160, 3)], -1)
    if kind == 51:
        cv2.circle(card, (20, 20), 5, (0, 0, 0), -1)
    return card


def cut_of(kind: int) -> Picture:
    table = np.full((600, 500, 3), (60, 110, 40), np.uint8)
    table[100:450, 100:350] = face(kind)
    return rectify.whole(table, floats([[100, 100], [350, 100], [350, 450], [100, 450]]))


def deck(kinds: list[int]) -> Faces:
    cuts = np.stack([cut_of(kind) for kind in kinds])
    return Faces(Cuts(cuts, np.array(kinds), np.zeros((0, 64, 48, 3), np.uint8), np.zeros(0, np.int64)))


def confirmed(known: Faces, picture: Picture, chances: Field, quad: Field = QUAD, over: Sequence[Field] = ()) -> bool:
    """Return whether faces alone confirm the likeliest name: no index was enrolled."""
    return Printed(known, Prints(NOTHING_YET)).confirm(picture, quad, over, [], chances)


@pytest.fixture(scope="module")
def known() -> Faces:
    return deck([*range(52), BACK])


def photographed(kind: int) -> Picture:
    """Return the card on a brown table, dimmer and yellower than it was enrolled, blurred and with noise."""
    picture = np.full((480, 560, 3), (40, 70, 95), np.uint8)
    warp = cv2.getPerspectiveTransform(floats([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]]), QUAD)
    cv2.warpPerspective(face(kind), warp, (560, 480), picture, borderMode=cv2.BORDER_TRANSPARENT)
    lit = cv2.GaussianBlur(picture, (0, 0), 1.2) * floats([0.45, 0.6, 0.7])
    return np.asarray(np.clip(lit + np.random.default_rng(1).normal(0, 4, lit.shape), 0, 255), np.uint8)


def held(first: int, second: int = 30) -> Field:
    """Return chances (52,) under which the *first* is likeliest, but far from sure."""
    chances = np.full(52, 0.002, np.float32)
    chances[[first, second]] = 0.5, 0.3
    return chances


def test_the_likeliest_name_is_confirmed_by_its_face(known: Faces) -> None:
    assert confirmed(known, photographed(12), held(12))


@pytest.mark.parametrize("off", [(14, -9), (-12, 16)])
def test_an_outline_that_is_off_is_put_right_first(known: Faces, off: tuple[int, int]) -> None:
    assert confirmed(known, photographed(12), held(12), floats((QUAD - QUAD.mean(0)) * 1.06 + QUAD.mean(0) + off))


def in_grey(picture: Picture) -> Picture:
    return np.repeat(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)


def under_a_lamp(picture: Picture) -> Picture:
    """Return *picture* twice as bright at the card's left end as at its right one."""
    left, right = QUAD[:, 0].min(), QUAD[:, 0].max()
    bright = np.interp(np.arange(picture.shape[1]), [left, right], [1, 0.5])
    return np.asarray(picture * floats(bright)[:, None], np.uint8)


def under_coloured_light(picture: Picture) -> Picture:
    return np.asarray(picture * floats([1, 0.5, 0.3]), np.uint8)


@pytest.mark.parametrize("light", [in_grey, under_a_lamp, under_coloured_light])
def test_the_light_and_the_camera_may_be_others_than_when_it_was_enrolled(
    known: Faces, light: Callable[[Picture], Picture]
) -> None:
    assert known.likeness(light(photographed(12)), QUAD, (), held(12)).by_far > 1
    assert confirmed(known, light(photographed(12)), held(12))
    assert not confirmed(known, light(photographed(12)), held(13, 12))


BARE = [*range(13), *range(39, 52), 13, 14, 26, 27]
"""Cards of which that of the same rank and colour is among them too."""


def bare(kind: int) -> Picture:
    """Return a black card (350, 250, 3) that shows nothing but a small letter over a sign in each of its corners."""
    number, card = BARE.index(kind), np.full((HIGH, WIDE, 3), 25, np.uint8)
    for x in (12, WIDE - 31):
        cv2.putText(card, "ABCDEFGHJKLMNPQRSTUVWXYZ234567"[number], (x, 31), 0, 0.9, (230, 230, 230), 4)
        cv2.drawMarker(card, (x + 9, 54), (230, 230, 230), [0, 1, 3, 5][number % 4], 14, 4)
    return np.asarray(np.where(np.arange(HIGH)[:, None, None] < HIGH // 2, card, card[::-1, ::-1]), np.uint8)


def test_a_card_that_shows_little_but_indices_is_laid_where_the_other_cards_lie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "face", bare)
    off, others = floats((QUAD - QUAD.mean(0)) * 1.06 + QUAD.mean(0) + (9, -7)), [*BARE[1:], BARE[0]]
    known, there = deck(BARE), np.isin(np.arange(52), BARE)
    told = [
        known.likeness(photographed(n), off, (), held(n, other) * there) for n, other in zip(BARE, others, strict=True)
    ]
    # Six, were each laid where it seems to fit by itself: on an index beside its own.
    assert sum(one.by_far > 0 for one in told) > 24


def test_upside_down_it_is_the_same_face(known: Faces) -> None:
    assert confirmed(known, photographed(12), held(12), floats(np.roll(QUAD, 2, 0)))


def test_another_name_is_not_confirmed(known: Faces) -> None:
    assert not confirmed(known, photographed(12), held(13, 12))


def test_of_two_that_look_alike_none_is(known: Faces) -> None:
    assert not confirmed(known, photographed(50), held(50))
    assert not confirmed(known, photographed(51), held(51))


def test_how_alike_a_face_is_and_how_much_liker_than_the_next_is_told(known: Faces) -> None:
    own = known.likeness(photographed(12), QUAD, (), held(12))
    assert own.alike > 0.85
    assert own.by_far > 0.75 * FURTHEST
    other = known.likeness(photographed(12), QUAD, (), held(13, 12))
    assert (other.alike < 0.7, other.by_far) == (True, -FURTHEST)
    twin = known.likeness(photographed(50), QUAD, (), held(50))
    assert twin.alike > 0.9
    assert abs(twin.by_far) < 1


def _covered(share: float) -> Field:
    """Return the outline of what covers so much of the card, from its upper edge down."""
    a, b, c, d = QUAD
    return floats([a + (a - d) * 0.1, b + (b - c) * 0.1, b + (c - b) * share, a + (d - a) * share])


def test_a_face_of_which_less_than_half_shows_may_confirm_its_name_and_a_sixth_of_it_not(known: Faces) -> None:
    assert known.likeness(photographed(12), QUAD, (_covered(0.55),), held(12)).alike > 0.75
    likely = held(12)
    likely[12] = 0.85
    assert confirmed(known, photographed(12), likely, over=[_covered(0.55)])
    assert not confirmed(known, photographed(12), likely, over=[_covered(0.85)])
    assert known.likeness(photographed(12), QUAD, (_covered(1.2),), held(12)) == UNSEEN


def test_a_face_is_not_compared_where_that_of_the_same_rank_and_colour_was_not_enrolled() -> None:
    ace_of_clubs, ace_of_spades, sure = 12, 51, np.eye(52, dtype=np.float32)[12]
    assert deck([ace_of_clubs, 25, 38]).likeness(photographed(12), QUAD, (), sure) == UNSEEN
    assert deck([ace_of_clubs, ace_of_spades]).likeness(photographed(12), QUAD, (), sure).by_far > 1


@pytest.mark.parametrize(("likely", "told"), [(0.5, True), (0.15, False)])
def test_the_less_likely_a_name_the_more_its_face_must_say(known: Faces, likely: float, told: bool) -> None:
    chances = held(12)
    chances[12], chances[30] = likely, 0.1
    assert confirmed(known, photographed(12), chances) is told


def test_where_the_table_is_bare_nothing_is(known: Faces) -> None:
    bare = np.full((480, 560, 3), (40, 70, 95), np.uint8)
    assert not confirmed(known, bare, held(12))


def test_a_card_that_is_mostly_covered_is_not(known: Faces) -> None:
    cover = floats([[150, 100], [370, 140], [340, 330], [130, 290]])
    assert not confirmed(known, photographed(12), held(12), over=[cover])


def test_beyond_the_pictures_edge_nothing_shows(known: Faces) -> None:
    picture = photographed(12)[:, 310:]
    quad = floats(QUAD - (310, 0))
    _, free = rectify.around(picture, quad, 0.3, (102, 143))
    assert 0 < (free == 255).mean() < 0.5
    assert not confirmed(known, picture, held(12), quad)


def test_what_may_be_a_card_whose_face_is_not_known_is_not() -> None:
    some = deck([kind for kind in range(52) if kind != 30])
    assert not confirmed(some, photographed(12), held(12, 30))
    assert confirmed(some, photographed(12), held(12, 31))
    assert not confirmed(some, photographed(12), held(30, 12))


def test_a_deck_without_whole_faces_confirms_nothing() -> None:
    assert not confirmed(Faces(NOTHING_YET), photographed(12), held(12))


def _table() -> tuple[Picture, list[Field]]:
    """Return a picture of ten cards, both indices of each hidden by a chip, and their outlines."""
    cards = [
        SceneCard(card, Face.UP, Point(300 + 200 * (n % 5), 350 + 250 * (n // 5)), 7 * n)
        for n, card in enumerate(DECK[::5][:10])
    ]
    frame = Studio(CAMERA, Look(CAMERA.width, CAMERA.height, (), noise=2), 0).frame(Scene(tuple(cards), ()), 0)
    quads = [floats(project(CAMERA, rectangle(card.centre, 63, 88, card.angle))) for card in cards]
    for x, y in (at for quad in quads for at in rectify.on_card(quad, floats([[0.12, 0.15], [0.88, 0.85]]))):
        cv2.circle(frame, (int(x), int(y)), 12, (60, 120, 200), -1)
    return frame, quads


def _told(reader: CardReader, picture: Picture) -> list[str]:
    return [str(card.card) for card in reader.seen(picture).cards if card.card is not None]


def test_what_is_in_doubt_at_the_table_is_told_where_its_face_confirms_it(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, quads = _table()
    cuts = Cuts(
        np.stack([rectify.whole(picture, quad) for quad in quads]), np.arange(52)[::5][:10],
        np.zeros((0, 64, 48, 3), np.uint8), np.zeros(0, np.int64),
    )  # fmt: skip
    knowing = CardReader(reader.opened, EnrolledDeck(cuts, (Rule(0.0, 0.0),) * 3, reader.opened.readers))
    held = []

    def confirm(answer: bool) -> Callable[..., bool]:
        def said(*asked: object) -> bool:
            held.append(asked)
            return answer

        return said

    monkeypatch.setattr(Printed, "confirm", confirm(False))
    doubted = _told(knowing, picture)
    assert held
    monkeypatch.setattr(Printed, "confirm", confirm(True))
    told = _told(knowing, picture)
    assert set(doubted) < set(told)
    assert len(told) == len(set(told))
    newly = [card for card in knowing.seen(picture).cards if str(card.card) in set(told) - set(doubted)]
    assert all(card.confidence >= CONFIRMED for card in newly)
