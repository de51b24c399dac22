"""Pictures of tables with exact labels, in memory and in shards on disk."""

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats

STRETCHED, STRETCH = 0.3, 0.29
"""How many pictures are stretched one way, as sets squeeze theirs into squares, and by which exponent at most."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture with its labels.

    quads: (n, 4, 2) corners in pixels, top left of the printed face first, clockwise. kinds: (n,) class numbers.
    owners: (h, w) which card (1 … n) a pixel shows, 0 for none. index: (n, 4, 4) boxes in card units
    where each corner's index is printed, see decks.index_boxes; nothing but zeros where there is none.
    """

    picture: Picture
    owners: Picture
    quads: Field
    kinds: NDArray[np.int64]
    index: Field


def stretch(rng: random.Random) -> Field:
    """Return a matrix (2, 2) that keeps areas: mostly it does nothing, sometimes it makes all wider or higher."""
    by = np.exp(rng.uniform(-STRETCH, STRETCH)) if rng.random() < STRETCHED else 1.0
    return floats([[by, 0], [0, 1 / by]])


def pack(sample: Sample, quality: int) -> dict[str, Any]:
    """Return *sample* as it is stored: the picture as JPEG, the owners as PNG, the labels as arrays."""
    jpeg = cv2.imencode(".jpg", sample.picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
    png = cv2.imencode(".png", sample.owners)[1].tobytes()
    return {"jpeg": jpeg, "png": png, "labels": (sample.quads, sample.kinds, sample.index)}


def unpack(packed: dict[str, Any]) -> Sample:
    """Return the sample stored as *packed*."""
    picture = cv2.imdecode(np.frombuffer(packed["jpeg"], np.uint8), cv2.IMREAD_COLOR)
    owners = cv2.imdecode(np.frombuffer(packed["png"], np.uint8), cv2.IMREAD_GRAYSCALE)
    return Sample(np.asarray(picture, np.uint8), np.asarray(owners, np.uint8), *packed["labels"])


def load_shard(path: Path) -> list[dict[str, Any]]:
    """Return the packed samples of one shard (our own file: pickle is safe here)."""
    loaded: list[dict[str, Any]] = pickle.loads(path.read_bytes())
    return loaded


def outlined(shards: list[Path]) -> Iterator[tuple[Picture, list[Field]]]:
    """Yield the pictures of *shards* with the outlines of their cards."""
    for packed in (item for path in shards for item in load_shard(path)):
        sample = unpack(packed)
        yield sample.picture, list(sample.quads)
