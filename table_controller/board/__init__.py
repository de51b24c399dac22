"""Bytes to button presses and tag reads: protocol, link, port, and a board that is none."""

from table_controller.board.discovery import FoundCable
from table_controller.board.fake import FakeBoard
from table_controller.board.fake_cable import FakeCable, Noise
from table_controller.board.link import Link
from table_controller.board.port import BoardReader, SerialCable
from table_controller.board.replay import ReplayCable
from table_controller.board.wiring import Wiring, standard_wiring

__all__ = [
    "BoardReader",
    "FakeBoard",
    "FakeCable",
    "FoundCable",
    "Link",
    "Noise",
    "ReplayCable",
    "SerialCable",
    "Wiring",
    "standard_wiring",
]
