"""Crops for the further readers: drawn and cut by processes of their own, kept in a GPU's memory or the machine's.

A crop comes back many times, and each time looks a little different (seen_again.py).
"""

import pickle
import random
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision import rectify
from vision.arrays import Field, Picture, floats
from vision.localise import Localiser
from vision.rectify import CARD_SIZE, INDEX_SIZE
from vision.search import Seen, search
from vision.training import as_found, beside, photographs, seen_again
from vision.training.dataset import EVERY, MANY, any_scene, pictured
from vision.training.decks import HELD_OUT, load_art, load_backs, load_jokers
from vision.training.keeping import keep
from vision.training.reader import NO_PLACE, NOWHERE, Corner, Whole, cut_cards, cut_indices, turned
from vision.training.samples import Sample, pack, unpack
from vision.training.scenes import SELDOM, Extras

CARDS, INDICES = "cards", "indices"
SHAKEN, FOUND, REAL = "shaken", "found", "real"
SHARES = {SHAKEN: 0.42, FOUND: 0.4, REAL: 0.18}
"""Parts of a batch: cut where they lie, but shaken; cut as the localiser finds them; of photographs."""
MOST, OF_MEMORY = {CARDS: 500_000, INDICES: 1_000_000}, 0.1
"""How many crops of each of SHARES lie in memory, and the part of its free memory that they may take."""
BYTES = {CARDS: 3 * CARD_SIZE[0] * CARD_SIZE[1], INDICES: 3 * INDEX_SIZE[0] * INDEX_SIZE[1]}
WAITING, PATIENCE = 60, 600.0
"""How many files may wait in a pool to be read, and for how many seconds the first of them is waited for."""
SCENES, FILES = 20, 12
"""Scenes a file, and files of one set of backs."""
SEARCHED, LEAST = 0.5, 0.25
"""The share of scenes that the localiser searches, which takes twice as long as drawing one, and the score a card must
have there: as the readers see them."""
TIMES = {CARDS: 8, INDICES: 5}
"""How often each card and index of a photograph is cut out."""
ASKED_EVERY, AT_ONCE = 40, 12
"""After how many batches there is a look for new files, and how many of these are read then."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Pictures (n, h, w, 3); what they are, (n, 1) classes or (n, 2) ranks and suits; and how far off, (n, 8 or 4)."""

    pictures: Picture
    labels: NDArray[np.int64]
    off: Field

    @staticmethod
    def of(cuts: Sequence[Whole] | Sequence[Corner]) -> "Crops":
        """Return *cuts*, of which there is one at least."""
        labels = [(cut.kind,) if isinstance(cut, Whole) else (cut.rank, cut.suit) for cut in cuts]
        off = [cut.offsets if isinstance(cut, Whole) else cut.off for cut in cuts]
        off_by = floats(np.stack(off).reshape(len(cuts), -1))
        return Crops(np.stack([cut.picture for cut in cuts]), np.array(labels, np.int64), off_by)


def draw(work: Path, finder: Localiser, pool: Path, number: int, wanted: Collection[str]) -> None:
    """Draw scenes until *pool* is stopped (beside.py); leave what is *wanted* of them in *pool*.

    *number* tells those who draw side by side apart.
    """
    cv2.setNumThreads(1)
    for turn, (some, rng) in enumerate(scenes(work, number, SCENES)):
        asked = beside.asked(pool, wanted, WAITING)
        if not asked:
            return
        made = cut(some, finder, rng)
        for what in asked:
            keep(pool / f"{what}-{turn:06d}-{number:02d}.pickle", pickle.dumps(made[what]))


def scenes(work: Path, number: int, many: int) -> Iterator[tuple[Iterator[Sample], random.Random]]:
    """Yield scenes for ever, so *many* at a time, each drawn when it is asked for; and what all else is chosen by.

    *number* tells those who draw side by side apart.
    """
    decks = load_art(work / "art")
    art = [deck for deck in decks if deck.name not in HELD_OUT]
    jokers, backs = load_jokers(work / "art"), load_backs(work / "art")
    extra, begun = Extras(*MANY, tuple(jokers)) if jokers else SELDOM, time.time_ns()
    for turn in count():
        rng = random.Random(f"crops-{number}-{turn}-{begun}")  # one that goes on draws other scenes
        known = [*backs, *pictured(rng, backs, art[1:])]
        for part in range(FILES):
            extras = extra if (number + turn + part) % EVERY == 0 else SELDOM
            drawn = (any_scene(rng, art, art[1:], known, extras) for _ in range(many))
            yield (unpack(pack(one, rng.randint(45, 95))) for one in drawn), rng


def cut(scenes: Iterator[Sample], finder: Localiser, rng: random.Random) -> dict[str, dict[str, Crops]]:
    """Return cards and indices of *scenes*, shaken, and of most of them as the localiser finds them, twice."""
    noise = np.random.default_rng(rng.getrandbits(32))
    cards: dict[str, list[Whole]] = {SHAKEN: [], FOUND: []}
    corners: dict[str, list[Corner]] = {SHAKEN: [], FOUND: []}
    for sample in scenes:
        cards[SHAKEN] += cut_cards(sample, rng)
        corners[SHAKEN] += cut_indices(sample, rng) + cut_indices(sample, rng)
        if rng.random() < SEARCHED:
            seen = search(finder, sample.picture, LEAST)
            for one in (seen, _shaken(seen, rng, noise)):
                cards[FOUND] += as_found.cut_cards(sample, one)
                found = as_found.cut_indices(sample, one)
                corners[FOUND] += [each for each in found if each.named or rng.random() < as_found.NO_INDEX]
    return {
        CARDS: {kind: Crops.of(some) for kind, some in cards.items() if some},
        INDICES: {kind: Crops.of(some) for kind, some in corners.items() if some},
    }


def _shaken(seen: Seen, rng: random.Random, noise: np.random.Generator) -> Seen:
    """Return what was *seen* a little beside where it was."""
    spots = [
        replace(
            spot,
            middle=floats(spot.middle + noise.normal(0, 0.1, 2) * spot.reach),
            up=floats(turned(spot.up, rng.gauss(0, 0.06)) * np.float32(np.exp(rng.gauss(0, 0.06)))),
        )
        for spot in seen.spots
    ]
    by = [0.008 * rectify.long_side(card.quad) for card in seen.cards]
    moves = [noise.normal(0, off, (4, 2)) + noise.normal(0, off, (1, 2)) for off in by]
    cards = [replace(card, quad=floats(card.quad + move)) for card, move in zip(seen.cards, moves, strict=True)]
    return replace(seen, spots=spots, cards=cards)


def photographed(what: str, labels: list[photographs.Label], rng: random.Random) -> Crops | None:
    """Return cards or indices cut out of labelled photographs, where there are any."""
    of_what = photographs.Labelled if what == CARDS else photographs.LabelledIndex
    cuts, many = photographs.Cuts(labels), TIMES[what] * sum(isinstance(one, of_what) for one in labels)
    if what == CARDS:
        wholes = [Whole(picture, kind, NOWHERE) for picture, kind in cuts.cards(rng, many)]
        return Crops.of(wholes) if wholes else None
    corners = [Corner(*one, NO_PLACE) for one in cuts.indices(rng, many)]
    return Crops.of(corners) if corners else None


class Pool:
    """Crops of each kind in a device's memory: pictures, labels, and how far they are off; the newest stay."""

    def __init__(self, device: str, most: int) -> None:
        """*most*: how many of each kind are kept."""
        self._device, self._most = device, most
        self._seen = dict.fromkeys(SHARES, 0)
        self._held: dict[str, list[Tensor]] = {}

    def add(self, kind: str, crops: Crops | None) -> None:
        """Take *crops* in."""
        if crops is None:
            return
        parts = [torch.from_numpy(part[-self._most :]) for part in (crops.pictures, crops.labels, crops.off)]
        held = self._held.setdefault(kind, [part[:0].to(self._device) for part in parts])
        first = self._seen[kind]
        last = first + len(parts[0])
        at = (torch.arange(first, last) % self._most).to(self._device)
        for number, part in enumerate(parts):
            held[number] = self._grown(held[number], last)
            held[number][at] = part.to(self._device)
        self._seen[kind] = last

    def _grown(self, held: Tensor, needed: int) -> Tensor:
        """Return *held* with room for what is *needed* and, so that growing costs little, for as much again."""
        if min(needed, self._most) <= len(held):
            return held
        grown = held.new_empty((min(2 * needed, self._most), *held.shape[1:]))
        grown[: len(held)] = held
        return grown

    def ready(self) -> bool:
        """Whether there is something of scenes to learn from."""
        return self._seen[SHAKEN] > 0

    def take(self, many: int) -> list[Tensor]:
        """Return about so *many*, chosen at random."""
        chosen = []
        for kind, share in SHARES.items():
            if self._seen[kind]:
                there = min(self._seen[kind], self._most)
                at = torch.randint(there, (max(1, round(many * share)),), device=self._device)
                chosen.append([part[at] for part in self._held[kind]])
        return [torch.cat(parts) for parts in zip(*chosen, strict=True)]


def batches(what: str, pool: Path, real: Crops | None, many: int, device: str) -> Iterator[tuple[Tensor, ...]]:
    """Yield batches of so *many* for ever, in which the files in *pool* come to be as they are drawn.

    Waits for the first of them; a file that was read is taken away. Raises SystemExit where *pool* is stopped, or
    where nothing comes at first.
    """
    held = Pool(device, _most(what, device))
    held.add(REAL, real)
    move = seen_again.moved_cards if what == CARDS else seen_again.moved_indices
    until = time.monotonic() + PATIENCE
    for turn in count():
        if turn % ASKED_EVERY == 0 or not held.ready():
            _take_in(what, pool, held)
            if beside.stopped(pool) or (not held.ready() and time.monotonic() > until):
                raise SystemExit(f"{pool}: nothing is drawn there to learn from; what was said stands above")
        if not held.ready():
            time.sleep(0.2)
            continue
        pictures, labels, off = held.take(many)
        x, off = move(pictures.permute(0, 3, 1, 2).float() / 255, off)
        x = ((seen_again.worse(seen_again.tinted(x)) - 0.5) / 0.25).contiguous(memory_format=torch.channels_last)
        yield x, *labels.unbind(1), off


def _most(what: str, device: str) -> int:
    """Return how many crops of each of SHARES a device has room for: cards and indices are learned from at once."""
    return min(MOST[what], int(OF_MEMORY * beside.free(device) / BYTES[what]))


def _take_in(what: str, pool: Path, held: Pool) -> None:
    for path in sorted(pool.glob(f"{what}-*.pickle"))[:AT_ONCE]:
        try:
            crops: dict[str, Crops] = pickle.loads(path.read_bytes())  # our own file: pickle is safe here
            path.unlink()
        except FileNotFoundError:
            return  # the pool is being taken away; another learner of these crops there is not
        for kind, some in crops.items():
            held.add(kind, some)
