"""The event log's JSON schema and its page in the docs, both from the records' own types.

``python -m table_controller.hands.schema docs`` writes ``events.schema.json`` and ``events.md`` there.
"""

import dataclasses
import inspect
import json
import sys
import types
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Any, NewType, Union, get_args, get_origin, get_type_hints

from table_controller.hands.eventlog import UNIT, VERSION
from table_controller.records import Card, Chips, Seat
from table_controller.records.betting_events import WORDS
from table_controller.records.events import Happened
from table_controller.records.wire import EVENT_TYPES, OBJECT_FIELDS

MEANINGS: Mapping[str, str] = types.MappingProxyType(
    {
        "about": "what is objected to: reading (how a hand was read), amount (what was paid) …",
        "action": "the word; what was said otherwise, or could not be understood, is `unclear`",
        "amount": "worth in units",
        "amounts": "amounts by seat that the ruling awards or takes",
        "ante": "what each seat dealt in has paid as ante when the hand starts",
        "at": "nanoseconds of night time; when it happened, which for chips is their first touch-down",
        "because": "journal numbers of what the event rests on",
        "big_blind": "the big blind",
        "button": "the seat of the dealer button as observed",
        "by": "who did it: dealer, player, floor, a name, or a seat as `seat 3`; deck for a card face up in the deck",
        "card": "the card, or left out if it was not read",
        "cards": "the cards; null for one that was not read",
        "certainty": "seen (a sensor), inferred (it follows) or declared (a person, a button or a record says so)",
        "chips": "pieces by denomination",
        "choice": "which option of the remedy",
        "code": "the code of the incident catalogue",
        "confidence": "0 to 1",
        "count": "how many",
        "face": "which side is up",
        "from": "the place it left: stub, seat 3, burn, board, muck, aside, off_table; of change: a bet or the pot",
        "game": "texas or omaha",
        "hand": "the hand's name",
        "in": "pieces that came in exchange, by denomination",
        "incident": "the incident's number",
        "intent": "whether it was meant",
        "kind": "buy_in, rebuy or add_on",
        "level": "the number of the blind level",
        "limit": "no_limit, pot_limit, spread_limit, split_limit; the house's if it is missing",
        "motion": "the number of one forward movement; chips of one movement share it",
        "of": "whose: a seat as `seat 3`",
        "order_known": "false if several cards came within one look",
        "out": "pieces that left the bet or pot, by denomination",
        "past_line": "whether they crossed the betting line",
        "place": "where: deck (all cards), stub, muck, burn, board, seat 3 …; joker, foreign, marked or duplicate for "
        "such cards found; cut_card for whether it lies below",
        "posts": "posts that lie there when the hand starts, by seat: straddle, live, dead, ante",
        "pot": "which pot; 0 is the main pot",
        "remedy": "the remedy's name; none for a dismissed incident",
        "ruling": "the incident whose ruling is taken back",
        "seat": "the seat, 1…N clockwise",
        "seats": "the stacks of the seats dealt in, by seat",
        "small_blind": "the small blind",
        "source": "the camera, board, person or record it comes from",
        "stack": "chips brought along",
        "text": "in words",
        "to": "where it went: a place as in `from`; of chips: bet, pot or short; of an exposed card: to whom",
        "value": "the right value, as a text",
        "what": "what is announced or corrected: rake, winner, misdeal, dealer, run_twice, show_in_order, "
        "allin_button, stack, button …",
        "with_prior": "whether they lie together with an earlier bet",
        "zone": "the zone's name in the table file",
    }
)
"""What each field of the log means."""

_SCALARS: Mapping[type, dict[str, Any]] = types.MappingProxyType(
    {int: {"type": "integer"}, str: {"type": "string"}, float: {"type": "number"}, bool: {"type": "boolean"}}
)
_LIMITS: Mapping[str, dict[str, Any]] = types.MappingProxyType(
    {"confidence": {"minimum": 0, "maximum": 1}, "action": {"enum": list(WORDS)}}
)
"""What a value may be beyond its type."""
_COMMON = tuple(sorted(field.name for field in dataclasses.fields(Happened)))
_CARD = {"type": "string", "pattern": "^[23456789TJQKA][cdhs]$"}


def schema() -> dict[str, Any]:
    """The JSON schema of one line of an event log (2020-12)."""
    header = {
        "title": "log",
        "description": "The first line.",
        "properties": {
            "type": {"const": "log"},
            "version": {"const": VERSION},
            "unit": {
                "type": "string",
                "pattern": UNIT,
                "description": "what an amount of 1 is worth: a positive decimal, such as 0.01 EUR",
            },
        },
        "required": ["type", "version", "unit"],
    }
    hints = get_type_hints(Happened)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {name: _property(name, hints[name]) for name in _COMMON},
        "title": "A line of a Floorman event log",
        "type": "object",
        "oneOf": [header, *(_event(name, kind) for name, kind in EVENT_TYPES.items())],
    }


def _event(name: str, kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    fields = {field.name.rstrip("_"): field for field in dataclasses.fields(kind)}
    needed = [key for key, field in fields.items() if field.default is dataclasses.MISSING]
    properties = {
        key: {"$ref": f"#/$defs/{key}"} if key in _COMMON else _property(field.name, hints[field.name])
        for key, field in sorted(fields.items())
    }
    return {
        "title": name,
        "description": _summary(kind),
        "properties": {"type": {"const": name}, **properties},
        "required": ["type", *sorted(needed)],
        "additionalProperties": False,
    }


def _property(name: str, hint: Any) -> dict[str, Any]:
    shape = {**_shape(hint, pairs=name in OBJECT_FIELDS), **_LIMITS.get(name, {})}
    return {**shape, "description": MEANINGS[name.rstrip("_")]}


def _shape(hint: Any, *, pairs: bool = False) -> dict[str, Any]:
    if isinstance(hint, NewType):
        return _shape(hint.__supertype__)
    if get_origin(hint) in (Union, types.UnionType):
        return _either(get_args(hint))
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        return _by_key(item) if pairs else {"type": "array", "items": _shape(item)}
    if hint is Card:
        return dict(_CARD)
    if dataclasses.is_dataclass(hint):
        return _record(hint)
    if issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    return dict(_SCALARS[hint])


def _either(hints: tuple[Any, ...]) -> dict[str, Any]:
    shapes = [_shape(hint) for hint in hints if hint is not types.NoneType]
    if types.NoneType in hints:
        shapes.append({"type": "null"})
    return {"anyOf": shapes}


def _by_key(pair: Any) -> dict[str, Any]:
    key, value = get_args(pair)
    if key not in (Seat, Chips):
        raise TypeError(f"pairs of {key} have no schema yet")
    numbers = {"pattern": "^[0-9]{1,18}$"}
    return {"type": "object", "propertyNames": numbers, "additionalProperties": _shape(value)}


def _record(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {
        "type": "object",
        "properties": {name: _shape(hint) for name, hint in hints.items()},
        "required": list(hints),
        "additionalProperties": False,
    }


def _summary(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split()).replace("``", "`")


# --- the page -----------------------------------------------------------------------------------------------------


_INTRODUCTION = """\
# The event log

<!-- Written by `python -m table_controller.hands.schema docs` from the records; edit those, not this page. -->

An event says what happened at the table, physically or by declaration. It never says what that counts as: whether
chips that crossed the line in two motions are a raise or a string bet is the rulebook's answer.

A log is a text file in UTF-8 with the ending `.jsonl`: one JSON object a line. The first line is the header,

```json
{"type":"log","unit":"0.01 EUR","version":1}
```

and every other line is an event. Amounts are whole numbers of the header's `unit`. Seats are numbers from 1 clockwise;
where amounts belong to seats or chips to denominations, they are an object `{"3": 200}`. Cards are written as in PHH:
`As`, `Td`, `2c`. A field that holds its default may be left out; a card that was not read is left out or null.
Unknown types, fields and words are refused, with the line and what was expected; the hands before that line, and what
there is of the hand it belongs to, are judged all the same. `events.schema.json` beside this page says the same to a
program. A byte-order mark is no fault.

The lines stand in the order in which things were told, and are judged in that order. Their `at` is usually that order
too, but may step back: chips carry the moment of their first touch-down, and words that a house counts before the
chips may be told after them. A log whose lines are out of order is therefore not refused; it is judged as it stands.

`floorman referee FILE.jsonl --rulebook NAME` judges a log. The events of one file are one night; a hand begins with
`hand_started` and ends with `hand_ended`, and what lies between two hands belongs to the second.

## A deal given up and dealt again

After a misdeal, or a button put right once cards were out, the same hand is dealt again: button and stacks as before.
A log may tell that in either of two ways, whether the floor ruled (`ruling_made`) or the table just did it:

- within the hand: `deck_shuffled`, `deck_cut`, and the hole cards come anew. Blinds that lie there stay; blinds given
  back (`chips_taken_back`) before the first card are owed again.
- as a hand of its own: `hand_ended` without a `pot_pushed`, then `deck_shuffled`, `deck_cut` and a second
  `hand_started` with the same button (or the one it was moved to) and the stacks the hand began with. Its blinds are
  told again. The hand that was given up has no winner, and its chips are back in the stacks.

A `hand_started` that moves the button on, or tells other stacks, begins another hand, and is judged as one.

## A hand, as a recording gives it

Hands in PHH become these events through one converter. What the format has no word for is supplied as `inferred`: a
burn before every street, the uncalled part of a bet given back, blinds coming in. Antes and posts beside the blinds
lie there when the hand starts and stand in `hand_started`. A fold or check is `declared`; a call, bet or raise is one
motion of chips without a word. What the winners of a raked pot did not get is `announced` as `rake`. `at` counts the
recorded actions, a second each, since the format has no times.

```json
{example}
```

## Fields that every event may carry

{common}

## Types
{sections}
"""

EXAMPLE = """\
{"ante":0,"big_blind":100,"button":2,"hand":"12","seats":{"1":10000,"2":10000},"small_blind":50,"type":"hand_started"}
{"amount":50,"at":1000000000,"motion":1,"seat":2,"type":"chips_moved_in"}
{"amount":100,"at":2000000000,"motion":2,"seat":1,"type":"chips_moved_in"}
{"at":3000000000,"seat":1,"type":"hole_card_dealt"}
{"at":4000000000,"seat":2,"type":"hole_card_dealt"}
{"at":5000000000,"seat":1,"type":"hole_card_dealt"}
{"at":6000000000,"seat":2,"type":"hole_card_dealt"}
{"action":"fold","at":9000000000,"certainty":"declared","seat":2,"type":"declared"}
{"amount":50,"at":11000000000,"seat":1,"type":"chips_taken_back"}
{"amount":100,"at":12000000000,"seat":1,"type":"pot_pushed"}
{"at":13000000000,"type":"hand_ended"}"""
"""The hand that the page shows."""


def page() -> str:
    """``docs/events.md``: every type and field."""
    sections = "".join(_section(name, kind) for name, kind in EVENT_TYPES.items())
    text = _INTRODUCTION.replace("{example}", EXAMPLE).replace("{common}", _table(Happened, _COMMON))
    return text.replace("{sections}\n", sections)


def _section(name: str, kind: type) -> str:
    own = sorted(field.name for field in dataclasses.fields(kind) if field.name not in _COMMON)
    return f"\n### `{name}`\n\n{_summary(kind)}\n" + (f"\n{_table(kind, own)}\n" if own else "")


def _table(kind: type, names: Sequence[str]) -> str:
    hints = get_type_hints(kind)
    fields = {field.name: field for field in dataclasses.fields(kind)}
    rows = ["| field | value | default | meaning |", "|---|---|---|---|"]
    for name in names:
        key = name.rstrip("_")
        value = _words({**_shape(hints[name], pairs=name in OBJECT_FIELDS), **_LIMITS.get(name, {})})
        rows.append(f"| `{key}` | {value} | {_default(fields[name])} | {MEANINGS[key]} |")
    return "\n".join(rows)


def _words(shape: dict[str, Any]) -> str:
    if "anyOf" in shape:
        return " or ".join(_words(one) for one in shape["anyOf"])
    if "enum" in shape:
        return " ".join(f"`{one}`" for one in shape["enum"])
    if "pattern" in shape:
        return "card"
    if shape["type"] == "array":
        return f"list of {_words(shape['items'])}"
    if "propertyNames" in shape:
        return f"object of {_words(shape['additionalProperties'])} by number"
    if shape["type"] == "object":
        return "{" + ", ".join(f"{key}: {_words(one)}" for key, one in shape["properties"].items()) + "}"
    return {"integer": "whole number", "string": "text", "number": "number", "boolean": "true or false"}.get(
        shape["type"], "null"
    )


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default is dataclasses.MISSING:
        return "required"
    value = field.default.value if isinstance(field.default, Enum) else field.default
    return "–" if value is None or value == () else f"`{json.dumps(value)}`"


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.joinpath("events.md").write_text(page(), encoding="utf-8")
    folder.joinpath("events.schema.json").write_text(
        json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
    )
