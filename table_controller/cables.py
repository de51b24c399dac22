"""A board's cable by the name that people give it: a port, an address, ``auto``, or a capture."""

from pathlib import Path

from table_controller.board import FoundCable, ReplayCable, SerialCable
from table_controller.board.port import Port
from table_controller.recorder import replay_capture

AUTO, CAPTURE = "auto", "capture:"


def cable_of(port: str) -> Port:
    """The cable called *port*, unopened; ``BadInput`` for a capture that is none."""
    if port == AUTO:
        return FoundCable()
    if port.startswith(CAPTURE):
        return ReplayCable(tuple(replay_capture(Path(port.removeprefix(CAPTURE)))))
    return SerialCable(port)
