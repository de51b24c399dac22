"""The forms that a rulebook's TOML fills in. Unknown keys are refused, and missing citations."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from table_controller.files.shelf import BASE
from table_controller.records.rulebook import Setting

Words = Annotated[str, StringConstraints(min_length=1, max_length=400, strip_whitespace=True)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


Value = bool | int | float | str | list[str]


class Parameter(_Strict):
    """A house's answer, and the clause that gives it."""

    value: Value
    citation: Words


class DefaultParameter(Parameter):
    """A parameter where it is introduced: what may stand there, and the row of the specification it answers."""

    row: Words
    values: list[Words] = Field(default_factory=list)
    least: int | float | None = None
    most: int | float | None = None
    only: bool = False


class ClauseEntry(_Strict):
    """What a house says of an incident code."""

    citation: Words
    rule: Words | None = None
    response: Literal["ignore", "note", "flag", "halt"] | None = None
    severity: Literal["S", "W", "I"] | None = None
    remedy: Words | None = None
    options: list[Words] | None = None
    de: Words | None = None
    en: Words | None = None
    settings: dict[str, Value] = Field(default_factory=dict)


class DefaultClauseEntry(ClauseEntry):
    """A code where it is introduced: what else a house may propose or offer, and the parameter that decides instead."""

    ways: list[Words] = Field(default_factory=list)
    decided_by: Words | None = None


class Book(_Strict):
    """One rulebook's file, and the book it extends."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: Words
    edition: Words
    game: Literal["texas", "omaha"] | None = None
    extends: Words = BASE
    parameters: dict[str, Parameter] = Field(default_factory=dict)
    clauses: dict[str, ClauseEntry] = Field(default_factory=dict)


class Defaults(Book):
    """The book that every other extends: it introduces the parameters and codes."""

    parameters: dict[str, DefaultParameter]  # type: ignore[assignment]  # what a house's parameter is, and more
    clauses: dict[str, DefaultClauseEntry]  # type: ignore[assignment]
    asks: dict[str, Words]
    undecided: dict[str, Words]


def setting(value: Value) -> Setting:
    """A value as a rulebook keeps it."""
    return tuple(value) if isinstance(value, list) else value
