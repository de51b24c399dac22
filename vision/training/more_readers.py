"""Teach the second, third and fourth readers, from nothing, while other processes draw what they learn from.

They are asked where the first are in doubt (vision/looks.py). Readers that began apart are mistaken apart: together
they are right more often than any of them (docs/training.md, further readers). The second and fourth are large and need
a GPU: in the time there is on a processor they would see a twentieth of what they learn from. The third do without.
"""

import random
import shutil
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vision import weights
from vision.localise import Localiser
from vision.training import beside, card, crops, export, loop, nets, reader
from vision.training.stages import labels, one_core, side_by_side
from vision.weights import TABLE

Made = Callable[[], nets.CardReader | nets.IndexReader]
_CARDS = "(n, 112, 80, 3) uint8 BGR -> (n, 64): as card.onnx says"
_INDICES = "(n, 64, 48, 3) uint8 BGR -> (n, 23): as index.onnx says"


class Learner(NamedTuple):
    """What such a reader is shown (crops.py), how it begins, what it is taught by, and what goes in and comes out."""

    cut: str
    made: Made
    loss: loop.Loss
    shape: str


NETWORKS = {
    "second_card": Learner(crops.CARDS, nets.second_card, reader.card_loss, _CARDS),
    "second_index": Learner(crops.INDICES, nets.second_index, reader.index_loss, _INDICES),
    "third_card": Learner(crops.CARDS, nets.third_card, reader.card_loss, _CARDS),
    "third_index": Learner(crops.INDICES, nets.third_index, reader.index_loss, _INDICES),
    "fourth_card": Learner(crops.CARDS, nets.fourth_card, reader.card_loss, _CARDS),
    "fourth_index": Learner(crops.INDICES, nets.fourth_index, reader.index_loss, _INDICES),
}
PAIRS = (("second_card", "second_index"), ("third_card", "third_index"), ("fourth_card", "fourth_index"))
"""Those that learn side by side, of crops of two kinds."""
ON_A_PROCESSOR = PAIRS[1]
"""Those that are small enough to be taught without a GPU."""
BATCH = {"cuda": {crops.CARDS: 1024, crops.INDICES: 2048}, "cpu": {crops.CARDS: 128, crops.INDICES: 128}}
PEAK = {"cuda": 4e-3, "cpu": 3e-3}
"""How many a batch and the highest rate of learning, by what does the work."""


def taught_here() -> Sequence[str]:
    """Return the names of those that can be taught on this machine."""
    return tuple(NETWORKS) if loop.DEVICE == "cuda" else ON_A_PROCESSOR


def publish(work: Path, out: Path, minutes: float, names: Sequence[str]) -> None:
    """Teach those of these *names*, so many *minutes* each, a pair at once, and enter them in the table in *out*.

    Raises SystemExit where a part of it broke off; what was learned until then is kept in *work*.
    """
    for pair in PAIRS:
        unlearned = [name for name in pair if name in names and loop.spent(work / f"{name}.pt") < minutes * 60]
        if unlearned:
            _teach(unlearned, work, out, minutes)
    enter(work, out, names)


def _teach(names: Sequence[str], work: Path, models: Path, minutes: float) -> None:
    wanted = [NETWORKS[name].cut for name in names]
    with beside.drawn(work, partial(draw, work, models, wanted), len(names)) as pool:
        side_by_side(*(partial(learn, name, work, pool, minutes) for name in names))


def draw(work: Path, models: Path, wanted: Sequence[str], pool: Path, number: int) -> None:
    """Draw until *pool* says stop, with the localiser in *models*."""
    one_core()
    crops.draw(work, Localiser(weights.load(models, 1).localiser), pool, number, wanted)


def learn(name: str, work: Path, pool: Path, minutes: float) -> None:
    """Teach one of them, or go on with it."""
    one_core()
    learner = NETWORKS[name]
    real = crops.photographed(learner.cut, labels(work).cuts, random.Random(name))
    shown = crops.batches(learner.cut, pool, real, BATCH[loop.DEVICE][learner.cut], loop.DEVICE)
    loop.train(learner.made(), shown, learner.loss, minutes, work / f"{name}.pt", peak=PEAK[loop.DEVICE])


def kept(models: Path, out: Path) -> list[str]:
    """Copy those there are in *models*, whose table is sound, to *out* and enter them there; return their names."""
    table = tomllib.loads((models / TABLE).read_text("utf-8"))
    there = [name for name in NETWORKS if name in table]
    for name in there:
        shutil.copyfile(models / Path(table[name]["file"]).name, out / f"{name}.onnx")
        card.enter(out / TABLE, name, table[name]["sha256"], NETWORKS[name].shape)
    return there


def enter(work: Path, out: Path, names: Sequence[str]) -> None:
    """Write those of these *names* to *out* and enter them in the table there."""
    for name in names:
        net = NETWORKS[name].made()
        loop.restore(net, work / f"{name}.pt")
        card.enter(out / TABLE, name, export.export_more(net, out / f"{name}.onnx"), NETWORKS[name].shape)
    card.write_files(out)
