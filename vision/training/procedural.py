"""Decks drawn at random: other fonts, sizes, colours, layouts, so that the reader learns indices, not a brand."""

import random
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Picture, floats
from vision.names import CARDS
from vision.scene import deck as house
from vision.training.decks import HEIGHT, WIDTH, Deck

Colour = tuple[int, int, int]
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SIGN_FONTS = (
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSerif.ttf",
    "FreeSans.ttf",
    "FreeSerif.ttf",
    "FreeMono.ttf",
)
LETTERED = ("kde-jolly-royal", "gnome-simplistic")
"""Decks whose court pictures are themselves letters."""
UNFIT = ("Thin", "Hairline", "Light", "Symbol", "Initials", "Mono", "Keyboard", "Math", "Narrow-Italic")


@cache
def fonts() -> tuple[str, ...]:
    """Return the files of the installed fonts fit for a card index."""
    found = [*Path("/usr/share/fonts").rglob("*.ttf"), *Path("/usr/share/fonts").rglob("*.otf")]
    return tuple(sorted(str(path) for path in found if not any(word in path.name for word in UNFIT)))


@cache
def _sign_fonts() -> tuple[str, ...]:
    return tuple(font for font in fonts() if Path(font).name in SIGN_FONTS)


def glyph(text: str, font: str, height: int, stretch: float = 1.0) -> Picture:
    """Return *text* as an alpha mask exactly *height* pixels high."""
    face = ImageFont.truetype(font, 120)
    left, top, right, bottom = face.getbbox(text)
    drawn = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))), 0)
    ImageDraw.Draw(drawn).text((-left, -top), text, font=face, fill=255)
    width = max(3, round(drawn.width * height / drawn.height * stretch))
    return np.asarray(cv2.resize(np.asarray(drawn), (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _own_sign(suit: str, height: int) -> Picture:
    mask = np.zeros((height * 4, height * 4, 3), np.uint8)
    for polygon in house.suit_outline(suit):
        cv2.fillPoly(mask, [np.round((polygon * 0.95 + 0.5) * height * 4).astype(np.int32)], (255, 255, 255))
    return np.asarray(cv2.resize(mask[..., 0], (height, height), interpolation=cv2.INTER_AREA), np.uint8)


def _stamp(face: Picture, mask: Picture, x: float, y: float, colour: Colour) -> None:
    """Print *mask* in *colour* with its middle at (x, y); what hangs over the edge is cut off."""
    height, width = mask.shape
    left, top = round(x - width / 2), round(y - height / 2)
    a, b, c, d = max(0, left), max(0, top), min(WIDTH, left + width), min(HEIGHT, top + height)
    if a >= c or b >= d:
        return
    alpha = mask[b - top : d - top, a - left : c - left, None].astype(np.float32) / 255
    face[b:d, a:c] = face[b:d, a:c] * (1 - alpha) + floats(colour) * alpha


class Style:
    """The choices that make one deck: drawn once, used for its 52 faces."""

    def __init__(self, rng: random.Random) -> None:
        self.jumbo = rng.random() < 0.3
        self.font = rng.choice(fonts())
        self.sign_font = rng.choice((None, *_sign_fonts()))
        self.rank_height = rng.randint(52, 84) if self.jumbo else rng.randint(20, 40)
        self.sign_height = round(self.rank_height * rng.uniform(0.5, 0.95))
        self.stretch = rng.uniform(0.6, 1.0)
        self.margin = (rng.randint(4, 14), rng.randint(6, 18))
        self.gap = rng.randint(2, 7)
        self.pip = rng.randint(28, 52)
        self.column = rng.uniform(0.28, 0.34)
        self.four_corners = rng.random() < 0.3 and not self.jumbo
        self.frame = rng.random() < 0.5
        self.big_pip = self.jumbo and rng.random() < 0.5
        self.stock = (250, 252, 252) if rng.random() < 0.5 else tuple(rng.randint(low, 255) for low in (222, 232, 236))
        red = (rng.randint(0, 60), rng.randint(0, 50), rng.randint(170, 240))
        black = (rng.randint(0, 50),) * 3
        four = rng.random() < 0.25
        self.ink = {"c": (30, 130, 20) if four else black, "d": (200, 70, 20) if four else red, "h": red, "s": black}

    @property
    def index(self) -> tuple[float, float]:
        width = self.margin[0] + self.rank_height * 0.85
        height = self.margin[1] + self.rank_height + self.gap + self.sign_height
        return min(0.45, width / WIDTH), min(0.6, height / HEIGHT)

    def sign(self, suit: str, height: int) -> Picture:
        return _own_sign(suit, height) if self.sign_font is None else glyph(SIGNS[suit], self.sign_font, height)


def _print_index(face: Picture, style: Style, rank: str, suit: str) -> None:
    text = "10" if rank == "T" else rank
    number = glyph(text, style.font, style.rank_height, style.stretch * (0.72 if rank == "T" else 1.0))
    sign = style.sign(suit, style.sign_height)
    x = style.margin[0] + max(number.shape[1], sign.shape[1]) / 2
    y = style.margin[1] + style.rank_height / 2
    under = style.margin[1] + style.rank_height + style.gap + style.sign_height / 2
    corner = np.zeros((HEIGHT, WIDTH), np.uint8)
    corner = np.dstack([corner] * 3)
    _stamp(corner, number, x, y, (255, 255, 255))
    _stamp(corner, sign, x, under, (255, 255, 255))
    mask = corner[..., 0]
    masks = [mask, mask[::-1, ::-1]]
    if style.four_corners:
        other = np.dstack([np.zeros((HEIGHT, WIDTH), np.uint8)] * 3)
        _stamp(other, number, WIDTH - x, y, (255, 255, 255))
        _stamp(other, sign, WIDTH - x, under, (255, 255, 255))
        masks += [other[..., 0], other[::-1, ::-1, 0]]
    for printed in masks:
        _stamp(face, printed, WIDTH / 2, HEIGHT / 2, style.ink[suit])


def _print_pips(face: Picture, style: Style, rank: str, suit: str, rng: random.Random) -> None:
    if rank == "A" or style.big_pip:
        size = rng.randint(60, 130) if rank == "A" else 100
        _stamp(face, style.sign(suit, size), WIDTH / 2, HEIGHT / (2 if rank == "A" else 1.7), style.ink[suit])
        return
    sign = style.sign(suit, style.pip)
    for x, y in house.PIP_PLACES[rank]:
        x = 0.5 + (x - 0.5) * (0.5 - style.column) / 0.2
        _stamp(face, sign[::-1] if y > 0.51 else sign, x * WIDTH, y * HEIGHT, style.ink[suit])


def _print_court(face: Picture, style: Style, art: Picture, rng: random.Random) -> None:
    """Paste the picture of *some* court: the art must not tell the rank, only the index may."""
    side = 0.3 if style.jumbo else rng.uniform(0.17, 0.24)
    left, top = round(side * WIDTH), rng.randint(16, 36)
    inner = art[24:-24, 40:-40, :3]
    picture = cv2.resize(inner, (WIDTH - 2 * left, HEIGHT - 2 * top), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        picture = picture[:, ::-1]
    if rng.random() < 0.3:
        picture = picture[..., [int(i) for i in rng.sample(range(3), 3)]]
    face[top : HEIGHT - top, left : WIDTH - left] = picture
    if style.frame:
        ink = rng.choice(list(style.ink.values()))
        cv2.rectangle(face, (left, top), (WIDTH - left - 1, HEIGHT - top - 1), ink, rng.randint(1, 3))


def draw_deck(seed: int, art: list[Deck]) -> Deck:
    """Draw a deck; the courts' pictures come shuffled from *art*."""
    rng = random.Random(seed)
    style = Style(rng)
    source = rng.choice([deck for deck in art if deck.name not in LETTERED])
    courts = [i for i, code in enumerate(CARDS) if code[0] in "JQK"]
    faces = np.empty((52, HEIGHT, WIDTH, 4), np.uint8)
    for number, code in enumerate(CARDS):
        face: Picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        face[:] = style.stock
        if code[0] in "JQK":
            _print_court(face, style, source.faces[rng.choice(courts)], rng)
        else:
            _print_pips(face, style, code[0], code[1], rng)
        _print_index(face, style, code[0], code[1])
        faces[number, ..., :3] = face
    faces[..., 3] = cv2.resize(house.outline_mask(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return Deck(f"drawn-{seed}", faces, style.four_corners, style.index)


def draw_back(rng: random.Random) -> Picture:
    """Draw a back: with or without a white border, checks, lattices, rings, stripes, dots or plain."""
    border = rng.choice((0, 0, 8, 12, 18))
    height, width = HEIGHT - 2 * border, WIDTH - 2 * border
    first = floats([rng.randint(0, 255) for _ in range(3)])
    second = floats([rng.randint(200, 255)] * 3) if rng.random() < 0.6 else floats([rng.randint(0, 255)] * 3)
    step = rng.randint(5, 34)
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
        cv2.ellipse(back, (WIDTH // 2, HEIGHT // 2), (rng.randint(20, 60), rng.randint(30, 90)), 0, 0, 360, ink, -1)
    back[..., 3] = cv2.resize(house.outline_mask(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return back
