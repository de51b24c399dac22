"""The tables of PROTOCOL.md."""

import re
from collections.abc import Iterator
from typing import Any

from schema import Field, Schema, bounds, numbers, rest, values


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
            raise ValueError(f"PROTOCOL.md: no marks for {name}; expected {begin} and {end}")
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
