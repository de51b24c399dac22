"""What the board and the host say to each other, as frozen messages, and their bytes (firmware/PROTOCOL.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct
from typing import assert_never

from table_controller.board.frame import Frame

MAJOR, MINOR = 1, 0
INPUTS, ANTENNAS = 64, 32
SNAPSHOT_BYTES, SNAPSHOT_PARTS = 36, 32


@dataclass(frozen=True, slots=True)
class Hello:
    """The device introduces itself; ``seq`` is its oldest event that nobody acknowledged."""

    seq: int
    major: int
    minor: int
    device: bytes
    boot: int
    cause: int
    inputs: int
    antennas: int
    micros: int


@dataclass(frozen=True, slots=True)
class Input:
    """Input number ``input`` went down or up at ``micros`` of the device's clock."""

    seq: int
    input: int
    down: bool
    micros: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag came to an antenna or left it."""

    seq: int
    antenna: int
    present: bool
    micros: int
    uid: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """So many events found no room."""

    seq: int
    count: int
    micros: int


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of an antenna went deaf, or works again."""

    seq: int
    antenna: int
    works: bool
    micros: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The device is there; ``digest`` is its state's checksum before event ``seq``."""

    seq: int
    micros: int
    bad: int
    digest: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A piece of the device's state before event ``seq``."""

    seq: int
    part: int
    parts: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""

    seq: int
    micros: int


@dataclass(frozen=True, slots=True)
class Log:
    """A word of the device's to people."""

    text: str


@dataclass(frozen=True, slots=True)
class Ack:
    """The host expects event ``seq`` next."""

    seq: int


@dataclass(frozen=True, slots=True)
class SnapshotWanted:
    """The host asks for the state."""


@dataclass(frozen=True, slots=True)
class Ping:
    """The host asks for the clock."""

    seq: int


@dataclass(frozen=True, slots=True)
class HelloWanted:
    """The host asks who is there."""


Happening = Input | Tag | Lost | Reader
"""The reliable messages, numbered and repeated until acknowledged."""

FromDevice = Happening | Hello | Heartbeat | Snapshot | Pong | Log
FromHost = Ack | SnapshotWanted | Ping | HelloWanted
Message = FromDevice | FromHost

_HELLO, _INPUT, _TAG = Struct("<BB8sIBBBI"), Struct("<BBI"), Struct("<BBI")
_LOST, _BEAT, _PONG, _PART = Struct("<HI"), Struct("<IHH"), Struct("<I"), Struct("<BB")


def to_frame(message: Message) -> Frame:
    """The frame of *message*."""
    match message:
        case Input() | Tag() | Lost() | Reader():
            return _event_frame(message)
        case Hello(seq, major, minor, device, boot, cause, inputs, antennas, micros):
            return Frame(0x01, seq, _HELLO.pack(major, minor, device, boot, cause, inputs, antennas, micros))
        case Heartbeat(seq, micros, bad, digest):
            return Frame(0x10, seq, _BEAT.pack(micros, bad, digest))
        case Snapshot(seq, part, parts, data):
            return Frame(0x11, seq, _PART.pack(part, parts) + data)
        case Pong(seq, micros):
            return Frame(0x12, seq, _PONG.pack(micros))
        case Log(text):
            return Frame(0x1F, 0, text.encode()[:40])
        case Ack() | SnapshotWanted() | Ping() | HelloWanted():
            return _host_frame(message)
        case _:
            assert_never(message)


def _event_frame(message: Happening) -> Frame:
    match message:
        case Input(seq, number, down, micros):
            return Frame(0x02, seq, _INPUT.pack(number, down, micros))
        case Tag(seq, antenna, present, micros, uid):
            return Frame(0x03, seq, _TAG.pack(antenna, present, micros) + uid)
        case Lost(seq, count, micros):
            return Frame(0x04, seq, _LOST.pack(count, micros))
        case Reader(seq, antenna, works, micros):
            return Frame(0x05, seq, _INPUT.pack(antenna, works, micros))
        case _:
            assert_never(message)


def _host_frame(message: FromHost) -> Frame:
    match message:
        case Ack(seq):
            return Frame(0x81, seq)
        case SnapshotWanted():
            return Frame(0x82, 0)
        case Ping(seq):
            return Frame(0x83, seq)
        case HelloWanted():
            return Frame(0x84, 0)
        case _:
            assert_never(message)


def from_frame(frame: Frame) -> Message | None:
    """The message in *frame*, or None if its type is unknown, its length wrong or a value out of range."""
    reader = _READERS.get(frame.type)
    return None if reader is None else reader(frame.seq, frame.payload)


def _hello(seq: int, payload: bytes) -> Hello | None:
    return Hello(seq, *_HELLO.unpack(payload)) if len(payload) == _HELLO.size else None


def _input(seq: int, payload: bytes) -> Input | None:
    if len(payload) != _INPUT.size:
        return None
    number, down, micros = _INPUT.unpack(payload)
    return Input(seq, number, bool(down), micros) if number < INPUTS and down < 2 else None


def _tag(seq: int, payload: bytes) -> Tag | None:
    if not 4 <= len(payload) - _TAG.size <= 10:
        return None
    antenna, present, micros = _TAG.unpack_from(payload)
    ranged = antenna < ANTENNAS and present < 2
    return Tag(seq, antenna, bool(present), micros, payload[_TAG.size :]) if ranged else None


def _lost(seq: int, payload: bytes) -> Lost | None:
    return Lost(seq, *_LOST.unpack(payload)) if len(payload) == _LOST.size else None


def _reader(seq: int, payload: bytes) -> Reader | None:
    if len(payload) != _INPUT.size:
        return None
    antenna, works, micros = _INPUT.unpack(payload)
    return Reader(seq, antenna, bool(works), micros) if antenna < ANTENNAS and works < 2 else None


def _beat(seq: int, payload: bytes) -> Heartbeat | None:
    return Heartbeat(seq, *_BEAT.unpack(payload)) if len(payload) == _BEAT.size else None


def _snapshot(seq: int, payload: bytes) -> Snapshot | None:
    if not 3 <= len(payload) <= 2 + SNAPSHOT_BYTES:
        return None
    part, parts = _PART.unpack_from(payload)
    return Snapshot(seq, part, parts, payload[2:]) if part < parts <= SNAPSHOT_PARTS else None


def _pong(seq: int, payload: bytes) -> Pong | None:
    return Pong(seq, *_PONG.unpack(payload)) if len(payload) == _PONG.size else None


def _log(seq: int, payload: bytes) -> Log:
    return Log(payload.decode(errors="replace"))


def _bare(message: Callable[[int], FromHost]) -> Callable[[int, bytes], Message | None]:
    """A message of the host's: it has no payload."""
    return lambda seq, payload: None if payload else message(seq)


_READERS: dict[int, Callable[[int, bytes], Message | None]] = {
    0x01: _hello,
    0x02: _input,
    0x03: _tag,
    0x04: _lost,
    0x05: _reader,
    0x10: _beat,
    0x11: _snapshot,
    0x12: _pong,
    0x1F: _log,
    0x81: _bare(Ack),
    0x82: _bare(lambda _: SnapshotWanted()),
    0x83: _bare(Ping),
    0x84: _bare(lambda _: HelloWanted()),
}
KNOWN = frozenset(_READERS)
"""The types of this version."""
