"""What hands do on the simulated felt, one movement or press at a time, and what a perfect witness would call it."""

from dataclasses import dataclass

from table_controller.records import Card, Chips, Face, Seat
from table_controller.records.events import Event
from table_controller.records.observations import Press

BANK = "bank"
"""Where chips are changed between hands; no place on the felt."""


@dataclass(frozen=True, slots=True)
class CardMove:
    """A card comes to lie in zone *to*, *face* up or down; None: it goes back into the dealer's hand."""

    card: Card
    to: str | None
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True)
class ChipMove:
    """Chips, as pairs of denomination and count, go from one zone to another."""

    source: str
    target: str
    chips: tuple[tuple[Chips, int], ...]


@dataclass(frozen=True, slots=True)
class Act:
    """One movement of hands, or one press.

    ``after``: ms from the start of the act before, at least; ``hold``: how long the hands are over the felt, in ms.
    ``mixed``: a zone whose cards change places. ``events``: what it is, without time.
    """

    cards: tuple[CardMove, ...] = ()
    chips: tuple[ChipMove, ...] = ()
    press: tuple[Seat | None, Press] | None = None
    button: Seat | None = None
    mixed: str | None = None
    events: tuple[Event, ...] = ()
    after: int = 900
    hold: int = 300
