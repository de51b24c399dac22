"""Where there is a GPU the localiser goes on there: views of scenes are drawn beside it and kept in its memory.

On a processor it learns from scenes on disk (localiser.py), each cut anew whenever it comes back; a GPU learns faster
than those are cut. So here a view comes back too, turned by quarters and in other light.
"""

import math
import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.arrays import Field, Picture
from vision.training import beside, crops, localiser, loop, nets, seen_again, stages
from vision.training.indices import STRIDE, UNIT
from vision.training.keeping import keep
from vision.training.real_scenes import RealScene
from vision.training.real_scenes import crop as real_crop
from vision.training.samples import Sample

VIEWS = "views"
A_SCENE, REAL = 12, 4
"""Views of each scene, and of a photograph for each scene."""
SCENES, WAITING, AT_ONCE = 10, 6, 4
"""Scenes a file of 104 MB, how many of these may wait in a pool to be read, and how many are read ahead."""
BATCH = 192
FIRST, MOST, WORKING = 2_000, 120_000, 6 * 2**30
"""So many views there must be before anything is learned from them, so many are kept, and so many bytes of a device's
memory are left to the learning."""
SHAPE = (localiser.SIDE, localiser.SIDE, 3)
SAID = (localiser.ASKED + 1, localiser.SIDE // STRIDE, localiser.SIDE // STRIDE)
PIXELS, TARGETS = math.prod(SHAPE), math.prod(SAID)
FROM = (0, 1, 2, 4, 3, 5, 6, 7, 8, 9, 10, 12, 11, 14, 13, 15, 16, 17)
SIGNS = (1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 1, 1, -1, 1, -1, 1, 1, 1)
DOWN = (4, 12)
"""What each target is made of when a view is turned by a quarter: (x, y) becomes (y, -x), a doubled angle its opposite;
and those that tell how far down something lies."""


def teach(work: Path, minutes: float, peak: float) -> None:
    """Let the localiser in *work* go on for so many *minutes*; what it has learned here is kept apart, in views.pt.

    Where that is older than localiser.pt it begins anew. Raises SystemExit where a part of it broke off; the next call
    goes on from there.
    """
    if room(loop.DEVICE) < FIRST:
        print("the localiser does not go on here: too little of the GPU's memory is free")
        return
    checkpoint = work / stages.ON_A_GPU
    if not stages.on_a_gpu(work):
        net = nets.Localiser()
        loop.restore(net, work / "localiser.pt")
        loop.begin(net, checkpoint)
    if loop.spent(checkpoint) < minutes * 60:
        with beside.drawn(work, partial(draw, work), 1) as pool:
            stages.side_by_side(partial(learn, work, pool, minutes, peak))


def learn(work: Path, pool: Path, minutes: float, peak: float) -> None:
    """Learn from what comes to be in *pool*, or go on with it."""
    stages.one_core()
    shown = batches(pool, BATCH, loop.DEVICE)
    loop.train(nets.Localiser(), shown, loss, minutes, work / stages.ON_A_GPU, peak=peak)


def loss(net: nn.Module, batch: tuple[Tensor, Tensor], progress: float) -> Tensor:
    """Return the localiser's loss, as it is after the first part of its training, which is over."""
    return localiser.loss(net, batch, max(progress, localiser.SQUARED))


@dataclass(frozen=True, slots=True)
class Views:
    """Pictures (n, SIDE, SIDE, 3), and what is to be said of them, (n, 18, SIDE/4, SIDE/4), in half the length."""

    pictures: Picture
    targets: NDArray[np.float16]

    def packed(self) -> bytes:
        """Return all of it as it is stored."""
        return self.pictures.tobytes() + self.targets.tobytes()

    @staticmethod
    def unpacked(stored: NDArray[np.uint8]) -> "Views":
        """Return what was packed."""
        many = len(stored) // (PIXELS + 2 * TARGETS)
        pictures, targets = stored[: many * PIXELS], stored[many * PIXELS :].view(np.float16)
        return Views(pictures.reshape(many, *SHAPE), targets.reshape(many, *SAID))


def cut(scenes: Iterator[Sample], real: list[RealScene], rng: random.Random) -> Views:
    """Return views of *scenes*, and of some photographs."""
    found: list[tuple[Picture, Field]] = []
    for sample in scenes:
        found += [localiser.cut(sample, rng) for _ in range(A_SCENE)]
        found += [real_crop(rng.choice(real), localiser.SIDE, rng) for _ in range(REAL if real else 0)]
    return Views(np.stack([one for one, _ in found]), np.stack([one for _, one in found]).astype(np.float16))


def draw(work: Path, pool: Path, number: int) -> None:
    """Draw scenes until *pool* is stopped (beside.py); leave views of them and of the labelled photographs there."""
    stages.one_core()
    real = stages.labels(work).scenes
    for turn, (scenes, rng) in enumerate(crops.scenes(work, number, SCENES)):
        if not beside.asked(pool, [VIEWS], WAITING):
            return
        views = cut(scenes, real, rng)
        keep(pool / f"{VIEWS}-{turn:05d}-{number:02d}.raw", views.packed())


class Pool:
    """Views in a device's memory; the newest stay."""

    def __init__(self, device: str, most: int) -> None:
        self._device, self._most, self._seen = device, most, 0
        self._pictures = torch.empty((most, *SHAPE), dtype=torch.uint8, device=device)
        self._targets = torch.empty((most, *SAID), dtype=torch.float16, device=device)

    @property
    def full(self) -> int:
        """How many there are."""
        return min(self._seen, self._most)

    def add(self, views: Views) -> None:
        """Take *views* in."""
        many = len(views.pictures)
        at = (torch.arange(self._seen, self._seen + many) % self._most).to(self._device)
        self._pictures[at] = torch.from_numpy(views.pictures).to(self._device)
        self._targets[at] = torch.from_numpy(views.targets).to(self._device)
        self._seen += many

    def take(self, many: int) -> tuple[Tensor, Tensor]:
        """Return so *many*, chosen at random: pictures (n, 3, SIDE, SIDE), 0 … 1, and what is to be said of them."""
        at = torch.randint(self.full, (many,), device=self._device)
        return self._pictures[at].permute(0, 3, 1, 2).float() / 255, self._targets[at].float()


def batches(pool: Path, many: int, device: str) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield batches of so *many* for ever, in which the files in *pool* come to be as they are drawn.

    Waits for the first of them; a file that was read is taken away. Raises SystemExit where *pool* is stopped, or
    where nothing comes at first.
    """
    held, read = Pool(device, room(device)), Queue[Views](AT_ONCE)
    Thread(target=_read, args=(pool, read), daemon=True).start()
    until = time.monotonic() + crops.PATIENCE
    while True:
        if beside.stopped(pool) or (held.full < FIRST and time.monotonic() > until):
            raise SystemExit(f"{pool}: nothing is drawn there to learn from; what was said stands above")
        with suppress(Empty):
            held.add(read.get(timeout=0.2) if held.full < FIRST else read.get_nowait())
        if held.full >= FIRST:
            x, targets = turned(*held.take(many))
            x = localiser.normalised(seen_again.worse(tinted(x)))
            yield x.contiguous(memory_format=torch.channels_last), targets


def room(device: str) -> int:
    """Return how many views a *device* has room for beside the learning."""
    return min(MOST, max(0, beside.free(device) - WORKING) // (PIXELS + 2 * TARGETS))


def _read(pool: Path, read: Queue[Views]) -> None:
    """Read what comes to be in *pool*, beside the learning, until that is stopped; who cannot read stops it."""
    try:
        with suppress(FileNotFoundError):  # it is being taken away
            while not beside.stopped(pool):
                for path in sorted(pool.glob(f"{VIEWS}-*.raw")):
                    stored = np.fromfile(path, np.uint8)
                    path.unlink()
                    read.put(Views.unpacked(stored))
                time.sleep(0.05)
    finally:
        beside.stop(pool)


def turned(x: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """Return views turned by any number of quarters, and what is to be said of them then; never mirrored."""
    parts = [[x[n::4], targets[n::4]] for n in range(4)]  # they come in any order
    for quarters, part in enumerate(parts):
        for _ in range(quarters):
            part[:] = part[0].rot90(1, (2, 3)), _quarter(part[1])
    pictures, said = zip(*parts, strict=True)
    return torch.cat(pictures), torch.cat(said)


def _quarter(targets: Tensor) -> Tensor:
    """Return the *targets* of pictures turned by a quarter: what lay to the right lies above."""
    out = targets.rot90(1, (2, 3))[:, FROM] * targets.new_tensor(SIGNS)[:, None, None]
    out[:, DOWN] -= 1 / UNIT  # cells are asked at the third of their four pixels, which has become the second
    return out


def tinted(x: Tensor) -> Tensor:
    """Return pictures 0 … 1 in other light, as localiser.py has it on a processor."""
    between = partial(seen_again.number, x)

    def half(y: Tensor) -> Tensor:
        return torch.where(between(0, 1, 1) < 0.5, y, 1)

    x = x ** half(between(*localiser.DARKER, 1))
    x = x * half(between(*localiser.TINT, 3) * between(*localiser.GAIN, 1))
    return torch.where(between(0, 1, 1) < localiser.GREY, x.mean(1, keepdim=True), x).clamp(0, 1)
