"""``floorman doctor``: what is missing on this machine and in the table file, a JSON object a finding."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from table_controller.files import load_rulebook
from table_controller.records import BadInput, SourceFailed, ZoneKind
from table_controller.table_file import Table, load_table

_NEEDED = {"board": ZoneKind.BOARD, "burn": ZoneKind.BURN, "muck": ZoneKind.MUCK, "pot": ZoneKind.POT}


def doctor(table: Path | None, out: TextIO) -> int:
    """Print every finding, ``ok`` or what to do; 0 when all is well, else 2."""
    findings = [*_machine(), *_weights(), *_table(table)]
    for what, state in findings:
        print(json.dumps({"what": what, "state": state}, ensure_ascii=False), file=out)
    return 0 if all(state == "ok" for _, state in findings) else 2


def _machine() -> Iterator[tuple[str, str]]:
    python = sys.version_info >= (3, 11)
    yield "python", "ok" if python else "expected Python 3.11 or newer"
    for name in ("numpy", "cv2", "onnxruntime", "serial", "cobs", "flask", "waitress", "pydantic", "pokerkit"):
        yield name, "ok" if importlib.util.find_spec(name) else "not installed; `make run` installs it"


def _weights() -> Iterator[tuple[str, str]]:
    from vision.reader import CardReader

    try:
        CardReader.load(None)
    except BadInput as fault:
        yield "card reader", str(fault)
    else:
        yield "card reader", "ok"


def _table(path: Path | None) -> Iterator[tuple[str, str]]:
    table = load_table(path)
    try:
        load_rulebook(table.rulebook)
    except BadInput as fault:
        yield "rulebook", str(fault)
    else:
        yield "rulebook", "ok"
    kinds = {zone.kind for zone in table.layout.zones}
    for name, kind in _NEEDED.items():
        yield f"zone {name}", "ok" if kind in kinds else "the table file has no such zone; its events cannot be seen"
    yield from _seats(table)
    yield from _cameras(table)
    yield from _board(table.board_port)


def _seats(table: Table) -> Iterator[tuple[str, str]]:
    for seat in table.layout.seats:
        owned = {zone.kind for zone in table.layout.zones if zone.seat == seat}
        missing = [kind.value for kind in (ZoneKind.CARDS, ZoneKind.BET) if kind not in owned]
        yield f"seat {seat}", "ok" if not missing else "no zone for its " + " and ".join(missing)


def _cameras(table: Table) -> Iterator[tuple[str, str]]:
    from vision.capture import open_device

    if not table.camera_sources:
        yield "camera", "the table file names none; the desk alone tells what happens"
    for name, address in table.camera_sources:
        device = None if address == "simulated" else open_device(address)
        there = device is None or device.isOpened()
        if device is not None:
            device.release()
        todo = f"`{address}` cannot be opened; check its cable and whether another program has it, or correct `source`"
        yield f"camera {name}", "ok" if there else todo


def _board(port: str | None) -> Iterator[tuple[str, str]]:
    """A row where the table file names a board; a table without one is all right."""
    from table_controller.board import SerialCable

    if port is None:
        return
    cable = SerialCable(port)
    try:
        cable.open()
    except SourceFailed as fault:
        yield "board", f"{fault}; check its cable and whether another program has it, or correct `port`"
    else:
        cable.close()
        yield "board", "ok"
