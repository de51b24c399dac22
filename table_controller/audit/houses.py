"""``floorman rulebook``: list, show, check and compare rulebooks. JSON lines on the stream that is passed in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from table_controller.files import load_rulebook, rulebook_names
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical, plain

_SAME, _DIFFERENT = 0, 1


def list_rulebooks(out: TextIO) -> int:
    """A line per shipped rulebook; exit status 0."""
    for name in rulebook_names():
        _line(out, _head(load_rulebook(name)))
    return _SAME


def show_rulebook(name: str, out: TextIO) -> int:
    """The rulebook's head, a line per parameter, a line per incident code; ``BadInput`` for an unknown name."""
    book = load_rulebook(name)
    _line(out, _head(book))
    for key in sorted(book.parameters):
        _line(out, _parameter(book, key))
    for code in sorted(book.clauses):
        _line(out, plain(book.clauses[code]))
    return _SAME


def check_rulebook(path: Path, out: TextIO) -> int:
    """A line that says it can be used; ``BadInput`` with file, table and key if not."""
    _line(out, _head(load_rulebook(path)))
    return _SAME


def diff_rulebooks(first: str, second: str, out: TextIO) -> int:
    """A line per parameter and per incident code that the two answer differently; 1 if there is any.

    Wording and citations are no difference: two houses may say the same in different places.
    """
    one, two = load_rulebook(first), load_rulebook(second)
    lines = (*_differences("parameter", one.parameters, two.parameters), *_clauses(one, two))
    for line in lines:
        _line(out, line)
    return _DIFFERENT if lines else _SAME


def _line(out: TextIO, value: Any) -> None:
    print(canonical(value), file=out)


def _head(book: Rulebook) -> dict[str, Any]:
    own = sum(1 for citation in book.citations.values() if citation != "default")
    return {
        "rulebook": book.id,
        "title": book.title,
        "edition": book.edition,
        "game": book.game,
        "digest": book.digest,
        "parameters": len(book.parameters),
        "cited": own,
        "codes": len(book.clauses),
    }


def _parameter(book: Rulebook, key: str) -> dict[str, Any]:
    return {"parameter": key, "value": plain(book.parameters[key]), "citation": book.citations.get(key, "default")}


def _clauses(one: Rulebook, two: Rulebook) -> tuple[dict[str, Any], ...]:
    return _differences("code", _answers(one), _answers(two))


def _answers(book: Rulebook) -> dict[str, Any]:
    """What a house does about each code."""
    return {
        code: {
            "response": clause.response.value,
            "severity": clause.severity.value,
            "remedy": clause.remedy,
            "options": list(clause.options),
        }
        for code, clause in book.clauses.items()
    }


def _differences(name: str, one: Mapping[str, Any], two: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    keys = sorted(key for key in one.keys() | two.keys() if one.get(key) != two.get(key))
    return tuple({name: key, "first": plain(one.get(key)), "second": plain(two.get(key))} for key in keys)
