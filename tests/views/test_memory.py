"""Where each fact comes from: the sensor or person that stated it, or the house's rule where it follows."""

from dataclasses import replace

from table_controller.files import load_rulebook
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    Announced,
    BoardCardDealt,
    ButtonPlaced,
    ChipsMovedIn,
    Corrected,
    Declared,
    Event,
    HandStarted,
    HoleCardDealt,
    LevelStarted,
    SeatTaken,
)
from table_controller.rules import assess, new_night
from table_controller.views.dealer_models import Origin
from table_controller.views.memory import Known, Memory, newcomers, remembered

BOOK = load_rulebook("zollernalb")
SEATS = tuple((Seat(n), Chips(1000)) for n in (1, 2, 3))
BEGUN: tuple[tuple[str, Event], ...] = (
    ("table file", LevelStarted(level=1, small_blind=Chips(50), big_blind=Chips(100), ante=Chips(0))),
    *(("table file", SeatTaken(seat=seat, stack=stack)) for seat, stack in SEATS),
    ("overhead", ButtonPlaced(seat=Seat(1), confidence=0.8)),
    ("overhead", HandStarted(button=Seat(1), seats=SEATS, small_blind=Chips(50), big_blind=Chips(100))),
    ("overhead", ChipsMovedIn(seat=Seat(2), amount=Chips(50))),
    ("overhead", ChipsMovedIn(seat=Seat(3), amount=Chips(100), confidence=0.7)),
    *(("overhead", HoleCardDealt(seat=Seat(seat))) for seat in (2, 3, 1, 2, 3, 1)),
)


def told(*more: tuple[str, Event]) -> Memory:
    night, memory = new_night(), Memory()
    for at, (source, event) in enumerate((*BEGUN, *more), start=1):
        answer = assess(night, replace(event, at=at, source=source), BOOK)
        memory, night = remembered(memory, night, answer), answer.night
    return memory


def known(memory: Memory, what: str, seat: int | None = None) -> Known:
    return dict(memory.facts)[(what, None if seat is None else Seat(seat))]


def test_chips_are_the_cameras_with_its_confidence() -> None:
    assert known(told(), "bet", 3) == Known(Origin.CAMERA, "overhead", 0.7)
    assert known(told(), "stack", 3) == Known(Origin.CAMERA, "overhead", 0.7)


def test_who_is_to_act_follows_by_rule() -> None:
    assert known(told(), "to_act").origin is Origin.RULE
    assert known(told(), "big_blind") == Known(Origin.OPERATOR, "table file", 1.0)


def test_a_press_is_the_boards_and_a_tap_the_operators() -> None:
    fold = Declared(seat=Seat(1), action="fold")
    assert known(told(("board", fold)), "folded", 1).origin is Origin.BOARD
    assert known(told(("desk", fold)), "folded", 1).origin is Origin.OPERATOR
    assert known(told(("seat 1", fold)), "folded", 1).origin is Origin.OPERATOR


def test_chips_seen_for_words_that_count_already_are_the_cameras() -> None:
    call = ("board", Declared(seat=Seat(1), action="call"))
    assert known(told(call), "stack", 1).origin is Origin.RULE
    seen = ("overhead", ChipsMovedIn(seat=Seat(1), amount=Chips(100), confidence=0.9))
    assert known(told(call, seen), "stack", 1) == Known(Origin.CAMERA, "overhead", 0.9)


def test_a_correction_is_the_operators() -> None:
    mended = told(("desk", Corrected(what="stack", seat=Seat(1), value="700")))
    assert known(mended, "stack", 1) == Known(Origin.OPERATOR, "desk", 1.0)
    board = told(("overhead", BoardCardDealt(confidence=0.6)))
    assert known(board, "board") == Known(Origin.CAMERA, "overhead", 0.6)


def test_consent_is_of_those_who_sit_there() -> None:
    night = new_night()
    agreed = told(("desk", Announced(what="consent", by="desk")))
    assert agreed.consent is True
    assert agreed.asked == {1, 2, 3}
    later = told(("desk", Announced(what="consent", by="desk")), ("desk", SeatTaken(seat=Seat(2), stack=Chips(5))))
    assert later.asked == {1, 3}
    assert newcomers(later, replace(night, stacks=SEATS)) == (2,)
    assert told(("desk", Announced(what="no_consent", by="desk"))).consent is False
