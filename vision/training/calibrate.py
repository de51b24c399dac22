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
from vision.names import BACK, JOKER, NOTHING, RANKS
from vision.search import search
from vision.training.photographs import CALIBRATED
from vision.training.samples import load_shard, unpack
from vision.weights import Weights

Answer = frozenset[int]
WEIGHTS = np.round(np.arange(0.1, 1.45, 0.1), 2)
MOST_WRONG, MOST_OTHERS = 0.002, 0.02
"""How many names may be wrong, in parts of the faces there are; and how many of those that are said to be jokers."""
LEAST_SURE, LEAST_OTHER, MOST_SURE = 0.6, 0.5, 0.995
SHOWN, SHORTEST = 0.12, 56.0
"""A card of which less shows, or that is shorter in pixels, counts neither way."""


@dataclass(frozen=True, slots=True)
class Opinions:
    """What both readers said of many outlines: (n, 56), (n, 4, 19); and which classes would be right for each."""

    whole: Field
    index: Field
    truth: list[Answer]

    def __add__(self, other: "Opinions") -> "Opinions":
        whole, index = np.concatenate([self.whole, other.whole]), np.concatenate([self.index, other.index])
        return Opinions(whole, index, self.truth + other.truth)

    @property
    def faces(self) -> int:
        """Return how many of the outlines are of cards face up."""
        return sum(min(answer) < BACK for answer in self.truth)


def _gather(weights: Weights, pictures: Iterator[tuple[Picture, list[tuple[Field, Answer]]]]) -> Opinions:
    """Read *pictures*, each with its true outlines and answers; what matches no outline must be nothing."""
    localiser, classifier = Localiser(weights.localiser), Classifier(weights.card, weights.index, 1.0, 1.0)
    wholes, indices, truth = [], [], []
    for picture, true in pictures:
        seen = search(localiser, picture, weights.settings.localiser_score)
        if not seen.cards and not seen.spots:
            continue
        said = classifier.opinions(picture, seen)
        for number, card in enumerate(said.cards):
            answer = _answer(card.quad, true)
            if answer is None:
                continue
            wholes.append(said.whole[number])
            indices.append(said.index[number])
            truth.append(answer)
    return Opinions(floats(wholes), floats(indices), truth)


def _legible(quad: Field, shown: int) -> bool:
    """Whether a card of which *shown* pixels show can be asked for at all."""
    return shown > SHOWN * abs(cv2.contourArea(quad)) and float(np.linalg.norm(quad[3] - quad[0])) > SHORTEST


def _answer(quad: Field, true: list[tuple[Field, Answer]]) -> Answer | None:
    """Return what would be right in *quad*; None where it is neither clearly a card nor clearly none.

    An outline half way between the cards of a pair may name either: both are there, and none is named twice.
    """
    near = [(overlap(quad, outline), answer) for outline, answer in true]
    best = max((share for share, _ in near), default=0.0)
    if best < 0.1:
        return frozenset({NOTHING})
    answer: Answer = frozenset().union(*(answer for share, answer in near if share > 0.3))
    return answer if best >= 0.5 and answer else None


def rendered(weights: Weights, shards: list[Path], most: int = 250) -> Opinions:
    """Gather from held-out rendered scenes."""

    def pictures() -> Iterator[tuple[Picture, list[tuple[Field, Answer]]]]:
        for item in [item for path in shards for item in load_shard(path)][:most]:
            sample = unpack(item)
            counts = np.bincount(sample.owners.ravel(), minlength=len(sample.quads) + 1)[1:]
            yield (
                sample.picture,
                [
                    (quad, frozenset({int(kind)}) if _legible(quad, int(count)) else frozenset())
                    for quad, kind, count in zip(sample.quads, sample.kinds, counts, strict=True)
                ],
            )

    return _gather(weights, pictures())


def edje(weights: Weights, folder: Path, every: int = CALIBRATED) -> Opinions:
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
    """Return the mean logarithm of the chance given to what is right, over all outlines.

    Cards, backs, other cards and what is none count alike: sureness is to be true of all that is said.
    """
    chances = combine(opinions.whole, opinions.index, card_weight, index_weight)
    given = [chances[n, list(answer)].sum() for n, answer in enumerate(opinions.truth)]
    return float(np.log(np.maximum(given, 1e-4)).mean())


def best_weights(parts: list[Opinions]) -> tuple[float, float]:
    """Return the weights under which all parts, each counting the same, are likeliest."""
    grid = [(float(a), float(b)) for a in WEIGHTS for b in WEIGHTS]
    return max(grid, key=lambda pair: sum(likelihood(part, *pair) for part in parts))


def threshold(opinions: Opinions, card_weight: float, index_weight: float) -> float:
    """Return the least sureness at which names are wrong at most MOST_WRONG times as often as there are faces."""
    chances = combine(opinions.whole, opinions.index, card_weight, index_weight)
    best, chance = chances.argmax(1), chances.max(1)
    wrong = np.array([kind < BACK and kind not in answer for kind, answer in zip(best, opinions.truth, strict=True)])
    return _least(chance[wrong], int(MOST_WRONG * opinions.faces), LEAST_SURE)


def other_threshold(opinions: Opinions, card_weight: float, index_weight: float) -> float:
    """Return the least sureness of jokers and cut cards at which at most one of fifty is none."""
    chances = combine(opinions.whole, opinions.index, card_weight, index_weight)
    best, chance = chances.argmax(1), chances.max(1)
    said = best >= JOKER
    wrong = np.array([kind not in answer for kind, answer in zip(best, opinions.truth, strict=True)]) & said
    return _least(chance[wrong], int(MOST_OTHERS * said.sum()), LEAST_OTHER)


def _least(wrong: Field, allowed: int, least: float) -> float:
    """Return from which chance on, in steps, no more than *allowed* of the *wrong* ones are left."""
    steps = (round(float(sure), 3) for sure in np.arange(least, MOST_SURE, 0.005))
    return next((sure for sure in steps if (wrong >= sure).sum() <= allowed), MOST_SURE)
