"""Letters and suit signs as masks, in every fit font that is installed, and how to print them on a card."""

import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Picture, floats
from vision.scene import deck as house

Colour = tuple[int, int, int]
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LETTERS = "A23456789JQK10"
UNFIT: tuple[str, ...] = (
    "Thin",
    "Hairline",
    "ExtraLight",
    "UltraLight",
    "Symbol",
    "Initial",
    "Mono",
    "Keyboard",
    "Math",
    "Lobster",
)
UNFIT += ("Dingbats", "Emoji", "Backslant", "Outline", "Shadow", "Ornament", "Music", "SignWriting", "Chancery")
LATIN_NOTO = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-")
NOT_A_GLYPH = "\ufffe"


@cache
def fonts(held_out: bool = False) -> tuple[str, ...]:
    """Return the files of the installed fonts fit for a card index; every seventh family is held out of training."""
    found = [*Path("/usr/share/fonts").rglob("*.ttf"), *Path("/usr/share/fonts").rglob("*.otf")]
    named = [path for path in found if not any(word in path.name for word in UNFIT)]
    named = [path for path in named if not path.name.startswith("Noto") or path.name.startswith(LATIN_NOTO)]
    families = sorted({_family(path) for path in named})
    chosen = set(families[3::7]) if held_out else set(families) - set(families[3::7])
    return tuple(sorted(str(path) for path in named if _family(path) in chosen and _has(str(path), LETTERS)))


def _family(path: Path) -> str:
    """Return what the files of one family share: their first letters."""
    return path.name.split("-")[0].split("_")[0][:6].lower()


@cache
def sign_fonts(held_out: bool = False) -> tuple[str, ...]:
    """Return the fonts that hold all four suit signs."""
    found = [*Path("/usr/share/fonts").rglob("*.ttf"), *Path("/usr/share/fonts").rglob("*.otf")]
    named = sorted(str(path) for path in found if not any(word in path.name for word in ("Mono", "Emoji", "Oblique")))
    fit = [font for font in named if _has(font, "".join(SIGNS.values()))]
    held = set(fit[1::6])
    return tuple(font for font in fit if (font in held) == held_out)


@cache
def _has(font: str, letters: str) -> bool:
    """Whether *font* has its own drawing for every one of *letters*."""
    try:
        face = ImageFont.truetype(font, 40)
        missing = bytes(face.getmask(NOT_A_GLYPH))
        drawn = [bytes(face.getmask(letter)) for letter in set(letters)]
    except (OSError, ValueError):
        return False
    return all(any(mask) and mask != missing for mask in drawn) and len(set(drawn)) == len(drawn)


@cache
def _drawn(text: str, font: str, bold: int) -> Picture:
    face = ImageFont.truetype(font, 120)
    left, top, right, bottom = face.getbbox(text, stroke_width=bold)
    drawn = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))), 0)
    ImageDraw.Draw(drawn).text((-left, -top), text, font=face, fill=255, stroke_width=bold)
    return np.asarray(drawn, np.uint8)


def glyph(text: str, font: str, height: int, stretch: float = 1.0, bold: int = 0) -> Picture:
    """Return *text* as an alpha mask exactly *height* pixels high."""
    drawn = _drawn(text, font, bold)
    width = max(3, round(drawn.shape[1] * height / drawn.shape[0] * stretch))
    return np.asarray(cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def own_sign(suit: str, height: int) -> Picture:
    """Return the house deck's sign as a mask."""
    mask = np.zeros((height * 4, height * 4, 3), np.uint8)
    for polygon in house.suit_outline(suit):
        cv2.fillPoly(mask, [np.round((polygon * 0.95 + 0.5) * height * 4).astype(np.int32)], (255, 255, 255))
    return np.asarray(cv2.resize(mask[..., 0], (height, height), interpolation=cv2.INTER_AREA), np.uint8)


def stamp(face: Picture, mask: Picture, x: float, y: float, colour: Colour) -> None:
    """Print *mask* in *colour* with its middle at (x, y); what hangs over the edge is cut off."""
    left, top = round(x - mask.shape[1] / 2), round(y - mask.shape[0] / 2)
    # Masks of a whole face hold little but an index.
    column, row, width, height = cv2.boundingRect(mask)
    mask, left, top = mask[row : row + height, column : column + width], left + column, top + row
    a, b, c, d = max(0, left), max(0, top), min(face.shape[1], left + width), min(face.shape[0], top + height)
    if a >= c or b >= d:
        return
    alpha = mask[b - top : d - top, a - left : c - left, None].astype(np.float32) / 255
    face[b:d, a:c] = face[b:d, a:c] * (1 - alpha) + floats(colour) * alpha


def ink(rng: random.Random, low: int = 0, high: int = 255) -> Colour:
    """Return any colour."""
    return rng.randint(low, high), rng.randint(low, high), rng.randint(low, high)
