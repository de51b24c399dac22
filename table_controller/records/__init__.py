"""The shared nouns: frozen records and enums every room speaks. Standard library only."""

from table_controller.records.cards import DECK, Card, Deck, Face, Rank, Suit
from table_controller.records.chips import Chips, Seat, Stack
from table_controller.records.errors import BadInput, SourceFailed, as_told, one_line
from table_controller.records.layout import Camera, ChipColour, Layout, Lens, Point, Zone, ZoneKind

__all__ = [
    "DECK",
    "BadInput",
    "Camera",
    "Card",
    "ChipColour",
    "Chips",
    "Deck",
    "Face",
    "Layout",
    "Lens",
    "Point",
    "Rank",
    "Seat",
    "SourceFailed",
    "Stack",
    "Suit",
    "Zone",
    "ZoneKind",
    "as_told",
    "one_line",
]
