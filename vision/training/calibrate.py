"""Choose how much each reader counts and how sure a reading must be: on rendered scenes held out, and real photographs.

Nothing here ever sees a picture that is only for measuring.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.classify import Classifier, combine
from vision.localise import Localiser, overlap
from vision.measured_sets import RANK_NAMES
from vision.names import NOTHING, RANKS
from vision.search import covers, search
from vision.training.dataset import load_shard, unpack
from vision.weights import Weights

Answer = frozenset[int]
WEIGHTS = np.round(np.arange(0.1, 1.45, 0.1), 2)
MOST_WRONG = 0.002
LEAST_SURE, MOST_SURE = 0.6, 0.995
SHOWN = 0.12


@dataclass(frozen=True, slots=True)
class Opinions:
    """What both readers said of many outlines: (n, 54), (n, 4, 19); and which classes would be right for each."""

    whole: Field
    index: Field
    truth: list[Answer]

    def __add__(self, other: "Opinions") -> "Opinions":
        whole, index = np.concatenate([self.whole, other.whole]), np.concatenate([self.index, other.index])
        return Opinions(whole, index, self.truth + other.truth)


def _gather(weights: Weights, pictures: Iterator[tuple[Picture, list[tuple[Field, Answer]]]]) -> Opinions:
    """Read *pictures*, each with its true outlines and answers; what matches no outline must be nothing."""
    localiser, classifier = Localiser(weights.localiser), Classifier(weights.card, weights.index, 1.0, 1.0)
    wholes, indices, truth = [], [], []
    for picture, true in pictures:
        found, looks = search(localiser, picture, weights.settings.localiser_score)
        if not found:
            continue
        quads = [card.quad for card in found]
        whole, index = classifier.opinions(picture, quads, covers(found, looks))
        for number, quad in enumerate(quads):
            near = max(
                ((overlap(quad, outline), answer) for outline, answer in true),
                default=(0.0, frozenset()),
                key=lambda p: p[0],
            )
            if near[0] > 0.5:
                answer: Answer = near[1]
            elif near[0] < 0.1:
                answer = frozenset({NOTHING})
            else:
                continue
            wholes.append(whole[number])
            indices.append(index[number])
            truth.append(answer)
    return Opinions(floats(wholes), floats(indices), truth)


def rendered(weights: Weights, shards: list[Path], most: int = 200) -> Opinions:
    """Gather from held-out rendered scenes."""

    def pictures() -> Iterator[tuple[Picture, list[tuple[Field, Answer]]]]:
        for item in [item for path in shards for item in load_shard(path)][:most]:
            sample = unpack(item)
            counts = np.bincount(sample.owners.ravel(), minlength=len(sample.quads) + 1)[1:]
            true = [
                (quad, frozenset({int(kind)}))
                for quad, kind, count in zip(sample.quads, sample.kinds, counts, strict=True)
                if count > SHOWN * abs(cv2.contourArea(quad)) and np.linalg.norm(quad[3] - quad[0]) > 56
            ]
            yield sample.picture, true

    return _gather(weights, pictures())


def edje(weights: Weights, folder: Path, every: int = 3) -> Opinions:
    """Gather from the training split of edje's photographs, whose boxes name the rank."""

    def pictures() -> Iterator[tuple[Picture, list[tuple[Field, Answer]]]]:
        boxes: dict[str, list[tuple[Field, Answer]]] = {}
        with (folder / "train_labels.csv").open() as file:
            for row in csv.DictReader(file):
                a, b, c, d = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
                rank = RANKS.index(RANK_NAMES[row["class"]])
                answer = frozenset(rank + 13 * suit for suit in range(4))
                boxes.setdefault(row["filename"], []).append((floats([[a, b], [c, b], [c, d], [a, d]]), answer))
        for name in sorted(boxes)[::every]:
            picture = cv2.imread(str(folder / "train" / name))
            if picture is not None:
                yield np.asarray(picture, np.uint8), boxes[name]

    return _gather(weights, pictures())


def likelihood(opinions: Opinions, card_weight: float, index_weight: float) -> float:
    """Return the mean logarithm of the chance given to what is right."""
    chances = combine(opinions.whole, opinions.index, card_weight, index_weight)
    given = [chances[n, list(answer)].sum() for n, answer in enumerate(opinions.truth)]
    return float(np.log(np.maximum(given, 1e-4)).mean())


def best_weights(parts: list[Opinions]) -> tuple[float, float]:
    """Return the weights under which all parts, each counting the same, are likeliest."""
    grid = [(float(a), float(b)) for a in WEIGHTS for b in WEIGHTS]
    return max(grid, key=lambda pair: sum(likelihood(part, *pair) for part in parts))


def threshold(opinions: Opinions, card_weight: float, index_weight: float) -> float:
    """Return the least sureness at which at most MOST_WRONG of all outlines are read wrong."""
    chances = combine(opinions.whole, opinions.index, card_weight, index_weight)
    best, chance = chances.argmax(1), chances.max(1)
    wrong = np.array([kind < 52 and kind not in answer for kind, answer in zip(best, opinions.truth, strict=True)])
    allowed = MOST_WRONG * len(best)
    for sure in np.arange(LEAST_SURE, MOST_SURE, 0.005):
        if (wrong & (chance >= sure)).sum() <= allowed:
            return round(float(sure), 3)
    return MOST_SURE
