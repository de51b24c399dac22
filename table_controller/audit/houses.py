"""``floorman rulebook``: list, show, check and compare rulebooks. JSON lines on the stream that is passed in."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from table_controller.files import (
    DEFAULT,
    allowed_values,
    lineage,
    load_rulebook,
    questions,
    rulebook_names,
    undecided,
    ways_out,
    written_by,
)
from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Allowed, Clause, Rulebook
from table_controller.records.wire import canonical, plain
from table_controller.refusals import meant, place

_SAME, _DIFFERENT = 0, 1


def list_rulebooks(out: TextIO) -> int:
    """A line per shipped rulebook; exit status 0."""
    for name in rulebook_names():
        _line(out, _head(name, load_rulebook(name)))
    return _SAME


def show_rulebook(name: str, out: TextIO) -> int:
    """The rulebook's head, a line per parameter, a line per incident code; ``BadInput`` for an unknown name.

    Each line says whose answer it is (``by``: a rulebook's id, or ``default``) and by which clause.
    """
    book, by = load_rulebook(name), written_by(name)
    _line(out, _head(name, book))
    for key in sorted(book.parameters):
        _line(out, _parameter(book, key) | {"by": by["parameter", key]})
    for code in sorted(book.clauses):
        _line(out, _code(book.clauses[code]) | {"by": by["code", code]})
    return _SAME


def show_answer(name: str, key: str, out: TextIO) -> int:
    """One parameter or incident code of the rulebook: what is asked, what this house says, and what the others do."""
    book, by = load_rulebook(name), written_by(name)
    houses = {one: load_rulebook(one) for one in rulebook_names()}
    if key in book.parameters:
        told = {"question": questions().get(key, ""), **_parameter(book, key), "by": by["parameter", key]}
        others = {one: _answers("parameter", it)[key] for one, it in houses.items()}
        decides = {"decides": f"nothing: {undecided()[key]}"} if key in undecided() else {}
        _line(out, told | decides | {"houses": others})
        return _SAME
    if key in book.clauses:
        told = _code(book.clauses[key]) | {"by": by["code", key], "ways_out": list(ways_out()[key])}
        _line(out, told | {"houses": {one: _answers("code", it)[key] for one, it in houses.items()}})
        return _SAME
    near = meant(key, [*book.parameters, *book.clauses])
    raise BadInput(place([name]), place([key]), f"no such parameter or incident code{near}")


def check_rulebook(path: Path, out: TextIO) -> int:
    """A line that says it can be used; ``BadInput`` with file, table and key if not."""
    _line(out, _head(path, load_rulebook(path)))
    return _SAME


def diff_rulebooks(first: str, second: str, out: TextIO, *, citations: bool = False) -> int:
    """A line per parameter and per incident code that the two answer differently; 1 if there is any.

    A line says what differs: of a parameter the value, of a code response, severity, remedy, options or the sentence
    of the rule; and the citation beside it. That two houses say the same in different places is no difference, unless
    *citations* asks for that too.
    """
    one, two = load_rulebook(first), load_rulebook(second)
    lines = [*_differing("parameter", one, two), *_differing("code", one, two)]
    told = [line for line in lines if citations or line["differs"] != ["citation"]]
    for line in told:
        _line(out, line)
    return _DIFFERENT if told else _SAME


def _line(out: TextIO, value: Any) -> None:
    print(canonical(value), file=out)


def _head(name: str | Path, book: Rulebook) -> dict[str, Any]:
    by = written_by(name)
    own = {kind: [place for place, who in by.items() if place[0] == kind and who != DEFAULT] for kind in _KINDS}
    return {
        "rulebook": book.id,
        "title": book.title,
        "edition": book.edition,
        "game": book.game,
        "extends": ", ".join(lineage(name)[1:2]),
        "digest": book.digest,
        "parameters": len(book.parameters),
        "parameters_cited": len(own["parameter"]),
        "codes": len(book.clauses),
        "codes_cited": len(own["code"]),
    }


_KINDS = ("parameter", "code")


def _parameter(book: Rulebook, key: str) -> dict[str, Any]:
    may = allowed_values().get(key) or Allowed("ours", "word")
    return {
        "parameter": key,
        "value": plain(book.parameters[key]),
        "citation": book.citations.get(key, DEFAULT),
        "expected": may.expected(),
        "row": may.row,
    }


def _code(clause: Clause) -> dict[str, Any]:
    return {
        "code": clause.code,
        "rule": clause.rule,
        "citation": clause.citation,
        **_answer(clause),
        "de": clause.text.de,
        "en": clause.text.en,
    }


def _answer(clause: Clause) -> dict[str, Any]:
    """What a house does about a code."""
    return {
        "response": clause.response.value,
        "severity": clause.severity.value,
        "remedy": clause.remedy,
        "options": list(clause.options),
    }


def _answers(kind: str, book: Rulebook) -> Mapping[str, dict[str, Any]]:
    """Every answer of a *kind* with its citation."""
    if kind == "parameter":
        values = book.parameters.items()
        return {key: {"value": plain(value), "citation": book.citations.get(key, DEFAULT)} for key, value in values}
    clauses = book.clauses.items()
    return {code: {**_answer(it), "rule": it.rule, "citation": it.citation} for code, it in clauses}


def _differing(kind: str, one: Rulebook, two: Rulebook) -> Iterator[dict[str, Any]]:
    first, second = _answers(kind, one), _answers(kind, two)
    for key in sorted(first.keys() | second.keys()):
        here, there = first.get(key, {}), second.get(key, {})
        differs = [part for part in here | there if here.get(part) != there.get(part)]
        if differs:
            shown = [*differs, "citation"] if "citation" not in differs else differs
            yield {
                kind: key,
                "differs": differs,
                "first": {part: here.get(part) for part in shown},
                "second": {part: there.get(part) for part in shown},
            }
