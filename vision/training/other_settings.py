"""Choose how sure the detector must be, and whether it or roundness finds chips, on held-out scenes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture
from vision.chips import card_length, find_chips
from vision.detector import KINDS, Detected, Detector, corners
from vision.engines import Network
from vision.other_sets import LOW, Labelled
from vision.pictures import open_picture
from vision.precision import Box, common
from vision.reading import Corners

PRECISE = {"chips": 0.9, "dealer_button": 0.7, "hand": 0.95}
"""What part of what is said must be there. A chip too many is somebody's bet; photographs have more that looks like a
hand than scenes do; buttons are few: a stricter bound told none."""
SAME = 0.5


@dataclass(frozen=True, slots=True)
class Settings:
    """What models.toml says of the detector."""

    sure: dict[str, float]
    chips: bool


@dataclass(slots=True)
class Hits:
    """What was said of one kind, and whether it is there; *there* is how many there are."""

    said: list[tuple[float, bool]]
    there: int

    def add(self, said: Sequence[Detected], boxes: Sequence[Box]) -> None:
        """Compare what was *said* in a picture with the *boxes* there; a box counts once, for the surest."""
        left = list(boxes)
        self.there += len(left)
        for one in sorted(said, key=lambda one: -one.confidence):
            best = max(left, key=lambda box: common(box, one.box), default=None)
            hit = best is not None and common(best, one.box) >= SAME
            self.said.append((one.confidence, hit))
            if best is not None and hit:
                left.remove(best)

    def at(self, sure: float) -> tuple[float, float]:
        """Return precision and F1 of what is said at least so surely."""
        hits = [hit for chance, hit in self.said if chance >= sure]
        right = sum(hits)
        return right / max(1, len(hits)), 2 * right / max(1, len(hits) + self.there)

    def best(self, precise: float) -> float:
        """Return the sureness with the best F1 among those that are as precise, or the most precise one."""
        tried = [round(float(sure), 2) for sure in np.arange(0.05, 0.96, 0.05)]
        good = [sure for sure in tried if self.at(sure)[0] >= precise]
        return max(good or tried, key=lambda sure: self.at(sure)[1 if good else 0])


def chosen(network: Network, scenes: Iterable[Labelled]) -> Settings:
    """Measure on *scenes* and choose."""
    detector = Detector(network, {})
    hits = {kind: Hits([], 0) for kind in (*KINDS, "round")}
    for scene in scenes:
        picture = open_picture(scene.path)
        there = {kind: [box for name, box in scene.boxes if name == kind] for kind in KINDS}
        cards = [corners(box) for box in there["card"]]
        found = detector.find(picture, card_length(cards), least=LOW)
        for kind in KINDS:
            hits[kind].add([one for one in found if one.kind == kind], there[kind])
        hits["round"].add(_round(picture, cards), there["chips"])
    sure = {kind: hits[kind].best(PRECISE.get(kind, 0.0)) for kind in KINDS}
    return Settings(sure, hits["chips"].at(sure["chips"])[1] > hits["round"].at(0.0)[1])


def _round(picture: Picture, cards: Sequence[Corners]) -> list[Detected]:
    said = [(chip.centre, chip.radius, chip.confidence) for chip in find_chips(picture, cards)]
    return [Detected("chips", (x - r, y - r, x + r, y + r), sure) for (x, y), r, sure in said]
