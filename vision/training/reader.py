"""Teach the two readers: the whole card, and the index, both also when other things cover a part."""

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
from vision.names import BACK, CLASSES, NOTHING
from vision.training.indices import Index, indices, shown
from vision.training.loop import DEVICE
from vision.training.nets import CardReader, IndexReader
from vision.training.photographs import NO_RANK, NO_SUIT, UNASKED, Cuts
from vision.training.samples import Sample, load_shard, unpack

Quad = Field
WHOLE, INDICES = 64, 96
"""Cards and indices a batch."""
LEAST_SHOWN, LEAST_LONG, LEAST_HIGH = 0.15, 48.0, 5.5
CUTS, REAL = 2, 3
"""Cuts of each card of a scene, and of photographed cards, and indices, for each scene."""
POOL = 3000
NOWHERE = np.full((4, 2), np.nan, np.float32)
NO_PLACE = np.full(4, np.nan, np.float32)


@dataclass(frozen=True, slots=True)
class Whole:
    """A card as it is cut out: its class, and how far its true corners are off in card units, NaN where unknown."""

    picture: Picture
    kind: int
    offsets: Field


@dataclass(frozen=True, slots=True)
class Corner:
    """An index as it is cut out, and how far off its place is, see rectify.misplaced, NaN where that is not known."""

    picture: Picture
    rank: int
    suit: int
    off: Field


class Reader(nn.Module):
    """Both readers, so that one loop trains them."""

    def __init__(self) -> None:
        super().__init__()
        self.card, self.index = CardReader(), IndexReader()


def _shaken(quad: Quad, rng: random.Random, noise: np.random.Generator) -> Quad:
    """Return *quad* as a localiser would give it: a little off, sometimes much."""
    long = float(np.linalg.norm(quad[0] - quad[3]))
    spread = long * rng.choice((0.006, 0.012, 0.03, 0.055))
    moved = quad + noise.normal(0, spread, (4, 2)) + noise.normal(0, spread, (1, 2))
    middle = moved.mean(0)
    return floats(middle + (moved - middle) * (1 + rng.gauss(0, 1.5 * spread / long)))


def _shown(sample: Sample, number: int) -> float:
    area = abs(cv2.contourArea(sample.quads[number]))
    return float((sample.owners == number + 1).sum() / max(area, 16))


def _covers(sample: Sample, number: int, rng: random.Random, noise: np.random.Generator) -> list[Quad]:
    if rng.random() < 0.25:
        return []
    return [_shaken(quad, rng, noise) for quad in sample.quads[number + 1 :]]


def _cut_card(sample: Sample, number: int, rng: random.Random, noise: np.random.Generator) -> Whole:
    true = np.roll(sample.quads[number], 2, 0) if rng.random() < 0.5 else sample.quads[number]
    quad = _shaken(true, rng, noise)
    covers = _covers(sample, number, rng, noise)
    offsets = rectify.in_card(quad, true) - rectify.UNIT
    kind = int(sample.kinds[number])
    return Whole(rectify.whole(sample.picture, quad, covers), kind, floats(offsets))


def _cut_index(sample: Sample, index: Index, rng: random.Random) -> Corner | None:
    """Cut an index out as the localiser would place it; say what of it can be read."""
    high = 2 * float(np.hypot(*index.up))
    if high < LEAST_HIGH:
        return None
    a, b, c, d = index.outline
    middle = ((a + d) / 2, (b + c) / 2)
    upper, lower = floats([a, b, middle[1], middle[0]]), floats([middle[0], middle[1], c, d])
    if index.corner in (1, 3):
        upper, lower = lower, upper
    kind = int(sample.kinds[index.card])
    rank = _label(shown(sample.owners, upper, index.card)[0], kind % 13, NO_RANK)
    suit = _label(shown(sample.owners, lower, index.card)[0], kind // 13, NO_SUIT)
    if rank == suit == UNASKED or (rank == NO_RANK and suit == NO_SUIT and rng.random() < 0.7):
        return None
    # Mostly a little off, as localised indices are; now and then much.
    spread = rng.choice((0.5, 1.0, 1.0, 2.2))
    up = floats(_turned(index.up, rng.gauss(0, 0.09 * spread)) * np.float32(np.exp(rng.gauss(0, 0.1 * spread))))
    at = floats(index.middle + floats([rng.gauss(0, 0.06 * spread), rng.gauss(0, 0.06 * spread)]) * high)
    if rng.random() < 0.04:
        return Corner(rectify.index(sample.picture, at, -up), NO_RANK, NO_SUIT, NO_PLACE)
    off = rectify.misplaced(at, up, index.middle, index.up)
    return Corner(rectify.index(sample.picture, at, up), rank, suit, off)


def _label(share: float, there: int, none: int) -> int:
    return there if share > 0.88 else none if share < 0.3 else UNASKED


def _turned(vector: Field, turn: float) -> Field:
    cos, sin = np.cos(turn), np.sin(turn)
    return floats([cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1]])


def _cut_nothing(sample: Sample, rng: random.Random) -> Whole | None:
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
        return Whole(rectify.whole(sample.picture, quad), NOTHING, NOWHERE)
    return None


def _cut_no_index(sample: Sample, there: list[Index], rng: random.Random) -> Corner | None:
    """Cut where no index is: pips, pictures, chips, the table."""
    height, width = sample.owners.shape
    at = floats([rng.uniform(0, width), rng.uniform(0, height)])
    if len(sample.quads) and rng.random() < 0.75:
        inside = floats([[rng.uniform(0.05, 0.95), rng.uniform(0.05, 0.95)]])
        at = rectify.on_card(rng.choice(list(sample.quads)), inside)[0]
    high = float(np.hypot(*rng.choice(there).up)) if there else rng.uniform(4, 30)
    if any(np.hypot(*(at - index.middle)) < 1.1 * high + np.hypot(*index.up) for index in there):
        return None
    if not (0 < at[0] < width and 0 < at[1] < height):
        return None
    cut_out = rectify.index(sample.picture, at, _turned(floats([0, -high]), rng.uniform(0, 6.3)))
    return Corner(cut_out, NO_RANK, NO_SUIT, NO_PLACE)


def cut(sample: Sample, rng: random.Random) -> tuple[list[Whole], list[Corner]]:
    """Cut every card and index that shows enough, and pieces of nothing, out of a scene."""
    noise = np.random.default_rng(rng.getrandbits(32))
    cards: list[Whole | None] = [_cut_nothing(sample, rng)]
    for number, quad in enumerate(sample.quads):
        skip = sample.kinds[number] == BACK and rng.random() < 0.6
        if skip or np.linalg.norm(quad[0] - quad[3]) < LEAST_LONG or _shown(sample, number) < LEAST_SHOWN:
            continue
        cards += [_cut_card(sample, number, rng, noise) for _ in range(CUTS)]
    there = indices(sample.quads, sample.index, sample.kinds)
    corners = [_cut_index(sample, index, rng) for index in there]
    corners += [_cut_no_index(sample, there, rng) for _ in range(4)]
    return [card for card in cards if card], [corner for corner in corners if corner]


def _stack(pictures: list[Picture], noise: np.random.Generator) -> Tensor:
    """Return normalised pictures with random gain, offset and colour cast."""
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255
    count = len(pictures)
    gain = noise.uniform(0.9, 1.1, (count, 3, 1, 1)) * noise.uniform(0.7, 1.25, (count, 1, 1, 1))
    offset = noise.uniform(-0.12, 0.12, (count, 1, 1, 1))
    x = (x * torch.from_numpy(gain.astype(np.float32)) + torch.from_numpy(offset.astype(np.float32))).clamp(0, 1)
    grey = torch.from_numpy(noise.random(count) < 0.06)
    x[grey] = x[grey].mean(1, keepdim=True)
    return ((x - 0.5) / 0.25).contiguous(memory_format=torch.channels_last)


Batch = tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]


def batches(folder: Path, seed: int, real: Cuts | None = None) -> Iterator[Batch]:
    """Yield cards, classes, corners' offsets, indices, ranks and suits, for ever; *real* adds cuts of photographs."""
    rng, noise = random.Random(seed), np.random.default_rng(seed)
    cards: list[Whole] = []
    corners: list[Corner] = []
    while True:
        shards = sorted(folder.glob("train-*.pickle"))
        for path in rng.sample(shards, len(shards)):
            packed = load_shard(path)
            for item in rng.sample(packed, len(packed)):
                more_cards, more_corners = cut(unpack(item), rng)
                cards += more_cards
                corners += more_corners
                if real:
                    cards += [Whole(picture, kind, NOWHERE) for picture, kind in real.cards(rng, REAL)]
                    corners += [Corner(*one, NO_PLACE) for one in real.indices(rng, REAL)]
                while len(cards) > POOL and len(corners) > POOL:
                    some = [cards.pop(rng.randrange(len(cards))) for _ in range(WHOLE)]
                    few = [corners.pop(rng.randrange(len(corners))) for _ in range(INDICES)]
                    yield _batch(some, few, noise)


def _batch(cards: list[Whole], corners: list[Corner], noise: np.random.Generator) -> Batch:
    return (
        _stack([card.picture for card in cards], noise),
        torch.tensor([card.kind for card in cards]),
        torch.from_numpy(np.stack([card.offsets for card in cards]).reshape(len(cards), 8)),
        _stack([corner.picture for corner in corners], noise),
        torch.tensor([corner.rank for corner in corners]),
        torch.tensor([corner.suit for corner in corners]),
        torch.from_numpy(np.stack([corner.off for corner in corners])),
    )


def loss(net: nn.Module, batch: Batch, progress: float) -> Tensor:
    """Cross entropy of the card, of the index's rank and of its suit; the errors of both places."""
    cards, kinds, offsets, corners, ranks, suits, off = batch
    assert isinstance(net, Reader)
    with torch.autocast(DEVICE, torch.bfloat16):
        card, index = net.card(cards).float(), net.index(corners).float()
    entropy = functional.cross_entropy
    whole = entropy(card[:, : len(CLASSES)], kinds, label_smoothing=0.03)
    corner = entropy(index[:, :14], ranks, label_smoothing=0.03) + entropy(index[:, 14:19], suits, label_smoothing=0.03)
    place = 8 * _distance(card[:, len(CLASSES) :], offsets, 0.01) + 4 * _distance(index[:, 19:], off, 0.05)
    return whole + corner + place


def _distance(said: Tensor, true: Tensor, bend: float) -> Tensor:
    """Return the mean error where the truth is known."""
    error = (said - true.nan_to_num())[~true.isnan()]
    return functional.smooth_l1_loss(error, torch.zeros_like(error), beta=bend)
