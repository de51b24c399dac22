"""docs/parameters.md: every parameter of a rulebook, what may stand in it, and what each house says."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from table_controller.files import DEFAULT, allowed_values, load_rulebook, questions, rulebook_names, undecided
from table_controller.records.rulebook import Rulebook, Setting

_HEAD = """# The parameters of a rulebook

What may stand in each, what stands there by default, and what the houses say, with their clauses. A house that is not
named has the default. *Row* is the question of the specification that it answers: K and S of the seeds, TDA a rule of
the tournament directors, *ours* our own. `"none"` means: no figure, no such thing. Amounts are in the table's
unit, fractions between 0 and 1, times in the unit their name ends with. *Read in*: the files of the program that ask
for it. Where none does, the value decides nothing yet, and the reason stands there: it says what the referee does
anyway (*one answer*), what only people can see to, or what waits for a part still to come (*bank*, *registration*,
*several tables*). `floorman rulebook show NAME PARAMETER` prints a row of this page.

Made by `make docs` from the rulebooks; a test holds it to them. How to write one: [rulebooks.md](rulebooks.md).

| parameter | what it asks | row | default | may be | the houses | read in |
|---|---|---|---|---|---|---|"""


def page(root: Path) -> str:
    """The page."""
    return "\n".join([_HEAD, *_lines(_readers(root)), ""])


def _lines(readers: dict[str, set[str]]) -> Iterator[str]:
    defaults, houses = load_rulebook("defaults"), [load_rulebook(name) for name in rulebook_names()]
    for key, may in allowed_values().items():
        files = ", ".join(f"`{name}`" for name in sorted(readers[key]))
        said = "<br>".join(_house(book, key) for book in houses if book.citations[key] != DEFAULT)
        value = _value(defaults.parameters[key])
        read = f"nobody: {undecided()[key]}" if key in undecided() else files
        yield f"| `{key}` | {questions()[key]} | {may.row} | {value} | {may.expected()} | {said or '–'} | {read} |"


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


def _readers(root: Path) -> dict[str, set[str]]:
    """The files that ask for each parameter."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted((root / "table_controller").rglob("*.py")):
        for name in _asked(ast.parse(file.read_text("utf-8"))):
            found[name].add(str(file.relative_to(root / "table_controller")))
    return found


def _asked(tree: ast.AST) -> Iterator[str]:
    """Names with a dot wherever they stand, others where a call asks for them, and families (``exposed_own.``)."""
    known = allowed_values()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            yield from (key for key in known if key == node.value)
        elif isinstance(node, ast.Call):
            yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant) and arg.value in _PLAIN)
        elif isinstance(node, ast.JoinedStr) and isinstance(first := node.values[0], ast.Constant):
            head = str(first.value)
            yield from (key for key in known if head.endswith(".") and key.startswith(head))


_PLAIN = frozenset(key for key in allowed_values() if "." not in key)
