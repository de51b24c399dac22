"""Keeps evidence beside the journal: stills of cameras, bytes of the board. Files of the owner alone, bounded."""

from table_controller.recorder.capture import replay_capture
from table_controller.recorder.recorder import Recorder

__all__ = ["Recorder", "replay_capture"]
