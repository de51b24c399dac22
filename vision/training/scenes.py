"""Random photographs of tables: cards on all kinds of tops, with chips, hands, light and a camera's faults.

The labels are exact: which card each pixel shows, and the whole outline of every card, covered parts included.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.names import BACK, CARDS, CUT_CARD, JOKER
from vision.training.backs import draw_back
from vision.training.camera import photograph
from vision.training.clutter import chip, cover, dealer_button, hand, mark
from vision.training.decks import HEIGHT, WIDTH, Deck
from vision.training.extras import draw_cut_card, draw_joker
from vision.training.samples import Sample
from vision.training.surfaces import surface

LONG_SIDE = 704
BORDER = 10
MOST = 24
"""Cards on a table."""


@dataclass(slots=True)
class Table:
    """A scene while it is being built."""

    rng: random.Random
    noise: np.random.Generator
    to_picture: NDArray[np.float64]
    long: float
    wide: float
    image: Field
    owners: Picture
    quads: list[Field] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    sources: list[Deck] = field(default_factory=list)

    def project(self, points: object) -> Field:
        flat = np.asarray(points, np.float32).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(flat, self.to_picture), np.float32).reshape(-1, 2)

    def place(self, margin: float) -> Field:
        """Return a place on the table that is in view, in table units."""
        height, width = self.owners.shape
        at = [self.rng.uniform(margin, 1 - margin) * width, self.rng.uniform(margin, 1 - margin) * height]
        back = np.linalg.inv(self.to_picture)
        return np.asarray(cv2.perspectiveTransform(floats([[at]]), back), np.float32).reshape(2)


def _view(rng: random.Random, width: int, height: int) -> NDArray[np.float64]:
    """Return the homography from the table to the picture: mostly from above, sometimes tilted."""
    tilt = rng.random() ** 1.8 * 0.8
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else np.pi / 2 + rng.uniform(-0.3, 0.3)
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    view = np.eye(3)
    view[:2, :2] = np.outer(along, along) * (1 - 0.45 * tilt) + np.outer(across, across)
    view[2, :2] = along * tilt * 0.75 / LONG_SIDE
    return np.array([[1, 0, width / 2], [0, 1, height / 2], [0, 0, 1]]) @ view


Laid = tuple[Field, float, bool]


def _layout(table: Table) -> list[Laid]:
    """Choose where cards lie: (place, turn, face down) in the order they were put down."""
    rng, long, wide = table.rng, table.long, table.wide
    area = table.owners.size / (long * wide)
    wanted = 0 if rng.random() < 0.04 else min(rng.randint(3, MOST), max(2, int(area / 1.8)))
    turn = rng.choice((0.0, np.pi / 2, rng.uniform(0, np.pi)))
    down = rng.choice((0.08, 0.25, 0.5))
    laid: list[Laid] = []
    if wanted >= 3 and rng.random() < 0.55:
        laid += _board(table, turn + rng.uniform(-0.1, 0.1))
    while len(laid) < wanted:
        laid += _group(table, turn, rng.random() < down)
    return laid[:MOST]


def _board(table: Table, turn: float) -> list[Laid]:
    rng, start = table.rng, table.place(0.25)
    step = table.wide * rng.uniform(1.0, 1.5)
    along = floats([np.cos(turn), np.sin(turn)])
    count = rng.randint(3, 5)
    shake = floats(table.noise.normal(0, 0.03 * table.long, (count, 2)))
    return [(start + along * (i - count / 2) * step + shake[i], turn + rng.gauss(0, 0.06), False) for i in range(count)]


def _group(table: Table, turn: float, down: bool) -> list[Laid]:
    """A single card, a pair of hole cards (often strongly overlapping), a fan, or a pile."""
    rng, long, wide = table.rng, table.long, table.wide
    kind, at = rng.random(), table.place(0.02)
    turn = rng.choice((turn, turn + np.pi / 2, rng.uniform(0, 2 * np.pi))) + rng.gauss(0, 0.12)
    if kind < 0.25:
        return [(at, turn, down)]
    if kind < 0.8:
        apart = rng.choice((rng.uniform(0.15, 0.5), rng.uniform(0.3, 0.9), rng.uniform(0.9, 1.3))) * wide
        side = turn + rng.choice((0, np.pi)) + rng.gauss(0, 0.3)
        step = floats([np.cos(side), np.sin(side)]) * apart + floats(table.noise.normal(0, 0.08 * long, 2))
        other = down if rng.random() < 0.85 else not down
        return [(at, turn, down), (at + step, turn + rng.gauss(0, 0.25), other)]
    if kind < 0.92:
        open_ = rng.uniform(0, 0.14)
        along = floats([np.cos(turn), np.sin(turn)]) * wide * rng.uniform(0.15, 0.45)
        return [(at + along * i, turn + (i - 2) * open_, down) for i in range(rng.randint(3, 6))]
    return [(at + floats(table.noise.normal(0, 0.02 * long, 2)), turn + rng.gauss(0, 0.04), True) for _ in range(3)]


def _card_quad(table: Table, at: Field, turn: float) -> Field:
    half = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (table.wide / 2, table.long / 2)
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return table.project(half @ rotation + at)


def _mostly_inside(quad: Field, width: int, height: int) -> bool:
    clipped = np.clip(quad, 0, [width, height]).astype(np.float32)
    return bool(cv2.contourArea(clipped) >= 0.3 * cv2.contourArea(quad))


@dataclass(frozen=True, slots=True)
class Light:
    """How cards look in this scene."""

    shadow: float
    offset: Field
    tone: Field
    edge: float


def _lay_card(table: Table, art: Picture, quad: Field, kind: int, deck: Deck, light: Light) -> None:
    """Draw one card over what is there, with its shadow, and note whose pixels they are."""
    rng = table.rng
    height, width = table.owners.shape
    x0, y0 = np.maximum(np.floor(quad.min(0) - BORDER), 0).astype(int)
    x1, y1 = np.minimum(np.ceil(quad.max(0) + BORDER), [width, height]).astype(int)
    if x1 - x0 < 4 or y1 - y0 < 4 or not _mostly_inside(quad, width, height):
        return
    side = max(np.linalg.norm(quad[i] - quad[i - 1]) for i in range(4))
    scale = 1.25 * side / HEIGHT
    if scale < 1:
        size = (max(6, int(WIDTH * scale)), max(8, int(HEIGHT * scale)))
        art = np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA), np.uint8)
    rows, columns = art.shape[:2]
    corners = floats([[0, 0], [columns, 0], [columns, rows], [0, rows]]) - 0.5
    warp = cv2.getPerspectiveTransform(corners, floats(quad - [x0, y0]) - 0.5)
    drawn = cv2.warpPerspective(art, warp, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR).astype(np.float32)
    alpha = drawn[..., 3:] / 255
    under = table.image[y0:y1, x0:x1]
    if light.shadow > 0.05:
        moved = cv2.warpAffine(
            alpha[..., 0], floats([[1, 0, light.offset[0]], [0, 1, light.offset[1]]]), alpha.shape[1::-1]
        )
        under = under * (1 - light.shadow * cv2.GaussianBlur(moved, (0, 0), max(0.6, table.long * 0.015))[..., None])
    pixels = drawn[..., :3] / np.maximum(alpha, 0.05) * light.tone
    if light.edge:
        rim = 1 - cv2.GaussianBlur(alpha[..., 0], (0, 0), max(0.8, float(side) * 0.008))
        pixels = pixels * (1 - light.edge * np.clip(rim * 2, 0, 1))[..., None]
    if rng.random() < 0.12:
        pixels = pixels * rng.uniform(0.4, 0.9) + rng.uniform(40, 110)
    if rng.random() < 0.3:
        pixels = pixels * _slope(rng, *pixels.shape[:2])
    table.image[y0:y1, x0:x1] = under * (1 - alpha) + np.clip(pixels, 0, 255) * alpha
    table.quads.append(quad)
    table.kinds.append(kind)
    table.sources.append(deck)
    table.owners[y0:y1, x0:x1][alpha[..., 0] > 0.5] = len(table.quads)


def _slope(rng: random.Random, rows: int, columns: int) -> Field:
    across, down = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    return floats(1 + rng.uniform(-0.25, 0.25) * across + rng.uniform(-0.25, 0.25) * down)[..., None]


def _start(rng: random.Random, noise: np.random.Generator, calm: bool) -> Table:
    short = int(LONG_SIDE * rng.uniform(0.6, 0.8))
    width, height = (LONG_SIDE, short) if rng.random() < 0.75 else (short, LONG_SIDE)
    # Mostly a table from above; now and then a few cards so close that the picture cuts them off.
    close = rng.random() < 0.17
    long = float(
        np.exp(rng.uniform(np.log(215), np.log(520)) if close else rng.uniform(np.log(60 if calm else 40), np.log(215)))
    )
    owners = np.zeros((height, width), np.uint8)
    image = surface(rng, noise, height, width)
    return Table(rng, noise, _view(rng, width, height), long, long * rng.uniform(0.62, 0.74), image, owners)


def _mat(table: Table) -> None:
    """Lay a mat or smaller table top over the surface."""
    rng, (height, width) = table.rng, table.owners.shape
    half = floats([rng.uniform(0.17, 0.4), rng.uniform(0.12, 0.33)]) * LONG_SIDE
    turn = rng.choice((0.0, rng.uniform(-0.5, 0.5)))
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    mask = np.zeros((height, width), np.float32)
    cv2.fillPoly(mask, [table.project(corners @ rotation + table.place(0.3)).astype(np.int32)], 1.0)
    soft = floats(cv2.GaussianBlur(mask, (0, 0), 0.7))[..., None]
    table.image = table.image * (1 - soft) + surface(rng, table.noise, height, width) * soft


CALM = 0.6
"""The share of decent pictures; the others are dark, blown out, noisy, blurred, tiny."""


@dataclass(frozen=True, slots=True)
class Extras:
    """Shares of the cards that are not played, and jokers as they are sold; without these all jokers are drawn."""

    jokers: float
    cut_cards: float
    printed: tuple[Picture, ...] = ()


SELDOM = Extras(0.025, 0.025)
"""How many there are mostly, and in all scenes for measuring."""
SOLD = 0.6
"""How many of the jokers are as they are sold, where some are given."""


def _extra(rng: random.Random, art: list[Deck], extras: Extras) -> tuple[int, Picture] | None:
    which = rng.random()
    if which < extras.jokers:
        sold = extras.printed and rng.random() < SOLD
        return JOKER, rng.choice(extras.printed) if sold else draw_joker(rng, art)
    return (CUT_CARD, draw_cut_card(rng)) if which < extras.jokers + extras.cut_cards else None


def any_cards(rng: random.Random) -> list[int]:
    """Deal as many cards as a table shows at most."""
    return rng.sample(range(len(CARDS)), MOST)


def scene(
    rng: random.Random,
    deck: Deck,
    backs: list[Picture],
    art: list[Deck] | None = None,
    extras: Extras = SELDOM,
    deal: Callable[[random.Random], list[int]] = any_cards,
) -> Sample:
    """Draw one table with cards of *deck* and photograph it; *art* lends drawn jokers their figures.

    *deal*: which cards these are, MOST of them.
    """
    noise = np.random.default_rng(rng.getrandbits(32))
    calm = rng.random() < CALM
    table = _start(rng, noise, calm)
    if rng.random() < 0.5:
        _mat(table)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        mark(table)
    back = rng.choice(backs) if rng.random() < 0.35 else draw_back(rng)
    offset = floats([rng.uniform(-4, 4), rng.uniform(-4, 4)]) * table.long / 100
    tone = floats([rng.uniform(0.9, 1.03) for _ in range(3)]) * rng.uniform(0.8, 1.02)
    light = Light(rng.uniform(0, 0.55), floats(offset), floats(tone), rng.choice((0.0, 0.0, rng.uniform(0.05, 0.4))))
    draw = deal(rng)
    chips = rng.choice((0, 0, 3, 10, 16))
    early = chips // 2 if rng.random() < 0.5 else 0
    for _ in range(early):
        chip(table)
    for number, (at, turn, down) in enumerate(_layout(table)):
        extra = _extra(rng, art or [deck], extras)
        kind = extra[0] if extra else BACK if down else draw[number]
        face = extra[1] if extra else back if down else deck.faces[kind]
        _lay_card(table, face, _card_quad(table, at, turn), kind, deck, light)
    for _ in range(chips - early):
        chip(table)
    if rng.random() < 0.2:
        dealer_button(table)
    if rng.random() < 0.25:
        cover(table)
    if rng.random() < 0.25:
        hand(table)
    return _label(table, photograph(table.image, rng, noise, calm))


def _label(table: Table, picture: Picture) -> Sample:
    count = len(table.quads)
    quads = floats(table.quads).reshape(count, 4, 2)
    index = floats([deck.index for deck in table.sources]).reshape(count, 4, 4)
    return Sample(picture, table.owners, quads, np.array(table.kinds, np.int64), index)
