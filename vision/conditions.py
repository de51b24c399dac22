"""Under which conditions a rendered card was asked for: computed from its labels and its pixels."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.arrays import Field, floats
from vision.outcomes import Conditions
from vision.rectify import long_side

if TYPE_CHECKING:
    from vision.training.samples import Sample

LEAST_LONG = 60.0
"""Shorter cards, in pixels, must be found; their names are not asked."""
LENGTHS = ((90.0, "60–90 px"), (140.0, "90–140 px"), (9999.0, "from 140 px"))
TILTS = ((0.766, "over 40°"), (0.906, "25–40°"), (2.0, "up to 25°"))
"""By cosine. Decks differ by a twelfth in how wide they are, and so does this measure of tilt."""
COVERED = ((0.03, "no"), (0.34, "up to a third"), (2.0, "more"))
LIGHT = ((110.0, "dim paper"), (225.0, "usual paper"), (999.0, "bright paper"))
BLUR = ((2.0, "sharp"), (3.5, "soft"), (999.0, "blurred"))
"""By how many pixels the sharpest edges of an index are wide."""
CLEAR = ((5.5, "under 5.5: hard for people"), (7.0, "5.5–7"), (10.0, "7–10"), (999.0, "from 10"))
"""How often the width of an index's sharpest edges goes into its height; looked at by eye what that means."""
INDEX = ((0.19, "small"), (0.27, "usual"), (2.0, "jumbo"))
"""By the height of rank and suit together, in parts of the card."""
GOOD = {
    "tilt, about": ("up to 25°",),
    "covered": ("no", "up to a third"),
    "light": ("usual paper", "bright paper"),
    "index in widths of its edges": ("from 10",),
}
"""All of these together are good view, about what `floorman doctor` asks for, of a card that is hardly covered."""
USUAL_WIDE = 0.68


def conditions(sample: "Sample", number: int, index: Field | None, printed: dict[str, Field]) -> Conditions:
    """Return the conditions of card *number*; *index* is the outline of one of its indices that shows."""
    quad = sample.quads[number]
    box = sample.index[number]
    found = [
        ("length", _bin(long_side(quad), LENGTHS)),
        ("tilt, about", _bin(_cosine(quad), TILTS)),
        ("covered", _bin(1 - visible(sample, number), COVERED)),
        ("light", _bin(_paper(sample, number), LIGHT)),
        ("index", _bin(float(box[0][3] - box[0][1]), INDEX)),
        ("index corners", "four" if box[2].any() else "two"),
    ]
    if index is not None:
        edge = _edge(sample, index)
        high = float(np.linalg.norm(index[0] - index[3]) + np.linalg.norm(index[1] - index[2])) / 2
        found += [("blur", _bin(edge, BLUR)), ("index in widths of its edges", _bin(high / max(1.0, edge), CLEAR))]
    seen = dict(found)
    found.append(("in good view", "yes" if all(seen.get(name) in good for name, good in GOOD.items()) else "no"))
    if printed:
        known = [name for name, there in printed.items() if np.allclose(there, box, atol=1e-5)]
        found.append(("deck", known[0] if known else "drawn for the scene"))
    return tuple(found)


def visible(sample: "Sample", number: int) -> float:
    """Return which part of a card shows."""
    area = abs(cv2.contourArea(floats(sample.quads[number])))
    return min(1.0, float((sample.owners == number + 1).sum()) / max(1.0, area))


def _bin(value: float, bins: tuple[tuple[float, str], ...]) -> str:
    return next(name for below, name in bins if value < below)


def _cosine(quad: Field) -> float:
    """Return how much a card is foreshortened, were it as wide as most."""
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / USUAL_WIDE
    down = quad[3] - quad[0] + quad[2] - quad[1]
    sizes = np.linalg.svd(np.stack([across, down]), compute_uv=False)
    return float(sizes[1] / max(1e-6, sizes[0]))


def _paper(sample: "Sample", number: int) -> float:
    pixels = sample.picture[sample.owners == number + 1]
    return float(np.percentile(pixels.mean(1), 80)) if len(pixels) else 0.0


def _edge(sample: "Sample", outline: Field) -> float:
    """Return how many pixels wide the sharpest edges in *outline* are."""
    low = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    high = np.ceil(outline.max(0)).astype(int) + 2
    grey = sample.picture[low[1] : high[1], low[0] : high[0]].mean(2)
    if min(grey.shape) < 3:
        return 0.0
    down, across = np.gradient(grey)
    steep = float(np.percentile(np.hypot(down, across), 98))
    return float(np.percentile(grey, 98) - np.percentile(grey, 2)) / max(1.0, steep)


@lru_cache(maxsize=1)
def printed_indices(art: Path) -> dict[str, Field]:
    """Return where the decks that are held out have their indices; nothing where the card art is not there."""
    if not art.is_dir():
        return {}
    from vision.training.decks import HELD_OUT, load_deck

    return {name: load_deck(art / name).index for name in sorted(HELD_OUT) if (art / name).is_dir()}
