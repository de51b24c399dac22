"""What is soldered to what: which input is which seat's what, which antenna lies under which zone."""

from dataclasses import dataclass
from itertools import product

from table_controller.board.messages import ANTENNAS, INPUTS
from table_controller.records import Layout, Seat, ZoneKind
from table_controller.records.observations import Press

Key = tuple[Seat | None, Press]
"""A button: whose it is (None: the dealer's) and what it says."""

_DEALER = (Press.NEW_HAND, Press.SHUFFLE, Press.CUT, Press.CLOCK, Press.HAND_OVER, Press.FLOOR)
_PLAYER = (
    *(Press.FOLD, Press.CHECK, Press.CALL, Press.RAISE, Press.ALL_IN),
    *(Press.BET, Press.POST_SMALL_BLIND, Press.POST_BIG_BLIND, Press.TIME),
)
"""The most needed first: with many seats the last ones find no input."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """The keys by input, the zones by antenna and the seats by lamp, from number 0 on."""

    inputs: tuple[Key, ...]
    antennas: tuple[str, ...]
    lamps: tuple[Seat, ...] = ()

    def name(self, number: int) -> str:
        """What people call that input: ``seat 3 call``, ``dealer new hand``, or ``unused``."""
        if number >= len(self.inputs):
            return "unused"
        seat, press = self.inputs[number]
        return f"{'dealer' if seat is None else f'seat {seat}'} {press.value.replace('_', ' ')}"


def standard_wiring(layout: Layout) -> Wiring:
    """The dealer's buttons, then the same for every seat, as many as 64 inputs hold; an antenna and a lamp a seat."""
    each = min(len(_PLAYER), (INPUTS - len(_DEALER)) // len(layout.seats))
    dealer: list[Key] = [(None, press) for press in _DEALER]
    zones = [zone.name for zone in layout.zones if zone.kind is ZoneKind.CARDS]
    return Wiring((*dealer, *product(layout.seats, _PLAYER[:each])), tuple(zones[:ANTENNAS]), layout.seats)
