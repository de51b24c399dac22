"""Teach the network that tells letters of other languages, from the reader of indices.

It stands beside the published reader, which never learned such letters, and so takes nothing from what that knows of
English decks: taught both, where few may be wrong, it told a tenth fewer of these (docs/training.md, going on).
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.arrays import Picture
from vision.engines import CORES
from vision.letters import LANGUAGES, NEITHER, SAID, kind
from vision.letters import LETTERS as CALLED
from vision.names import RANKS
from vision.training import card, dataset, export, loop, onward
from vision.training.decks import HELD_OUT, Deck, load_art, load_backs
from vision.training.nets import IndexReader, LetterReader
from vision.training.photographs import UNASKED
from vision.training.procedural import draw_deck
from vision.training.reader import coloured, cut_indices
from vision.training.samples import Sample, load_shard, unpack
from vision.training.scenes import MOST, SELDOM, scene
from vision.training.stages import one_core, side_by_side
from vision.weights import LETTERS, TABLE

FOLDER, FILE = f"letters-{CALLED}", f"{LETTERS}.onnx"
"""What is drawn and learned for other letters is not gone on with."""
SHARDS, TIMES = {"English": 14, "German": 14, "French": 14, "Dutch": 8}, 2
"""Shards of scenes of each language (of Dutch letters H alone is new); and how often each index of them is cut out."""
DRAWN = 0.65
"""The share of English decks that are drawn; of other languages all are."""
OFTEN = {"J": 4.0, "Q": 4.0, "K": 4.0, "8": 2.0, "T": 2.0}
"""What is dealt so many times as often: the letters, and what they are mistaken for."""
MINUTES, PEAK, BATCH = 40.0, 1.5e-3, 96
SHAPE = "(n, 64, 48, 3) uint8 BGR -> (n, 9): chances of no such letter, J, Q, K, B, D, V, R, H"
Cuts = tuple[Picture, NDArray[np.int64]]
"""Indices (n, 64, 48, 3), and what each is (vision/letters.py)."""


def build(work: Path, part: int = 0, parts: int = 1) -> None:
    """Draw the scenes below *work*, this *part* of so many; those already there are kept."""
    cv2.setNumThreads(1)
    art = [deck for deck in load_art(work / "art") if deck.name not in HELD_OUT]
    backs, folder = load_backs(work / "art"), work / FOLDER
    folder.mkdir(exist_ok=True)
    for language, count in SHARDS.items():
        for number in range(part, count, parts):
            name = f"{language.lower()}-{number:04d}"
            path, rng = folder / f"{name}.pickle", random.Random(f"letters-{name}")
            if not path.exists():
                decks = (_deck(rng, art, language) for _ in range(dataset.SHARD))
                dataset.write(path, rng, (scene(rng, deck, backs, art, SELDOM, dealt) for deck in decks))


def _deck(rng: random.Random, art: list[Deck], language: str) -> Deck:
    if language == "English" and rng.random() >= DRAWN:
        return dataset.any_printed(rng, art[1:])
    return draw_deck(rng.randrange(10**6) * 2 + 1, art, letters=LANGUAGES[language])  # odd seeds train


def dealt(rng: random.Random) -> list[int]:
    """Deal what a table shows at most, of some ranks more often."""
    often = [OFTEN.get(rank, 1.0) for rank in RANKS]
    return sorted(range(52), key=lambda kind: -(rng.random() ** (1 / often[kind % 13])))[:MOST]


def cuts(scenes: Iterable[Sample], language: str, rng: random.Random) -> Cuts:
    """Return the indices of *scenes*, and pieces that are none; not those of which it is not clear what shows."""
    found = [one for sample in scenes for _ in range(TIMES) for one in cut_indices(sample, rng) if one.rank != UNASKED]
    kinds = [*(kind(language, rank) for rank in RANKS), NEITHER]
    return np.stack([one.picture for one in found]), np.array([kinds[one.rank] for one in found])


def learned(work: Path) -> Cuts:
    """Return all indices to learn from."""
    every = []
    for path in sorted((work / FOLDER).glob("*-*.pickle")):
        language = path.stem.split("-")[0].capitalize()
        every.append(cuts(map(unpack, load_shard(path)), language, random.Random(path.stem)))
    pictures, kinds = zip(*every, strict=True)
    return np.concatenate(pictures), np.concatenate(kinds)


def batches(known: Cuts, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield indices as networks see them, and what each is, for ever."""
    noise, (pictures, kinds) = np.random.default_rng(seed), known
    while True:
        order = noise.permutation(len(kinds))
        for first in range(0, len(kinds) - BATCH + 1, BATCH):
            chosen = order[first : first + BATCH]
            yield coloured(list(pictures[chosen]), noise), torch.from_numpy(kinds[chosen])


def begun(models: Path, pictures: Iterator[Tensor]) -> LetterReader:
    """Return the network before it learned anything but to read indices, as *models* do."""
    reader = IndexReader()
    onward.unfold(reader, models / "index.onnx", pictures)
    return LetterReader(reader)


def publish(work: Path, out: Path, minutes: float = MINUTES) -> None:
    """Train what is not trained yet, beside the reader of indices in *out*, and enter it in the table there."""
    side_by_side(*(partial(build, work, part, CORES) for part in range(CORES)))
    known = learned(work)
    made = batches(known, 3)
    net = begun(out, (next(made)[0] for _ in range(onward.BATCHES)))
    loop.train(net, made, loop.entropy, minutes, work / FOLDER / f"{LETTERS}.pt", peak=PEAK)
    shares = np.bincount(known[1], minlength=SAID) / len(known[1])
    export.export_letters(net.cpu(), torch.from_numpy(shares).float(), out / FILE)
    enter(out)


def enter(out: Path) -> None:
    """Enter the network in *out* in the table there."""
    card.enter(out / TABLE, LETTERS, hashlib.sha256((out / FILE).read_bytes()).hexdigest(), SHAPE)
    card.write_files(out)


def main(arguments: list[str] | None = None) -> int:
    """Train and export this network alone."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.letters", description="Train the reader of letters."
    )
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"), help="where the reader of indices is")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of processor time")
    given = parser.parse_args(arguments)
    one_core()
    publish(given.work, given.out, given.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
