"""Backs drawn at random: with or without a white border, checks, lattices, rings, stripes, dots or plain."""

import random

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.scene import deck as house
from vision.training.decks import HEIGHT, WIDTH


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
