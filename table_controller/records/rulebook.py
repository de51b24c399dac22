"""A house's rules as data: parameters and, per rule, a response, a citation and settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

Setting = str | int | bool | tuple[str, ...]
"""What a parameter or setting can be."""


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
