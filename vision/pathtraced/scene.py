"""Choose a whole scene: camera, top, light, deck, cards and things; draw its pictures and write its plan."""

import math
import pickle
import random
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture, floats
from vision.names import BACK, CUT_CARD, JOKER
from vision.pathtraced import layout, things
from vision.pathtraced.heights import Heights
from vision.pathtraced.layout import Table
from vision.pathtraced.lights import light
from vision.pathtraced.plan import CARD_LONG, Eye, Plan, Top, write
from vision.pathtraced.projection import on_table
from vision.pathtraced.shot import Known
from vision.pathtraced.tops import draw_top
from vision.training.backs import draw_back
from vision.training.decks import HELD_OUT, Deck
from vision.training.extras import draw_cut_card, draw_joker
from vision.training.procedural import draw_deck

DRAWN = 0.6
EXTRA = 0.03
"""The shares of drawn decks, of jokers among the cards, and as many cut cards."""
FARTHEST = 2.2
"""Metres from the table's middle beyond which nothing is laid or textured."""


@dataclass(frozen=True, slots=True)
class Size:
    """How big pictures are, how many rays each pixel gets, how many cards they show and how long these are (px).

    *down*: shares of groups that lie face down, one for each scene.
    """

    wide: int
    high: int
    samples: int
    cards: tuple[int, int]
    long: tuple[float, float]
    down: tuple[float, ...]


def lent(art: list[Deck], held_out: bool) -> list[Deck]:
    """Return the decks whose courts drawn decks may borrow: those that are held out lend to nobody that trains."""
    return [deck for deck in art if held_out or deck.name not in HELD_OUT]


def choose_deck(rng: random.Random, art: list[Deck], held_out: bool) -> Deck:
    """Return a printed deck of *art* or one drawn for one scene: odd seeds train, even seeds measure."""
    if rng.random() < DRAWN:
        return draw_deck(rng.randrange(10**6) * 2 + (not held_out), lent(art, held_out), held_out)
    return rng.choice([deck for deck in art if (deck.name in HELD_OUT) == held_out])


def compose(rng: random.Random, size: Size, deck: Deck, art: list[Deck], held_out: bool, folder: Path) -> None:
    """Draw a scene of *deck* and write plan.json, known.pickle and its pictures into *folder*."""
    noise = np.random.default_rng(rng.getrandbits(32))
    eye = _eye(rng, size)
    reach = _reach(eye)
    table = Table(rng, eye, Heights(min(reach, 1.2)))
    _lay(table, size, folder, held_out)
    kinds = _print_cards(table, deck, art, held_out, folder)
    picture, stuff = draw_top(rng, noise, held_out)
    cv2.imwrite(str(folder / "top.png"), picture)
    lamps, room = light(rng, held_out)
    cards = tuple(replace(card, skin=f"card-{n}.png") for n, card in enumerate(table.cards))
    others = tuple(table.discs), tuple(table.boxes), tuple(table.limbs), tuple(table.glasses)
    top = _top(rng, stuff, reach)
    write(Plan(eye, top, cards, lamps, room, *others, size.samples, rng.getrandbits(31)), folder / "plan.json")
    index = floats(np.broadcast_to(deck.index, (len(kinds), 4, 4)))
    (folder / "known.pickle").write_bytes(pickle.dumps(Known(np.array(kinds, np.int64), index, rng.getrandbits(32))))


def _eye(rng: random.Random, size: Size) -> Eye:
    """Choose a camera, from straight above to 45 degrees aside, so far off that a card is as long as wanted."""
    wide, high = (size.wide, size.high) if rng.random() < 0.8 else (size.high, size.wide)
    focal = rng.choice((24.0, 28.0, 35.0, 50.0)) * rng.uniform(0.95, 1.05)
    aside = rng.choice((rng.uniform(0, 0.12), rng.uniform(0, 0.4), rng.uniform(0.3, math.pi / 4)))
    # From aside the far cards are smaller and lie foreshortened: there the middle ones are chosen larger.
    low, top = (math.log(long * (1 + 0.7 * aside)) for long in size.long)
    far = focal / 36 * size.wide * CARD_LONG / math.exp(rng.uniform(low, top))
    at = (0.0, -far * math.sin(aside), far * math.cos(aside))
    stop = rng.choice((0.0, rng.uniform(2.0, 8.0))) if far < 0.8 else 0.0
    return Eye(at, (0.0, 0.0, 0.0), rng.choice((0.0, rng.gauss(0, 0.06))), focal, wide, high, stop)


def _reach(eye: Eye) -> float:
    """Return how far from the middle the table is in view, metres."""
    corners = np.array([[0, 0], [eye.wide, 0], [eye.wide, eye.high], [0, eye.high]], np.float64)
    return min(FARTHEST, 1.05 * float(np.abs(on_table(eye, corners)).max()))


def _top(rng: random.Random, stuff: str, reach: float) -> Top:
    if stuff == "felt":
        return Top("top.png", reach, 0.9, nap=rng.uniform(0, 0.5), grain=0.0006)
    if stuff == "cloth":
        return Top("top.png", reach, 0.85, nap=rng.uniform(0, 0.3), grain=0.0004)
    return Top("top.png", reach, rng.uniform(0.3, 0.6), coat=rng.choice((0.0, rng.uniform(0.05, 0.4))))


def _lay(table: Table, size: Size, folder: Path, held_out: bool) -> None:
    """Lay chips, cards and things in the order in which they come to a table, and draw what they look like."""
    rng = table.rng
    kinds, many = rng.randint(2, 5), rng.choice((0, 2, 5, 9))
    for kind in range(kinds):
        for name, picture in zip(("top", "side"), things.chip_pictures(rng), strict=True):
            cv2.imwrite(str(folder / f"chip-{kind}-{name}.png"), picture)
    layout.stack_chips(table, kinds, many // 2, 0)
    bends = rng.choice((0.2, 0.5, 1.1)), rng.choice((0.0, 0.08, 0.25))
    gloss = rng.choice((rng.uniform(0.05, 0.3), rng.uniform(0.3, 0.9))), rng.uniform(0.35, 0.65)
    layout.lay_cards(table, rng.randint(*size.cards), rng.choice(size.down), bends, gloss)
    layout.stack_chips(table, kinds, many - many // 2, rng.choice((0, 0, 5, 12)))
    if rng.random() < 0.4:
        for name, picture in zip(("top", "side"), things.button_pictures(rng), strict=True):
            cv2.imwrite(str(folder / f"button-{name}.png"), picture)
        layout.put_button(table)
    _clutter(table, folder)


def _clutter(table: Table, folder: Path) -> None:
    rng = table.rng
    if rng.random() < 0.15:
        cv2.imwrite(str(folder / "telephone.png"), things.telephone(rng))
        layout.put_box(table, (0.072, 0.15, 0.008), "telephone.png", (0.02, 0.02, 0.02), False)
    if rng.random() < 0.15:
        cv2.imwrite(str(folder / "paper.png"), things.paper(rng))
        size = rng.choice(((0.1, 0.1, 0.0006), (0.148, 0.21, 0.0003), (0.06, 0.09, 0.018)))
        layout.put_box(table, size, "paper.png", (0.8, 0.8, 0.78), rng.random() < 0.5)
    if rng.random() < 0.12:
        layout.put_glass(table)
    if rng.random() < 0.18:
        layout.put_hand(table)
    if rng.random() < 0.12:
        layout.put_rail(table)


def _print_cards(table: Table, deck: Deck, art: list[Deck], held_out: bool, folder: Path) -> list[int]:
    """Print every card that lies there and return the classes."""
    rng, draw, kinds = table.rng, table.rng.sample(range(52), 52), []
    back = draw_back(rng)
    for number, down in enumerate(table.down):
        which = rng.random()
        if which < EXTRA:
            kind, skin = JOKER, draw_joker(rng, art, held_out)
        elif which < 2 * EXTRA:
            kind, skin = CUT_CARD, draw_cut_card(rng)
        else:
            kind = BACK if down else draw[number]
            skin = back if down else deck.faces[kind]
        cv2.imwrite(str(folder / f"card-{number}.png"), _trimmed(skin))
        kinds.append(kind)
    return kinds


def _trimmed(skin: Picture) -> Picture:
    """Return *skin* without transparency: its corners get the colour of its rim, as the card's shape rounds them."""
    rim = skin[4 : skin.shape[0] // 2, 2:4, :3].reshape(-1, 3)
    stock = np.median(rim, 0)
    share = floats(skin[..., 3:]) / 255
    return np.asarray(floats(skin[..., :3]) * share + floats(stock) * (1 - share), np.uint8)
