"""The host's protocol_gen.py."""

from collections.abc import Iterator
from typing import Any

from schema import Message, Schema, bounds, numbers, rest, values

_STRUCT = {"bool": "B", "u8": "B", "u16": "H", "u32": "I"}
_PYTHON = {"bool": "bool", "u8": "int", "u16": "int", "u32": "int", "bytes": "bytes", "text": "str"}


def module(schema: Schema) -> Iterator[str]:
    """The lines of protocol_gen.py."""
    yield '"""What the board and the host say to each other, as frozen messages. Written by firmware/generate.py from'
    yield 'firmware/protocol.toml; not by hand."""'
    yield ""
    yield "from dataclasses import dataclass"
    yield "from enum import IntEnum"
    for name, value, about in numbers(schema):
        yield ""
        yield f"{name.upper()} = {value}"
        yield f'"""{about[0].upper()}{about[1:]}."""'
    for name, enum in schema["enums"].items():
        yield "\n"
        yield f"class {name}(IntEnum):"
        yield f'    """{enum["about"][0].upper()}{enum["about"][1:]}."""'
        yield ""
        yield from (f"    {member} = {value}" for member, value in values(enum).items())
    for message in schema["message"]:
        yield "\n"
        yield from _python_message(schema, message)
    yield "\n"
    yield from _python_unions(schema)
    yield ""
    yield from _python_shapes(schema)


def _python_message(schema: Schema, message: Message) -> Iterator[str]:
    yield "@dataclass(frozen=True, slots=True)"
    yield f"class {message['name']}:"
    yield f'    """{message["about"]}"""'
    members = ["seq: int"] if "seq" in message or message.get("event") else []
    for field in message["fields"]:
        kind = field["enum"] if "enum" in field and not schema["enums"][field["enum"]].get("open") else ""
        members.append(f"{field['name']}: {kind or _PYTHON[field['type']]}")
    if members:
        yield ""
        yield from (f"    {member}" for member in members)


def _python_unions(schema: Schema) -> Iterator[str]:
    def names(keep: Any) -> str:
        return " | ".join(message["name"] for message in schema["message"] if keep(message))

    yield f"Happening = {names(lambda m: m.get('event'))}"
    yield '"""The reliable messages, numbered and repeated until acknowledged."""'
    yield ""
    yield f"FromDevice = Happening | {names(lambda m: m['from'] == 'device' and not m.get('event'))}"
    yield f"FromHost = {names(lambda m: m['from'] == 'host')}"
    yield "Message = FromDevice | FromHost"


def _python_shapes(schema: Schema) -> Iterator[str]:
    """For each message: its type, whether it has a number, its fields."""
    yield ""
    yield "@dataclass(frozen=True, slots=True)"
    yield "class Shape:"
    yield '    """Its bytes: ``fixed`` in the letters of ``struct``, then a rest of ``least`` to ``most`` bytes.'
    yield ""
    yield "    ``below``: which value is smaller than what, a number or the value of that index."
    yield '    """'
    yield ""
    yield "    code: int"
    yield "    message: type[Message]"
    yield "    numbered: bool"
    yield "    fixed: str"
    yield "    least: int = 0"
    yield "    most: int = 0"
    yield "    text: bool = False"
    yield "    flags: tuple[int, ...] = ()"
    yield "    enums: tuple[tuple[int, type[IntEnum]], ...] = ()"
    yield "    below: tuple[tuple[int, int], ...] = ()"
    yield "    below_value: tuple[tuple[int, int], ...] = ()"
    yield "\n"
    yield "SHAPES = ("
    for message in schema["message"]:
        yield f"    Shape({', '.join(_python_shape(schema, message))}),"
    yield ")"
    yield '"""Every message of this version."""'


def _python_shape(schema: Schema, message: Message) -> Iterator[str]:
    fields = message["fields"]
    names = [field["name"] for field in fields]
    letters = "".join(f"{f['size']}s" if f["type"] == "bytes" else _STRUCT[f["type"]] for f in fields if not rest(f))
    yield f"0x{message['type']:02X}"
    yield message["name"]
    yield str("seq" in message or bool(message.get("event")))
    yield f'"<{letters}"'
    for field in fields:
        if rest(field):
            yield f"least={field.get('least', 0)}"
            yield f"most={field['most']}"
            if field["type"] == "text":
                yield "text=True"
    flags = [n for n, field in enumerate(fields) if field["type"] == "bool"]
    closed = [(n, f["enum"]) for n, f in enumerate(fields) if any(enum for _, enum, _ in bounds(schema, f))]
    limits = [(n, limit) for n, f in enumerate(fields) for _, _, limit in bounds(schema, f)]
    yield from _tuple("flags", [str(n) for n in flags])
    yield from _tuple("enums", [f"({n}, {enum})" for n, enum in closed])
    yield from _tuple("below", [f"({n}, {limit})" for n, limit in limits if isinstance(limit, int)])
    yield from _tuple("below_value", [f"({n}, {names.index(x)})" for n, x in limits if isinstance(x, str)])


def _tuple(name: str, items: list[str]) -> Iterator[str]:
    if items:
        yield f"{name}=({', '.join(items)}{',' if len(items) == 1 else ''})"
