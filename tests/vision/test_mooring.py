"""A camera that is pushed while the table is watched: nothing it shows is believed until it is back."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from small_table import FRAME, Room, small_layout

from table_controller.fault_words import as_said
from table_controller.records import Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, ViewBlocked
from table_controller.records.scene import Scene, SceneCard
from vision.calibrate.mooring import EVERY, SOON, STRANGE, UNKNOWN, Mooring
from vision.calibrate.moved import Anchor, Shift
from vision.live import Watcher
from vision.reader import CardReader
from vision.scene import Look, Studio
from vision.zones import View

FLOP = Scene(
    tuple(SceneCard(Card.parse(code), Face.UP, Point(330 + 75 * n, 275)) for n, code in enumerate(("As", "Td", "5c")))
)
SECOND = 1_000_000_000 // FRAME
"""Frames of a second."""


@dataclass
class Said(Anchor):
    """An anchor that says what it is told to, and counts how often it was asked."""

    shifts: list[Shift] = field(default_factory=list)
    asked: int = 0
    telling: bool = False

    def shift(self, frame: np.ndarray) -> Shift:
        self.asked += 1
        return self.shifts.pop(0) if len(self.shifts) > 1 else self.shifts[0]


HELD, MOVED, UNSEEN = Shift(0.1, 0.5), Shift(4.0, 0.5), Shift(None, 0.0)
NOTHING = np.zeros((4, 4, 3), np.uint8)


def watched(shifts: list[Shift], seconds: float, still: bool = True, telling: bool = False) -> tuple[Mooring, Said]:
    anchor = Said(list(shifts), telling=telling)
    mooring = Mooring(anchor)
    for tenth in range(int(10 * seconds)):
        mooring.look(NOTHING, tenth * 100_000_000, still)
    return mooring, anchor


def test_a_camera_that_hangs_still_is_asked_once_in_some_seconds() -> None:
    mooring, anchor = watched([HELD], 60)
    assert mooring.fault is None
    assert anchor.asked == 60_000_000_000 // EVERY


def test_one_check_proves_nothing_and_a_second_one_soon_after_does() -> None:
    assert watched([MOVED, HELD], 30)[0].fault is None
    once, anchor = watched([MOVED], SOON / 1e9)
    assert (once.fault, anchor.asked) == (None, 1)
    assert watched([MOVED], SOON / 1e9 + 0.1)[0].fault == "camera moved by 4 mm: put it back, or recalibrate"


def test_a_camera_that_still_swings_is_waited_for() -> None:
    swinging = [Shift(millimetres, 0.5) for millimetres in (9.0, 3.0, 7.0, 2.0)]
    assert watched([*swinging, HELD], 30)[0].fault is None


def test_what_is_back_is_believed_after_two_checks() -> None:
    mooring, anchor = watched([MOVED, MOVED, HELD], 6.0)
    assert anchor.asked == 3
    assert mooring.fault is not None
    assert watched([MOVED, MOVED, HELD], 7.0)[0].fault is None


def test_a_camera_that_looks_elsewhere_is_told_after_some_checks_and_a_bare_table_never() -> None:
    looked, anchor = watched([HELD, UNSEEN], (EVERY + UNKNOWN * SOON) / 1e9)
    assert anchor.asked == 1 + UNKNOWN
    assert looked.fault == "camera moved or table covered: put it back, or recalibrate"
    assert watched([UNSEEN], 60)[0].fault is None, "a felt without marks is no fault of the camera's"


def test_a_camera_that_hung_elsewhere_before_the_start_gets_a_light_and_goes_on() -> None:
    elsewhere, _ = watched([UNSEEN], 60, telling=True)
    assert (elsewhere.fault, elsewhere.notice) == (None, STRANGE)
    assert watched([UNSEEN], 60, telling=False)[0].notice is None, "a felt without marks never told anything"
    assert watched([UNSEEN, UNSEEN, UNSEEN, HELD], 60, telling=True)[0].notice is None
    moved, _ = watched([UNSEEN, UNSEEN, UNSEEN, MOVED], 60, telling=True)
    assert (moved.fault, moved.notice) == ("camera moved by 4 mm: put it back, or recalibrate", None)
    assert watched([HELD, UNSEEN], 60, telling=True)[0].notice is None, "that is a fault"


def test_where_nothing_is_found_again_from_the_start_the_zones_are_read_and_a_light_says_it(moored: Room) -> None:
    closer = np.array([[1.7, 0.5, -420], [-0.5, 1.7, 90]])
    said = show(
        moored,
        lambda frame: cv2.warpAffine(frame, closer, frame.shape[1::-1], borderMode=cv2.BORDER_REFLECT),
        4 * SECOND,
    )
    assert not blocked(said)
    assert moored.watcher.fault == STRANGE
    assert as_said(STRANGE).de == "nichts vom Bild ihrer Kalibrierung findet sich wieder: floorman doctor fragen"


def test_marks_that_grain_hides_tell_nothing(moored: Room) -> None:
    view = View(moored.layout, moored.layout.cameras[0])
    assert Anchor(moored.studio.frame(Scene(), 997), view).telling
    grain = np.random.default_rng(1).normal(0, 4, (608, 1080, 3))
    plain = np.clip(np.full((608, 1080, 3), (60, 110, 40)) + grain, 0, 255).astype(np.uint8)
    assert not Anchor(plain, view).telling


def test_a_frame_in_which_much_moves_is_checked_only_when_it_has_to_be() -> None:
    assert watched([HELD], 9, still=False)[1].asked == 0
    assert watched([HELD], 12, still=False)[1].asked == 1


@pytest.fixture
def moored(reader: CardReader) -> Room:
    """The small table with a camera that was calibrated when the table was empty."""
    layout = small_layout()
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours))
    anchor = Anchor(studio.frame(Scene(), 997), View(layout, layout.cameras[0]))
    return Room(layout, studio, Watcher(layout, reader, "overhead", mooring=Mooring(anchor)))


def pushed(x: float, y: float) -> Callable[[np.ndarray], np.ndarray]:
    """What the camera shows after a push by so many pixels."""
    motion = np.array([[1, 0, x], [0, 1, y]], np.float64)
    return lambda frame: cv2.warpAffine(frame, motion, frame.shape[1::-1], borderMode=cv2.BORDER_REFLECT)


def show(room: Room, seen: Callable[[np.ndarray], np.ndarray], frames: int) -> list[Observation]:
    said: list[Observation] = []
    for _ in range(frames):
        said += room.look(seen(room.studio.frame(FLOP, room.frames)))
    return said


def test_a_recording_that_was_filmed_otherwise_is_read_and_its_light_says_so(moored: Room, reader: CardReader) -> None:
    """It may be older than the calibration; upside down, cards and seats are told the wrong way round."""
    mooring = moored.watcher._mooring
    moored.watcher = Watcher(moored.layout, reader, "overhead", live=False, mooring=mooring)
    said = show(moored, pushed(4, 0), 12)
    assert not blocked(said)
    assert [one for one in said if isinstance(one, CardSighting) and one.zone == "board" and one.cards]
    assert moored.watcher.fault == "camera moved by 4 mm: put it back, or recalibrate"


def blocked(said: list[Observation]) -> set[str]:
    return {one.reason for one in said if isinstance(one, ViewBlocked) and one.blocked}


@pytest.mark.parametrize("push", [(3, 0), (0, -6), (40, 25)])
def test_a_pushed_camera_hides_its_zones_until_it_is_back(moored: Room, push: tuple[float, float]) -> None:
    first = show(moored, lambda frame: frame, SECOND)
    assert any(isinstance(one, CardSighting) and len(one.cards) == 3 for one in first)
    during = show(moored, pushed(*push), 7 * SECOND)
    far = np.hypot(*push) / 1.066
    (reason,) = blocked(during)
    assert reason == moored.watcher.fault
    assert reason == f"camera moved by {far:.0f} mm: put it back, or recalibrate"
    assert {one.zone for one in during if isinstance(one, ViewBlocked)} == {zone.name for zone in moored.layout.zones}
    after = show(moored, lambda frame: frame, 7 * SECOND)
    assert moored.watcher.fault is None
    assert {one.zone for one in after if isinstance(one, ViewBlocked) and not one.blocked} == {
        zone.name for zone in moored.layout.zones
    }
    lying = [one for one in after if isinstance(one, CardSighting) and one.zone == "board"]
    lay = [one for one in first if isinstance(one, CardSighting) and one.zone == "board"][-1]
    assert [[card.card for card in one.cards] for one in lying] == [[card.card for card in lay.cards]]


def test_a_camera_that_hangs_turned_from_the_start_hides_its_zones_and_tells_no_card(moored: Room) -> None:
    said = show(moored, lambda frame: np.ascontiguousarray(frame[::-1, ::-1]), 3 * SECOND)
    assert blocked(said) == {"camera turned by 180°: turn it back, or recalibrate"}
    show(moored, lambda frame: frame, 7 * SECOND)
    assert moored.watcher.fault is None


def test_what_a_push_makes_of_the_zones_is_never_told(moored: Room) -> None:
    show(moored, lambda frame: frame, SECOND)
    said = show(moored, pushed(60, 80), 2 * SECOND)
    assert not [one for one in said if isinstance(one, CardSighting)], "cards that left their zone were not moved"
    assert blocked(said)


def test_a_lamp_that_is_switched_off_is_no_push(moored: Room) -> None:
    show(moored, lambda frame: frame, SECOND)
    said = show(moored, lambda frame: (frame * 0.6).astype(np.uint8), 7 * SECOND)
    assert not [one for one in said if isinstance(one, ViewBlocked)]
    assert moored.watcher.fault is None


def test_a_hand_over_the_table_is_no_push(moored: Room) -> None:
    from table_controller.records.scene import SceneHand

    hand = SceneHand(Point(500, 760), Point(480, 300))
    for number in range(8 * SECOND):
        reaching = Scene(FLOP.cards, (), (hand,)) if number // 8 % 2 else FLOP
        said = moored.look(moored.studio.frame(reaching, number))
        assert not [one for one in said if isinstance(one, ViewBlocked)]
