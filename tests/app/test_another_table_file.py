"""A run that goes on with a changed table file: the felt is seen anew, and knows hand, stacks and entries."""

from dataclasses import replace

from table_controller.files import load_rulebook
from table_controller.records.chips import Chips, Seat
from table_controller.records.entries import RunStarted
from table_controller.records.events import ChipsMovedIn, Corrected, Event, LevelStarted, SeatTaken
from table_controller.records.observations import ButtonPress, ManualEntry, Observation, Press, Tick
from table_controller.table_file import built_in_table
from table_controller.turn import Standing, begin, go_on, turn

TABLE = built_in_table()
RUN = RunStarted(
    version="0",
    rulebook=load_rulebook("zollernalb"),
    layout=TABLE.layout,
    deck=TABLE.deck,
    button_tag=None,
    wall="2026-01-01T20:00:00+01:00",
    offset=0,
    speed=1.0,
)
SECOND = 1_000_000_000


def entry(event: Event, source: str = "desk") -> ManualEntry:
    return ManualEntry(at=0, source=source, event=event, by=source)


def heard(standing: Standing, at: int, *observations: Observation) -> Standing:
    for number, one in enumerate((*observations, Tick(at=at * SECOND + SECOND // 2, source="clock"))):
        moment = one.at if isinstance(one, Tick) else at * SECOND
        standing, _ = turn(standing, at * 10 + number, replace(one, at=moment), TABLE.layout, RUN.rulebook)
    return standing


def in_a_hand() -> Standing:
    level = LevelStarted(level=3, small_blind=Chips(50), big_blind=Chips(100), ante=Chips(0))
    standing = heard(begin(RUN), 1, entry(level, "file"))
    for seat in (1, 2, 3):
        standing = heard(standing, 1 + seat, entry(SeatTaken(seat=Seat(seat), stack=Chips(1000)), "file"))
    standing = heard(standing, 10, ButtonPress(at=0, source="desk", press=Press.NEW_HAND, key="n"))
    return heard(standing, 12, entry(ChipsMovedIn(seat=Seat(2), amount=Chips(50))))


def test_the_felt_of_another_table_file_knows_hand_stacks_and_level() -> None:
    before = in_a_hand()
    after = go_on(before, RUN, replace(RUN, button_tag="B0770001"))
    assert after.felt.button_tag == "B0770001"
    assert (after.felt.hand, after.felt.hands, after.felt.level, after.felt.staked) == ("1", 1, 3, 50)
    assert dict(after.felt.stacks) == {1: 1000, 2: 950, 3: 1000}


def test_an_undo_reaches_what_was_entered_before_the_table_file_changed() -> None:
    before = in_a_hand()
    after = go_on(before, RUN, replace(RUN, button_tag="B0770001"))
    undo = Corrected(what="undo", value=str(after.night.entered[-1].number))
    after = heard(after, 20, entry(undo))
    assert dict(after.felt.stacks) == {1: 1000, 2: 1000, 3: 1000}
    assert len(after.night.entered) == len(before.night.entered) - 1
