"""Recorded hands: PHH and event logs into events, events into the formats of other tools."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from table_controller.hands.convert import convert
from table_controller.hands.eventlog import log_hands, write_log
from table_controller.hands.phh import read_phh
from table_controller.hands.recorded import RecordedHand
from table_controller.hands.sources import read_sources

__all__ = ["RecordedHand", "read_hands", "write_log"]


def read_hands(path: Path, unit: Decimal | None = None) -> Iterator[RecordedHand]:
    """Every hand of *path*: a ``.phh``, ``.phhs`` or ``.jsonl`` file, a folder or a ``.tar.gz`` of them.

    *unit*: the smallest unit of money of PHH records (None: as each record needs); an event log has its own.
    ``BadInput`` names file, place and what was expected; the hands before the fault have been handed out.
    """
    for source in read_sources(path):
        if source.name.lower().endswith(".jsonl"):
            yield from log_hands(source)
        else:
            for hand in read_phh(source):
                yield convert(hand, unit)
