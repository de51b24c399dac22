"""Which of a board's numbered events have come, and up to where the board may forget them."""

from collections import deque
from collections.abc import Set as AbstractSet
from enum import Enum

from table_controller.board.messages import Happening

WRAP = 1 << 32
"""Microseconds after which a device's clock begins anew."""

BACK = 2_000_000
"""Microseconds that an event may be stamped before the one before it; more, and the device has started again."""

TIMELESS = 0
"""The stamp of an event that the board kept for more than an hour (``OLD_S``): nobody knows when it happened."""

STUBBORN = 3
"""So often must the event that is due come as nonsense before it is given up: a cable cannot do that."""

_HALF = 128
MOST_UNKEPT = _HALF - 1
"""Presses that wait for the journal; no board keeps so many, and one that tells more has to wait with them."""


class Place(Enum):
    """Where an event belongs: it is due; it came before; one before it is missing; it is of another start."""

    DUE, OLD, EARLY, STRANGE = range(4)


class Ledger:
    """The events of one session; ``due`` is the number of the next one."""

    def __init__(self, due: int = 0) -> None:
        self.due = due
        self._taken: dict[int, int] = {}
        """Number and stamp of the latest events."""
        self._unkept: deque[tuple[int, str]] = deque()
        """Number and key of the presses that are told and not yet kept."""
        self._nonsense = 0
        self.trusted = False
        """The device has just said that it is still in this session: the next event's stamp is what it is."""

    @property
    def acknowledged(self) -> int:
        """The board may forget all before this: the first press that is not kept yet, or the event that is due."""
        return self._unkept[0][0] if self._unkept else self.due

    def could_begin_at(self, seq: int) -> bool:
        """Whether event *seq* can be the oldest that the device keeps, or its next one."""
        return (self.due - seq) % 256 < _HALF

    def place(self, event: Happening) -> Place:
        """Where *event* belongs. An old number with a new stamp, or one far back, is of a device that started again."""
        ahead = (event.seq - self.due) % 256
        if ahead >= _HALF:
            return Place.OLD if event.micros in (TIMELESS, self._taken.get(event.seq)) else Place.STRANGE
        if ahead or len(self._unkept) >= MOST_UNKEPT:
            return Place.EARLY
        last = event.micros if self.trusted else self._taken.get((event.seq - 1) % 256, event.micros)
        known = TIMELESS not in (last, event.micros)
        return Place.STRANGE if known and BACK < (last - event.micros) % WRAP < WRAP // 2 else Place.DUE

    def take(self, event: Happening) -> None:
        """*event* was due and has come."""
        self._taken[event.seq] = event.micros
        self._taken.pop((event.seq - _HALF) % 256, None)
        self._go_on()

    def give_up(self, seq: int) -> bool:
        """Event *seq* came as nonsense; whether it was due and has now been given up."""
        if seq != self.due:
            return False
        self._nonsense += 1
        if self._nonsense < STUBBORN:
            return False
        self._go_on()
        return True

    def wait_for(self, seq: int, key: str) -> None:
        """Event *seq* is the press called *key*; the board keeps it until ``kept``."""
        self._unkept.append((seq, key))

    def kept(self, keys: AbstractSet[str]) -> None:
        """The presses called so are in the journal."""
        self._unkept = deque(press for press in self._unkept if press[1] not in keys)

    def _go_on(self) -> None:
        self.due, self._nonsense, self.trusted = (self.due + 1) % 256, 0, False
