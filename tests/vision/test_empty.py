"""Cards pictured on a felt are no cards, and cards that are dealt on them are."""

import cv2
import numpy as np
import pytest
from small_table import Room, small_layout

from table_controller.records import Card, Chips, Face, Point
from table_controller.records.observations import CardSighting
from table_controller.records.scene import Scene, SceneCard, SceneChips
from vision import empty
from vision.empty import CARD_ALIKE, correlation, without_print
from vision.live import Watcher
from vision.localise import Found
from vision.reader import CardReader
from vision.rectify import CARD_SIZE
from vision.scene import Look, Studio
from vision.search import Seen
from vision.zones import View, rectangle

LAYOUT = small_layout()
PLACES = tuple(Point(330 + 85.0 * n, 275) for n in range(5))
ROYAL = "Ah Kh Qh Jh Th"


def row(codes: str, across: float = 0, down: float = 0, turned: float = 0) -> tuple[SceneCard, ...]:
    """Cards at the PLACES, a little beside them; "-" is none, "xx" one face down."""
    return tuple(
        SceneCard(
            Card.parse("2c" if code == "xx" else code),
            Face.DOWN if code == "xx" else Face.UP,
            Point(at.x + across, at.y + down),
            turned,
        )
        for code, at in zip(codes.split(), PLACES, strict=False)
        if code != "-"
    )


def told(
    reader: CardReader,
    mat: tuple[SceneCard, ...],
    cards: tuple[SceneCard, ...],
    known: bool = True,
    light: float = 1.0,
    zone: str = "board",
    frames: int = 8,
    chips: tuple[SceneChips, ...] = (),
    button: Point | None = None,
) -> list[str]:
    """What is told of the *zone* in the end, with *cards* on a felt on which those of the *mat* are pictured."""
    look = Look(LAYOUT.width, LAYOUT.height, LAYOUT.colours)
    bare = Studio(LAYOUT.cameras[0], look).frame(Scene(mat), 99) if known else None
    room = Room(LAYOUT, Studio(LAYOUT.cameras[0], look), Watcher(LAYOUT, reader, "overhead", empty=bare, printed=True))
    said = []
    for n in range(frames):
        frame = room.studio.frame(Scene((*mat, *cards), chips, button=button), n)
        said += room.look(np.asarray(frame * light, np.uint8))
    last = [one for one in said if isinstance(one, CardSighting) and one.zone == zone]
    return [str(card.card or card.face.value) for card in last[-1].cards] if last else []


def test_cards_pictured_on_the_felt_are_not_told_where_the_camera_knows_it_empty(reader: CardReader) -> None:
    assert told(reader, row(ROYAL), (), known=False) == ROYAL.split()
    assert told(reader, row(ROYAL), ()) == []
    assert told(reader, row("xx xx xx xx xx"), ()) == []


@pytest.mark.parametrize(("across", "down", "turned"), [(4, -3, 2), (0, 0, 0), (25, 12, -3), (-30, 0, 4), (42, 20, 0)])
def test_cards_on_pictured_ones_are_told_and_what_they_leave_free_is_not(
    reader: CardReader, across: float, down: float, turned: float
) -> None:
    assert told(reader, row(ROYAL), row("As 7d 9c", across, down, turned)) == ["As", "7d", "9c"]


def test_a_card_is_told_on_its_own_picture_and_beside_it(reader: CardReader) -> None:
    assert told(reader, row(ROYAL), row("Th Qh 2s", 8, 6, 3)) == ["Th", "Qh", "2s"]
    assert told(reader, row(ROYAL), row("Ah Kh", 7, 5, -3)) == ["Ah", "Kh"]


@pytest.mark.parametrize("light", [0.6, 0.35])
def test_print_is_known_again_in_less_light(reader: CardReader, light: float) -> None:
    assert told(reader, row(ROYAL), row("- - 7d 9c", 5, 4), light=light) == ["7d", "9c"]


@pytest.mark.parametrize(("code", "aside"), [("Qs", 0), ("Qs", 2), ("Qd", 2), ("Qd", 5)])
def test_a_court_card_on_its_picture_in_another_suit_is_told(reader: CardReader, code: str, aside: int) -> None:
    assert told(reader, row(ROYAL), row(f"- - {code}", aside, -aside)) == [code]


@pytest.mark.parametrize("codes", [ROYAL, "2c 3d 4s 5h 6c", "xx xx xx xx xx"])
def test_chips_and_the_button_make_no_cards_of_the_print_they_lie_on(reader: CardReader, codes: str) -> None:
    stacks = [(50, 1, 12, 20), (100, 6, 0, 0), (10, 1, -20, -30), (100, 6, 12, 20)]
    at = zip(stacks, PLACES, strict=False)
    chips = tuple(SceneChips(Chips(worth), high, Point(p.x + x, p.y + y)) for (worth, high, x, y), p in at)
    assert told(reader, row(codes), (), chips=chips, button=PLACES[4]) == []
    dealt = row("- 7d 9c")
    assert told(reader, row(codes), dealt, chips=chips[:1], button=PLACES[4]) == ["7d", "9c"]


def test_a_card_pictured_across_the_felts_edge_is_no_hand(reader: CardReader) -> None:
    edge = (SceneCard(Card.parse("Ks"), Face.UP, Point(170, 516)),)
    dealt = (SceneCard(Card.parse("7d"), Face.DOWN, Point(105, 440)),)
    assert told(reader, edge, dealt, zone="seat 1 cards", frames=20) == ["down"]


def test_a_shadow_on_print_makes_no_card_of_it() -> None:
    studio = Studio(LAYOUT.cameras[0], Look(LAYOUT.width, LAYOUT.height, LAYOUT.colours))
    view, mat = View(LAYOUT, LAYOUT.cameras[0]), studio.frame(Scene(row(ROYAL)), 1)
    quad = view.pixels(rectangle(PLACES[2], 63, 88, 0))
    shadow = np.ones(mat.shape[:2], np.float32)
    shadow[:, : int(quad[:, 0].mean())] = 0.5
    shaded = np.asarray(mat * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None], np.uint8)
    assert correlation(shaded, mat, quad, CARD_SIZE, ()) > CARD_ALIKE
    for other in (Scene(), Scene((*row(ROYAL), *row("- - 7d")))):
        assert correlation(studio.frame(other, 2), mat, quad, CARD_SIZE, ()) < CARD_ALIKE


def test_cards_that_lie_apart_where_nothing_is_printed_are_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def compared(*args: object) -> float:
        asked.append(args)
        return 0.0

    monkeypatch.setattr(empty, "correlation", compared)
    studio = Studio(LAYOUT.cameras[0], Look(LAYOUT.width, LAYOUT.height, LAYOUT.colours))
    view = View(LAYOUT, LAYOUT.cameras[0])
    cards = [Found(view.pixels(rectangle(place, 63, 88, 0)), 1.0, 0.0) for place in PLACES]
    bare, dealt = studio.frame(Scene(), 1), studio.frame(Scene(row("2c 7d 9c Js 4h")), 2)
    assert without_print(Seen(cards, [], []), dealt, bare).cards == cards
    assert len(asked) == len(cards)
