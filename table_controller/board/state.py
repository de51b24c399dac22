"""The board's state as bytes: what snapshots carry and digests sum up (firmware/PROTOCOL.md)."""

from dataclasses import dataclass

from table_controller.board.frame import checksum
from table_controller.board.messages import ANTENNAS, INPUTS, SNAPSHOT_BYTES, SNAPSHOT_PARTS
from table_controller.board.protocol_gen import UID_LEAST, UID_MOST

_BITMAP = INPUTS // 8
MOST_TAGS = (SNAPSHOT_BYTES * SNAPSHOT_PARTS - _BITMAP) // (2 + UID_LEAST)
"""Tags that a snapshot can tell of."""


@dataclass(frozen=True, slots=True)
class BoardState:
    """Which inputs are down, and which tags lie on which antenna."""

    down: frozenset[int] = frozenset()
    tags: frozenset[tuple[int, bytes]] = frozenset()

    def pack(self) -> bytes:
        """The state as the protocol's row of bytes."""
        bits = sum(1 << number for number in self.down).to_bytes(_BITMAP, "little")
        return bits + b"".join(bytes((antenna, len(uid))) + uid for antenna, uid in sorted(self.tags))

    @property
    def digest(self) -> int:
        """The checksum of the state."""
        return checksum(self.pack())


def unpack(data: bytes) -> BoardState | None:
    """The state in *data*, or None if that is none."""
    if len(data) < _BITMAP:
        return None
    bits, rest = int.from_bytes(data[:_BITMAP], "little"), data[_BITMAP:]
    tags = set()
    while rest:
        if len(rest) < 2 or rest[0] >= ANTENNAS or not UID_LEAST <= rest[1] <= UID_MOST or len(rest) < 2 + rest[1]:
            return None
        tags.add((rest[0], rest[2 : 2 + rest[1]]))
        rest = rest[2 + rest[1] :]
    return BoardState(frozenset(n for n in range(INPUTS) if bits >> n & 1), frozenset(tags))
