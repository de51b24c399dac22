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

from vision.arrays import Picture, floats
from vision.names import CUT_CARD, JOKER
from vision.training import chip_art, scenes
from vision.training.arms import hand
from vision.training.backs import draw_back
from vision.training.camera import photograph
from vision.training.clutter import cover, mark
from vision.training.decks import HELD_OUT, Deck, load_art, load_backs
from vision.training.decoys import decoys
from vision.training.extras import draw_cut_card, draw_joker
from vision.training.keeping import keep
from vision.training.piles import chips, cylinder
from vision.training.surfaces import surface
from vision.training.tabletop import Labelled, Tabletop, camera

LONG_SIDE = 416


def buttons(top: Tabletop) -> None:
    """Lay a dealer button, as a rule one in two times, and now and then a button of another kind."""
    rng, long = top.table.rng, top.table.long
    if rng.random() < 0.45:
        size = rng.uniform(0.13, 0.2) if rng.random() < 0.15 else rng.uniform(0.23, 0.46)
        thick = size * rng.uniform(0.05, 0.45)
        cylinder(top, [chip_art.button(rng)], top.table.place(0.0), long * size, long * thick, "dealer_button")
    if rng.random() < 0.15:
        button = chip_art.button(rng, chip_art.OTHERS)
        cylinder(top, [button], top.table.place(0.0), long * rng.uniform(0.2, 0.4), long * 0.06, None)


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


def scene(
    rng: random.Random,
    deck: Deck,
    backs: list[Picture],
    art: list[Deck],
    lay_buttons: Callable[[Tabletop], None] = buttons,
) -> tuple[Picture, list[Labelled]]:
    """Draw one table and photograph it."""
    noise = np.random.default_rng(rng.getrandbits(32))
    top = _start(rng, noise)
    if rng.random() < 0.5:
        scenes._mat(top.table)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        mark(top.table)
    lay_cards: Callable[[Tabletop], None] = partial(_cards, deck=deck, backs=backs, art=art)
    first, second = rng.sample((chips, lay_cards), 2)
    first(top)
    decoys(top)
    second(top)
    lay_buttons(top)
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
        write_picture(path, picture, rng.randint(50, 95))


def write_picture(path: Path, picture: Picture, quality: int) -> None:
    """Write *picture* as a JPEG."""
    keep(path, cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())


def write_labels(path: Path, size: tuple[int, ...], things: list[Labelled], kinds: tuple[str, ...]) -> None:
    """Write the boxes as lines of kind, centre and size in parts of the picture, whose *size* is (height, width)."""
    height, width = size
    lines = []
    for kind, (x0, y0, x1, y1) in things:
        values = (x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height
        lines.append(f"{kinds.index(kind)} " + " ".join(f"{value:.5f}" for value in values))
    path.write_text("\n".join(lines) + "\n" * bool(lines), "utf-8")
