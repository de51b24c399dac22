"""What happened? A pure, deterministic fold from observations to events; it never asks what would be legal."""

from table_controller.fusion.felt import WINDOW, Felt, empty_felt, hole_cards_lie
from table_controller.fusion.fuse import flush, fuse, wake_at
from table_controller.fusion.ledger import same_books

__all__ = ["WINDOW", "Felt", "empty_felt", "flush", "fuse", "hole_cards_lie", "same_books", "wake_at"]
