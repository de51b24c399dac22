"""What is soldered to what: which input is which seat's what, which antenna lies under which zone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeVar

from table_controller.board.messages import ANTENNAS, INPUTS
from table_controller.records import Layout, Seat, ZoneKind
from table_controller.records.observations import Press

Key = tuple[Seat | None, Press]
"""A button: whose it is (None: the dealer's) and what it says."""

_Meant = TypeVar("_Meant")

_DEALER = (
    *(Press.NEW_HAND, Press.SHUFFLE, Press.CUT, Press.CLOCK, Press.HAND_OVER, Press.FLOOR),
    *(Press.BURN, Press.POST_SMALL_BLIND, Press.POST_BIG_BLIND),
)
_PLAYER = (
    *(Press.FOLD, Press.CHECK, Press.CALL, Press.RAISE, Press.ALL_IN),
    *(Press.BET, Press.POST_SMALL_BLIND, Press.POST_BIG_BLIND, Press.TIME),
)
"""The most needed first: with many seats the last ones find no input."""

_COMMON = (ZoneKind.BOARD, ZoneKind.BURN, ZoneKind.MUCK)
"""Whose cards no seat holds."""

UNUSED = "unused"
"""An input or antenna that is not connected."""


DEAL = "dealer deal"
"""The other name of the dealer's button for a new hand: he presses it when he deals."""


def _called(key: Key) -> str:
    seat, press = key
    return f"{'dealer' if seat is None else f'seat {seat}'} {press.value.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class Wiring:
    """The keys by input, the zones by antenna and the seats by lamp, from number 0 on.

    An input with None and an antenna with an empty name are not connected. ``spare``: zones whose antenna may be
    missing, and is then no fault.
    """

    inputs: tuple[Key | None, ...]
    antennas: tuple[str, ...]
    lamps: tuple[Seat, ...] = ()
    spare: frozenset[str] = frozenset()

    def name(self, number: int) -> str:
        """What people call that input: ``seat 3 call``, ``dealer new hand``, or ``unused``."""
        key = self.inputs[number] if number < len(self.inputs) else None
        return UNUSED if key is None else _called(key)


def standard_wiring(layout: Layout) -> Wiring:
    """The dealer's buttons, then the same for every seat, as many as 64 inputs hold; an antenna and a lamp a seat.

    Behind the seats' come the antennas of board, burns and muck, which a table need not have.
    """
    each = min(len(_PLAYER), (INPUTS - len(_DEALER)) // len(layout.seats))
    dealer: list[Key] = [(None, press) for press in _DEALER]
    seats, common = _zones(layout, ZoneKind.CARDS), _zones(layout, *_COMMON)
    inputs = (*dealer, *product(layout.seats, _PLAYER[:each]))
    return Wiring(inputs, (*seats, *common)[:ANTENNAS], layout.seats, frozenset(common))


def _zones(layout: Layout, *kinds: ZoneKind) -> tuple[str, ...]:
    """The zones of *kinds*, kind by kind, in the order of the layout."""
    return tuple(zone.name for kind in kinds for zone in layout.zones if zone.kind is kind)


def wiring_of(layout: Layout, inputs: tuple[str, ...] = (), antennas: tuple[str, ...] = ()) -> Wiring:
    """As people wired it: *inputs* by the names of their buttons, *antennas* by their zones, from number 0 on.

    Whatever is empty is as in ``standard_wiring``; "unused" is not connected.

    :raises ValueError: naming the entry and what was expected.
    """
    standard = standard_wiring(layout)
    keys: list[Key] = [*((None, press) for press in _DEALER), *product(layout.seats, _PLAYER)]
    named: Mapping[str, Key] = {_called(key): key for key in keys} | {DEAL: (None, Press.NEW_HAND)}
    zones = {name: name for name in _zones(layout, ZoneKind.CARDS, *_COMMON)}
    return Wiring(
        tuple(_each("board.inputs", inputs, named, INPUTS, "a button, as `seat 3 call` or `dealer new hand`"))
        if inputs
        else standard.inputs,
        tuple(
            zone or ""
            for zone in _each("board.antennas", antennas, zones, ANTENNAS, "a zone of kind cards, board, burn or muck")
        )
        if antennas
        else standard.antennas,
        standard.lamps,
        frozenset() if antennas else standard.spare,
    )


def _each(
    place: str, names: tuple[str, ...], known: Mapping[str, _Meant], most: int, what: str
) -> Iterator[_Meant | None]:
    """What each of *names* means, None for an unused one."""
    if len(names) > most:
        raise ValueError(f"{place}: expected at most {most}, got {len(names)}")
    told: set[_Meant | None] = {None}
    for number, name in enumerate(names):
        meant = known.get(name)
        if name != UNUSED and meant in told:
            raise ValueError(f"{place}.{number}: expected {what}, each once, or `{UNUSED}`; got {name!r}")
        told.add(meant)
        yield meant
