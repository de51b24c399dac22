"""Rulebooks from TOML: shipped ones by name, a club's own by path. Unknown keys are refused, and missing citations."""

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Allowed, Clause, Response, Rulebook, Setting, Severity, Text
from table_controller.records.wire import canonical, plain
from table_controller.rules.remedies import known_remedies

DEFAULT = "default"
"""What stands for a citation where the answer is ours and not a house's."""
_BASE = "defaults"
_DEPTH = 8
"""So many rulebooks may extend one another."""

_Words = Annotated[str, StringConstraints(min_length=1, max_length=400, strip_whitespace=True)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


_Value = bool | int | float | str | list[str]


class _Parameter(_Strict):
    value: _Value
    citation: _Words


class _DefaultParameter(_Parameter):
    """A parameter where it is introduced: what may stand there, and the row of the specification it answers."""

    row: _Words
    values: list[_Words] = Field(default_factory=list)
    least: int | float | None = None
    most: int | float | None = None
    only: bool = False


class _ClauseEntry(_Strict):
    citation: _Words
    rule: _Words | None = None
    response: Literal["ignore", "note", "flag", "halt"] | None = None
    severity: Literal["S", "W", "I"] | None = None
    remedy: _Words | None = None
    options: list[_Words] | None = None
    de: _Words | None = None
    en: _Words | None = None
    settings: dict[str, _Value] = Field(default_factory=dict)


class _Book(_Strict):
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: _Words
    edition: _Words
    game: Literal["texas", "omaha"] = "texas"
    extends: _Words = _BASE
    parameters: dict[str, _Parameter] = Field(default_factory=dict)
    clauses: dict[str, _ClauseEntry] = Field(default_factory=dict)


class _Defaults(_Book):
    parameters: dict[str, _DefaultParameter]  # type: ignore[assignment]  # what a house's parameter is, and more


@cache
def rulebook_names() -> tuple[str, ...]:
    """The names of the rulebooks that ship."""
    folder = files("table_controller") / "rulebooks"
    names = (entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(name for name in names if name != _BASE))


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
    return tuple(entry.id for _, entry in _layers(name, 0))


def written_by(name: str | Path) -> Mapping[tuple[str, str], str]:
    """Who answers each ``("parameter", name)`` and ``("code", name)``: the id of the book that wrote it last.

    What cites ``default`` is nobody's own answer, whoever wrote it down: it stays ``default``.
    """
    said: dict[tuple[str, str], str] = {}
    for _, entry in reversed(_layers(name, 0)):
        own = (("parameter", entry.parameters), ("code", entry.clauses))
        for kind, told in own:
            said |= {(kind, key): DEFAULT if it.citation == DEFAULT else entry.id for key, it in told.items()}
    return MappingProxyType(said)


@cache
def allowed_values() -> Mapping[str, Allowed]:
    """What may stand in each parameter of a rulebook."""
    file, text = _text(_BASE)
    entries = _checked(file, text).parameters
    return MappingProxyType({key: _allowed(it) for key, it in entries.items() if isinstance(it, _DefaultParameter)})


def _allowed(entry: _DefaultParameter) -> Allowed:
    kind = "list" if isinstance(entry.value, list) else "flag" if isinstance(entry.value, bool) else "word"
    only = _setting(entry.value) if entry.only else None
    return Allowed(entry.row, kind, tuple(entry.values), entry.least, entry.most, only)


def _digest(book: Rulebook) -> str:
    return hashlib.sha256(canonical(plain(book)).encode()).hexdigest()


def _loaded(name: str | Path) -> Rulebook:
    """The rulebook, each layer laid over the one below."""
    book = Rulebook(_BASE, "", "", "", "texas", {}, {}, {})
    for file, entry in reversed(_layers(name, 0)):
        book = _built(file, entry, book, base=isinstance(entry, _Defaults))
    return book


def _layers(name: str | Path, depth: int) -> list[tuple[str, _Book]]:
    """The files of a rulebook and their entries, from its own down to the defaults."""
    file, text = _text(name)
    entry = _checked(file, text)
    if isinstance(entry, _Defaults):
        return [(file, entry)]
    if depth >= _DEPTH:
        raise BadInput(file, "extends", f"expected at most {_DEPTH} rulebooks one upon another; do they form a ring?")
    below = Path(file).parent / entry.extends if entry.extends.endswith(".toml") else entry.extends
    return [(file, entry), *_layers(below, depth + 1)]


def _text(name: str | Path) -> tuple[str, str]:
    """The file's name for messages, and its text."""
    shown = str(name)
    try:
        if shown.endswith(".toml") or "/" in shown:
            return shown, Path(name).read_text(encoding="utf-8")
        if shown in (*rulebook_names(), _BASE):
            return f"{shown}.toml", shipped(shown)
    except (OSError, ValueError) as error:
        raise BadInput(shown, "", f"expected a rulebook in TOML, UTF-8 ({type(error).__name__})") from None
    known = ", ".join(rulebook_names())
    raise BadInput(shown[:80], "", f"no such rulebook; expected one of {known}, or the path of a .toml file")


def shipped(name: str) -> str:
    """The text of a shipped rulebook; the defaults' is that of all files of their folder, the book's head first."""
    entry = files("table_controller") / "rulebooks" / (name if name == _BASE else f"{name}.toml")
    parts = (
        sorted(entry.iterdir(), key=lambda part: (part.name != "book.toml", part.name)) if entry.is_dir() else [entry]
    )
    return "\n".join(part.read_text("utf-8") for part in parts)


@lru_cache(maxsize=4)
def _checked(file: str, text: str) -> _Book:
    """The entries of *text*. The defaults are read for every rulebook anew: the last ones are kept."""
    try:
        told = tomllib.loads(text)
        return (_Defaults if told.get("id") == _BASE else _Book).model_validate(told)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput(file, "", f"expected TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part not in _KINDS)
        raise BadInput(file, place, _expected(first["type"], first["msg"])) from None


_KINDS = ("bool", "int", "float", "str", "list[str]")
"""What pydantic adds to the place of a value that may be several things."""


def _expected(kind: str, message: str) -> str:
    if kind == "extra_forbidden":
        return "no such key"
    return "missing" if kind == "missing" else message[:1].lower() + message[1:]


def _built(file: str, entry: _Book, below: Rulebook, *, base: bool) -> Rulebook:
    """*entry* laid over *below*."""
    parameters, citations, clauses = dict(below.parameters), dict(below.citations), dict(below.clauses)
    for name, parameter in entry.parameters.items():
        place = f"parameters.{name}"
        if not base and name not in parameters:
            raise BadInput(file, place, f"no such parameter{_meant(name, parameters)}")
        value = _setting(parameter.value)
        allowed = _allowed(parameter) if isinstance(parameter, _DefaultParameter) else allowed_values()[name]
        if (wanted := allowed.refuses(value)) is not None:
            raise BadInput(file, f"{place}.value", f"expected {wanted}, got {repr(parameter.value)[:60]}")
        parameters[name], citations[name] = value, parameter.citation
    for code, clause in entry.clauses.items():
        if code not in clauses and not base:
            raise BadInput(file, f"clauses.{code}", f"no such incident code{_meant(code, clauses)}")
        clauses[code] = _clause(file, code, clause, clauses.get(code))
    return Rulebook(
        entry.id,
        entry.title,
        entry.edition,
        "",
        entry.game,
        MappingProxyType(parameters),
        MappingProxyType(citations),
        MappingProxyType(clauses),
    )


def _meant(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a *name* that nobody knows."""
    near = get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def _clause(file: str, code: str, entry: _ClauseEntry, below: Clause | None) -> Clause:
    place = f"clauses.{code}"
    for key, name in (("remedy", entry.remedy), *(("options", option) for option in entry.options or ())):
        if name is not None and name not in known_remedies():
            near = _meant(name, known_remedies()) or "; expected one that docs/rules names"
            raise BadInput(file, f"{place}.{key}", f"no such remedy as {name[:60]!r}{near}")
    old = below or Clause(code, code, "", Response.FLAG, Severity.WARNING, Text(code, code))
    for key in entry.settings.keys() - old.settings.keys() if below is not None else ():
        raise BadInput(file, f"{place}.settings.{key}", "no such setting")
    return Clause(
        code,
        entry.rule or old.rule,
        entry.citation,
        old.response if entry.response is None else Response(entry.response),
        old.severity if entry.severity is None else Severity(entry.severity),
        Text(entry.de or old.text.de, entry.en or old.text.en),
        entry.remedy or old.remedy,
        old.options if entry.options is None else tuple(entry.options),
        MappingProxyType({**old.settings, **{key: _setting(value) for key, value in entry.settings.items()}}),
    )


def _setting(value: _Value) -> Setting:
    return tuple(value) if isinstance(value, list) else value
