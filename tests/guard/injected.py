"""A real hand without error, the same hand with one, and what puts the error in."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from table_controller.records import Chips, Seat
from table_controller.records.events import Event, HandStarted
from table_controller.records.player import Ask, Street
from table_controller.records.rulebook import Setting

Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """One betting action of a hand: where its events lie, whose it is, and what the referee asked before it."""

    first: int
    end: int
    seat: Seat
    ask: Ask
    street: Street
    bet: Chips
    """What the seat had in front of it."""
    stack: Chips
    bet_to: Chips


@dataclass(frozen=True, slots=True)
class Clean:
    """A hand without error, and its actions as the referee follows them."""

    events: Events
    acts: tuple[Act, ...]

    def indices(self, *kinds: type) -> list[int]:
        """Where the events of *kinds* lie."""
        return [index for index, event in enumerate(self.events) if isinstance(event, kinds)]

    def seats(self) -> list[Seat]:
        """The seats dealt in."""
        return [seat for event in self.events if isinstance(event, HandStarted) for seat, _ in event.seats]


@dataclass(frozen=True, slots=True)
class Wrong:
    """A hand with one error: any of *codes* must be the first incident, at *seat* (None: the table's)."""

    events: Events
    codes: frozenset[str]
    seat: Seat | None
    house: tuple[tuple[str, Setting], ...] = ()
    """Parameters in which the house differs: some errors are none everywhere."""


Inject = Callable[[Clean, Random], Wrong | None]
"""Puts one error into a hand; None if the hand has no place for it."""


def wrong(events: list[Event] | Events, seat: Seat | None, *codes: str) -> Wrong:
    """*events*, whose first incident must be one of *codes* at *seat*."""
    return Wrong(tuple(events), frozenset(codes), seat)


def without(events: Events, first: int, end: int) -> Events:
    """*events* without those from *first* up to *end*."""
    return events[:first] + events[end:]


def exchanged(events: Events, index: int, *new: Event) -> Events:
    """*events* with *new* for the one at *index*."""
    return events[:index] + new + events[index + 1 :]
