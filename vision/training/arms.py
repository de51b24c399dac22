"""Hands that reach over the table: a palm, bent or stretched fingers, a wrist with or without a watch, a sleeve."""

import math
import random
from collections.abc import Callable
from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Field, floats
from vision.training.surfaces import blotches, colour
from vision.training.tabletop import Cut, Tabletop

SKIN = (
    (150, 180, 225), (135, 165, 215), (120, 150, 200), (105, 135, 190), (90, 110, 160), (70, 95, 145), (60, 80, 120),
    (45, 60, 95), (35, 45, 70), (160, 175, 235),
)  # fmt: skip
REACH = 16.0
"""How long an arm is drawn, in lengths of a card: always to the picture's edge."""
WRIST = -0.25
"""Where the hand ends and the arm begins, in lengths of a card from the wrist's fold."""

Map = Callable[[Field], Field]
"""From the hand's own coordinates, (n, 2) in lengths of a card from the wrist, to pixels."""
Part = tuple[Field, float, float]
"""A limb: a line of points (n, 2), and how thick it is at its ends."""


def hand(top: Tabletop) -> None:
    """Reach into the picture from its edge. Labelled is the hand up to the wrist, not the arm."""
    rng, long = top.table.rng, top.table.long
    to_picture, away = _placed(top)
    points = to_picture(
        floats([[-REACH, 0], [2.2, 0], [0, 1], [0, -1], [1.5, 1.2], [1.5, -1.2], [-REACH, 0.8], [-REACH, -0.8]])
    )
    cut = Cut(top, points, long * 0.1)
    if cut.empty:
        return
    skin = floats(rng.choice(SKIN)) * rng.uniform(0.8, 1.15)
    image, cover = np.zeros((cut.high, cut.wide, 3), np.float32), np.zeros((cut.high, cut.wide), np.float32)
    scale = float(np.linalg.norm(np.diff(to_picture(floats([[0, 0], [1, 0]])), axis=0)))
    arm = floats([[0.15, 0], [-2.5, away / 2], [-REACH, away]])
    _limb(image, cover, to_picture(arm) - cut.corner, (0.6 * scale, 1.1 * scale), skin)
    if rng.random() < 0.7:
        begins = rng.choice((rng.uniform(-0.7, -0.2), rng.uniform(-3, -0.5)))
        sleeve = floats(
            [[begins, away / 2 * begins / -2.5], [-2.6, away / 2], [-REACH, away]]
            if begins > -2.5
            else [[-2.5, away / 2], [-REACH, away]]
        )
        cloth = _cloth(rng, image.shape[0], image.shape[1])
        _limb(image, cover, to_picture(sleeve) - cut.corner, (0.85 * scale, 1.3 * scale), cloth, square=True)
    whole = np.zeros_like(cover)
    for line, start, end in _fingers(rng):
        _limb(image, whole, to_picture(line) - cut.corner, (start * scale, end * scale), skin)
    if rng.random() < 0.25:
        _watch(rng, image, whole, to_picture, cut.corner, scale)
    _paint(top, cut, image, cover, whole, skin)


def _paint(top: Tabletop, cut: Cut, image: Field, cover: Field, whole: Field, skin: Field) -> None:
    """Lay arm and hand on the table: two things, of which only the hand has a name."""
    rng, noise, scale = top.table.rng, top.table.noise, top.table.long
    both = np.maximum(cover, whole)
    image = cv2.GaussianBlur(image, (0, 0), max(0.6, 0.012 * scale)) + blotches(noise, cut.high, cut.wide, 12, 12, 6)
    image = np.clip(image, 0, 255)
    if rng.random() < 0.8:
        offset = floats([[1, 0, rng.uniform(-0.3, 0.3) * scale], [0, 1, rng.uniform(-0.3, 0.3) * scale]])
        shade = cv2.warpAffine(both, offset, (cut.wide, cut.high))
        shade = cv2.GaussianBlur(shade, (0, 0), max(1.0, rng.uniform(0.05, 0.3) * scale))
        x, y = cut.corner
        top.table.image[y : y + cut.high, x : x + cut.wide] *= 1 - rng.uniform(0.2, 0.6) * shade[..., None]
    everything = floats([0, 0, cut.wide, cut.high])
    top.lay(None, cut.corner, image, cover, everything)
    rows, columns = np.nonzero(whole > 0.5)
    if len(rows) < 12:
        return
    x, y = cut.corner
    box = floats([columns.min() + x, rows.min() + y, columns.max() + x + 1, rows.max() + y + 1])
    top.lay("hand", cut.corner, image, whole, box)


def _placed(top: Tabletop) -> tuple[Map, float]:
    """Choose where the hand lies; return how its own coordinates become pixels, and how the arm bends."""
    rng, (height, width) = top.table.rng, top.which.shape
    tip, long = top.table.place(0.05), top.table.long * rng.uniform(0.9, 1.25)
    edge = rng.choice(([0, rng.uniform(0, height)], [width, rng.uniform(0, height)], [rng.uniform(0, width), height],
                       [rng.uniform(0, width), 0]))  # fmt: skip
    back = np.linalg.inv(top.table.to_picture) @ [*edge, 1.0]
    from_edge = tip - floats(back[:2] / back[2])
    turn = math.atan2(from_edge[1], from_edge[0]) + rng.gauss(0, 0.3)
    lift, mirror = rng.uniform(0.05, 0.8) * long, rng.choice((-1.0, 1.0))
    along = floats([math.cos(turn), math.sin(turn)])
    across = floats([-along[1], along[0]]) * mirror

    def to_picture(points: Field) -> Field:
        flat = (points[:, :1] - 1.5) * long * along + points[:, 1:] * long * across + tip
        return top.project(np.hstack([flat, np.full((len(flat), 1), lift)]))

    return to_picture, rng.gauss(0, 0.8)


def _fingers(rng: random.Random) -> list[Part]:
    """Return palm, thumb and fingers in a pose: stretched, relaxed, bent to a fist, pointing, or pinching."""
    pose = rng.choice(("stretched", "relaxed", "relaxed", "fist", "pointing", "pinching"))
    spread = rng.uniform(0.0, 0.16) if pose != "fist" else 0.0
    parts: list[Part] = [
        (floats([[WRIST, 0], [0.1, 0]]), 0.6, 0.64),
        *((floats([[0.0, side * 0.6], [0.95, side]]), 0.36, 0.34) for side in (-0.28, -0.1, 0.1, 0.28)),
    ]
    thumb = rng.uniform(0.25, 1.0) if pose != "pinching" else 0.25
    root = floats([0.3, 0.3])
    joint = root + 0.42 * floats([math.cos(thumb), math.sin(thumb)])
    bent = thumb - rng.uniform(0.0, 0.6)
    parts.append((np.stack([root, joint, joint + 0.36 * floats([math.cos(bent), math.sin(bent)])]), 0.3, 0.2))
    for number, (side, length) in enumerate(((-0.34, 0.5), (-0.12, 0.66), (0.1, 0.74), (0.32, 0.67))):
        stretch = {"stretched": 1.0, "relaxed": rng.uniform(0.6, 0.95), "fist": rng.uniform(0.1, 0.3),
                   "pointing": 1.0 if number == 3 else 0.25, "pinching": rng.uniform(0.5, 0.75)}[pose]  # fmt: skip
        turn = (number - 1.5) * spread + rng.gauss(0, 0.04) - (0.35 * side if pose == "pinching" else 0.0)
        way, first = floats([math.cos(turn), math.sin(turn)]), floats([1.0, side])
        bend = turn + rng.gauss(0, 0.1)
        middle = first + way * length * 0.5 * stretch
        end = middle + floats([math.cos(bend), math.sin(bend)]) * length * 0.5 * stretch
        parts.append((np.stack([first - way * 0.25, middle, end]), 0.23, 0.18))
    return parts


def _limb(
    image: Field, cover: Field, line: Field, thick: tuple[float, float], ink: Field, square: bool = False
) -> None:
    """Draw a limb: round in section, so darker to its sides."""
    mask = np.zeros(cover.shape, np.uint8)
    steps = max(2, int(sum(float(np.linalg.norm(b - a)) for a, b in pairwise(line)) / 3))
    along = np.linspace(0, len(line) - 1, min(steps, 160))
    places = np.stack([np.interp(along, range(len(line)), line[:, n]) for n in (0, 1)], 1)
    widths = np.linspace(thick[0], thick[1], len(along)) / 2
    for (x, y), half in zip(places, widths, strict=True):
        cv2.circle(mask, (round(x * 16), round(y * 16)), max(8, round(half * 16)), 255, -1, cv2.LINE_AA, 4)
    if square:
        before = (
            places[0] - (places[1] - places[0]) / max(1e-3, float(np.linalg.norm(places[1] - places[0]))) * thick[0]
        )
        a, b = places[0], before
        side = floats([a[1] - b[1], b[0] - a[0]])
        front = np.stack([a + side, a - side, b - side, b + side])
        cv2.fillPoly(mask, [np.round(front * 16).astype(np.int32)], 0, cv2.LINE_AA, 4)
    deep = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3) / max(1.0, max(thick) / 2)
    shade = (0.62 + 0.42 * np.sqrt(np.clip(deep, 0, 1)))[..., None]
    share = floats(mask)[..., None] / 255
    image[:] = image * (1 - share) + ink * shade * share
    np.maximum(cover, share[..., 0], out=cover)


def _cloth(rng: random.Random, height: int, width: int) -> Field:
    """Return what a sleeve is made of: plain, striped or checked."""
    base = floats(np.full((height, width, 3), 1.0) * colour(rng, 10, 235))
    if rng.random() < 0.4:
        y, x = np.mgrid[:height, :width].astype(np.float32)
        turn, period = rng.uniform(0, math.pi), rng.uniform(5, 24)
        wave = np.sin((x * math.cos(turn) + y * math.sin(turn)) * 2 * math.pi / period) > rng.uniform(-0.5, 0.8)
        if rng.random() < 0.5:
            wave ^= np.sin((y * math.cos(turn) - x * math.sin(turn)) * 2 * math.pi / period) > 0.3
        base = np.where(wave[..., None], base, floats(colour(rng, 10, 235)))
    return floats(base)


def _watch(
    rng: random.Random, image: Field, cover: Field, to_picture: Map, corner: tuple[int, int], scale: float
) -> None:
    """Put a watch, or a bracelet, round the wrist."""
    at = rng.uniform(-0.2, 0.0)
    _limb(image, cover, to_picture(floats([[at, -0.32], [at, 0.32]])) - corner, (0.2 * scale, 0.2 * scale),
          floats(rng.choice(((30, 30, 32), (60, 80, 110), (190, 190, 190), (90, 160, 200)))))  # fmt: skip
    if rng.random() < 0.7:
        middle = to_picture(floats([[at, 0], [at + 0.01, 0]])) - corner
        _limb(image, cover, middle, (0.36 * scale, 0.36 * scale), floats(colour(rng, 20, 240)))
