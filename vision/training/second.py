"""Teach the second readers, from nothing, on a GPU, while other processes draw what they learn from.

They are asked where the first are in doubt (vision/looks.py). Two that began apart are mistaken apart: together they
are right more often than either (docs/training.md, second readers). In the time there is on a processor they would see
a hundredth of what they learn from, and a third of all that is said would be theirs: without a GPU there are none.
"""

import multiprocessing
import os
import random
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vision import weights
from vision.localise import Localiser
from vision.training import card, crops, export, loop, nets, reader
from vision.training.stages import labels, one_core, side_by_side
from vision.weights import TABLE

Made = Callable[[], nets.CardReader | nets.IndexReader]
_CARDS = "(n, 112, 80, 3) uint8 BGR -> (n, 64): as card.onnx says"
_INDICES = "(n, 64, 48, 3) uint8 BGR -> (n, 23): as index.onnx says"


class Second(NamedTuple):
    """What a second reader is shown (crops.py), how it begins, what it is taught by, and what goes in and comes out."""

    cut: str
    made: Made
    loss: loop.Loss
    shape: str


NETWORKS = {
    "second_card": Second(crops.CARDS, nets.second_card, reader.card_loss, _CARDS),
    "second_index": Second(crops.INDICES, nets.second_index, reader.index_loss, _INDICES),
}
BATCH = {crops.CARDS: 1024, crops.INDICES: 2048}
MOST_DRAW = 14
"""How many processes draw at most: each holds a gigabyte."""
PEAK = 4e-3
"""The highest rate of learning."""


def publish(work: Path, out: Path, minutes: float) -> None:
    """Teach both for so many *minutes* each, side by side, and enter them in the table in *out*, beside the first.

    Raises SystemExit where a part of it broke off; what was learned until then is kept in *work*.
    """
    unlearned = [name for name in NETWORKS if loop.spent(work / f"{name}.pt") < minutes * 60]
    if unlearned:
        _teach(unlearned, work, out, minutes)
    enter(work, out)


def _teach(names: Sequence[str], work: Path, models: Path, minutes: float) -> None:
    # A folder of its own each time: who is left over from a run that was killed finds his gone, and ends.
    for left in work.glob("crops-*"):
        shutil.rmtree(left, ignore_errors=True)
    pool, wanted = Path(tempfile.mkdtemp(prefix="crops-", dir=work)), [NETWORKS[name].cut for name in names]
    context, cores = multiprocessing.get_context("spawn"), len(os.sched_getaffinity(0))
    numbers = range(min(MOST_DRAW, max(1, cores - len(names))))
    drawing = [context.Process(target=draw, args=(work, models, pool, n, wanted), daemon=True) for n in numbers]
    try:
        for process in drawing:
            process.start()
        side_by_side(*(partial(learn, name, work, pool, minutes) for name in names))
    finally:
        (pool / crops.STOP).touch()
        for process in (one for one in drawing if one.pid is not None):
            process.join()
        shutil.rmtree(pool, ignore_errors=True)  # a learner may be taking a file away


def draw(work: Path, models: Path, pool: Path, number: int, wanted: Sequence[str]) -> None:
    """Draw until *pool* says stop, with the localiser in *models*."""
    one_core()
    try:
        crops.draw(work, Localiser(weights.load(models, 1).localiser), pool, number, wanted)
    finally:  # who breaks off ends the learning, which goes on the next time
        if pool.is_dir():
            (pool / crops.STOP).touch()


def learn(name: str, work: Path, pool: Path, minutes: float) -> None:
    """Teach one of them, or go on with it."""
    one_core()
    second = NETWORKS[name]
    real = crops.photographed(second.cut, labels(work).cuts, random.Random(name))
    shown = crops.batches(second.cut, pool, real, BATCH[second.cut], loop.DEVICE)
    loop.train(second.made(), shown, second.loss, minutes, work / f"{name}.pt", peak=PEAK)


def kept(models: Path, out: Path) -> bool:
    """Copy both from *models*, whose table is sound, to *out* and enter them there; False where it has not both."""
    table = tomllib.loads((models / TABLE).read_text("utf-8"))
    if not all(name in table for name in NETWORKS):
        return False
    for name, second in NETWORKS.items():
        shutil.copyfile(models / Path(table[name]["file"]).name, out / f"{name}.onnx")
        card.enter(out / TABLE, name, table[name]["sha256"], second.shape)
    return True


def enter(work: Path, out: Path) -> None:
    """Write both to *out* and enter them in the table there."""
    for name, second in NETWORKS.items():
        net = second.made()
        loop.restore(net, work / f"{name}.pt")
        card.enter(out / TABLE, name, export.export_second(net, out / f"{name}.onnx"), second.shape)
    card.write_files(out)
