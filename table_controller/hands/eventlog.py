"""Event logs (``.jsonl``): a header line, then one event a line; documented in ``docs/events.md``."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TextIO

from table_controller.hands.recorded import RecordedHand
from table_controller.hands.sources import Source
from table_controller.records import BadInput
from table_controller.records.betting_events import WORDS
from table_controller.records.events import Declared, Event, HandEnded, HandStarted
from table_controller.records.wire import plain, read_event

VERSION = 1
UNIT = r"^(?=[0-9.]*[1-9])[0-9]{1,9}(\.[0-9]{1,9})?( \S{1,8})?$"
"""A header's unit: a positive decimal, and its currency if one is named."""
LONGEST_LINE = 1_000_000
"""Bytes; an event has some hundred."""


def write_log(events: Iterable[Event], unit: str, out: TextIO) -> None:
    """Write *events* as a log whose amounts are whole numbers of *unit*, such as ``0.01 EUR``."""
    out.write(_line({"type": "log", "version": VERSION, "unit": unit}))
    for event in events:
        out.write(_line({"at": event.at, **plain(event)}))


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n"


def read_log(source: Source) -> Iterator[Event]:
    """The events of a log, one by one; ``BadInput`` names the line and what was expected there.

    The lines stand in the order in which things were told, and are judged so. Their ``at`` may step back: chips carry
    their first touch-down, words told late the moment they were said (TDA 40-A).
    """
    lines = iter(source.content.split(b"\n"))
    _check_header(source, next(lines, b""))
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        try:
            event = read_event(_value(line))
            _check(event)
        except ValueError as error:
            raise source.fault(f"line {number}", str(error)) from None
        yield event


def _check(event: Event) -> None:
    """What the records' types leave open: when, how sure an event can be, and what can be said at a table."""
    if event.at < 0:
        raise ValueError(f"at: expected 0 or more, got {event.at}")
    if not 0 <= event.confidence <= 1:
        raise ValueError(f"confidence: expected a number from 0 to 1, got {event.confidence:g}")
    if isinstance(event, Declared) and event.action not in WORDS:
        raise ValueError(f"action: expected one of {' '.join(WORDS)}, got {event.action[:40]!r}")


def log_hands(source: Source) -> Iterator[RecordedHand]:
    """The hands of a log, in one night; what happens between two hands belongs to the second.

    What follows the last hand comes as a piece of its own, without a ``HandStarted``; so does what of a hand stands
    before a faulty line, and then the fault is raised.
    """
    piece: list[Event] = []
    number, started, fault = 0, False, None
    try:
        for event in read_log(source):
            if started and isinstance(event, HandStarted):
                number += 1
                yield _piece(source, number, piece)
                piece = []
            piece.append(event)
            started = started or isinstance(event, HandStarted)
            if started and isinstance(event, HandEnded):
                number += 1
                yield _piece(source, number, piece)
                piece, started = [], False
    except BadInput as bad:
        fault = bad
    if piece:
        yield _piece(source, number + 1, piece)
    if fault is not None:
        raise fault


def _piece(source: Source, number: int, events: list[Event]) -> RecordedHand:
    named = next((event.hand for event in events if isinstance(event, HandStarted) and event.hand), None)
    return RecordedHand(
        name=named or f"{source.name}#{number}", night=source.name, events=tuple(events), file=source.name
    )


def _check_header(source: Source, line: bytes) -> None:
    try:
        header = _value(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("type") != "log":
        raise source.fault("line 1", 'expected the header of an event log, {"type":"log","version":1,"unit":"…"}')
    if header.get("version") != VERSION or isinstance(header.get("version"), bool):
        raise source.fault("line 1", f"expected version {VERSION}, got {str(header.get('version'))[:20]}")
    unit = header.get("unit")
    if not isinstance(unit, str) or not re.fullmatch(UNIT, unit):
        got = repr(unit[:20]) if isinstance(unit, str) else type(unit).__name__
        raise source.fault("line 1", f'expected "unit", a positive decimal such as "0.01 EUR", got {got}')


def _value(line: bytes) -> Any:
    if len(line) > LONGEST_LINE:
        raise ValueError(f"expected a line of at most {LONGEST_LINE} bytes")
    try:
        return json.loads(line.decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise ValueError("expected a text in UTF-8") from None
    except json.JSONDecodeError as error:
        raise ValueError(f"expected one JSON object ({error.msg} at column {error.colno})") from None
    except RecursionError:
        raise ValueError("expected one JSON object, not a tower of brackets") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand once each: of two values nobody can say which was meant."""
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice[:40]}: expected once")
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"expected a number, got {text}")
