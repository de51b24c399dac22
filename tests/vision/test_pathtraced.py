"""Path-traced scenes without Blender: shapes, where things lie in the picture, what lies on what, and the labels."""

import math
import pickle
import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pathtraced import layout, sheet
from vision.pathtraced.bodies import hand
from vision.pathtraced.develop import develop
from vision.pathtraced.heights import Heights
from vision.pathtraced.layout import MOST, Table
from vision.pathtraced.lights import HELD, TRAINED, kelvin, light
from vision.pathtraced.plan import CARD_LONG, CARD_THICK, CARD_WIDE, Bend, Card, Eye, Lamp, Plan, Top, read, write
from vision.pathtraced.projection import Glass, corners, on_table, project, quads
from vision.pathtraced.shot import Known, sample
from vision.pathtraced_set import NAME, path_traced

ABOVE = Eye((0.0, 0.0, 1.0), (0.0, 0.0, 0.0), 0.0, 36.0, 800, 600)
ASIDE = Eye((0.0, -0.6, 0.8), (0.0, 0.0, 0.0), 0.1, 28.0, 800, 600)


def laid(seed: int, wanted: int = 20, eye: Eye = ASIDE) -> Table:
    table = Table(random.Random(seed), eye, Heights(1.0))
    layout.stack_chips(table, 3, 3, 0)
    layout.lay_cards(table, wanted, 0.2, (0.5, 0.2), (0.3, 0.5))
    layout.stack_chips(table, 3, 3, 6)
    return table


@pytest.mark.parametrize("bend", [Bend(), Bend(1.5, 0.3), Bend(-1.0, 1.2, 6.0, 0.9)])
def test_a_card_is_a_closed_sheet_with_rounded_corners(bend: Bend) -> None:
    mesh = sheet.card(bend)
    edges = Counter(frozenset(pair) for f in mesh.faces for pair in zip(f, (*f[1:], f[0]), strict=True))
    assert set(edges.values()) == {2}
    points = np.array(mesh.points)
    assert np.allclose(np.abs(points[:, :2]).max(0), [CARD_WIDE / 2, CARD_LONG / 2])
    corner = np.array([CARD_WIDE / 2, CARD_LONG / 2])
    assert 0.0005 < np.linalg.norm(np.abs(points[:, :2]) - corner, axis=1).min() < 0.002
    upper, lower = np.split(points, 2)
    assert np.allclose(upper[:, 2] - lower[:, 2], CARD_THICK)
    assert len(mesh.places) == sum(map(len, mesh.faces))


def test_a_camera_straight_above_sees_a_card_where_it_lies() -> None:
    quad = quads(ABOVE, (Card(0.1, 0.05, -CARD_THICK, 0.0, ""),))[0]
    middle, half = np.array([400 + 80, 300 - 40]), np.array([CARD_WIDE, CARD_LONG]) * 400
    assert np.allclose(
        quad, [middle - half, middle + half * (1, -1), middle + half, middle - half * (1, -1)], atol=0.01
    )


def test_pixels_and_places_on_the_table_belong_together() -> None:
    pixels = np.array([[10.0, 20.0], [700.0, 590.0], [400.0, 300.0]])
    places = on_table(ASIDE, pixels)
    assert np.allclose(project(ASIDE, np.column_stack([places, np.zeros(3)])), pixels, atol=0.01)
    assert np.allclose(places[2], 0, atol=1e-6)


def test_a_lifted_corner_moves_in_the_picture_and_the_others_do_not() -> None:
    flat = Card(0.0, 0.0, 0.0, 0.4, "")
    lifted = replace(flat, bend=Bend(ear=8.0, corner=math.atan2(CARD_LONG, CARD_WIDE)))
    moved = np.linalg.norm(quads(ASIDE, (lifted,))[0] - quads(ASIDE, (flat,))[0], axis=1)
    assert moved[1] > 1.5
    assert np.allclose(moved[[0, 2, 3]], 0, atol=0.2)
    assert corners(lifted)[1, 2] == pytest.approx(CARD_THICK + 8.0 * (math.hypot(CARD_WIDE, CARD_LONG) / 2 - 0.02) ** 2)


@pytest.mark.parametrize("barrel", [-0.06, 0.03])
def test_what_the_lens_bends_it_straightens_and_nothing_beyond_what_was_rendered_is_shown(barrel: float) -> None:
    glass = Glass(ABOVE, barrel)
    points = np.float32([[5, 5], [400, 300], [795, 20], [200, 580]])
    assert np.allclose(glass.straighten(glass.bend(points)), points, atol=0.1)
    ends = glass.straighten(np.float32([[0, 0], [800, 0], [800, 600], [0, 600]]))
    assert (ends >= -0.5).all()
    assert (ends <= [800.5, 600.5]).all()


def test_what_comes_later_lies_on_top() -> None:
    heights = Heights(0.5)
    first, bent = heights.lay_card(0.0, 0.0, 0.0, Bend()), Bend(1.0)
    second, third = heights.lay_card(0.02, 0.0, 0.2, bent), heights.lay_card(0.3, 0.3, 0.0, bent)
    assert first is not None
    assert second is not None
    assert second - first >= CARD_THICK
    assert third == pytest.approx(first, abs=1e-4)
    assert heights.stand(0.0, 0.0, 0.02, 0.01, on_cards=False) is None
    chip = heights.stand(0.0, 0.0, 0.02, 0.01, on_cards=True)
    assert chip is not None
    assert chip > second + CARD_THICK
    assert heights.lay_card(0.0, 0.04, 0.0, Bend()) is None


@pytest.mark.parametrize("seed", range(6))
def test_every_card_laid_is_in_view_and_none_goes_through_another(seed: int) -> None:
    table = laid(seed)
    assert 3 <= len(table.cards) == len(table.down) <= MOST
    for card, quad in zip(table.cards, quads(ASIDE, tuple(table.cards)), strict=True):
        clipped = np.clip(quad, 0, [800, 600]).astype(np.float32)
        assert cv2.contourArea(clipped) >= 0.3 * cv2.contourArea(quad)
        assert card.z > -1e-9
    for n, upper in enumerate(table.cards):
        for lower in table.cards[:n]:
            if math.hypot(upper.x - lower.x, upper.y - lower.y) < CARD_WIDE / 3:
                at = (upper.x + lower.x) / 2, (upper.y + lower.y) / 2
                assert _height(upper, *at) >= _height(lower, *at) + CARD_THICK * 0.9


def _height(card: Card, x: float, y: float) -> float:
    c, s = math.cos(card.turn), math.sin(card.turn)
    across, up = x - card.x, y - card.y
    return card.z + card.bend.rise(c * across + s * up, c * up - s * across)


def test_chips_stand_on_each_other_without_a_gap() -> None:
    discs = [disc for seed in range(8) for disc in laid(seed).discs]
    stacked = [(low, high) for low, high in pairwise(discs) if math.dist((low.x, low.y), (high.x, high.y)) < 0.004]
    assert len(stacked) > 20
    assert all(high.z == pytest.approx(low.z + low.high) for low, high in stacked)


def test_a_plan_survives_its_way_to_blender(tmp_path: Path) -> None:
    table = laid(3)
    layout.put_hand(table)
    layout.put_glass(table)
    lamps, room = light(random.Random(1), True)
    others = tuple(table.discs), tuple(table.boxes), tuple(table.limbs), tuple(table.glasses)
    plan = Plan(ASIDE, Top("top.png", 1.0, 0.9), tuple(table.cards), lamps, room, *others)
    write(plan, tmp_path / "plan.json")
    told = read(tmp_path / "plan.json")
    assert told.cards == plan.cards
    assert told.discs == plan.discs
    assert [tuple(map(tuple, limb.balls)) for limb in told.limbs] == [limb.balls for limb in plan.limbs]
    assert told.eye.axes() == ASIDE.axes()
    assert isinstance(told.lamps[0], Lamp)


def test_light_that_measures_is_another_than_light_that_trains() -> None:
    alone = set(HELD) - set(TRAINED)
    assert len(alone) >= 3
    assert set(TRAINED) - set(HELD)
    red, _, blue = kelvin(2700)
    assert red > 2 * blue
    assert np.allclose(kelvin(6500), 1)


def test_a_hand_lies_on_the_table_where_it_reaches() -> None:
    limbs = hand(random.Random(4), (0.1, 0.2), (0.1, -0.6))
    fingers = np.array(limbs[0].balls)
    assert (fingers[:, 2] > 0).all()
    assert fingers[:, 1].max() == pytest.approx(0.27, abs=0.03)
    lowest = min(y for limb in limbs for _, y, _, _ in limb.balls)
    assert lowest < -0.25


def traced(folder: Path) -> tuple[Plan, Known]:
    """Lay out what Blender would leave: two cards, the first partly below the second, flat light."""
    cards = (Card(-0.02, 0.0, 0.0, 0.3, "a.png"), Card(0.02, 0.0, 0.0004, 0.0, "b.png"))
    plan = Plan(ABOVE, Top("top.png", 1.0, 0.9), cards, (), (1.0, 1.0, 1.0))
    write(plan, folder / "plan.json")
    whose = np.zeros((600, 800), np.uint8)
    for number, quad in enumerate(quads(ABOVE, cards), 1):
        cv2.fillPoly(whose, [np.round(quad).astype(np.int32)], number)
    cv2.imwrite(str(folder / "whose.png"), whose)
    lit = np.where(whose[..., None] > 0, np.float32([0.8, 0.8, 0.8]), np.float32([0.02, 0.12, 0.05]))
    np.save(folder / "light.npy", lit.astype(np.float16))
    known = Known(np.array([12, 52]), np.zeros((2, 4, 4), np.float32), 5)
    (folder / "known.pickle").write_bytes(pickle.dumps(known))
    return plan, known


@pytest.mark.parametrize("seed", range(8))
def test_labels_lie_on_the_pixels_they_speak_of_whatever_the_lens(tmp_path: Path, seed: int) -> None:
    plan, known = traced(tmp_path)
    (tmp_path / "known.pickle").write_bytes(pickle.dumps(replace(known, seed=seed)))
    got = sample(tmp_path)
    assert got.picture.shape == (600, 800, 3)
    assert got.picture.dtype == np.uint8
    assert list(got.kinds) == [12, 52]
    upper = np.zeros((600, 800), np.uint8)
    cv2.fillPoly(upper, [np.round(got.quads[1]).astype(np.int32)], 1)
    shared = ((got.owners == 2) & (upper > 0)).sum() / ((got.owners == 2) | (upper > 0)).sum()
    assert shared > 0.97
    assert (got.owners == 1).sum() < 0.9 * cv2.contourArea(got.quads[0])
    bright = got.picture.mean(2)
    assert bright[got.owners == 2].mean() > 2 * bright[got.owners == 0].mean()
    assert len(plan.cards) == len(got.quads)


def test_a_dim_and_a_bright_room_are_both_exposed() -> None:
    rng = np.random.default_rng(0)
    scene = (rng.random((60, 80, 3)) * np.linspace(0.05, 1, 80)[None, :, None]).astype(np.float32)
    for gain in (0.01, 100.0):
        picture = develop(scene * gain, random.Random(2), np.random.default_rng(2))
        assert 40 < picture.mean() < 215


def test_a_set_that_is_not_there_says_how_to_make_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(path_traced(tmp_path)) == []
    told = capsys.readouterr().err
    assert NAME in told
    assert "make pathtraced" in told
