"""Which card of a new look is which card of the look before: by identity, then by place."""

from collections.abc import Callable, Sequence
from math import hypot
from typing import TypeVar

from table_controller.fusion.felt import Lying
from table_controller.records.cards import Face
from table_controller.records.observations import SightedCard

_Card = TypeVar("_Card", Lying, SightedCard)

SAME_SPOT = 15.0
"""Millimetres within which two readings of a face are readings of one card."""

CLOSE = 40.0
"""Millimetres within which a card that jittered or was nudged is still the same card."""


def pair(
    before: tuple[Lying, ...], look: tuple[SightedCard, ...], *, moved: bool = True, slid: bool = True
) -> dict[int, int]:
    """Which of *before* is which of *look*, by index; whoever is in no pair has gone or is new.

    *moved*: a hand was over the zone since, so two different faces in one spot are two cards, not a misreading.
    *slid*: cards may have been pushed anywhere within the zone.
    """
    found: dict[int, int] = {}
    match(found, before, look, lambda lying, card: card.card is not None and card.card == lying.card)
    match(found, before, look, lambda lying, card: _fits(lying, card) and distance(lying, card) <= CLOSE)
    if not moved:
        match(found, before, look, lambda lying, card: distance(lying, card) <= SAME_SPOT)
    if slid:
        match(found, before, look, _fits)
    return found


def distance(lying: Lying | SightedCard, card: SightedCard | Lying) -> float:
    """Millimetres from where the card lay to where it is sighted."""
    return hypot(lying.centre.x - card.centre.x, lying.centre.y - card.centre.y)


def _fits(lying: Lying, card: SightedCard) -> bool:
    """Whether nothing read contradicts that they are one card."""
    return card.face is Face.DOWN or card.card is None or lying.card is None or lying.card == card.card


def match(
    found: dict[int, int],
    before: Sequence[_Card],
    look: Sequence[SightedCard],
    allowed: Callable[[_Card, SightedCard], bool],
) -> None:
    """Add the nearest allowed pairs among those not yet paired, each card once."""
    taken = set(found.values())
    candidates = sorted(
        (distance(old, new), i, j)
        for i, old in enumerate(before)
        for j, new in enumerate(look)
        if i not in found and j not in taken and allowed(old, new)
    )
    for _, i, j in candidates:
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
