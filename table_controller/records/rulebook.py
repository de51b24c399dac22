"""A house's rules as data: parameters and, per rule, a response, a citation and settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

Setting = str | int | float | bool | tuple[str, ...]
"""What a parameter or setting can be. A float is a fraction of something, never money."""


class Response(Enum):
    """What the referee does when a rule is broken: nothing, a line in the journal, a card on the desk, or a halt."""

    IGNORE, NOTE, FLAG, HALT = "ignore", "note", "flag", "halt"


class Severity(Enum):
    """The catalogue's weight of an incident: serious, warning, information."""

    SERIOUS, WARNING, INFORMATION = "S", "W", "I"


@dataclass(frozen=True, slots=True)
class Text:
    """Our own short wording in both languages."""

    de: str
    en: str


@dataclass(frozen=True, slots=True)
class Clause:
    """What one house says of one incident code.

    ``citation`` is the clause's number, or ``default`` where the answer is ours and not the house's.
    ``remedy`` names the proposed remedy; ``options`` lists what the floor may choose where the house leaves it open.
    """

    code: str
    rule: str
    citation: str
    response: Response
    severity: Severity
    text: Text
    remedy: str = "none"
    options: tuple[str, ...] = ()
    settings: Mapping[str, Setting] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may stand in a parameter. ``row``: the row of the specification it answers.

    ``kind``: a ``list`` of words, a ``flag`` (true or false), or a ``word`` or number. ``values`` are the words it may
    be, any where there is none; ``least`` and ``most`` bound its number, a fraction where ``least`` is one.
    """

    row: str
    kind: str
    values: tuple[str, ...] = ()
    least: int | float | None = None
    most: int | float | None = None
    only: Setting | None = None
    """The one answer that the referee knows so far, where others can be thought of."""

    def refuses(self, value: Setting) -> str | None:
        """What was expected in place of *value*; None where it fits."""
        return None if self._fits(value) and self.only in (None, value) else self.expected()

    def _fits(self, value: Setting) -> bool:
        if isinstance(value, tuple):
            return self.kind == "list" and (not self.values or set(value) <= set(self.values))
        if isinstance(value, bool):
            return self.kind == "flag"
        if isinstance(value, str):
            return self.kind != "list" and value in self.values
        if self.least is None or (isinstance(value, float) and not isinstance(self.least, float)):
            return False
        return value >= self.least and (self.most is None or value <= self.most)

    def expected(self) -> str:
        """In words: what may stand there."""
        if self.only is not None:
            return f"{_written(self.only)}, the one answer the referee knows so far"
        words = ", ".join(self.values)
        if self.kind == "list":
            return f"a list of {words or 'words'}"
        number = "" if self.least is None else _range(self.least, self.most)
        parts = ("true or false" if self.kind == "flag" else "", number, f"one of {words}" if words else "")
        return " or ".join(part for part in parts if part)


def _written(value: Setting) -> str:
    """As a rulebook writes it."""
    if isinstance(value, tuple):
        return f"a list of {', '.join(value)}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _range(least: int | float, most: int | float | None) -> str:
    kind = "a fraction" if isinstance(least, float) else "a whole number"
    return f"{kind} of at least {least}" if most is None else f"{kind} from {least} to {most}"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """One house: parameters (with their citations) and clauses by incident code. ``digest``: sha-256 of its content."""

    id: str
    title: str
    edition: str
    digest: str
    game: str
    parameters: Mapping[str, Setting]
    citations: Mapping[str, str]
    clauses: Mapping[str, Clause]
