"""Pictures on jacks, queens, kings and aces. They must not tell the rank: only the index may."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Picture
from vision.names import CARDS
from vision.training.decks import HEIGHT, WIDTH, Deck
from vision.training.printing import Colour, glyph, ink, stamp

if TYPE_CHECKING:
    from vision.training.style import Style

LETTERED = ("kde-jolly-royal", "gnome-simplistic")
"""Decks whose court pictures are themselves letters."""
COURTS = tuple(i for i, code in enumerate(CARDS) if code[0] in "JQK")
WORDS = ("CLUB 7", "ROYAL", "CASINO", "POKER", "BIKES", "No. 808", "100 % PLASTIC", "ACE", "EST. 1885", "LINEN")


def print_court(face: Picture, style: Style, suit: str, art: list[Deck], rng: random.Random) -> None:
    """Print the picture of *some* court of some deck, or one made up, with or without a frame and signs."""
    left, top = round((max(style.court_side, 0.22) if style.jumbo else style.court_side) * WIDTH), style.court_top
    print_picture(face, style, left, top, art, rng)
    if style.frame:
        edge = rng.choice(list(style.ink.values()))
        cv2.rectangle(face, (left, top), (WIDTH - left - 1, HEIGHT - top - 1), edge, rng.randint(1, 4))
    if rng.random() < 0.6:
        sign = style.sign(suit, rng.randint(40, 80))
        x, y = left + sign.shape[1] * 0.65, top + sign.shape[0] * 0.65
        stamp(face, sign, x, y, style.ink[suit])
        stamp(face, sign[::-1, ::-1], WIDTH - x, HEIGHT - y, style.ink[suit])
    # The index must stand on paper where the picture reaches far out.
    _, _, x1, y1 = style.box()
    wide, high = round(min(1.15 * x1, 0.5) * WIDTH) + 4, round(min(1.05 * y1, 0.5) * HEIGHT) + 4
    if style.court_side < x1 and rng.random() < 0.85:
        face[:high, :wide] = style.stock
        face[-high:, -wide:] = style.stock
        if style.other:
            face[:high, -wide:] = style.stock
            face[-high:, :wide] = style.stock


def print_picture(face: Picture, style: Style, left: int, top: int, art: list[Deck], rng: random.Random) -> None:
    """Print a picture that far from the edges: of a court of some deck, or made up."""
    size = (WIDTH - 2 * left, HEIGHT - 2 * top)
    picture = _made_up(size, style, rng) if rng.random() < 0.35 else _borrowed(size, art, rng)
    if min(style.stock) < 128 and rng.random() < 0.7:
        picture = np.asarray(255 - picture, np.uint8)
    if rng.random() < 0.25:
        shade = style.stock if rng.random() < 0.7 else ink(rng)
        picture = np.asarray(cv2.addWeighted(picture, 0.5, np.full_like(picture, shade), 0.5, 0), np.uint8)
    face[top : HEIGHT - top, left : WIDTH - left] = picture


def _borrowed(size: tuple[int, int], art: list[Deck], rng: random.Random) -> Picture:
    source = rng.choice([deck for deck in art if deck.name not in LETTERED])
    inner = source.faces[rng.choice(COURTS)][34:-34, 56:-56, :3]
    picture = np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.3:
        picture = picture[:, ::-1]
    if rng.random() < 0.35:
        picture = picture[..., rng.sample(range(3), 3)]
    return picture.copy()


def _made_up(size: tuple[int, int], style: Style, rng: random.Random) -> Picture:
    """Pile up shapes in a few colours; mostly the lower half is the upper one turned, as on real courts."""
    width, height = size
    picture = np.full((height, width, 3), style.stock if rng.random() < 0.6 else ink(rng), np.uint8)
    colours = [ink(rng) for _ in range(4)] + list(style.ink.values())
    for _ in range(rng.randint(8, 60)):
        colour, kind = rng.choice(colours), rng.random()
        x, y = rng.randint(0, width), rng.randint(0, height)
        if kind < 0.35:
            axes = (rng.randint(4, width // 3), rng.randint(4, width // 3))
            cv2.ellipse(picture, (x, y), axes, rng.uniform(0, 180), 0, 360, colour, rng.choice((-1, 1, 2, 4)))
        elif kind < 0.75:
            corners = [(x + rng.randint(-70, 70), y + rng.randint(-70, 70)) for _ in range(rng.randint(3, 6))]
            cv2.fillPoly(picture, [np.array(corners, np.int32)], colour)
        else:
            far = (x + rng.randint(-90, 90), y + rng.randint(-90, 90))
            cv2.line(picture, (x, y), far, colour, rng.randint(1, 6), cv2.LINE_AA)
    if rng.random() < 0.8:
        half = height // 2
        picture[height - half :] = picture[:half][::-1, ::-1]
    return picture


def ace_ornament(face: Picture, sign: Picture, colour: Colour, font: str, rng: random.Random) -> None:
    """Print an ornate ace: the sign, something in its middle, curls and words around it."""
    middle = (WIDTH // 2, HEIGHT // 2)
    if rng.random() < 0.3:
        sign = np.asarray(cv2.subtract(cv2.dilate(sign, np.ones((5, 5), np.uint8)), sign), np.uint8)
    stamp(face, sign, *middle, colour)
    for _ in range(rng.randint(0, 14)):
        at = (middle[0] + rng.randint(-60, 60), middle[1] + rng.randint(-90, 90))
        axes = (rng.randint(4, 40), rng.randint(4, 40))
        paint = colour if rng.random() < 0.6 else ink(rng)
        start = rng.uniform(0, 360)
        cv2.ellipse(face, at, axes, rng.uniform(0, 180), start, start + 250, paint, rng.randint(1, 3), cv2.LINE_AA)
    for _ in range(rng.randint(0, 3)):
        words = glyph(rng.choice(WORDS), font, rng.randint(12, 34))
        if words.shape[1] < WIDTH * 0.8:
            words = words[::-1, ::-1] if rng.random() < 0.3 else words
            stamp(face, words, middle[0], rng.uniform(0.25, 0.75) * HEIGHT, colour)
