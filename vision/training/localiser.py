"""Teach the localiser: every pixel of a card describes the whole card, and every pixel of an index that index."""

import random
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as functional
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.arrays import Field, Picture, floats, levels
from vision.names import BACK
from vision.training.indices import STRIDE, UNIT, index_targets
from vision.training.loop import autocast
from vision.training.real_scenes import RealScene, crop
from vision.training.samples import Sample, load_shard, stretch, unpack

SIDE, BATCH = 352, 8
"""Crop side in pixels, and crops a batch."""
CARD_LONG = (24.0, 215.0)
CLOSE, CLOSE_LONG, CLOSE_ZOOM = 0.5, (95.0, 210.0), (0.4, 2.5)
"""How many crops show cards as large as a second look does, how long these are, and how much is zoomed for it."""
AT_CARD = 0.8
"""How many crops lie around a card: what has none teaches little."""
BESIDE = 0.4
"""How far such a crop may reach beside the picture, in halves of its side."""
CROPS_A_SCENE, POOL = 3, 96
ASKED = 17
"""The last target: whether card or no card is asked there; of photographs only parts are known."""
DARKER, TINT, GAIN, GREY = (0.6, 1.4), (0.88, 1.12), (0.8, 1.3), 0.08
"""Half of the crops get another gamma, half another gain of each channel and of all; and some lose their colour."""
SQUARED = 0.15
"""Until this part of the training the geometry's loss is squared."""


def doubled(vectors: Field, lengths: Field) -> Field:
    """Return half axes with their angle doubled: an axis and its opposite become the same vector."""
    x, y = vectors[:, 0], vectors[:, 1]
    return floats(np.stack([x * x - y * y, 2 * x * y], 1) / lengths[:, None])


def describe(quads: Field) -> tuple[Field, Field]:
    """Return (n, 6) centre and doubled-angle half axes (long, then short), and (n,) half long lengths."""
    centre = quads.mean(1)
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    wide, high = np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)
    swap = (wide > high)[:, None]
    long, short = np.where(swap, across, down), np.where(swap, down, across)
    longs, shorts = np.maximum(wide, high), np.minimum(wide, high)
    return np.concatenate([centre, doubled(long, longs), doubled(short, shorts)], 1).astype(np.float32), longs


def targets(owners: Picture, quads: Field, kinds: NDArray[np.int64]) -> Field:
    """Return (10, h/4, w/4): interior, border, back, 6 of geometry in UNITs, and the weight of the geometry."""
    kernel = np.ones((5, 5), np.uint8)
    inner = (cv2.erode(owners, kernel) == cv2.dilate(owners, kernel)) & (owners > 0)
    border = cv2.dilate(((owners > 0) & ~inner).astype(np.uint8), np.ones((3, 3), np.uint8))
    at = (slice(STRIDE // 2, None, STRIDE),) * 2
    whose, inside = owners[at], inner[at]
    height, width = whose.shape
    out = np.zeros((10, height, width), np.float32)
    out[0], out[1] = inside, (border[at] > 0) & ~inside
    if len(quads) == 0:
        return out
    shape, longs = describe(quads)
    table = np.concatenate([np.zeros((1, 6), np.float32), shape])[whose].transpose(2, 0, 1)
    y, x = np.mgrid[:height, :width].astype(np.float32) * STRIDE + STRIDE // 2
    out[2] = np.concatenate([[0], kinds == BACK])[whose]
    out[3:9] = (table - np.stack([x, y, *np.zeros((4, height, width))])) / UNIT
    # A card of which almost nothing shows teaches little about its outline.
    area = np.array([abs(cv2.contourArea(quad)) for quad in quads], np.float32)
    shown = np.bincount(owners.ravel(), minlength=len(quads) + 1)[1:] / np.maximum(area, 16)
    weight = np.clip((shown - 0.12) / 0.3, 0, 1) * UNIT / np.maximum(longs, 6)
    out[9] = np.where(inside, np.concatenate([[0], weight])[whose], 0)
    return out


def _crop(sample: Sample, rng: random.Random) -> tuple[Field, Field]:
    """Cut, turn and tint a square of the scene; return picture (3, SIDE, SIDE) and targets."""
    picture, target = cut(sample, rng)
    return _tinted(picture, rng), target


def cut(sample: Sample, rng: random.Random) -> tuple[Picture, Field]:
    """Cut a square out of the scene, turned; return picture (SIDE, SIDE, 3) and targets (18, SIDE/4, SIDE/4)."""
    height, width = sample.owners.shape
    zoom = _zoom(sample.quads, rng)
    # Quarter turns, never mirrored: indices are letters.
    turn = rng.choice((0, 90, 180, 270)) + (rng.uniform(-45, 45) if rng.random() < 0.6 else 0.0)
    x, y = _centre(sample.quads, (width, height), SIDE / zoom / 2, rng)
    warp = cv2.getRotationMatrix2D((0, 0), turn, zoom)[:, :2] @ stretch(rng)
    warp = np.column_stack([warp, np.array([SIDE / 2, SIDE / 2]) - warp @ (x, y)])
    source = sample.picture
    if zoom < 0.75:
        source = np.asarray(cv2.GaussianBlur(source, (0, 0), 0.42 / zoom), np.uint8)
    fill = [rng.randint(0, 255)] * 3
    picture = cv2.warpAffine(source, warp, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderValue=fill)
    owners = cv2.warpAffine(sample.owners, warp, (SIDE, SIDE), flags=cv2.INTER_NEAREST)
    quads = floats(sample.quads @ warp[:, :2].T + warp[:, 2])
    owned = np.asarray(owners, np.uint8)
    described = [targets(owned, quads, sample.kinds), index_targets(owned, quads, sample.index, sample.kinds)]
    asked = np.ones((1, *described[0].shape[1:]), np.float32)
    return levels(picture), np.concatenate([*described, asked])


def _real(scene: RealScene, rng: random.Random) -> tuple[Field, Field]:
    picture, target = crop(scene, SIDE, rng)
    return _tinted(picture, rng), target


def _centre(quads: Field, size: tuple[int, int], half: float, rng: random.Random) -> tuple[float, float]:
    """Return where to cut *half* the side each way: mostly around a card, and little of it beside the picture."""
    bounds = [(min(half, side / 2), max(side - half, side / 2)) for side in size]
    if len(quads) == 0 or rng.random() > AT_CARD:
        return rng.uniform(*bounds[0]), rng.uniform(*bounds[1])
    near = (float(at) + rng.uniform(-0.8, 0.8) * half for at in rng.choice(list(quads)).mean(0))
    x, y = (
        min(max(at, low - BESIDE * half), high + BESIDE * half) for at, (low, high) in zip(near, bounds, strict=True)
    )
    return x, y


def _zoom(quads: Field, rng: random.Random) -> float:
    """Choose a zoom that keeps the cards in the sizes the network is for."""
    low, high = 0.5, 1.6
    if len(quads):
        long = float(np.median(describe(quads)[1])) * 2
        if rng.random() < CLOSE:
            return float(np.clip(np.exp(rng.uniform(*np.log(CLOSE_LONG))) / long, *CLOSE_ZOOM))
        low, high = max(low, min(1.0, CARD_LONG[0] / long)), min(high, max(CARD_LONG[1] / long, 0.6))
    return float(np.exp(rng.uniform(np.log(low), np.log(max(low, high)))))


def _tinted(picture: Picture, rng: random.Random) -> Field:
    x = floats(picture / 255)
    if rng.random() < 0.5:
        x = floats(x ** rng.uniform(*DARKER))
    if rng.random() < 0.5:
        x = floats(x * [rng.uniform(*TINT) for _ in range(3)] * np.float64(rng.uniform(*GAIN)))
    if rng.random() < GREY:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    return floats(np.clip(x, 0, 1).transpose(2, 0, 1))


def batches(folder: Path, seed: int, real: list[RealScene] | None = None) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield normalised pictures and targets for ever; scenes are decoded once for several crops.

    With *real*, one crop in four is one of a photograph.
    """
    rng = random.Random(seed)
    pool: list[tuple[Field, Field]] = []
    while True:
        shards = sorted(folder.glob("train-*.pickle"))
        for path in rng.sample(shards, len(shards)):
            packed = load_shard(path)
            for item in rng.sample(packed, len(packed)):
                sample = unpack(item)
                pool += [_crop(sample, rng) for _ in range(CROPS_A_SCENE)]
                pool += [_real(rng.choice(real), rng)] if real else []
                while len(pool) > POOL:
                    chosen = [pool.pop(rng.randrange(len(pool))) for _ in range(BATCH)]
                    pictures = torch.from_numpy(np.stack([picture for picture, _ in chosen]))
                    pictures = normalised(pictures).contiguous(memory_format=torch.channels_last)
                    yield pictures, torch.from_numpy(np.stack([target for _, target in chosen]))


def normalised(pictures: Tensor) -> Tensor:
    """Return *pictures*, 0 … 1, as the network takes them; export.py puts this inside."""
    return (pictures - 0.45) / 0.25


def loss(net: nn.Module, batch: tuple[Tensor, Tensor], progress: float) -> Tensor:
    """Interior, border, back and index as yes/no; geometry relative to its size, squared at first, then absolute."""
    pictures, target = batch
    with autocast():
        out = net(pictures)
    out = out.float()
    binary = functional.binary_cross_entropy_with_logits
    asked = target[:, ASKED]
    interior = (binary(out[:, 0], target[:, 0], reduction="none") * (1 + 2 * target[:, 1]) * asked).mean()
    border = (binary(out[:, 1], target[:, 1], pos_weight=target.new_tensor(2.0), reduction="none") * asked).mean()
    weight = target[:, 9]
    cells = (weight > 0).sum().clamp(min=1)
    back = (binary(out[:, 2], target[:, 2], reduction="none") * (weight > 0)).sum() / cells
    # With a plain absolute loss from the start the doubled angle of turned cards is never learned.
    bend, factor = (1.0, 3.0) if progress < SQUARED else (0.05, 1.5)
    geometry = _relative(out[:, 3:9], target[:, 3:9], weight, bend) / cells
    three = target.new_tensor(3.0)
    index = (binary(out[:, 9], target[:, 10], pos_weight=three, reduction="none") * target[:, 16]).mean()
    spots = (target[:, 15] > 0).sum().clamp(min=1)
    places = _relative(out[:, 10:14], target[:, 11:15], target[:, 15], bend) / spots
    return interior + 0.5 * border + 0.3 * back + factor * geometry + 2 * index + 0.6 * factor * places


def _relative(out: Tensor, target: Tensor, weight: Tensor, bend: float) -> Tensor:
    """Return the summed error of vectors, each times its *weight*: one over its size."""
    scale = weight[:, None]
    return functional.smooth_l1_loss(out * scale, target * scale, reduction="sum", beta=bend)
