"""docs/rules/: a page per incident code, from the referee's code, the rulebooks and the golden cases; and an index."""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import golden

from table_controller import rules
from table_controller.files import DEFAULT, allowed_values, load_rulebook, rulebook_names
from table_controller.records.incidents import Remedy
from table_controller.records.night import Assessment
from table_controller.records.rulebook import Clause
from table_controller.records.wire import type_name
from table_controller.rules.judges import RULES
from table_controller.rules.look import Rule
from table_controller.rules.remedies import remedy

_RULES = Path(rules.__file__).parent
_WEIGHT = {"S": "serious", "W": "warning", "I": "information"}
_SUBJECTS = {
    "deal": "The deal, the cards, the deck",
    "table": "Button, blinds, time, people and chips",
    "betting": "Turns and bets",
    "showdown": "Showdown, pots, claims",
}
_INDEX = """# The incident codes

A page for each irregularity the referee can name: what fires it, what each house says, the way out. Made by `make docs`
from the code, the rulebooks and the golden cases; a test holds them together.

Serious ones need a ruling, warnings a word, information is kept for the audit.
"""
_DESK = "Nothing on the felt shows it: the desk enters it (event `note`, or the ruling itself)."


class Example(NamedTuple):
    """A remedy as a golden case had it: its steps in words."""

    case: str
    steps: tuple[str, ...]


def pages(root: Path) -> dict[str, str]:
    """The pages by file name, the index among them."""
    examples = _examples(root)
    books = {name: load_rulebook(name) for name in rulebook_names()}
    out = {"README.md": "\n".join(_index(root))}
    for code, clause in load_rulebook("defaults").clauses.items():
        said = {name: book.clauses[code] for name, book in books.items()}
        out[f"{code}.md"] = "\n".join(_page(root, clause, said, examples.get(code, {})))
    return out


def _index(root: Path) -> Iterator[str]:
    clauses = load_rulebook("defaults").clauses
    yield _INDEX
    for subject, title in _SUBJECTS.items():
        file = root / "table_controller" / "rulebooks" / "defaults" / f"{subject}.toml"
        yield f"## {title}\n\n| code | | weight | the rule |\n|---|---|---|---|"
        for code in tomllib.loads(file.read_text("utf-8"))["clauses"]:
            told = clauses[code]
            weight = _WEIGHT[told.severity.value]
            yield f"| [`{code}`]({code}.md) | {told.text.en} | {weight} | {told.rule} |"
        yield ""


def _page(root: Path, clause: Clause, said: Mapping[str, Clause], examples: Mapping[str, Example]) -> Iterator[str]:
    yield f"# {clause.text.en}\n"
    yield f"`{clause.code}` · {clause.text.de} · {_WEIGHT[clause.severity.value]}\n"
    yield f"**{clause.rule}.**\n"
    yield "## What fires it\n"
    yield from _fires(clause.code)
    yield "## What each house says\n"
    yield from _houses(clause, said)
    yield "## The ways out\n"
    yield from _ways(clause, said, examples)
    yield from _cases(root, clause.code)
    yield "[All codes](README.md) · [the parameters](../parameters.md)\n"


def _fires(code: str) -> Iterator[str]:
    """The rules that may raise it, with their events; where none is seen to, the functions that name it."""
    raising = [rule for rule in RULES if _may_raise(rule, code)]
    found = [_function(rule.look.__module__, rule.look.__name__) for rule in raising] or _naming(code)
    for at, function in enumerate(found):
        events = ", ".join(f"`{type_name(kind)}`" for kind in raising[at].events) if raising else ""
        yield f"- {' '.join(function.doc.split())}" + (f" *At {events}.*" if events else "")
    settings = sorted({name for function in found for name in function.words if name in allowed_values()})
    if settings:
        yield f"- Parameters: {', '.join(f'`{name}`' for name in settings)}."
    yield "" if found else f"{_DESK}\n"


class _Function(NamedTuple):
    doc: str
    words: frozenset[str]


def _may_raise(rule: Rule, code: str) -> bool:
    """Whether it is the rule's own code, one that its function names, or of a family it names (``premature_``)."""
    words = _function(rule.look.__module__, rule.look.__name__).words
    return code == rule.code or code in words or any(word.endswith("_") and code.startswith(word) for word in words)


def _naming(code: str) -> list[_Function]:
    """Of each file of the referee the documented function that names a code most closely."""
    found = []
    for file in sorted(_RULES.glob("*.py")):
        module = f"table_controller.rules.{file.stem}"
        names = _functions(module) if file.stem not in _NOT_JUDGING else ()
        knowing = [_function(module, name) for name in names if code in _function(module, name).words]
        found += sorted((one for one in knowing if one.doc), key=lambda one: len(one.words))[:1]
    return found


_NOT_JUDGING = frozenset({"effects", "engine", "faults", "following", "proposals", "remedies", "rulings", "steps"})
"""What asks for codes that others found."""


@cache
def _function(module: str, name: str) -> _Function:
    """The docstring of a function, and the words that it and what it calls in its file hold."""
    functions = _functions(module)
    doc = ast.get_docstring(functions[name]) or ""
    return _Function(doc, frozenset(_words(name, functions, set())))


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((_RULES / f"{module.rpartition('.')[2]}.py").read_text("utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _words(name: str, functions: Mapping[str, ast.FunctionDef], seen: set[str]) -> Iterator[str]:
    seen.add(name)
    for node in ast.walk(functions[name]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Name) and node.id in functions and node.id not in seen:
            yield from _words(node.id, functions, seen)


def _houses(clause: Clause, said: Mapping[str, Clause]) -> Iterator[str]:
    yield "| house | clause | response | proposed | the floor may also |\n|---|---|---|---|---|"
    silent = [name for name, it in said.items() if it.citation == DEFAULT and _answer(it) == _answer(clause)]
    for name, it in said.items():
        if name not in silent:
            yield _row(name, it)
    if silent:
        yield _row(", ".join(silent), clause)
    yield ""


def _row(name: str, it: Clause) -> str:
    options = ", ".join(f"`{option}`" for option in it.options) or "–"
    return f"| {name} | {it.citation} | {it.response.value} | `{it.remedy}` | {options} |"


def _answer(it: Clause) -> tuple[object, ...]:
    return it.response, it.severity, it.remedy, it.options


def _ways(clause: Clause, said: Mapping[str, Clause], examples: Mapping[str, Example]) -> Iterator[str]:
    named = [name for it in (clause, *said.values()) for name in (it.remedy, *it.options)]
    for name in dict.fromkeys([*named, *examples]):
        example = examples.get(name, Example("", ()))
        steps = f": {'; '.join(example.steps)} *(case {example.case})*" if example.steps else ""
        yield f"- `{name}`: {remedy(name, None, None).text.en}{steps}."
    yield ""


def _cases(root: Path, code: str) -> Iterator[str]:
    fires, silent = [], []
    for path in sorted((root / "tests" / "golden" / code).glob("*.toml")):
        told = tomllib.loads(path.read_text("utf-8"))
        expects = [told["expect"], *told.get("houses", {}).values()]
        named = any(item.split()[0] == code for it in expects for item in it.get("incidents", ()))
        (fires if named else silent).append(told["about"])
    for title, cases in (("## Cases", fires), ("## Near misses", silent)):
        if cases:
            yield f"{title}\n"
            yield from (f"- {' '.join(about.split())}" for about in cases)
            yield ""


def _examples(root: Path) -> dict[str, dict[str, Example]]:
    """By code and remedy: its steps, as a golden case that proposed it had them."""
    found: dict[str, dict[str, Example]] = defaultdict(dict)
    for path in sorted((root / "tests" / "golden").rglob("*.toml")):
        for story in golden.stories(golden.story_in(path)):
            for answer in _heard(story):
                _note(found, path, answer)
    return found


def _heard(story: dict[str, Any]) -> list[Assessment]:
    """What the referee answered to each event of *story*."""
    heard: list[Assessment] = []
    judge = golden.assess

    def listening(*given: Any, **named: Any) -> Assessment:
        heard.append(judge(*given, **named))
        return heard[-1]

    with patch.object(golden, "assess", listening):
        golden.play(story | {"expect": {}})
    return heard


def _note(found: dict[str, dict[str, Example]], path: Path, answer: Assessment) -> None:
    """Keeps the first example of each remedy that has steps, a case of the code's own folder before others."""
    for item in answer.irregularities:
        for way in (item.proposal, *item.options):
            if way is None:
                continue
            old = found[item.code].get(way.name, Example("", ()))
            nearer = path.parent.name == item.code and not old.case.startswith(f"{item.code}/")
            if not old.steps or (nearer and way.steps):
                found[item.code][way.name] = Example(f"{path.parent.name}/{path.stem}", _steps(way))


def _steps(way: Remedy) -> tuple[str, ...]:
    return tuple(step.text.en for step in way.steps)
