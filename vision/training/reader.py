"""Teach the two readers: the whole card, and the index, both also when other things cover a part."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch
import torch.nn.functional as functional
from torch import Tensor, nn

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.names import BACK, CLASSES, NOTHING
from vision.training.indices import Index, indices, shown
from vision.training.loop import autocast
from vision.training.photographs import NO_RANK, NO_SUIT, UNASKED, Cuts
from vision.training.samples import Sample, load_shard, stretch, unpack

Quad = Field
WHOLE, INDICES = 64, 96
"""Cards and indices a batch."""
LEAST_SHOWN, LEAST_LONG, LEAST_HIGH = 0.15, 48.0, 5.5
LOW, SELDOM = 9.0, 0.4
"""Indices lower than this, in pixels, are seldom legible; so many of them are shown."""
PARTLY, HARDLY = 0.45, 0.25
"""From how much of a rank or suit on it is asked, so that what is half covered is doubted as much as it deserves.

Of what shows less than the second share nothing is there to be read.
"""
CUTS, REAL, REAL_INDICES = 2, 6, 10
"""Cuts of each card of a scene, and of photographed cards, and indices, for each scene: some fifth of all."""
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

    @property
    def named(self) -> bool:
        """Whether any of an index is to be read there."""
        return (self.rank, self.suit) != (NO_RANK, NO_SUIT)


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
    if high < LEAST_HIGH or (high < LOW and rng.random() > SELDOM):
        return None
    known = asked(sample, index)
    if known is None or (known == (NO_RANK, NO_SUIT) and rng.random() < 0.7):
        return None
    rank, suit = known
    # Mostly a little off, as localised indices are; now and then much.
    spread = rng.choice((0.5, 1.0, 1.0, 2.2))
    up = floats(turned(index.up, rng.gauss(0, 0.09 * spread)) * np.float32(np.exp(rng.gauss(0, 0.1 * spread))))
    at = floats(index.middle + floats([rng.gauss(0, 0.06 * spread), rng.gauss(0, 0.06 * spread)]) * high)
    if rng.random() < 0.04:
        return Corner(rectify.index(sample.picture, at, -up), NO_RANK, NO_SUIT, NO_PLACE)
    by = stretch(rng)
    off = rectify.misplaced(by @ at, by @ up, by @ index.middle, by @ index.up)
    return Corner(stretched_index(sample.picture, at, up, by), rank, suit, off)


def asked(sample: Sample, index: Index) -> tuple[int, int] | None:
    """Return which rank and suit are to be read of an index, by how much of each shows; None where neither is asked."""
    a, b, c, d = index.outline
    middle = ((a + d) / 2, (b + c) / 2)
    upper, lower = floats([a, b, middle[1], middle[0]]), floats([middle[0], middle[1], c, d])
    if index.corner in (1, 3):
        upper, lower = lower, upper
    kind = int(sample.kinds[index.card])
    rank = _label(shown(sample.owners, upper, index.card)[0], kind % 13, NO_RANK)
    suit = _label(shown(sample.owners, lower, index.card)[0], kind // 13, NO_SUIT)
    return None if rank == suit == UNASKED else (rank, suit)


def stretched_index(picture: Picture, middle: Field, up: Field, by: Field) -> Picture:
    """Return what rectify.index would, of the picture changed by the matrix *by*; only the index itself is changed."""
    return rectify.inside(picture, floats(rectify.index_quad(by @ middle, by @ up) @ np.linalg.inv(by).T))


def _label(share: float, there: int, none: int) -> int:
    return there if share > PARTLY else none if share < HARDLY else UNASKED


def turned(vector: Field, turn: float) -> Field:
    """Return *vector* after a *turn*, in radians."""
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
    cut_out = rectify.index(sample.picture, at, turned(floats([0, -high]), rng.uniform(0, 6.3)))
    return Corner(cut_out, NO_RANK, NO_SUIT, NO_PLACE)


def cut_cards(sample: Sample, rng: random.Random) -> list[Whole]:
    """Cut every card that shows enough out of a scene, and a piece of nothing."""
    noise = np.random.default_rng(rng.getrandbits(32))
    cards: list[Whole | None] = [_cut_nothing(sample, rng)]
    for number, quad in enumerate(sample.quads):
        skip = sample.kinds[number] == BACK and rng.random() < 0.6
        if skip or np.linalg.norm(quad[0] - quad[3]) < LEAST_LONG or _shown(sample, number) < LEAST_SHOWN:
            continue
        cards += [_cut_card(sample, number, rng, noise) for _ in range(CUTS)]
    return [card for card in cards if card]


def cut_indices(sample: Sample, rng: random.Random) -> list[Corner]:
    """Cut every index that shows enough out of a scene, and pieces that are none."""
    there = indices(sample.quads, sample.index, sample.kinds)
    corners = [_cut_index(sample, index, rng) for index in there]
    corners += [_cut_no_index(sample, there, rng) for _ in range(4)]
    return [corner for corner in corners if corner]


def coloured(pictures: list[Picture], noise: np.random.Generator) -> Tensor:
    """Return normalised pictures with random gain, offset and colour cast."""
    x = torch.from_numpy(np.stack(pictures)).permute(0, 3, 1, 2).float() / 255
    count = len(pictures)
    gain = noise.uniform(0.9, 1.1, (count, 3, 1, 1)) * noise.uniform(0.7, 1.25, (count, 1, 1, 1))
    offset = noise.uniform(-0.12, 0.12, (count, 1, 1, 1))
    x = (x * torch.from_numpy(gain.astype(np.float32)) + torch.from_numpy(offset.astype(np.float32))).clamp(0, 1)
    grey = torch.from_numpy(noise.random(count) < 0.06)
    x[grey] = x[grey].mean(1, keepdim=True)
    return ((x - 0.5) / 0.25).contiguous(memory_format=torch.channels_last)


Batch = tuple[Tensor, ...]
Cut = TypeVar("Cut", Whole, Corner)
More = Callable[[random.Random, int], Iterable[Cut]]
"""What chooses so many more cuts, see as_found.py."""


def none(rng: random.Random, count: int) -> tuple[()]:
    """Choose nothing more."""
    return ()


def card_batches(folder: Path, seed: int, real: Cuts, found: More[Whole] = none) -> Iterator[Batch]:
    """Yield cards, classes and corners' offsets for ever: of scenes, of photographs, and as many as were *found*."""

    def cuts(sample: Sample, rng: random.Random) -> list[Whole]:
        drawn = cut_cards(sample, rng)
        photographed = [Whole(picture, kind, NOWHERE) for picture, kind in real.cards(rng, REAL)]
        return [*drawn, *photographed, *found(rng, len(drawn))]

    noise = np.random.default_rng(seed)
    for cards in _mixed(folder, random.Random(seed), cuts, WHOLE):
        kinds = torch.tensor([card.kind for card in cards])
        offsets = np.stack([card.offsets for card in cards]).reshape(len(cards), 8)
        yield coloured([card.picture for card in cards], noise), kinds, torch.from_numpy(offsets)


def index_batches(folder: Path, seed: int, real: Cuts, found: More[Corner] = none) -> Iterator[Batch]:
    """Yield indices, ranks, suits and how far they are off for ever: of scenes, of photographs, and as many *found*."""

    def cuts(sample: Sample, rng: random.Random) -> list[Corner]:
        drawn = cut_indices(sample, rng)
        photographed = [Corner(*one, NO_PLACE) for one in real.indices(rng, REAL_INDICES)]
        return [*drawn, *photographed, *found(rng, len(drawn))]

    noise = np.random.default_rng(seed)
    for corners in _mixed(folder, random.Random(seed), cuts, INDICES):
        ranks, suits = ([getattr(one, name) for one in corners] for name in ("rank", "suit"))
        off = torch.from_numpy(np.stack([corner.off for corner in corners]))
        yield coloured([corner.picture for corner in corners], noise), torch.tensor(ranks), torch.tensor(suits), off


def _mixed(
    folder: Path, rng: random.Random, cuts: Callable[[Sample, random.Random], list[Cut]], many: int
) -> Iterator[list[Cut]]:
    """Yield so *many* cuts at a time, from scenes all over the set."""
    pool: list[Cut] = []
    while True:
        shards = sorted(folder.glob("train-*.pickle"))
        for path in rng.sample(shards, len(shards)):
            packed = load_shard(path)
            for item in rng.sample(packed, len(packed)):
                pool += cuts(unpack(item), rng)
                while len(pool) > POOL:
                    yield [pool.pop(rng.randrange(len(pool))) for _ in range(many)]


def card_loss(net: nn.Module, batch: Batch, progress: float) -> Tensor:
    """Cross entropy of the card, and the errors of its corners."""
    cards, kinds, offsets = batch
    with autocast():
        said = net(cards).float()
    whole = functional.cross_entropy(said[:, : len(CLASSES)], kinds)
    return whole + 8 * _distance(said[:, len(CLASSES) :], offsets, 0.01)


def index_loss(net: nn.Module, batch: Batch, progress: float) -> Tensor:
    """Cross entropy of the index's rank and of its suit, and the error of its place."""
    corners, ranks, suits, off = batch
    with autocast():
        said = net(corners).float()
    entropy = functional.cross_entropy
    read = entropy(said[:, :14], ranks) + entropy(said[:, 14:19], suits)
    return read + 4 * _distance(said[:, 19:], off, 0.05)


def _distance(said: Tensor, true: Tensor, bend: float) -> Tensor:
    """Return the mean error where the truth is known."""
    error = (said - true.nan_to_num())[~true.isnan()]
    return functional.smooth_l1_loss(error, torch.zeros_like(error), beta=bend)
