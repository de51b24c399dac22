"""The levels of the evening begin by the table's clock: with its schedule, once each, and never against the house."""

from collections.abc import Callable
from contextlib import ExitStack
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
from table_controller.views import PlannedLevel
from table_controller.views.dealer_models import LevelView

MINUTE = 60_000_000_000
BOOK = load_rulebook("zollernalb")
PLAN = tuple(PlannedLevel(Chips(50 * 2**n), Chips(100 * 2**n), Chips(0), 20) for n in range(3))
FIRST = LevelStarted(at=0, level=1, small_blind=Chips(50), big_blind=Chips(100))
HAND = HandStarted(
    at=5 * MINUTE,
    hand="1",
    button=Seat(1),
    seats=((Seat(1), Chips(90_000)), (Seat(2), Chips(90_000)), (Seat(3), Chips(90_000))),
    small_blind=Chips(50),
    big_blind=Chips(100),
)


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


def _driven(table: Table, path: Path, drive: Callable[[LiveTable, Callable[[int], None]], None]) -> None:
    """A live table without threads: *drive* is given it, and what lets minutes pass."""
    with ExitStack() as house:
        live = LiveTable(table, BOOK, path, house=house, new_clock=SteppedClock)
        thread = live.set_up(None, seed=1, attended=True)

        def passes(minutes: int) -> None:
            assert isinstance(live.clock, SteppedClock)
            for _ in range(minutes):
                live.clock.at += MINUTE
                for _ in range(4):
                    thread.step(0)
                    live.clock.at += 1_000_000_000

        thread.step(0)
        drive(live, passes)
        live.stop()


def _tell(live: LiveTable, *events: Event) -> None:
    for event in events:
        live.submit(ManualEntry(at=0, source="desk", event=replace(event, source="desk"), by="desk"))


def _levels(path: Path) -> list[str]:
    return [entry.body or "" for entry in entries(path, kinds=("observation",)) if '"schedule"' in (entry.body or "")]


def test_a_live_table_begins_its_levels_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    table, path = _table(tmp_path), tmp_path / "night.journal"

    def first(live: LiveTable, passes: Callable[[int], None]) -> None:
        passes(1)
        _tell(live, replace(HAND, at=0), HandEnded())
        passes(15)
        assert live.screens.latest().table.felt.level == 1

    def again(live: LiveTable, passes: Callable[[int], None]) -> None:
        shown = live.screens.latest().table.felt.next_level
        assert shown is not None
        assert 3 * MINUTE < shown.starts - live.clock.now() < 6 * MINUTE, "it goes on where it stood"
        passes(10)
        assert live.screens.latest().table.felt.level == 2
        assert live.screens.latest().table.felt.big_blind == 200
        assert live.screens.latest().desk.incidents == ()

    _driven(table, path, first)
    assert _levels(path) == []
    _driven(table, path, again)
    assert len(_levels(path)) == 1, "a level begins once"


def test_after_a_level_that_the_floor_began_again_the_next_one_comes(tmp_path: Path) -> None:
    def drive(live: LiveTable, passes: Callable[[int], None]) -> None:
        passes(1)
        _tell(live, replace(HAND, at=0), HandEnded())
        passes(45)
        assert live.screens.latest().table.felt.level == 3
        offered = live.screens.latest().desk.by_hand.level_before
        assert offered == LevelView(2, Chips(100), Chips(200), Chips(0))
        for lasts in (2, 1):
            _tell(live, replace(FIRST, level=2, small_blind=Chips(100), big_blind=Chips(200)))
            passes(lasts)
            assert live.screens.latest().table.felt.level == 2
        assert live.screens.latest().desk.incidents == ()
        passes(22)
        assert live.screens.latest().table.felt.level == 3

    _driven(_table(tmp_path), tmp_path / "night.journal", drive)


def test_a_plan_that_the_house_does_not_have_is_said_at_the_start(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    _table(tmp_path, "bonn")
    table, journal = str(tmp_path / "kitchen.toml"), str(tmp_path / "n.journal")
    main(["run", "--table", table, "--journal", journal, "--headless", "--for", "0.2"])
    assert "level: the blinds never rise under the rulebook 'bonn'" in capfd.readouterr().err
