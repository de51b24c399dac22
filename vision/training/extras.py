"""Cards of a deck that are not played: jokers, and the plastic card that covers the bottom."""

import random

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.scene import deck as house
from vision.training.courts import print_picture
from vision.training.decks import HEIGHT, WIDTH, Deck
from vision.training.printing import glyph, ink, stamp
from vision.training.style import Style

WORDS = ("JOKER", "JOKER", "JOKER", "JOLLY", "WILD")


def draw_joker(rng: random.Random, art: list[Deck], held_out: bool = False) -> Picture:
    """Return a joker, (HEIGHT, WIDTH, 4): a figure of some deck or made up, and mostly the word in two corners."""
    style = Style(rng, held_out)
    face: Picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    face[:] = style.stock
    side, top = rng.randint(20, 80), rng.randint(20, 90)
    pictured = rng.random() < 0.9
    if pictured:
        print_picture(face, style, side, top, art, rng)
    for mask in _corner(rng, style) if not pictured or rng.random() < 0.9 else ():
        stamp(face, mask, WIDTH / 2, HEIGHT / 2, rng.choice((style.ink["s"], style.ink["h"], ink(rng, 0, 160))))
    return _cut_out(face)


def _corner(rng: random.Random, style: Style) -> tuple[Picture, ...]:
    """Return the word in the upper left corner and in the lower right one, each on a mask of a whole face."""
    word, size = rng.choice(WORDS), rng.randint(18, 40)
    corner: Picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    x, y = style.margin
    if rng.random() < 0.65:
        letters = [glyph(letter, style.font, size, style.stretch, style.bold) for letter in word]
        for number, letter in enumerate(letters):
            stamp(corner, letter, x + size / 2, y + size / 2 + number * size * 1.15, (255, 255, 255))
    else:
        text = glyph(word, style.font, size, style.stretch, style.bold)
        stamp(corner, text, x + text.shape[1] / 2, y + size / 2, (255, 255, 255))
    return corner[..., 0], corner[::-1, ::-1, 0]


def draw_cut_card(rng: random.Random) -> Picture:
    """Return a cut card: plain plastic in one strong colour, seldom with a line or a word, (HEIGHT, WIDTH, 4)."""
    hue, value = rng.randint(0, 179), rng.randint(60, 250)
    saturation = rng.choice((rng.randint(120, 255), rng.randint(0, 40)))
    if saturation < 60 and value > 170:
        value = rng.randint(5, 90)  # A blank white card is a blank face, not a cut card.
    face = cv2.cvtColor(np.full((HEIGHT, WIDTH, 3), (hue, saturation, value), np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.3:
        cv2.rectangle(face, (14, 14), (WIDTH - 15, HEIGHT - 15), ink(rng), rng.randint(2, 6))
    if rng.random() < 0.3:
        text = glyph(rng.choice(("CUT CARD", "CUT", "CASINO", "POKER")), house_font(rng), rng.randint(20, 48))
        stamp(np.asarray(face), text, WIDTH / 2, HEIGHT / 2, ink(rng))
    return _cut_out(np.asarray(face, np.uint8))


def house_font(rng: random.Random) -> str:
    """Return the font of any drawn deck."""
    return Style(rng, False).font


def _cut_out(face: Picture) -> Picture:
    mask = cv2.resize(house.outline_mask(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.dstack([face, floats(mask).astype(np.uint8)])
