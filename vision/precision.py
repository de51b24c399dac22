"""Mean average precision of boxes: how detectors are compared."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Boxed:
    """A named box in a picture: what is there, or what was said with *confidence*."""

    image: str
    name: str
    box: Box
    confidence: float = 1.0


def common(a: Box, b: Box) -> float:
    """Return intersection over union."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return wide * high / (both - wide * high)


def average_precision(there: list[Boxed], said: list[Boxed], least: float = 0.5) -> float:
    """Return the area under precision over recall for boxes of one name; a box counts once."""
    left = defaultdict(list)
    for one in there:
        left[one.image].append(one.box)
    hits = []
    for one in sorted(said, key=lambda one: -one.confidence):
        boxes = left[one.image]
        best = max(boxes, key=lambda box: common(box, one.box), default=None)
        hit = best is not None and common(best, one.box) >= least
        hits.append(hit)
        if best is not None and hit:
            boxes.remove(best)
    if not hits or not there:
        return 0.0
    found = np.cumsum(hits)
    precision = found / np.arange(1, len(hits) + 1)
    # Precision at a recall is the best one reached at that recall or beyond.
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    return float(precision[np.array(hits)].sum() / len(there))


def mean_average_precision(there: list[Boxed], said: list[Boxed], least: float = 0.5) -> float:
    """Return the mean over all names that are there."""
    names = sorted({one.name for one in there})
    each = [
        average_precision([one for one in there if one.name == name], [one for one in said if one.name == name], least)
        for name in names
    ]
    return float(np.mean(each)) if each else 0.0
