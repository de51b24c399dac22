"""What protocol.toml says, asked by those who write from it."""

import json
from binascii import crc_hqx
from collections.abc import Iterator
from typing import Any

Field = dict[str, Any]
Message = dict[str, Any]
Schema = dict[str, Any]

_SIZES = {"bool": 1, "u8": 1, "u16": 2, "u32": 4}


def schema_number(schema: Schema) -> int:
    """16 bits that change with anything that changes the bytes on the wire."""
    bare = json.loads(json.dumps(schema), object_hook=lambda part: {k: v for k, v in part.items() if k != "about"})
    return crc_hqx(json.dumps(bare, sort_keys=True).encode(), 0xFFFF) ^ 0xFFFF


def values(enum: dict[str, Any]) -> dict[str, int]:
    """The members of an enum."""
    return {name: value for name, value in enum.items() if name.isupper()}


def numbers(schema: Schema) -> Iterator[tuple[str, int, str]]:
    """Every named number with what it means."""
    yield "major", schema["version"]["major"], "another one is refused"
    yield "minor", schema["version"]["minor"], "another one is fine"
    yield "schema", schema_number(schema), "the schema's checksum"
    for name, limit in (*schema["limits"].items(), *schema["times"].items()):
        yield name, limit["is"], limit["about"]


def rest(field: Field) -> bool:
    """Whether the field is the rest of the payload."""
    return field["type"] == "text" or (field["type"] == "bytes" and "size" not in field)


def size(field: Field) -> int:
    """The bytes of a field; of a rest, none that are sure."""
    if rest(field):
        return 0
    return int(field["size"]) if field["type"] == "bytes" else _SIZES[field["type"]]


def fixed(message: Message) -> int:
    """The bytes of all fields but the rest."""
    return sum(size(field) for field in message["fields"])


def lengths(message: Message) -> tuple[int, int]:
    """The shortest and the longest payload."""
    ends = [field for field in message["fields"] if rest(field)]
    if not ends:
        return fixed(message), fixed(message)
    return fixed(message) + ends[0].get("least", 0), fixed(message) + ends[0]["most"]


def bounds(schema: Schema, field: Field) -> Iterator[tuple[str, str, int | str]]:
    """What a value must be: ("below", "", limit or field), ("most", ...) or ("most", enum, last value)."""
    if "below" in field:
        limit = schema["limits"].get(field["below"])
        yield "below", "", limit["is"] if limit else field["below"]
    if field["type"] == "bool":
        yield "below", "", 2
    if "most" in field and not rest(field):
        yield "below", "", field["most"] + 1
    if "enum" in field and not schema["enums"][field["enum"]].get("open"):
        yield "below", field["enum"], max(values(schema["enums"][field["enum"]]).values()) + 1
