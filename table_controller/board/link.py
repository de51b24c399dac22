"""The host's end of the line: messages become observations, each press and tag once, in order, at its own time.

Sans-I/O: bytes and night time in, observations and bytes to send out.
"""

from collections import deque
from collections.abc import Iterator
from typing import assert_never

from table_controller.board.decoder import Decoder, Nonsense
from table_controller.board.device_clock import DeviceClock
from table_controller.board.ear import Ear
from table_controller.board.frame import checksum, encode
from table_controller.board.ledger import WRAP, Ledger, Place
from table_controller.board.messages import (
    MAJOR,
    SCHEMA,
    Ack,
    Fault,
    FromDevice,
    FromHost,
    Happening,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Lamps,
    Log,
    Lost,
    Message,
    Ping,
    Pong,
    Reader,
    Setup,
    Snapshot,
    SnapshotWanted,
    Stranger,
    Tag,
    to_frame,
)
from table_controller.board.state import unpack
from table_controller.board.wiring import Wiring
from table_controller.records import Seat
from table_controller.records.observations import ButtonPress, Observation, SourceLost, SourceRestored

SECOND = 1_000_000_000
"""Nanoseconds."""

SILENCE = 3 * SECOND
"""How long a device may say nothing before it counts as lost."""

AWAY = SECOND // 2
"""A host that did not look for so long was busy, or slept."""

ASK = SECOND // 4
"""How often a device that did not introduce itself, or still owes a snapshot, is asked."""

SOON, OFTEN = SECOND // 10, SECOND * 239 // 1000
"""Between two pings: until the clock is known, and then; off the beat of everything that repeats."""

ANEW = 60 * SECOND
"""How often a known device is asked who it is, so that every piece of a capture can be understood by itself."""

LONGER = 4 * 10 * SECOND // 115_200
"""Ns by which an answer to a ping takes longer on the line than the ping: it has four bytes more."""

SAMPLED = 1000
"""Microseconds from one look at the inputs to the next."""


class Link:
    """One board, from its HELLO on. ``source`` names it in observations.

    With *keeps* a press is acknowledged only once ``kept`` was told its key, so that a host killed meanwhile is told
    the press again; its key is then the same.
    """

    def __init__(self, wiring: Wiring, source: str = "board", keeps: bool = False) -> None:
        self.decoder, self.source = Decoder(), source
        self.hello: Hello | None = None
        """How the device introduced itself."""
        self._clock, self._ear, self._keeps = DeviceClock(), Ear(wiring, source), keeps
        self._ledger = Ledger()
        self._kept: deque[str] = deque()
        """Keys from other threads."""
        self._pieces: dict[int, Snapshot] = {}
        self._owed = False
        self._heard = self._since = self._ticked = 0
        self._began = False
        self._asked: int | None = None
        self._pings: dict[int, int] = {}
        self._pinged = self._met = 0
        self._ping = 0
        self._lost: str | None = None
        self._wiring, self._setup = wiring, _setup(wiring)
        self._lamps = self._shining = Lamps(0, 0)
        self._outbox: list[bytes] = []

    @property
    def session(self) -> tuple[bytes, int] | None:
        """The device and its boot."""
        return None if self.hello is None else (self.hello.device, self.hello.boot)

    def receive(self, data: bytes, at: int) -> tuple[Observation, ...]:
        """What *data*, read at night time *at* (ns), says. Never raises."""
        self._begin(at)
        return tuple(said for message in self.decoder.receive(data) for said in self._take(message, at))

    def tick(self, at: int) -> tuple[Observation, ...]:
        """Ask what is to be asked; a device that was silent for too long is lost."""
        self._begin(at)
        if at - self._ticked > AWAY:
            self._heard += at - self._ticked - AWAY  # nobody listened: that is no silence of the board's
        self._ticked = at
        self._forget_kept()
        due = self._asked is None or at - self._asked >= ASK
        if due and (self.session is None or self._lost or at - self._met >= ANEW):
            self._ask(HelloWanted(), at)
        elif due and self._owed:
            self._ask(SnapshotWanted(), at)
        if self._lamps != self._shining:
            self._lamps = self._shining
            self._say(self._lamps)
        if self.session and not self._lost and at - self._pinged >= (OFTEN if self._clock.ready else SOON):
            self._send_ping(at)
        return tuple(self.lose(at, "no board answers")) if at - self._heard > SILENCE else ()

    def outgoing(self) -> bytes:
        """What is to be sent now; each byte is handed out once."""
        sent, self._outbox = b"".join(self._outbox), []
        return sent

    def kept(self, key: str) -> None:
        """The press with *key* is in the journal. May be called from any thread."""
        self._kept.append(key)

    def turn(self, seat: Seat | None) -> None:
        """It is the turn of *seat*: its lamp is to shine, and no other. May be called from any thread."""
        self._shining = Lamps(sum(1 << number for number, its in enumerate(self._wiring.lamps) if its == seat), 0)

    def lose(self, at: int, reason: str) -> Iterator[Observation]:
        """The line is gone; say so once."""
        if self._lost is None:
            self._lost = reason
            yield SourceLost(at=at, source=self.source, reason=reason)

    def _begin(self, at: int) -> None:
        """From the first moment on that anybody listens."""
        if not self._began:
            self._began, self._heard, self._since, self._ticked = True, at, at, at
            self._clock = DeviceClock(at)

    def _say(self, message: FromHost) -> None:
        self._outbox.append(encode(to_frame(message)))

    def _ask(self, message: FromHost, at: int) -> None:
        self._asked = at
        self._say(message)

    def _send_ping(self, at: int) -> None:
        self._ping, self._pinged = (self._ping + 1) % 256, at
        self._pings = {number: sent for number, sent in self._pings.items() if at - sent < SECOND}
        self._pings[self._ping] = at
        self._say(Ping(self._ping))

    def _acknowledge(self) -> None:
        self._say(Ack(self._ledger.acknowledged))

    def _forget_kept(self) -> None:
        """Acknowledge the presses that are in the journal by now."""
        kept = set()
        while self._kept:
            kept.add(self._kept.popleft())
        if kept:
            self._ledger.kept(kept)
            self._acknowledge()

    def _take(self, message: Message | Nonsense, at: int) -> Iterator[Observation]:
        match message:
            case Nonsense():
                yield from self._puzzled(message, at)
            case Stranger():
                theirs = f"{message.major}.{message.minor}"
                yield from self._refuse(at, f"the board speaks protocol {theirs}, this program {MAJOR}.x")
            case Hello():
                yield from self._meet(message, at)
            case _ if self.session is not None and self._lost is None and isinstance(message, FromDevice):
                self._heard = at
                yield from self._listen(message, at)
            case _:
                # Our own words come back from a line that echoes. Who did not introduce itself, or not since it was
                # lost, is not understood: it may have started again meanwhile, and its numbers anew.
                return

    def _meet(self, hello: Hello, at: int) -> Iterator[Observation]:
        if hello.schema != SCHEMA:
            reason = f"the board was built from schema {hello.schema:04X}, this program from {SCHEMA:04X}"
            yield from self._refuse(at, reason)
            return
        self._heard = self._met = at
        if self.session != (hello.device, hello.boot):
            if self.hello is not None:
                again = hello.device == self.hello.device
                reason = "the board started again" if again else "another board"
                yield from self.lose(at, f"{reason}; what it had not yet sent is gone")
            self._clock, self._ledger, self._pieces = DeviceClock(self._since), Ledger(hello.seq), {}
            yield from self._ear.begin(at)
        self._ledger.trusted = True
        self.hello = hello
        if self._clock.behind(hello.micros):  # not heard for half a turn of its clock, or a stamp was nonsense
            self._clock = DeviceClock(self._clock.told)
        self._clock.heard(hello.micros, at)
        yield from self._restored(at)
        self._acknowledge()
        self._want_state(at)

    def _refuse(self, at: int, reason: str) -> Iterator[Observation]:
        self.hello = None
        yield from self.lose(at, reason)

    def _puzzled(self, said: Nonsense, at: int) -> Iterator[Observation]:
        """An event that stays nonsense must not hold up those behind it for ever."""
        if self.session is not None and self._ledger.give_up(said.seq):
            self._ear.forget_buttons()
            yield from self._gap(at, "the board says what cannot be; one event was given up")
            self._acknowledge()

    def _gap(self, at: int, reason: str) -> Iterator[Observation]:
        """Something is missing from the story; the whole state is the truth."""
        yield SourceLost(at=at, source=self.source, reason=reason)
        self._lost = reason
        yield from self._restored(at)

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
            case Input() | Tag() | Lost() | Reader() | Fault():
                yield from self._in_order(message, at)
            case Heartbeat():
                self._beat(message, at)
            case Snapshot():
                yield from self._piece(message, at)
            case Pong():
                sent = self._pings.pop(message.seq, None)
                if sent is not None and not self._started_again(message.micros, at):
                    self._clock.answered(sent, message.micros, at - LONGER)
            case Log() | Hello():
                return
            case _:
                assert_never(message)

    def _started_again(self, micros: int, at: int) -> bool:
        """Whether the device's clock went back: then its HELLO got lost, and it is asked for another."""
        back = self._clock.behind(micros) > 0
        if back:
            self._doubt(at)
        return back

    def _doubt(self, at: int) -> None:
        if self._asked is None or at - self._asked >= SOON:
            self._ask(HelloWanted(), at)

    def _beat(self, beat: Heartbeat, at: int) -> None:
        if self._started_again(beat.micros, at):
            return
        self._clock.heard(beat.micros, at)
        if beat.orders != orders(self._setup, self._lamps):
            self._say(self._setup)
            self._say(self._lamps)
        if beat.seq == self._ledger.due and beat.digest != self._ear.state.digest and not self._owed:
            self._want_state(at)

    def _in_order(self, event: Happening, at: int) -> Iterator[Observation]:
        """Take the event that is due; one that came before is acknowledged again, one too early is waited for."""
        match self._ledger.place(event):
            case Place.STRANGE:
                return self._doubt(at)
            case Place.DUE:
                self._ledger.take(event)
                yield from self._told(event, self._clock.event(_happened(event), at))
            case Place.OLD | Place.EARLY:
                pass
        self._acknowledge()

    def _told(self, event: Happening, then: int) -> Iterator[Observation]:
        """What *event* of night time *then* says; a press may have to wait for the journal."""
        key = f"{self._named()}-{event.seq}-{event.micros}"
        for said in self._ear.hear(event, then, key):
            if self._keeps and isinstance(said, ButtonPress):
                self._ledger.wait_for(event.seq, key)
            yield said
        if isinstance(event, Lost):
            self._lost = "overflow"
            yield from self._restored(then)

    def _named(self) -> str:
        return f"{self.hello.device.hex()}-{self.hello.boot}" if self.hello else ""

    def _piece(self, piece: Snapshot, at: int) -> Iterator[Observation]:
        """Gather the pieces of a state; a whole one that is up to date corrects the tags."""
        if any((other.seq, other.parts) != (piece.seq, piece.parts) for other in self._pieces.values()):
            self._pieces = {}
        self._pieces[piece.part] = piece
        if len(self._pieces) < piece.parts or piece.seq != self._ledger.due or not self._owed:
            return
        state = unpack(b"".join(self._pieces[part].data for part in range(piece.parts)))
        self._pieces = {}
        if state is not None:
            self._owed = False
            yield from self._ear.correct(state, at)


def _happened(event: Happening) -> int:
    """When it happened, in the device's microseconds: inputs are sampled, and changed between two samples."""
    return (event.micros - SAMPLED // 2) % WRAP if isinstance(event, Input) else event.micros


def orders(setup: Setup, lamps: Lamps) -> int:
    """The checksum of what a device was told to do, as its heartbeat gives it."""
    return checksum(to_frame(setup).payload + to_frame(lamps).payload)


def _setup(wiring: Wiring) -> Setup:
    """What is wired; of who does not know, what a board takes for granted."""
    if not wiring.inputs:
        return Setup(b"\xff" * 8, bytes(8), 0)
    used = sum(1 << number for number, key in enumerate(wiring.inputs) if key is not None)
    antennas = sum(1 << number for number, zone in enumerate(wiring.antennas) if zone)
    return Setup(used.to_bytes(8, "little"), bytes(8), antennas)
