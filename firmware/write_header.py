"""The firmware's protocol_gen.h."""

from collections.abc import Iterator

from schema import Field, Message, Schema, bounds, fixed, lengths, numbers, rest, size, values

_CPP = {"bool": "bool", "u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t"}


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
        yield f"constexpr {kind} {_constant(name)} = {value};  // {about}"
    yield ""
    for name, enum in schema["enums"].items():
        members = ", ".join(f"{_constant(member.lower())} = {value}" for member, value in values(enum).items())
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
        yield f"    {_CPP[field['type']]} {field['name']} = {'false' if field['type'] == 'bool' else 0};"


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


def _constant(name: str) -> str:
    """A name as C++ constants are written here: kSnapshotBytes."""
    return "k" + "".join(word.capitalize() for word in name.split("_"))
