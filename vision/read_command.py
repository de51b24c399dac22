"""`floorman read`: what vision sees in pictures, a line of JSON for each."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from table_controller.records import BadInput
from vision.drawing import drawn
from vision.drawings import Drawings, as_png
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.reading import Corners, Reading


def read_pictures(
    paths: Sequence[Path], *, models: Path | None = None, deck: Path | None = None, draw: Drawings | None = None,
    out: TextIO | None = None, errors: TextIO | None = None,
) -> int:  # fmt: skip
    """Write what is seen in each picture to *out* (stdout) as JSON, one line a picture, and return the exit code.

    A picture that cannot be used is one line on *errors* (stderr), the others are still read, and the code is 2.
    *deck* is the file of the enrolled deck they show. With *draw*, a copy of each picture with what was seen drawn in
    is written there as PNG, and one that cannot be written is such a line too. Raises BadInput before anything is read
    where that would replace any other file.
    """
    places = [] if draw is None else draw.places(paths)
    out, errors = out or sys.stdout, errors or sys.stderr
    reader, code = CardReader.load(models, deck=deck), 0
    if reader.without is not None:
        print(f"floorman: {reader.without}", file=errors)
        code = 2
    for number, path in enumerate(paths):
        try:
            picture = open_picture(path)
            reading = reader.read(picture)
            print(json.dumps({"image": str(path), **as_json(reading)}, ensure_ascii=False), file=out, flush=True)
            if draw is not None:
                draw.write(places[number], as_png(drawn(picture, reading)))
        except BadInput as error:
            print(f"floorman: {error}", file=errors)
            code = 2
    return code


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
