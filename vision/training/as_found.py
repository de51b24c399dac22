"""Cards and indices as the localiser finds them, which is worse than any that are shaken, and in ways of its own.

Of half the outlines a corner is off by an eighth of the card or more, indices are twice as far off as they are shaken,
and what covers a card at run time are the outlines found on it.
"""

import pickle
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision import rectify, weights
from vision.arrays import Field, Picture, floats
from vision.localise import Localiser, Spot, overlap
from vision.names import NOTHING
from vision.search import Seen, covers, search
from vision.training.indices import Index, indices
from vision.training.keeping import keep
from vision.training.photographs import NO_RANK, NO_SUIT
from vision.training.reader import NO_PLACE, NOWHERE, Corner, Whole, asked
from vision.training.samples import Sample, load_shard, unpack

FOUND = "found"
SHARDS = 44
"""How many shards of scenes are searched: some 85,000 outlines and 160,000 indices.

Of a dozen each cut came back seven times in forty minutes, and the reader of indices learned them by heart.
"""
OPEN, TURNS = 4, 4000
"""How many of them lie in memory at a time, and for how many scenes' worth of cuts they stay there."""
NONE_THERE, THERE, BEFORE = 0.05, 0.35, 0.05
"""Up to which overlap with every card an outline is nothing's, from which on it is a card's, and how much less other
cards must overlap it for that to be clear. What lies between teaches nothing."""
FAR = 0.6
"""How far a corner is off at most, in parts of the card, for the error to be asked for."""
BESIDE, AT = 2.2, 0.9
"""From how far beside every index, in its half heights, a place is none's; and up to which it is that index's."""
AS_HIGH, ALONG, AGAINST = 0.6, 0.6, -0.5
"""How far an index's height may be off, as a logarithm, and its direction, as a cosine; turned round it is none."""
NO_INDEX = 0.5
"""How many of the places where no index is are kept."""

Packed = tuple[bytes, tuple[int, ...], Field]
"""A cut as PNG, what it is, and how far it is off."""


def build(folder: Path, models: Path, part: int = 0, parts: int = 1) -> None:
    """Write what the localiser in *models* finds in every so many shards of scenes; those already there are kept.

    *part* of so many *parts*: which of these shards are looked through.
    """
    cv2.setNumThreads(1)
    opened = weights.load(models, 1)
    finder, score = Localiser(opened.localiser), opened.settings.localiser_score
    (folder / FOUND).mkdir(exist_ok=True)
    shards = sorted((folder / "scenes").glob("train-*.pickle"))
    for path in shards[:: max(1, len(shards) // SHARDS)][part::parts]:
        if not (folder / FOUND / path.name).exists():
            samples = map(unpack, load_shard(path))
            scenes = ((sample, search(finder, sample.picture, score)) for sample in samples)
            keep(folder / FOUND / path.name, pickle.dumps(_cuts(scenes, random.Random(path.name))))


def _cuts(scenes: Iterable[tuple[Sample, Seen]], rng: random.Random) -> tuple[list[Packed], list[Packed]]:
    """Return all cards, and all indices with some of the places where none is."""
    cards: list[Packed] = []
    corners: list[Packed] = []
    for sample, seen in scenes:
        cards += [_packed(one.picture, (one.kind,), one.offsets) for one in cut_cards(sample, seen)]
        found = (one for one in cut_indices(sample, seen) if one.named or rng.random() < NO_INDEX)
        corners += [_packed(one.picture, (one.rank, one.suit), one.off) for one in found]
    return cards, corners


def cut_cards(sample: Sample, seen: Seen) -> Iterator[Whole]:
    """Yield what was found in a scene, cut out as at run time, where it is clear what it is."""
    quads = [card.quad for card in seen.cards]
    for quad, over in zip(quads, covers(seen.cards, seen.looks), strict=True):
        known = _card_in(quad, sample)
        if known is not None:
            yield Whole(rectify.whole(sample.picture, quad, [quads[number] for number in over]), *known)


def cut_indices(sample: Sample, seen: Seen) -> Iterator[Corner]:
    """Yield the indices that were found in a scene, right or not, where it is clear what they are."""
    there = indices(sample.quads, sample.index, sample.kinds)
    for spot in seen.spots:
        known = _index_at(spot, there, sample)
        if known is not None:
            yield Corner(rectify.index(sample.picture, spot.middle, spot.up), *known)


def _card_in(quad: Field, sample: Sample) -> tuple[int, Field] | None:
    """Return the class of what lies in *quad* and how far off its corners are; None where that is not clear."""
    shares = floats([overlap(quad, true) for true in sample.quads])
    second, best = np.sort(np.append(shares, (0, 0)))[-2:]
    if best < NONE_THERE:
        return NOTHING, NOWHERE
    if best < THERE or best - second < BEFORE:
        return None
    number = int(shares.argmax())
    true = sample.quads[number]
    # A card has no top: its face says which way round it is cut.
    ways = [floats(rectify.in_card(quad, way) - rectify.UNIT) for way in (true, np.roll(true, 2, 0))]
    off = min(ways, key=lambda way: float(np.abs(way).max()))
    return int(sample.kinds[number]), off if np.abs(off).max() < FAR else NOWHERE


def _index_at(spot: Spot, there: list[Index], sample: Sample) -> tuple[int, int, Field] | None:
    """Return rank, suit and how far off the place is of the index at *spot*; None where that is not clear."""
    high = float(np.hypot(*spot.up))
    apart = [float(np.hypot(*(spot.middle - one.middle)) / max(np.hypot(*one.up), high)) for one in there]
    nearest = min(apart, default=BESIDE + 1)
    if nearest > BESIDE:
        return NO_RANK, NO_SUIT, NO_PLACE
    index = there[apart.index(nearest)]
    true = float(np.hypot(*index.up))
    along = float(spot.up @ index.up) / (high * true)
    if nearest > AT or abs(np.log(high / true)) > AS_HIGH or AGAINST <= along < ALONG:
        return None
    if along < AGAINST:
        return NO_RANK, NO_SUIT, NO_PLACE
    known = asked(sample, index)
    return None if known is None else (*known, rectify.misplaced(spot.middle, spot.up, index.middle, index.up))


def _packed(picture: Picture, what: tuple[int, ...], off: Field) -> Packed:
    return cv2.imencode(".png", picture)[1].tobytes(), what, off


class Found:
    """What was found below *folder*, a few shards at a time; nothing before anything was looked for."""

    def __init__(self, folder: Path) -> None:
        self._shards = sorted((folder / FOUND).glob("*.pickle"))
        self._open: tuple[list[Packed], list[Packed]] = [], []
        self._left = 0

    def cards(self, rng: random.Random, count: int) -> Iterable[Whole]:
        """Return so many whole cards."""
        cards, _ = self._opened(rng)
        chosen = rng.choices(cards, k=count) if cards else ()
        return [Whole(_picture(one), one[1][0], one[2]) for one in chosen]

    def indices(self, rng: random.Random, count: int) -> Iterable[Corner]:
        """Return so many indices and what was taken for one."""
        _, corners = self._opened(rng)
        chosen = rng.choices(corners, k=count) if corners else ()
        return [Corner(_picture(one), one[1][0], one[1][1], one[2]) for one in chosen]

    def _opened(self, rng: random.Random) -> tuple[list[Packed], list[Packed]]:
        if self._shards and self._left == 0:
            shards = [load_cuts(path) for path in rng.sample(self._shards, min(OPEN, len(self._shards)))]
            self._open = [one for cards, _ in shards for one in cards], [one for _, some in shards for one in some]
            self._left = TURNS
        self._left -= 1
        return self._open


def load_cuts(path: Path) -> tuple[list[Packed], list[Packed]]:
    """Return the cards and indices of one shard (our own file: pickle is safe here)."""
    loaded: tuple[list[Packed], list[Packed]] = pickle.loads(path.read_bytes())
    return loaded


def _picture(one: Packed) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(one[0], np.uint8), cv2.IMREAD_COLOR), np.uint8)
