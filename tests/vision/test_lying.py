"""Cards that lie across the felt's edge are read; a hand that rests there stays a hand."""

from typing import Any

import numpy as np
import pytest

from table_controller.fault_words import as_said
from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, HandOverZone, Observation
from table_controller.records.scene import Scene, SceneCard, SceneHand
from vision import lying
from vision.sights import Sights

Room = Any
"""The fixture of conftest.py: ten frames a second, a felt 560 mm deep, the seat's zone down to 530."""
SECOND = 10


def pair(y: float, face: Face = Face.UP, turn: float = 0.0) -> tuple[SceneCard, ...]:
    return tuple(
        SceneCard(Card.parse(code), face, Point(x, y), turn + n)
        for n, (code, x) in enumerate((("As", 140), ("Kd", 205)))
    )


def hand(x: float, y: float) -> SceneHand:
    return SceneHand(Point(x, 700), Point(x, y))


def told(said: list[Observation]) -> list[Any]:
    """What was said of the seat: whether a hand is over it, and the names of its cards."""
    heard: list[Any] = []
    for one in said:
        if isinstance(one, HandOverZone):
            heard.append(one.present)
        elif isinstance(one, CardSighting) and one.zone == "seat 1 cards":
            heard.append([str(card.card) for card in one.cards])
    return heard


@pytest.mark.parametrize("turn", [0, 5, 30])
@pytest.mark.parametrize(("face", "names"), [(Face.UP, ["As", "Kd"]), (Face.DOWN, ["None", "None"])])
def test_cards_across_the_edge_are_read_once_they_lay_still_for_a_second(
    room: Room, turn: float, face: Face, names: list[str]
) -> None:
    room.show(Scene())
    assert told(room.show(Scene(pair(520, face, turn)), SECOND)) == [True]
    assert told(room.show(Scene(pair(520, face, turn)), 4)) == [False, names]
    assert told(room.show(Scene(pair(520, face, turn)), 2 * SECOND)) == []


@pytest.mark.parametrize("under", [(), pair(515), pair(515, Face.DOWN)])
def test_a_hand_that_rests_stays_a_hand(room: Room, under: tuple[SceneCard, ...]) -> None:
    room.show(Scene())
    assert told(room.show(Scene(under, hands=(hand(120, 400),)), 3 * SECOND)) == [True]


def test_one_who_takes_them_is_seen_and_what_he_leaves_too(room: Room) -> None:
    room.show(Scene())
    room.show(Scene(pair(520)), 2 * SECOND)
    assert told(room.show(Scene(pair(520), hands=(hand(120, 400),)), 3)) == [True]
    assert told(room.show(Scene(pair(520)), 2 * SECOND)) == [False]
    assert told(room.show(Scene((), hands=(hand(120, 400),)), 3)) == [True]
    assert told(room.show(Scene(), 5)) == [False, []]


def test_what_rests_is_looked_at_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    glance = Sights.glance

    def counted(self: Sights, view: Any, frame: Any, at: int) -> Any:
        looked.append(view.zone.name)
        return glance(self, view, frame, at)

    monkeypatch.setattr(Sights, "glance", counted)
    room.show(Scene())
    room.show(Scene((), hands=(hand(120, 400),)), 5 * SECOND)
    assert looked == ["seat 1 cards"]
    room.show(Scene((), hands=(hand(125, 405),)), 3 * SECOND)
    assert looked == ["seat 1 cards"] * 2


def test_a_light_tells_of_what_is_left_there(room: Room) -> None:
    """A telephone, say: nobody's arm lies still for half a minute."""
    room.show(Scene())
    room.show(Scene((), hands=(hand(120, 400),)), 29 * SECOND)
    assert room.watcher.fault is None
    room.show(Scene((), hands=(hand(120, 400),)), 2 * SECOND)
    assert room.watcher.fault == "seat 1 cards is not read: something lies there across the felt's edge"
    assert as_said(room.watcher.fault).de == "seat 1 cards wird nicht gelesen: dort liegt etwas über der Filzkante"
    room.show(Scene(), 2)
    assert room.watcher.fault is None
    room.show(Scene(pair(520)), 32 * SECOND)
    assert room.watcher.fault is None


def test_grain_that_comes_and_goes_makes_no_hand_of_them(room: Room) -> None:
    """As every few seconds where a stream sends a whole picture instead of what changed."""
    room.show(Scene())
    room.show(Scene(pair(520)), 2 * SECOND)
    said: list[Observation] = []
    for number in range(40):
        frame = room.studio.frame(Scene(pair(520)), room.frames)
        if number % 8 == 0:
            frame[520:540, 150:170] = 190
        said += room.look(frame)
    assert told(said) == []


def test_a_second_without_motion_is_one_in_which_nothing_moved() -> None:
    thing, there, moving_at = lying.Lying(), np.zeros((4, 4), bool), 5_000_000_000
    assert not thing.due(False, there, moving_at)
    assert not thing.due(True, there, moving_at + lying.LONG - 1)
    assert thing.due(True, there, moving_at + lying.LONG)
    assert not thing.due(True, there, moving_at + 2 * lying.LONG)
