"""The parts of the training that run side by side, each in a process of its own, and what they leave behind."""

import multiprocessing
import pickle
from collections.abc import Callable
from pathlib import Path

import cv2
import torch

from vision.training import as_found, localiser, loop, nets, onward, photographs, reader
from vision.training.keeping import keep

LABELS = "photographs.pickle"
ON_A_GPU = "views.pt"
"""What the localiser learned on a GPU, where there was one (views.py)."""


def one_core() -> None:
    """Leave the other cores to the other parts."""
    torch.set_num_threads(1)
    torch.manual_seed(0)
    cv2.setNumThreads(1)


def side_by_side(*parts: Callable[[], None]) -> None:
    """Do all *parts* at once, each in a process of its own: two cores do more with two trainings than with one."""
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=part) for part in parts]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if any(process.exitcode for process in running):
        raise SystemExit("a part of the training broke off; what it said stands above, and `make train` goes on there")


def train_localiser(work: Path, minutes: float, until: float, peak: float) -> None:
    """Train the localiser, or go on with it."""
    one_core()
    made = localiser.batches(work / "scenes", 1, labels(work).scenes)
    loop.train(nets.Localiser(), made, localiser.loss, minutes, work / "localiser.pt", until, peak)


def train_readers(work: Path, for_card: float, for_index: float, until: float, peak: float) -> None:
    """Train the reader of whole cards and then that of indices, or go on with them."""
    one_core()
    cuts = photographs.Cuts(labels(work).cuts)
    found = as_found.Found(work)
    cards = reader.card_batches(work / "scenes", 2, cuts, found.cards)
    indices = reader.index_batches(work / "scenes", 2, cuts, found.indices)
    loop.train(nets.CardReader(), cards, reader.card_loss, for_card, work / "card.pt", until, peak)
    loop.train(nets.IndexReader(), indices, reader.index_loss, for_index, work / "index.pt", until, peak)


def on_a_gpu(work: Path) -> bool:
    """Whether the localiser as it is by now went on on a GPU: one that learned elsewhere since then has not."""
    there = work / ON_A_GPU
    return there.exists() and there.stat().st_mtime_ns >= (work / "localiser.pt").stat().st_mtime_ns


def trained(work: Path, half_way: bool = False) -> tuple[nets.Localiser, nets.CardReader, nets.IndexReader]:
    """Return the networks as they are by now; *half_way* back to the published weights with which they began.

    Not the localiser that went on on a GPU: what it learned there is more than what it began with.
    """
    found, card, index = nets.Localiser(), nets.CardReader(), nets.IndexReader()
    for net, name in ((found, "localiser"), (card, "card"), (index, "index")):
        now = work / f"{name}.pt"
        loop.between(net, work / onward.BEFORE / now.name if half_way else now, now)
    if on_a_gpu(work):
        loop.restore(found, work / ON_A_GPU)
    return found, card, index


def labelled(work: Path) -> bool:
    """Whether the photographs are labelled."""
    return (work / LABELS).exists()


def labels(work: Path) -> photographs.Labels:
    """Return what is known of the photographs; nothing before they are labelled."""
    path = work / LABELS
    known: photographs.Labels = pickle.loads(path.read_bytes()) if labelled(work) else photographs.Labels([], [])
    return known


def keep_labels(work: Path, known: photographs.Labels) -> None:
    """Write what is known of the photographs."""
    keep(work / LABELS, pickle.dumps(known))
