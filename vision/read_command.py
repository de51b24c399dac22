"""`floorman read`: what vision sees in pictures, a line of JSON for each."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import cv2

from table_controller.records import BadInput
from vision.arrays import Picture
from vision.drawing import drawn
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.reading import Corners, Reading


def read_pictures(
    paths: Sequence[Path], *, models: Path | None = None, deck: Path | None = None, draw: Path | None = None,
    out: TextIO | None = None, errors: TextIO | None = None,
) -> int:  # fmt: skip
    """Write what is seen in each picture to *out* (stdout) as JSON, one line a picture, and return the exit code.

    A picture that cannot be used is one line on *errors* (stderr), the others are still read, and the code is 2.
    *deck* is the file of the enrolled deck they show. With *draw*, a copy of each picture with what was seen drawn in
    is written there as PNG. Raises BadInput before anything is read where that would replace one of the pictures.
    """
    drawings = [] if draw is None else _drawings(paths, draw)
    out, errors = out or sys.stdout, errors or sys.stderr
    reader, code = CardReader.load(models, deck=deck), 0
    if reader.without is not None:
        print(f"floorman: {reader.without}", file=errors)
        code = 2
    for number, path in enumerate(paths):
        try:
            picture = open_picture(path)
        except BadInput as error:
            print(f"floorman: {error}", file=errors)
            code = 2
            continue
        reading = reader.read(picture)
        print(json.dumps({"image": str(path), **as_json(reading)}, ensure_ascii=False), file=out, flush=True)
        if drawings:
            _write(drawings[number], drawn(picture, reading))
    return code


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(str(folder), "--draw", f"expected a folder to write to: {error.strerror}") from None


def _drawings(pictures: Sequence[Path], folder: Path) -> list[Path]:
    """A place in *folder* for the drawing of each picture, none of them a picture's: no photograph is overwritten."""
    _make(folder)
    drawings: list[Path] = []
    for picture in pictures:
        drawings.append(_another(folder / f"{picture.stem}.png", drawings))
    photographs = {_which(picture) for picture in pictures} - {None}
    for drawing in drawings:
        if _which(drawing) in photographs:
            raise BadInput(str(drawing), "--draw", "expected another folder: this is one of the pictures to read")
    return drawings


def _which(path: Path) -> tuple[int, int] | None:
    """The file itself, whichever of its names *path* is; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _another(drawing: Path, drawings: Sequence[Path]) -> Path:
    """*drawing*, or a name of its own where another picture of this name was drawn before: from another folder, say."""
    numbered = (drawing.with_stem(f"{drawing.stem}-{number}") for number in range(2, len(drawings) + 2))
    return next(path for path in (drawing, *numbered) if path not in drawings)


def _write(path: Path, picture: Picture) -> None:
    try:
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        raise BadInput(str(path), "--draw", f"expected a folder to write to: {error.strerror}") from None


def as_json(reading: Reading) -> dict[str, Any]:
    """Return *reading* as the command's contract has it; pixels of the picture as given."""
    return {
        "width": reading.width,
        "height": reading.height,
        "cards": [
            {
                "card": None if card.card is None else str(card.card),
                "face": card.face.value,
                "quad": _rounded(card.quad),
                "confidence": round(card.confidence, 4),
            }
            for card in reading.cards
        ],
        "chips": [
            {
                "centre": [round(x, 1) for x in chip.centre],
                "radius": round(chip.radius, 1),
                "colour": chip.colour,
                "denomination": chip.denomination,
                "count": chip.count,
                "confidence": round(chip.confidence, 4),
            }
            for chip in reading.chips
        ],
        "other": [
            {"kind": other.kind, "quad": _rounded(other.quad), "confidence": round(other.confidence, 4)}
            for other in reading.other
        ],
        "elapsed_ms": round(reading.elapsed_ms, 1),
    }


def _rounded(quad: Corners) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in quad]
