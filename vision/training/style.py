"""The choices that make one drawn deck: fonts, sizes, layout, inks and paper."""

import random
from collections.abc import Mapping

from vision.arrays import Field, Picture
from vision.training.decks import HEIGHT, WIDTH, index_boxes
from vision.training.printing import SIGNS, Colour, fonts, glyph, ink, own_sign, sign_fonts

BOLD = (0, 0, 0, 2, 4, 7)
Letters = Mapping[str, str]
ENGLISH: Letters = {}


class Style:
    """Drawn once, used for the 52 faces of a deck; sizes in pixels of a face."""

    def __init__(self, rng: random.Random, held_out: bool, letters: Letters = ENGLISH) -> None:
        """*letters*: what is printed for a rank, where that is not the rank's own letter."""
        self._letters = letters
        self.jumbo = rng.random() < 0.35
        self.font = rng.choice(fonts(held_out))
        self.bold = rng.choice(BOLD)
        self.sign_font = rng.choice((None, *sign_fonts(held_out)))
        self.sign_stretch = rng.uniform(0.75, 1.15)
        self.rank_height = rng.randint(72, 118) if self.jumbo else rng.randint(28, 58)
        self.stretch = rng.uniform(0.5, 1.05)
        self.ten = rng.uniform(0.6, 0.85)
        self.sign_height = round(self.rank_height * rng.uniform(0.42, 1.0))
        self.margin = (rng.randint(6, 20), rng.randint(6, 26))
        self.gap = rng.randint(2, 10)
        self.beside = rng.random() < 0.05
        self.other = self._other(rng)
        self._pictures(rng)
        self._inks(rng)

    def _other(self, rng: random.Random) -> float:
        """The upper right index: none, as big as the left one, or a small one to peek at."""
        if rng.random() < 0.7:
            return 0.0
        return 0.45 if self.jumbo else 1.0

    def _pictures(self, rng: random.Random) -> None:
        self.pip = rng.randint(36, 76)
        self.column = rng.uniform(0.28, 0.36)
        self.rows = rng.uniform(0.86, 1.06)
        self.frame = rng.random() < 0.5
        self.border = rng.random() < 0.1
        self.big_pip = rng.random() < (0.4 if self.jumbo else 0.04)
        self.no_pips = rng.random() < 0.03
        self.court_side = rng.uniform(0.05, 0.27)
        self.court_top = rng.randint(14, 60)

    def _inks(self, rng: random.Random) -> None:
        red: Colour = (rng.randint(0, 70), rng.randint(0, 60), rng.randint(150, 245))
        black: Colour = (rng.randint(0, 60),) * 3
        self.stock: Colour = (250, 252, 252)
        if rng.random() < 0.5:
            light = rng.randint(228, 250)
            self.stock = (light + rng.randint(-14, 4), light + rng.randint(-4, 5), light + rng.randint(-2, 5))
        if rng.random() < 0.07:
            # Black cards: black and red become two light inks.
            self.stock = (rng.randint(5, 50),) * 3
            black = rng.choice(((235, 235, 235), (90, 190, 225), (200, 205, 210)))
            red = rng.choice(((60, 60, 235), (70, 110, 240), (40, 30, 190)))
        clubs, diamonds = black, red
        if rng.random() < 0.25:
            clubs = rng.choice(((30, 130, 20), (60, 100, 0), (70, 160, 50)))
            diamonds = rng.choice(((200, 70, 20), (220, 120, 30), (20, 120, 240), (60, 190, 225)))
        self.ink: dict[str, Colour] = {"c": clubs, "d": diamonds, "h": red, "s": black}
        self.wash = ink(rng, 0, 255) if rng.random() < 0.12 else None

    def sign(self, suit: str, height: int) -> Picture:
        """Return the suit's sign as a mask."""
        if self.sign_font is None:
            return own_sign(suit, height)
        return glyph(SIGNS[suit], self.sign_font, height, self.sign_stretch)

    def rank(self, rank: str, height: int) -> Picture:
        """Return the rank's letter as a mask."""
        text, stretch = ("10", self.ten) if rank == "T" else (self._letters.get(rank, rank), 1.0)
        return glyph(text, self.font, height, self.stretch * stretch, self.bold)

    def column_width(self, size: float = 1.0) -> float:
        """Return the width of the widest usual index."""
        number, sign = self.rank("8", round(self.rank_height * size)), self.sign("h", round(self.sign_height * size))
        if self.beside:
            return float(number.shape[1] + self.gap + sign.shape[1])
        return float(max(number.shape[1], sign.shape[1]))

    def box(self, size: float = 1.0) -> tuple[float, ...]:
        """Return where the upper left index is, in card units."""
        x, y = self.margin
        high = self.rank_height if self.beside else self.rank_height + self.gap + self.sign_height
        return x / WIDTH, y / HEIGHT, (x + self.column_width(size)) / WIDTH, (y + high * size) / HEIGHT

    def index(self) -> Field:
        """Return all corners' boxes."""
        return index_boxes(self.box(), self.box(self.other) if self.other else None)
