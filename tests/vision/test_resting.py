"""A camera says before which moment it will say nothing more, and keeps to it: others wait no longer than that."""

import itertools
import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from table_controller.clock import NightClock
from table_controller.inbox import Inbox
from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard, SceneHand
from table_controller.sources import Camera
from vision.live import Watcher
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.resting import BEHIND

Room = Any
"""The fixture of conftest.py."""
MS = 1_000_000
START = 1_000 * MS
ACE = Scene((SceneCard(Card.parse("As"), Face.UP, Point(405, 275), 0.0),))
KING = Scene((SceneCard(Card.parse("Kd"), Face.UP, Point(405, 275), 0.0),))
REACHING = replace(ACE, hands=(SceneHand(Point(500, 760), Point(480, 300)),))
STROKE = replace(Scene(), hands=(SceneHand(Point(150, 760), Point(160, 450)),))
BLACK = np.zeros((608, 1080, 3), np.uint8)

FILM = [Scene()] * 4 + [REACHING] * 3 + [ACE] * 3 + [STROKE] * 2 + [REACHING] * 2 + [KING] * 4 + [Scene()] * 12


def cards(said: Iterable[Observation]) -> list[CardSighting]:
    return [one for one in said if isinstance(one, CardSighting) and one.zone == "board"]


def broken_at(number: int, frame: np.ndarray) -> np.ndarray:
    return BLACK if number in (8, 12, 13) else frame


@pytest.mark.parametrize("apart", [4 * MS, 33 * MS, 100 * MS, 400 * MS])
@pytest.mark.parametrize("breaks", [False, True])
def test_nothing_is_said_of_a_moment_that_was_said_to_be_over(room: Room, apart: int, breaks: bool) -> None:
    promised = 0
    for number, scene in enumerate(FILM):
        at = START + number * apart
        frame = room.studio.frame(scene, number % 3)
        said = room.watcher.look(broken_at(number, frame) if breaks else frame, at)
        assert all(one.at >= promised for one in said), (number, said)
        assert promised <= room.watcher.reached <= at
        assert room.watcher.reached >= at - BEHIND
        promised = room.watcher.reached
    assert promised == at


def test_what_came_to_rest_is_on_the_queue_with_the_frame_that_shows_it(room: Room) -> None:
    inbox = Inbox()
    camera = Camera("overhead", room.watcher, inbox, NightClock())
    seen: list[Observation] = []
    for number, scene in enumerate([Scene(), Scene(), REACHING, REACHING, ACE, ACE]):
        seen = list(inbox.take(0))
        camera.see(room.studio.frame(scene, number % 3), START + 33 * MS * number)
    assert cards(seen) == []
    (told,) = cards(inbox.take(0))
    assert [str(card.card) for card in told.cards] == ["As"]
    assert told.at == START + 4 * 33 * MS, "it came to rest with the frame before the last"


def test_two_cameras_are_told_in_the_order_of_the_table_however_their_threads_take_turns(
    reader: CardReader, room: Room
) -> None:
    left, right = (tuple(shown(room, reader, START + late)) for late in (0, 11 * MS))
    for seed in range(30):
        turns = random.Random(seed)
        inbox, waiting, told = Inbox(), {"left": deque(left), "right": deque(right)}, list[int]()
        for name in waiting:
            inbox.reached(name, 0)
        while any(waiting.values()):
            name = turns.choice([name for name, looks in waiting.items() if looks])
            said, reached = waiting[name].popleft()
            for one in said:
                inbox.put(one)
            inbox.reached(name, reached)
            if turns.random() < 0.7:
                told += [one.at for one in inbox.take(0)]
        assert told + [one.at for one in inbox.take(0)] == sorted(one.at for said, _ in left + right for one in said)


def shown(room: Room, reader: CardReader, start: int) -> Iterator[tuple[tuple[Observation, ...], int]]:
    """What a camera says of each frame of the film, and how far it has looked then."""
    watcher = Watcher(room.layout, reader, "overhead")
    for number, scene in enumerate(FILM):
        yield watcher.look(room.studio.frame(scene, number % 3), start + 33 * MS * number), watcher.reached


def test_a_hand_that_rests_on_its_cards_holds_nobody_up(room: Room) -> None:
    for number, scene in enumerate([Scene()] * 3 + [REACHING] * 5):
        at = START + 33 * MS * number
        room.watcher.look(room.studio.frame(scene, 0), at)
    assert room.watcher.reached == at


def test_a_very_fast_camera_holds_back_what_a_zone_is_about_to_tell(room: Room) -> None:
    for number in range(5):
        room.watcher.look(room.studio.frame(ACE, number), START + 4 * MS * number)
    assert room.watcher.reached == START, "since then all is still, and what lies there was not read yet"
    said = [one for n in range(5, 9) for one in room.watcher.look(room.studio.frame(ACE, n), START + 4 * MS * n)]
    assert {one.at for one in cards(said)} == {START}
    assert room.watcher.reached == START + 32 * MS


def test_light_that_fades_after_a_hand_passed_tells_of_its_own_time(room: Room) -> None:
    """What lay there all the time was seen; only the shade is new, and nobody waited for it."""
    at = START
    for number, scene in enumerate([ACE] * 3 + [REACHING] * 2 + [ACE] * 3):
        at += 33 * MS
        room.watcher.look(room.studio.frame(scene, number), at)
    light, before = room.studio.frame(ACE, 0), room.watcher.reads
    told: list[Observation] = []
    for step in range(20):
        at, promised = at + 33 * MS, at
        shade = np.clip(light.astype(np.int16) - 4 * step, 0, 255).astype(np.uint8)
        told = room.watcher.look(shade, at)
        assert all(one.at >= promised for one in told)
    assert room.watcher.reads > before


def test_a_camera_that_was_away_tells_of_the_time_since_it_is_back(room: Room) -> None:
    """Others were not waited for meanwhile: what it saw long ago and now proves nothing of the time between."""
    for number, scene in enumerate([Scene()] * 3 + [REACHING, ACE]):
        room.watcher.look(room.studio.frame(scene, 0), START + 33 * MS * number)
    back = START + 60_000 * MS
    (told,) = cards(room.watcher.look(room.studio.frame(ACE, 1), back))
    assert told.at == back


def test_a_view_blocked_for_long_between_two_frames_is_told_now(room: Room) -> None:
    room.show(ACE)
    at = START + 60_000 * MS
    assert room.watcher.look(BLACK, START) == ()
    blocked = [one for one in room.watcher.look(BLACK, at) if isinstance(one, ViewBlocked)]
    assert {one.at for one in blocked} == {at}


class Counting:
    """A reader that notes on which of a film's frames it was asked for cards."""

    def __init__(self, reader: CardReader) -> None:
        self._reader, self.sure, self.detector = reader, reader.sure, reader.detector
        self.number = 0
        self.asked: list[int] = []

    def cards(self, picture: np.ndarray, card_long: float | None = None, **_: object) -> tuple[SeenCard, ...]:
        self.asked.append(self.number)
        return self._reader.cards(picture, card_long)


def watched(room: Room, reader: CardReader, film: list[Scene]) -> tuple[Counting, list[tuple[int, CardSighting]]]:
    """Show *film*, 33 ms apart; return the reader and each sighting of the board with the frame that told it."""
    counting = Counting(reader)
    watcher = Watcher(room.layout, counting, "overhead")
    told = []
    for counting.number, scene in enumerate(film):
        said = watcher.look(room.studio.frame(scene, counting.number % 3), START + counting.number * 33 * MS)
        told += [(counting.number, one) for one in cards(said)]
    return counting, told


def test_what_a_hand_leaves_is_read_at_once_and_told_when_it_lies_still(room: Room, reader: CardReader) -> None:
    counting, told = watched(room, reader, [Scene()] * 4 + [REACHING] * 3 + [ACE] * 4)
    assert 7 in counting.asked, "the first frame without the hand"
    assert 8 not in counting.asked, "which the next one repeats"
    (number, sighting), at = told[-1], START + 7 * 33 * MS
    assert (number, sighting.at, [str(card.card) for card in sighting.cards]) == (8, at, ["As"])


def test_what_was_read_ahead_and_did_not_stay_is_never_told(room: Room, reader: CardReader) -> None:
    again = replace(KING, hands=REACHING.hands)
    counting, told = watched(room, reader, [Scene()] * 4 + [REACHING] * 3 + [ACE] + [again] * 3 + [KING] * 4)
    assert {7, 11} <= set(counting.asked), "both were read as soon as the hand was gone"
    assert [[str(card.card) for card in one.cards] for _, one in told[1:]] == [["Kd"]]


def test_what_was_read_ahead_is_told_as_of_when_it_came_to_rest(room: Room, reader: CardReader) -> None:
    again = replace(ACE, hands=REACHING.hands)
    counting, told = watched(room, reader, [Scene()] * 4 + [REACHING] * 3 + [ACE] + [again] * 3 + [ACE] * 4)
    assert 7 in counting.asked
    assert 11 not in counting.asked, "it looks as it did when it was read"
    (number, sighting), at = told[-1], START + 11 * 33 * MS
    assert (number, sighting.at, [str(card.card) for card in sighting.cards]) == (12, at, ["As"])


def test_what_a_flickering_hand_leaves_is_not_read_with_every_frame(room: Room, reader: CardReader) -> None:
    kings = replace(KING, hands=REACHING.hands)
    flicker = [ACE, kings, KING, REACHING, ACE, kings, KING, REACHING]
    counting, _ = watched(room, reader, [Scene()] * 4 + [REACHING] * 3 + flicker)
    ahead = [number for number in counting.asked if number >= 7]
    assert ahead[0] == 7
    assert all(later - sooner >= 3 for sooner, later in itertools.pairwise(ahead)), ahead
