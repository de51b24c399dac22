"""`floorman read`: what vision sees in pictures, a line of JSON for each."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np

from table_controller.records import BadInput, Face
from vision.arrays import Picture
from vision.pictures import open_picture
from vision.reader import CardReader
from vision.reading import Corners, Reading, SeenCard

GREEN, AMBER, RED, VIOLET, BLUE = (60, 170, 40), (0, 150, 255), (40, 40, 220), (200, 40, 160), (210, 110, 20)


def read_pictures(
    paths: Sequence[Path], *, models: Path | None = None, deck: Path | None = None, draw: Path | None = None,
    out: TextIO | None = None, errors: TextIO | None = None,
) -> int:  # fmt: skip
    """Write what is seen in each picture to *out* (stdout) as JSON, one line a picture, and return the exit code.

    A picture that cannot be used is one line on *errors* (stderr), the others are still read, and the code is 2.
    *deck* is the file of the enrolled deck they show. With *draw*, a copy of each picture with what was seen drawn in
    is written there as PNG.
    """
    out, errors = out or sys.stdout, errors or sys.stderr
    reader, code = CardReader.load(models, deck=deck), 0
    if reader.fault is not None:
        print(f"floorman: {reader.fault}; chips are found by their roundness", file=errors)
        code = 2
    if draw is not None:
        _make(draw)
    for path in paths:
        try:
            picture = open_picture(path)
        except BadInput as error:
            print(f"floorman: {error}", file=errors)
            code = 2
            continue
        reading = reader.read(picture)
        print(json.dumps({"image": str(path), **as_json(reading)}, ensure_ascii=False), file=out, flush=True)
        if draw is not None:
            _write(_beside(path, draw / f"{path.stem}.png"), drawn(picture, reading))
    return code


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(str(folder), "--draw", f"expected a folder to write to: {error.strerror}") from None


def _beside(picture: Path, drawing: Path) -> Path:
    """*drawing*, unless it is the picture itself: what was photographed is never overwritten."""
    if drawing.exists() and drawing.samefile(picture):
        raise BadInput(str(drawing), "--draw", "expected another folder than the picture's own")
    return drawing


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


def drawn(picture: Picture, reading: Reading) -> Picture:
    """Return a copy of *picture* with what was seen: green read, amber not read, red face down, violet chips.

    Blue is what is neither: jokers, cut cards, dealer buttons, hands.
    """
    copy = picture.copy()
    size = max(1.0, max(copy.shape[:2]) / 1400)
    for chip in reading.chips:
        middle = round(chip.centre[0]), round(chip.centre[1])
        cv2.circle(copy, middle, round(chip.radius), VIOLET, round(2 * size), cv2.LINE_AA)
        _label(copy, chip.colour, chip.centre, VIOLET, 0.5 * size)
    for other in reading.other:
        _outline(copy, other.quad, f"{other.kind.replace('_', ' ')} {other.confidence:.2f}", BLUE, size)
    for card in reading.cards:
        text = "down" if card.face is Face.DOWN else str(card.card or "?")
        _outline(copy, card.quad, f"{text} {card.confidence:.2f}", _colour(card), size)
    return copy


def _outline(picture: Picture, quad: Corners, text: str, colour: tuple[int, int, int], size: float) -> None:
    cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, colour, round(2 * size), cv2.LINE_AA)
    x, y = np.mean(quad, axis=0)
    _label(picture, text, (float(x), float(y)), colour, 0.6 * size)


def _colour(card: SeenCard) -> tuple[int, int, int]:
    if card.face is Face.DOWN:
        return RED
    return AMBER if card.card is None else GREEN


def _label(picture: Picture, text: str, centre: tuple[float, float], colour: tuple[int, int, int], size: float) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, round(2 * size))
    at = round(centre[0] - width / 2), round(centre[1] + height / 2)
    for ink, thick in (((255, 255, 255), 6 * size), (colour, 2 * size)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, round(thick)), cv2.LINE_AA)
