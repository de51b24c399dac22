"""How a rendered table looks: the felt's colour and weave, the rail, the lamp, the camera's noise."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.records import Camera, ChipColour
from vision.arrays import Field, floats


@dataclass(frozen=True, slots=True)
class Look:
    """What a scene looks like: sizes in millimetres, colours in RGB, *light* 1.0 for a well lit room.

    *noise* is the standard deviation a camera adds to each pixel, in levels of 255.
    """

    width: float
    height: float
    colours: tuple[ChipColour, ...]
    felt: tuple[int, int, int] = (38, 98, 66)
    rail: tuple[int, int, int] = (52, 36, 26)
    light: float = 1.0
    noise: float = 3.0
    shadow: float = 0.35


def matrix(camera: Camera) -> NDArray[np.float64]:
    """Return the camera's homography from millimetres on the felt to pixels, (3, 3)."""
    return np.array(camera.homography, np.float64).reshape(3, 3)


def project(camera: Camera, points: object) -> Field:
    """Return *points* (n, 2), millimetres on the felt, in pixels."""
    flat = np.asarray(points, np.float32).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix(camera)), np.float32).reshape(-1, 2)


def bgr(rgb: tuple[int, int, int]) -> Field:
    """Return an RGB colour as OpenCV orders it."""
    return np.array(rgb[::-1], np.float32)


def lamp(camera: Camera, look: Look) -> Field:
    """Return how bright the light falls on each pixel, (h, w, 1): brightest under the lamp in the middle."""
    y, x = np.mgrid[: camera.height, : camera.width].astype(np.float32)
    across, down = x / camera.width - 0.47, y / camera.height - 0.42
    fall = 1.06 - 0.75 * (across**2 + down**2)
    return np.asarray(look.light * fall, np.float32)[..., None]


def felt(camera: Camera, look: Look, seed: int) -> Field:
    """Return the empty table under an even light, (h, w, 3): rail, felt with its weave and a printed oval line."""
    random = np.random.default_rng(seed)
    size = (camera.height, camera.width)
    weave = cv2.GaussianBlur(random.normal(0, 7, size).astype(np.float32), (0, 0), 0.8)
    clouds = random.normal(0, 3.5, (9, 16)).astype(np.float32)
    cloth = weave + cv2.resize(clouds, (camera.width, camera.height), interpolation=cv2.INTER_CUBIC)
    top = bgr(look.felt) + cloth[..., None]
    grain = cv2.resize(random.normal(0, 6, (270, 40)).astype(np.float32), (camera.width, camera.height))
    table = np.asarray(bgr(look.rail) + grain[..., None], np.float32)
    corners = project(camera, [(0, 0), (look.width, 0), (look.width, look.height), (0, look.height)])
    mask = np.zeros(size, np.float32)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    table = floats(table * (1 - mask[..., None]) + top * mask[..., None])
    _print_line(table, camera, look)
    return np.asarray(table, np.float32)


def _print_line(table: Field, camera: Camera, look: Look) -> None:
    """Print the betting line: a rounded rectangle, thin and pale."""
    turn = np.linspace(0, 2 * np.pi, 181)
    wide, high = look.width * 0.33, look.height * 0.30
    shape = np.sign(np.cos(turn)) * np.abs(np.cos(turn)) ** 0.5, np.sign(np.sin(turn)) * np.abs(np.sin(turn)) ** 0.5
    oval = np.stack([look.width / 2 + wide * shape[0], look.height / 2 + high * shape[1]], 1)
    ink = tuple(float(x) for x in bgr(look.felt) * 0.6 + 80)
    points = np.round(project(camera, oval) * 16).astype(np.int32)
    cv2.polylines(table, [points], True, ink, 2, cv2.LINE_AA, 4)
