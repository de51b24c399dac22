"""Find what the sureness of a name depends on, and how sure it must be: on rendered scenes held out, and photographs.

Nothing here ever sees a picture that is only for measuring.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Field, Picture, floats
from vision.index_sets import Boxes, holds
from vision.localise import overlap, part_of
from vision.measured_sets import RANK_NAMES
from vision.names import BACK, CARDS, CLASSES, NOTHING, RANKS
from vision.pictures import open_picture
from vision.rendered_sets import PART, beside
from vision.settle import on_backs
from vision.sureness import ASPECTS, Sureness, calibrated
from vision.training.heard import Ear
from vision.training.photographs import CALIBRATED
from vision.training.samples import Sample, load_shard, unpack

Answer = frozenset[int]
MOST_WRONG = 0.00125
"""How many of the names told may be wrong.

Two in a thousand are asked for: the least sureness that does here is the luckiest one, and elsewhere more are wrong.
"""
PHOTOGRAPHS = 4
"""How many times an outline around labelled indices in a photograph counts for what aspects count, not for the
threshold: there are ten times as many drawn ones, and photographs are what is read in the end."""
LEAST_SURE, MOST_SURE = 0.6, 0.998
NEAR, NOTHING_NEAR, TOUCHED = 0.3, 0.1, 0.02
"""How far an outline must overlap a card to be right for it, below which it is nothing's, and to touch it at all."""
BESIDE = -1
"""Among the answers: the name is that of the card beside the outline."""
SHY, ROUNDS = 3.0, 25
"""What keeps the aspects' weights where they begin, and the steps in which they are found."""
NOTHING_COUNTS = Sureness(0.0, (0.0,) * len(ASPECTS))


@dataclass(frozen=True, slots=True)
class Opinions:
    """What was said of many outlines: chances (n, 56), aspects (n, len(ASPECTS)); and what would be right for each."""

    chances: Field
    aspects: Field
    truth: list[Answer]

    def __add__(self, other: "Opinions") -> "Opinions":
        chances, seen = np.concatenate([self.chances, other.chances]), np.concatenate([self.aspects, other.aspects])
        return Opinions(chances, seen, self.truth + other.truth)

    @property
    def right(self) -> NDArray[np.bool_]:
        """Return for each outline whether its likeliest name is right."""
        names = self.chances[:, :BACK].argmax(1)
        return np.array([int(name) in answer for name, answer in zip(names, self.truth, strict=True)], bool)

    @property
    def misread(self) -> NDArray[np.bool_]:
        """Return for each outline whether its likeliest name is that of no card there, nor of the card beside it."""
        return ~self.right & np.array([BESIDE not in answer for answer in self.truth], bool)


NONE = Opinions(np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, len(ASPECTS)), np.float32), [])
"""Of no outline anything."""
Judge = Callable[[Field, int], Answer | None]
"""Says what would be right in an outline that is given that name; None where it is not asked."""
Shown = tuple[Picture, Judge]


def _gather(ear: Ear, name: str, pictures: Iterable[Shown]) -> Opinions:
    """Listen to what is said of *pictures*; each says what would have been right."""
    chances, seen = [NONE.chances], [NONE.aspects]
    truth: list[Answer] = []
    for _, heard, judge in ear.hear(name, pictures):
        by_card, how = ear.aspects(heard.said)
        named = zip(heard.said.cards, by_card[:, :BACK].argmax(1), strict=True)
        answers = [judge(card.quad, int(kind)) for card, kind in named]
        untold = on_backs(heard.said.cards, by_card)
        asked = [number for number, answer in enumerate(answers) if answer is not None and number not in untold]
        chances.append(by_card[asked])
        seen.append(how[asked])
        truth += [answer for number, answer in enumerate(answers) if number in asked and answer is not None]
    return Opinions(np.concatenate(chances), np.concatenate(seen), truth)


def _answer(true: list[tuple[Field, Answer]], between: Answer | None, quad: Field, name: int) -> Answer | None:
    """Return what would be right in *quad*, *between* where it is neither a card's nor nothing's, None: not asked.

    *true*: the outlines of the picture's cards, and what is right for each; what is near none of them must be nothing.
    An outline half way between the cards of a pair may name either: both are there, and none is named twice. The right
    name in a wrong place is wrong, for it would be another seat's card, and no name is surer than its place; but
    ``beside`` its card, unless on a back, it is no misreading. In the outline of a mere part of its card it is not
    asked for, nor beside boxes that people drew.
    """
    near = [(overlap(quad, outline), part_of(quad, outline), answer) for outline, answer in true]
    answer: Answer = frozenset().union(*(known for share, _, known in near if share > NEAR))
    least = TOUCHED if between is None else NEAR
    if any(name in known - answer for share, part, known in near if share > least or part > PART):
        return None
    faces = between is not None and BACK not in answer
    if faces and any(name in known - answer and beside(quad, outline) for outline, known in true):
        return answer | {BESIDE}
    if max((share for share, _, _ in near), default=0.0) < NOTHING_NEAR:
        return frozenset({NOTHING})
    return answer or between


def rendered(ear: Ear, shard: Path) -> Opinions:
    """Gather from a shard of held-out rendered scenes; what lies beside every card names nothing rightly."""

    def judge(sample: Sample) -> Judge:
        kinds = (frozenset({int(kind)}) for kind in sample.kinds)
        return partial(_answer, list(zip(sample.quads, kinds, strict=True)), frozenset())

    samples = map(unpack, load_shard(shard))
    return _gather(ear, shard.stem, ((sample.picture, judge(sample)) for sample in samples))


def edje(ear: Ear, folder: Path) -> Opinions:
    """Gather from the training split of edje's photographs, whose boxes around the cards name the rank."""

    def pictures() -> Iterator[Shown]:
        boxes: dict[str, list[tuple[Field, Answer]]] = {}
        with (folder / "train_labels.csv").open() as file:
            for row in csv.DictReader(file):
                a, b, c, d = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
                rank = RANKS.index(RANK_NAMES[row["class"]])
                answer = frozenset(rank + 13 * suit for suit in range(4))
                boxes.setdefault(row["filename"], []).append((floats([[a, b], [c, b], [c, d], [a, d]]), answer))
        for name in sorted(boxes)[::CALIBRATED]:
            picture = cv2.imread(str(folder / "train" / name))
            if picture is not None:
                yield np.asarray(picture, np.uint8), partial(_answer, boxes[name], None)

    return _gather(ear, "edje", pictures())


def indexed(ear: Ear, pictures: Iterable[tuple[Path, Boxes]]) -> Opinions:
    """Gather from photographs whose boxes name the indices that show; an outline around none is not asked."""
    return _gather(ear, "cardcounter", ((open_picture(path), partial(_held, boxes)) for path, boxes in pictures))


def _held(boxes: Boxes, quad: Field, _: int) -> Answer | None:
    return frozenset(CARDS.index(box.name) for box in boxes if box.name in CARDS and holds(quad, box)) or None


def counted(once: Opinions, photographs: Opinions) -> Opinions:
    """Return both, the *photographs* as many times as they count."""
    return sum([photographs] * PHOTOGRAPHS, start=once)


def sureness(opinions: Opinions, near: Sureness = NOTHING_COUNTS) -> Sureness:
    """Return what each aspect counts for a name to be right: a logistic regression, found by Newton's steps.

    What the opinions leave open stays as *near* has it.
    """
    middle, spread = opinions.aspects.mean(0), opinions.aspects.std(0) + 1e-6
    seen = np.column_stack([(opinions.aspects - middle) / spread, np.ones(len(opinions.truth))]).astype(np.float64)
    right = opinions.right.astype(np.float64)
    shy = np.diag([*([SHY] * (seen.shape[1] - 1)), 1e-6])
    weights = np.array(near.weights)
    start = np.array([*(weights * spread), near.always + weights @ middle])
    counts = start.copy()
    for _ in range(ROUNDS):
        said = 1 / (1 + np.exp(-seen @ counts))
        slope = seen.T @ (said - right) + shy @ (counts - start)
        counts -= np.linalg.solve((seen * (said * (1 - said))[:, None]).T @ seen + shy, slope)
    weights = counts[:-1] / spread
    return Sureness(float(counts[-1] - weights @ middle), tuple(float(one) for one in weights))


def left_out(shards: Sequence[Opinions], photographs: Opinions) -> Field:
    """Return (n,) how sure each name of all *shards* is, by the sureness found on the others and on *photographs*.

    By one that was found on itself as well fewer names seem to be wrong than are elsewhere.
    """
    sure = []
    for number, shard in enumerate(shards):
        others = sum([*shards[:number], *shards[number + 1 :]], start=photographs)
        sure.append(sureness(others if others.truth else shard).of(shard.aspects))
    return floats(np.concatenate(sure))


def threshold(opinions: Opinions, sure: Field) -> float:
    """Return the least sureness at which less than MOST_WRONG of the names told are wrong; each is *sure* (n,).

    Not of the faces there are: half of them show too little to be asked for, and would hide what is wrong of the rest.
    Names of the card beside are not wrong here; that they lie elsewhere makes all names like them less sure.
    """
    chances = calibrated(opinions.chances, sure)
    faces = chances.argmax(1) < BACK
    told, wrong = chances.max(1)[faces], chances.max(1)[faces & opinions.misread]
    return least(LEAST_SURE, lambda sure: bool((wrong >= sure).sum() < MOST_WRONG * (told >= sure).sum()))


def least(lowest: float, fits: Callable[[float], bool]) -> float:
    """Return the first chance that *fits*, in steps from the *lowest* on."""
    steps = (round(float(sure), 3) for sure in np.arange(lowest, MOST_SURE, 0.002))
    return next((sure for sure in steps if fits(sure)), MOST_SURE)
