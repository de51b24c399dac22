"""Why a rulebook cannot be used, in its owner's words: the place in the file, and what was expected there."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from table_controller.records.rulebook import Allowed

_UNION = frozenset({"bool", "int", "float", "str", "list[str]"})
"""What pydantic adds to the place of a value that may be several things."""
_KINDS = {
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "string_too_short": "some text",
    "string_too_long": "at most 400 characters",
    "string_pattern_mismatch": "lower-case letters, digits and hyphens",
}


def meant(name: str, known: Iterable[str]) -> str:
    """What may have been meant by a *name* that nobody knows."""
    near = get_close_matches(name, list(known), 1, 0.6)
    return f"; did you mean {near[0]}?" if near else ""


def shown(value: object) -> str:
    """A value of a TOML file as a message tells it: short, in one line, and as it is written there."""
    match value:
        case bool():
            return str(value).lower()
        case dict():
            return "a table"
        case list():
            return f"[{', '.join(shown(item) for item in value[:3])}{', …' if value[3:] else ''}]"[:60]
        case int():
            return str(value) if abs(value) < 10**18 else "a number of many digits"
        case str() | float():
            return repr(value)[:60]
        case _:
            return str(value)[:60]


def place(parts: Iterable[object]) -> str:
    """Where in the file, in one line whatever the keys are."""
    told = ".".join(str(part) for part in parts)
    return "".join(letter if letter.isprintable() else "?" for letter in told)[:120]


def refusal(
    told: Mapping[str, Any],
    errors: list[Any],
    parameters: Mapping[str, Allowed],
    codes: Iterable[str],
    keys: Iterable[str],
) -> tuple[str, str]:
    """The place of the first of pydantic's *errors* about what the file *told*, and what was expected there.

    A key that nobody knows explains why another one is missing: it is told first.
    """
    error = next((one for one in errors if one["type"] == "extra_forbidden"), errors[0])
    where = [part for part in error["loc"] if part not in _UNION]
    if where[0] == "parameters" and len(where) > 1:
        return _of_a_parameter(where, error, told["parameters"][where[1]], parameters)
    if error["type"] == "extra_forbidden":
        return place(where), _unknown(where, told, parameters, codes, keys)
    return place(where), _wrong(error)


def _of_a_parameter(
    where: list[Any], error: Mapping[str, Any], given: object, known: Mapping[str, Allowed]
) -> tuple[str, str]:
    name = str(where[1])
    if name not in known or (isinstance(given, dict) and "value" not in given and _inside(name, given, known)):
        if (whole := _inside(name, given, known)) is not None:
            return place(where[:2]), f"a name with a dot stands in quotes: {_entry(whole)}"
        return place(where[:2]), f"no such parameter{meant(name, known)}"
    if not isinstance(given, dict):
        return place(where[:2]), f"expected {_entry(name, given)}, got {shown(given)}"
    if error["type"] == "extra_forbidden":
        return place(where), "no such key; expected value and citation"
    if len(where) > 2 and where[2] == "value" and error["type"] != "missing":
        return place(where[:3]), f"expected {known[name].expected()}, got {shown(given['value'])}"
    return place(where), _wrong(error)


def _inside(name: str, given: object, known: Mapping[str, Allowed]) -> str | None:
    """The parameter that was meant where its name, not quoted, became tables in tables."""
    while isinstance(given, dict) and len(given) > 0:
        key = next(iter(given))
        name, given = f"{name}.{key}", given[key]
        if name in known:
            return name
        if name.count(".") > 3:
            break
    return None


def _entry(name: str, value: object = None) -> str:
    simple = isinstance(value, bool | int | float | str)
    return f'"{name}" = {{ value = {_quoted(value) if simple else "…"}, citation = "…" }}'


def _quoted(value: object) -> str:
    return f'"{value[:40]}"' if isinstance(value, str) and value.isprintable() else shown(value)


def _unknown(
    where: list[Any],
    told: Mapping[str, Any],
    parameters: Mapping[str, Allowed],
    codes: Iterable[str],
    keys: Iterable[str],
) -> str:
    """A key that does not belong where it stands."""
    name = str(where[0])
    if where[0] == "clauses":
        return f"no such key; expected some of {', '.join(keys)}"
    whole = name if name in parameters else _inside(name, told[name], parameters)
    if whole is not None:
        value = told[name] if whole == name else None
        return f"no such key here; it belongs under [parameters]: {_entry(whole, value)}"
    if name in codes:
        return f'no such key here; it belongs under [clauses]: {name} = {{ citation = "…" }}'
    heads = ("id", "title", "edition", "game", "extends", "parameters", "clauses")
    return f"no such key{meant(name, heads) or '; expected some of ' + ', '.join(heads)}"


def _wrong(error: Mapping[str, Any]) -> str:
    """What a key should hold, and what it does."""
    kind = str(error["type"])
    if kind == "missing":
        return "missing"
    if kind == "literal_error":
        return f"expected {str(error['ctx']['expected']).replace(chr(39), '')}, got {shown(error['input'])}"
    if kind in ("model_type", "dict_type") and len(error["loc"]) == 2:
        return f'expected {{ citation = "…", … }}, got {shown(error["input"])}'
    expected = _KINDS.get(kind, "another kind of value")
    got = "none" if kind == "string_too_short" else "more" if kind == "string_too_long" else shown(error["input"])
    return f"expected {expected}, got {got}"
