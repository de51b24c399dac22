"""``floorman doctor``: what is missing on this machine and in the table file, a JSON object a finding."""

import importlib
import json
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from table_controller.audit.doctor_words import in_german
from table_controller.records import BadInput, SourceFailed, ZoneKind

if TYPE_CHECKING:
    from table_controller.table_file import Table
    from vision.arrays import Picture
    from vision.reader import CardReader
    from vision.zones import View

_NEEDED = {"board": ZoneKind.BOARD, "burn": ZoneKind.BURN, "muck": ZoneKind.MUCK, "pot": ZoneKind.POT}


_SEES = ("numpy", "cv2")
_READS = (*_SEES, "onnxruntime")
_LAYS = (*_SEES, "pydantic", "serial", "cobs")
"""What the card reader and a table file cannot do without; nothing else may be imported before it was tried."""
_OTHERS = ("flask", "jinja2", "waitress", "rich", "pokerkit")


def doctor(path: Path | None, models: Path | None, out: TextIO, language: str = "en") -> int:
    """Print every finding on this machine, the weights and the table file, ``ok`` or what to do; 0 if all is well.

    What cannot be examined without something that is missing is left out. *language* is that of what to do; what was
    examined is called the same in each.
    """
    findings = [*_machine()]
    there = {what for what, state in findings if state == "ok"}
    table = _laid(path) if there.issuperset(_LAYS) else None
    if there.issuperset(_READS):
        findings += _weights(models, None if table is None else table.enrolled)
    if table is not None:
        findings += _table(table)
    for what, state in findings:
        told = in_german(state) if language == "de" else state
        print(json.dumps({"what": what, "state": told}, ensure_ascii=False), file=out)
    return 0 if all(state == "ok" for _, state in findings) else 2


def _laid(path: Path | None) -> "Table":
    from table_controller.table_file import load_table

    return load_table(path)


def _machine() -> Iterator[tuple[str, str]]:
    python = sys.version_info >= (3, 11)
    yield "python", "ok" if python else "expected Python 3.11 or newer"
    for name in dict.fromkeys((*_READS, *_LAYS, *_OTHERS)):
        yield name, _loaded(name)


def _loaded(name: str) -> str:
    """Whether the package *name* is there and can be used: OpenCV may lack a library of the system, say."""
    try:
        with redirect_stdout(StringIO()):  # OpenCV says there what it lacks
            importlib.import_module(name)
    except Exception as fault:  # whatever a broken installation raises
        if isinstance(fault, ModuleNotFoundError) and fault.name == name:
            return "not installed; `make run` installs it"
        return f"cannot be loaded ({' '.join(str(fault).split()) or type(fault).__name__})"
    return "ok"


def _weights(models: Path | None, deck: Path | None) -> Iterator[tuple[str, str]]:
    from vision.reader import CardReader

    try:
        reader = CardReader.load(models)
    except BadInput as fault:
        yield "card reader", str(fault)
        return
    yield "card reader", "ok"
    yield f"card reader runs in {reader.opened.engine}", "ok"
    yield _chips_by(reader.detector is not None), "ok" if reader.fault is None else str(reader.fault)
    if deck is not None:
        yield "enrolled deck", _known(reader, deck)


def _known(reader: "CardReader", deck: Path) -> str:
    """Whether the cards can be read with the deck enrolled in the file *deck*; a table is played without it else."""
    try:
        reader.knowing(deck)
    except BadInput as fault:
        return str(fault)
    return "ok"


def _chips_by(detector: bool) -> str:
    """Return what finds chips and hands, in words."""
    return "chips and hands" if detector else "chips by their roundness, hands by what moves: no detector"


def _table(table: "Table") -> Iterator[tuple[str, str]]:
    from table_controller.files import load_rulebook

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


def _seats(table: "Table") -> Iterator[tuple[str, str]]:
    for seat in table.layout.seats:
        owned = {zone.kind for zone in table.layout.zones if zone.seat == seat}
        missing = [kind.value for kind in (ZoneKind.CARDS, ZoneKind.BET) if kind not in owned]
        yield f"seat {seat}", "ok" if not missing else "no zone for its " + " and ".join(missing)


def _cameras(table: "Table") -> Iterator[tuple[str, str]]:
    if not table.camera_sources:
        yield "camera", "the table file names none; the desk alone tells what happens"
    for name, address in table.camera_sources:
        if address == "simulated" or table.file is None:
            yield f"camera {name}", "ok"
            continue
        yield from _camera(table, name, address, table.file)


def _camera(table: "Table", name: str, address: str, path: Path) -> Iterator[tuple[str, str]]:
    """Whether the camera is there; and if so, what a few frames of it show of focus, light, size and place."""
    from table_controller.table_file import reference_path
    from vision.calibrate.frames import settled_frames
    from vision.calibrate.health import findings, flicker
    from vision.frames import FrameCheck
    from vision.gate import quarter
    from vision.zones import View

    view = View(table.layout, next(camera for camera in table.layout.cameras if camera.name == name))
    try:
        frames = settled_frames(address, (view.camera.width, view.camera.height), lasting=True)
    except SourceFailed as fault:
        yield f"camera {name}", f"{fault}, or correct `source`"
        return
    frame = frames[-1]
    torn = FrameCheck(view).fault(quarter(frame), 0)
    yield f"camera {name}", "ok" if torn is None else f"{torn}; check its cable, and what it sends"
    for finding in findings(view, frame):
        yield f"camera {name} {finding.what}", finding.todo or "ok"
    if frame.shape[:2] != (view.camera.height, view.camera.width):
        return  # which was said; of another size nothing can be compared
    if len(frames) > 1:
        yield f"camera {name} light", flicker(frames) or "ok"
    kept = reference_path(path, name)
    if kept.exists():
        yield f"camera {name} place", _place(view, frame, kept)
    else:
        yield f"camera {name} place not compared: no {kept.name} is kept", "ok"
        if name in table.printed:
            todo = "calibrate again, with --printed"
            yield f"camera {name} print", f"what is printed on the felt counts as cards without {kept.name}; {todo}"


def _place(view: "View", frame: "Picture", kept: Path) -> str:
    """Whether the camera still hangs where it hung when it was calibrated, by the picture *kept* then."""
    from vision.calibrate.moved import moved
    from vision.pictures import open_picture

    try:
        shift = moved(open_picture(kept), frame, view)
    except BadInput as fault:
        return str(fault)
    if shift.turned:
        return f"its picture is turned by {shift.turned}° since; turn it back, or `floorman calibrate table` again"
    if shift.millimetres is None:
        todo = "clear the table and light it; where it looks elsewhere, `floorman calibrate table` again"
        return f"cannot be compared with {kept.name}; {todo}"
    if shift.nudged:
        return f"it shifted by {shift.millimetres:.1f} mm since; put it back, or `floorman calibrate table` again"
    return "ok"


def _board(port: str | None) -> Iterator[tuple[str, str]]:
    """A row where the table file names a board; a table without one is all right."""
    from table_controller.cables import cable_of

    if port is None:
        return
    cable = cable_of(port)
    try:
        cable.open()
    except SourceFailed as fault:
        yield "board", f"{fault}; check its cable and whether another program has it, or correct `port`"
    else:
        cable.close()
        yield "board", "ok"
