"""Table tops for path-traced scenes: felt with fibres, printed speed cloth, woven cloth, wood with rings, mats.

Colours and motifs that measure (held_out) are none of those that train.
"""

import random

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.training.printing import SIGNS, glyph, sign_fonts
from vision.training.surfaces import Noise, blotches

SIDE = 1152
"""Pixels of a top's picture, each way."""
FELTS = ((45, 105, 40), (110, 65, 25), (35, 25, 125), (45, 45, 48), (70, 90, 25), (60, 35, 75), (150, 165, 170))
FELTS_HELD = ((60, 85, 55), (135, 95, 35), (60, 45, 150), (75, 70, 66), (105, 110, 30), (40, 70, 110), (30, 30, 32))
WOODS = ((60, 105, 165), (35, 62, 98), (95, 140, 180), (150, 185, 210))
WOODS_HELD = ((45, 85, 140), (28, 42, 62), (120, 160, 195), (165, 180, 190))


def draw_top(rng: random.Random, noise: Noise, held_out: bool) -> tuple[Picture, str]:
    """Return a top, (SIDE, SIDE, 3), and what it is: felt, cloth or wood."""
    which = rng.random()
    if which < 0.55:
        return _printed(rng, _felt(rng, noise, held_out), held_out), "felt"
    if which < 0.8:
        wood = _wood(rng, noise, held_out)
        return (_mat(rng, noise, wood, held_out) if rng.random() < 0.35 else _levels(wood)), "wood"
    return _levels(_cloth(rng, noise, held_out)), "cloth"


def _levels(top: Field) -> Picture:
    return np.asarray(np.clip(top, 3, 250), np.uint8)


def _fibres(rng: random.Random, noise: Noise) -> Field:
    """Return felt's fibres, (SIDE, SIDE, 1) around 0 with a spread of 1: short strokes that lie all ways."""
    tuft = np.zeros((SIDE, SIDE), np.float32)
    for turn in range(4):
        kernel = np.zeros((11, 11), np.float32)
        angle = rng.uniform(0, 0.6) + turn * np.pi / 4
        away = floats([np.cos(angle), np.sin(angle)]) * rng.uniform(2.5, 5)
        cv2.line(kernel, tuple(map(round, 5 - away)), tuple(map(round, 5 + away)), 1.0)
        grains = noise.standard_normal((SIDE, SIDE), dtype=np.float32)
        tuft += cv2.filter2D(grains, -1, kernel / float(kernel.sum()) ** 0.5)
    return floats(tuft / tuft.std())[..., None]


def _felt(rng: random.Random, noise: Noise, held_out: bool) -> Field:
    paint = floats(rng.choice(FELTS_HELD if held_out else FELTS)) * rng.uniform(0.7, 1.25)
    rough = rng.uniform(0.03, 0.12)
    worn = blotches(noise, SIDE, SIDE, 7, 7, 0.04) + blotches(noise, SIDE, SIDE, 60, 60, 0.015)
    felt = paint * (1 + rough * _fibres(rng, noise) + worn)
    if rng.random() < 0.35:
        felt = felt * (1 + rng.uniform(0.04, 0.14) * _suited(rng, held_out))
    return floats(felt)


def _suited(rng: random.Random, held_out: bool) -> Field:
    """Return speed cloth's motif, (SIDE, SIDE, 1) in 0 … 1: suit signs in rows, or a weave of small lozenges."""
    step = rng.randint(40, 90)
    tile = np.zeros((2 * step, 2 * step), np.uint8)
    font = rng.choice(sign_fonts(held_out))
    for number, sign in enumerate(SIGNS.values()):
        x, y = number % 2 * step, number // 2 * step
        if held_out:
            mask = glyph(sign, font, step // 2)[:step, :step]
            tile[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
        else:
            cv2.fillPoly(tile, [np.array([[x, y + step // 4], [x + step // 4, y], [x + step // 2, y + step // 4],
                                          [x + step // 4, y + step // 2]], np.int32)], 255, cv2.LINE_AA)  # fmt: skip
    times = SIDE // len(tile) + 1
    return floats(np.tile(tile, (times, times))[:SIDE, :SIDE, None] / 255)


def _printed(rng: random.Random, felt: Field, held_out: bool) -> Picture:
    """Print what a house prints on its felt: a betting line, places for the board, a name."""
    ink = tuple(float(x) for x in (rng.choice(((205, 225, 235), (60, 180, 220), (20, 20, 20), (235, 235, 235)))))
    printed, middle = np.ascontiguousarray(_levels(felt)), SIDE // 2
    if rng.random() < 0.4:
        size = (int(SIDE * rng.uniform(0.2, 0.42)), int(SIDE * rng.uniform(0.12, 0.3)))
        if held_out:
            box = (int(middle - size[0]), int(middle - size[1])), (int(middle + size[0]), int(middle + size[1]))
            cv2.rectangle(printed, *box, ink, rng.randint(3, 8), cv2.LINE_AA)
        else:
            cv2.ellipse(printed, (middle, middle), size, 0, 0, 360, ink, rng.randint(3, 8), cv2.LINE_AA)
    if rng.random() < 0.25:
        words = ("RIVER ROOM", "Casino", "HOLD'EM") if held_out else ("POKER", "Royal", "CLUB 52")
        at = (rng.randint(0, middle), rng.randint(middle // 2, SIDE))
        cv2.putText(
            printed, rng.choice(words), at, rng.choice((2, 3, 4)), rng.uniform(1.5, 4.5), ink, rng.randint(3, 9)
        )
    faded = rng.uniform(0.4, 0.95)
    return _levels(printed * faded + felt * (1 - faded))


def _wood(rng: random.Random, noise: Noise, held_out: bool) -> Field:
    """Return boards: rings cut lengthwise, pores, seams."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    paint = floats(rng.choice(WOODS_HELD if held_out else WOODS)) * rng.uniform(0.8, 1.15)
    waves = blotches(noise, SIDE, SIDE, rng.randint(10, 24), 3, rng.uniform(6, 26))[..., 0]
    board = rng.randint(90, 260)
    plank = (y // board).astype(int)
    shift = noise.uniform(0, 900, int(plank.max()) + 1)[plank]
    rings = np.sin((y + waves + shift + 0.02 * x) * 2 * np.pi / rng.uniform(14, 40))
    pores = cv2.GaussianBlur(noise.standard_normal((SIDE, SIDE), dtype=np.float32), (0, 0), 9, sigmaY=0.7)
    tone = 1 + rng.uniform(0.03, 0.1) * rings + rng.uniform(0.1, 0.5) * floats(pores)
    tone *= (1 + noise.normal(0, 0.05, int(plank.max()) + 1))[plank]
    tone[(y % board) < 2] *= 0.6
    return floats(paint * floats(tone)[..., None] ** floats([1.25, 1.0, 0.9]))


def _cloth(rng: random.Random, noise: Noise, held_out: bool) -> Field:
    """Return woven cloth: plain, striped (trains) or checked (measures)."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    weave = np.sin(x * 2 * np.pi / 4.3) * np.sin(y * 2 * np.pi / 4.7)
    first, second = (floats([rng.uniform(25, 235) for _ in range(3)]) for _ in range(2))
    first = first * 0.5 + first.mean() * 0.5
    wide = rng.randint(30, 160)
    stripes = (x % wide < wide / 2).astype(np.float32)
    if held_out:
        stripes = (stripes + (y % wide < wide / 2)) / 2
    share = stripes[..., None] * rng.choice((0.0, 0.0, 0.5, 0.9))
    cloth = first * (1 - share) + second * share
    folds = blotches(noise, SIDE, SIDE, 5, 5, 0.05)
    grains = noise.standard_normal((SIDE, SIDE, 1), dtype=np.float32)
    return floats(cloth * (1 + 0.07 * weave[..., None] + folds + 0.03 * grains))


def _mat(rng: random.Random, noise: Noise, wood: Field, held_out: bool) -> Picture:
    """Lay a felt mat with a sewn border on the wood."""
    top, felt = np.ascontiguousarray(wood), _felt(rng, noise, held_out)
    left, low = (round(SIDE / 2 - SIDE * rng.uniform(0.17, 0.3)) for _ in range(2))
    at = slice(low, SIDE - low), slice(left, SIDE - left)
    rim = rng.randint(6, 16)
    cv2.rectangle(top, (left - rim + 4, low - rim + 6), (SIDE - left + rim + 4, SIDE - low + rim + 6), (12, 12, 12), -1)
    top = np.ascontiguousarray(wood * 0.35 + top * 0.65)
    cv2.rectangle(top, (left - rim, low - rim), (SIDE - left + rim, SIDE - low + rim), (25, 25, 28), -1)
    top[at] = felt[at]
    return _levels(top)
