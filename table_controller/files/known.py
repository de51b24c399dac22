"""What the defaults say of every parameter and code: what may stand there, what it asks, which ways out there are."""

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from table_controller.files.forms import DefaultClauseEntry, DefaultParameter, Defaults, setting
from table_controller.files.shelf import BASE, shipped
from table_controller.records.rulebook import Allowed
from table_controller.rules.penalties import PENALTY_NAMES
from table_controller.rules.remedies import BY_STATE
from table_controller.rules.sensible import ANY, SENSIBLE


@cache
def defaults() -> Defaults:
    """What every rulebook starts from, as its files say it."""
    return Defaults.model_validate(tomllib.loads(shipped(BASE)))


def permitted(entry: DefaultParameter) -> Allowed:
    """What may stand in the parameter that *entry* introduces."""
    kind = "list" if isinstance(entry.value, list) else "flag" if isinstance(entry.value, bool) else "word"
    only = setting(entry.value) if entry.only else None
    return Allowed(entry.row, kind, tuple(entry.values), entry.least, entry.most, only)


@cache
def allowed_values() -> Mapping[str, Allowed]:
    """What may stand in each parameter of a rulebook."""
    entries = defaults().parameters.items()
    return MappingProxyType({key: permitted(it) for key, it in entries})


@cache
def questions() -> Mapping[str, str]:
    """What each parameter asks."""
    return MappingProxyType(defaults().asks)


@cache
def undecided() -> Mapping[str, str]:
    """The parameters that decide nothing in the referee, and why."""
    return MappingProxyType(defaults().undecided)


@cache
def ways_out() -> Mapping[str, tuple[str, ...]]:
    """What a rulebook may propose for each code, or list for the floor to choose from."""
    return MappingProxyType({code: _ways(code, it) for code, it in defaults().clauses.items()})


_ALWAYS = ("floor", "play_stands", "announce", "none")
"""Ways out of whatever happens: the floor decides, the hand goes on, a word is said."""


def _ways(code: str, entry: DefaultClauseEntry) -> tuple[str, ...]:
    own = [entry.remedy or "none", *(entry.options or ()), *entry.ways]
    if _PENALTY in own:
        own = [name for name in own if name != _PENALTY] + list(PENALTY_NAMES)
    return tuple(dict.fromkeys((*own, *SENSIBLE.get(code, ()), *(BY_STATE if code in ANY else ()), *_ALWAYS)))


_PENALTY = "penalty"
"""Among the ways out of a code: every rung of the ladder (TDA 71)."""
