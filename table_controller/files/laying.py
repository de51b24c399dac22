"""One rulebook laid over the one below it: parameters, clauses, and what a parameter decides in a clause."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from table_controller.files.forms import Book, ClauseEntry, DefaultParameter, setting
from table_controller.files.known import allowed_values, defaults, permitted, ways_out
from table_controller.records.errors import BadInput
from table_controller.records.rulebook import Clause, Response, Rulebook, Setting, Severity, Text
from table_controller.refusals import meant, place, shown
from table_controller.rules.remedies import known_remedies


def built(file: str, entry: Book, below: Rulebook, *, base: bool) -> Rulebook:
    """*entry* laid over *below*."""
    parameters, citations, clauses = dict(below.parameters), dict(below.citations), dict(below.clauses)
    for name, parameter in entry.parameters.items():
        where = place(("parameters", name))
        if not base and name not in parameters:
            raise BadInput(file, where, f"no such parameter{meant(name, parameters)}")
        value = setting(parameter.value)
        allowed = permitted(parameter) if isinstance(parameter, DefaultParameter) else allowed_values()[name]
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
    file: str, code: str, entry: ClauseEntry, below: Clause | None, parameters: Mapping[str, Setting]
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
        MappingProxyType({**old.settings, **{key: setting(value) for key, value in entry.settings.items()}}),
    )


def _proposed(file: str, code: str, entry: ClauseEntry, parameters: Mapping[str, Setting]) -> None:
    """Refuses what is no remedy, no way out of this irregularity, or decided elsewhere."""
    for key, name in (("remedy", entry.remedy), *(("options", option) for option in entry.options or ())):
        where, ways = f"clauses.{code}.{key}", ways_out()[code]
        if name is None or name in ways:
            continue
        if name not in known_remedies():
            near = meant(name, ways) or meant(name, known_remedies())
            raise BadInput(file, where, f"no such remedy as {shown(name)}{near}; expected {_one_of(ways)}")
        raise BadInput(file, where, f"{shown(name)} is no way out of {code}; expected {_one_of(ways)}")
    decides = defaults().clauses[code].decided_by
    if decides is not None and entry.remedy not in (None, *_LEFT_OPEN, parameters[decides]):
        raise BadInput(file, f"clauses.{code}.remedy", f"the parameter {decides} decides this; write it there")


_LEFT_OPEN = ("none", "floor")
"""What a clause may say where a parameter would decide: nothing to do, or the floor decides after all."""


def _decided(clause: Clause, parameters: Mapping[str, Setting]) -> Clause:
    """The clause with the remedy that a parameter decides; the one it had before stays open to the floor."""
    decides = defaults().clauses[clause.code].decided_by
    if decides is None or clause.remedy in (*_LEFT_OPEN, parameters[decides]):
        return clause
    name = str(parameters[decides])
    options = (clause.remedy, *(option for option in clause.options if option not in (name, clause.remedy)))
    return replace(clause, remedy=name, options=options)


def _one_of(ways: tuple[str, ...]) -> str:
    return f"one of {', '.join(ways)}"
