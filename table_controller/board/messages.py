"""Messages and their frames (firmware/PROTOCOL.md); the messages themselves are written from the schema."""

from dataclasses import astuple, dataclass
from struct import calcsize, pack, unpack_from
from typing import Any

from table_controller.board.frame import Frame
from table_controller.board.protocol_gen import (
    ANTENNAS,
    INPUTS,
    LAMPS,
    MAJOR,
    MINOR,
    SCHEMA,
    SHAPES,
    SNAPSHOT_BYTES,
    SNAPSHOT_PARTS,
    Ack,
    Cause,
    Fault,
    FromDevice,
    FromHost,
    Happening,
    Health,
    Heartbeat,
    Hello,
    HelloWanted,
    Input,
    Kind,
    Lamps,
    Log,
    Lost,
    Ping,
    Pong,
    Reader,
    Reboot,
    SelfTest,
    Setup,
    Shape,
    Snapshot,
    SnapshotWanted,
    Tag,
    Trouble,
)
from table_controller.board.protocol_gen import Message as _Message

__all__ = [
    "ANTENNAS",
    "INPUTS",
    "KNOWN",
    "LAMPS",
    "MAJOR",
    "MINOR",
    "SCHEMA",
    "SNAPSHOT_BYTES",
    "SNAPSHOT_PARTS",
    "Ack",
    "Cause",
    "Fault",
    "FromDevice",
    "FromHost",
    "Happening",
    "Health",
    "Heartbeat",
    "Hello",
    "HelloWanted",
    "Input",
    "Kind",
    "Lamps",
    "Log",
    "Lost",
    "Message",
    "Ping",
    "Pong",
    "Reader",
    "Reboot",
    "SelfTest",
    "Setup",
    "Snapshot",
    "SnapshotWanted",
    "Stranger",
    "Tag",
    "Trouble",
    "from_frame",
    "to_frame",
]


@dataclass(frozen=True, slots=True)
class Stranger:
    """A device of another version introduced itself; what else it said is not understood."""

    seq: int
    major: int
    minor: int


Message = _Message | Stranger

_BY_TYPE = {shape.code: shape for shape in SHAPES}
_BY_MESSAGE = {shape.message: shape for shape in SHAPES}
_HELLO = _BY_MESSAGE[Hello].code
KNOWN = frozenset(_BY_TYPE)
"""The types of this version."""


def to_frame(message: _Message) -> Frame:
    """The frame of *message*; a text is cut after 40 bytes."""
    shape = _BY_MESSAGE[type(message)]
    values: list[Any] = list(astuple(message))
    seq = values.pop(0) if shape.numbered else 0
    if not shape.most:
        return Frame(shape.code, seq, pack(shape.fixed, *values))
    *values, rest = values
    tail = rest.encode()[: shape.most] if shape.text else rest
    return Frame(shape.code, seq, pack(shape.fixed, *values) + tail)


def from_frame(frame: Frame) -> Message | None:
    """The message in *frame*, or None if its type is unknown, its length wrong or a value out of range."""
    if frame.type == _HELLO and len(frame.payload) > 1 and frame.payload[0] != MAJOR:
        return Stranger(frame.seq, frame.payload[0], frame.payload[1])
    shape = _BY_TYPE.get(frame.type)
    values = None if shape is None else _values(shape, frame)
    return None if shape is None or values is None else shape.message(*values)


def _values(shape: Shape, frame: Frame) -> list[Any] | None:
    """What the message is made of, or None if that is not as the schema wants it."""
    payload, size = frame.payload, calcsize(shape.fixed)
    if not shape.least <= len(payload) - size <= shape.most:
        return None
    values = list[Any](unpack_from(shape.fixed, payload))
    if any(values[n] >= limit for n, limit in shape.below) or any(values[n] >= values[k] for n, k in shape.below_value):
        return None
    for n in shape.flags:
        values[n] = bool(values[n])
    for n, enum in shape.enums:
        values[n] = enum(values[n])
    if shape.most:
        values.append(payload[size:].decode(errors="replace") if shape.text else payload[size:])
    return [frame.seq, *values] if shape.numbered else values
