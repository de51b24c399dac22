"""Bytes in, messages out; nothing from outside makes it raise."""

from table_controller.board.frame import Splitter, decode
from table_controller.board.messages import KNOWN, Message, from_frame


class Decoder:
    """Reads messages out of a stream of bytes, whatever pieces and noise it comes in."""

    def __init__(self) -> None:
        self.bad = 0
        """How many frames were no frames, had a wrong checksum or a value out of range."""
        self._splitter = Splitter()

    def receive(self, data: bytes) -> tuple[Message, ...]:
        """The messages that *data* completes, in order."""
        return tuple(message for wire in self._splitter.feed(data) if (message := self._message(wire)))

    def _message(self, wire: bytes) -> Message | None:
        frame = decode(wire)
        message = from_frame(frame) if frame else None
        if frame is None or (message is None and frame.type in KNOWN):
            self.bad += 1
        return message
