"""Writes what follows from protocol.toml: the firmware's header, the host's messages, PROTOCOL.md's tables.

``python firmware/generate.py`` writes them; with ``--check`` it only says which are not up to date, and exits with 1.
"""

import json
import re
import sys
import tomllib
from binascii import crc_hqx
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FIRMWARE = Path(__file__).parent
HEADER = FIRMWARE / "core" / "protocol_gen.h"
PAGE = FIRMWARE / "PROTOCOL.md"
MODULE = FIRMWARE.parent / "table_controller" / "board" / "protocol_gen.py"

Field = dict[str, Any]
Message = dict[str, Any]
Schema = dict[str, Any]

SIZES = {"bool": 1, "u8": 1, "u16": 2, "u32": 4}
STRUCT = {"bool": "B", "u8": "B", "u16": "H", "u32": "I"}
CPP = {"bool": "bool", "u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}


def main() -> int:
    """Write the three, or compare them."""
    schema = tomllib.loads((FIRMWARE / "protocol.toml").read_text("utf-8"))
    stale = [path for path, text in written(schema) if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.name}: not what protocol.toml says; expected: python firmware/generate.py", file=sys.stderr)
        return int(bool(stale))
    for path, text in written(schema):
        path.write_text(text, "utf-8")
    return 0


def written(schema: Schema) -> Iterator[tuple[Path, str]]:
    """Each file and what it should hold."""
    yield HEADER, "\n".join(header(schema)) + "\n"
    yield MODULE, "\n".join(module(schema)) + "\n"
    yield PAGE, page(schema, PAGE.read_text("utf-8"))


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
    return int(field["size"]) if field["type"] == "bytes" else SIZES[field["type"]]


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


def constant(name: str) -> str:
    """A name as C++ constants are written here: kSnapshotBytes."""
    return "k" + "".join(word.capitalize() for word in name.split("_"))


# --- the firmware's header


def header(schema: Schema) -> Iterator[str]:
    """The lines of protocol_gen.h."""
    yield "// Written by generate.py from protocol.toml; not by hand."
    yield "#pragma once"
    yield "#include <stddef.h>"
    yield "#include <stdint.h>"
    yield ""
    yield "namespace wire {"
    yield ""
    for name, value, about in numbers(schema):
        kind = "uint16_t" if value > 255 else "uint8_t"
        yield f"constexpr {kind} {constant(name)} = {value};  // {about}"
    yield ""
    for name, enum in schema["enums"].items():
        members = ", ".join(f"{constant(member.lower())} = {value}" for member, value in values(enum).items())
        yield f"enum class {name} : uint8_t {{ {members} }};  // {enum['about']}"
    yield ""
    yield "inline void put16(uint8_t* to, uint16_t v) {"
    yield "    to[0] = static_cast<uint8_t>(v & 0xFFU);"
    yield "    to[1] = static_cast<uint8_t>(v >> 8);"
    yield "}"
    yield "inline void put32(uint8_t* to, uint32_t v) {"
    yield "    put16(to, static_cast<uint16_t>(v & 0xFFFFU));"
    yield "    put16(to + 2, static_cast<uint16_t>(v >> 16));"
    yield "}"
    yield "inline uint16_t get16(const uint8_t* from) {"
    yield "    return static_cast<uint16_t>(from[0] | (static_cast<uint16_t>(from[1]) << 8));"
    yield "}"
    yield "inline uint32_t get32(const uint8_t* from) {"
    yield "    return get16(from) | (static_cast<uint32_t>(get16(from + 2)) << 16);"
    yield "}"
    yield "inline void copy(uint8_t* to, const uint8_t* from, size_t n) {"
    yield "    for (size_t i = 0; i < n; ++i) { to[i] = from[i]; }"
    yield "}"
    for message in schema["message"]:
        yield ""
        yield from _cpp_message(schema, message)
    yield ""
    yield "}  // namespace wire"


def _cpp_message(schema: Schema, message: Message) -> Iterator[str]:
    """A struct, its type and how it is written to and read from a payload."""
    least, most = lengths(message)
    yield f"// {message['about']}"
    yield f"struct {message['name']} {{"
    yield f"    static constexpr uint8_t kType = {message['type']:#04x};"
    yield f"    static constexpr uint8_t kLeast = {least};"
    yield f"    static constexpr uint8_t kMost = {most};"
    for field in message["fields"]:
        yield from _cpp_member(field)
    yield "};"
    if message["fields"]:
        yield from _cpp_pack(message)
        yield from _cpp_unpack(schema, message)


def _cpp_member(field: Field) -> Iterator[str]:
    if rest(field):
        yield f"    const uint8_t* {field['name']} = nullptr;"
        yield f"    uint8_t {field['name']}_size = 0;"
    elif field["type"] == "bytes":
        yield f"    uint8_t {field['name']}[{field['size']}] = {{}};"
    elif "enum" in field:
        yield f"    {field['enum']} {field['name']} = {field['enum']}{{}};"
    else:
        yield f"    {CPP[field['type']]} {field['name']} = {'false' if field['type'] == 'bool' else 0};"


def _cpp_pack(message: Message) -> Iterator[str]:
    """To at most kMost bytes; returns how many."""
    yield f"inline uint8_t pack(const {message['name']}& m, uint8_t* to) {{"
    at = 0
    total = str(fixed(message))
    for field in message["fields"]:
        name, place = field["name"], f"to + {at}" if at else "to"
        if rest(field):
            yield f"    copy({place}, m.{name}, m.{name}_size);"
            total = f"static_cast<uint8_t>({at} + m.{name}_size)"
        elif field["type"] == "bytes":
            yield f"    copy({place}, m.{name}, {field['size']});"
        elif size(field) > 1:
            yield f"    put{8 * size(field)}({place}, m.{name});"
        elif "enum" in field:
            yield f"    to[{at}] = static_cast<uint8_t>(m.{name});"
        else:
            yield f"    to[{at}] = m.{name}{' ? 1 : 0' if field['type'] == 'bool' else ''};"
        at += size(field)
    yield f"    return {total};"
    yield "}"


def _cpp_unpack(schema: Schema, message: Message) -> Iterator[str]:
    """False if the length is wrong or a value out of range; a rest points into the payload."""
    least, most = lengths(message)
    wrong = f"n != {least}" if least == most else (f"n < {least} || n > {most}" if least else f"n > {most}")
    yield f"inline bool unpack(const uint8_t* from, size_t n, {message['name']}& m) {{"
    yield f"    if ({wrong}) {{ return false; }}"
    places: dict[str, int] = {}
    at = 0
    for field in message["fields"]:
        places[field["name"]] = at
        at += size(field)
    for field in message["fields"]:
        for _, _, limit in bounds(schema, field):
            other = f"from[{places[limit]}]" if isinstance(limit, str) else str(limit)
            yield f"    if (from[{places[field['name']]}] >= {other}) {{ return false; }}"
    for field in message["fields"]:
        yield from _cpp_take(field, places[field["name"]])
    yield "    return true;"
    yield "}"


def _cpp_take(field: Field, at: int) -> Iterator[str]:
    name, place = field["name"], f"from + {at}" if at else "from"
    if rest(field):
        yield f"    m.{name} = {place};"
        yield f"    m.{name}_size = static_cast<uint8_t>(n - {at});"
    elif field["type"] == "bytes":
        yield f"    copy(m.{name}, {place}, {field['size']});"
    elif size(field) > 1:
        yield f"    m.{name} = get{8 * size(field)}({place});"
    elif "enum" in field:
        yield f"    m.{name} = static_cast<{field['enum']}>(from[{at}]);"
    else:
        yield f"    m.{name} = from[{at}]{' != 0' if field['type'] == 'bool' else ''};"


# --- the host's messages

PYTHON = {"bool": "bool", "u8": "int", "u16": "int", "u32": "int", "bytes": "bytes", "text": "str"}


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
        members.append(f"{field['name']}: {kind or PYTHON[field['type']]}")
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
    letters = "".join(f"{f['size']}s" if f["type"] == "bytes" else STRUCT[f["type"]] for f in fields if not rest(f))
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


# --- PROTOCOL.md's tables


def page(schema: Schema, text: str) -> str:
    """*text* with each table between its marks written anew; `ValueError` if a mark is missing."""
    for name, lines in (
        ("numbers", numbers_table(schema)),
        ("enums", enums_table(schema)),
        ("events", messages_table(schema, lambda m: bool(m.get("event")))),
        ("device", messages_table(schema, lambda m: m["from"] == "device" and not m.get("event"))),
        ("host", messages_table(schema, lambda m: m["from"] == "host")),
    ):
        begin, end = f"<!-- {name}: written by generate.py -->", f"<!-- end of {name} -->"
        if begin not in text or end not in text:
            raise ValueError(f"{PAGE.name}: no marks for {name}; expected {begin} and {end}")
        table = "\n".join((begin, *lines, end))
        text = re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _, table=table: table, text, flags=re.S)
    return text


def numbers_table(schema: Schema) -> Iterator[str]:
    yield "| name | value | meaning |"
    yield "| --- | --- | --- |"
    for name, value, about in numbers(schema):
        yield f"| {name} | {f'0x{value:04X}' if name == 'schema' else value} | {about} |"


def enums_table(schema: Schema) -> Iterator[str]:
    yield "| name | values | meaning |"
    yield "| --- | --- | --- |"
    for name, enum in schema["enums"].items():
        members = ", ".join(f"{value} {member.lower().replace('_', ' ')}" for member, value in values(enum).items())
        more = "; others may follow" if enum.get("open") else ""
        yield f"| {name} | {members}{more} | {enum['about']} |"


def messages_table(schema: Schema, keep: Any) -> Iterator[str]:
    yield "| type | name | seq | payload | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for message in schema["message"]:
        if keep(message):
            seq = "its number" if message.get("event") else message.get("seq", "0")
            fields = ", ".join(_in_words(schema, field) for field in message["fields"]) or "–"
            yield f"| 0x{message['type']:02X} | {shout(message['name'])} | {seq} | {fields} | {message['about']} |"


def shout(name: str) -> str:
    """A message's name as the page writes it: SNAPSHOT?, SELF TEST."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", name).upper()
    return words.replace(" WANTED", "?")


def _in_words(schema: Schema, field: Field) -> str:
    if rest(field):
        kind = "bytes of UTF-8" if field["type"] == "text" else "bytes"
        return f"`{field['name']}` {field.get('least', 0)}–{field['most']} {kind}"
    if field["type"] == "bytes":
        return f"`{field['name']}` {field['size']} bytes"
    if field["type"] == "bool":
        return f"`{field['name']}` u8 (0 or 1)"
    allowed = [f"({enum})" if enum else f"(below {limit})" for _, enum, limit in bounds(schema, field)]
    opened = [f"({field['enum']})"] if "enum" in field and not allowed else []
    return " ".join((f"`{field['name']}` {field['type']}", *allowed, *opened))


if __name__ == "__main__":
    sys.exit(main())
