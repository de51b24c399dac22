"""Make a labelled sample of a path-traced plan: the lens, the sensor, and whose each pixel is."""

import pickle
import random
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, floats, levels
from vision.pathtraced.develop import develop
from vision.pathtraced.plan import read
from vision.pathtraced.projection import Glass, quads
from vision.training.samples import Sample


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a scene besides its plan: its cards' classes and where the deck prints its indices."""

    kinds: NDArray[np.int64]
    index: Field
    seed: int


def sample(folder: Path) -> Sample:
    """Return the sample of the plan traced in *folder*."""
    plan, known = read(folder / "plan.json"), pickle.loads((folder / "known.pickle").read_bytes())
    light = np.load(folder / "light.npy").astype(np.float32)
    whose = levels(cv2.imread(str(folder / "whose.png"), cv2.IMREAD_GRAYSCALE))
    rng = random.Random(known.seed)
    barrel = rng.choice((0.0, 0.0, rng.uniform(-0.06, 0.03)))
    outlines = quads(plan.eye, plan.cards)
    if barrel:
        glass = Glass(plan.eye, barrel)
        light = _through(light, glass, cv2.INTER_LINEAR)
        whose = levels(_through(floats(whose), glass, cv2.INTER_NEAREST).astype(np.uint8))
        outlines = glass.bend(outlines.reshape(-1, 2)).reshape(-1, 4, 2)
    picture = develop(light, rng, np.random.default_rng(known.seed))
    return Sample(picture, whose, floats(outlines), known.kinds, known.index)


def _through(image: Field, glass: Glass, how: int) -> Field:
    """Return *image*, as a straight lens shows it, as *glass* shows it."""
    height, width = image.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    middles = floats(np.stack([x, y], -1).reshape(-1, 2) + 0.5)
    seen = floats(glass.straighten(middles) - 0.5).reshape(height, width, 2)
    return floats(cv2.remap(image, seen[..., 0], seen[..., 1], how, borderMode=cv2.BORDER_REPLICATE))
