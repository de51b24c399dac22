"""Choose how sure the detector must be, and whether it or roundness finds chips, on held-out scenes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Picture
from vision.chips import card_length, find_chips
from vision.detector import KINDS, Detected, Detector
from vision.engines import Network
from vision.other_sets import LOW, Labelled
from vision.pictures import open_picture
from vision.precision import Box, common
from vision.reading import Corners

ACCUSING, PRECISE = ("dealer_button", "hand"), 0.9
"""Of what play is judged by so many in a hundred must be there; chips a person counts again."""
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
        cards = [_quad(box) for kind, box in scene.boxes if kind == "card"]
        found = detector.find(picture, card_length(cards), least=LOW)
        for kind in KINDS:
            _add(hits[kind], [one for one in found if one.kind == kind], scene, kind)
        _add(hits["round"], _round(picture, cards), scene, "chips")
    sure = {kind: hits[kind].best(PRECISE if kind in ACCUSING else 0.0) for kind in KINDS}
    return Settings(sure, hits["chips"].at(sure["chips"])[1] > hits["round"].at(0.0)[1])


def _quad(box: Box) -> Corners:
    return (box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3])


def _round(picture: Picture, cards: Sequence[Corners]) -> list[Detected]:
    said = [(chip.centre, chip.radius, chip.confidence) for chip in find_chips(picture, cards)]
    return [Detected("chips", (x - r, y - r, x + r, y + r), sure) for (x, y), r, sure in said]


def _add(hits: Hits, said: Sequence[Detected], scene: Labelled, kind: str) -> None:
    """Compare what was *said* with what is there; a box counts once, for the surest."""
    left = [box for name, box in scene.boxes if name == kind]
    hits.there += len(left)
    for one in sorted(said, key=lambda one: -one.confidence):
        best = max(left, key=lambda box: common(box, one.box), default=None)
        hit = best is not None and common(best, one.box) >= SAME
        hits.said.append((one.confidence, hit))
        if best is not None and hit:
            left.remove(best)
