"""The referee: ``assess`` folds events into a night and says what the house's rulebook thinks of each."""

from table_controller.rules.engine import assess, new_night

__all__ = ["assess", "new_night"]
