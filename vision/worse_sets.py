"""The photographs of a whole table as a farther or worse camera, or worse light, would have shown them.

Real cards on a real table under conditions of which nobody took a photograph: for measuring alone, like the originals.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.measured_sets import Expected, table, tables
from vision.outcomes import Case, Measured
from vision.pictures import open_picture
from vision.reader import CardReader

NAME = "poker-table-wood, made worse"
HALF, THIRD, QUARTER = 0.5, 0.35, 0.25
WARM = (0.6, 0.9, 1.15)
"""How much of blue, green and red a warm lamp leaves."""


def _smaller(picture: Picture, scale: float) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _as_jpeg(picture: Picture, quality: int) -> Picture:
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _lit(picture: Picture, light: float | tuple[float, float, float], noise: float) -> Picture:
    grain = np.random.default_rng(1).normal(0, noise, picture.shape)
    return _seen(floats(picture) * floats(light) + floats(grain))


def _seen(image: Field) -> Picture:
    return np.asarray(np.clip(image, 0, 255), np.uint8)


def _blurred(picture: Picture, spread: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.uint8)


WORSE: dict[str, Callable[[Picture], Picture]] = {
    "cards 145 px": partial(_smaller, scale=HALF),
    "cards 100 px": partial(_smaller, scale=THIRD),
    "cards 72 px": partial(_smaller, scale=QUARTER),
    "145 px, JPEG of quality 40": lambda picture: _as_jpeg(_smaller(picture, HALF), 40),
    "145 px, noise of 12 grey levels": lambda picture: _lit(_smaller(picture, HALF), 1.0, 12),
    "145 px, a third of the light": lambda picture: _lit(_smaller(picture, HALF), 0.35, 4),
    "145 px, a warm lamp": lambda picture: _lit(_smaller(picture, HALF), WARM, 0),
    "145 px, blurred by 1.2 px": lambda picture: _blurred(_smaller(picture, HALF), 1.2),
}
"""How each photograph is shown; half as large and more in five of the ways."""


def made_worse(folder: Path) -> Iterator[Case]:
    """Yield the photographs in *folder*, each in all ways of WORSE."""
    for path, expected in tables(folder):
        for how in WORSE:
            yield partial(_read, path, expected, how)


def _read(path: Path, expected: Expected, how: str, reader: CardReader) -> Measured:
    measured = table(path.stem, WORSE[how](open_picture(path)), expected, reader)
    name = f"{path.stem}-{list(WORSE).index(how)}"
    outcomes = tuple(replace(one, image=name, conditions=(("shown", how),)) for one in measured.outcomes)
    # The same cards over and over say little more of how far the reader's sureness is true: they are left out of that.
    return replace(measured, name=name, outcomes=outcomes, said=())
