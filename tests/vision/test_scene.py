"""The rendered table: deterministic, complete, and drawn anew only where it changed."""

import numpy as np
import pytest

from table_controller.records import DECK, Camera, Card, ChipColour, Chips, Face, Point
from table_controller.records.scene import Scene, SceneCard, SceneChips, SceneHand
from vision.scene import Look, Studio, deck, render

CAMERA = Camera("small", 640, 360, (0.64, 0.0, 0.0, 0.0, 0.64, 0.0, 0.0, 0.0, 1.0))
LOOK = Look(1000, 560, (ChipColour("red", (190, 35, 40), Chips(5)),))
ACE = SceneCard(Card.parse("As"), Face.UP, Point(300, 250))
FULL = Scene(
    (ACE, SceneCard(Card.parse("Kd"), Face.DOWN, Point(340, 255), 8)),
    (SceneChips(Chips(5), 4, Point(600, 300)),),
    (SceneHand(Point(500, 700), Point(520, 380)),),
    Point(800, 200),
)


def test_the_same_scene_and_seed_give_the_same_pixels() -> None:
    assert (Studio(CAMERA, LOOK).frame(FULL, 3) == Studio(CAMERA, LOOK).frame(FULL, 3)).all()


def test_what_was_shown_before_leaves_no_trace() -> None:
    studio = Studio(CAMERA, LOOK)
    for scene in (FULL, Scene(), Scene((ACE,)), Scene(FULL.cards[::-1], FULL.chips)):
        studio.frame(scene, 1)
    assert (studio.frame(FULL, 5) == Studio(CAMERA, LOOK).frame(FULL, 5)).all()


def test_the_noise_differs_from_frame_to_frame() -> None:
    studio = Studio(CAMERA, LOOK)
    assert (studio.frame(FULL, 1) != studio.frame(FULL, 2)).mean() > 0.5


@pytest.mark.parametrize(
    "scene",
    [Scene((ACE,)), Scene(chips=FULL.chips), Scene(hands=FULL.hands), Scene(button=FULL.button)],
    ids=["card", "chips", "hand", "button"],
)
def test_each_thing_shows_where_it_lies_and_nowhere_else(scene: Scene) -> None:
    quiet = Look(LOOK.width, LOOK.height, LOOK.colours, noise=0.0)
    empty, shown = Studio(CAMERA, quiet).frame(Scene(), 0), Studio(CAMERA, quiet).frame(scene, 0)
    assert (empty != shown).any(2).sum() > 100
    assert (empty != shown).any(2).mean() < 0.12


def test_the_upper_card_hides_the_lower() -> None:
    king = SceneCard(Card.parse("Kh"), Face.UP, ACE.centre)
    above, alone = render(Scene((ACE, king)), CAMERA, LOOK, 1), render(Scene((king,)), CAMERA, LOOK, 1)
    assert np.abs(above.astype(int) - alone)[140:180, 180:205].mean() < 1


def test_things_out_of_view_are_no_error() -> None:
    far = SceneCard(Card.parse("2c"), Face.UP, Point(-900, 4000))
    scene = Scene((far,), (SceneChips(Chips(7), 3, Point(5000, 0)),), (), Point(-500, -500))
    assert (Studio(CAMERA, LOOK).frame(scene, 1) == Studio(CAMERA, LOOK).frame(Scene(), 1)).all()


def test_the_deck_has_fifty_two_different_faces() -> None:
    faces = {deck.face(str(card)).tobytes() for card in DECK}
    assert len(faces) == 52
    assert deck.back().shape == (deck.HEIGHT, deck.WIDTH, 4)


def test_indices_stand_in_both_corners() -> None:
    face = deck.face("Ts").astype(int)
    assert (face[10:100, 5:60] == face[::-1, ::-1][10:100, 5:60]).all()
    assert face[10:60, 5:60, :3].min() < 100
