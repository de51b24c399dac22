"""Places for cards printed on a felt are no cards, and cards that lie in them are."""

import cv2
import numpy as np
import pytest
from small_table import Room, small_layout

from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting
from table_controller.records.scene import Scene, SceneCard
from vision.arrays import Picture
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.zones import View

PLACES = tuple(Point(310 + 92.0 * n, 275) for n in range(5))
WIDE, HIGH = 70, 98
"""Millimetres: a card with a little felt around it."""


def cards(codes: str, face: Face) -> Scene:
    return Scene(tuple(SceneCard(Card.parse(code), face, at) for code, at in zip(codes.split(), PLACES, strict=False)))


def printed(room: Room, scene: Scene, ink: int, line: int, light: float) -> Picture:
    """The *scene* on a felt with a *line* of so many pixels around each of the PLACES."""
    bare, frame = (room.studio.frame(one, room.frames) for one in (Scene(), scene))
    lies = (cv2.absdiff(frame, bare) > 20).any(axis=2, keepdims=True)
    for at in PLACES:
        ends = View(room.layout, room.layout.cameras[0]).pixels(
            [(at.x + side * WIDE / 2, at.y + side * HIGH / 2) for side in (-1, 1)]
        )
        first, last = (tuple(int(x) for x in end) for end in ends)
        cv2.rectangle(bare, first, last, (ink,) * 3, line, cv2.LINE_AA)
    return np.asarray(np.where(lies, frame, bare) * light, np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.3])
@pytest.mark.parametrize(("ink", "line"), [(225, 2), (225, 5), (15, 3)])
@pytest.mark.parametrize("felt", [(38, 98, 66), (110, 30, 36), (150, 120, 90)])
def test_printed_places_are_no_cards_face_down(
    reader: CardReader, felt: tuple[int, int, int], ink: int, line: int, light: float
) -> None:
    layout = small_layout()
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours, felt=felt))
    room = Room(layout, studio, Watcher(layout, reader, "overhead"))

    def told(scene: Scene) -> dict[int, str]:
        """What was told last of each of the PLACES."""
        said = [one for _ in range(6) for one in room.look(printed(room, scene, ink, line, light))]
        last = [one for one in said if isinstance(one, CardSighting) and one.zone == "board"][-1]
        return {
            min(range(5), key=lambda n: abs(PLACES[n].x - card.centre.x)): str(card.card or card.face.value)
            for card in last.cards
        }

    assert told(Scene()) == {}
    assert told(cards("As Td 5c", Face.UP)) == {0: "As", 1: "Td", 2: "5c"}
    assert told(cards("As Td 5c 9h", Face.DOWN)) == dict.fromkeys(range(4), "down")
