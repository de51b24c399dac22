"""Table tops: felt, wood pale and dark, planks, patterned mats, cloth, plain colours."""

import random

import cv2
import numpy as np

from vision.arrays import Field, floats

Noise = np.random.Generator

FELT: tuple[tuple[int, int, int], ...] = (
    (50, 110, 30),
    (70, 90, 20),
    (110, 60, 20),
    (30, 20, 120),
    (40, 40, 40),
    (25, 25, 28),
    (20, 70, 20),
)
FELT += ((90, 40, 60), (60, 130, 60), (100, 120, 20), (45, 75, 35))
WOOD = ((40, 120, 190), (70, 120, 160), (90, 140, 190), (30, 60, 100), (50, 90, 140), (20, 40, 70), (60, 110, 170))
PALE = (
    (160, 200, 225),
    (190, 215, 230),
    (140, 185, 215),
    (150, 205, 240),
    (205, 225, 235),
    (215, 222, 226),
    (170, 210, 232),
)


def blotches(noise: Noise, height: int, width: int, rows: int, columns: int, spread: float, channels: int = 1) -> Field:
    """Return smooth random blotches, (height, width, channels), on a grid of *rows* × *columns*."""
    grid = noise.normal(0, spread, (max(2, int(rows)), max(2, int(columns)), channels)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32).reshape(
        height, width, channels
    )


def colour(rng: random.Random, low: int = 0, high: int = 255) -> Field:
    """Return any colour."""
    return floats([rng.randint(low, high) for _ in range(3)])


def _planks(rng: random.Random, board: Field) -> None:
    height, width = board.shape[:2]
    row, column = rng.randint(15, 90), rng.randint(50, 400)
    seam = rng.uniform(0.72, 0.96)
    for y in range(0, height, row):
        for x in range(-rng.randint(0, column), width, column):
            board[y : y + row, max(0, x) : max(0, x + column)] *= rng.uniform(0.85, 1.1)
            if x > 0:
                board[y : y + row, x : x + 1] *= seam
        board[y : y + 1] *= seam


def wood(rng: random.Random, noise: Noise, height: int, width: int, pale: bool) -> Field:
    """Return a wooden board with grain; a pale one is nearly as bright as a card."""
    base = floats(rng.choice(PALE if pale else WOOD)) * rng.uniform(0.85 if pale else 0.75, 1.1)
    spread = rng.uniform(2, 8) if pale else rng.uniform(3, 14)
    board = base + blotches(noise, height, width, height // rng.choice((1, 2, 3)), rng.choice((2, 4, 8)), spread)
    board = board + blotches(noise, height, width, height // 8, 3, spread) * floats([1.3, 1, 0.8])
    board = board + blotches(noise, height, width, height // 2, width // 2, rng.uniform(1, 4))
    if rng.random() < (0.3 if pale else 0.6):
        _planks(rng, board)
    if rng.random() < 0.5:
        board = floats(cv2.rotate(cv2.resize(board, (height, width)), cv2.ROTATE_90_CLOCKWISE))
    return np.asarray(board, np.float32)


def _pattern(rng: random.Random, height: int, width: int) -> Field:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    period, turn = rng.uniform(8, 60), rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), -x * np.sin(turn) + y * np.cos(turn)
    wave = 2 * np.pi / period
    choice = rng.randrange(5)
    if choice == 0:
        motif = np.sin(u * wave)
    elif choice == 1:
        motif = np.sin(u * wave) * np.sin(v * wave)
    elif choice == 2:
        motif = np.maximum(np.cos(u * wave), np.cos(v * wave)) ** 6
    elif choice == 3:
        motif = np.sign(np.sin(u * wave))
    else:
        motif = ((np.abs((u % period) / period - 0.5) + np.abs((v % period) / period - 0.5)) < 0.25).astype(np.float32)
    return np.asarray(motif, np.float32)[..., None]


def surface(rng: random.Random, noise: Noise, height: int, width: int) -> Field:
    """Return a table top, (height, width, 3) float32 in 0 … 255."""
    kind = rng.random()
    felt = floats(rng.choice(FELT)) * rng.uniform(0.5, 1.5)
    if kind < 0.3:
        top = felt + blotches(noise, height, width, height, width, rng.uniform(1, 10))
        top = top + blotches(noise, height, width, 6, 6, rng.uniform(1, 10))
    elif kind < 0.54:
        top = wood(rng, noise, height, width, pale=True)
    elif kind < 0.68:
        top = wood(rng, noise, height, width, pale=False)
    elif kind < 0.8:
        strength = colour(rng, -40, 40) if rng.random() < 0.5 else rng.uniform(-40, 40)
        top = (
            felt + _pattern(rng, height, width) * strength + blotches(noise, height, width, height // 2, width // 2, 4)
        )
    elif kind < 0.92:
        plain = colour(rng, 232, 253) if rng.random() < 0.4 else colour(rng, 150, 245)
        top = plain.mean() * 0.6 + plain * 0.4 + blotches(noise, height, width, 5, 5, rng.uniform(1, 12))
        top = top + blotches(noise, height, width, height, width, rng.uniform(0, 6))
    else:
        layers = [
            blotches(noise, height, width, 2**i, 2**i, rng.uniform(2, 30), rng.choice((1, 3))) for i in range(2, 8)
        ]
        top = colour(rng) + sum(layers)
    return np.broadcast_to(np.clip(top, 3, 252), (height, width, 3)).astype(np.float32, order="C")
