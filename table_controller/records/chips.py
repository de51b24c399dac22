"""Seats and chips. Money is a whole number of the smallest unit, never a float."""

from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", int)
"""1…N clockwise from the dealer's left; N comes from the table file."""

Chips = NewType("Chips", int)
"""A value in the smallest unit of the table."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Chips counted by denomination: pairs of denomination and count, largest first."""

    counts: tuple[tuple[Chips, int], ...] = ()

    @property
    def value(self) -> Chips:
        """What the stack is worth."""
        return Chips(sum(denomination * count for denomination, count in self.counts))

    @property
    def pieces(self) -> int:
        """How many chips it has."""
        return sum(count for _, count in self.counts)
