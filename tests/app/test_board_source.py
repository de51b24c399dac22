"""The thread that listens to the board: nothing that the cable does ends it."""

import time

from table_controller.clock import NightClock
from table_controller.inbox import Inbox
from table_controller.records.observations import ButtonPress, Observation, Press, SourceLost, SourceRestored
from table_controller.sources import Board


def test_a_cable_that_cannot_be_waited_at_is_a_lost_board_and_comes_back() -> None:
    waits = iter([RuntimeError("no such descriptor"), RuntimeError("no such descriptor")])

    def wait(seconds: float) -> None:
        time.sleep(seconds)
        for fault in waits:
            raise fault

    inbox, said = Inbox(), list[Observation]()
    board = Board(lambda at: [ButtonPress(at=at, source="board", press=Press.CLOCK)], inbox, NightClock(), wait=wait)
    board.start()
    until = time.monotonic() + 60
    while not any(isinstance(seen, ButtonPress) for seen in said) and time.monotonic() < until:
        said += inbox.take(0.1)
    board.stop.set()
    board.join()
    said += inbox.take(0)
    assert [type(seen) for seen in said if not isinstance(seen, ButtonPress)] == [SourceLost, SourceRestored]
