"""Scenes for the detector of everything else: chips alone, in heaps, stacks and rows, buttons, hands, and decoys.

The card reader's scenes have few and flat chips; these have many, drawn in space, and exact boxes of all of them.
"""

import math
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.names import CUT_CARD, JOKER
from vision.training import chip_art, scenes
from vision.training.arms import hand
from vision.training.backs import draw_back
from vision.training.camera import photograph
from vision.training.chip_art import Disc
from vision.training.clutter import cover, mark
from vision.training.decks import HELD_OUT, Deck, load_art, load_backs
from vision.training.extras import draw_cut_card, draw_joker
from vision.training.surfaces import colour, surface
from vision.training.tabletop import Cut, Labelled, Tabletop, camera, ring

LONG_SIDE = 416
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


def _chips(top: Tabletop) -> None:
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


def _buttons(top: Tabletop) -> None:
    rng, long = top.table.rng, top.table.long
    if rng.random() < 0.45:
        size = rng.uniform(0.13, 0.2) if rng.random() < 0.15 else rng.uniform(0.23, 0.46)
        thick = size * rng.uniform(0.05, 0.45)
        cylinder(top, [chip_art.button(rng)], top.table.place(0.0), long * size, long * thick, "dealer_button")
    if rng.random() < 0.15:
        button = chip_art.button(rng, chip_art.OTHERS)
        cylinder(top, [button], top.table.place(0.0), long * rng.uniform(0.2, 0.4), long * 0.06, None)


def _decoys(top: Tabletop) -> None:
    """Put down what is none of the game's: coins, coasters, glasses, phones, lighters, ashtrays, chip racks."""
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


def _cards(top: Tabletop, deck: Deck, backs: list[Picture], art: list[Deck]) -> None:
    """Lay cards as the card reader's scenes do, with more cut cards."""
    rng, table = top.table.rng, top.table
    back = rng.choice(backs) if rng.random() < 0.35 else draw_back(rng)
    light = scenes.Light(rng.uniform(0, 0.55), floats([rng.uniform(-2, 2), rng.uniform(-2, 2)]), floats([1, 1, 1]), 0.0)
    draw = rng.sample(range(52), 24)
    for number, (at, turn, down) in enumerate(scenes._layout(table)[: rng.choice((0, 3, 8, 14))]):
        kind, face = (draw[number], deck.faces[draw[number]]) if not down else (53, back)
        if rng.random() < 0.06:
            kind, face = CUT_CARD, draw_cut_card(rng)
        elif rng.random() < 0.02:
            kind, face = JOKER, draw_joker(rng, art)
        before = len(table.quads)
        scenes._lay_card(table, face, scenes._card_quad(table, at, turn), kind, deck, light)
        if len(table.quads) > before:
            _note_card(top, "cut_card" if kind == CUT_CARD else "card")


def _note_card(top: Tabletop, kind: str) -> None:
    """Take the card that was just laid into the table's account of who lies on top."""
    mine, quad = top.table.owners == len(top.table.quads), top.table.quads[-1]
    top.which[mine] = len(top.things) + 1
    top.things.append(top.thing(kind, quad, int(mine.sum())))


def _start(rng: random.Random, noise: np.random.Generator) -> Tabletop:
    short = int(LONG_SIDE * rng.uniform(0.62, 1.0))
    width, height = (LONG_SIDE, short) if rng.random() < 0.8 else (short, LONG_SIDE)
    long = math.exp(rng.uniform(math.log(30), math.log(130)) if rng.random() < 0.85 else rng.uniform(4.6, 5.7))
    seen = camera(rng, width, height)
    image, owners = surface(rng, noise, height, width), np.zeros((height, width), np.uint8)
    table = scenes.Table(rng, noise, seen[:, [0, 1, 3]], long, long * rng.uniform(0.62, 0.74), image, owners)
    return Tabletop(table, seen, np.zeros((height, width), np.int16))


def scene(rng: random.Random, deck: Deck, backs: list[Picture], art: list[Deck]) -> tuple[Picture, list[Labelled]]:
    """Draw one table and photograph it."""
    noise = np.random.default_rng(rng.getrandbits(32))
    top = _start(rng, noise)
    if rng.random() < 0.5:
        scenes._mat(top.table)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        mark(top.table)
    lay_cards: Callable[[Tabletop], None] = partial(_cards, deck=deck, backs=backs, art=art)
    first, second = rng.sample((_chips, lay_cards), 2)
    first(top)
    _decoys(top)
    second(top)
    _buttons(top)
    if rng.random() < 0.15:
        _covered(top)
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        hand(top)
    return photograph(top.table.image, rng, noise), top.labels()


def _covered(top: Tabletop) -> None:
    """Lay a paper or a book over part of it all."""
    before = top.table.image.copy()
    cover(top.table)
    top.which[np.abs(top.table.image - before).max(2) > 2] = 0


def build(folder: Path, art_folder: Path, kinds: tuple[str, ...], count: int, held_out: bool) -> None:
    """Write *count* scenes as picture and label files of the detector's format below *folder*; those there are kept."""
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    paths = [folder / "images" / f"scene-{number:05d}.jpg" for number in range(count)]
    if all(path.exists() for path in paths):
        return
    decks = [deck for deck in load_art(art_folder) if (deck.name in HELD_OUT) == held_out]
    backs = load_backs(art_folder)
    for number, path in enumerate(paths):
        if path.exists():
            continue
        rng = random.Random(f"other-{held_out}-{number}")
        picture, things = scene(rng, rng.choice(decks), backs, decks)
        write_labels(folder / "labels" / f"{path.stem}.txt", picture.shape[:2], things, kinds)
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(50, 95)])


def write_labels(path: Path, size: tuple[int, ...], things: list[Labelled], kinds: tuple[str, ...]) -> None:
    """Write the boxes as lines of kind, centre and size in parts of the picture, whose *size* is (height, width)."""
    height, width = size
    lines = []
    for kind, (x0, y0, x1, y1) in things:
        values = (x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height
        lines.append(f"{kinds.index(kind)} " + " ".join(f"{value:.5f}" for value in values))
    path.write_text("\n".join(lines) + "\n" * bool(lines), "utf-8")
