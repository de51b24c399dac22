"""``floorman board monitor``: what a board says, a JSON object a message, until the time is over."""

import os
import time
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from table_controller.board.decoder import Decoder, Nonsense
from table_controller.board.link import Link
from table_controller.board.messages import FromHost, Message
from table_controller.board.port import Port
from table_controller.board.wiring import Wiring
from table_controller.cables import cable_of
from table_controller.recorder import capture
from table_controller.records import BadInput
from table_controller.records.observations import SourceLost
from table_controller.records.wire import canonical

_PAUSE = 0.01


def monitor(port: str, *, seconds: float | None, out: TextIO, keep: Path | None = None) -> int:
    """Print every message of the board at *port*; its events are acknowledged, so that it goes on.

    What comes is also written to *keep*, a capture that can be replayed.

    :raises SourceFailed: when the port cannot be opened.
    :raises BadInput: when *keep* cannot be written, or is there already.
    """
    cable = cable_of(port)
    with _capture(keep) if keep else nullcontext() as file:
        cable.open()
        try:
            _listen(cable, seconds, out, file)
        finally:
            cable.close()
    return 0


def _listen(cable: Port, seconds: float | None, out: TextIO, keep: BinaryIO | None) -> None:
    decoder, link, start = Decoder(), Link(Wiring((), ())), time.monotonic_ns()
    while seconds is None or time.monotonic_ns() - start < seconds * 1e9:
        cable.wait(_PAUSE)
        at = time.monotonic_ns() - start
        data = cable.exchange(link.outgoing(), at) or b""
        if data and keep is not None:
            keep.write(capture.record(at, data))
        for seen in (*link.receive(data, at), *link.tick(at)):
            if isinstance(seen, SourceLost):
                print(canonical({"at": at, "message": "lost", "reason": seen.reason}), file=out, flush=True)
        for message in decoder.receive(data):
            if not isinstance(message, FromHost):
                print(canonical(_said(message, at)), file=out, flush=True)


def _capture(keep: Path) -> BinaryIO:
    """A new capture, for its owner alone; every record is written at once."""
    try:
        file = os.fdopen(os.open(keep, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb", buffering=0)
    except OSError as fault:
        raise BadInput(str(keep), "", f"expected a new file that can be written ({fault.strerror})") from None
    file.write(capture.MAGIC)
    return file


def _said(message: Message | Nonsense, at: int) -> dict[str, Any]:
    fields = {name: value.hex() if isinstance(value, bytes) else value for name, value in asdict(message).items()}
    return {"at": at, "message": type(message).__name__.lower(), **fields}
