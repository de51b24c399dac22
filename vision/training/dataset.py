"""Build the synthetic set: shards of scenes on disk, each picture as JPEG, its owners as PNG, its labels as arrays."""

import pickle
import random
from pathlib import Path

import cv2

from vision.training.decks import HELD_OUT, Deck, load_art, load_backs
from vision.training.procedural import draw_deck
from vision.training.samples import pack
from vision.training.scenes import scene

SHARD = 250
DRAWN = 14
"""Decks drawn at random for each shard."""


def _weights(decks: list[Deck], drawn: int) -> list[float]:
    """Half of the scenes use drawn decks, a tenth the house deck, the rest printed ones, the usual face more often."""
    art = len(decks) - drawn
    usual = {"kde-standard": 3.0, "cc0-2color": 2.0, "cc0-2color-bf": 2.0, "gnome-bonded": 2.0, "gnome-anglo": 2.0}
    weights = [1.0 / drawn] * drawn
    rest = [usual.get(deck.name, 0.4 if "4_color" in deck.name else 1.0) for deck in decks[drawn:]]
    rest[0] = 0.2 * sum(rest[1:])
    total = sum(rest)
    return weights + [weight / total for weight in rest[:art]]


def build(folder: Path, first: int, count: int, held_out: bool = False) -> None:
    """Write the shards *first* … *first + count - 1* below *folder*/scenes; those already there are kept."""
    cv2.setNumThreads(1)
    art = [deck for deck in load_art(folder / "art") if held_out or deck.name not in HELD_OUT]
    backs = load_backs(folder / "art")
    (folder / "scenes").mkdir(exist_ok=True)
    for number in range(first, first + count):
        path = folder / "scenes" / f"{'held' if held_out else 'train'}-{number:04d}.pickle"
        if path.exists():
            continue
        rng = random.Random(f"{held_out}-{number}")
        # Odd seeds train, even seeds measure.
        drawn = [draw_deck(rng.randrange(10**6) * 2 + (not held_out), art) for _ in range(DRAWN)]
        decks = drawn + art
        weights = _weights(decks, DRAWN)
        if held_out:
            decks = drawn + [deck for deck in art if deck.name in HELD_OUT]
            weights = [1.0] * DRAWN + [float(DRAWN) / 2] * 2
        packed = [pack(scene(rng, decks, weights, backs), rng.randint(50, 95)) for _ in range(SHARD)]
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(packed))
        part.rename(path)
