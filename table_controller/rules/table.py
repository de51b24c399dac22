"""The rules of button, blinds, draw, seats and limits, gathered."""

from table_controller.rules.blinds import BLIND_RULES
from table_controller.rules.button import BUTTON_RULES
from table_controller.rules.draw import DRAW_RULES
from table_controller.rules.look import Rule
from table_controller.rules.pot_count import LIMIT_RULES
from table_controller.rules.seats import SEAT_RULES

TABLE_RULES: tuple[Rule, ...] = (*BUTTON_RULES, *BLIND_RULES, *DRAW_RULES, *SEAT_RULES, *LIMIT_RULES)
"""The rules of the table, in the order they look."""
