"""The photographs of a whole table as a camera farther away, aslant or worse, or worse light, would have shown them.

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
COLD = (1.2, 0.95, 0.7)
"""How much of blue, green and red a warm lamp leaves, and cold light."""


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


def _shaken(picture: Picture, length: int) -> Picture:
    """Return what a camera shows that moved by so many pixels, down to the right."""
    path = floats(np.eye(length, dtype=np.float32) / length)
    return np.asarray(cv2.filter2D(picture, -1, path), np.uint8)


def _grey(picture: Picture) -> Picture:
    return np.asarray(cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)


def _shone_on(picture: Picture, more: float) -> Picture:
    """Return *picture* with two soft spots on its board, lighter by so many grey levels (darker: shadows)."""
    high, wide = picture.shape[:2]
    spots = np.zeros((high, wide), np.float32)
    for across in (0.3, 0.55):
        middle, axes = (int(across * wide), int(0.83 * high)), (wide // 14, high // 22)
        cv2.ellipse(spots, middle, axes, 20, 0, 360, 1.0, -1)
    return _seen(floats(picture) + more * floats(cv2.GaussianBlur(spots, (0, 0), wide / 80))[..., None])


def _halved(change: Callable[..., Picture], *how: object) -> Callable[[Picture], Picture]:
    """Return what halves a picture and then changes it."""
    return lambda picture: change(_smaller(picture, HALF), *how)


WORSE: dict[str, Callable[[Picture], Picture]] = {
    "cards 145 px": partial(_smaller, scale=HALF),
    "cards 100 px": partial(_smaller, scale=THIRD),
    "cards 72 px": partial(_smaller, scale=QUARTER),
    "145 px, JPEG of quality 40": _halved(_as_jpeg, 40),
    "145 px, noise of 12 grey levels": _halved(_lit, 1.0, 12),
    "145 px, a third of the light": _halved(_lit, 0.35, 4),
    "145 px, a seventh of the light": _halved(_lit, 0.15, 3),
    "145 px, overexposed": _halved(_lit, 1.6, 0),
    "145 px, a warm lamp": _halved(_lit, WARM, 0),
    "145 px, cold light": _halved(_lit, COLD, 0),
    "145 px, grey": _halved(_grey),
    "145 px, glare on the board": _halved(_shone_on, 190),
    "145 px, shadows on the board": _halved(_shone_on, -110),
    "145 px, blurred by 1.2 px": _halved(_blurred, 1.2),
    "145 px, shaken by 5 px": _halved(_shaken, 5),
}
"""How each photograph is shown; half as large and more in most of the ways."""
ASLANT = {
    "145 px, 30° aslant": (30, 0),
    "145 px, 45° aslant": (45, 0),
    "145 px, 45° aslant, from a side": (45, 90),
    "145 px, 45° aslant, from the other end": (45, 180),
}
"""How far from upright over the table the camera would have stood, and in which direction, in degrees."""
AWAY = 1.6
"""How far from the table's middle, in widths of the photograph; there a card across the lean is half as long as in the
photograph, one along it shorter: by the cosine."""


def aslant(picture: Picture, lean: float, side: float) -> tuple[Picture, Field]:
    """Return *picture*, which is of a plane, as a camera would show it that leans by *lean* degrees.

    And where in *picture*, in parts of it, each pixel was: a matrix (3, 3).
    """
    high, wide = picture.shape[:2]
    tilt, turn = np.deg2rad(lean), np.deg2rad(side)
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    parts = np.array([[1 / wide, 0, -0.5], [0, 1 / wide, -0.5 * high / wide], [0, 0, 1]])
    seen = np.array([[AWAY, 0, 0], [0, AWAY * np.cos(tilt), 0], [0, np.sin(tilt), AWAY]]) @ turned @ parts
    seen = np.diag([HALF * wide, HALF * wide, 1]) @ seen
    edges = cv2.perspectiveTransform(floats([[[0, 0], [wide, 0], [wide, high], [0, high]]]), seen)[0]
    low, size = edges.min(0), np.ceil(np.ptp(edges, axis=0)).astype(int)
    warp = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ seen
    # Of what becomes smaller every pixel counts: from the picture itself one in four would.
    half = _smaller(picture, HALF)
    shown = cv2.warpPerspective(half, warp @ np.diag([1 / HALF, 1 / HALF, 1]), tuple(size.tolist()))
    return np.asarray(shown, np.uint8), floats(np.diag([1 / wide, 1 / high, 1]) @ np.linalg.inv(warp))


def made_worse(folder: Path) -> Iterator[Case]:
    """Yield the photographs in *folder*, each in all ways of WORSE and of ASLANT."""
    for path, expected in tables(folder):
        for how in (*WORSE, *ASLANT):
            yield partial(_read, path, expected, how)


def _read(path: Path, expected: Expected, how: str, reader: CardReader) -> Measured:
    picture = open_picture(path)
    shown, original = (WORSE[how](picture), None) if how in WORSE else aslant(picture, *ASLANT[how])
    measured = table(path.stem, shown, expected, reader, original)
    name = f"{path.stem}-{[*WORSE, *ASLANT].index(how)}"
    outcomes = tuple(replace(one, image=name, conditions=(("shown", how),)) for one in measured.outcomes)
    # The same cards over and over say little more of how far the reader's sureness is true: they are left out of that.
    return replace(measured, name=name, outcomes=outcomes, said=())
