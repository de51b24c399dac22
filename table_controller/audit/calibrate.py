"""``floorman calibrate``: sheets to print, a camera's lens, and where the table lies in its picture."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import cv2

from table_controller.audit.calibrate_doubts import of_the_felt, of_the_place, pixels
from table_controller.audit.camera_entry import recalibrated, written
from table_controller.audit.lens_file import is_lens, lens_text, read_lens
from table_controller.outputs import Draft, spare_all_but, write_whole
from table_controller.records import BadInput, Camera, Lens, as_told
from table_controller.table_file import Table, load_table, reference_path
from vision.arrays import Picture
from vision.calibrate.charuco import LensFit, find_board, fit_lens
from vision.calibrate.felt import FeltPlace, fault_of, named_corners, size_of, tagged_felt
from vision.calibrate.frames import board_views, frames, settled_frame
from vision.calibrate.sheets import MARKER, SQUARE, SQUARES, TAG, is_sheet, sheet_files
from vision.capture import device_of, is_recording
from vision.pictures import open_picture
from vision.zones import View

USUAL = (1920, 1080)
"""What a USB camera is asked for that no table file knows; by itself it would send a quarter of what it can."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """What was asked of ``calibrate table``: which camera, where its frame comes from, how the felt is found."""

    table: Path
    name: str | None
    source: str | None
    size: tuple[int, int] | None
    """Width and height that a USB camera is asked for, None for the table file's."""
    picture: Path | None
    corners: tuple[tuple[float, float], ...] | None
    half: str
    """The "left" or "right" half of the felt, whose corners are named; tags tell it themselves."""
    printed: bool
    """Whether what looks like a card on the empty felt is printed on it."""
    page: bool
    lens: Path | None
    tag: float
    language: str
    port: int


def calibrate_board(to: Path, out: TextIO) -> int:
    """Write the sheets to print and say what they measure; older sheets are the only files that are replaced."""
    files = sheet_files(to)
    for path, data in files.items():
        spare_all_but(partial(is_sheet, new=data), path)
    write_whole(*(Draft(path, data) for path, data in files.items()))
    sizes = {"squares": SQUARES, "square_mm": SQUARE, "marker_mm": MARKER, "tag_mm": TAG}
    print(json.dumps({"written": [str(path) for path in files], **sizes}, ensure_ascii=False), file=out)
    return 0


def calibrate_lens(
    pictures: Sequence[Path],
    source: str | None,
    seconds: float,
    to: Path,
    out: TextIO,
    size: tuple[int, int] | None = None,
) -> int:
    """Find the lens from *pictures* of the board, or from a camera it is shown to for *seconds*; write it to *to*.

    A USB camera is asked for *size*, 1920 × 1080 where it is None. An older lens file is the only one that is replaced.

    A picture without the board, or that is none, is one line on stderr, and the others still count.
    """
    if bool(pictures) == (source is not None):
        raise BadInput("calibrate lens", "", "expected pictures of the board, or --camera SOURCE")
    spare_all_but(is_lens, to)
    if source is not None:
        fit = fit_lens(board_views(_until(source, frames(source, size or USUAL), seconds), _tell))
    else:
        sights = []
        for path in pictures:
            try:
                sights.append(find_board(open_picture(path), str(path)))
            except BadInput as fault:
                _tell(str(fault))
        fit = fit_lens(sights)
    if fit.stretched:
        longer, shorter = ("across", "down") if fit.stretched > 0 else ("down", "across")
        _tell(
            f"lens: all is {abs(fit.stretched):.1%} longer {longer} than {shorter}: measure the print both ways; "
            "if its squares are as wide as high, the camera stretches its pictures, and the lens is right"
        )
    if fit.unsure:
        _tell(
            f"lens: without {fit.without} it comes out up to {fit.otherwise:.0f} px otherwise: take more pictures, "
            "in all parts and tilted, and leave that one out if it is blurred, cropped or another camera's; "
            "a fisheye fits no lens"
        )
    write_whole(Draft(to, lens_text(fit).encode()))
    print(json.dumps({"lens": str(to), **_figures(fit)}, ensure_ascii=False), file=out)
    return 0


def calibrate_table(wish: TableWish, out: TextIO) -> int:
    """Find the felt in one frame of the camera, write it into the table file and keep the frame beside it."""
    if wish.page:
        from web_overlay import check_port

        check_port(wish.port)
    table = load_table(wish.table)
    name, known = _which(table, wish)
    frame = _frame(table, name, known, wish)
    size = (int(frame.shape[1]), int(frame.shape[0]))
    lens = _lens(wish, known, size)
    place = _felt(wish, table, frame, lens)
    for doubt in of_the_place(name, known, size, lens, place):
        _tell(doubt)
    corners = [list(corner) for corner in place.corners]
    entry: dict[str, Any] = {"width": size[0], "height": size[1], "corners": corners, "half": place.half or None}
    entry["printed"] = wish.printed or None
    if known is None:
        entry = {"source": wish.source} | entry
    if lens is not None:
        entry["lens"] = {"focal": lens.focal, "centre": lens.centre, "distortion": lens.distortion}
    data, calibrated = recalibrated(wish.table, name, entry)
    (camera,) = (one for one in calibrated.layout.cameras if one.name == name)
    view = View(calibrated.layout, camera)
    for doubt in of_the_felt(view, frame, wish.printed):
        _tell(doubt)
    png = cv2.imencode(".png", frame)[1].tobytes()
    # It shows a room and may show people: its owner alone may read it.
    write_whole(Draft(reference_path(wish.table, name), png, 0o600), Draft(wish.table, data))
    said = {"camera": name, **written(entry), "error_mm": None if place.error is None else round(place.error, 2)}
    print(json.dumps(said | {"card_px": round(view.card_long, 1)}, ensure_ascii=False), file=out)
    return 0


def _which(table: Table, wish: TableWish) -> tuple[str, Camera | None]:
    """The camera's name, and what the table file knows of it."""
    if not table.layout.zones:
        raise BadInput(str(wish.table), "zone", "expected at least one [[zone]] for the camera to look at")
    cameras = {camera.name: camera for camera in table.layout.cameras}
    name = wish.name or (next(iter(cameras), "overhead") if len(cameras) < 2 else None)
    if name is None:
        raise BadInput(str(wish.table), "camera", f"expected --name, one of {', '.join(cameras)}")
    if name not in cameras and wish.source is None:
        raise BadInput(str(wish.table), f"camera {name!r}", "is not there yet: expected --camera SOURCE to add it")
    own = dict(table.camera_sources).get(name)
    if wish.source and own and device_of(wish.source) != device_of(own):
        # A recording may well be the camera's own; another device is a second camera, whose place is not the first's.
        if not wish.name and not is_recording(wish.source):
            expected = "has another source there: expected --name, a new one for a second camera"
            raise BadInput(str(wish.table), f"camera {name!r}", expected)
        told = as_told(wish.source)
        _tell(f"camera {name!r}: the table file keeps another source than {told!r}, by which it is calibrated")
    return name, cameras.get(name)


def _frame(table: Table, name: str, known: Camera | None, wish: TableWish) -> Picture:
    if wish.picture is not None:
        return open_picture(wish.picture)
    size = wish.size or (USUAL if known is None else (known.width, known.height))
    return settled_frame(wish.source or dict(table.camera_sources)[name], size)


def _lens(wish: TableWish, known: Camera | None, size: tuple[int, int]) -> Lens | None:
    """The lens that was given, or the one the table file has for this size of picture."""
    if wish.lens is not None:
        return read_lens(wish.lens, size)
    if known is None or known.lens is None:
        return None
    if (known.width, known.height) != size:
        was, now = pixels(known.width, known.height), pixels(*size)
        raise BadInput(
            str(wish.table), f"camera {known.name!r}", f"its lens is of {was}, the picture {now}: give --lens"
        )
    return known.lens


def _felt(wish: TableWish, table: Table, frame: Picture, lens: Lens | None) -> FeltPlace:
    size, felt = (int(frame.shape[1]), int(frame.shape[0])), (table.layout.width, table.layout.height)
    if wish.corners is not None:
        return named_corners(wish.corners, size, felt, lens, wish.half)
    if wish.page:
        from web_overlay.corners import ask_corners

        png = cv2.imencode(".png", frame)[1].tobytes()
        part = size_of(felt, wish.half)
        fault = partial(fault_of, size=size, felt=part)
        clicked = ask_corners(png, fault, wish.language, wish.port, _tell, wish.half)
        return named_corners(clicked, size, felt, lens, wish.half)
    if wish.half:
        raise BadInput("calibrate table", "--half", "expected with --corners or --page: tags tell it themselves")
    name = str(wish.picture or as_told(wish.source or "camera"))
    return tagged_felt(frame, felt, lens=lens, tag=wish.tag, name=name)


def _figures(fit: LensFit) -> dict[str, Any]:
    return {
        "width": fit.size[0],
        "height": fit.size[1],
        "error_px": round(fit.error, 3),
        "otherwise_px": round(fit.otherwise, 2),
        "coverage": round(fit.coverage, 3),
        "pictures": fit.pictures,
    }


def _until(source: str, pictures: Iterator[Picture], seconds: float) -> Iterator[Picture]:
    """The *pictures* of *source* for so many *seconds*; a camera that gives no more before is a line."""
    end = time.monotonic() + seconds
    for picture in pictures:
        yield picture
        if time.monotonic() > end:
            return
    if not is_recording(source):
        _tell(f"{as_told(source)}: it gives no more pictures")


def _tell(line: str) -> None:
    print(f"floorman: {line}", file=sys.stderr, flush=True)
