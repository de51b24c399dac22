"""Path-traced scenes as they are chosen and drawn, before Blender has them."""

import pickle
import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.names import BACK, CUT_CARD, JOKER
from vision.pathtraced.plan import read

pytestmark = pytest.mark.training


@pytest.mark.parametrize("held_out", [True, False])
def test_a_scene_is_planned_with_all_its_pictures(tmp_path: Path, held_out: bool) -> None:
    from vision.pathtraced.__main__ import MEASURING
    from vision.pathtraced.scene import compose
    from vision.training.decks import house_deck

    deck = house_deck()
    compose(random.Random(8), MEASURING, deck, [deck], held_out, tmp_path)
    plan, known = read(tmp_path / "plan.json"), pickle.loads((tmp_path / "known.pickle").read_bytes())
    assert len(plan.cards) == len(known.kinds) == len(known.index) >= 20
    faces = [kind for kind in known.kinds if kind < BACK]
    assert len(set(faces)) == len(faces) >= 12
    assert set(known.kinds) - set(range(52)) <= {BACK, JOKER, CUT_CARD}
    skins = {plan.top.skin, *(card.skin for card in plan.cards), *(box.skin for box in plan.boxes if box.skin)}
    skins |= {skin for disc in plan.discs for skin in (disc.top, disc.side)}
    assert all(cv2.imread(str(tmp_path / skin)) is not None for skin in skins)
    number = next(n for n, kind in enumerate(known.kinds) if kind < BACK)
    drawn = cv2.imread(str(tmp_path / plan.cards[number].skin)).astype(int)
    face = deck.faces[known.kinds[number]]
    solid = face[..., 3] == 255
    assert np.abs(drawn[solid] - face[..., :3][solid]).max() <= 1


def test_decks_that_measure_are_none_that_train() -> None:
    from vision.pathtraced.scene import choose_deck, lent
    from vision.training.decks import HELD_OUT, Deck, house_deck

    house = house_deck()
    art = [house, *(Deck(name, house.faces, house.index) for name in (*sorted(HELD_OUT), "kde-standard"))]
    named = {held: {choose_deck(random.Random(n), art, held).name for n in range(40)} for held in (True, False)}
    assert not named[True] & named[False]
    assert {name for name in named[True] if not name.startswith("drawn-")} == HELD_OUT
    assert {name for name in named[False] if not name.startswith("drawn-")} == {"house", "kde-standard"}
    for held, odd in ((True, 0), (False, 1)):
        assert {int(name[6:]) % 2 for name in named[held] if name.startswith("drawn-")} == {odd}
    assert not HELD_OUT & {deck.name for deck in lent(art, False)}


def test_tops_that_measure_have_other_colours_and_motifs() -> None:
    from vision.pathtraced import tops

    assert not set(tops.FELTS) & set(tops.FELTS_HELD)
    assert not set(tops.WOODS) & set(tops.WOODS_HELD)
    for seed in range(6):
        for held_out in (True, False):
            picture, stuff = tops.draw_top(random.Random(seed), np.random.default_rng(seed), held_out)
            assert picture.shape == (tops.SIDE, tops.SIDE, 3)
            assert stuff in ("felt", "wood", "cloth")
            assert picture.std() > 0.5
