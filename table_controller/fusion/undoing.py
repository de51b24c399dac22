"""Fusion's own books as they were before a person's entry was told, so that the entry can be taken back.

Cards and chips that sensors see stay as they lie: only what rests on words goes back.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event

_STEPS = 64
"""As many as the referee keeps."""


@dataclass(frozen=True, slots=True)
class Books:
    """What an entry can change: the hand that runs, button, stacks, blinds, what is staked, who folded or left."""

    hand: str | None
    hands: int
    pressed: bool
    dealt: bool
    decided: bool
    folds: tuple[Seat, ...]
    board: tuple[int, ...]
    last_dealt: Seat | None
    button: Seat | None
    stacks: tuple[tuple[Seat, Chips], ...]
    unsure: tuple[Seat, ...]
    gone: tuple[Seat, ...]
    level: int | None
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    carried: Chips
    staked: int

    def fields(self) -> dict[str, Any]:
        """By name, as the felt calls them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Page:
    """The books before an entry, the entry's moment and number, and what was told since."""

    number: int
    at: int
    books: Books
    since: tuple[Event, ...] = ()


def turned(pages: tuple[Page, ...], number: int, books: Books, at: int) -> tuple[tuple[Page, ...], int]:
    """The pages with one more for an entry of *at*, and its number; what came in the same moment is one entry."""
    if pages and pages[-1].at == at and not pages[-1].since:
        return pages, number
    return (*pages, Page(number + 1, at, books))[-_STEPS:], number + 1


def noted(pages: tuple[Page, ...], event: Event) -> tuple[Page, ...]:
    """The pages with *event*, which nobody entered, behind the last entry."""
    if not pages:
        return pages
    last = pages[-1]
    return (*pages[:-1], replace(last, since=(*last.since, event)))
