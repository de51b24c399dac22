"""Backs drawn at random: with or without a white border, checks, lattices, rings, stripes, dots or plain.

On some a hand of cards is pictured, as it is on backs that are sold: their indices are no card's.
"""

import random

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.scene import deck as house
from vision.training.decks import HEIGHT, WIDTH, Deck

ACES = (12, 25, 38, 51)
SMALL, LARGE = 0.3, 0.62
"""How long the pictured cards are, in parts of the card they are pictured on."""
MARGIN = 12
"""What is pictured stays that far from the card's edge, in pixels."""


def draw_back(rng: random.Random) -> Picture:
    """Draw a back: with or without a white border, checks, lattices, rings, stripes, dots or plain."""
    border = rng.choice((0, 0, 11, 17, 25))
    height, width = HEIGHT - 2 * border, WIDTH - 2 * border
    first = floats([rng.randint(0, 255) for _ in range(3)])
    second = floats([rng.randint(200, 255)] * 3) if rng.random() < 0.6 else floats([rng.randint(0, 255)] * 3)
    step = rng.randint(7, 48)
    y, x = np.mgrid[:height, :width]
    lattice = ((x + y) % step < max(2, step // 4)) | ((x - y) % step < max(2, step // 4))
    patterns = (
        (x + y) // step % 2 == 0,
        (x // step + y // step) % 2 == 0,
        lattice,
        lattice,
        np.hypot(x - width / 2, y - height / 2) // step % 2 == 0,
        np.hypot(x % step - step / 2, y % step - step / 2) < step / 3,
        np.hypot((x + y) % step - step / 2, (x - y) % step - step / 2) < step / 2.4,
        np.zeros((height, width), bool),
    )
    back = np.full((HEIGHT, WIDTH, 4), 250, np.uint8)
    field = np.where(rng.choice(patterns)[..., None], second, first)
    back[border : HEIGHT - border, border : WIDTH - border, :3] = field.astype(np.uint8)
    if rng.random() < 0.3:
        ink = [rng.randint(0, 255) for _ in range(3)] + [255]
        cv2.ellipse(back, (WIDTH // 2, HEIGHT // 2), (rng.randint(28, 84), rng.randint(42, 126)), 0, 0, 360, ink, -1)
    back[..., 3] = cv2.resize(house.outline_mask(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return back


def picture_hand(rng: random.Random, back: Picture, deck: Deck) -> Picture:
    """Return *back* (HEIGHT, WIDTH, 4) with a fan of two to five cards of *deck* pictured on it, most often of aces."""
    number = rng.randint(2, 5)
    kinds = rng.sample(ACES, min(number, 4)) if rng.random() < 0.7 else rng.sample(range(52), number)
    size, spread = rng.uniform(SMALL, LARGE), rng.uniform(9, 24)
    middle = floats([WIDTH * rng.uniform(0.4, 0.6), HEIGHT * rng.uniform(0.4, 0.65)])
    start, pictured = rng.uniform(-20, 20), back.copy()
    for place, kind in enumerate(kinds):
        turn = start + spread * (place - (len(kinds) - 1) / 2)
        _paint(pictured, deck.faces[kind], size, turn, middle)
    return pictured


def _paint(back: Picture, face: Picture, size: float, turn: float, middle: Field) -> None:
    """Paint *face* onto *back*, *size* times as large, turned about the lower end it is held by."""
    held = floats([WIDTH / 2, HEIGHT * 0.85])
    warp = np.asarray(cv2.getRotationMatrix2D((float(held[0]), float(held[1])), -turn, size), np.float64)
    warp[:, 2] += middle - held
    # Smaller before it is turned: a warp that makes things much smaller leaves out pixels.
    small = cv2.resize(face, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
    warp[:, :2] /= size
    warp[1, 2] += size * HEIGHT * 0.35
    drawn = floats(cv2.warpAffine(small, warp, (WIDTH, HEIGHT)))
    share = drawn[..., 3:] / 255
    share[:MARGIN], share[-MARGIN:], share[:, :MARGIN], share[:, -MARGIN:] = 0, 0, 0, 0
    back[..., :3] = (back[..., :3] * (1 - share) + drawn[..., :3] * share).astype(np.uint8)
