"""docs/parameters.md: every parameter of a rulebook, what may stand in it, and what each house says."""

from collections.abc import Iterator

from table_controller.files import DEFAULT, allowed_values, load_rulebook, rulebook_names
from table_controller.records.rulebook import Rulebook, Setting

_HEAD = """# The parameters of a rulebook

What may stand in each, what stands there by default, and what the houses say, with their clauses. A house that is not
named has the default. *Row* is the question of the specification that it answers: K and S of the seeds, TDA a rule of
the tournament directors, *ours* our own. `"none"` means: no figure, no such thing. Amounts are in the table's
unit, fractions between 0 and 1, times in the unit their name ends with.

Made by `make docs` from the rulebooks; a test holds it to them. How to write one: [rulebooks.md](rulebooks.md).

| parameter | row | default | may be | the houses |
|---|---|---|---|---|"""


def page() -> str:
    """The page."""
    return "\n".join([_HEAD, *_lines(), ""])


def _lines() -> Iterator[str]:
    defaults, houses = load_rulebook("defaults"), [load_rulebook(name) for name in rulebook_names()]
    for key, may in allowed_values().items():
        said = "<br>".join(_house(book, key) for book in houses if book.citations[key] != DEFAULT)
        yield f"| `{key}` | {may.row} | {_value(defaults.parameters[key])} | {may.expected()} | {said or '–'} |"


def _house(book: Rulebook, key: str) -> str:
    return f"{book.id}: {_value(book.parameters[key])} ({book.citations[key]})"


def _value(value: Setting) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case tuple():
            return f"`[{', '.join(value)}]`"
        case _:
            return f"`{value}`"
