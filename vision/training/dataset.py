"""Build the synthetic set: shards of scenes on disk, each picture as JPEG, its owners as PNG, its labels as arrays."""

import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Field, Picture
from vision.training.decks import HELD_OUT, Deck, load_art, load_backs
from vision.training.procedural import draw_deck
from vision.training.scenes import Sample, scene

SHARD = 250
DRAWN = 14
"""Decks drawn at random for each shard."""


def _pack(sample: Sample, quality: int) -> dict[str, Any]:
    jpeg = cv2.imencode(".jpg", sample.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    png = cv2.imencode(".png", sample.owners)[1].tobytes()
    return {"jpeg": jpeg, "png": png, "labels": (sample.quads, sample.kinds, sample.index, sample.four)}


def unpack(packed: dict[str, Any]) -> Sample:
    """Return the sample stored as *packed*."""
    picture = cv2.imdecode(np.frombuffer(packed["jpeg"], np.uint8), cv2.IMREAD_COLOR)
    owners = cv2.imdecode(np.frombuffer(packed["png"], np.uint8), cv2.IMREAD_GRAYSCALE)
    return Sample(np.asarray(picture, np.uint8), np.asarray(owners, np.uint8), *packed["labels"])


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
        packed = [_pack(scene(rng, decks, weights, backs), rng.randint(50, 95)) for _ in range(SHARD)]
        part = path.with_suffix(".part")
        part.write_bytes(pickle.dumps(packed))
        part.rename(path)


def load_shard(path: Path) -> list[dict[str, Any]]:
    """Return the packed samples of one shard (our own file: pickle is safe here)."""
    loaded: list[dict[str, Any]] = pickle.loads(path.read_bytes())
    return loaded


def outlined(shards: list[Path]) -> Iterator[tuple[Picture, list[Field]]]:
    """Yield the pictures of *shards* with the outlines of their cards."""
    for packed in (item for path in shards for item in load_shard(path)):
        sample = unpack(packed)
        yield sample.picture, list(sample.quads)
