"""What an equity calculator answers: it stands outside the core, and the overlay's view asks it behind the gate."""

from collections.abc import Callable
from dataclasses import dataclass

from table_controller.records.cards import Card

SPLIT = 27720
"""Into how many parts a pot is cut: every number of sharers from one to twelve divides it."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Of ``boards`` that can still come: on how many each hand wins alone, ties, and its shares in parts of ``SPLIT``.

    ``outs``: by hand, the next cards that give it the best hand alone, which it has not now; None before the flop.
    """

    wins: tuple[int, ...]
    ties: tuple[int, ...]
    shares: tuple[int, ...]
    boards: int
    outs: tuple[tuple[Card, ...], ...] | None


Equity = Callable[[tuple[tuple[Card, ...], ...], tuple[Card, ...]], Chances | None]
"""Exact chances of hands on a board; None where they are not counted."""
