"""Pictures of what else lies on a poker table: chips, buttons, telephones, papers."""

import random

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.training.printing import fonts, glyph

Paint = tuple[float, float, float]


def paint(rng: random.Random) -> Paint:
    """Return a chip's or a cloth's colour, BGR bytes: mostly strong."""
    hue, strong, light = rng.randint(0, 179), rng.choice((30, 140, 200, 235)), rng.choice((40, 110, 170, 225))
    blue, green, red = cv2.cvtColor(np.array([[[hue, strong, light]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(blue), float(green), float(red)


def chip_pictures(rng: random.Random) -> tuple[Picture, Picture]:
    """Draw a chip: its top with edge spots, an inlay and a value, and its side with the same spots."""
    body, spot, inlay = paint(rng), paint(rng), (235.0, 235.0, 232.0) if rng.random() < 0.7 else paint(rng)
    spots, share = rng.choice((4, 6, 8)), rng.uniform(0.25, 0.45)
    top, side = np.full((192, 192, 3), body, np.uint8), np.full((16, 512, 3), body, np.uint8)
    for n in range(spots):
        a, b = 360 * n / spots, 360 * (n + share) / spots
        cv2.ellipse(top, (96, 96), (96, 96), 0, -b, -a, spot, -1, cv2.LINE_AA)
        side[:, int(512 * a / 360) : int(512 * b / 360)] = spot
    cv2.circle(top, (96, 96), rng.randint(58, 74), body, -1, cv2.LINE_AA)
    cv2.circle(top, (96, 96), rng.randint(40, 56), inlay, -1, cv2.LINE_AA)
    if rng.random() < 0.8:
        _word(
            top, rng.choice(("1", "5", "10", "25", "50", "100", "500", "1000")), 64, rng.randint(26, 38), (25, 25, 25)
        )
    return top, side


def button_pictures(rng: random.Random) -> tuple[Picture, Picture]:
    """Draw a dealer button and its side."""
    pale = rng.random() < 0.8
    body, ink = ((238, 238, 236), (20, 20, 20)) if pale else ((22, 22, 22), (235, 235, 235))
    top = np.full((256, 256, 3), body, np.uint8)
    if rng.random() < 0.6:
        cv2.circle(top, (128, 128), rng.randint(100, 118), ink, rng.randint(2, 5), cv2.LINE_AA)
    word = rng.choice(("DEALER", "DEALER", "D", "BUTTON"))
    _word(top, word, 150 if len(word) > 1 else 70, 110, ink)
    return top, np.full((8, 8, 3), body, np.uint8)


def _word(picture: Picture, word: str, widest: int, highest: int, ink: tuple[int, int, int]) -> None:
    mask = glyph(word, fonts()[len(word) * 7 % len(fonts())], highest)
    scale = min(1.0, widest / mask.shape[1])
    mask = np.asarray(cv2.resize(mask, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    height, width = mask.shape
    y, x = (picture.shape[0] - height) // 2, (picture.shape[1] - width) // 2
    share = floats(mask)[..., None] / 255
    picture[y : y + height, x : x + width] = picture[y : y + height, x : x + width] * (1 - share) + floats(ink) * share


def paper(rng: random.Random) -> Picture:
    """Draw a written page, a napkin or a beer mat."""
    page = np.full((400, 280, 3), [rng.randint(200, 250) for _ in range(3)], np.uint8)
    for y in range(30, 380, rng.randint(14, 30)) if rng.random() < 0.7 else ():
        text = "".join(rng.choice("aeinorstlmu AKQJ 0123456789") for _ in range(rng.randint(8, 40)))
        cv2.putText(page, text, (14, y), rng.randint(0, 4), rng.uniform(0.3, 0.6), (40, 35, 35), 1, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(page, (rng.randint(60, 220), rng.randint(80, 320)), rng.randint(25, 80), paint(rng), -1, cv2.LINE_AA)
    return page


def telephone(rng: random.Random) -> Picture:
    """Draw a telephone's face: dark, or with a screen of coloured squares."""
    face = np.full((420, 210, 3), 9, np.uint8)
    if rng.random() < 0.4:
        face[14:-14, 10:-10] = paint(rng)
        for n in range(20):
            x, y = 24 + n % 4 * 44, 50 + n // 4 * 62
            cv2.rectangle(face, (x, y), (x + 30, y + 30), paint(rng), -1)
    return face
