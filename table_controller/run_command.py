"""``floorman run``: the live table as its users start it."""

import argparse
import json
import signal
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from table_controller.app import LiveTable
from table_controller.files import load_rulebook
from table_controller.levels import never_rises
from table_controller.nightbook import journal_path
from table_controller.readlog import check_read_log
from table_controller.records import BadInput
from table_controller.table_file import load_table
from vision.reader import CardReader
from vision.turns import cores_each
from web_overlay import Devices, check_port, network_address


def run(chosen: argparse.Namespace) -> int:
    """``floorman run``: until it is told to stop, or for ``--for`` seconds; returns the exit status.

    Without the card reader's weights the table runs on what it has: hands, chips, the board and the desk.

    :raises BadInput: before anything is written, for a table, rulebook, journal or port that cannot be used.
    """
    table = load_table(chosen.table)
    book = load_rulebook(table.rulebook)
    if table.plan and never_rises(book):
        why = f"the blinds never rise under the rulebook {book.id!r} (blinds.schedule); no level begins by itself"
        print(f"floorman: {chosen.table}: level: {why}", file=sys.stderr, flush=True)
    reader = _reader(chosen.models, table.enrolled, cores_each(len(table.camera_sources)))
    path = journal_path(chosen.journal)
    address = "127.0.0.1" if chosen.headless else _address(chosen.listen or table.listen)
    if not chosen.headless:
        check_port(chosen.port, address)
        check_read_log(path)
    devices = None if address == "127.0.0.1" else Devices(path.with_name(path.name + "-devices"))
    with ExitStack() as house:
        live = LiveTable(table, book, path, house=house, speed=chosen.speed if table.simulated else 1.0)
        serving = None if chosen.headless else live.serve(chosen.port, address, devices)
        live.start(reader, seed=chosen.seed, attended=serving is not None)
        if serving is not None:
            print(f"Floorman: {live.address}  (journal {path})", file=sys.stderr, flush=True)
        wait(chosen.wall_seconds)
        live.stop()
        print(f"floorman: stopped; the night is in {path}", file=sys.stderr, flush=True)
        if chosen.headless:
            print(json.dumps(live.summary(), ensure_ascii=False), flush=True)
        live.check()
    return 0


def _address(listen: str) -> str:
    """What the screens listen on: this machine alone, or a network of its own choice."""
    return network_address(listen) if listen else "127.0.0.1"


def _reader(models: Path | None, deck: Path | None, cores: int) -> CardReader | None:
    try:
        reader = CardReader.load(models, cores)
    except BadInput as fault:
        print(f"floorman: {fault}; no card is read", file=sys.stderr, flush=True)
        return None
    if reader.without is not None:
        print(f"floorman: {reader.without}", file=sys.stderr, flush=True)
    try:
        return reader if deck is None else reader.knowing(deck)
    except BadInput as fault:
        print(f"floorman: {fault}; the cards are read without it", file=sys.stderr, flush=True)
        return reader


def wait(seconds: float | None) -> None:
    """Until the time is over, or somebody stops the program."""
    stop = threading.Event()

    def told(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {kind: signal.signal(kind, told) for kind in (signal.SIGINT, signal.SIGTERM)}
    stop.wait(seconds)
    for kind, handler in before.items():
        signal.signal(kind, handler)
