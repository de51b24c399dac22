"""A table top for the detector of everything else: a true camera over it, and who lies on top of whom.

Lengths on the table are in pixels of the picture's middle, z points up; a stack leans to the picture's edge as it does
under a real lens, because it is drawn in space.
"""

import math
import random
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.training.scenes import Table

VISIBLE = 0.4
"""A thing of which less shows is not asked for."""
LEAST = 4.0
"""Nor is one with a shorter side than this, in pixels."""
PAD = 3


class Labelled(NamedTuple):
    """A thing in the picture: its kind, its box (left, top, right, bottom) in pixels."""

    kind: str
    box: tuple[float, float, float, float]


@dataclass(slots=True)
class Thing:
    """A thing as it was drawn: its whole box, also outside the picture, and how many pixels it has within."""

    kind: str
    box: Field
    drawn: int


@dataclass(slots=True)
class Tabletop:
    """A scene while it is built; *table* is what the drawings of cards and clutter work on."""

    table: Table
    camera: NDArray[np.float64]
    which: NDArray[np.int16]
    things: list[Thing] = field(default_factory=list)

    def project(self, points: object) -> Field:
        """Return where points of the table's space, (n, 3), are in the picture, (n, 2)."""
        space = np.asarray(points, np.float64).reshape(-1, 3)
        seen = np.hstack([space, np.ones((len(space), 1))]) @ self.camera.T
        return floats(seen[:, :2] / seen[:, 2:])

    def lay(self, kind: str | None, corner: tuple[int, int], colour: Field, alpha: Field, box: Field) -> None:
        """Paint *colour* (h, w, 3) by *alpha* (h, w) at *corner* (x, y); what is of no kind is a thing all the same."""
        x, y = corner
        height, width = alpha.shape
        under = self.table.image[y : y + height, x : x + width]
        under[:] = under + (colour - under) * alpha[..., None]
        solid = alpha > 0.5
        self.table.owners[y : y + height, x : x + width][solid] = 0
        self.things.append(Thing(kind or "", box, int(solid.sum())))
        self.which[y : y + height, x : x + width][solid] = len(self.things)

    def thing(self, kind: str, outline: Field, drawn: int) -> Thing:
        """Return a thing drawn by others, with its *outline* in the picture."""
        return Thing(kind, floats(np.concatenate([outline.min(0), outline.max(0)])), drawn)

    def labels(self) -> list[Labelled]:
        """Return the things of which enough shows."""
        height, width = self.which.shape
        shown = np.bincount(self.which.ravel(), minlength=len(self.things) + 1)
        said = []
        for number, thing in enumerate(self.things, 1):
            x0, y0, x1, y1 = (float(v) for v in thing.box)
            clipped = max(x0, 0.0), max(y0, 0.0), min(x1, float(width)), min(y1, float(height))
            wide, high = clipped[2] - clipped[0], clipped[3] - clipped[1]
            inside = max(0.0, wide) * max(0.0, high) / max(1.0, (x1 - x0) * (y1 - y0))
            seen = shown[number] / max(1, thing.drawn)
            if thing.kind and min(wide, high) >= LEAST and seen >= VISIBLE and inside >= VISIBLE / 2:
                said.append(Labelled(thing.kind, clipped))
        return said


def camera(rng: random.Random, width: int, height: int) -> NDArray[np.float64]:
    """Return a camera's matrix, (3, 4): mostly above the table, sometimes as a player sees it."""
    far = max(width, height) * rng.uniform(0.8, 1.9)
    which = rng.random()
    tilt = abs(rng.gauss(0, 8)) if which < 0.6 else rng.uniform(0, 40) if which < 0.85 else rng.uniform(35, 62)
    roll = rng.uniform(0, 2 * math.pi) if rng.random() < 0.2 else rng.gauss(0, 0.2)
    lean, turn = math.radians(tilt), np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
    across = np.array([[1.0, 0, 0], [0, math.cos(lean), -math.sin(lean)]])
    seen, up = turn @ across, np.array([0, math.sin(lean), math.cos(lean)])
    middle = width / 2, height / 2
    rows = [np.append(far * seen[n] - middle[n] * up, middle[n] * far) for n in (0, 1)]
    return np.array([*rows, np.append(-up, far)])


def ring(
    centre: Field, radius: float, z: float, start: float = 0.0, end: float = 2 * math.pi, steps: int = 28
) -> Field:
    """Return points on a circle, or an arc of it, (steps, 3)."""
    turn = np.linspace(start, end, steps)
    around = np.stack([np.cos(turn), np.sin(turn)], 1) * radius + centre
    return floats(np.hstack([around, np.full((steps, 1), z)]))


class Cut:
    """The part of the picture something is drawn into: colour and cover of its own, laid on the table at once."""

    def __init__(self, top: Tabletop, points: Field, pad: float = PAD) -> None:
        height, width = top.which.shape
        low = np.clip(np.floor(points.min(0) - pad), 0, (width, height)).astype(int)
        high = np.clip(np.ceil(points.max(0) + pad), 0, (width, height)).astype(int)
        self.top, self.corner = top, (int(low[0]), int(low[1]))
        self.wide, self.high = max(0, int(high[0] - low[0])), max(0, int(high[1] - low[1]))
        self.colour: Picture = np.zeros((self.high, self.wide, 3), np.uint8)
        self.alpha: Picture = np.zeros((self.high, self.wide), np.uint8)
        self.box = floats(np.concatenate([points.min(0), points.max(0)]))

    @property
    def empty(self) -> bool:
        return min(self.wide, self.high) < 2

    def fill(self, points: Field, ink: tuple[float, ...], hull: bool = False) -> None:
        """Fill a polygon of the picture; *hull*: what the points enclose, in any order."""
        local = np.round((points - self.corner) * 16).astype(np.int32)
        shape = cv2.convexHull(local) if hull else local
        cv2.fillPoly(self.colour, [shape], ink, cv2.LINE_AA, 4)
        cv2.fillPoly(self.alpha, [shape], 255, cv2.LINE_AA, 4)

    def face(self, art: Picture, quad: Field, rim: Field) -> None:
        """Warp square *art* onto the outline *quad*, within the polygon *rim*."""
        side = max(8, int(1.2 * max(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]))))
        if side < art.shape[0]:
            art = np.asarray(cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
        size = art.shape[0]
        corners = floats([[0, 0], [size, 0], [size, size], [0, size]]) - 0.5
        warp = cv2.getPerspectiveTransform(corners, floats(quad - self.corner) - 0.5)
        drawn = cv2.warpPerspective(art, warp, (self.wide, self.high), borderMode=cv2.BORDER_REPLICATE)
        mask = np.zeros(self.alpha.shape, np.uint8)
        cv2.fillPoly(mask, [np.round((rim - self.corner) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = floats(mask)[..., None] / 255
        self.colour = (self.colour * (1 - share) + drawn * share).astype(np.uint8)
        self.alpha = np.maximum(self.alpha, mask)

    def lay(self, kind: str | None, shadow: float = 0.0, offset: tuple[float, float] = (0.0, 0.0)) -> None:
        """Put what was drawn onto the table, its shadow first."""
        if self.empty:
            return
        alpha = floats(floats(self.alpha) / 255)
        x, y = self.corner
        if shadow:
            moved = cv2.warpAffine(alpha, floats([[1, 0, offset[0]], [0, 1, offset[1]]]), (self.wide, self.high))
            soft = cv2.GaussianBlur(moved, (0, 0), max(0.7, min(self.wide, self.high) * 0.04))
            self.top.table.image[y : y + self.high, x : x + self.wide] *= 1 - shadow * soft[..., None]
        self.top.lay(kind, self.corner, floats(self.colour), alpha, self.box)
