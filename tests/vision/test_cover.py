"""Something that is no card lies over a card of the board: nobody says that the card has gone."""

from typing import Any

import cv2
import numpy as np
import pytest

from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, ChipSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard
from vision import cover
from vision.arrays import Picture

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


def told(said: list[Observation], zone: str = "board") -> list[list[str]]:
    return [
        [str(card.card) for card in one.cards] for one in said if isinstance(one, CardSighting) and one.zone == zone
    ]


@pytest.mark.parametrize("over", [hand, cap])
def test_a_card_that_something_covers_has_not_gone(room: Room, over: Any) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    assert show(room, Scene(FLOP), over) == []
    assert room.watcher.calm
    assert show(room, Scene(FLOP)) == []


@pytest.mark.parametrize("light", [1.0, 0.75, 1.2])
def test_a_card_that_went_is_told_at_once_in_another_light_too(room: Room, light: float) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    assert told(show(room, Scene((FLOP[0], FLOP[2])), light=light))[-1] == ["As", "5c"]


def test_a_card_that_slid_and_one_that_another_covers_have_not_been_hidden(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    slid = tuple(SceneCard(card.card, Face.UP, Point(card.centre.x + 40, 280), 4.0) for card in FLOP)
    assert told(show(room, Scene(slid)))[-1] == ["As", "Td", "5c"]
    on_it = SceneCard(TURN.card, Face.UP, slid[1].centre, 4.0)
    assert told(show(room, Scene((*slid, on_it))))[-1] == ["As", "9h", "5c"]


def test_what_comes_and_goes_beside_a_covered_card_is_told(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    show(room, Scene(FLOP), cap)
    assert told(show(room, Scene((*FLOP, TURN)), cap)) == [["As", "Td", "5c", "9h"]]
    assert told(show(room, Scene((*FLOP[:2], TURN)), cap))[-1] == ["As", "Td", "9h"]
    assert show(room, Scene((*FLOP[:2], TURN))) == []


def test_when_the_board_is_swept_nothing_is_left_of_it(room: Room) -> None:
    show(room, Scene())
    show(room, Scene(FLOP))
    assert told(show(room, Scene(), cap)) == [[]]
    other = tuple(SceneCard(card.card, Face.UP, Point(card.centre.x + 200, 275), 0.0) for card in FLOP)
    assert told(show(room, Scene(other), cap)) == [["As", "Td", "5c"]]


def test_who_never_saw_the_bare_felt_believes_what_the_reader_sees(room: Room) -> None:
    show(room, Scene(FLOP))
    assert told(show(room, Scene(FLOP), cap))[-1] == ["As", "5c"]


def test_what_covered_a_lone_card_is_not_taken_for_bare_felt(room: Room) -> None:
    show(room, Scene(FLOP[1:2]))
    assert told(show(room, Scene(FLOP[1:2]), cap)) == [[]]
    show(room, Scene(FLOP))
    assert told(show(room, Scene(FLOP[::2])))[-1] == ["As", "5c"]


def test_a_card_that_is_seen_elsewhere_is_named_there_and_no_longer_where_it_would_be_covered(room: Room) -> None:
    """Only believed to lie there, it would take the name from the one that everybody sees for five minutes."""
    show(room, Scene())
    show(room, Scene(FLOP))
    carried = SceneCard(FLOP[1].card, Face.UP, Point(170, 455), 0.0)

    def out_of_focus(frame: Picture) -> None:
        cap(frame)
        frame[400:] = cv2.GaussianBlur(frame[400:], (0, 0), 2.2)

    said = show(room, Scene((FLOP[0], FLOP[2], carried)), out_of_focus)
    assert told(said)[-1] == ["As", "None", "5c"], "something lies there, but not this card"
    assert told(said, "seat 1 cards")[-1] == ["Td"]


def test_it_is_not_believed_for_ever(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "LONGEST", 2_000_000_000)
    show(room, Scene())
    show(room, Scene(FLOP))
    assert told(show(room, Scene(FLOP), cap, frames=40)) == [["As", "5c"]]


def test_what_is_seen_after_a_block_is_told_of_no_earlier_moment(room: Room) -> None:
    """Fusion sorts by time: told before its view was free, it would stay in doubt."""
    show(room, Scene(FLOP))
    for _ in range(3):
        room.look(np.zeros((608, 1080, 3), np.uint8))
    said = show(room, Scene(FLOP))
    freed = {one.zone: one.at for one in said if isinstance(one, ViewBlocked) and not one.blocked}
    seen = [one for one in said if isinstance(one, CardSighting | ChipSighting)]
    assert {one.zone for one in seen} == set(freed)
    assert all(one.at >= freed[one.zone] for one in seen)
