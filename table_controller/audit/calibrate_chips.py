"""``floorman calibrate chips``: in which colours the camera sees the chips that lie on the felt, for the table file."""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from table_controller.fusion.chips import DOUBTED
from table_controller.kept_picture import kept_picture
from table_controller.records import BadInput, Camera, ChipColour
from table_controller.table_file import Table, load_table
from vision.arrays import Field, Picture
from vision.buttons import looking_twice
from vision.calibrate.frames import settled_frame
from vision.chips import Disc, body_of, find_chips
from vision.detector import Detector
from vision.lamp import Calibrated, Lamp, lights
from vision.pictures import fits, open_picture
from vision.reading import SeenChips
from vision.weights import load_detector, models_folder
from vision.zones import View


@dataclass(frozen=True, slots=True)
class ChipsWish:
    """What was asked of ``calibrate chips``: of which camera, and where its frame comes from."""

    table: Path
    name: str | None
    source: str | None
    picture: Path | None


def calibrate_chips(wish: ChipsWish, out: TextIO) -> int:
    """Say of each chip on the felt, one line each, its colour as it was when the table was calibrated.

    ``rgb`` goes into the table file; ``told`` and ``sure`` are what the file's colours make of it now. Raises BadInput
    where the camera is not calibrated, its picture is none, or no chip is found.
    """
    table = load_table(wish.table)
    camera = _which(table, wish)
    frame = _frame(table, camera, wish)
    view = View(table.layout, camera)
    then = _as_then(table, view, frame)
    chips = _on_the_felt(view, frame, then)
    if not chips:
        raise BadInput(str(wish.picture or camera.name), "", "expected chips on the felt, one of each colour, apart")
    colours = _colours(frame, chips, then)
    for chip, rgb in zip(chips, colours, strict=True):
        print(json.dumps(_said(view, chip, rgb), ensure_ascii=False), file=out)
    for doubt in _doubts(chips, table.layout.colours):
        print(f"floorman: {doubt}", file=sys.stderr, flush=True)
    return 0


def _which(table: Table, wish: ChipsWish) -> Camera:
    cameras = {camera.name: camera for camera in table.layout.cameras}
    if not cameras:
        raise BadInput(str(wish.table), "camera", "expected one that `floorman calibrate table` found the felt with")
    name = wish.name or next(iter(cameras))
    if name not in cameras or (wish.name is None and len(cameras) > 1):
        raise BadInput(str(wish.table), "camera", f"expected --name, one of {', '.join(cameras)}")
    return cameras[name]


def _frame(table: Table, camera: Camera, wish: ChipsWish) -> Picture:
    if wish.picture is not None:
        frame = open_picture(wish.picture)
    else:
        source = wish.source or dict(table.camera_sources)[camera.name]
        frame = settled_frame(source, (camera.width, camera.height))
    fits(frame, camera, wish.picture or Path(camera.name))
    return frame


def _as_then(table: Table, view: View, frame: Picture) -> Calibrated | None:
    """How the felt looked at the calibration; None where no picture of it is kept, or another felt lies there."""
    kept = kept_picture(table, view.camera.name)
    whole = (0, 0, view.camera.width, view.camera.height)
    return None if kept is None else Lamp(view, kept).over(whole, frame, 0)


def _on_the_felt(view: View, frame: Picture, then: Calibrated | None) -> list[SeenChips]:
    """The chips in *frame* that lie on the felt, from left to right, named by the table file's colours."""
    colours, detector = view.layout.colours, _detector()
    found = find_chips(frame, radius=view.chip_radius, colours=colours, detector=detector, then=then)
    return sorted((chip for chip in found if _lies_on(view, chip)), key=lambda chip: chip.centre)


def _lies_on(view: View, chip: SeenChips) -> bool:
    x, y = (float(side) for side in view.millimetres([chip.centre])[0])
    return 0 < x < view.layout.width and 0 < y < view.layout.height


def _detector() -> Detector | None:
    """What finds chips; without its weights, which is a line, their roundness does."""
    try:
        opened = load_detector(models_folder())
    except BadInput as fault:
        print(f"floorman: {fault}; chips are found by their roundness", file=sys.stderr, flush=True)
        return None
    return None if opened is None else looking_twice(opened)


def _colours(frame: Picture, chips: Sequence[SeenChips], then: Calibrated | None) -> list[tuple[int, ...]]:
    """The colour of each chip, red, green, blue, as it was in the light of *then*."""
    discs = [Disc(*chip.centre, chip.radius, 1.0) for chip in chips]
    seen = [body_of(frame, disc) for disc in discs]
    by = [None] * len(discs) if then is None else lights(frame, then, [disc.box(1.0) for disc in discs])
    bodies: list[Field] = [body if light is None else light(body)[0] for body, light in zip(seen, by, strict=True)]
    return [tuple(round(float(level)) for level in body[::-1]) for body in bodies]


def _said(view: View, chip: SeenChips, rgb: tuple[int, ...]) -> dict[str, Any]:
    x, y = (round(float(side)) for side in view.millimetres([chip.centre])[0])
    told = {"told": chip.colour if view.layout.colours else None, "sure": round(chip.confidence, 2)}
    return {"rgb": list(rgb), "at_mm": [x, y]} | told


def _doubts(chips: Sequence[SeenChips], colours: Sequence[ChipColour]) -> Iterator[str]:
    """What a table that is played at with these colours would get wrong, if one chip of each lies there."""
    if not colours:
        yield "the table file has no [[chip]] yet: write one of each colour, with its rgb"
        return
    for colour in colours:
        alike = sum(chip.colour == colour.name for chip in chips)
        if alike == 0:
            yield f"no chip is told as {colour.name!r}: is one on the felt, and is its rgb as the camera sees it?"
        if alike > 1:
            yield f"{alike} chips are told as {colour.name!r}: where one of each colour lies there, correct their rgb"
    unsure = sum(chip.confidence < DOUBTED for chip in chips)
    if unsure:
        yield f"{unsure} of {len(chips)} chips are told so little surely that they would count as not seen"
