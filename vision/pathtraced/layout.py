"""Lay a table: boards, hole pairs, fans, single cards, stubs and mucks, and what stands and lies around them."""

import math
import random
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import floats
from vision.pathtraced import bodies
from vision.pathtraced.heights import Heights
from vision.pathtraced.plan import CARD_LONG, CARD_WIDE, Bend, Box, Card, Colour, Disc, Eye, Glass, Limb
from vision.pathtraced.projection import on_table, quads

MOST = 25
Laid = tuple[float, float, float, bool]
"""Where a card is to lie, its turn, and whether it is face down."""


@dataclass(slots=True)
class Table:
    """A table while it is laid. *down* notes of each card whether it is face down."""

    rng: random.Random
    eye: Eye
    heights: Heights
    cards: list[Card] = field(default_factory=list)
    down: list[bool] = field(default_factory=list)
    discs: list[Disc] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)
    limbs: list[Limb] = field(default_factory=list)
    glasses: list[Glass] = field(default_factory=list)

    def place(self, margin: float) -> tuple[float, float]:
        """Return a place on the table that is in view."""
        share = [self.rng.uniform(margin, 1 - margin) for _ in range(2)]
        x, y = on_table(self.eye, np.array([[share[0] * self.eye.wide, share[1] * self.eye.high]]))[0]
        return float(x), float(y)

    def free_place(self, margin: float) -> tuple[float, float]:
        """Return the farthest of a few places from all cards: hands seldom lie on other hands."""
        places = [self.place(margin) for _ in range(4)]
        return max(places, key=lambda at: min((math.dist(at, (card.x, card.y)) for card in self.cards), default=0.0))


def lay_cards(table: Table, wanted: int, down: float, bends: tuple[float, float], gloss: tuple[float, float]) -> None:
    """Lay about *wanted* cards, a share *down* of the groups face down.

    *bends*: how strongly cards may curl (1/m), and how often a corner is lifted; *gloss*: coat and roughness.
    """
    rng = table.rng
    turn = rng.choice((0.0, math.pi / 2, rng.uniform(0, math.pi)))
    if wanted >= 3 and rng.random() < 0.75:
        _lay(table, _board(table, turn + rng.gauss(0, 0.05)), bends, gloss)
    for _ in range(400):
        if len(table.cards) >= min(wanted, MOST):
            return
        _lay(table, _group(table, turn, rng.random() < down), bends, gloss)


def _board(table: Table, turn: float) -> list[Laid]:
    rng, (x, y) = table.rng, table.place(0.35)
    step, count = CARD_WIDE * rng.uniform(1.03, 1.4), rng.randint(3, 5)
    shake = rng.choice((0.001, 0.004))
    places = [(n - (count - 1) / 2) * step for n in range(count)]
    return [
        (
            x + n * math.cos(turn) + rng.gauss(0, shake),
            y + n * math.sin(turn) + rng.gauss(0, shake),
            turn + rng.gauss(0, 0.04),
            False,
        )
        for n in places
    ]


def _group(table: Table, turn: float, down: bool) -> list[Laid]:
    """A single card, a pair of hole cards, a fan, or a muck."""
    rng, kind, (x, y) = table.rng, table.rng.random(), table.free_place(table.rng.choice((0.03, 0.1, 0.13)))
    turn = rng.choice((turn, rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi))) + rng.gauss(0, 0.1)
    if kind < 0.22:
        return [(x, y, turn, down)]
    if kind < 0.82:
        apart = CARD_WIDE * rng.choice((rng.uniform(0.2, 0.5), rng.uniform(0.4, 0.9), rng.uniform(1.0, 1.2)))
        side = turn + rng.choice((0, math.pi)) + rng.gauss(0, 0.25)
        other = down if rng.random() < 0.9 else not down
        return [
            (x, y, turn, down),
            (x + apart * math.cos(side), y + apart * math.sin(side), turn + rng.gauss(0, 0.2), other),
        ]
    count = rng.randint(3, 6)
    if kind < 0.93:
        step, open_ = CARD_WIDE * rng.uniform(0.22, 0.5), rng.uniform(0, 0.12)
        return [
            (x + n * step * math.cos(turn), y + n * step * math.sin(turn), turn - open_ * n, down) for n in range(count)
        ]
    return [(x + rng.gauss(0, 0.02), y + rng.gauss(0, 0.02), rng.uniform(0, 6.3), True) for _ in range(count)]


def _lay(table: Table, laid: list[Laid], bends: tuple[float, float], gloss: tuple[float, float]) -> None:
    """Lay cards that are mostly in view and where nothing stands in the way."""
    rng = table.rng
    for x, y, turn, down in laid:
        ear = rng.uniform(2, 9) if rng.random() < bends[1] else 0.0
        corner = math.atan2(rng.choice((-1, 1)) * CARD_LONG, rng.choice((-1, 1)) * CARD_WIDE)
        bend = Bend(rng.gauss(0, bends[0]), rng.choice((0.0, math.pi / 2, corner)), ear, corner)
        card = Card(x, y, 0.0, turn, "", bend, *gloss)
        if len(table.cards) == MOST or not _in_view(table.eye, card):
            continue
        z = table.heights.lay_card(x, y, turn, bend)
        if z is not None:
            table.cards.append(Card(x, y, z, turn, "", bend, *gloss))
            table.down.append(down)


def _in_view(eye: Eye, card: Card) -> bool:
    """Whether three tenths of the card lie in the picture; others are not laid, so every card has its label."""
    quad = quads(eye, (card,))[0]
    clipped = floats(np.clip(quad, 0, [eye.wide, eye.high]))
    return bool(cv2.contourArea(clipped) >= 0.3 * cv2.contourArea(quad))


def stack_chips(table: Table, kinds: int, stacks: int, splashed: int) -> None:
    """Put stacks of chips down, a few splashed, some on cards as protectors; skins are chip-N-top and chip-N-side."""
    rng = table.rng
    radius = rng.choice((0.0195, 0.02, 0.0215))
    for _ in range(stacks):
        x, y = table.place(-0.05)
        kind, count = rng.randrange(kinds), rng.choice((1, 2, 3, rng.randint(3, 8), rng.randint(5, 16)))
        for _ in range(count):
            kind = rng.randrange(kinds) if rng.random() < 0.1 else kind
            at = x + rng.gauss(0, 0.0006), y + rng.gauss(0, 0.0006)
            if not _chip(table, kind, at, radius, count == 1):
                break
    middle = table.place(0.2)
    for _ in range(splashed):
        at = middle[0] + rng.gauss(0, 0.06), middle[1] + rng.gauss(0, 0.06)
        _chip(table, rng.randrange(kinds), at, radius, False)


def _chip(table: Table, kind: int, at: tuple[float, float], radius: float, on_cards: bool) -> bool:
    """Put one chip down; one of a stack stands on the last chip."""
    below = table.discs[-1] if table.discs else None
    stacked = below is not None and math.dist((below.x, below.y), at) < 0.004
    if stacked and below is not None:
        z: float | None = below.z + below.high
    else:
        z = table.heights.stand(*at, radius, 0.0033, on_cards)
    if z is None:
        return False
    turn = table.rng.uniform(0, 6.3)
    table.discs.append(Disc(*at, z, turn, radius, 0.0033, f"chip-{kind}-top.png", f"chip-{kind}-side.png"))
    return True


def put_button(table: Table) -> None:
    """Put the dealer button down, mostly beside the cards."""
    radius, (x, y) = table.rng.uniform(0.024, 0.038), table.place(0.05)
    z = table.heights.stand(x, y, radius, 0.006, table.rng.random() < 0.2)
    if z is not None:
        turn = table.rng.uniform(0, 6.3)
        table.discs.append(Disc(x, y, z, turn, radius, 0.006, "button-top.png", "button-side.png", 0.25))


def put_box(table: Table, size: tuple[float, float, float], skin: str, paint: Colour, on_cards: bool) -> None:
    """Lay a telephone, a paper or a box of *size* (wide, deep, high) down, beside the cards or over some of them."""
    rng, (wide, deep, high) = table.rng, size
    (x, y), turn = table.place(rng.choice((-0.03, 0.15))), rng.uniform(0, 6.3)
    if on_cards:
        z = table.heights.cover(x, y, (wide / 2, deep / 2), turn, high)
    else:
        z = table.heights.stand(x, y, math.hypot(wide, deep) / 2, high, False)
    if z is not None:
        rounded = 0.004 if high > 0.005 else 0.0
        table.boxes.append(Box(x, y, z, turn, wide, deep, high, skin, paint, 0.3, rounded))


def put_glass(table: Table) -> None:
    """Stand a tumbler on the table, beside the cards."""
    rng, (x, y) = table.rng, table.place(-0.02)
    radius, high = rng.uniform(0.03, 0.042), rng.uniform(0.07, 0.13)
    if table.heights.stand(x, y, radius + 0.005, high, False) is not None:
        drink = rng.choice(((0.95, 0.75, 0.3), (0.5, 0.2, 0.05), (0.98, 0.98, 0.98)))
        table.glasses.append(Glass(x, y, radius, high, rng.choice((0.0, 0.4, 0.8)), drink))


def put_hand(table: Table) -> None:
    """Reach into the picture with a hand, from somebody's side of the table."""
    at, frm = table.place(0.05), table.place(-0.6)
    while math.dist(at, frm) < 0.15:
        frm = table.place(-0.6)
    table.limbs.extend(bodies.hand(table.rng, at, frm))


def put_rail(table: Table) -> None:
    """Let the table end in its padded rail near an edge of the picture, where no card is in its way."""
    rng, eye = table.rng, table.eye
    edges = np.array([[eye.wide / 2, 0], [eye.wide, eye.high / 2], [0, eye.high / 2], [eye.wide / 2, eye.high]], float)
    x, y = (float(part) for part in on_table(eye, edges)[rng.randrange(4)])
    turn = math.atan2(y, x) + math.pi / 2
    inner = math.hypot(x, y) - 0.12
    ahead = math.cos(turn - math.pi / 2), math.sin(turn - math.pi / 2)
    there: list[Card | Disc | Box | Glass] = [*table.cards, *table.discs, *table.boxes, *table.glasses]
    far = [one.x * ahead[0] + one.y * ahead[1] for one in there]
    if max(far, default=0.0) < inner:
        table.boxes.append(bodies.rail(rng, x, y, turn))
