"""What a board is told to do: which inputs and antennas are wired, which lamps shine."""

from table_controller.board.frame import checksum
from table_controller.board.messages import Lamps, Setup, to_frame
from table_controller.board.wiring import Wiring
from table_controller.records import Seat


class Orders:
    """The orders for a board with *wiring*; each replaces the one before."""

    def __init__(self, wiring: Wiring) -> None:
        self._seats, self._setup = wiring.lamps, _setup(wiring)
        self._lamps = self._shining = Lamps(0, 0)

    def turn(self, seat: Seat | None) -> None:
        """The lamp of *seat* is to shine, and no other. May be called from any thread."""
        self._shining = Lamps(sum(1 << number for number, its in enumerate(self._seats) if its == seat), 0)

    def new(self) -> tuple[Lamps, ...]:
        """What was not told yet."""
        if self._lamps == self._shining:
            return ()
        self._lamps = self._shining
        return (self._lamps,)

    def against(self, told: int) -> tuple[Setup, Lamps] | tuple[()]:
        """All of them, if what the board's heartbeat says it was *told* is something else."""
        return () if told == orders(self._setup, self._lamps) else (self._setup, self._lamps)


def orders(setup: Setup, lamps: Lamps) -> int:
    """The checksum of what a device was told to do, as its heartbeat gives it."""
    return checksum(to_frame(setup).payload + to_frame(lamps).payload)


def _setup(wiring: Wiring) -> Setup:
    """What is wired; of who does not know, what a board takes for granted."""
    if not wiring.inputs:
        return Setup(b"\xff" * 8, bytes(8), 0)
    used = sum(1 << number for number, key in enumerate(wiring.inputs) if key is not None)
    must_work = (number for number, zone in enumerate(wiring.antennas) if zone and zone not in wiring.spare)
    antennas = sum(1 << number for number in must_work)
    return Setup(used.to_bytes(8, "little"), bytes(8), antennas)
