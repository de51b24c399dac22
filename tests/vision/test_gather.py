"""What of a card in a picture is learnt from: a whole one where it surely lies there and no other card touches it."""

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.classify import Classifier
from vision.enrol.gather import Gatherer, Shown, Sight
from vision.enrol.told import told, wish
from vision.localise import Found, Localiser, Spot
from vision.names import CARDS, CLASSES
from vision.opinions import Opinions
from vision.search import Seen
from vision.weights import Settings

SETTINGS = SimpleNamespace(
    localiser_score=0.3, sure=0.98, joker_sure=0.9, cut_card_sure=0.9, back_sure=0.5, face_sure=0.5
)


def outline(left: float) -> Field:
    return floats([[left, 50], [left + 100, 50], [left + 100, 190], [left, 190]])


def card(left: float, placed: float = 1.0, scale: float = 1.0) -> Found:
    return Found(floats((outline(left) - (left, 50)) * scale + (left, 50)), 0.9, 0.0, placed)


def says(**likely: float) -> Field:
    """Return (1, 56): how likely a card is."""
    chances = np.full((1, len(CLASSES)), 1e-5, np.float32)
    for name, chance in likely.items():
        chances[0, CARDS.index(name)] = chance
    return chances


def gathered(
    cards: list[Found], chances: list[Field], whole: list[Field], spots: Sequence[Spot] = ()
) -> tuple[Shown, ...]:
    """Return what a picture of *cards*, each with its one of *spots*, shows to readers that say so of them."""
    none = np.zeros((len(cards), 4), np.float32)
    said = Opinions(
        cards,
        np.concatenate(whole),
        np.zeros((len(cards), 4, 19), np.float32),
        list(range(len(spots))),
        none,
        none,
        list(spots),
        np.zeros((0, 19), np.float32),
    )
    reads = SimpleNamespace(
        opinions=lambda picture, seen: said,
        told=lambda picture, seen, said: np.concatenate(chances),
        read_indices=lambda cuts: np.zeros((len(cuts), 19), np.float32),
    )
    gatherer = Gatherer(cast(Localiser, None), cast(Settings, SETTINGS))
    gatherer._searched["p"] = Seen(cards, [], [])
    picture: Picture = np.full((240, 600, 3), 90, np.uint8)
    return gatherer.look(picture, "p", cast(Classifier, reads)).cards


def learnt(shown: tuple[Shown, ...]) -> dict[str, bool]:
    """Return of which card a whole picture is learnt from."""
    return {CARDS[int(one.chances[: len(CARDS)].argmax())]: one.whole is not None for one in shown}


SURE, OTHER = says(Ks=0.99), says(Td=0.99)


def test_what_an_index_makes_between_two_cards_keeps_neither_from_being_learnt() -> None:
    between = says(Jh=0.8)
    shown = gathered([card(50), card(105, 0.5), card(160)], [SURE, between, OTHER], [SURE, between, OTHER])
    assert learnt(shown) == {"Ks": True, "Jh": False, "Td": True}


def test_of_two_cards_that_touch_neither_is_learnt_as_a_whole() -> None:
    assert learnt(gathered([card(50), card(130)], [SURE, OTHER], [SURE, OTHER])) == {"Ks": False, "Td": False}
    assert learnt(gathered([card(50), card(149)], [SURE, OTHER], [SURE, OTHER])) == {"Ks": True, "Td": True}


@pytest.mark.parametrize(("whole", "is_learnt"), [(0.95, True), (0.8, False)])
def test_a_card_that_only_its_index_shows_is_learnt_where_it_is_surely_read_as_a_whole(
    whole: float, is_learnt: bool
) -> None:
    assert learnt(gathered([card(50, 0.99)], [SURE], [says(Ks=whole)])) == {"Ks": is_learnt}


def test_nor_is_it_where_another_card_touches_it() -> None:
    assert learnt(gathered([card(50, 0.99), card(130)], [SURE, OTHER], [SURE, OTHER])) == {"Ks": False, "Td": False}


@pytest.mark.parametrize(
    ("made", "name", "shown_too"),
    [
        (card(60, 0.5, 0.5), SURE, False),
        (card(60, 0.5, 0.5), OTHER, True),
        (card(60, 1.0, 0.5), SURE, True),
        (card(110, 0.5, 0.5), SURE, True),
    ],
    ids=["a part of it", "of another name", "seen itself", "half beside it"],
)
def test_what_an_index_makes_of_a_part_of_its_own_card_is_no_second_card(
    made: Found, name: Field, shown_too: bool
) -> None:
    shown = gathered([card(50), made], [SURE, name], [says(Ks=0.99), says(Jh=0.5)])
    assert len(shown) == 1 + shown_too
    assert shown[0].whole is not None or shown_too


def index_of(one: Found) -> Spot:
    middle = one.quad[0] + floats([10, 20])
    return Spot(middle, floats([0, -12]), one.quad.mean(0), 0.9)


def test_a_card_of_a_fan_is_where_its_index_shows_for_its_middle_lies_under_others() -> None:
    fan = [card(50 + 30 * n) for n in range(3)]
    every = [SURE, says(Jh=0.99), OTHER]
    shown = gathered(fan, every, every, [index_of(one) for one in fan])
    assert [one.place for one in shown] == [(60, 70), (90, 70), (120, 70)]
    for number, one in enumerate(fan):
        x, y = one.quad[0] + floats([5, 15])
        named = wish(f"Qc=fan.jpg@{x:.0f},{y:.0f}")
        assert list(told({Path("fan.jpg"): Sight("fan.jpg", shown)}, [named], 0.98)) == [("fan.jpg", number)]
    (alone,) = gathered([card(50)], [SURE], [SURE], [index_of(card(50))])
    assert alone.place == (100, 120)


def test_a_point_a_hair_beside_a_card_is_on_it() -> None:
    sight = {Path("p.jpg"): Sight("p.jpg", gathered([card(50)], [SURE], [SURE]))}
    assert told(sight, [wish("Ks=p.jpg@46,120")], 0.98)
    with pytest.raises(BadInput, match="no card was found there"):
        told(sight, [wish("Ks=p.jpg@40,120")], 0.98)


def test_in_a_fan_the_index_of_a_card_that_was_not_found_names_no_neighbour() -> None:
    fan = [card(50), card(110)]
    shown = gathered(fan, [SURE, OTHER], [SURE, OTHER], [index_of(one) for one in fan])
    with pytest.raises(BadInput, match=r"no card was found there: expected a point .* on its index"):
        told({Path("fan.jpg"): Sight("fan.jpg", shown)}, [wish("Qc=fan.jpg@90,70")], 0.98)
