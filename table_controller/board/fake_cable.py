"""A cable to a board that is none, good or bad, at which the moments of a night happen."""

from collections.abc import Iterable
from random import Random
from typing import Protocol

from table_controller.board.fake import FakeBoard
from table_controller.records import Chips, Seat
from table_controller.records.observations import Press


class Noise:
    """A bad cable: *drop* and *flip* are the shares of bytes that it loses and changes."""

    def __init__(self, drop: float, flip: float, seed: int) -> None:
        self._drop, self._flip, self._random = drop, flip, Random(seed)

    def through(self, data: bytes) -> bytes:
        """What arrives of *data*."""
        arrived = bytearray()
        for byte in data:
            lot = self._random.random()
            if lot < self._drop:
                continue
            arrived.append(byte ^ 1 << self._random.randrange(8) if lot < self._drop + self._flip else byte)
        return bytes(arrived)


class State(Protocol):
    """What a simulator says of a moment; its ``Moment`` fits."""

    @property
    def at(self) -> int:
        """Night time in ns."""

    @property
    def switches(self) -> frozenset[tuple[Seat | None, Press, Chips | None]]:
        """The switches that are down: whose (None: the dealer's), which, and the amount where one goes with it."""

    @property
    def tags(self) -> frozenset[tuple[str, str]]:
        """The tags that lie there: the antenna's zone, and the tag's number in hexadecimal digits."""


class FakeCable:
    """A cable to a fake board at which the *moments* of a night happen; it never breaks."""

    def __init__(self, board: FakeBoard, moments: Iterable[State], noise: Noise | None = None) -> None:
        self._board, self._noise = board, noise
        self._moments = iter(moments)
        self._coming = next(self._moments, None)
        self._current: State | None = None

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send *outgoing* and read what has arrived by night time *at*: every moment until then happens at its time.

        A host that was kept busy gets the moments in portions: the ring of a simulated board does not run over.
        """
        sent = bytearray()
        while self._coming is not None and self._coming.at <= at and self._board.waiting <= self._board.ring // 2:
            self._current, self._coming = self._coming, next(self._moments, None)
            sent += self._board.advance(self._current.at, self._current.switches, self._current.tags)
        # What is said now is heard now, after all that happened before.
        self._board.receive(self._noise.through(outgoing) if self._noise else outgoing)
        if self._coming is not None and self._coming.at <= at:
            sent += self._board.pump(at)
        elif self._current is not None:
            sent += self._board.advance(at, self._current.switches, self._current.tags)
        return self._arriving(sent)

    def _arriving(self, sent: bytearray) -> bytes:
        return self._noise.through(bytes(sent)) if self._noise else bytes(sent)
