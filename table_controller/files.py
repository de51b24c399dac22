"""Rulebooks from TOML: shipped ones by name, a club's own by path. Unknown keys are refused, and missing citations."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Allowed, Clause, Response, Rulebook, Setting, Severity, Text
from table_controller.records.wire import canonical, plain
from table_controller.refusals import meant, place, refusal, shown
from table_controller.rules.penalties import PENALTY_NAMES
from table_controller.rules.remedies import BY_STATE, known_remedies
from table_controller.rules.sensible import ANY, SENSIBLE

DEFAULT = "default"
"""What stands for a citation where the answer is ours and not a house's."""
_BASE = "defaults"
_DEPTH = 8
"""So many rulebooks may extend one another."""
_LARGEST = 256 * 1024
_LONGEST_LINE = 4_000
"""More bytes than any club writes, and more characters in a line: keys of a thousand parts take a reader minutes."""

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


class _DefaultClauseEntry(_ClauseEntry):
    """A code where it is introduced: what else a house may propose or offer, and the parameter that decides instead."""

    ways: list[_Words] = Field(default_factory=list)
    decided_by: _Words | None = None


class _Book(_Strict):
    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: _Words
    edition: _Words
    game: Literal["texas", "omaha"] | None = None
    extends: _Words = _BASE
    parameters: dict[str, _Parameter] = Field(default_factory=dict)
    clauses: dict[str, _ClauseEntry] = Field(default_factory=dict)


class _Defaults(_Book):
    parameters: dict[str, _DefaultParameter]  # type: ignore[assignment]  # what a house's parameter is, and more
    clauses: dict[str, _DefaultClauseEntry]  # type: ignore[assignment]
    asks: dict[str, _Words]
    undecided: dict[str, _Words]


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


@cache
def allowed_values() -> Mapping[str, Allowed]:
    """What may stand in each parameter of a rulebook."""
    entries = _defaults().parameters.items()
    return MappingProxyType({key: _allowed(it) for key, it in entries})


@cache
def questions() -> Mapping[str, str]:
    """What each parameter asks."""
    return MappingProxyType(_defaults().asks)


@cache
def undecided() -> Mapping[str, str]:
    """The parameters that decide nothing in the referee, and why."""
    return MappingProxyType(_defaults().undecided)


@cache
def ways_out() -> Mapping[str, tuple[str, ...]]:
    """What a rulebook may propose for each code, or list for the floor to choose from."""
    return MappingProxyType({code: _ways(code, it) for code, it in _defaults().clauses.items()})


_ALWAYS = ("floor", "play_stands", "announce", "none")
"""Ways out of whatever happens: the floor decides, the hand goes on, a word is said."""


def _ways(code: str, entry: _DefaultClauseEntry) -> tuple[str, ...]:
    own = [entry.remedy or "none", *(entry.options or ()), *entry.ways]
    if _PENALTY in own:
        own = [name for name in own if name != _PENALTY] + list(PENALTY_NAMES)
    return tuple(dict.fromkeys((*own, *SENSIBLE.get(code, ()), *(BY_STATE if code in ANY else ()), *_ALWAYS)))


_PENALTY = "penalty"
"""Among the ways out of a code: every rung of the ladder (TDA 71)."""


@cache
def _defaults() -> _Defaults:
    """What every rulebook starts from, as its files say it."""
    return _Defaults.model_validate(tomllib.loads(shipped(_BASE)))


def _allowed(entry: _DefaultParameter) -> Allowed:
    kind = "list" if isinstance(entry.value, list) else "flag" if isinstance(entry.value, bool) else "word"
    only = _setting(entry.value) if entry.only else None
    return Allowed(entry.row, kind, tuple(entry.values), entry.least, entry.most, only)


def _digest(book: Rulebook) -> str:
    return hashlib.sha256(canonical(plain(book)).encode()).hexdigest()


def _loaded(name: str | Path) -> Rulebook:
    """The rulebook, each layer laid over the one below."""
    book = Rulebook(_BASE, "", "", "", "texas", {}, {}, {})
    layers = _layers(name)
    for at in reversed(range(len(layers))):
        file, entry = layers[at]
        try:
            book = _built(file, entry, book, base=isinstance(entry, _Defaults))
        except BadInput as fault:
            raise _extended_by([above for above, _ in layers[:at]], fault) from None
    return book


def _layers(name: str | Path) -> list[tuple[str, _Book]]:
    """The files of a rulebook and their entries, from its own down to the defaults."""
    layers: list[tuple[str, _Book]] = []
    wanted, places = name, list[str]()
    while wanted != _BASE:
        above = [file for file, _ in layers]
        try:
            file, text = _text(wanted)
            entry = _checked(file, text)
            if _is_path(wanted):
                _own_name(file, entry)
        except BadInput as fault:
            raise _extended_by(above, fault) from None
        here = str(Path(file).resolve()) if _is_path(wanted) else file
        if here in places:
            raise BadInput(above[-1], "extends", f"expected no ring: {' extends '.join([*above, file])}"[:300])
        if len(layers) > _DEPTH:
            raise BadInput(above[-1], "extends", f"expected at most {_DEPTH} rulebooks one upon another")
        layers.append((file, entry))
        places.append(here)
        wanted = Path(file).parent / entry.extends if _is_path(entry.extends) else entry.extends
    return [*layers, (f"{_BASE}.toml", _defaults())]


def _extended_by(above: list[str], fault: BadInput) -> BadInput:
    """The *fault* of a file that others extend: told at the one that was asked for."""
    for file in reversed(above):
        fault = BadInput(file, "extends", str(fault))
    return fault


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith(".toml") or "/" in name


def _own_name(file: str, entry: _Book) -> None:
    """A club's file has a name of its own: a journal says by it who judged."""
    if entry.id in (*rulebook_names(), _BASE):
        raise BadInput(file, "id", f"expected a name of your own, got {entry.id!r}, which ships")


def _text(name: str | Path) -> tuple[str, str]:
    """The file's name for messages, and its text."""
    told = str(name)
    if _is_path(name):
        return place([told]), _read(Path(name), place([told]))
    if told in rulebook_names():
        return f"{told}.toml", shipped(told)
    near = f"; did you mean {told}.toml?" if _there(Path(f"{told}.toml")) else meant(told, rulebook_names())
    known = ", ".join(rulebook_names())
    raise BadInput(
        place([told])[:80], "", f"no such rulebook{near}; expected one of {known}, or the path of a .toml file"
    )


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _read(path: Path, name: str) -> str:
    """The text of a club's file. A mark of byte order, as some editors write it, is no fault."""
    try:
        if not path.exists():
            raise BadInput(name, "", "no such file")
        if not path.is_file():
            raise BadInput(name, "", "expected a file")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no name of a file"
        raise BadInput(name, "", f"cannot be read: {str(why).lower()}") from None
    if len(data) > _LARGEST:
        raise BadInput(name, "", f"expected a rulebook, at most {_LARGEST // 1024} KiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(name, "", f"expected UTF-8, got byte 0x{data[error.start]:02x} in line {line}") from None


def shipped(name: str) -> str:
    """The text of a shipped rulebook; the defaults' is that of all files of their folder, the book's head first."""
    entry = files("table_controller") / "rulebooks" / (name if name == _BASE else f"{name}.toml")
    parts = (
        sorted(entry.iterdir(), key=lambda part: (part.name != "book.toml", part.name)) if entry.is_dir() else [entry]
    )
    return "\n".join(part.read_text("utf-8") for part in parts)


@lru_cache(maxsize=4)
def _checked(file: str, text: str) -> _Book:
    """The entries of *text*."""
    told = _toml(file, text)
    try:
        return _Book.model_validate(told)
    except ValidationError as fault:
        errors = fault.errors(include_url=False)
        raise BadInput(file, *refusal(told, errors, allowed_values(), ways_out(), _ClauseEntry.model_fields)) from None


def _toml(file: str, text: str) -> dict[str, Any]:
    longest = max(map(len, text.splitlines()), default=0)
    if longest > _LONGEST_LINE:
        raise BadInput(file, "", f"expected lines of at most {_LONGEST_LINE} characters, got {longest}")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadInput(file, "", "expected TOML, got brackets within brackets without end") from None
    except ValueError as error:
        why = place([error]).replace("Cannot overwrite a value", "a key stands twice")
        raise BadInput(file, "", f"expected TOML: {why}") from None


def _built(file: str, entry: _Book, below: Rulebook, *, base: bool) -> Rulebook:
    """*entry* laid over *below*."""
    parameters, citations, clauses = dict(below.parameters), dict(below.citations), dict(below.clauses)
    for name, parameter in entry.parameters.items():
        where = place(("parameters", name))
        if not base and name not in parameters:
            raise BadInput(file, where, f"no such parameter{meant(name, parameters)}")
        value = _setting(parameter.value)
        allowed = _allowed(parameter) if isinstance(parameter, _DefaultParameter) else allowed_values()[name]
        if (wanted := allowed.refuses(value)) is not None:
            raise BadInput(file, f"{where}.value", f"expected {wanted}, got {shown(parameter.value)}")
        parameters[name], citations[name] = value, parameter.citation
    for code, clause in entry.clauses.items():
        if code not in clauses and not base:
            raise BadInput(file, place(("clauses", code)), f"no such incident code{meant(code, clauses)}")
        clauses[code] = _clause(file, code, clause, clauses.get(code), parameters)
    clauses = {code: _decided(clause, parameters) for code, clause in clauses.items()}
    return Rulebook(
        entry.id,
        entry.title,
        entry.edition,
        "",
        entry.game or below.game,
        MappingProxyType(parameters),
        MappingProxyType(citations),
        MappingProxyType(clauses),
    )


def _clause(
    file: str, code: str, entry: _ClauseEntry, below: Clause | None, parameters: Mapping[str, Setting]
) -> Clause:
    _proposed(file, code, entry, parameters)
    old = below or Clause(code, code, "", Response.FLAG, Severity.WARNING, Text(code, code))
    for key in entry.settings.keys() - old.settings.keys() if below is not None else ():
        raise BadInput(file, place(("clauses", code, "settings", key)), "no such setting")
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


def _proposed(file: str, code: str, entry: _ClauseEntry, parameters: Mapping[str, Setting]) -> None:
    """Refuses what is no remedy, no way out of this irregularity, or decided elsewhere."""
    for key, name in (("remedy", entry.remedy), *(("options", option) for option in entry.options or ())):
        where, ways = f"clauses.{code}.{key}", ways_out()[code]
        if name is None or name in ways:
            continue
        if name not in known_remedies():
            near = meant(name, ways) or meant(name, known_remedies())
            raise BadInput(file, where, f"no such remedy as {shown(name)}{near}; expected {_one_of(ways)}")
        raise BadInput(file, where, f"{shown(name)} is no way out of {code}; expected {_one_of(ways)}")
    decides = _defaults().clauses[code].decided_by
    if decides is not None and entry.remedy not in (None, *_LEFT_OPEN, parameters[decides]):
        raise BadInput(file, f"clauses.{code}.remedy", f"the parameter {decides} decides this; write it there")


_LEFT_OPEN = ("none", "floor")
"""What a clause may say where a parameter would decide: nothing to do, or the floor decides after all."""


def _decided(clause: Clause, parameters: Mapping[str, Setting]) -> Clause:
    """The clause with the remedy that a parameter decides; the one it had before stays open to the floor."""
    decides = _defaults().clauses[clause.code].decided_by
    if decides is None or clause.remedy in (*_LEFT_OPEN, parameters[decides]):
        return clause
    name = str(parameters[decides])
    options = (clause.remedy, *(option for option in clause.options if option not in (name, clause.remedy)))
    return replace(clause, remedy=name, options=options)


def _one_of(ways: tuple[str, ...]) -> str:
    return f"one of {', '.join(ways)}"


def _setting(value: _Value) -> Setting:
    return tuple(value) if isinstance(value, list) else value
