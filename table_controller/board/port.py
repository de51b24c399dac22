"""The cable to a real board: a serial device, ``socket://host:port`` or ``rfc2217://host:port``.

What it does wrong is never an exception.
"""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from select import select
from typing import Any, Protocol

import serial

from table_controller.board.link import Link
from table_controller.records import SourceFailed
from table_controller.records.observations import Observation

BAUD = 115200
MOST = 4096
"""Bytes read at once: with a timeout of 0, what is there (``in_waiting`` would say 1 for any socket)."""

_RFC2217 = "rfc2217://"

SHORTEST_WAIT, LONGEST_WAIT = 500_000_000, 5_000_000_000
"""Nanoseconds between two attempts to open a port: doubled each time."""

if sys.platform == "win32":
    _FAULTS: tuple[type[Exception], ...] = (OSError, ValueError, NotImplementedError)
else:
    from termios import error as _termios_error

    _FAULTS = (OSError, ValueError, NotImplementedError, _termios_error)
"""pyserial raises all of these when a device is pulled out; the last is no OSError."""


class Cable(Protocol):
    """Carries bytes both ways."""

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send *outgoing*, return what arrived by night time *at*; None while there is no connection."""


class Port(Cable, Protocol):
    """A cable that one can wait at, and that is plugged in and out."""

    def open(self) -> None:
        """Open it now; ``SourceFailed`` if that is not possible."""

    def wait(self, seconds: float) -> None:
        """Until bytes have come, but no longer than *seconds*."""

    def close(self) -> None:
        """Close it; ``exchange`` would open it again."""


class SerialCable:
    """A port that is opened again, with growing patience, whenever it is gone."""

    def __init__(self, port: str, open_port: Callable[..., Any] = serial.serial_for_url) -> None:
        self.port, self.reason = port, "not opened yet"
        self._open = open_port
        self._line: Any = None
        self._wait, self._next = SHORTEST_WAIT, 0

    def open(self) -> None:
        """Open the port now.

        :raises SourceFailed: if that is not possible; a running table uses ``exchange`` and only waits.
        """
        if not self._opened():
            raise SourceFailed(f"{self.port}: {self.reason}")

    def close(self) -> None:
        """Close the port; ``exchange`` would open it again."""
        self._close("closed")

    def wait(self, seconds: float) -> None:
        """Until bytes have come, but no longer than *seconds*."""
        try:
            select([self._line.fileno()], [], [], seconds)
        except (*_FAULTS, AttributeError):  # it is gone, or of a kind that cannot be waited for
            time.sleep(seconds)

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send and read without waiting; None while the port is gone."""
        if self._line is None and not self._again(at):
            return None
        try:
            if outgoing:
                self._line.write(outgoing)
            return self._read()
        except _FAULTS as fault:
            self._close(f"{type(fault).__name__}: {fault}")
            self._next = at + self._wait
            return None

    def _read(self) -> bytes:
        """What is there; a line by RFC 2217 gives a byte at a time."""
        data = more = bytes(self._line.read(MOST))
        while more and len(data) < MOST and self.port.startswith(_RFC2217):
            more = bytes(self._line.read(MOST))
            data += more
        return data

    def _again(self, at: int) -> bool:
        if at < self._next:
            return False
        if self._opened():
            self._wait = SHORTEST_WAIT
            return True
        self._next, self._wait = at + self._wait, min(2 * self._wait, LONGEST_WAIT)
        return False

    def _opened(self) -> bool:
        """Whether the port could be opened. Exclusive, so that no second program eats half of the bytes."""
        own = {} if "://" in self.port else {"exclusive": True}
        patience = {} if self.port.startswith(_RFC2217) else {"write_timeout": 0.3}  # which it does not know
        try:
            self._line = self._open(self.port, baudrate=BAUD, timeout=0, **patience, **own)
        except _FAULTS as fault:
            self._close(f"{type(fault).__name__}: {fault}")
            return False
        if own:
            with suppress(*_FAULTS, AttributeError):  # an FTDI bridge else collects bytes for 16 ms; others have none
                self._line.set_low_latency_mode(True)
        return True

    def _close(self, reason: str) -> None:
        line, self._line, self.reason = self._line, None, reason
        try:
            if line is not None:
                line.close()
        except _FAULTS:
            return  # It is gone; there is nothing left to close.


class BoardReader:
    """A link on a cable."""

    def __init__(self, link: Link, cable: Cable) -> None:
        self._link, self._cable = link, cable

    def poll(self, at: int) -> tuple[Observation, ...]:
        """What the board said by night time *at* (ns); a lost cable is an observation, once. Never raises."""
        said = self._link.tick(at)
        heard = self._exchange(at)
        answered = self._exchange(at) if heard else ()  # acknowledged at once, not at the next poll
        return (*said, *heard, *answered)

    def _exchange(self, at: int) -> tuple[Observation, ...]:
        data = self._cable.exchange(self._link.outgoing(), at)
        if data is None:
            return self._link.lose(at, str(getattr(self._cable, "reason", "no connection")))
        return self._link.receive(data, at)
