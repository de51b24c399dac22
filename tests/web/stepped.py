"""A clock that tests move."""

from table_controller.clock import NightClock


class SteppedClock(NightClock):
    """Night time that moves when it is told to."""

    def __init__(self, offset: int = 0, speed: float = 1.0) -> None:
        super().__init__(offset, speed)
        self.at = offset

    def now(self) -> int:
        return self.at
