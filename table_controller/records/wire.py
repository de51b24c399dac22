"""Records to plain JSON values and back, driven by the records' own type hints.

pydantic would do this too, but the core stands on the standard library alone. Every record of this package, the
unions ``Event`` and ``Observation`` among them, survives ``read(type, plain(record)) == record``.
"""

import dataclasses
import json
import types
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from json.encoder import c_make_encoder, encode_basestring  # type: ignore[attr-defined]
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from table_controller.records.cards import Card
from table_controller.records.events import Event, SourceBack, SourceGone, Ticked, ZoneBlocked, ZoneRestored
from table_controller.records.events import Noted as NotedEvent
from table_controller.records.observations import Observation

_LOG_NAMES: dict[type, str] = {
    Ticked: "tick",
    NotedEvent: "note",
    ZoneBlocked: "view_blocked",
    ZoneRestored: "view_restored",
    SourceGone: "source_lost",
    SourceBack: "source_restored",
}
OBJECT_FIELDS = {"seats", "posts", "amounts", "chips", "out", "in_"}
"""Fields of an event that are pairs here and an object ``{key: value}`` in the log."""


def type_name(record_type: type) -> str:
    """The name of an event or observation type in logs: ``CardBurned`` is ``card_burned``."""
    return _NAMES[record_type] if record_type in _NAMES else _name_of(record_type)


def _name_of(record_type: type) -> str:
    if record_type in _LOG_NAMES:
        return _LOG_NAMES[record_type]
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in record_type.__name__).lstrip("_")


_NAMES: dict[type, str] = {t: _name_of(t) for t in (*get_args(Event), *get_args(Observation))}
EVENT_TYPES: Mapping[str, type] = types.MappingProxyType({type_name(t): t for t in get_args(Event)})
OBSERVATION_TYPES: Mapping[str, type] = types.MappingProxyType({type_name(t): t for t in get_args(Observation)})


def canonical(value: object) -> str:
    """*value* as JSON that is the same wherever it is made: sorted keys, no spaces, no NaN."""
    return "".join(_canonical(value, 0))


def _encoder() -> Callable[[Any, int], Iterable[str]]:
    """The standard library's encoder, made once: its ``encode`` makes another for every value."""
    said = json.JSONEncoder(
        check_circular=False, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    if c_make_encoder is None:
        return lambda value, _: said.iterencode(value)
    made: Callable[[Any, int], Iterable[str]] = c_make_encoder(
        None, said.default, encode_basestring, None, ":", ",", True, False, False
    )
    return made


_canonical = _encoder()
_first_of = json.JSONDecoder().raw_decode


def parsed(text: str) -> Any:
    """The value that the JSON *text* is; ``ValueError`` if it is none.

    What ``canonical`` wrote has nothing before it and nothing behind; for anything else ``json.loads`` answers.
    """
    try:
        value, end = _first_of(text)
    except ValueError:
        return json.loads(text)
    return value if end == len(text) else json.loads(text)


def plain(record: Any) -> Any:
    """*record* as JSON values; fields that hold their default are left out, events and observations get ``type``."""
    kind: Any = type(record)
    if kind in _AS_IT_IS:
        return record
    writer = _WRITERS.get(kind)
    if writer is None:
        writer = _WRITERS[kind] = _writer(kind)
    return writer(record)


_AS_IT_IS = frozenset((type(None), str, int, float, bool))
_WRITERS: dict[type, Callable[[Any], Any]] = {}
"""By type, once it was met: a table is cheaper to ask than a cached function."""


def _writer(kind: Any) -> Callable[[Any], Any]:
    """How records of *kind* become JSON values."""
    if issubclass(kind, str | int | float):
        return lambda record: record
    if issubclass(kind, Card):
        return str
    if issubclass(kind, Enum):
        return lambda record: record._value_  # ``value`` without its descriptor
    if issubclass(kind, Mapping):
        return lambda record: {str(key): plain(value) for key, value in record.items()}
    if issubclass(kind, frozenset):
        return lambda record: sorted(plain(item) for item in record)
    if dataclasses.is_dataclass(kind):
        return _writer_of_record(kind)
    return lambda record: [plain(item) for item in record]


def _writer_of_record(kind: Any) -> Callable[[Any], dict[str, Any]]:
    fields = [
        (f.name, f.name.rstrip("_"), f.default, f.default not in _ITSELF, _is_object(kind, f.name))
        for f in dataclasses.fields(kind)
    ]
    head = {"type": type_name(kind)} if kind in _TAGGED else {}

    def written(record: Any) -> dict[str, Any]:
        out: dict[str, Any] = dict(head)
        for name, said, default, compared, is_object in fields:
            value = getattr(record, name)
            if value is default or (compared and value == default):
                continue
            out[said] = _object(value) if is_object and isinstance(value, tuple) else plain(value)
        return out

    return written


_ITSELF = (dataclasses.MISSING, None)
"""Defaults that nothing else equals."""


def _is_object(kind: type, name: str) -> bool:
    return name in OBJECT_FIELDS and kind in _EVENTS


def _object(pairs: tuple[tuple[Any, Any], ...]) -> Any:
    """*pairs* as an object, or as a list where a key comes twice: nothing may be lost on the way to the journal."""
    said = {str(plain(key)): plain(item) for key, item in pairs}
    return said if len(said) == len(pairs) else plain(pairs)


_EVENTS = frozenset(get_args(Event))
_TAGGED = _EVENTS | frozenset(get_args(Observation))


def read(wanted: Any, value: Any, place: str = "") -> Any:
    """The record of type *wanted* that *value* describes; ``ValueError`` names the place and what was expected."""
    return _reader(wanted)(value, place)


def read_event(value: Any) -> Event:
    """The event that a line of an event log describes; ``ValueError`` says what is wrong with it."""
    event: Event = _tagged(value, EVENT_TYPES)
    return event


def read_observation(value: Any) -> Observation:
    """The observation that a line of an observation log describes; ``ValueError`` says what is wrong with it."""
    observation: Observation = _tagged(value, OBSERVATION_TYPES)
    return observation


def _tagged(value: Any, kinds: Mapping[str, type], place: str = "") -> Any:
    if not isinstance(value, dict):
        raise _fault(place, "an object", value)
    name = value.get("type")
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise _fault(f"{place}.type".lstrip("."), "one of the types of docs/events.md", name)
    return _tagged_reader(kind)(value, place)


@cache
def _tagged_reader(kind: type) -> "_Reader":
    """How records of *kind* are read whose ``type`` has been looked at."""
    return _record_of(kind, tagged=True)


def _fault(place: str, expected: str, value: Any) -> ValueError:
    shown = repr(value)
    return ValueError(
        f"{place or 'value'}: expected {expected}, got {shown if len(shown) < 60 else shown[:57] + '...'}"
    )


_Reader = Callable[[Any, str], Any]


@cache
def _reader(wanted: Any) -> _Reader:
    if wanted in (Event, Observation):
        kinds = EVENT_TYPES if wanted == Event else OBSERVATION_TYPES
        return lambda value, place: _tagged(value, kinds, place)
    if isinstance(wanted, NewType):
        return _reader(wanted.__supertype__)
    origin = get_origin(wanted)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(wanted))
    if origin is tuple:
        return _tuple_of(get_args(wanted))
    if origin is frozenset:
        return lambda value, place: frozenset(_tuple_of((get_args(wanted)[0], ...))(value, place))
    if origin is not None:
        return _mapping_of(get_args(wanted)[1])
    return _reader_of_class(wanted)


def _reader_of_class(wanted: type) -> _Reader:
    if wanted is Card:
        return _card
    if issubclass(wanted, Enum):
        return _enum_of(wanted)
    if issubclass(wanted, tuple):
        hints = tuple(get_type_hints(wanted).values())
        return lambda value, place: wanted(*_tuple_of(hints)(value, place))
    if dataclasses.is_dataclass(wanted):
        return _record_of(wanted)
    return _scalar_of(wanted)


def _scalar_of(wanted: type) -> _Reader:
    def scalar(value: Any, place: str) -> Any:
        if type(value) is wanted:
            return value
        fits = isinstance(value, int | float) if wanted is float else isinstance(value, wanted)
        if not fits or (isinstance(value, bool) and wanted is not bool):
            raise _fault(place, _WORDS.get(wanted, wanted.__name__), value)
        return float(value) if wanted is float else value

    return scalar


_WORDS = {int: "a whole number", str: "a text", bool: "true or false", float: "a number", type(None): "null"}


def _card(value: Any, place: str) -> Card:
    try:
        return Card.parse(value)
    except ValueError:
        raise _fault(place, "a card such as As or Td", value) from None


def _enum_of(wanted: type[Enum]) -> _Reader:
    members = {one.value: one for one in wanted}

    def member(value: Any, place: str) -> Enum:
        try:
            found = members.get(value)
            return wanted(value) if found is None else found
        except (ValueError, TypeError):
            raise _fault(place, "one of " + " ".join(str(m.value) for m in wanted), value) from None

    return member


def _one_of(choices: tuple[Any, ...]) -> _Reader:
    readers = [_reader(choice) for choice in choices if choice is not type(None)]

    def first(value: Any, place: str) -> Any:
        if value is None and type(None) in choices:
            return None
        for reader in readers[:-1]:
            try:
                return reader(value, place)
            except ValueError:
                continue
        return readers[-1](value, place)

    return first


def _tuple_of(items: tuple[Any, ...]) -> _Reader:
    def row(value: Any, place: str) -> tuple[Any, ...]:
        if isinstance(value, dict) and len(items) == 2 and items[1] is ...:
            value = [[_key(key), item] for key, item in value.items()]
        if not isinstance(value, list | tuple):
            raise _fault(place, "a list", value)
        if len(items) == 2 and items[1] is ...:
            reader = _reader(items[0])
            return tuple([reader(item, f"{place}[{i}]") for i, item in enumerate(value)])
        if len(value) != len(items):
            raise _fault(place, f"{len(items)} items", value)
        return tuple(
            _reader(kind)(item, f"{place}[{i}]") for i, (kind, item) in enumerate(zip(items, value, strict=True))
        )

    return row


def _key(key: str) -> int | str:
    """An object's key as a seat or denomination where it is a whole number, written as numbers are."""
    if len(key) > 40 or not key.removeprefix("-").isdecimal() or not key.isascii():
        return key
    return int(key) if str(int(key)) == key else key


def _mapping_of(kind: Any) -> _Reader:
    def mapping(value: Any, place: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise _fault(place, "an object", value)
        return types.MappingProxyType({key: _reader(kind)(item, f"{place}.{key}") for key, item in value.items()})

    return mapping


def _record_of(wanted: Any, *, tagged: bool = False) -> _Reader:
    hints = get_type_hints(wanted)
    readers: dict[str, tuple[str, _Reader]] = {}
    names = {f.name.rstrip("_"): f for f in dataclasses.fields(wanted)}
    needed = {
        name
        for name, f in names.items()
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING
    }

    known = frozenset(names) | ({"type"} if tagged else set())

    def record(value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            raise _fault(place, "an object", value)
        if not known.issuperset(value):
            unknown = min(value.keys() - known)
            raise ValueError(f"{place}.{unknown}".lstrip(".") + ": no such field; expected " + " ".join(sorted(names)))
        if not needed.issubset(value):
            raise ValueError(f"{place}.{min(needed - value.keys())}".lstrip(".") + ": missing")
        said: dict[str, Any] = {}
        for key, item in value.items():
            found = readers.get(key)
            if found is None:  # not before it is wanted: a record may hold its like
                if tagged and key == "type":
                    continue
                found = readers[key] = names[key].name, _reader(hints[names[key].name])
            name, reader = found
            said[name] = reader(item, f"{place}.{key}" if place else key)
        return wanted(**said)

    return record
