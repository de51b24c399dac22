"""Finding the board: USB numbers say which ports it may be, its HELLO says which it is.

A board of another version is one only where there is no better: it is told of, and does not hide the right one.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from serial.tools.list_ports import comports

from table_controller.board.decoder import Decoder
from table_controller.board.frame import encode
from table_controller.board.messages import MINOR, SCHEMA, Hello, HelloWanted, Stranger, to_frame
from table_controller.board.port import LONGEST_WAIT, SHORTEST_WAIT, Port, SerialCable
from table_controller.records import SourceFailed

BOARDS = frozenset({(0x2341, 0x0010), (0x2341, 0x0042), (0x2341, 0x0210), (0x2341, 0x0242)})
"""Arduino Mega 2560, by USB vendor and product."""
CLONES = frozenset({(0x2A03, 0x0010), (0x2A03, 0x0042), (0x1A86, 0x7523), (0x10C4, 0xEA60), (0x0403, 0x6001)})
"""What else the board's USB bridge may be; other devices have these too. No other port is ever opened."""

PATIENCE = 4_000_000_000
"""Ns until an opened board has introduced itself: opening the port starts it again, and its bootloader takes two."""
ASK = 500_000_000


class FoundCable:
    """The board wherever it is plugged in, on whatever port it comes back."""

    def __init__(
        self, ports: Callable[[], Iterable[Any]] = comports, open_cable: Callable[[str], Port] = SerialCable
    ) -> None:
        self.reason = "not looked for yet"
        self._ports, self._open_cable = ports, open_cable
        self._cable: Port | None = None
        self._name, self._known = "", ""
        """The port that is open, and the one where the board was last."""
        self._proven = False
        self._strangers: list[str] = []
        """The ports of boards of another version, to come back to if there is no better."""
        self._unlike: set[str] = set()
        """The ports that were there when a stranger was taken for want of a better."""
        self._untried: list[str] = []
        self._tried: list[str] = []
        self._kept, self._decoder = b"", Decoder()
        self._opened = self._asked = self._next = 0
        self._wait = SHORTEST_WAIT

    def open(self) -> None:
        """Look whether a board may be there at all; ``SourceFailed`` if not."""
        self.likeliest()

    def likeliest(self) -> str:
        """The port that is most likely a board's; ``SourceFailed`` if none may be one."""
        if not (found := self._candidates()):
            raise SourceFailed("auto: no board is plugged in; plug it in, or name its port")
        return found[0]

    def wait(self, seconds: float) -> None:
        """Until bytes have come, but no longer than *seconds*."""
        if self._cable is None:
            time.sleep(seconds)
        else:
            self._cable.wait(seconds)

    def close(self) -> None:
        """Close the port that is open."""
        if self._cable is not None:
            self._cable.close()
        self._cable, self._proven = None, False

    def exchange(self, outgoing: bytes, at: int) -> bytes | None:
        """Send and read without waiting; None until a board has introduced itself, and when it is gone."""
        if self._cable is None and not self._try_next(at):
            return None
        assert self._cable is not None
        data = self._cable.exchange(outgoing if self._proven else self._question(at), at)
        if data is not None and self._proven and self._has_rival(at):
            self.close()
            return None
        if data is None:
            self._give_up(str(getattr(self._cable, "reason", "gone")))
            return None
        return data if self._proven else self._prove(data, at)

    def _prove(self, data: bytes, at: int) -> bytes | None:
        """All bytes since the port was opened, once a HELLO was among them."""
        self._kept += data
        met = [message for message in self._decoder.receive(data) if isinstance(message, Hello | Stranger)]
        if any(_is_ours(message) for message in met):
            self._unlike = set()
        elif met and self._untried:
            self._strangers.append(self._name)
            self._give_up("a board of another version")
            return None
        elif met:
            self._unlike = set(self._candidates())
        if met:
            self._proven, self._known, self._wait = True, self._name, SHORTEST_WAIT
            return self._kept
        if at - self._opened > PATIENCE:
            self._give_up("no board there")
        return None

    def _question(self, at: int) -> bytes:
        if at - self._asked < ASK:
            return b""
        self._asked = at
        return encode(to_frame(HelloWanted()))

    def _give_up(self, why: str) -> None:
        self._tried.append(f"{self._name}: {why}")
        self.reason = "; ".join(self._tried)
        self.close()
        if not self._untried:
            self._untried, self._strangers = self._strangers[:1], []

    def _has_rival(self, at: int) -> bool:
        """Whether a board of another version is listened to, and another port has come since that may be a board's."""
        if not self._unlike or at < self._next:
            return False
        self._next = at + LONGEST_WAIT
        new = [name for name in self._candidates() if name not in self._unlike]
        self._untried, self._strangers = new, [self._name] if new else []
        return bool(new)

    def _try_next(self, at: int) -> bool:
        if not self._untried:
            if at < self._next:
                return False
            self._next, self._wait = at + self._wait, min(2 * self._wait, LONGEST_WAIT)
            self._untried, self._tried, self._strangers, self._unlike = self._candidates(), [], [], set()
        if not self._untried:
            self.reason = "no board is plugged in"
            return False
        self._name = self._untried.pop(0)
        self._cable = self._open_cable(self._name)
        self._opened, self._asked = at, at - ASK
        self._kept, self._decoder = b"", Decoder()
        return True

    def _candidates(self) -> list[str]:
        """The ports that may be a board, the likeliest first."""
        found = [(port.device, (port.vid, port.pid)) for port in self._ports()]
        likely = [name for name, numbers in found if numbers in BOARDS]
        likely += [name for name, numbers in found if numbers in CLONES]
        return sorted(likely, key=lambda name: name != self._known)


def _is_ours(message: Hello | Stranger) -> bool:
    """Whether the link will take it (``Link``): of this version, and built from the same schema."""
    return isinstance(message, Hello) and (message.schema == SCHEMA or message.minor != MINOR)
