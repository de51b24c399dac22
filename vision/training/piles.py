"""Piles of round things: chips loose, in heaps, stacks, rows and blocks, drawn in space."""

import math

import numpy as np

from vision.arrays import Field, floats
from vision.training import chip_art
from vision.training.chip_art import Disc
from vision.training.tabletop import Cut, Tabletop, ring

RADIUS, THICK = 19.5 / 88, 3.3 / 88
"""A chip's radius and thickness in lengths of a card."""


def cylinder(top: Tabletop, slices: list[Disc], centre: Field, radius: float, thick: float, kind: str | None) -> None:
    """Stand a pile of *slices*, the lowest first, at *centre*, every slice a little beside the one below."""
    rng, high = top.table.rng, thick * len(slices)
    outline = [ring(centre, radius * 1.05, z) for z in (0.0, high)]
    cut = Cut(top, top.project(np.concatenate(outline)), 3 + 0.25 * radius)
    if cut.empty:
        return
    shake = rng.choice((0.0, 0.01, 0.04)) * radius if len(slices) > 1 else 0.0
    # A chip is a polygon: where it begins and how it is lit is its own.
    at, drawn = centre, []
    for level, disc in enumerate(slices):
        at = centre + floats([rng.gauss(0, 1), rng.gauss(0, 1)]) * shake
        low, rim = (top.project(ring(at, radius, z)) for z in (level * thick, (level + 1) * thick))
        drawn += [low, rim]
        dark = rng.uniform(0.55, 0.9)
        cut.fill(np.concatenate([low, rim]), tuple(dark * x for x in disc.edge), hull=True)
        for start, end, ink in disc.spots:
            arcs = [top.project(ring(at, radius, z, start, end, 5)) for z in (level * thick, (level + 1) * thick)]
            cut.fill(np.concatenate([arcs[0], arcs[1][::-1]]), tuple(dark * x for x in ink))
        cut.fill(rim, tuple(0.8 * x for x in disc.edge))
    turn = rng.uniform(0, 2 * math.pi) if not slices[-1].spots else 0.0
    corners = ring(at, radius * math.sqrt(2), high, turn - 0.75 * math.pi, turn + 0.75 * math.pi, 4)
    cut.face(slices[-1].face, top.project(corners), top.project(ring(at, radius, high)))
    every = np.concatenate(drawn)
    cut.box = floats(np.concatenate([every.min(0), every.max(0)]))
    offset = rng.uniform(-0.3, 0.3) * radius, rng.uniform(-0.3, 0.3) * radius
    cut.lay(kind, rng.uniform(0.1, 0.6), offset)


def chips(top: Tabletop) -> None:
    """Put chips down: loose ones, heaps, stacks, a player's rows of stacks."""
    rng = top.table.rng
    made = [chip_art.pattern(rng) for _ in range(rng.choice((1, 1, 2)))]
    sorts = [chip_art.chip(rng, rng.choice(made)) for _ in range(rng.randint(1, 6))]
    radius = top.table.long * RADIUS * rng.uniform(0.92, 1.12)
    thick = radius / RADIUS * THICK * rng.uniform(0.85, 1.15)
    for _ in range(rng.choice((0, 1, 2, 3, 6))):
        group = rng.choice((_loose, _loose, _heap, _row, _row, _block))
        group(top, sorts, radius, thick)


def _loose(top: Tabletop, sorts: list[Disc], radius: float, thick: float) -> None:
    for _ in range(top.table.rng.randint(1, 6)):
        cylinder(top, [top.table.rng.choice(sorts)], top.table.place(0.0), radius, thick, "chips")


def _heap(top: Tabletop, sorts: list[Disc], radius: float, thick: float) -> None:
    """A pot: chips thrown together, here and there one on another."""
    rng, middle = top.table.rng, top.table.place(0.1)
    spread = radius * rng.uniform(1.2, 3.5)
    for _ in range(rng.randint(4, 22)):
        at = middle + floats([rng.gauss(0, spread), rng.gauss(0, spread)])
        cylinder(top, [rng.choice(sorts)] * rng.choice((1, 1, 1, 1, 2, 3)), at, radius, thick, "chips")


def _row(top: Tabletop, sorts: list[Disc], radius: float, thick: float) -> None:
    """Stacks side by side."""
    rng, at = top.table.rng, top.table.place(0.0)
    turn, apart = rng.uniform(0, 2 * math.pi), radius * rng.uniform(2.02, 2.9)
    _stand(top, sorts, radius, thick, [at + apart * n * floats([math.cos(turn), math.sin(turn)])
                                       for n in range(rng.randint(1, 5))])  # fmt: skip


def _block(top: Tabletop, sorts: list[Disc], radius: float, thick: float) -> None:
    """A player's stacks as close as they go: a triangle, a square or a honeycomb."""
    rng, at, turn = top.table.rng, top.table.place(0.0), top.table.rng.uniform(0, 2 * math.pi)
    along = floats([math.cos(turn), math.sin(turn)])
    across = floats([-along[1], along[0]])
    shift, step = rng.choice(((0.5, 0.88), (0.0, 1.0))), radius * rng.uniform(2.0, 2.2)
    places = [floats(at + step * ((column + shift[0] * (row % 2)) * along + row * shift[1] * across))
              for row in range(rng.randint(1, 3)) for column in range(rng.randint(1, 4))]  # fmt: skip
    _stand(top, sorts, radius, thick, places)


def _stand(top: Tabletop, sorts: list[Disc], radius: float, thick: float, places: list[Field]) -> None:
    """Stand a stack at each place, the farthest first, so that the near ones hide them."""
    rng, most = top.table.rng, top.table.rng.choice((3, 8, 20))
    foot = [float(top.project([[*place, 0.0]])[0, 1]) for place in places]
    for number in np.argsort(foot):
        one, count = rng.choice(sorts), rng.randint(1, most)
        pile = [one if rng.random() < 0.9 else rng.choice(sorts) for _ in range(count)]
        cylinder(top, pile, places[int(number)], radius, thick, "chips")
