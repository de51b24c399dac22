"""An index in doubt is held against the enrolled ones: how much liker is that of its name than the next?"""

from collections.abc import Sequence
from typing import cast

import cv2
import numpy as np
import pytest

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.classify import Classifier
from vision.enrol.deck_file import Cuts
from vision.enrol.faces import Faces
from vision.enrol.laid import UNSEEN, Likeness
from vision.enrol.learn import NOTHING_YET
from vision.enrol.printed import Printed, confirms, surest
from vision.enrol.prints import LOWEST, Prints
from vision.localise import Found, Spot
from vision.names import CLASSES, NOTHING
from vision.opinions import Opinions
from vision.reader import CardReader
from vision.search import Seen

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX, cv2.FONT_HERSHEY_PLAIN)
PAPER = (235, 240, 242)


def printed(kind: int) -> Picture:
    """Return a corner (160, 120, 3) with a letter over a blot in the colour of the suit; 50 and 51 look the same."""
    rank, suit = (11 if kind == 51 else kind) % 13, (3 if kind == 51 else kind // 13)
    corner = np.full((160, 120, 3), PAPER, np.uint8)
    ink = [(30, 30, 30), (30, 30, 200), (200, 60, 30), (30, 120, 30)][suit]
    cv2.putText(corner, "23456789TJQKA"[rank], (42, 78), FONTS[1], 1.7, ink, 5)
    cv2.drawMarker(corner, (60, 112), ink, [0, 1, 3, 5][suit], 30, 9)
    return corner


def spot(at: tuple[float, float] = (60, 80), reach: float = 57.0, turn: float = 0.0) -> Spot:
    up = floats([reach * np.sin(turn), -reach * np.cos(turn)])
    return Spot(floats(at), up, floats(at), 0.9)


def deck(kinds: Sequence[int]) -> Prints:
    cuts = np.stack([rectify.index(printed(kind), spot().middle, spot().up) for kind in kinds])
    return Prints(Cuts(np.zeros((0, 112, 80, 3), np.uint8), np.zeros(0, np.int64), cuts, np.array(kinds)))


@pytest.fixture(scope="module")
def known() -> Prints:
    return deck(range(52))


def seen(kind: int, scale: float = 0.3, turn: float = 0.3) -> tuple[Picture, Spot]:
    """Return the index farther away, turned, dimmer and yellower, with noise; and where it is, a little beside."""
    picture = np.full((120, 120, 3), PAPER, np.float32) * 0.9
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    warp = floats([[cos, -sin, 60 - 60 * cos + 80 * sin], [sin, cos, 60 - 60 * sin - 80 * cos]])
    art = cv2.GaussianBlur(printed(kind), (0, 0), 1.2)
    cv2.warpAffine(floats(art), warp, (120, 120), picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    lit = picture * floats([0.5, 0.62, 0.7]) + np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8), spot((61, 58.5), 57 * scale * 1.06, turn + 0.06)


def held(first: int, second: int = 30, likely: float = 0.6) -> Field:
    chances = np.full(52, 0.002, np.float32)
    chances[[first, second]] = likely, 0.3
    return chances


def liker(one: Likeness) -> bool:
    return one.alike > 0.85 and one.by_far > 0.45


@pytest.mark.parametrize("kind", [0, 12, 25, 36, 44])
def test_the_print_of_the_name_is_by_far_the_likest(known: Prints, kind: int) -> None:
    assert liker(known.likeness(*seen(kind), (), held(kind)))


@pytest.mark.parametrize("name", [25, 11])
def test_that_of_another_name_is_not(known: Prints, name: int) -> None:
    assert known.likeness(*seen(12), (), held(name, 12)).by_far < -0.45


def test_of_two_that_look_alike_neither_is(known: Prints) -> None:
    assert not liker(known.likeness(*seen(50), (), held(50)))
    assert not liker(known.likeness(*seen(51), (), held(51)))


def test_what_does_not_show_is_not_compared(known: Prints) -> None:
    picture, at = seen(12)
    cover = floats([[40, 40], [119, 40], [119, 119], [40, 119]])
    assert known.likeness(picture, at, (cover,), held(12)) == UNSEEN
    low, there = seen(12, scale=0.9 * LOWEST / 57)
    assert known.likeness(low, there, (), held(12)) == UNSEEN
    assert known.likeness(picture[:, 58:], spot((3, 58.5), at.reach, 0.3), (), held(12)) == UNSEEN
    assert not liker(known.likeness(np.full_like(picture, 200), at, (), held(12)))


def test_what_may_be_a_card_that_was_not_enrolled_is_not_compared() -> None:
    some = deck([kind for kind in range(52) if kind != 30])
    assert some.likeness(*seen(12), (), held(12, 30)) == UNSEEN
    assert liker(some.likeness(*seen(12), (), held(12, 31)))


def test_a_likely_card_is_confirmed_by_any_of_its_indices_and_by_none_where_none_was_enrolled(known: Prints) -> None:
    picture, at = seen(12)
    quad, elsewhere = floats([[30, 30], [90, 30], [90, 115], [30, 115]]), spot((20, 20), 17)
    chances = held(12, likely=0.979)
    assert Printed(Faces(NOTHING_YET), known).confirm(picture, quad, (), [elsewhere, at], chances)
    assert not Printed(Faces(NOTHING_YET), known).confirm(picture, quad, (), [elsewhere], chances)
    assert not Printed(Faces(NOTHING_YET), known).confirm(picture, quad, (), [at], held(30, 12, likely=0.6))
    assert not Printed(Faces(NOTHING_YET), Prints(NOTHING_YET)).confirm(picture, quad, (), [at], chances)


THERE, BY_FAR = Likeness(0.95, 2.0), Likeness(0.95, 1.0)


@pytest.mark.parametrize(("likely", "face", "index", "told"), [
    (0.5, THERE, UNSEEN, True),  # a face by far the likest is enough where the name is as likely as not
    (0.5, BY_FAR, UNSEEN, False),  # the less likely a name, the more its face must say
    (0.9, BY_FAR, UNSEEN, True),
    (0.9, Likeness(0.95, -1.0), UNSEEN, False),  # another face is liker
    (0.9, Likeness(0.8, 0.2), Likeness(0.9, 0.1), True),
    (0.9, Likeness(0.8, 0.2), Likeness(0.9, -0.1), False),  # an index of which another print is liker speaks against it
    (0.97, Likeness(0.45, 2.0), UNSEEN, False),  # nothing tells that the card lies there
    (0.97, Likeness(0.45, 2.0), Likeness(0.95, 0.0), True),
    (0.97, UNSEEN, BY_FAR, True),  # where no face is compared, an index confirms alone
    (0.5, UNSEEN, BY_FAR, False),  # the less likely a name, the more the index must say
    (0.15, UNSEEN, THERE, False),
    (0.5, UNSEEN, THERE, True),
    (0.97, UNSEEN, Likeness(0.75, 1.0), False),
    (0.97, UNSEEN, UNSEEN, False),
    (1.0, UNSEEN, UNSEEN, False),
    (0.0, THERE, BY_FAR, False),
])  # fmt: skip
def test_what_speaks_for_a_name_is_weighed(likely: float, face: Likeness, index: Likeness, told: bool) -> None:
    assert confirms(likely, face, index) is told


def test_of_several_indices_that_were_compared_the_one_counts_that_speaks_most_for_the_name() -> None:
    against = Likeness(0.8, -1.0)
    assert surest([against, BY_FAR]) == BY_FAR
    assert surest([UNSEEN, against, UNSEEN]) == against, "what was not compared hides nothing"
    assert surest([UNSEEN]) == surest([]) == UNSEEN


def test_indices_are_laid_only_where_they_can_matter(monkeypatch: pytest.MonkeyPatch, known: Prints) -> None:
    picture, at = seen(12)
    laid: list[Spot] = []

    def likeness(_: Prints, picture: Picture, spot: Spot, over: object, chances: Field) -> Likeness:
        laid.append(spot)
        return THERE

    def asked(face: Likeness, likely: float) -> tuple[bool, int]:
        laid.clear()
        monkeypatch.setattr(Faces, "likeness", lambda *_: face)
        quad = floats([[30, 30], [90, 30], [90, 115], [30, 115]])
        told = Printed(Faces(NOTHING_YET), known).confirm(picture, quad, (), [at, at], held(12, likely=likely))
        return told, len(laid)

    monkeypatch.setattr(Prints, "likeness", likeness)
    assert asked(THERE, 0.9) == (True, 0)
    assert asked(Likeness(0.3, -2.0), 0.5) == (False, 0)
    assert asked(BY_FAR, 0.6) == (True, 2)
    assert asked(UNSEEN, 0.9) == (True, 2)


def _doubted(*outlines: tuple[float, float, float], names: Sequence[int]) -> tuple[Opinions, Field]:
    """Return cards (left, placed, chance of its name), each with an index, and how likely they are said to be what."""
    cards = [Found(floats([[x, 0], [x + 60, 0], [x + 60, 90], [x, 90]]), 0.9, 0.0, placed) for x, placed, _ in outlines]
    chances = np.full((len(cards), len(CLASSES)), 0.001, np.float32)
    for row, name, (_, _, chance) in zip(chances, names, outlines, strict=True):
        row[name], row[NOTHING] = chance, 0.949 - chance
    none = np.zeros((len(cards), 4), np.float32)
    spots = [spot((x + 10, 20)) for x, _, _ in outlines]
    answers = np.zeros((len(cards), 19), np.float32)
    answers[:, 12], answers[:, 14], answers[:, 15] = 0.9, 0.8, 0.05  # the ace of clubs and, hardly, that of diamonds
    owned: list[int | None] = [*range(len(cards))]
    said = Opinions(cards, chances, np.zeros((len(cards), 4, 19), np.float32), owned, none, none, spots, answers)
    return said, chances


@pytest.mark.parametrize(("outlines", "names", "asked"), [
    ([(0, 1.0, 0.6)], [12], [(0, 1)]),
    ([(0, 0.85, 0.6)], [12], [(0, 1)]),
    ([(0, 0.7, 0.6)], [12], [(0, 0)]),
    ([(0, 1.0, 0.6), (200, 1.0, 0.7)], [12, 12], [(200, 1)]),
    ([(0, 1.0, 0.6), (200, 1.0, 0.7)], [12, 25], [(0, 1), (200, 0)]),
    ([(0, 1.0, 0.15), (200, 1.0, 0.94)], [12, 25], [(200, 0)]),
])  # fmt: skip
def test_of_two_outlines_with_one_name_the_surer_is_held_against_the_deck_and_indices_only_of_what_has_its_place(
    reader: CardReader,
    monkeypatch: pytest.MonkeyPatch,
    outlines: list[tuple[float, float, float]],
    names: list[int],
    asked: list[tuple[int, int]],
) -> None:
    said, chances = _doubted(*outlines, names=names)
    classifier = Classifier(reader.opened)
    monkeypatch.setattr(classifier, "distributions", lambda said, card_long: chances if card_long == 100.0 else None)
    held = []

    class Yes:
        def confirm(self, picture: Picture, quad: Field, over: object, spots: list[Spot], chances: Field) -> bool:
            held.append((int(quad[0, 0]), len(spots)))
            return True

    picture = np.zeros((100, 400, 3), np.uint8)
    told = classifier._confirmed(picture, Seen(said.cards, said.spots, []), said, cast(Printed, Yes()), 100.0)
    assert held == asked
    assert len(told.confirmed) == len(asked)
