"""What the board and the host say to each other, as frozen messages. Written by firmware/generate.py from
firmware/protocol.toml; not by hand."""

from dataclasses import dataclass
from enum import IntEnum

MAJOR = 2
"""Another one is refused."""

MINOR = 0
"""Another one is fine."""

SCHEMA = 27800
"""The schema's checksum."""

PAYLOAD = 40
"""Bytes in a frame."""

INPUTS = 64
"""Inputs of a board, at most."""

ANTENNAS = 32
"""Antennas of a board, at most."""

LAMPS = 32
"""Lamps of a board, at most."""

RING = 32
"""Events kept until they are acknowledged."""

SNAPSHOT_BYTES = 36
"""Bytes of the state in one SNAPSHOT."""

SNAPSHOT_PARTS = 32
"""Pieces of one state, at most."""

UID_LEAST = 4
"""Bytes in a tag's number, at least."""

UID_MOST = 10
"""Bytes in a tag's number, at most."""

RESEND_MS = 50
"""So long the oldest event waits for its acknowledgement before all are sent again."""

OLD_S = 3600
"""An event kept for longer has no time any more: its stamp is 0."""

BEAT_MS = 500
"""From heartbeat to heartbeat, and from HELLO to HELLO until the host has answered."""


class Cause(IntEnum):
    """Why the device started."""

    UNKNOWN = 0
    POWER = 1
    RESET_PIN = 2
    WATCHDOG = 3
    HOST = 4
    BROWN_OUT = 5


class Kind(IntEnum):
    """What the device is."""

    UNKNOWN = 0
    MEGA2560 = 1
    NATIVE = 2
    SIMULATED = 3


class Health(IntEnum):
    """How a reader does: it does not answer; it works; something answers it, but no tag can be read."""

    DEAF = 0
    WORKS = 1
    DETUNED = 2


class Trouble(IntEnum):
    """What is wrong with an input: nothing any more; held for a minute; never at rest."""

    NONE = 0
    STUCK = 1
    CHATTERING = 2


@dataclass(frozen=True, slots=True)
class Hello:
    """The device introduces itself. The first two bytes are the same in every version."""

    seq: int
    major: int
    minor: int
    device: bytes
    boot: int
    cause: int
    inputs: int
    antennas: int
    micros: int
    schema: int
    kind: int
    lamps: int
    dirty: bool
    build: bytes


@dataclass(frozen=True, slots=True)
class Input:
    """An input went down or up."""

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
    """So many events found no room in the ring."""

    seq: int
    count: int
    micros: int


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of an antenna does otherwise than before."""

    seq: int
    antenna: int
    health: Health
    micros: int


@dataclass(frozen=True, slots=True)
class Fault:
    """An input is out of order, or in order again. While it chatters, nothing it does is a press."""

    seq: int
    input: int
    trouble: Trouble
    micros: int


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The device is there, and how it does."""

    seq: int
    micros: int
    bad: int
    digest: int
    orders: int
    lost: int
    overruns: int
    waiting: int
    sweep: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A piece of the state before event `seq`."""

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
    """The host has everything before event `seq`."""

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


@dataclass(frozen=True, slots=True)
class Setup:
    """What is wired, a bit each: the inputs in use, those closed at rest, the antennas that must work."""

    inputs: bytes
    closed: bytes
    antennas: int


@dataclass(frozen=True, slots=True)
class Lamps:
    """Which lamps shine and which blink: a bit for every lamp, the first seat's lowest."""

    on: int
    blink: int


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Start every reader anew and report each one's health."""


@dataclass(frozen=True, slots=True)
class Reboot:
    """Start again, if this is the device's own number."""

    device: bytes


Happening = Input | Tag | Lost | Reader | Fault
"""The reliable messages, numbered and repeated until acknowledged."""

FromDevice = Happening | Hello | Heartbeat | Snapshot | Pong | Log
FromHost = Ack | SnapshotWanted | Ping | HelloWanted | Setup | Lamps | SelfTest | Reboot
Message = FromDevice | FromHost


@dataclass(frozen=True, slots=True)
class Shape:
    """Its bytes: ``fixed`` in the letters of ``struct``, then a rest of ``least`` to ``most`` bytes.

    ``below``: which value is smaller than what, a number or the value of that index.
    """

    code: int
    message: type[Message]
    numbered: bool
    fixed: str
    least: int = 0
    most: int = 0
    text: bool = False
    flags: tuple[int, ...] = ()
    enums: tuple[tuple[int, type[IntEnum]], ...] = ()
    below: tuple[tuple[int, int], ...] = ()
    below_value: tuple[tuple[int, int], ...] = ()


SHAPES = (
    Shape(0x01, Hello, True, "<BB8sIBBBIHBBB4s", flags=(11,), below=((11, 2),)),
    Shape(0x02, Input, True, "<BBI", flags=(1,), below=((0, 64), (1, 2))),
    Shape(0x03, Tag, True, "<BBI", least=4, most=10, flags=(1,), below=((0, 32), (1, 2))),
    Shape(0x04, Lost, True, "<HI"),
    Shape(0x05, Reader, True, "<BBI", enums=((1, Health),), below=((0, 32), (1, 3))),
    Shape(0x06, Fault, True, "<BBI", enums=((1, Trouble),), below=((0, 64), (1, 3))),
    Shape(0x10, Heartbeat, True, "<IHHHHHBH"),
    Shape(0x11, Snapshot, True, "<BB", least=1, most=36, below=((1, 33),), below_value=((0, 1),)),
    Shape(0x12, Pong, True, "<I"),
    Shape(0x1F, Log, False, "<", least=0, most=40, text=True),
    Shape(0x81, Ack, True, "<"),
    Shape(0x82, SnapshotWanted, False, "<"),
    Shape(0x83, Ping, True, "<"),
    Shape(0x84, HelloWanted, False, "<"),
    Shape(0x85, Setup, False, "<8s8sI"),
    Shape(0x86, Lamps, False, "<II"),
    Shape(0x87, SelfTest, False, "<"),
    Shape(0x88, Reboot, False, "<8s"),
)
"""Every message of this version."""
