"""Decks drawn at random: other fonts, sizes, colours, layouts, so that the reader learns indices, not a brand."""

import random

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.names import CARDS
from vision.scene import deck as house
from vision.training.courts import ace_ornament, print_court
from vision.training.decks import HEIGHT, WIDTH, Deck
from vision.training.printing import stamp
from vision.training.style import ENGLISH, Letters, Style


class Drawn:
    """The faces of one drawn deck, each drawn when it is first asked for."""

    def __init__(self, seed: int, style: Style, art: list[Deck]) -> None:
        self._seed, self._style, self._art = seed, style, art
        self._faces: dict[int, Picture] = {}

    def __getitem__(self, kind: int) -> Picture:
        if kind not in self._faces:
            self._faces[kind] = _face(self._style, CARDS[kind], self._art, random.Random(f"{self._seed} {kind}"))
        return self._faces[kind]


def draw_deck(seed: int, art: list[Deck], held_out: bool = False, letters: Letters = ENGLISH) -> Deck:
    """Draw a deck; the courts' pictures come shuffled from *art*, or are drawn. *letters*: see ``Style``."""
    style = Style(random.Random(seed), held_out, letters)
    return Deck(f"drawn-{seed}", Drawn(seed, style, art), style.index())


def _face(style: Style, code: str, art: list[Deck], rng: random.Random) -> Picture:
    rank, suit = code[0], code[1]
    face: Picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    face[:] = style.stock
    if style.wash:
        _wash(face, style, rng)
    if rank in "JQK":
        print_court(face, style, suit, art, rng)
    else:
        _print_pips(face, style, rank, suit, rng)
    if style.border:
        cv2.rectangle(face, (4, 4), (WIDTH - 5, HEIGHT - 5), style.ink["s"], rng.randint(1, 5))
    _print_index(face, style, rank, suit)
    return np.dstack([face, cv2.resize(house.outline_mask(), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)])


def _wash(face: Picture, style: Style, rng: random.Random) -> None:
    """Tint the paper from the edge or the middle, as some decks do."""
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    share = floats(np.clip(np.hypot(x, y) - rng.uniform(0, 0.6), 0, 1) * rng.uniform(0.05, 0.25))[..., None]
    assert style.wash is not None
    face[:] = (face * (1 - share) + floats(style.wash) * share).astype(np.uint8)


def _corner_mask(style: Style, rank: str, suit: str, size: float) -> Picture:
    """Return a mask of a whole face with only its upper left index."""
    number, sign = style.rank(rank, round(style.rank_height * size)), style.sign(suit, round(style.sign_height * size))
    high, gap = style.rank_height * size, style.gap * size
    x, y = style.margin
    corner: Picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    wide = style.column_width(size)
    if style.beside:
        stamp(corner, number, x + number.shape[1] / 2, y + high / 2, (255, 255, 255))
        at = x + number.shape[1] + gap + sign.shape[1] / 2
        stamp(corner, sign, at, y + high - sign.shape[0] / 2, (255, 255, 255))
        return corner[..., 0]
    middle = x + max(wide, number.shape[1]) / 2
    stamp(corner, number, middle, y + high / 2, (255, 255, 255))
    stamp(corner, sign, middle, y + high + gap + sign.shape[0] / 2, (255, 255, 255))
    return corner[..., 0]


def _print_index(face: Picture, style: Style, rank: str, suit: str) -> None:
    mask = _corner_mask(style, rank, suit, 1.0)
    masks = [mask, mask[::-1, ::-1]]
    if style.other:
        second = _corner_mask(style, rank, suit, style.other)
        # Moved to the right edge, not mirrored: letters stay letters.
        x0, _, x1, _ = style.box(style.other)
        moved = np.roll(second, round((1 - x1 - x0) * WIDTH), 1)
        masks += [moved, moved[::-1, ::-1]]
    for printed in masks:
        stamp(face, printed, WIDTH / 2, HEIGHT / 2, style.ink[suit])


def _print_pips(face: Picture, style: Style, rank: str, suit: str, rng: random.Random) -> None:
    if rank == "A":
        if rng.random() < (0.8 if suit == "s" else 0.25):
            ace_ornament(face, style.sign(suit, rng.randint(110, 220)), style.ink[suit], style.font, rng)
        else:
            stamp(face, style.sign(suit, rng.randint(70, 200)), WIDTH / 2, HEIGHT / 2, style.ink[suit])
        return
    if style.big_pip:
        stamp(face, style.sign(suit, 140), WIDTH / 2, HEIGHT / 1.7, style.ink[suit])
        return
    sign = style.sign(suit, style.pip)
    for x, y in () if style.no_pips else house.PIP_PLACES[rank]:
        x, y = 0.5 + (x - 0.5) * (0.5 - style.column) / 0.2, 0.5 + (y - 0.5) * style.rows
        stamp(face, sign[::-1] if y > 0.51 else sign, x * WIDTH, y * HEIGHT, style.ink[suit])
