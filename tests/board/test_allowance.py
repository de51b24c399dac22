"""A board that is lost and found without end does not fill the journal, and what was not written is counted."""

import re
from dataclasses import replace

from table_controller.board import Link, standard_wiring
from table_controller.board.frame import encode
from table_controller.board.messages import SCHEMA, Hello, Input, Lost, Reader, to_frame
from table_controller.board.protocol_gen import Health
from table_controller.records.observations import ButtonPress, Observation, SourceLost, SourceRestored
from table_controller.simulator.felt import built_in_layout

MS, SECOND = 1_000_000, 1_000_000_000
WIRING = standard_wiring(built_in_layout())
_HELLO = Hello(0, 2, 0, b"FLOORMAN", 1, 1, 64, 14, 0, SCHEMA, 3, 32, False, bytes(4))


def _losses(said: list[Observation]) -> int:
    """How often the board was lost, by what was written and what it says was not."""
    lost = [seen.reason for seen in said if isinstance(seen, SourceLost)]
    return len(lost) + sum(
        int(number) - ("lost so often" in reason)
        for reason in lost
        for number in re.findall(r"(\d+) (?:more were|times were)", reason)
    )


def test_ever_new_starts_are_counted_and_presses_among_them_are_heard() -> None:
    link, said = Link(WIRING), list[Observation]()
    for boot in range(1, 10_001):
        at = boot * 10 * MS
        said += link.receive(encode(to_frame(replace(_HELLO, boot=boot, micros=at // 1000))), at)
        if boot % 1000 == 0:
            said += link.receive(encode(to_frame(Input(0, 7, True, at // 1000))), at)
        said += link.tick(at)
    assert len(said) < 700, "of twenty thousand that it could be"
    assert sum(isinstance(seen, ButtonPress) for seen in said) == 10
    for _ in range(40):
        at += 500 * MS
        said += link.receive(encode(to_frame(replace(_HELLO, boot=boot, micros=at // 1000))), at)
        said += link.tick(at)
    assert _losses(said) == 9_999
    kinds = [type(seen) for seen in said if not isinstance(seen, ButtonPress)]
    assert kinds == [SourceLost, SourceRestored] * (len(kinds) // 2)


def test_a_loss_that_was_held_back_and_lasts_is_written_as_soon_as_there_is_room() -> None:
    link, said = Link(WIRING), list[Observation]()
    for boot in range(1, 1001):
        said += link.receive(encode(to_frame(replace(_HELLO, boot=boot))), SECOND)
    assert isinstance(said[-1], SourceRestored)
    for at in range(SECOND, 20 * SECOND, 100 * MS):
        said += link.tick(at)
    assert isinstance(said[-1], SourceLost)
    assert said[-1].reason.startswith("no board answers; ")
    assert _losses(said) == 1000


def test_overflows_without_end_are_counted_and_a_bad_reader_does_not_hide_its_board() -> None:
    link, said = Link(WIRING), list[Observation]()
    said += link.receive(encode(to_frame(_HELLO)), SECOND)
    for number in range(1000):
        reader = Reader(number % 256, 3, Health.DEAF if number % 2 == 0 else Health.WORKS, 10)
        said += link.receive(encode(to_frame(reader)), SECOND)
    antenna = [seen for seen in said if seen.source == "board antenna 3"]
    assert len(antenna) == 512
    assert [type(seen) for seen in link.receive(encode(to_frame(Lost(1000 % 256, 3, 20))), SECOND)] == [
        SourceLost,
        SourceRestored,
    ]
    said += link.tick(7 * SECOND)
    assert _losses(said) == 500
