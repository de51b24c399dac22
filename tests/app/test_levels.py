"""The levels of the evening begin by the table's clock: with its schedule, once each, and never against the house."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from stepped import SteppedClock

from table_controller.app import LiveTable
from table_controller.cli import main
from table_controller.files import load_rulebook
from table_controller.journal.read import entries
from table_controller.levels import level_due
from table_controller.records import Chips, Seat
from table_controller.records.events import (
    Announced,
    Certainty,
    DeckShuffled,
    Event,
    HandEnded,
    HandStarted,
    LevelStarted,
)
from table_controller.records.night import Night
from table_controller.records.observations import ManualEntry
from table_controller.rules import assess, new_night
from table_controller.table_file import Table, load_table
from table_controller.table_thread import TableThread
from table_controller.views import DeskView, PlannedLevel
from table_controller.views.dealer_models import LevelView
from table_controller.views.models import FeltView

MINUTE = 60_000_000_000
BOOK = load_rulebook("zollernalb")
PLAN = tuple(PlannedLevel(Chips(50 * 2**n), Chips(100 * 2**n), Chips(0), 20) for n in range(3))
FIRST = LevelStarted(at=0, level=1, small_blind=Chips(50), big_blind=Chips(100))
PLANNED = tuple(
    replace(FIRST, level=number, small_blind=one.small_blind, big_blind=one.big_blind)
    for number, one in enumerate(PLAN, start=1)
)
SECOND, THIRD = PLANNED[1:]
HAND = HandStarted(
    at=5 * MINUTE,
    hand="1",
    button=Seat(1),
    seats=((Seat(1), Chips(90_000)), (Seat(2), Chips(90_000)), (Seat(3), Chips(90_000))),
    small_blind=Chips(50),
    big_blind=Chips(100),
)
BEGUN = replace(HAND, at=0)
"""The same, told to a live table: it knows itself when."""
JOURNAL = "night.journal"


def _after(*events: Event) -> Night:
    night = new_night()
    for event in (FIRST, *events):
        night = assess(night, event, BOOK).night
    return night


def _said(what: str, at: int) -> Announced:
    return Announced(at=at, what=what, by="desk", source="desk", certainty=Certainty.DECLARED)


def _due_at(night: Night) -> int | None:
    """The minute in which the next level begins by itself."""
    return next((now for now in range(90) if level_due(night, BOOK, PLAN, now * MINUTE)), None)


def test_the_next_level_begins_when_its_time_has_come() -> None:
    over = _after(HAND, HandEnded(at=6 * MINUTE))
    assert _due_at(over) == 25, "the clock began with the first hand"
    entry = level_due(over, BOOK, PLAN, 25 * MINUTE)
    assert entry is not None
    assert isinstance(entry.event, LevelStarted)
    assert (entry.event.level, entry.event.small_blind, entry.event.big_blind) == (2, 100, 200)


@pytest.mark.parametrize(
    ("events", "minute"),
    [
        ((), None),
        ((HAND, HandEnded(at=6 * MINUTE), _said("break", 10 * MINUTE)), None),
        ((HAND, HandEnded(at=6 * MINUTE), _said("break", 10 * MINUTE), _said("resume", 22 * MINUTE)), 37),
        ((HAND, HandEnded(at=6 * MINUTE), _said("level_paused", 10 * MINUTE)), None),
        ((HAND, _said("level_paused", 10 * MINUTE), _said("level_resumed", 12 * MINUTE), HandEnded(at=6 * MINUTE)), 27),
        ((HAND, _said("break", 7 * MINUTE), HandEnded(at=9 * MINUTE), _said("resume", 10 * MINUTE)), 26),
    ],
)
def test_its_clock_stands_before_the_first_hand_in_breaks_and_while_it_is_held(
    events: tuple[Event, ...], minute: int | None
) -> None:
    assert _due_at(_after(*events)) == minute


def test_it_waits_while_a_hand_is_shuffled_or_dealt() -> None:
    """Whose blinds these are the house tells by the shuffle or the first card (K14): nobody is to be wrong for it."""
    shuffled = _after(HAND, HandEnded(at=6 * MINUTE), DeckShuffled(at=24 * MINUTE))
    assert _due_at(shuffled) is None
    second = replace(HAND, at=26 * MINUTE, hand="2", button=Seat(2))
    assert _due_at(_after(HAND, HandEnded(at=6 * MINUTE), second)) is None


@pytest.mark.parametrize("rulebook", ["bonn", "brandenburg"])
def test_no_level_begins_where_the_blinds_never_rise(rulebook: str) -> None:
    night = _after(HAND, HandEnded(at=6 * MINUTE))
    assert level_due(night, load_rulebook(rulebook), PLAN, 60 * MINUTE) is None


def test_no_level_begins_once_the_blinds_rise_no_further() -> None:
    """001 §3.3.3: from five hundredths of the chips in play."""
    high = (PLAN[0], PlannedLevel(Chips(7000), Chips(14_000), Chips(0), 20), PLAN[2])
    night = _after(HAND, HandEnded(at=6 * MINUTE))
    assert level_due(night, BOOK, high, 60 * MINUTE) is not None
    frozen = assess(
        night, LevelStarted(at=30 * MINUTE, level=2, small_blind=Chips(7000), big_blind=Chips(14_000)), BOOK
    )
    assert level_due(frozen.night, BOOK, high, 600 * MINUTE) is None


TABLE = """
name = "Kitchen"
rulebook = "{rulebook}"
felt = {{ width = 1200, height = 800 }}
blinds = {{ small = 50, big = 100 }}
level = [
  {{ small = 50, big = 100, minutes = 20 }},
  {{ small = 100, big = 200, minutes = 20 }},
  {{ small = 200, big = 400, minutes = 20 }},
]
seat = [{{ number = 1, stack = 90000 }}, {{ number = 2, stack = 90000 }}, {{ number = 3, stack = 90000 }}]

[[zone]]
name = "board"
kind = "board"
corners = [[300, 340], [900, 340], [900, 460], [300, 460]]
"""


def _table(folder: Path, rulebook: str = "zollernalb") -> Table:
    (folder / "kitchen.toml").write_text(TABLE.format(rulebook=rulebook), encoding="utf-8")
    return load_table(folder / "kitchen.toml")


class Evening:
    """A live table without threads: minutes pass when a test lets them."""

    def __init__(self, live: LiveTable, thread: TableThread) -> None:
        self.live, self._thread = live, thread

    def passes(self, minutes: int) -> None:
        assert isinstance(self.live.clock, SteppedClock)
        for _ in range(minutes):
            self.live.clock.at += MINUTE
            for _ in range(4):
                self._thread.step(0)
                self.live.clock.at += 1_000_000_000

    def tell(self, *events: Event, lasts: int = 1) -> None:
        """What the desk tells, and the minutes that pass then."""
        for event in events:
            self.live.submit(ManualEntry(at=0, source="desk", event=replace(event, source="desk"), by="desk"))
        self.passes(lasts)

    @property
    def felt(self) -> FeltView:
        return self.live.screens.latest().table.felt

    @property
    def desk(self) -> DeskView:
        return self.live.screens.latest().desk


@contextmanager
def _evening(folder: Path) -> Iterator[Evening]:
    """A minute of the evening at the table of *folder*, or of its going on."""
    with ExitStack() as house:
        live = LiveTable(_table(folder), BOOK, folder / JOURNAL, house=house, new_clock=SteppedClock)
        thread = live.set_up(None, seed=1, attended=True)
        thread.step(0)
        evening = Evening(live, thread)
        evening.passes(1)
        yield evening
        live.stop()


def _levels(path: Path) -> list[str]:
    return [entry.body or "" for entry in entries(path, kinds=("observation",)) if '"schedule"' in (entry.body or "")]


def test_a_live_table_begins_its_levels_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    with _evening(tmp_path) as evening:
        evening.tell(BEGUN, HandEnded(), lasts=15)
        assert evening.felt.level == 1
    assert _levels(tmp_path / JOURNAL) == []
    with _evening(tmp_path) as evening:
        shown = evening.felt.next_level
        assert shown is not None
        assert 2 * MINUTE < shown.starts - evening.live.clock.now() < 5 * MINUTE, "it goes on where it stood"
        evening.passes(9)
        assert (evening.felt.level, evening.felt.big_blind) == (2, 200)
        assert evening.desk.incidents == ()
    assert len(_levels(tmp_path / JOURNAL)) == 1, "a level begins once"


def test_after_a_level_that_the_floor_began_again_the_next_one_comes(tmp_path: Path) -> None:
    with _evening(tmp_path) as evening:
        evening.tell(BEGUN, HandEnded(), lasts=45)
        assert evening.felt.level == 3
        assert evening.desk.by_hand.level_before == LevelView(2, Chips(100), Chips(200), Chips(0))
        for lasts in (2, 1):
            evening.tell(SECOND, lasts=lasts)
            assert evening.felt.level == 2
        assert evening.desk.incidents == ()
        evening.passes(22)
        assert evening.felt.level == 3


def test_levels_begun_and_taken_back_in_a_hand_leave_it_its_own(tmp_path: Path) -> None:
    """What is shown as played is the hand's level, whatever began meanwhile; the newest is the next one."""
    with _evening(tmp_path) as evening:
        evening.tell(BEGUN, lasts=0)
        for level in (SECOND, THIRD, SECOND, SECOND):
            evening.tell(level)
            assert (evening.felt.level, evening.felt.big_blind) == (1, 100)
            assert evening.felt.next_level is not None
            assert (evening.felt.next_level.level, evening.felt.next_level.begun) == (level.level, True)
        evening.tell(HandEnded())
        assert evening.felt.big_blind == 200


def test_two_levels_are_taken_back_one_after_the_other(tmp_path: Path) -> None:
    with _evening(tmp_path) as evening:
        evening.tell(BEGUN, HandEnded(), SECOND)
        evening.tell(THIRD)
        for number in (2, 1):
            before = evening.desk.by_hand.level_before
            assert before is not None
            assert before.level == number
            evening.tell(replace(PLANNED[number - 1], small_blind=before.small_blind, big_blind=before.big_blind))
            assert (evening.felt.level, evening.felt.big_blind) == (number, 100 * number)
        assert evening.desk.by_hand.level_before is None


def test_a_hand_shuffled_before_two_levels_is_at_the_right_one() -> None:
    """001 §3.3.2-a: its beginning decides, and that was before both."""
    shuffled = _after(HAND, HandEnded(at=6 * MINUTE), DeckShuffled(at=7 * MINUTE))
    for number, level in enumerate((SECOND, THIRD), start=1):
        shuffled = assess(shuffled, replace(level, at=(7 + number) * MINUTE), BOOK).night
    second = replace(HAND, at=10 * MINUTE, hand="2", button=Seat(2))
    told = assess(shuffled, second, BOOK).irregularities
    assert "blind_level_mismatch" not in {found.code for found in told}


def test_a_plan_that_the_house_does_not_have_is_said_at_the_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _table(tmp_path, "bonn")
    table, journal = str(tmp_path / "kitchen.toml"), str(tmp_path / "n.journal")
    main(["run", "--table", table, "--journal", journal, "--headless", "--for", "0.2"])
    assert "level: the blinds never rise under the rulebook 'bonn'" in capfd.readouterr().err
