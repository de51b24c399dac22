"""Several looks at a zone at rest vote: what a card is, and whether it lies there at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from table_controller.records import DECK, Face, Point
from vision.arrays import Field, floats
from vision.reading import SeenCard
from vision.zones import apart

FLOOR = 1e-6
SAME = 15.0
"""Millimetres between two looks' ideas of where one card lies: at rest nothing moves, but outlines tremble."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card in its place: the newest look at it, what *read* looks at this face said, and how many saw it at all."""

    card: SeenCard
    centre: Point
    logs: Field
    read: int = 1
    seen: int = 1


class Jury:
    """The looks at one zone since it came to rest."""

    def __init__(self, sure: float) -> None:
        self._sure = sure
        self.looks = 0
        self._lying: list[Lying] = []

    def clear(self) -> None:
        """Something moved: what was seen until now says nothing any more."""
        self.looks, self._lying = 0, []

    def add(self, cards: Sequence[tuple[SeenCard, Point]]) -> tuple[tuple[SeenCard, Point], ...]:
        """Take one more look; return the cards as all looks together read them, no card twice.

        At rest nothing comes or goes: what less than half of the looks saw is not there, what half saw is.
        """
        self.looks += 1
        known = self._lying
        self._lying = []
        for card, centre in cards:
            before = min(known, key=lambda old: apart(old.centre, centre), default=None)
            if before is None or apart(before.centre, centre) > SAME:
                self._lying.append(Lying(card, centre, _logs(card)))
                continue
            known = [old for old in known if old is not before]
            if before.card.face is card.face:
                card = replace(card, joker=card.joker and before.card.joker)  # one look that takes it for none counts
                again = Lying(card, centre, before.logs + _logs(card), before.read + 1, before.seen + 1)
            else:
                again = Lying(card, centre, _logs(card), 1, before.seen + 1)
            self._lying.append(again)
        self._lying += known
        return self._counted()

    def _counted(self) -> tuple[tuple[SeenCard, Point], ...]:
        there = [lying for lying in self._lying if 2 * lying.seen >= self.looks]
        read = [(_pooled(lying, self._sure), lying.centre) for lying in there]
        best: dict[object, float] = {}
        for card, _ in read:
            if card.card is not None:
                best[card.card] = max(best.get(card.card, 0.0), card.confidence)
        said = []
        for card, centre in read:
            if card.card is not None and card.confidence < best[card.card]:
                card = replace(card, card=None)
            elif card.card is not None:
                best[card.card] = 2.0  # of two alike and equally sure only one is read
            said.append((card, centre))
        return tuple(said)


def _logs(card: SeenCard) -> Field:
    """The logarithms of what one look says, with what is neither card nor back as the last class."""
    chances = floats(card.distribution)
    return floats(np.log(np.maximum(np.append(chances, 1 - chances.sum()), FLOOR)))


def _pooled(lying: Lying, sure: float) -> SeenCard:
    """The card as its looks together read it; one face down, or a joker to all of them, is never named."""
    if lying.card.face is Face.DOWN or lying.card.joker or lying.read == 1:
        return lying.card
    # The average, not the sum: pictures at rest differ by little more than noise, and taken as independent a steady
    # mistake would become a certainty. Drawn cards 25 to 50 pixels long, blurred: 2 of 219 readings
    # wrong; with a quarter more weight for each further look 20 of 293.
    opinion = lying.logs / lying.read
    chances = np.exp(opinion - opinion.max())
    chances /= chances.sum()
    kind = int(chances[:52].argmax())
    chance = float(chances[kind])
    named = DECK[kind] if chance >= sure else None
    return replace(
        lying.card, card=named, confidence=chance, distribution=tuple(float(p) for p in chances[: len(chances) - 1])
    )
