"""The levels of the evening on the pages: the countdown, its signal, and the desk's hold on it."""

from dataclasses import replace

from house import Screen
from sample import BETWEEN, HAND, NIGHT
from test_screen_clocks import EARS
from test_table_screen import MINUTE, NOW, PLAN

from table_controller.records import Chips
from table_controller.records.events import Announced, Certainty, LevelStarted
from table_controller.records.observations import ManualEntry
from table_controller.records.table import Level, Seating
from table_controller.views import Money

OF_PLAN = [(one.small_blind, one.big_blind, one.ante) for one in PLAN]
SHOWN: dict[str, object] = {"plan": PLAN, "money": Money("", 0)}


def _level(number: int, at: int, **more: int) -> Level:
    return replace(Level(number, at, *OF_PLAN[number - 1]), **more)


RUNS, OVER = (Seating(levels=(_level(1, NOW - minutes * MINUTE),)) for minutes in (10, 21))
"""The first level of twenty minutes has ten left; it is over."""


def test_a_screen_signals_the_end_of_a_level_and_says_from_when_the_new_blinds_count(screen: Screen) -> None:
    screen.house.show(replace(NIGHT, seating=RUNS), **SHOWN)
    screen.visit("/table?lang=en", 1280, 720)
    screen.run(EARS)
    screen.one("#sound").click()
    screen.run("window.heard = []")
    screen.shows(replace(NIGHT, seating=OVER), **SHOWN)
    assert screen.text("#until") == "from the next hand"
    assert screen.run("return window.heard") == ["tone", "tone"]
    begun = Seating(levels=(_level(1, 0), _level(2, NOW)))
    terms = {"small_blind": PLAN[0].small_blind, "big_blind": PLAN[0].big_blind}
    screen.shows(replace(NIGHT, level=2, hand=replace(HAND, **terms), seating=begun), **SHOWN)
    assert "Level 2: 50,000 / 100,000 · Ante 100,000 · from the next hand" in screen.text("#facts")
    assert screen.run("return window.heard") == ["tone", "tone"], "once for each level"


def test_the_desk_is_told_of_it_too(screen: Screen) -> None:
    screen.house.show(replace(NIGHT, seating=RUNS), **SHOWN)
    screen.visit("/?lang=de")
    screen.shows(replace(NIGHT, seating=OVER), **SHOWN)
    screen.wait(lambda: "Level 2: 50.000 / 100.000 · Ante 100.000 · ab der nächsten Hand" in screen.text("#toast"))


def test_a_clock_that_stands_says_so(screen: Screen) -> None:
    night = replace(BETWEEN, seating=Seating(levels=(_level(1, 0, stands=5 * MINUTE),)))
    screen.house.show(night, **SHOWN)
    for path, words in (("/table?lang=de", "15:00 · Uhr steht"), ("/?lang=en", "15:00 · clock stopped")):
        screen.visit(path)
        assert screen.text("#until") == words


def test_the_desk_begins_a_level_and_holds_the_clock(screen: Screen) -> None:
    screen.house.show(replace(NIGHT, seating=Seating(levels=(_level(1, NOW),))), **SHOWN)
    screen.visit("/?lang=en")
    screen.run("document.querySelector('.by-hand').open = true")
    told = [
        ("hand-level_started", LevelStarted(level=2, small_blind=Chips(50_000), big_blind=Chips(100_000))),
        ("hand-level_paused", Announced(what="level_paused", by="desk")),
        ("hand-level_resumed", Announced(what="level_resumed", by="desk")),
    ]
    for count, (button, event) in enumerate(told, start=1):
        screen.one(f"#{button}").click()
        screen.wait(lambda count=count: len(screen.house.submitted) == count)
        entry = screen.house.submitted[-1]
        assert isinstance(entry, ManualEntry)
        stated = {"at": NOW, "source": "desk", "certainty": Certainty.DECLARED}
        ante = {"ante": Chips(100_000)} if isinstance(event, LevelStarted) else {}
        assert replace(entry.event, at=NOW) == replace(event, **stated, **ante)


def test_the_desk_goes_back_to_the_level_before(screen: Screen) -> None:
    third = replace(_level(2, NOW), number=3, big_blind=Chips(200_000))
    screen.house.show(replace(BETWEEN, level=3, seating=Seating(levels=(_level(2, 0), third))), **SHOWN)
    screen.visit("/?lang=de")
    screen.run("document.querySelector('.by-hand').open = true")
    assert screen.text("#hand-level_again") == "Level 2 von vorn"
    screen.one("#hand-level_again").click()
    screen.wait(lambda: screen.house.submitted)
    entry = screen.house.submitted[-1]
    assert isinstance(entry, ManualEntry)
    assert isinstance(entry.event, LevelStarted)
    assert (entry.event.level, entry.event.small_blind, entry.event.big_blind, entry.event.ante) == (2, *OF_PLAN[1])


def test_a_table_without_a_plan_has_no_levels_to_begin(screen: Screen) -> None:
    screen.visit("/?lang=en")
    assert (
        screen.driver.find_elements("css selector", "#hand-level_started, #hand-level_again, #hand-level_paused") == []
    )
