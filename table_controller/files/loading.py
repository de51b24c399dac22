"""Rulebooks from TOML, each layer read, checked and laid over the one below, down to the defaults."""

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from pydantic import ValidationError

from table_controller.files.forms import Book, ClauseEntry, Defaults
from table_controller.files.known import allowed_values, defaults, ways_out
from table_controller.files.laying import built
from table_controller.files.shelf import BASE, is_path, rulebook_names, text_of
from table_controller.inputs import toml_of
from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Rulebook
from table_controller.records.wire import canonical, plain
from table_controller.refusals import refusal

DEFAULT = "default"
"""What stands for a citation where the answer is ours and not a house's."""
_DEPTH = 8
"""So many rulebooks may extend one another."""


def load_rulebook(name: str | Path) -> Rulebook:
    """The rulebook called *name*, or the one in the file at that path.

    ``BadInput`` names file, table and key of what cannot be used; for an unknown name it lists the known ones.
    """
    return _of_the_house(name) if isinstance(name, str) and name in rulebook_names() else _sealed(name)


@cache
def _of_the_house(name: str) -> Rulebook:
    """A shipped rulebook: its files do not change while the program runs."""
    return _sealed(name)


def _sealed(name: str | Path) -> Rulebook:
    book = _loaded(name)
    return Rulebook(
        book.id, book.title, book.edition, _digest(book), book.game, book.parameters, book.citations, book.clauses
    )


def lineage(name: str | Path) -> tuple[str, ...]:
    """The ids of the rulebook *name* and of those it extends, down to the defaults."""
    return tuple(entry.id for _, entry in _layers(name))


def written_by(name: str | Path) -> Mapping[tuple[str, str], str]:
    """Who answers each ``("parameter", name)`` and ``("code", name)``: the id of the book that wrote it last.

    What cites ``default`` is nobody's own answer, whoever wrote it down: it stays ``default``.
    """
    said: dict[tuple[str, str], str] = {}
    for _, entry in reversed(_layers(name)):
        own = (("parameter", entry.parameters), ("code", entry.clauses))
        for kind, told in own:
            said |= {(kind, key): DEFAULT if it.citation == DEFAULT else entry.id for key, it in told.items()}
    return MappingProxyType(said)


def _digest(book: Rulebook) -> str:
    return hashlib.sha256(canonical(plain(book)).encode()).hexdigest()


def _loaded(name: str | Path) -> Rulebook:
    """The rulebook, each layer laid over the one below."""
    book = Rulebook(BASE, "", "", "", "texas", {}, {}, {})
    layers = _layers(name)
    for at in reversed(range(len(layers))):
        file, entry = layers[at]
        try:
            book = built(file, entry, book, base=isinstance(entry, Defaults))
        except BadInput as fault:
            raise _extended_by([above for above, _ in layers[:at]], fault) from None
    return book


def _layers(name: str | Path) -> list[tuple[str, Book]]:
    """The files of a rulebook and their entries, from its own down to the defaults."""
    layers: list[tuple[str, Book]] = []
    wanted, places = name, list[str]()
    while wanted != BASE:
        above = [file for file, _ in layers]
        try:
            file, text = text_of(wanted)
            entry = _checked(file, text)
            if is_path(wanted):
                _own_name(file, entry)
        except BadInput as fault:
            raise _extended_by(above, fault) from None
        here = str(Path(file).resolve()) if is_path(wanted) else file
        if here in places:
            raise BadInput(above[-1], "extends", f"expected no ring: {' extends '.join([*above, file])}"[:300])
        if len(layers) > _DEPTH:
            raise BadInput(above[-1], "extends", f"expected at most {_DEPTH} rulebooks one upon another")
        layers.append((file, entry))
        places.append(here)
        wanted = Path(file).parent / entry.extends if is_path(entry.extends) else entry.extends
    return [*layers, (f"{BASE}.toml", defaults())]


def _extended_by(above: list[str], fault: BadInput) -> BadInput:
    """The *fault* of a file that others extend: told at the one that was asked for."""
    for file in reversed(above):
        fault = BadInput(file, "extends", str(fault))
    return fault


def _own_name(file: str, entry: Book) -> None:
    """A club's file has a name of its own: a journal says by it who judged."""
    if entry.id in (*rulebook_names(), BASE):
        raise BadInput(file, "id", f"expected a name of your own, got {entry.id!r}, which ships")


@lru_cache(maxsize=4)
def _checked(file: str, text: str) -> Book:
    """The entries of *text*."""
    told = toml_of(file, text)
    try:
        return Book.model_validate(told)
    except ValidationError as fault:
        errors = fault.errors(include_url=False)
        raise BadInput(file, *refusal(told, errors, allowed_values(), ways_out(), ClauseEntry.model_fields)) from None
