"""A board that is none: switches and tags of the simulated table as the bytes a device would send.

It speaks the protocol as a device must: HELLO, numbered events that it repeats until they are acknowledged, heartbeats,
snapshots, a ring that can run over.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

from table_controller.board.decoder import Decoder
from table_controller.board.frame import checksum, encode
from table_controller.board.messages import (
    MAJOR,
    MINOR,
    SCHEMA,
    SNAPSHOT_BYTES,
    Ack,
    FromDevice,
    Happening,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Kind,
    Lost,
    Ping,
    Pong,
    Snapshot,
    SnapshotWanted,
    Tag,
    to_frame,
)
from table_controller.board.state import BoardState
from table_controller.board.wiring import Wiring
from table_controller.records import Chips, Seat
from table_controller.records.observations import Press

MS = 1_000_000
"""Nanoseconds in a millisecond."""

RING = 32
NO_ORDERS = checksum(b"\xff" * 8 + bytes(20))
RESEND, BEAT = 50 * MS, 500 * MS

Switches = Iterable[tuple[Seat | None, Press, Chips | None]]
Tags = Iterable[tuple[str, str]]


class FakeBoard:
    """A device with *wiring*, switched on at the first ``advance``. ``boot`` counts its starts.

    ``ring`` is how many events it keeps; a real device has 32, one whose host runs many times faster may need 120.
    """

    def __init__(self, wiring: Wiring, device: bytes = b"FLOORMAN", boot: int = 1, ring: int = RING) -> None:
        self._inputs = {key: number for number, key in enumerate(wiring.inputs)}
        self._antennas = {zone: number for number, zone in enumerate(wiring.antennas)}
        self._wiring, self._device, self._boot = wiring, device, boot
        self._state, self._decoder = BoardState(), Decoder()
        self._born: int | None = None
        self._now = 0
        self.ring = min(ring, 127)
        self._ring: list[Happening] = []
        self._next, self._overrun, self._met = 0, 0, False
        self._sent_at = self._beat_at = 0
        self._unsent = 0
        """How many of the ring's events, counted from its end, were never sent."""
        self._asked: list[Ping | SnapshotWanted | HelloWanted] = []

    def advance(self, at: int, switches: Switches, tags: Tags) -> bytes:
        """The switches that are down and the tags that lie there from night time *at* (ns) on; what the device sends.

        Call it for every change, in order: what changes back between two calls never happened for the device.
        """
        if self._born is None:
            self._born = self._beat_at = at
            self._asked.append(HelloWanted())
        self._now = at
        self._sense(switches, tags)
        return self.pump(at)

    def pump(self, at: int) -> bytes:
        """What the device sends at night time *at* with nothing changed: replies, repetitions, heartbeats."""
        self._now = at
        return b"".join(encode(to_frame(message)) for message in self._due(at))

    @property
    def waiting(self) -> int:
        """Events that are not acknowledged yet."""
        return len(self._ring)

    def receive(self, data: bytes) -> None:
        """What the host sent; it is answered by the next ``advance``."""
        for message in self._decoder.receive(data):
            match message:
                case Ack(seq):
                    self._met = True
                    self._acknowledged(seq)
                case SnapshotWanted() | Ping() | HelloWanted():
                    self._asked.append(message)
                case _:
                    continue

    def _answers(self) -> Iterator[FromDevice]:
        asked, self._asked = self._asked, []
        for question in asked:
            match question:
                case Ping(seq):
                    yield Pong(seq, self._micros())
                case HelloWanted():
                    yield self._hello()
                case SnapshotWanted():
                    yield from self._snapshot()

    def _micros(self) -> int:
        return (self._now - (self._born or 0)) // 1000 % (1 << 32)

    def _hello(self) -> Hello:
        oldest = self._ring[0].seq if self._ring else self._next
        wired = len(self._wiring.inputs), len(self._wiring.antennas)
        start = (oldest, MAJOR, MINOR, self._device, self._boot, 1, *wired, self._micros())
        return Hello(*start, schema=SCHEMA, kind=Kind.SIMULATED, lamps=0, dirty=False, build=bytes(4))

    def _snapshot(self) -> Iterator[Snapshot]:
        data = self._state.pack()
        pieces = [data[start : start + SNAPSHOT_BYTES] for start in range(0, len(data), SNAPSHOT_BYTES)]
        for part, piece in enumerate(pieces):
            yield Snapshot(self._next, part, len(pieces), piece)

    def _acknowledged(self, seq: int) -> None:
        done = (seq - self._next + len(self._ring)) % 256
        if done <= len(self._ring):
            del self._ring[:done]
            self._unsent = min(self._unsent, len(self._ring))
        if done:
            self._sent_at = self._now

    def _sense(self, switches: Switches, tags: Tags) -> None:
        """Number what changed: releases before presses, tags that went before tags that came."""
        down = frozenset(self._inputs[seat, press] for seat, press, _ in switches if (seat, press) in self._inputs)
        lying = frozenset((self._antennas[zone], bytes.fromhex(tag)) for zone, tag in tags if zone in self._antennas)
        before, self._state = self._state, BoardState(down, lying)
        for number in (*sorted(before.down - down), *sorted(down - before.down)):
            self._queue(Input(self._next, number, number in down, self._micros()))
        for antenna, uid in (*sorted(before.tags - lying), *sorted(lying - before.tags)):
            self._queue(Tag(self._next, antenna, (antenna, uid) in lying, self._micros(), uid))

    def _queue(self, event: Happening) -> None:
        if self._overrun and len(self._ring) < self.ring:
            self._add(Lost(self._next, min(self._overrun, 65535), self._micros()))
            self._overrun = 0
            return self._queue(_numbered(event, self._next))
        if len(self._ring) >= self.ring:
            self._overrun += 1
            return None
        return self._add(event)

    def _add(self, event: Happening) -> None:
        self._ring.append(event)
        self._unsent += 1
        self._next = (self._next + 1) % 256

    def _due(self, at: int) -> Iterator[FromDevice]:
        """Replies, events that are new or overdue, the heartbeat."""
        if self._overrun and len(self._ring) < self.ring:
            self._add(Lost(self._next, min(self._overrun, 65535), self._micros()))
            self._overrun = 0
        yield from self._answers()
        late = at - self._sent_at >= RESEND
        sending = self._ring if late else self._ring[len(self._ring) - self._unsent :]
        if sending:
            self._sent_at, self._unsent = at, 0
        yield from sending
        if at - self._beat_at >= BEAT:
            self._beat_at = at
            health = self._decoder.bad % 65536, self._state.digest, NO_ORDERS, 0, 0, min(len(self._ring), 255), 0
            yield Heartbeat(self._next, self._micros(), *health)
            if not self._met:
                yield self._hello()


def _numbered(event: Happening, seq: int) -> Happening:
    match event:
        case Input(_, number, down, micros):
            return Input(seq, number, down, micros)
        case Tag(_, antenna, present, micros, uid):
            return Tag(seq, antenna, present, micros, uid)
        case _:
            return event


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
