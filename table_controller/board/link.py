"""The host's end of the line: messages become observations, each press and tag once, in order, at its own time.

Sans-I/O: bytes and night time in, observations and bytes to send out.
"""

from collections.abc import Iterator
from typing import assert_never

from table_controller.board.decoder import Decoder
from table_controller.board.device_clock import DeviceClock
from table_controller.board.frame import encode
from table_controller.board.messages import (
    MAJOR,
    Ack,
    FromDevice,
    FromHost,
    Happening,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Log,
    Lost,
    Message,
    Ping,
    Pong,
    Reader,
    Snapshot,
    SnapshotWanted,
    Tag,
    to_frame,
)
from table_controller.board.state import BoardState, unpack
from table_controller.board.wiring import Wiring
from table_controller.records.observations import ButtonPress, Observation, SourceLost, SourceRestored, TagRead

SECOND = 1_000_000_000
"""Nanoseconds."""

SILENCE = 3 * SECOND
"""How long a device may say nothing before it counts as lost."""

ASK = SECOND
"""How often a device that did not introduce itself, or still owes a snapshot, is asked."""


class Link:
    """One board, from its HELLO on. ``source`` names it in observations."""

    def __init__(self, wiring: Wiring, source: str = "board") -> None:
        self.decoder, self.source = Decoder(), source
        self.session: tuple[bytes, int] | None = None
        """The device and its boot."""
        self._wiring, self._clock, self._state = wiring, DeviceClock(), BoardState()
        self._expected = 0
        self._pieces: dict[int, Snapshot] = {}
        self._owed = False
        self._heard: int | None = None
        self._asked: int | None = None
        self._lost: str | None = None
        self._outbox: list[bytes] = []

    def receive(self, data: bytes, at: int) -> tuple[Observation, ...]:
        """What *data*, read at night time *at* (ns), says. Never raises."""
        return tuple(said for message in self.decoder.receive(data) for said in self._take(message, at))

    def tick(self, at: int) -> tuple[Observation, ...]:
        """Ask what is to be asked; a device that was silent for too long is lost."""
        self._heard = at if self._heard is None else self._heard
        due = self._asked is None or at - self._asked >= ASK
        if due and (self.session is None or self._lost):
            self._ask(HelloWanted(), at)
        elif due and self._owed:
            self._ask(SnapshotWanted(), at)
        return tuple(self.lose(at, "no board answers")) if at - self._heard > SILENCE else ()

    def outgoing(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        sent, self._outbox = b"".join(self._outbox), []
        return sent

    def lose(self, at: int, reason: str) -> Iterator[Observation]:
        """The line is gone; say so once."""
        if self._lost is None:
            self._lost = reason
            yield SourceLost(at=at, source=self.source, reason=reason)

    def _say(self, message: FromHost) -> None:
        self._outbox.append(encode(to_frame(message)))

    def _ask(self, message: FromHost, at: int) -> None:
        self._asked = at
        self._say(message)

    def _take(self, message: Message, at: int) -> Iterator[Observation]:
        match message:
            case Hello():
                yield from self._meet(message, at)
            case Ack() | SnapshotWanted() | Ping() | HelloWanted():
                return  # Our own words come back from a line that echoes.
            case _ if self.session is not None:
                self._heard = at
                yield from self._restored(at)
                yield from self._listen(message, at)
            case _:
                return  # Whoever did not introduce itself is not understood yet; `tick` asks.

    def _meet(self, hello: Hello, at: int) -> Iterator[Observation]:
        if hello.major != MAJOR:
            version = f"{hello.major}.{hello.minor}"
            yield from self.lose(at, f"the board speaks protocol {version}, this program {MAJOR}.x")
            return
        self._heard = at
        if self.session != (hello.device, hello.boot):
            if self.session is not None:
                yield from self.lose(at, "the board started again; what it had not yet sent is gone")
            self.session, self._clock = (hello.device, hello.boot), DeviceClock()
            self._expected, self._pieces = hello.seq, {}
        self._clock.heard(hello.micros, at)
        yield from self._restored(at)
        self._say(Ack(self._expected))
        self._want_state(at)

    def _restored(self, at: int) -> Iterator[Observation]:
        if self._lost is not None:
            self._lost = None
            self._want_state(at)
            yield SourceRestored(at=at, source=self.source)

    def _want_state(self, at: int) -> None:
        self._owed, self._pieces = True, {}
        self._ask(SnapshotWanted(), at)

    def _listen(self, message: FromDevice, at: int) -> Iterator[Observation]:
        match message:
            case Input() | Tag() | Lost() | Reader():
                yield from self._in_order(message, at)
            case Heartbeat():
                self._clock.heard(message.micros, at)
                if message.seq == self._expected and message.digest != self._state.digest and not self._owed:
                    self._want_state(at)
            case Snapshot():
                yield from self._piece(message, at)
            case Pong():
                self._clock.heard(message.micros, at)
            case Log() | Hello():
                return
            case _:
                assert_never(message)

    def _in_order(self, message: Happening, at: int) -> Iterator[Observation]:
        """Take the event that is due; one that came before is acknowledged again, one too early is waited for."""
        if message.seq == self._expected:
            self._expected = (self._expected + 1) % 256
            yield from self._happened(message, self._clock.event(message.micros, at))
        self._say(Ack(self._expected))

    def _happened(self, message: Happening, at: int) -> Iterator[Observation]:
        match message:
            case Input():
                yield from self._switched(message, at)
            case Tag():
                tag = (message.antenna, message.uid)
                yield from self._tag(tag, message.present, at)
            case Lost():
                yield SourceLost(at=at, source=self.source, reason=f"the board had no room for {message.count} events")
                self._lost = "overflow"
                yield from self._restored(at)
            case Reader():
                yield from self._reader(message, at)
            case _:
                assert_never(message)

    def _switched(self, message: Input, at: int) -> Iterator[Observation]:
        before = self._state.down
        down = before | {message.input} if message.down else before - {message.input}
        self._state = BoardState(down, self._state.tags)
        if message.down and message.input not in before and message.input < len(self._wiring.inputs):
            seat, press = self._wiring.inputs[message.input]
            yield ButtonPress(at=at, source=self.source, press=press, seat=seat)

    def _tag(self, tag: tuple[int, bytes], present: bool, at: int) -> Iterator[Observation]:
        tags = self._state.tags
        if present == (tag in tags):
            return
        self._state = BoardState(self._state.down, tags | {tag} if present else tags - {tag})
        antenna, uid = tag
        if antenna < len(self._wiring.antennas):
            zone = self._wiring.antennas[antenna]
            yield TagRead(at=at, source=self.source, zone=zone, tag=uid.hex().upper(), present=present)

    def _reader(self, message: Reader, at: int) -> Iterator[Observation]:
        name = f"{self.source} antenna {message.antenna}"
        if message.works:
            yield SourceRestored(at=at, source=name)
        else:
            yield SourceLost(at=at, source=name, reason="the reader does not answer")

    def _piece(self, piece: Snapshot, at: int) -> Iterator[Observation]:
        """Gather the pieces of a state; a whole one that is up to date corrects the tags."""
        if any((other.seq, other.parts) != (piece.seq, piece.parts) for other in self._pieces.values()):
            self._pieces = {}
        self._pieces[piece.part] = piece
        if len(self._pieces) < piece.parts or piece.seq != self._expected or not self._owed:
            return
        state = unpack(b"".join(self._pieces[part].data for part in range(piece.parts)))
        self._pieces = {}
        if state is None:
            return
        self._owed = False
        for tag in sorted(self._state.tags ^ state.tags):
            yield from self._tag(tag, tag in state.tags, at)
        self._state = state
