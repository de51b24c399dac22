"""Frames on the wire: COBS, a checksum, and the way back to the beat after noise (firmware/PROTOCOL.md)."""

from binascii import crc_hqx
from dataclasses import dataclass

from cobs import cobs

MOST_PAYLOAD = 40
_MOST_WIRE = 2 + MOST_PAYLOAD + 2 + 1
"""An encoded frame without its zero: COBS adds one byte to so few."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame whose checksum fits: its type, number and payload."""

    type: int
    seq: int
    payload: bytes = b""


def checksum(data: bytes) -> int:
    """CRC-16/GENIBUS; 0xD64E for ``123456789``.

    Its last step, the inversion, matters here: without it the checksum of a valid frame and one more zero byte is valid
    too, and a frame's closing zero that flips to 0x01 is just that zero byte in COBS.
    """
    return crc_hqx(data, 0xFFFF) ^ 0xFFFF


def encode(frame: Frame) -> bytes:
    """The bytes of *frame* with a zero on either side; ``ValueError`` if the payload is longer than 40 bytes."""
    if len(frame.payload) > MOST_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; expected at most {MOST_PAYLOAD}")
    raw = bytes((frame.type, frame.seq)) + frame.payload
    return b"\0" + bytes(cobs.encode(raw + checksum(raw).to_bytes(2, "big"))) + b"\0"


def decode(wire: bytes) -> Frame | None:
    """The frame in the bytes between two zeros, or None if they are not one."""
    try:
        raw = cobs.decode(wire)
    except cobs.DecodeError:
        return None
    if not 4 <= len(raw) <= MOST_PAYLOAD + 4 or checksum(raw[:-2]) != int.from_bytes(raw[-2:], "big"):
        return None
    return Frame(raw[0], raw[1], bytes(raw[2:-2]))


class Splitter:
    """Cuts a stream of bytes, in whatever pieces it comes, into what lies between zeros."""

    def __init__(self) -> None:
        self._waiting = b""
        self._skipping = False

    def feed(self, data: bytes) -> tuple[bytes, ...]:
        """What is complete now; noise longer than any frame comes once, as far as it was kept."""
        *done, rest = (self._waiting + data).split(b"\0")
        pieces = [piece for piece in done if piece]
        if self._skipping and done:
            self._skipping = False
            pieces = [piece for piece in done[1:] if piece]
        if self._skipping:
            rest = b""
        elif len(rest) > _MOST_WIRE:
            pieces.append(rest[: _MOST_WIRE + 1])
            self._skipping, rest = True, b""
        self._waiting = rest
        return tuple(piece[: _MOST_WIRE + 1] for piece in pieces)
