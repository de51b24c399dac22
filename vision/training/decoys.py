"""What lies on tables and is none of the game's: coins, coasters, glasses, phones, lighters, ashtrays, chip racks."""

import math

import numpy as np

from vision.arrays import Field, floats
from vision.training import chip_art
from vision.training.piles import RADIUS, THICK, cylinder
from vision.training.surfaces import colour
from vision.training.tabletop import Cut, Tabletop, ring


def decoys(top: Tabletop) -> None:
    """Put some of them down."""
    rng, long = top.table.rng, top.table.long
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        which, at = rng.random(), top.table.place(0.0)
        if which < 0.3:
            size = rng.uniform(0.1, 0.16) if rng.random() < 0.7 else rng.uniform(0.45, 0.65)
            cylinder(top, [chip_art.plain(rng)], at, long * size, long * 0.02, None)
        elif which < 0.55:
            _vessel(top, at)
        elif which < 0.85:
            _box(top, at, *rng.choice(((0.8, 1.65, 0.09), (0.26, 0.9, 0.12), (0.65, 1.0, 0.2), (0.1, 1.6, 0.08))))
        else:
            _rack(top, at)


def _vessel(top: Tabletop, at: Field) -> None:
    """A glass, a cup, a bottle or an ashtray: a hollow cylinder with something in it."""
    rng, long = top.table.rng, top.table.long
    radius, high = long * rng.uniform(0.3, 0.6), long * rng.uniform(0.2, 1.6)
    wall = tuple(float(x) for x in colour(rng, 60, 250))
    cut = Cut(top, top.project(np.concatenate([ring(at, radius, z) for z in (0.0, high)])), 4)
    if cut.empty:
        return
    rim = top.project(ring(at, radius, high))
    cut.fill(np.concatenate([top.project(ring(at, radius * 0.85, 0.0)), rim]), tuple(0.7 * x for x in wall), hull=True)
    cut.fill(rim, wall)
    cut.fill(top.project(ring(at, radius * rng.uniform(0.8, 0.93), high)), tuple(float(x) for x in colour(rng, 5, 200)))
    cut.alpha = (cut.alpha * rng.choice((1.0, 1.0, 0.6))).astype(np.uint8)
    cut.lay(None, rng.uniform(0.1, 0.5))


def _box(top: Tabletop, at: Field, wide: float, long: float, high: float) -> None:
    """A phone, a lighter, a packet, a pen."""
    rng, card = top.table.rng, top.table.long
    turn = rng.uniform(0, math.pi)
    half = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (wide * card / 2, long * card / 2)
    rotation = floats([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    flat = half @ rotation + at
    low, lid = (top.project(np.hstack([flat, np.full((4, 1), z * card)])) for z in (0.0, high))
    cut = Cut(top, np.concatenate([low, lid]), 4)
    if cut.empty:
        return
    ink = (rng.uniform(10, 50),) * 3 if rng.random() < 0.5 else tuple(float(x) for x in colour(rng, 10, 245))
    cut.fill(np.concatenate([low, lid]), tuple(0.6 * x for x in ink), hull=True)
    cut.fill(lid, ink)
    inner = lid.mean(0) + (lid - lid.mean(0)) * rng.uniform(0.8, 0.95)
    cut.fill(inner, tuple(float(x) for x in colour(rng, 0, 200)) if rng.random() < 0.5 else ink)
    cut.lay(None, rng.uniform(0.1, 0.5))


def _rack(top: Tabletop, at: Field) -> None:
    """The house's rack: rows of chips on edge, which are nobody's bet."""
    rng, long = top.table.rng, top.table.long
    turn, rows, reach = rng.uniform(0, math.pi), rng.randint(2, 6), long * rng.uniform(0.8, 2.2)
    along = floats([math.cos(turn), math.sin(turn)])
    across = floats([-along[1], along[0]]) * long * RADIUS * 2.1
    corners = [at + a * along * reach / 2 + b * across * rows / 2 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    outline = top.project([[*corner, 0.0] for corner in corners])
    cut = Cut(top, outline, 4)
    if cut.empty:
        return
    cut.fill(outline, (rng.uniform(15, 80),) * 3)
    for row in range(rows):
        body, spot = rng.choice(chip_art.CASINO), rng.choice(chip_art.CASINO)
        start = at - along * reach * 0.48 + across * (row - rows / 2 + 0.5)
        for number in range(int(reach * 0.96 * rng.uniform(0.5, 1) / (long * THICK))):
            left = start + along * number * long * THICK
            quad = [left - 0.42 * across, left + 0.42 * across, left + 0.42 * across + along * long * THICK * 0.8,
                    left - 0.42 * across + along * long * THICK * 0.8]  # fmt: skip
            cut.fill(top.project([[*point, 0.0] for point in quad]), tuple(rng.uniform(0.7, 1.0) * x for x in body))
            if rng.random() < 0.5:
                middle = [0.6 * point + 0.4 * floats(quad).mean(0) for point in quad]
                cut.fill(top.project([[*point, 0.0] for point in middle]), spot)
    cut.lay(None, 0.3)
