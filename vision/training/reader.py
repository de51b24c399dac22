"""Teach the two readers: the whole card, and the index in a corner, both also when other cards cover a part."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.names import BACK, NOTHING
from vision.training.nets import CardReader, IndexReader
from vision.training.photographs import NO_RANK, NO_SUIT, Cuts
from vision.training.samples import Sample, load_shard, unpack

Quad = Field
WHOLE, CORNERS = 64, 96
"""Cards and corners a batch."""
LEAST_SHOWN, LEAST_LONG = 0.15, 48.0
CUTS, REAL = 2, 5
"""Cuts of each card of a scene, and of photographed cards for each scene."""
POOL = 3000


@dataclass(frozen=True, slots=True)
class Cut:
    """What is cut out of one scene: pictures with class numbers, corners with (rank, suit)."""

    cards: list[tuple[Picture, int]]
    corners: list[tuple[Picture, int, int]]


class Reader(nn.Module):
    """Both readers, so that one loop trains them."""

    def __init__(self) -> None:
        super().__init__()
        self.card, self.index = CardReader(), IndexReader()


def _shaken(quad: Quad, rng: random.Random, noise: np.random.Generator) -> Quad:
    """Return *quad* as a localiser would give it: a little off, and upside down half of the time."""
    long = float(np.linalg.norm(quad[0] - quad[3]))
    spread = long * (0.028 if rng.random() < 0.2 else 0.011)
    moved = quad + noise.normal(0, spread, (4, 2)) + noise.normal(0, long * 0.006, (1, 2))
    middle = moved.mean(0)
    moved = middle + (moved - middle) * rng.uniform(0.96, 1.05)
    return floats(np.roll(moved, 2, 0) if rng.random() < 0.5 else moved)


def _shown(sample: Sample, number: int) -> float:
    area = abs(cv2.contourArea(sample.quads[number]))
    return float((sample.owners == number + 1).sum() / max(area, 16))


def _index_shown(sample: Sample, number: int, quad: Quad, corner: int) -> float:
    """Return how much of the index in *corner* of the true *quad* belongs to this card, 0 … 1."""
    wide, high = sample.index[number]
    box = floats([[0.02, 0.02], [wide, 0.02], [wide, high], [0.02, high]])
    box = (box, 1 - box, box * (-1, 1) + (1, 0), box * (1, -1) + (0, 1))[corner]
    warp = cv2.getPerspectiveTransform(rectify.UNIT, floats(quad))
    outline = cv2.perspectiveTransform(floats(box).reshape(-1, 1, 2), warp)
    height, width = sample.owners.shape
    x0, y0 = np.floor(outline.reshape(-1, 2).min(0)).astype(int)
    x1, y1 = np.ceil(outline.reshape(-1, 2).max(0)).astype(int) + 1
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        return 0.5
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [np.round(outline - [x0, y0]).astype(np.int32)], 1)
    return float(((sample.owners[y0:y1, x0:x1] == number + 1) & (mask > 0)).sum() / max(1, int(mask.sum())))


def _corner_label(sample: Sample, number: int, quad: Quad, corner: int) -> tuple[int, int] | None:
    """Return rank and suit to be read there, none of both, or None where it is neither clear nor hidden."""
    kind = int(sample.kinds[number])
    if kind >= BACK or (corner >= 2 and not sample.four[number]):
        return NO_RANK, NO_SUIT
    shown = _index_shown(sample, number, quad, corner)
    if shown > 0.85:
        return kind % 13, kind // 13
    return (NO_RANK, NO_SUIT) if shown < 0.2 else None


def _covers(sample: Sample, number: int, rng: random.Random, noise: np.random.Generator) -> list[Quad]:
    if rng.random() < 0.25:
        return []
    return [_shaken(quad, rng, noise) for quad in sample.quads[number + 1 :]]


def _cut_card(sample: Sample, number: int, rng: random.Random, noise: np.random.Generator, out: Cut) -> None:
    true = np.roll(sample.quads[number], 2, 0) if rng.random() < 0.5 else sample.quads[number]
    quad = _shaken(true, rng, noise)
    # _shaken may have turned it: the corners' labels are made for the turned one.
    true = true if np.linalg.norm(quad[0] - true[0]) < np.linalg.norm(quad[0] - true[2]) else np.roll(true, 2, 0)
    covers = _covers(sample, number, rng, noise)
    out.cards.append((rectify.whole(sample.picture, quad, covers), int(sample.kinds[number])))
    for corner in rng.sample((0, 1), 1) + ([rng.choice((2, 3))] if rng.random() < 0.5 else []):
        label = _corner_label(sample, number, true, corner)
        if label is not None and (label[0] != NO_RANK or rng.random() < 0.4):
            out.corners.append((rectify.corner(sample.picture, quad, corner, covers), *label))


def _cut_nothing(sample: Sample, rng: random.Random, out: Cut) -> None:
    """Cut a card-shaped piece where there is hardly any card."""
    height, width = sample.owners.shape
    long = float(np.exp(rng.uniform(np.log(50), np.log(220))))
    turn = rng.uniform(0, np.pi)
    rotation = floats([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    at = floats([rng.uniform(0, width), rng.uniform(0, height)])
    quad = floats((rectify.UNIT - 0.5) * (long * 0.7, long) @ rotation + at)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [quad.astype(np.int32)], 1)
    if (sample.owners[mask > 0] > 0).sum() < 0.25 * long * long * 0.7 and mask.sum() > 0.6 * long * long * 0.7:
        out.cards.append((rectify.whole(sample.picture, quad), NOTHING))
        out.corners.append((rectify.corner(sample.picture, quad, rng.randrange(4)), NO_RANK, NO_SUIT))


def cut(sample: Sample, rng: random.Random) -> Cut:
    """Cut every card that shows enough, and a piece of nothing, out of a scene."""
    noise = np.random.default_rng(rng.getrandbits(32))
    out = Cut([], [])
    for number, quad in enumerate(sample.quads):
        skip = sample.kinds[number] == BACK and rng.random() < 0.6
        if skip or np.linalg.norm(quad[0] - quad[3]) < LEAST_LONG or _shown(sample, number) < LEAST_SHOWN:
            continue
        for _ in range(CUTS):
            _cut_card(sample, number, rng, noise, out)
    _cut_nothing(sample, rng, out)
    return out


def _stack(pictures: list[Picture], noise: np.random.Generator) -> Tensor:
    """Return normalised pictures with random gain, offset and colour cast."""
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255
    count = len(pictures)
    gain = noise.uniform(0.8, 1.2, (count, 3, 1, 1)) * noise.uniform(0.7, 1.25, (count, 1, 1, 1))
    offset = noise.uniform(-0.12, 0.12, (count, 1, 1, 1))
    x = (x * torch.from_numpy(gain.astype(np.float32)) + torch.from_numpy(offset.astype(np.float32))).clamp(0, 1)
    grey = torch.from_numpy(noise.random(count) < 0.06)
    x[grey] = x[grey].mean(1, keepdim=True)
    return ((x - 0.5) / 0.25).contiguous(memory_format=torch.channels_last)


Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]


def batches(folder: Path, seed: int, real: Cuts | None = None) -> Iterator[Batch]:
    """Yield cards, their classes, corners, their ranks and suits, for ever; *real* adds cuts of photographs."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    cards: list[tuple[Picture, int]] = []
    corners: list[tuple[Picture, int, int]] = []
    while True:
        shards = sorted(folder.glob("train-*.pickle"))
        for path in rng.sample(shards, len(shards)):
            packed = load_shard(path)
            for item in rng.sample(packed, len(packed)):
                new = cut(unpack(item), rng)
                cards += new.cards
                corners += new.corners
                for more_cards, more_corners in [real.some(rng) for _ in range(REAL)] if real else []:
                    cards += more_cards
                    corners += more_corners
                while len(cards) > POOL and len(corners) > POOL:
                    some = [cards.pop(rng.randrange(len(cards))) for _ in range(WHOLE)]
                    few = [corners.pop(rng.randrange(len(corners))) for _ in range(CORNERS)]
                    yield (
                        _stack([picture for picture, _ in some], noise),
                        torch.tensor([kind for _, kind in some]),
                        _stack([picture for picture, _, _ in few], noise),
                        torch.tensor([rank for _, rank, _ in few]),
                        torch.tensor([suit for _, _, suit in few]),
                    )


def loss(net: nn.Module, batch: Batch, progress: float) -> Tensor:
    """Cross entropy of the card, of the index's rank and of its suit."""
    cards, kinds, corners, ranks, suits = batch
    assert isinstance(net, Reader)
    with torch.autocast("cpu", torch.bfloat16):
        card, index = net.card(cards).float(), net.index(corners).float()
    entropy = functional.cross_entropy
    whole = entropy(card, kinds, label_smoothing=0.03)
    corner = entropy(index[:, :14], ranks, label_smoothing=0.03) + entropy(index[:, 14:], suits, label_smoothing=0.03)
    return whole + corner
