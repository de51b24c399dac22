"""A camera's faults: uneven light, white balance, shadow, glare, haze, blur, sharpening, noise."""

import random

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.training.surfaces import blotches


def _light(image: Field, rng: random.Random, noise: np.random.Generator) -> Field:
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    turn = rng.uniform(0, 2 * np.pi)
    image = image * (1 + rng.uniform(0, 0.7) * (np.cos(turn) * x + np.sin(turn) * y))[..., None]
    if rng.random() < 0.7:
        image = image * floats([rng.uniform(0.75, 1.1) for _ in range(3)])
    image = image * rng.uniform(0.55, 1.35)
    if rng.random() < 0.25:
        shade = (blotches(noise, height, width, 3, 3, 1)[..., 0] > 0).astype(np.float32)
        image = image * (1 - rng.uniform(0.2, 0.6) * cv2.GaussianBlur(shade, (0, 0), rng.uniform(2, 25))[..., None])
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        image = _glow(floats(image), rng, rng.uniform(30, 190))
    return np.asarray(image, np.float32)


def _tubes(image: Field, rng: random.Random) -> Field:
    """Reflect lamps: hard bright stripes, straight or bent, with a soft rim."""
    height, width = image.shape[:2]
    shine = np.zeros((height, width), np.float32)
    turn, bend = rng.uniform(0, np.pi), rng.uniform(-0.2, 0.2)
    for _ in range(rng.randint(1, 4)):
        x, y, reach = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0.05, 0.6) * width
        steps = np.linspace(-1, 1, 12)
        across = bend * steps**2 * reach + np.array([rng.gauss(0, 2) for _ in steps])
        points = np.stack([x + np.cos(turn) * steps * reach - np.sin(turn) * across,
                           y + np.sin(turn) * steps * reach + np.cos(turn) * across], 1)  # fmt: skip
        cv2.polylines(shine, [points.astype(np.int32)], False, 1.0, rng.randint(3, 16), cv2.LINE_AA)
    soft = cv2.GaussianBlur(shine, (0, 0), rng.uniform(0.8, 3)) + 0.4 * cv2.GaussianBlur(shine, (0, 0), 9)
    return floats(image + rng.uniform(60, 260) * soft[..., None])


def _darkened(image: Field, rng: random.Random) -> Field:
    """Let part of the picture fall into the dark, as where a hand holds the light off or a lamp stands aside."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
    away = np.cos(turn) * (x / width - 0.5) + np.sin(turn) * (y / height - 0.5) - at
    share = 1 / (1 + np.exp(-away * rng.uniform(4, 40)))
    return floats(image * (1 - rng.uniform(0.4, 0.85) * share[..., None]))


def _motion(image: Field, rng: random.Random) -> Field:
    size = rng.randint(3, 6)
    kernel = np.zeros((size, size), np.float32)
    kernel[size // 2] = 1
    middle = (size / 2 - 0.5, size / 2 - 0.5)
    turned = cv2.warpAffine(kernel, cv2.getRotationMatrix2D(middle, rng.uniform(0, 180), 1), (size, size))
    return floats(cv2.filter2D(image, -1, floats(turned) / max(float(turned.sum()), 1e-3)))


def photograph(image: Field, rng: random.Random, noise: np.random.Generator, calm: bool = False) -> Picture:
    """Return what a camera would make of *image*, (h, w, 3) float32 -> uint8; *calm*: a decent one in decent light."""
    return _calm(image, rng, noise) if calm else _harsh(image, rng, noise)


def _calm(image: Field, rng: random.Random, noise: np.random.Generator) -> Picture:
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn, warm = rng.uniform(0, 2 * np.pi), rng.uniform(-0.12, 0.18)
    slope = 1 + rng.uniform(0, 0.35) * (np.cos(turn) * (x / width - 0.5) + np.sin(turn) * (y / height - 0.5))
    image = floats(image * slope[..., None] * floats([1 - warm, 1.0, 1 + 0.4 * warm]) * rng.uniform(0.72, 1.06))
    if rng.random() < 0.2:
        image = _glow(image, rng, rng.uniform(15, 90))
    if rng.random() < 0.8:
        image = floats(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 0.85)))
    if rng.random() < 0.4:
        amount = rng.uniform(0.2, 0.8)
        image = image * (1 + amount) - cv2.GaussianBlur(image, (0, 0), 1.2) * amount
    grain = noise.normal(0, rng.uniform(0.5, 4.5), (height, width, rng.choice((1, 3))))
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def _glow(image: Field, rng: random.Random, strength: float) -> Field:
    """Add a lamp's soft reflection."""
    height, width = image.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    across, down = rng.uniform(0, 1), rng.uniform(0, 1)
    wide, high = rng.uniform(0.03, 0.2), rng.uniform(0.03, 0.2)
    glow = np.exp(-(((x / width - across) / wide) ** 2 + ((y / height - down) / high) ** 2))
    return floats(image + strength * glow[..., None])


def _harsh(image: Field, rng: random.Random, noise: np.random.Generator) -> Picture:
    image = _light(image, rng, noise)
    if rng.random() < 0.1:
        image = _tubes(image, rng)
    if rng.random() < 0.1:
        image = _darkened(image, rng)
    if rng.random() < 0.2:
        image = image * rng.uniform(0.6, 1) + rng.uniform(0, 50)
    if rng.random() < 0.6:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.3)), np.float32)
    if rng.random() < 0.1:
        image = _motion(image, rng)
    if rng.random() < 0.25:
        amount = rng.uniform(0.3, 1.0)
        image = image * (1 + amount) - cv2.GaussianBlur(image, (0, 0), 1.2) * amount
    if rng.random() < 0.7:
        image = image + noise.normal(0, rng.uniform(1, 9), (*image.shape[:2], rng.choice((1, 3)))).astype(np.float32)
    if rng.random() < 0.08:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.05:
        grains = noise.random(image.shape[:2]) < rng.uniform(0.001, 0.02)
        image[grains] = noise.choice([0.0, 255.0], (int(grains.sum()), 1))
    return np.clip(image, 0, 255).astype(np.uint8)
