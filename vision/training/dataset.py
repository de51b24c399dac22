"""Build the synthetic set: shards of scenes on disk, each picture as JPEG, its owners as PNG, its labels as arrays."""

import pickle
import random
from collections.abc import Iterable
from pathlib import Path

import cv2

from vision.arrays import Picture
from vision.letters import LANGUAGES
from vision.training.backs import draw_back, picture_hand
from vision.training.decks import HELD_OUT, Deck, load_art, load_backs, load_jokers
from vision.training.keeping import keep
from vision.training.procedural import draw_deck
from vision.training.samples import Sample, pack
from vision.training.scenes import SELDOM, Extras, scene
from vision.training.style import ENGLISH

SHARD = 250
USUAL = {"kde-standard": 3.0, "cc0-2color": 2.0, "cc0-2color-bf": 2.0, "gnome-bonded": 2.0, "gnome-anglo": 2.0}
"""Decks with the usual face come more often."""
PICTURED = 24
"""Backs of a shard that show a hand of cards: about half of those that are not drawn for a scene."""
MANY, EVERY = (0.2, 0.12), 8
"""Shares of jokers and cut cards in one shard of so many: too few of either are met elsewhere to learn them."""
DRAWN, HOUSE = 0.6, 0.06
"""The share of scenes with a deck drawn for that scene alone, and with the house deck."""
BUBE = 0.2
"""The share of drawn decks with German letters (B for Bube, D for Dame); not where it is measured.

A few: a small B looks like an eight.
"""


def _deck(rng: random.Random, art: list[Deck], printed: list[Deck], held_out: bool) -> Deck:
    """Choose a scene's deck; *art* lends its courts to drawn decks. Odd seeds train, even seeds measure."""
    which = rng.random()
    if which < DRAWN:
        letters = LANGUAGES["German"] if not held_out and rng.random() < BUBE else ENGLISH
        return draw_deck(rng.randrange(10**6) * 2 + (not held_out), art, held_out, letters)
    if which < DRAWN + HOUSE and not held_out:
        return art[0]
    return any_printed(rng, printed)


def pictured(rng: random.Random, backs: list[Picture], decks: list[Deck]) -> list[Picture]:
    """Return backs that show a hand of *decks*, for the scenes of one shard."""
    grounds = (rng.choice(backs) if rng.random() < 0.3 else draw_back(rng) for _ in range(PICTURED))
    return [picture_hand(rng, ground, rng.choice(decks)) for ground in grounds]


def any_scene(rng: random.Random, art: list[Deck], printed: list[Deck], backs: list[Picture], extras: Extras) -> Sample:
    """Draw a scene to train with; *art* and *printed* hold no deck that measures."""
    return scene(rng, _deck(rng, art, printed, held_out=False), backs, art, extras)


def build(folder: Path, first: int, count: int, held_out: bool = False) -> None:
    """Write the shards *first* … *first + count - 1* below *folder*/scenes; those already there are kept."""
    cv2.setNumThreads(1)
    decks = load_art(folder / "art")
    # Courts of held-out decks are lent to nobody but held-out drawn decks.
    art = [deck for deck in decks if held_out or deck.name not in HELD_OUT]
    printed = [deck for deck in decks[1:] if (deck.name in HELD_OUT) == held_out]
    backs = load_backs(folder / "art")
    jokers = [] if held_out else load_jokers(folder / "art")
    (folder / "scenes").mkdir(exist_ok=True)
    for number in range(first, first + count):
        path = folder / "scenes" / f"{'held' if held_out else 'train'}-{number:04d}.pickle"
        if path.exists():
            continue
        rng = random.Random(f"{held_out}-{number}")
        # What measures has the backs that are sold, no others: it stays the same whatever training is given.
        known = backs if held_out else [*backs, *pictured(random.Random(f"backs-{number}"), backs, printed)]
        extras = Extras(*MANY, tuple(jokers)) if jokers and number % EVERY == EVERY - 1 else SELDOM
        write(path, rng, (scene(rng, _deck(rng, art, printed, held_out), known, art, extras) for _ in range(SHARD)))


def write(path: Path, rng: random.Random, scenes: Iterable[Sample]) -> None:
    """Write *scenes* as a shard, photographed by cameras that keep more of them or less."""
    keep(path, pickle.dumps([pack(sample, rng.randint(45, 95)) for sample in scenes]))


def any_printed(rng: random.Random, printed: list[Deck]) -> Deck:
    """Choose one of the decks that are *printed*, usual ones more often."""
    weights = [USUAL.get(deck.name, 0.4 if "4_color" in deck.name else 1.0) for deck in printed]
    return rng.choices(printed, weights)[0]
