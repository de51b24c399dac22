"""All rules of the referee, in the order they look. To add one: docs/add-a-rule.md."""

from table_controller.rules.betting import BETTING_RULES
from table_controller.rules.board import BOARD_RULES
from table_controller.rules.clock import CLOCK_RULES
from table_controller.rules.dealing import DEALING
from table_controller.rules.look import Rule
from table_controller.rules.showdown import SHOWDOWN_RULES
from table_controller.rules.table import TABLE_RULES

RULES: tuple[Rule, ...] = (*TABLE_RULES, *DEALING, *BOARD_RULES, *BETTING_RULES, *SHOWDOWN_RULES, *CLOCK_RULES)
