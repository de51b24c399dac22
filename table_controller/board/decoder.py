"""Bytes in, messages out; nothing from outside makes it raise."""

from dataclasses import dataclass
from typing import get_args

from table_controller.board.frame import Splitter, decode
from table_controller.board.messages import KNOWN, Happening, Message, from_frame
from table_controller.board.protocol_gen import SHAPES

_EVENTS = frozenset(shape.code for shape in SHAPES if shape.message in get_args(Happening))


@dataclass(frozen=True, slots=True)
class Nonsense:
    """Event ``seq`` says what cannot be, in a whole frame with the right checksum."""

    seq: int


class Decoder:
    """Reads messages out of a stream of bytes, whatever pieces and noise it comes in."""

    def __init__(self) -> None:
        self.bad = 0
        """How many frames were no frames, had a wrong checksum or a value out of range."""
        self._splitter = Splitter()

    def receive(self, data: bytes) -> tuple[Message | Nonsense, ...]:
        """The messages that *data* completes, in order."""
        return tuple(message for wire in self._splitter.feed(data) if (message := self._message(wire)))

    def _message(self, wire: bytes) -> Message | Nonsense | None:
        frame = decode(wire)
        message = from_frame(frame) if frame else None
        if message is not None:
            return message
        self.bad += frame is None or frame.type in KNOWN
        return Nonsense(frame.seq) if frame and frame.type in _EVENTS else None
