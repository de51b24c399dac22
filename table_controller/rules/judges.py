"""All rules of the referee, in the order they look. To add one: docs/add-a-rule.md."""

from table_controller.rules.look import Rule

RULES: tuple[Rule, ...] = ()
