"""Of a zone that was read before only what changed is looked at first; all of it once that is told."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from small_table import FRAME, Room, small_layout

from table_controller.records import DECK, Card, Face, Point
from table_controller.records.observations import CardSighting, Observation, SightedCard, ViewBlocked
from table_controller.records.scene import Scene, SceneCard
from vision.gate import Mask
from vision.live import Watcher
from vision.patch import EDGE, MARGINS, Patch, patch
from vision.reader import CardReader
from vision.reading import SeenCard
from vision.zones import View, ZoneView

LAYOUT = small_layout()
VIEW = View(LAYOUT, LAYOUT.cameras[0])
BOARD = next(zone for zone in VIEW.zones if zone.zone.name == "board")


def lying(code: str, x: float, y: float = 275, chance: float = 1.0, angle: float = 0.0) -> SightedCard:
    return SightedCard(Card.parse(code), Face.UP, Point(x, y), angle, chance)


def around(*places: Point) -> Mask:
    """The quarter frame of the board with a card newly at each of *places*."""
    changes = np.zeros(BOARD.mask.shape, bool)
    for place in places:
        ends = VIEW.pixels([(place.x - 31, place.y - 44), (place.x + 31, place.y + 44)]) - BOARD.box[:2]
        (left, top), (right, bottom) = (ends / 4).astype(int)
        changes[top : bottom + 1, left : right + 1] = True
    return changes


def asked_for(changes: Mask, *read: SightedCard, zone: ZoneView = BOARD) -> Patch:
    part = patch(VIEW, zone, changes, read)
    assert part is not None
    return part


def test_what_changed_is_looked_at_with_felt_around_it_and_the_rest_lies_as_it_lay() -> None:
    ace, ten = lying("As", 330), lying("Td", 405)
    part = asked_for(around(Point(600, 275)), ace, ten)
    assert part.beside == (ace, ten)
    low, high = VIEW.pixels([(569, 231), (631, 319)])
    margin = MARGINS[0] * VIEW.card_long
    assert low[0] - margin - 8 <= part.box[0] <= low[0] - margin
    assert high[0] + margin <= part.box[2] <= high[0] + margin + 8
    assert part.box[1] >= BOARD.box[1]
    assert part.box[3] <= BOARD.box[3]


def test_of_a_card_beside_it_nothing_is_shown() -> None:
    ten = lying("Td", 405)
    part = asked_for(around(Point(480, 275)), lying("As", 330), ten)
    assert ten in part.beside
    assert part.box[0] >= VIEW.pixels([(405 + 31.5, 275)])[0][0]


def test_a_card_that_what_changed_touches_is_looked_at_as_a_whole() -> None:
    ace, ten = lying("As", 330), lying("Td", 405)
    part = asked_for(around(Point(440, 275)), ace, ten)
    assert part.beside == (ace,)
    assert part.box[0] <= VIEW.pixels([(405 - 31.5, 275)])[0][0]


def test_a_turned_card_takes_the_place_it_takes() -> None:
    across = lying("Td", 405, angle=90.0)
    assert asked_for(around(Point(475, 275)), lying("As", 300), across).beside == (lying("As", 300),)


@pytest.mark.parametrize(
    "doubtful", [lying("Td", 405, chance=0.99), replace(lying("Td", 405), card=None), lying("Td", 405, chance=0.5)]
)
def test_who_is_not_surely_read_is_looked_at_again(doubtful: SightedCard) -> None:
    part = asked_for(around(Point(480, 275)), lying("As", 300), doubtful)
    assert part.beside == (lying("As", 300),)


def test_a_card_surely_face_down_need_not_be_looked_at_again() -> None:
    down = SightedCard(None, Face.DOWN, Point(330, 275), 0.0, 0.999)
    assert asked_for(around(Point(600, 275)), down).beside == (down,)


@pytest.mark.parametrize(
    ("places", "read"),
    [
        ([Point(300, 245), Point(700, 305)], []),
        ([Point(690, 310)], [lying("As", 290, 235, chance=0.5)]),
        ([Point(480, 275)], [lying("As", 352), lying("Td", 416), lying("5c", 544), lying("9h", 608)]),
    ],
    ids=["both ends", "an unsure card far away", "no felt between it and the next cards"],
)
def test_all_of_the_zone_is_looked_at_where_little_would_be_saved_or_shown(
    places: list[Point], read: list[SightedCard]
) -> None:
    assert patch(VIEW, BOARD, around(*places), read) is None


def test_where_nothing_changed_there_is_nothing_to_look_at() -> None:
    assert patch(VIEW, BOARD, np.zeros(BOARD.mask.shape, bool), []) is None
    assert patch(VIEW, BOARD, ~BOARD.mask, []) is None


@pytest.mark.parametrize(
    ("move", "cut"),
    [((0, 0), False), ((30 - EDGE, 0), False), ((31, 0), True), ((-31, 0), True), ((0, 31), True), ((0, -40), True)],
)
def test_a_card_at_the_edge_of_a_patch_may_go_on_beyond_it(move: tuple[float, float], cut: bool) -> None:
    box = (BOARD.box[0] + 100, BOARD.box[1] + 20, BOARD.box[0] + 224, BOARD.box[1] + 174)
    quad = np.array([(130, 50), (194, 50), (194, 144), (130, 144)], np.float32) + BOARD.box[:2]
    part = Patch(box, ())
    assert part.cuts(quad + np.array(move, np.float32), BOARD) is cut


def test_at_the_edge_of_the_zone_as_much_is_seen_as_in_all_of_it() -> None:
    quad = np.array([(0, 0), (64, 0), (64, 94), (0, 94)], np.float32) + BOARD.box[:2]
    assert not Patch((*BOARD.box[:2], BOARD.box[0] + 100, BOARD.box[1] + 130), ()).cuts(quad, BOARD)


class Shown:
    """A reader that notes how large what it was shown is; *says* comes in place of what it reads, where given."""

    def __init__(self, reader: CardReader) -> None:
        self._reader, self.sure, self.detector = reader, reader.sure, None
        self.wide: list[int] = []
        self.says: list[Any] = []

    def cards(self, picture: np.ndarray, card_long: float | None = None, **_: object) -> tuple[SeenCard, ...]:
        self.wide.append(picture.shape[1])
        said = self.says.pop(0) if self.says else None
        if isinstance(said, Exception):
            raise said
        return self._reader.cards(picture, card_long) if said is None else said


FLOP = tuple(
    SceneCard(Card.parse(code), Face.UP, Point(310 + 75 * n, 275)) for n, code in enumerate(("As", "Td", "5c"))
)
TURN = SceneCard(Card.parse("9h"), Face.UP, Point(545, 275))
RIVER = SceneCard(Card.parse("2d"), Face.UP, Point(625, 275))
WHOLE = BOARD.box[2] - BOARD.box[0]


@pytest.fixture
def shown(room: Room, reader: CardReader) -> Shown:
    """The reader of *room*, which has read a flop."""
    shown = Shown(reader)
    room.watcher = Watcher(room.layout, shown, "overhead")
    room.show(Scene())
    assert names(room.show(Scene(FLOP)))[-1] == ["As", "Td", "5c"]
    shown.wide.clear()
    return shown


def names(said: list[Observation]) -> list[list[str]]:
    boards = [one for one in said if isinstance(one, CardSighting) and one.zone == "board"]
    return [[str(card.card) for card in one.cards] for one in boards]


def test_of_the_turn_no_more_is_looked_at_than_itself_and_then_all_of_the_board(room: Room, shown: Shown) -> None:
    assert names(room.show(Scene((*FLOP, TURN)), 8)) == [["As", "Td", "5c", "9h"]]
    assert len(shown.wide) == 2
    assert shown.wide[0] < 0.4 * WHOLE
    assert shown.wide[1] == WHOLE


def test_a_card_that_is_taken_away_is_gone(room: Room, shown: Shown) -> None:
    assert names(room.show(Scene(FLOP[:2]), 8)) == [["As", "Td"]]
    assert shown.wide[0] < 0.5 * WHOLE


def test_where_a_patch_shows_no_card_all_is_looked_at_in_the_same_frame(room: Room, shown: Shown) -> None:
    shown.says = [()]
    assert names(room.show(Scene((*FLOP, TURN)), 2)) == [["As", "Td", "5c", "9h"]]
    assert [wide == WHOLE for wide in shown.wide] == [False, True]


def test_a_card_that_was_known_and_is_not_seen_in_the_patch_is_looked_for_in_all_of_it(
    room: Room, shown: Shown
) -> None:
    between = SceneCard(Card.parse("9h"), Face.UP, Point(422, 275))
    shown.says = [(_sure_of("9h", left=40, top=7),)]
    room.show(Scene((*FLOP, between)), 2)
    assert [wide == WHOLE for wide in shown.wide] == [False, True], "the ten and the five were there"


def _sure_of(code: str, left: float = 30, chance: float = 1.0, top: float = 30) -> SeenCard:
    spread = tuple(chance * (card == Card.parse(code)) for card in DECK)
    quad = ((left, top), (left + 66, top), (left + 66, top + 94), (left, top + 94))
    return SeenCard(quad, Card.parse(code), Face.UP, chance, spread)


@pytest.mark.parametrize(
    "said",
    [_sure_of("As"), _sure_of("Kd", left=-10), _sure_of("Kd", chance=0.98)],
    ids=["a name that lies beside", "beyond the edge", "not sure"],
)
def test_what_a_patch_does_not_settle_is_not_told_but_looked_at_as_a_whole(
    room: Room, shown: Shown, said: SeenCard
) -> None:
    shown.says = [(said,)]
    assert names(room.show(Scene((*FLOP, TURN)), 2)) == [["As", "Td", "5c", "9h"]]
    assert [wide == WHOLE for wide in shown.wide] == [False, True], "at once, in the same frame"


def test_a_reader_that_fails_at_a_patch_is_asked_once(
    room: Room, shown: Shown, capfd: pytest.CaptureFixture[str]
) -> None:
    shown.says = [RuntimeError("no memory")]
    said = room.show(Scene((*FLOP, TURN)), 4)
    assert len(shown.wide) == 1
    assert capfd.readouterr().err.count("no memory") == 1
    assert {one.zone for one in said if isinstance(one, ViewBlocked) and one.blocked} == {"board", "seat 1 cards"}


def test_the_river_right_after_the_turn_waits_for_no_look_at_all_of_the_board(
    room: Room, shown: Shown, reader: CardReader
) -> None:
    frames = [room.studio.frame(Scene((*FLOP, TURN)), n) for n in (0, 1)]
    frames += [room.studio.frame(Scene((*FLOP, TURN, RIVER)), n) for n in (0, 1)]
    said: list[Observation] = []
    for number, frame in enumerate(frames):
        said += room.watcher.look(frame, room.frames * FRAME + (number + 1) * 33_000_000)
    assert names(said) == [["As", "Td", "5c", "9h"], ["As", "Td", "5c", "9h", "2d"]]
    assert max(shown.wide) < WHOLE
