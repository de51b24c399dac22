"""Which camera pictures may leave: a picture is newer than what is known, and a hand may begin meanwhile."""

import numpy as np

from table_controller.clock import SECOND
from table_controller.quiet import PROOF, Quiet, Viewfinder
from table_controller.sources import Shot


class Table:
    """States and pictures as they come, in seconds of night time."""

    def __init__(self) -> None:
        self.quiet = Quiet()
        self.finder = Viewfinder(self.quiet)

    def state(self, at: float, *, faceless: bool = True, newest: float | None = None) -> float | None:
        """A state of *at* while the newest picture is of *newest*; when the picture was taken that is shown then."""
        self.quiet.heard(round(at * SECOND), faceless)
        taken = round((at if newest is None else newest) * SECOND)
        self.finder.look(Shot(taken, np.zeros((2, 2, 3), np.uint8)))
        shot = self.finder.shot()
        return None if shot is None else shot.at / SECOND


def test_a_picture_is_shown_once_a_later_state_speaks_for_it() -> None:
    table = Table()
    shown = [table.state(at) for at in range(10)]
    assert PROOF == 3 * SECOND
    assert shown == [None, None, None, 0, 0, 0, 3, 3, 3, 6]


def test_a_picture_that_a_hand_overtook_is_never_shown() -> None:
    """The cards were dealt at 4, seen at 6: the pictures of 4 and 5 show them, and no state knew it then."""
    table = Table()
    shown = [table.state(at, faceless=not 6 <= at <= 8) for at in range(16)]
    assert {one for one in shown if one is not None} == {0, 9, 12}
    assert shown[6:9] == [None, None, None], "nor is an older one while a hand is on"
    assert shown[9:12] == [None, None, None]


def test_a_picture_from_the_hand_is_not_shown_after_it() -> None:
    """The newest picture when the hand ends was taken while its cards lay there."""
    table = Table()
    table.state(9, faceless=False)
    assert [table.state(at, newest=min(at, 9.9)) for at in range(10, 16)] == [None] * 6
    assert table.state(16, newest=16) is None
    assert table.state(19) == 16


def test_a_picture_newer_than_every_state_waits_for_its_own_proof() -> None:
    table = Table()
    assert [table.state(at, newest=at + 0.9) for at in (1, 2, 3, 4)] == [None] * 4
    assert table.state(4.9) == 1.9


def test_a_clock_that_goes_back_proves_nothing() -> None:
    table = Table()
    table.state(10)
    assert table.state(5) is None
    assert [table.state(at) for at in (6, 7, 8, 9)] == [None, None, None, 6]
