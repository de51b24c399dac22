"""What a camera makes of the light that fell on its sensor: exposure, white balance, noise, gamma, sharpening."""

import random

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats

GREY = floats([0.2126, 0.7152, 0.0722])


def develop(light: Field, rng: random.Random, noise: np.random.Generator) -> Picture:
    """Return the photograph of *light*, (h, w, 3) linear red, green, blue -> BGR bytes."""
    light = _bloom(_balanced(light, rng), rng)
    light = _exposed(light, rng) * _vignette(light.shape[0], light.shape[1], rng.uniform(0, 0.35))
    light = floats(cv2.GaussianBlur(light, (0, 0), rng.uniform(0.35, 0.9)))
    if rng.random() < 0.08:
        light = _moved(light, rng)
    light = _grained(light, rng, noise)
    picture = _curve(np.clip(light, 0, 1), rng)
    if rng.random() < 0.6:
        amount = rng.uniform(0.2, 0.9)
        picture = picture * (1 + amount) - cv2.GaussianBlur(picture, (0, 0), 1.1) * amount
    grey = picture.mean(2, keepdims=True)
    picture = grey + (picture - grey) * rng.uniform(0.75, 1.25)
    return np.asarray(np.clip(picture[..., ::-1] * 255, 0, 255), np.uint8)


def _balanced(light: Field, rng: random.Random) -> Field:
    """Take most of the lamps' colour out, as cameras do, by the brightest things that are not burnt out."""
    bright = light @ GREY
    white = light[bright >= np.quantile(bright, 0.9)].mean(0) + 1e-6
    gains = (white @ GREY / white) ** rng.choice((1.0, 0.85, rng.uniform(0.3, 0.9)))
    drift = [rng.gauss(0, 0.03) for _ in range(3)]
    return floats(light * gains * (1 + floats(drift)))


def _exposed(light: Field, rng: random.Random) -> Field:
    """Expose for the middle of the picture and its highlights, now and then a stop too much or too little."""
    bright = light @ GREY
    by_middle = 0.2 / (float(bright.mean()) + 1e-6)
    by_highlights = 0.85 / (float(np.quantile(bright, 0.995)) + 1e-6)
    gain = by_middle**0.35 * by_highlights**0.65
    return floats(light * gain * 2 ** float(np.clip(rng.gauss(0, 0.35), -1.1, 0.8)))


def _bloom(light: Field, rng: random.Random) -> Field:
    """Let the brightest lights glow a little over their edges."""
    level = float(np.quantile(light, 0.995))
    over = np.clip(light - level, 0, 8 * level)
    return floats(light + rng.uniform(0, 0.12) * cv2.GaussianBlur(floats(over), (0, 0), light.shape[1] / 90))


def _vignette(high: int, wide: int, strong: float) -> Field:
    y, x = np.mgrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    return floats(1 - strong * (x * x + y * y) / 2)[..., None]


def _moved(light: Field, rng: random.Random) -> Field:
    kernel = np.zeros((9, 9), np.float32)
    turn, far = rng.uniform(0, np.pi), rng.uniform(1, 3)
    step = floats([np.cos(turn), np.sin(turn)]) * far
    cv2.line(kernel, tuple(map(round, 4 - step)), tuple(map(round, 4 + step)), 1.0)
    return floats(cv2.filter2D(light, -1, kernel / kernel.sum()))


def _grained(light: Field, rng: random.Random, noise: np.random.Generator) -> Field:
    """Add photon and reading noise; the colours' noise is coarser, as the sensor's mosaic leaves it."""
    shot, read = 10 ** rng.uniform(-4.6, -2.9), 10 ** rng.uniform(-3.2, -2.1)
    spread = np.sqrt(shot * np.clip(light, 0, None) + read * read)
    grain = noise.standard_normal(light.shape, dtype=np.float32)
    coarse = cv2.GaussianBlur(noise.standard_normal(light.shape, dtype=np.float32), (0, 0), 1.0) * 2.2
    return floats(light + spread * (0.75 * grain.mean(2, keepdims=True) * 1.7 + 0.45 * coarse))


def _curve(light: Field, rng: random.Random) -> Field:
    """Return what a screen is sent: gamma, and a camera's own contrast."""
    coded = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.clip(light, 1e-6, None) ** (1 / 2.4) - 0.055)
    contrast = rng.uniform(0.0, 0.5)
    return floats(coded * (1 - contrast) + contrast * coded * coded * (3 - 2 * coded))
