"""``floorman board monitor``: what a board says, a JSON object a message, until the time is over."""

import time
from dataclasses import asdict
from typing import Any, TextIO

from table_controller.board.decoder import Decoder, Nonsense
from table_controller.board.link import Link
from table_controller.board.messages import FromHost, Message
from table_controller.board.port import SerialCable
from table_controller.board.wiring import Wiring
from table_controller.records.wire import canonical

_PAUSE = 0.01


def monitor(port: str, *, seconds: float | None, out: TextIO) -> int:
    """Print every message of the board at *port*; its events are acknowledged, so that it goes on.

    :raises SourceFailed: when the port cannot be opened.
    """
    cable, decoder, link = SerialCable(port), Decoder(), Link(Wiring((), ()))
    cable.open()
    start = time.monotonic_ns()
    try:
        while seconds is None or time.monotonic_ns() - start < seconds * 1e9:
            at = time.monotonic_ns() - start
            data = cable.exchange(link.outgoing(), at) or b""
            link.receive(data, at)
            link.tick(at)
            for message in decoder.receive(data):
                if not isinstance(message, FromHost):
                    print(canonical(_said(message, at)), file=out, flush=True)
            time.sleep(_PAUSE)
    finally:
        cable.close()
    return 0


def _said(message: Message | Nonsense, at: int) -> dict[str, Any]:
    fields = {name: value.hex() if isinstance(value, bytes) else value for name, value in asdict(message).items()}
    return {"at": at, "message": type(message).__name__.lower(), **fields}
