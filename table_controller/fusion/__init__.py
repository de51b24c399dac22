"""What happened? A pure, deterministic fold from observations to events; it never asks what would be legal."""

from table_controller.fusion.felt import WINDOW, Felt, empty_felt, hole_cards_lie
from table_controller.fusion.fuse import flush, fuse, wake_at

__all__ = ["WINDOW", "Felt", "empty_felt", "flush", "fuse", "hole_cards_lie", "wake_at"]
