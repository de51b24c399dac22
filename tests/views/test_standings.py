"""Who is left, the average stack, and the level that comes next."""

from dataclasses import replace

import pytest
from sample import BETWEEN, HAND, NIGHT, sample

from table_controller.records import Chips, Seat
from table_controller.records.night import Night
from table_controller.records.table import Level, Seating
from table_controller.views import PlannedLevel
from table_controller.views.standings import average_stack, next_level, players_left

PLAN = (
    PlannedLevel(Chips(50), Chips(100), Chips(0), 20),
    PlannedLevel(Chips(100), Chips(200), Chips(25), 15),
)
BEGUN = 7_000_000_000


def _begun(level: int) -> Night:
    begun = (Level(level, BEGUN, Chips(50), Chips(100), Chips(0)),)
    return replace(NIGHT, level=level, seating=Seating(levels=begun))


def test_the_next_level_comes_when_this_one_has_lasted() -> None:
    found = next_level(_begun(1), PLAN)
    assert found is not None
    assert (found.level, found.small_blind, found.big_blind, found.ante) == (2, 100, 200, 25)
    assert found.starts == BEGUN + 20 * 60 * 10**9


@pytest.mark.parametrize("night", [_begun(2), _begun(0), _begun(7), NIGHT])
def test_nothing_is_known_of_a_level_that_the_plan_does_not_have(night: Night) -> None:
    assert next_level(night, PLAN) is None


def test_a_clock_that_stands_has_so_much_left_and_no_moment_at_which_it_ends() -> None:
    night = _begun(1)
    ran = Level(1, BEGUN, Chips(50), Chips(100), Chips(0), stood=60 * 10**9, stands=BEGUN + 5 * 60 * 10**9)
    found = next_level(replace(night, seating=Seating(levels=(ran,))), PLAN)
    assert found is not None
    assert found.left == 16 * 60 * 10**9, "twenty minutes, five of the wall's have passed, one of them it stood"


def test_a_level_that_began_within_a_hand_counts_from_the_next_and_the_hand_keeps_its_own() -> None:
    old, new = Level(1, 0, Chips(50), Chips(100), Chips(0)), Level(2, BEGUN, Chips(100), Chips(200), Chips(25))
    night = replace(NIGHT, level=2, small_blind=Chips(100), big_blind=Chips(200), seating=Seating(levels=(old, new)))
    felt = sample(1, night, plan=PLAN).table.felt
    assert (felt.level, felt.small_blind, felt.big_blind) == (1, 50, 100)
    assert felt.next_level is not None
    assert (felt.next_level.level, felt.next_level.big_blind, felt.next_level.begun) == (2, 200, True)
    over = sample(1, replace(night, hand=replace(HAND, settled=True)), plan=PLAN).table.felt
    assert (over.level, over.big_blind, over.next_level) == (2, 200, None)


def test_every_audience_is_told_the_next_level() -> None:
    shown = sample(1, _begun(1), plan=PLAN)
    assert {view.felt.next_level for view in (shown.table, shown.desk, shown.overlay)} == {next_level(_begun(1), PLAN)}


def test_who_is_all_in_is_left_and_who_has_nothing_is_not() -> None:
    assert players_left(NIGHT) == 6
    stacks = ((Seat(1), Chips(0)), *BETWEEN.stacks[1:])
    assert players_left(replace(BETWEEN, stacks=stacks)) == 5


def test_the_average_stays_the_same_while_chips_are_in_the_pot() -> None:
    assert average_stack(NIGHT) == sum(player.stack + player.total for player in HAND.players) // 6
    bet = replace(HAND.players[0], stack=Chips(9000), bet=Chips(650), total=Chips(1000))
    more = replace(HAND, players=(bet, *HAND.players[1:]))
    assert average_stack(replace(NIGHT, hand=more)) == average_stack(NIGHT)


def test_an_empty_table_has_no_average() -> None:
    assert average_stack(Night()) is None
    assert players_left(Night()) == 0
