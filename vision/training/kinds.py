"""Find what the kind of a card depends on where no name is sure (vision/kinds.py): on rendered scenes held out."""

import argparse
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import weights
from vision.arrays import Field, floats
from vision.classify import Classifier
from vision.engines import CORES
from vision.kinds import ASPECTS, FACE, KINDS, UNPLAYED, Kinds, aspects, unnamed
from vision.localise import overlap
from vision.names import NOTHING
from vision.rendered_sets import held_out
from vision.sureness import Sureness
from vision.training import card
from vision.training.calibrate import MOST_SURE, NEAR, least
from vision.training.heard import HEARD, Ear
from vision.training.samples import Sample, load_shard, unpack
from vision.weights import Settings, Weights

MOST_WRONG = {"back": 0.08, "joker": 0.05, "cut_card": 0.05, "face": 0.08}
"""How many of those told to be of a kind may be none. Every other card too many that is told face down is a second
outline of one, which is not told in the end; and a joker or a cut card that is none hides a card."""
LEAST = 0.4
"""How sure a kind must be at least."""
SHY, ROUNDS = 1e-3, 300
"""What keeps the aspects' weights near nothing, and the steps in which they are found."""


@dataclass(frozen=True, slots=True)
class Unnamed:
    """Outlines that no name is sure of: their aspects (n, len(ASPECTS)), and the number in KINDS of what lies there."""

    aspects: Field
    truth: NDArray[np.int64]


def gather(opened: Weights, ear: Ear, shard: Path) -> Unnamed:
    """Gather from a shard of held-out rendered scenes, as *opened* reads what was heard of them."""
    classifier, samples = Classifier(opened), map(unpack, load_shard(shard))
    seen = []
    for picture, heard, sample in ear.hear(shard.stem, ((sample.picture, sample) for sample in samples)):
        chances = classifier.distributions(heard.said)
        rows = unnamed(chances, opened.settings.sure)
        if len(rows):
            on_it = aspects(picture, heard.said.cards, heard.said.whole, chances, rows, heard.over)
            seen.append(Unnamed(on_it, true([heard.said.cards[row].quad for row in rows], sample)))
    return joined(seen)


def joined(every: Iterable[Unnamed]) -> Unnamed:
    """Return all that was gathered as one."""
    seen = list(every)
    none = np.zeros((0, len(ASPECTS)), np.float32)
    truth = [np.zeros(0, np.int64), *(one.truth for one in seen)]
    return Unnamed(np.concatenate([none, *(one.aspects for one in seen)]), np.concatenate(truth))


def true(quads: list[Field], sample: Sample) -> NDArray[np.int64]:
    """Return the numbers in KINDS of what lies in each of *quads*.

    What is no face lies in that outline alone which fits it best: a second one of a card face down is one too many.
    """
    shares = floats([[overlap(quad, there) for there in sample.quads] for quad in quads])
    shares = shares.reshape(len(quads), len(sample.quads))
    return np.array([_true(n, shares, sample) for n in range(len(quads))], np.int64)


def _true(number: int, shares: Field, sample: Sample) -> int:
    card = int(shares[number].argmax()) if shares.shape[1] else -1
    if card < 0 or shares[number, card] < NEAR:
        return UNPLAYED.index(NOTHING)
    kind = int(sample.kinds[card])
    if kind not in UNPLAYED:
        return FACE
    nearest = shares.argmax(1) == card
    best = shares[number, card] >= shares[nearest, card].max()
    return UNPLAYED.index(kind) if best else UNPLAYED.index(NOTHING)


def fitted(seen: Unnamed) -> Kinds:
    """Return what each aspect counts: a regression for several classes, as likely as can be."""
    import torch  # late: all else here does without
    import torch.nn.functional as functional

    middle, spread = seen.aspects.mean(0), seen.aspects.std(0) + 1e-6
    given, truth = torch.from_numpy((seen.aspects - middle) / spread), torch.from_numpy(seen.truth)
    counts = torch.zeros(len(ASPECTS), len(KINDS), requires_grad=True)
    always = torch.zeros(len(KINDS), requires_grad=True)
    optimiser = torch.optim.LBFGS([counts, always], max_iter=ROUNDS)

    def off() -> torch.Tensor:
        optimiser.zero_grad()
        value = functional.cross_entropy(given @ counts + always, truth) + SHY * (counts**2).sum()
        value.backward()  # type: ignore[no-untyped-call, unused-ignore]
        return value

    optimiser.step(off)  # type: ignore[arg-type, no-untyped-call, unused-ignore]
    each = counts.detach().numpy() / spread[:, None]
    added = always.detach().numpy() - middle @ each
    return Kinds(tuple(map(float, added)), tuple(tuple(map(float, row)) for row in each))


def threshold(seen: Unnamed, kind: str, by: Kinds) -> float:
    """Return the least sureness at which no more than MOST_WRONG of those that are told to be of a *kind* are not.

    The most where none is told: nothing speaks for less.
    """
    said, number = by.of(seen.aspects), KINDS.index(kind)
    told = said.argmax(1) == number
    chance, wrong = said[told, number], said[told & (seen.truth != number), number]
    if not told.any():
        return MOST_SURE
    return least(LEAST, lambda sure: bool((wrong >= sure).sum() <= MOST_WRONG[kind] * (chance >= sure).sum()))


def chosen(opened: Weights, ear: Ear, scenes: list[Path]) -> tuple[Settings, Sureness, Kinds]:
    """Return settings and sureness of weights, and what kinds depend on with them; and how sure each must be."""
    with ThreadPoolExecutor(CORES) as two:  # most of reading a picture is outside Python
        every = joined(two.map(partial(gather, opened, ear), scenes))
    if not len(every.truth):
        raise SystemExit("the networks see no card yet, so nothing tells kinds apart: train on, with --minutes")
    by = fitted(every)
    sure = {f"{kind}_sure": threshold(every, kind, by) for kind in MOST_WRONG}
    return replace(opened.settings, **sure), opened.sureness, by


def main(arguments: list[str] | None = None) -> int:
    """Find it for weights that are there, and write it into their table."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.kinds", description="Fit what kinds depend on.")
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"), help="where the readers are")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    scenes = held_out(given.work, calibrating=True)
    if not scenes:
        raise SystemExit(f"{given.work / 'scenes'}: expected the held-out scenes that `make train` draws")
    opened = weights.load(given.out, 1)
    card.write_table(given.out, {}, *chosen(opened, Ear(opened, given.work / HEARD), scenes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
