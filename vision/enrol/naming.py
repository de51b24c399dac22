"""Which card each picture shows: as read, as told, as the other cards leave it; and never guessed in silence."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.enrol.gather import Shown, Sight
from vision.names import BACK, CLASSES
from vision.settle import OTHERS

LIKELY = 0.02
"""The least chance the reader must give a card named by elimination: what it holds to be another is left open."""

LIKELIER = 0.5
"""The least chance of a back of which no picture shows a surer one."""


class How(Enum):
    """How a card came by its name, as it is told."""

    READ = "read"
    TOLD = "told"
    LEFT = "left_over"
    """The only card that its picture's, or the deck's, other cards leave."""


@dataclass(frozen=True, slots=True)
class Named:
    """A card in a picture with its name, 0 … 51, or BACK."""

    picture: str
    card: Shown
    kind: int
    how: How
    chance: float


@dataclass(frozen=True, slots=True)
class Open:
    """A card nobody could name: where it is, and the likeliest names."""

    picture: str
    card: Shown
    likely: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Naming:
    """All cards of all pictures."""

    named: tuple[Named, ...] = ()
    open: tuple[Open, ...] = ()
    twice: tuple[Named, ...] = ()
    """The second ones of cards that surely lie twice in a picture: no picture shows one card twice."""
    others: tuple[tuple[str, int], ...] = ()
    """Pictures, and what a person said that a card in them is: a joker or a cut card, none of the 52."""

    @property
    def faces(self) -> frozenset[int]:
        """The cards that have been seen."""
        return frozenset(one.kind for one in self.named if one.kind != BACK)

    def after(self, earlier: "Naming") -> "Naming":
        """Return the same, what was named by elimination when pictures were looked at *earlier* still told as that.

        It was learnt since, and whatever it is, a joker say, it looks like itself: that it is read now says nothing.
        """
        left = {(one.picture, one.kind): one for one in earlier.named if one.how is How.LEFT}
        named = (
            replace(one, how=How.LEFT, chance=left[one.picture, one.kind].chance)
            if one.how is How.READ and (one.picture, one.kind) in left
            else one
            for one in self.named
        )
        return replace(self, named=tuple(named))

    def doubted(self, before: frozenset[int]) -> tuple[Named, ...]:
        """Return the cards read or left over that another picture shows too.

        None once all have been seen, here or *before*. Strange letters may read so: where a person named a jack, what
        else reads as a jack may be a king.
        """
        if self.faces | before >= set(range(BACK)):
            return ()
        times = Counter(one.kind for one in self.named if one.kind != BACK)
        again = (one for one in self.named if one.how is not How.TOLD and times[one.kind] > 1)
        return tuple(sorted(again, key=lambda one: (one.kind, one.picture)))

    def sound(self, before: frozenset[int]) -> tuple[Named, ...]:
        """Return what can be learnt: all but what is doubted (see there) while a person named another one so."""
        told = {one.kind for one in self.named if one.how is How.TOLD}
        doubted = {id(one) for one in self.doubted(before) if one.kind in told}
        return tuple(one for one in self.named if id(one) not in doubted)


class _Sorting:
    """The cards of all pictures while they get their names."""

    def __init__(self, sights: Sequence[Sight], known: frozenset[int], sure: float) -> None:
        self.known, self.sure = known, sure
        self.named: list[Named] = []
        self.twice: list[Named] = []
        self.others: list[tuple[str, int]] = []
        self.open = [(sight.name, card) for sight in sights for card in sight.cards if not card.down]
        self.down = [(sight.name, card) for sight in sights for card in sight.cards if card.down]

    def tell(self, one: Named) -> None:
        """Name a card as a person does, face up whatever it looks like."""
        self.down = [other for other in self.down if other[1] is not one.card]
        if one.kind in OTHERS:
            self.close(one)
            self.others.append((one.picture, one.kind))
            return
        if one.kind in self.in_picture(one.picture):
            self.twice.append(one)
        self.give(one)

    def give(self, one: Named) -> None:
        """Name one of the open cards."""
        self.close(one)
        self.named.append(one)

    def close(self, one: Named) -> None:
        """Leave *one* open no longer."""
        self.open = [other for other in self.open if other[1] is not one.card]

    def in_picture(self, picture: str) -> set[int]:
        """The cards *picture* is known to show."""
        return {one.kind for one in self.named if one.picture == picture}

    def missing(self) -> set[int]:
        """The cards not seen yet."""
        return set(range(BACK)) - self.known - {one.kind for one in self.named}


def _backs(looks: Sequence[tuple[str, Shown]], sure: float) -> list[Named]:
    """Return the backs: those surely read; else the surest, if likelier than not. Half a face may look like one."""
    down = [(picture, card, float(card.chances[BACK])) for picture, card in looks]
    best = max((chance for _, _, chance in down), default=0.0)
    least = sure if best >= sure else max(best, LIKELIER)
    return [Named(name, card, BACK, How.READ, chance) for name, card, chance in down if chance >= least]


def name(
    sights: Sequence[Sight], told: Mapping[tuple[str, int], int], sure: float, known: frozenset[int] = frozenset()
) -> Naming:
    """Name the cards of *sights*; *told*: (picture, number of the card in it) → its kind; *known*: enrolled before."""
    sorting = _Sorting(sights, known, sure)
    for sight in sights:
        for number, card in enumerate(sight.cards):
            if (sight.name, number) in told:
                kind = told[sight.name, number]
                sorting.tell(Named(sight.name, card, kind, How.TOLD, float(card.chances[kind])))
    sorting.named += _backs(sorting.down, sure)
    _read(sorting)
    _left_in_picture(sorting)
    _left_in_deck(sorting)
    still = tuple(Open(picture, card, _likely(card)) for picture, card in sorting.open)
    return Naming(tuple(sorting.named), still, tuple(sorting.twice), tuple(sorting.others))


def _read(sorting: _Sorting) -> None:
    """Name what is surely read, the surest first; a second one in the same picture is a card that is there twice."""
    for at in sorted(sorting.open, key=lambda at: -at[1].chances[:BACK].max()):
        picture, card = at
        kind, chance = int(card.chances[:BACK].argmax()), float(card.chances[:BACK].max())
        if chance < sorting.sure:
            continue
        one = Named(picture, card, kind, How.READ, chance)
        if kind in sorting.in_picture(picture):
            sorting.twice.append(one)
            sorting.close(one)
        else:
            sorting.give(one)


def _left_in_picture(sorting: _Sorting) -> None:
    """Name what is sure once the cards that lie beside it are ruled out."""
    for at in sorted(sorting.open, key=lambda at: -at[1].chances[:BACK].max()):
        if any(one.picture == at[0] for one in sorting.twice):
            continue
        _give_among(sorting, at, set(range(BACK)) - sorting.in_picture(at[0]))


def _left_in_deck(sorting: _Sorting) -> None:
    """Name what is sure once all cards seen are ruled out, where as many are open as missing and none came twice."""
    seen = Counter(one.kind for one in sorting.named if one.kind != BACK)
    again = max(seen.values(), default=0) > 1 or any(kind in sorting.known for kind in seen)
    while sorting.open and not again and not sorting.twice and len(sorting.open) == len(sorting.missing()):
        before = len(sorting.open)
        for at in list(sorting.open):
            _give_among(sorting, at, sorting.missing())
        if len(sorting.open) == before:
            break


def _give_among(sorting: _Sorting, at: tuple[str, Shown], among: set[int]) -> None:
    """Name *at* where one of *among* is surely it, of those alone, and is likely also by itself."""
    kinds = sorted(among)
    chances = at[1].chances[kinds]
    total = float(chances.sum())
    best = int(chances.argmax()) if kinds else 0
    if kinds and chances[best] >= LIKELY and chances[best] / total >= sorting.sure:
        sorting.give(Named(*at, kinds[best], How.LEFT, float(chances[best])))


def _likely(card: Shown) -> tuple[int, ...]:
    order = np.argsort(-card.chances[:BACK])[:3]
    return tuple(int(kind) for kind in order if card.chances[kind] > LIKELY)


def code(kind: int) -> str:
    """Return a card as hand histories write it, or "back", "joker", "cut_card"."""
    return CLASSES[kind]
