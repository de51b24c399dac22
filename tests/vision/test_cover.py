"""Something that is no card lies over a card of the board: nobody says that the card has gone."""

from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard
from vision import cover
from vision.arrays import Picture
from vision.cover import COVERED

Room = Any
"""The fixture of conftest.py."""
FLOP = tuple(
    SceneCard(Card.parse(code), Face.UP, Point(x, 275), 0.0) for code, x in (("As", 330), ("Td", 405), ("5c", 480))
)
TURN = SceneCard(Card.parse("9h"), Face.UP, Point(555, 275), 0.0)


def hand(frame: Picture) -> None:
    cv2.ellipse(frame, (438, 298), (60, 75), 20, 0, 360, (130, 160, 215), -1)


def cap(frame: Picture) -> None:
    cv2.circle(frame, (438, 298), 55, (20, 20, 25), -1)


def show(room: Room, scene: Scene, over: Any = None, frames: int = 12, light: float = 1.0) -> list[Observation]:
    said: list[Observation] = []
    for _ in range(frames):
        frame = np.clip(room.studio.frame(scene, room.frames) * light, 0, 255).astype(np.uint8)
        if over is not None:
            over(frame)
        said += room.look(frame)
    return said


def told(said: list[Observation]) -> list[list[str]]:
    return [
        [str(card.card) for card in one.cards] for one in said if isinstance(one, CardSighting) and one.zone == "board"
    ]


def blocked(said: list[Observation]) -> list[tuple[str, bool, str]]:
    return [(one.zone, one.blocked, one.reason) for one in said if isinstance(one, ViewBlocked)]


@pytest.mark.parametrize("over", [hand, cap])
def test_a_card_that_something_covers_has_not_gone(room: Room, over: Any) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    said = show(room, Scene(FLOP), over)
    assert told(said) == []
    assert blocked(said) == [("board", True, COVERED)]
    assert room.watcher.calm
    said = show(room, Scene(FLOP))
    assert blocked(said) == [("board", False, "")]
    assert told(said) == [["As", "Td", "5c"]]


def test_what_covers_a_card_for_a_moment_is_not_told(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    assert show(room, Scene(FLOP), cap, frames=3) == []
    assert show(room, Scene(FLOP)) == []


@pytest.mark.parametrize("light", [1.0, 0.75, 1.2])
def test_a_card_that_went_is_told_at_once_in_another_light_too(room: Room, light: float) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    said = show(room, Scene((FLOP[0], FLOP[2])), light=light)
    assert blocked(said) == []
    assert told(said)[-1] == ["As", "5c"]


def test_a_card_that_slid_and_one_that_another_covers_have_not_been_hidden(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    slid = tuple(SceneCard(card.card, Face.UP, Point(card.centre.x + 40, 280), 4.0) for card in FLOP)
    said = show(room, Scene(slid))
    assert (blocked(said), told(said)[-1]) == ([], ["As", "Td", "5c"])
    on_it = SceneCard(TURN.card, Face.UP, slid[1].centre, 4.0)
    said = show(room, Scene((*slid, on_it)))
    assert (blocked(said), told(said)[-1]) == ([], ["As", "9h", "5c"])


def test_what_comes_while_a_card_is_covered_is_told_when_it_is_seen_again(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    show(room, Scene(FLOP), cap)
    assert told(show(room, Scene((*FLOP, TURN)), cap)) == []
    assert told(show(room, Scene((*FLOP, TURN)))) == [["As", "Td", "5c", "9h"]]


def test_who_never_saw_the_bare_felt_believes_what_the_reader_sees(room: Room) -> None:
    show(room, Scene(FLOP))
    said = show(room, Scene(FLOP), cap)
    assert (blocked(said), told(said)[-1]) == ([], ["As", "5c"])


def test_it_is_not_believed_for_ever(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "LONGEST", 2_000_000_000)
    show(room, Scene())
    show(room, Scene(FLOP))
    said = show(room, Scene(FLOP), cap, frames=40)
    assert [one[1] for one in blocked(said)] == [True, False]
    assert told(said) == [["As", "5c"]]
