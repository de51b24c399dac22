"""Firmware and host together, in the board's own time: bad cables, unplugging, restarts, killed hosts, a full table."""

from random import Random

import pytest
from hosted import CARDS, EVERY, MS, Hosted, others

from table_controller.board import Link
from table_controller.records import Seat
from table_controller.records.observations import ButtonPress, SourceLost, SourceRestored


@pytest.fixture
def table(kind: str) -> Hosted:
    made = Hosted(kind)
    made.run(1000 * MS)
    return made


def test_a_thousand_presses_with_bytes_dropped_and_flipped_both_ways_come_once_in_order(table: Hosted) -> None:
    with table:
        table.step = 4 * MS
        table.board.play("drop 10000", "flip 10000")
        for number in others(1):
            table.press(number, 32 * MS, 68 * MS)
        table.run(2000 * MS)
        assert table.heard == table.pressed
        assert len(table.pressed) == 1000
        assert not any("no room" in reason for reason in table.losses())


@pytest.mark.parametrize("kind", ["native"], indirect=True)
@pytest.mark.parametrize("seed", ["1", "3"])
def test_fifteen_presses_a_second_over_a_bad_cable_find_room(kind: str, seed: str) -> None:
    """Waiting 50 ms for each frame that was lost, the board would run out of room with seed 3."""
    with Hosted(kind, "--seed", seed, step=4 * MS) as table:
        table.run(1000 * MS)
        table.board.play("drop 10000", "flip 10000")
        for number in others(1):
            table.press(number, 20 * MS, 45 * MS)
        table.run(2000 * MS)
        assert table.heard == table.pressed
        assert table.losses() == []


def test_a_full_table_is_read_in_a_fifth_of_a_second_and_press_times_stay_true_to_a_millisecond(table: Hosted) -> None:
    with table:
        table.lay()
        table.run(200 * MS)
        assert table.tags() == sorted(CARDS)
        table.run(8000 * MS)
        random = Random(4)
        for number in others(2)[:100]:
            table.step = random.randrange(190, 260)  # so that presses fall anywhere between two samples
            table.run(random.randrange(1, 40) * table.step)
            table.press(number, 20 * MS, 45 * MS)
        assert table.heard == table.pressed
        assert max(abs(error) for error in table.errors()) <= 1


def test_unplugged_a_hundred_times_what_the_board_had_room_for_is_heard(table: Hosted) -> None:
    with table:
        table.step = 5 * MS
        numbers = iter(others(3))
        for _ in range(100):
            table.board.play("unplug")
            for number, _ in zip(numbers, range(3), strict=False):
                table.press(number, 40 * MS, 60 * MS)
            table.said += table.link.lose(table.at * 1000, "unplugged")
            table.came += [table.at] * (len(table.said) - len(table.came))
            table.board.play("plug")
            table.run(600 * MS)
        table.run(1500 * MS)
        assert table.heard == table.pressed
        assert len(table.losses()) == 100


def test_started_again_a_hundred_times_each_time_is_told_and_no_press_is_made_up(table: Hosted) -> None:
    with table:
        table.step = 5 * MS
        for number in others(4)[:100]:
            table.press(number, 40 * MS, 100 * MS)
            table.board.play("reset")
            table.run(600 * MS)
        table.run(1000 * MS)
        assert table.heard == table.pressed
        assert len(table.losses()) == 100
        assert all("started again" in reason for reason in table.losses())


def test_the_host_killed_a_hundred_times_the_journal_has_each_press_once(table: Hosted) -> None:
    with table:
        table.step = 5 * MS
        journal: list[ButtonPress] = []
        for turn, number in enumerate(others(5)[:100]):
            table.link = Link(EVERY, keeps=True)
            table.said, table.came = [], []
            table.run(150 * MS)
            table.press(number, 40 * MS, 100 * MS)
            presses = [seen for seen in table.said if isinstance(seen, ButtonPress)]
            kept = presses if turn % 3 == 0 else presses[: turn % 2]
            journal += kept
            for press in kept:
                table.link.kept(press.key)
            if turn % 4:
                table.run(turn % 4 * 5 * MS)  # the acknowledgement still goes out
        table.link = Link(EVERY)
        table.said, table.came = [], []
        table.run(1000 * MS)
        journal += [seen for seen in table.said if isinstance(seen, ButtonPress)]
        keys = {key: number for number, key in enumerate(EVERY.inputs)}
        once = list({press.key: press for press in journal}.values())
        assert [keys[press.seat, press.press] for press in once] == table.pressed
        assert len(journal) > len(once)


def test_an_overflow_is_always_told_and_what_was_kept_is_heard(table: Hosted) -> None:
    with table:
        table.step = 5 * MS
        for turn in range(10):
            table.board.play("unplug")
            for number in range(24):
                table.press(number, 40 * MS, 60 * MS)
            table.board.play("plug")
            table.run(1500 * MS)
            assert len([reason for reason in table.losses() if "had no room for 16 events" in reason]) == turn + 1
        assert table.heard == [*range(16)] * 10


def test_a_lamp_shows_whose_turn_it_is(table: Hosted) -> None:
    with table:
        table.link.turn(Seat(3))
        table.run(1200 * MS)
        assert int(table.board.play("lamps"), 16) == 0b100
        table.link.turn(None)
        table.run(1200 * MS)
        assert int(table.board.play("lamps"), 16) == 0


def test_stuck_chattering_deaf_and_detuned_are_faults_and_no_presses(table: Hosted) -> None:
    with table:
        table.board.play("chatter 9 1", "deaf 2 1", "lay 4 04A1B2C3", "detune 4 1", "down 17")
        table.run(3000 * MS)
        table.step = 50 * MS
        table.run(62_000 * MS)
        table.board.play("chatter 9 0", "deaf 2 0", "detune 4 0", "up 17")
        table.run(5000 * MS)
        lost = {seen.source for seen in table.said if isinstance(seen, SourceLost)}
        back = {seen.source for seen in table.said if isinstance(seen, SourceRestored)}
        assert lost == back == {"board input 9", "board antenna 2", "board antenna 4", "board input 17"}
        assert [number for number in table.heard if number != 9] == [17]
        assert table.heard.count(9) <= 1
