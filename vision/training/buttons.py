"""Teach the network of the second look at dealer buttons (vision/buttons.py): buttons, and what is taken for them.

It learns what the detector finds in scenes drawn for that, with one button or several and other round things, and in
the photographs of cards that may be trained on, where nothing is a button.
"""

import argparse
import hashlib
import pickle
import random
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision import index_sets
from vision.arrays import Picture
from vision.buttons import SIDE, Buttons, cut_out
from vision.chips import card_length
from vision.detector import BUTTON, LIKE_BUTTONS, Detector, corners
from vision.engines import CORES, in_onnxruntime
from vision.pictures import open_picture
from vision.precision import Box, common
from vision.training import card, export, loop, other_scenes, photographs
from vision.training.decks import HELD_OUT, load_art, load_backs
from vision.training.keeping import keep
from vision.training.nets import ButtonReader
from vision.training.other_settings import Hits
from vision.training.reader import coloured
from vision.training.stages import one_core, side_by_side
from vision.training.tabletop import Labelled, Tabletop
from vision.weights import BUTTONS, DETECTOR, TABLE

FILE, DETECTOR_FILE = f"{BUTTONS}.onnx", f"{DETECTOR}.onnx"
SHARDS, SHARD, CHOOSING = 26, 100, 500
"""Scenes to learn from, so many in a file; and scenes on which is chosen how sure it must be."""
OFTEN = (1, 2, 4)
"""How often a button is laid, as a rule each second time, in scenes that train."""
SURE = 0.1
"""What else the detector finds so surely is shown too: what no button is."""
THERE, BESIDE = 0.5, 0.35
"""A place has so much in common with a button that is there (intersection over union), or less than that with any."""
SLIPPED = 0.07
"""How far boxes of true things are moved at random, in parts of their sides."""
MINUTES, PEAK = 16.0, 3e-3
ONES, OTHERS, REAL = 32, 48, 16
"""Buttons in a batch, what is none in drawn scenes, and in photographs."""
SMOOTHED = 0.02
PRECISE = 0.75
"""What part of the buttons that are told must be there."""
SHAPE = "(n, 48, 48, 3) uint8 BGR -> (n, 2): chances that it is no dealer button, and that it is one"
PHOTOGRAPHED = "photographs.pickle"
Cuts = tuple[Picture, NDArray[np.int64]]
"""Places (n, 48, 48, 3), and whether a dealer button is there."""


def scenes(work: Path, held_out: bool, numbers: range) -> Iterator[tuple[Picture, list[Labelled]]]:
    """Draw tables for this training, as its pictures are kept, and what lies on them."""
    decks = [deck for deck in load_art(work / "art") if (deck.name in HELD_OUT) == held_out]
    backs = load_backs(work / "art")
    for number in numbers:
        rng = random.Random(f"button-{held_out}-{number}")
        laid = other_scenes.buttons if held_out else _many
        picture, things = other_scenes.scene(rng, rng.choice(decks), backs, decks, laid)
        kept = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(50, 95)])[1]
        yield np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR), np.uint8), things


def _many(top: Tabletop) -> None:
    for _ in range(top.table.rng.choice(OFTEN)):
        other_scenes.buttons(top)


def place(work: Path, models: Path) -> Path:
    """Return the folder below *work* for what is learned of the detector in *models*: another one errs elsewhere."""
    return work / f"{BUTTONS}-{hashlib.sha256((models / DETECTOR_FILE).read_bytes()).hexdigest()[:8]}"


def found_by(models: Path, exported: Path | None = None) -> Detector:
    """Return the detector in *models*; with the second look of the file *exported*, where there is one."""
    network = in_onnxruntime((models / DETECTOR_FILE).read_bytes(), 1)
    second = None if exported is None else Buttons(in_onnxruntime(exported.read_bytes(), 1)).told
    return Detector(network, {BUTTON: LIKE_BUTTONS[BUTTON]}, second=second)


def build(shared: Path, work: Path, models: Path, part: int = 0, parts: int = 1) -> None:
    """Cut out below *work* what the detector in *models* finds, this *part* of so many, once."""
    cv2.setNumThreads(1)
    detector, folder = found_by(models), place(work, models)
    folder.mkdir(exist_ok=True)
    for number in range(part, SHARDS, parts):
        path, rng = folder / f"{number:04d}.pickle", random.Random(f"buttons-{number}")
        if not path.exists():
            numbers = range(number * SHARD, (number + 1) * SHARD)
            shown = [cuts(detector, *one, rng) for one in scenes(work, False, numbers)]
            keep(path, pickle.dumps(tuple(np.concatenate(some) for some in zip(*shown, strict=True))))
    path = folder / PHOTOGRAPHED
    if part == 0 and not path.exists():
        real = [cuts(detector, picture, [], random.Random(1))[0] for picture in photographed(shared)]
        keep(path, pickle.dumps(np.concatenate(real)))


def photographed(shared: Path) -> Iterator[Picture]:
    """Yield the photographs of cards that may be trained on: no button lies in any."""
    for path, _ in index_sets.cardcounter_pictures(shared / "data/cardcounter-real", held_back=False):
        yield open_picture(path)
    yield from (picture for picture, _ in photographs.edje_pictures(shared / "data/edje-cards-9toA"))


def cuts(detector: Detector, picture: Picture, things: list[Labelled], rng: random.Random) -> Cuts:
    """Return the places of *picture* at which something is found, or is, that may be or look like a button."""
    cards = [corners(box) for kind, box in things if kind == "card"]
    known = card_length(cards) if cards and rng.random() < 0.5 else None
    found = detector.find(picture, known, min(LIKE_BUTTONS.values()))
    boxes = [one.box for one in found if one.kind in LIKE_BUTTONS or one.confidence > SURE]
    boxes += [_slipped(box, rng) for kind, box in things if kind == BUTTON for _ in range(2)]
    boxes += [_slipped(box, rng) for kind, box in things if kind in LIKE_BUTTONS and rng.random() < 0.5]
    there = [box for kind, box in things if kind == BUTTON]
    shared = [(box, max((common(box, one) for one in there), default=0.0)) for box in boxes]
    clear = [(box, share >= THERE) for box, share in shared if not BESIDE < share < THERE]
    pictures = [np.zeros((0, SIDE, SIDE, 3), np.uint8), *(cut_out(picture, box)[None] for box, _ in clear)]
    return np.concatenate(pictures), np.array([is_one for _, is_one in clear], np.int64)


def _slipped(box: Box, rng: random.Random) -> Box:
    wide, high = box[2] - box[0], box[3] - box[1]
    left, top, right, bottom = (
        edge + rng.gauss(0, SLIPPED) * side for edge, side in zip(box, (wide, high, wide, high), strict=True)
    )
    return left, top, right, bottom


def learned(folder: Path) -> tuple[Cuts, Picture]:
    """Return all places of drawn scenes to learn from, and those of photographs."""
    every = [pickle.loads(path.read_bytes()) for path in sorted(folder.glob("[0-9]*.pickle"))]
    pictures, kinds = (np.concatenate(some) for some in zip(*every, strict=True))
    return (pictures, kinds), pickle.loads((folder / PHOTOGRAPHED).read_bytes())


def batches(known: Cuts, real: Picture, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield places as networks see them, turned at random, and whether a button is there, for ever."""
    noise, (pictures, kinds) = np.random.default_rng(seed), known
    ones, others = np.flatnonzero(kinds == 1), np.flatnonzero(kinds == 0)
    while True:
        chosen = np.concatenate([noise.choice(ones, ONES), noise.choice(others, OTHERS)])
        shown = [*pictures[chosen], *real[noise.choice(len(real), REAL)]]
        turned = [np.rot90(one, int(noise.integers(4))).copy() for one in shown]
        yield coloured(turned, noise), torch.from_numpy(np.append(kinds[chosen], np.zeros(REAL, np.int64)))


def publish(shared: Path, work: Path, out: Path, minutes: float = MINUTES) -> None:
    """Train what is not trained yet, for the detector in *out*; enter the network and how sure it must be there."""
    side_by_side(*(partial(build, shared, work, out, part, CORES) for part in range(CORES)))
    folder, net, loss = place(work, out), ButtonReader(), partial(loop.entropy, smoothed=SMOOTHED)
    loop.train(net, batches(*learned(folder), 3), loss, minutes, folder / f"{BUTTONS}.pt", peak=PEAK)
    digest = export.export_buttons(net.cpu(), folder / FILE)
    chosen = sure(work, out, folder / FILE)
    shutil.copyfile(folder / FILE, out / FILE)
    card.enter(out / TABLE, BUTTONS, digest, SHAPE, [f"sure = {chosen}"])
    card.write_files(out)


def sure(work: Path, models: Path, exported: Path) -> float:
    """Return how sure the second look of the file *exported* must be, by scenes held out for that."""
    detector, hits = found_by(models, exported), Hits([], 0)
    for picture, things in scenes(work, True, range(CHOOSING)):
        cards = [corners(box) for kind, box in things if kind == "card"]
        found = detector.find(picture, card_length(cards))
        hits.add([one for one in found if one.kind == BUTTON], [box for kind, box in things if kind == BUTTON])
    return hits.best(PRECISE)


def main(arguments: list[str] | None = None) -> int:
    """Train and export this network alone."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.buttons", description="Train the second look.")
    parser.add_argument("--shared", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("training"))
    parser.add_argument("--out", type=Path, default=Path("models"))
    given = parser.parse_args(arguments)
    one_core()
    publish(given.shared, given.work, given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
