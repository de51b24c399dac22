"""A board that is none: switches and tags of the simulated table as the bytes a device would send.

It speaks the protocol as a device must: HELLO, numbered events that it repeats until they are acknowledged, heartbeats,
snapshots, a ring that can run over; and it can fail as a device does.
"""

from collections.abc import Iterable, Iterator

from table_controller.board.decoder import Decoder
from table_controller.board.fake_ring import Events
from table_controller.board.frame import checksum, encode
from table_controller.board.messages import (
    MAJOR,
    MINOR,
    SCHEMA,
    SNAPSHOT_BYTES,
    Ack,
    Cause,
    Fault,
    FromDevice,
    Health,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Kind,
    Lamps,
    Ping,
    Pong,
    Reader,
    Reboot,
    Setup,
    Snapshot,
    SnapshotWanted,
    Tag,
    Trouble,
    to_frame,
)
from table_controller.board.protocol_gen import BEAT_MS, RING
from table_controller.board.state import BoardState
from table_controller.board.wiring import Wiring
from table_controller.records import Chips, Seat
from table_controller.records.observations import Press

MS = 1_000_000
"""Nanoseconds in a millisecond."""

BEAT = BEAT_MS * MS
SAMPLED = 1000
"""Microseconds from one look at the inputs to the next."""
STUCK = 60_000 * MS
"""Ns after which an input that is down is told as stuck."""

Switches = Iterable[tuple[Seat | None, Press, Chips | None]]
Tags = Iterable[tuple[str, str]]


class FakeBoard:
    """A device with *wiring*, switched on at the first ``advance``. ``boot`` counts its starts.

    ``ring`` is how many events it keeps; a real device has 32, one whose host runs many times faster may need 120.
    """

    def __init__(self, wiring: Wiring, device: bytes = b"FLOORMAN", boot: int = 1, ring: int = RING) -> None:
        self._inputs = {key: number for number, key in enumerate(wiring.inputs) if key is not None}
        self._antennas = {zone: number for number, zone in enumerate(wiring.antennas)}
        self._wiring, self._device, self.boot = wiring, device, boot
        self.ring = ring
        self._down: dict[int, int] = {}
        """Since when each input that is down has been."""
        self._stuck: set[int] = set()
        self._held: frozenset[int] = frozenset()
        self._health: dict[int, Health] = {}
        self._now = 0
        self._fresh = False
        self._born: int | None = None
        self._start(Cause.POWER)

    def _start(self, cause: Cause) -> None:
        self._cause, self._events = cause, Events(self.ring)
        self._state, self._decoder = BoardState(), Decoder()
        self._met = False
        self._setup, self.lamps = Setup(b"\xff" * 8, bytes(8), 0), Lamps(0, 0)
        self._asked: list[Ping | SnapshotWanted | HelloWanted] = [HelloWanted()]
        self._beat_at = self._now

    def reboot(self, cause: Cause = Cause.RESET_PIN) -> None:
        """Start again: what it had not yet told is forgotten; what is down and lies there is its new state."""
        self.boot += 1
        self._start(cause)
        self._born, self._stuck, self._fresh = self._now, set(), True

    def hold(self, inputs: frozenset[int]) -> None:
        """These inputs are down from now on, whatever the switches are: stuck buttons."""
        self._held = inputs

    def fail(self, antenna: int, health: Health) -> None:
        """The reader of *antenna* does so from now on."""
        if self._health.get(antenna, Health.WORKS) is not health:
            self._health[antenna] = health
            self._events.add(Reader(0, antenna, health, self._micros()))

    def trouble(self, number: int, trouble: Trouble) -> None:
        """Input *number* is out of order, or in order again."""
        self._events.add(Fault(0, number, trouble, self._micros()))

    def advance(self, at: int, switches: Switches, tags: Tags) -> bytes:
        """The switches that are down and the tags that lie there from night time *at* (ns) on; what the device sends.

        Call it for every change, in order: what changes back between two calls never happened for the device.
        """
        down = frozenset(self._inputs[seat, press] for seat, press, _ in switches if (seat, press) in self._inputs)
        lying = frozenset((self._antennas[zone], bytes.fromhex(tag)) for zone, tag in tags if zone in self._antennas)
        return self.sense(at, down, lying)

    def sense(self, at: int, down: frozenset[int], lying: frozenset[tuple[int, bytes]]) -> bytes:
        """As ``advance``, by the numbers of inputs and antennas."""
        if self._born is None:
            self._born = self._beat_at = at
        self._now = at
        used = int.from_bytes(self._setup.inputs, "little")
        wired = frozenset(number for number in down | self._held if used >> number & 1)
        self._change(wired, frozenset(tag for tag in lying if self._reads(tag[0])))
        return self.pump(at)

    def pump(self, at: int) -> bytes:
        """What the device sends at night time *at* with nothing changed: replies, repetitions, heartbeats."""
        self._now = at
        return b"".join(encode(to_frame(message)) for message in self._due(at))

    @property
    def waiting(self) -> int:
        """Events that are not acknowledged yet."""
        return len(self._events)

    def receive(self, data: bytes) -> None:
        """What the host sent; it is answered by the next ``advance``."""
        for message in self._decoder.receive(data):
            match message:
                case Ack(seq):
                    self._met = True
                    self._events.acknowledged(seq, self._now)
                case SnapshotWanted() | Ping() | HelloWanted():
                    self._asked.append(message)
                case Setup():
                    self._setup = message
                case Lamps():
                    self.lamps = message
                case Reboot(device) if device == self._device:
                    self.reboot(Cause.HOST)
                    return
                case _:
                    continue

    def _reads(self, antenna: int) -> bool:
        return self._health.get(antenna, Health.WORKS) is Health.WORKS

    def _micros(self) -> int:
        return (self._now - (self._born or 0)) // 1000 % (1 << 32)

    def _change(self, down: frozenset[int], lying: frozenset[tuple[int, bytes]]) -> None:
        """Number what changed: releases before presses, tags that went before tags that came."""
        before, self._state = self._state, BoardState(down, lying)
        if self._fresh:
            before, self._fresh = BoardState(down), False  # what is down at boot was not pressed
        micros = self._micros()
        seen = (micros + SAMPLED // 2) % (1 << 32)  # a device sees a contact half a sample late, on the average
        for number in (*sorted(before.down - down), *sorted(down - before.down)):
            self._events.add(Input(0, number, number in down, seen))
        for antenna, uid in (*sorted(before.tags - lying), *sorted(lying - before.tags)):
            self._events.add(Tag(0, antenna, (antenna, uid) in lying, micros, uid))
        self._down = {number: self._down.get(number, self._now) for number in down}
        self._notice_stuck(down)

    def _notice_stuck(self, down: frozenset[int]) -> None:
        for number in sorted(self._stuck - down):
            self.trouble(number, Trouble.NONE)
        stuck = {number for number, since in self._down.items() if self._now - since >= STUCK}
        for number in sorted(stuck - self._stuck):
            self.trouble(number, Trouble.STUCK)
        self._stuck = stuck

    def _due(self, at: int) -> Iterator[FromDevice]:
        """Replies, events that are new or overdue, the heartbeat."""
        self._events.tell_lost(self._micros())
        self._events.forget_times(self._micros())
        asked, self._asked = self._asked, []
        for question in asked:
            yield from self._answer(question)
        yield from self._events.due(at)
        if at - self._beat_at >= BEAT:
            self._beat_at = at
            yield self._beat()
            if not self._met:
                yield self._hello()

    def _answer(self, question: Ping | SnapshotWanted | HelloWanted) -> Iterator[FromDevice]:
        match question:
            case Ping(seq):
                yield Pong(seq, self._micros())
            case HelloWanted():
                yield self._hello()
            case SnapshotWanted():
                data = self._state.pack()
                pieces = [data[start : start + SNAPSHOT_BYTES] for start in range(0, len(data), SNAPSHOT_BYTES)]
                for part, piece in enumerate(pieces):
                    yield Snapshot(self._events.next, part, len(pieces), piece)

    def _hello(self) -> Hello:
        wired = len(self._wiring.inputs), len(self._wiring.antennas)
        start = (self._events.oldest, MAJOR, MINOR, self._device, self.boot, self._cause, *wired, self._micros())
        return Hello(*start, schema=SCHEMA, kind=Kind.SIMULATED, lamps=32, dirty=False, build=bytes(4))

    def _beat(self) -> Heartbeat:
        orders = checksum(to_frame(self._setup).payload + to_frame(self.lamps).payload)
        return Heartbeat(
            seq=self._events.next,
            micros=self._micros(),
            bad=self._decoder.bad % 65536,
            digest=self._state.digest,
            orders=orders,
            lost=self._events.lost % 65536,
            overruns=0,
            waiting=min(len(self._events), 255),
            sweep=0,
        )
