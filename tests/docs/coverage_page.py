"""docs/coverage.md: every clause of the five seeds with what answers it, from docs/coverage.toml."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from table_controller.files import DEFAULT, load_rulebook
from table_controller.records.rulebook import Rulebook

HOUSES = {"000": "bonn", "001": "zollernalb", "002": "casino-guide", "003": "regelwerk", "004": "brandenburg"}
LATER = {
    "bank": "comes with the bank",
    "registration": "comes with registration and attendance",
    "tables": "comes with several tables",
}
WORDS = {
    **LATER,
    "prompt": "a prompt on the desk",
    "note": "a manual note",
    "etiquette": "etiquette, no sensor",
    "text": "explanation, no rule",
}
"""Answers that name nothing."""
_HEAD = """# What answers each clause

Every clause of the five seed rulebooks, and what in Floorman answers it: the incident code that names its breach, the
parameter that switches it, the event it is told by, the file of the referee that reckons it, or why no sensor can see
it. The wording is ours and short; the clauses' numbers are the houses' own. What the sixth book, `tda-2024`, says is in
the [parameters](parameters.md) and in the [pages of the codes](rules/README.md).

Made by `make docs` from [coverage.toml](coverage.toml) and the rulebooks; a test holds it to both.
"""


def told(root: Path) -> dict[str, dict[str, tuple[str, tuple[tuple[str, str], ...]]]]:
    """By seed and clause: our wording, and the answers as pairs of a kind and a name."""
    data = tomllib.loads((root / "docs" / "coverage.toml").read_text("utf-8"))
    return {
        seed: {clause: _entry(line, clause, load_rulebook(HOUSES[seed])) for clause, line in clauses.items()}
        for seed, clauses in data.items()
    }


def _entry(line: str, clause: str, book: Rulebook) -> tuple[str, tuple[tuple[str, str], ...]]:
    wording, _, answers = line.partition(" | ")
    named = [_pair(answer) for answer in answers.split("; ")]
    cited = [("param", key) for key, citation in sorted(book.citations.items()) if _covers(citation, clause)]
    codes = [("code", code) for code, it in sorted(book.clauses.items()) if clause in it.citation.split(", ")]
    later = [pair for pair in named if pair[0] in WORDS]
    return wording, tuple(dict.fromkeys([*(pair for pair in named if pair not in later), *codes, *cited, *later]))


def _pair(answer: str) -> tuple[str, str]:
    kind, _, name = answer.partition(" ")
    return kind, name


def _covers(citation: str, clause: str) -> bool:
    """Whether a citation is the clause, or the head it shares with others."""
    return citation != DEFAULT and any(clause == one or clause.startswith(f"{one}-") for one in citation.split(", "))


def page(root: Path) -> str:
    """The page."""
    return "\n".join(_lines(root))


def _lines(root: Path) -> Iterator[str]:
    yield _HEAD
    for seed, clauses in told(root).items():
        book = load_rulebook(HOUSES[seed])
        yield f"## {seed} · `{book.id}` · {book.title}\n"
        yield "| clause | what it says | what answers it |\n|---|---|---|"
        for clause, (wording, answers) in clauses.items():
            yield f"| {clause} | {wording} | {', '.join(_shown(kind, name) for kind, name in answers)} |"
        yield ""


def _shown(kind: str, name: str) -> str:
    match kind:
        case "code":
            return f"[`{name}`](rules/{name}.md)"
        case "param":
            return f"`{name}`"
        case "event":
            return f"event `{name}`"
        case "core":
            return f"[{name}](../table_controller/rules/{name}.py)"
        case _:
            return WORDS[kind]
