"""What happened? A pure, deterministic fold from observations to events; it never asks what would be legal."""

from table_controller.fusion.felt import WINDOW, Felt, empty_felt
from table_controller.fusion.fuse import flush, fuse, wake_at

__all__ = ["WINDOW", "Felt", "empty_felt", "flush", "fuse", "wake_at"]
