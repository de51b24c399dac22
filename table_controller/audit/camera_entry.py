"""Sets one camera's entry in a table file and leaves every other line, comments and line ends too, as it is."""

import re
import tomllib
from pathlib import Path
from typing import Any

from table_controller.inputs import decoded
from table_controller.records import BadInput
from table_controller.table_file import Table, read_table

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z][\w.-]*)\s*\]?\]\s*(#.*)?$")
_LENS = "camera.lens"


def recalibrated(path: Path, name: str, entry: dict[str, Any]) -> tuple[bytes, Table]:
    """What the table file at *path* is to hold, with the keys of *entry* set in camera *name*, and the table it makes.

    A camera that is not there is added. Nothing is written.

    :raises BadInput: when the file is laid out so that its other entries could suffer, or would be refused afterwards.
    """
    given = path.read_bytes()
    text = decoded(str(path), given)
    changed = with_camera(text, name, entry)
    _unhurt(path, text, changed, name, entry)
    data = given[: len(given) - len(text.encode())] + changed.encode()  # with its mark of byte order, if it has one
    return data, read_table(data, path)


def with_camera(text: str, name: str, entry: dict[str, Any]) -> str:
    """The text of a table file with the keys of *entry* set in camera *name*, which is added where it is not there."""
    end = "\r\n" if "\r\n" in text else "\n"
    lines = re.findall(r".*\n", text if text.endswith("\n") else text + end)
    span = _camera(lines, name)
    if span is None:
        added = ["", "[[camera]]", *_assigned({"name": name} | entry)]
        return "".join([*lines, *(line + end for line in added)])
    first, last = span
    block = _without(lines[first:last], set(entry))
    behind = next((n for n, line in enumerate(block) if n and _HEADER.match(line)), len(block))
    while behind > 1 and not block[behind - 1].strip():
        behind -= 1
    block[behind:behind] = [line + end for line in _assigned(entry)]
    return "".join([*lines[:first], *block, *lines[last:]])


def _camera(lines: list[str], name: str) -> tuple[int, int] | None:
    """First line of the camera's block and the line behind it; *lines* with their ends."""
    heads = [(n, found.group(1)) for n, line in enumerate(lines) if (found := _HEADER.match(line))]
    for place, (first, head) in enumerate(heads):
        if head != "camera":
            continue
        last = next((n for n, other in heads[place + 1 :] if other != _LENS), len(lines))
        try:
            (camera,) = tomllib.loads("".join(lines[first:last]))["camera"]
        except (tomllib.TOMLDecodeError, ValueError):
            continue
        if camera.get("name") == name:
            return first, last
    return None


def _without(block: list[str], keys: set[str]) -> list[str]:
    """*block* without the lines that assign *keys*, over however many lines, and without a lens's own table."""
    kept: list[str] = []
    dropping, depth = False, 0
    for line in block:
        head = _HEADER.match(line)
        if depth == 0 and head:
            dropping = head.group(1) == _LENS and "lens" in keys
        key = re.match(r"\s*([\w-]+)\s*=", line)
        mine = depth > 0 or (key is not None and key.group(1) in keys)
        if mine and not head:
            depth += line.count("[") - line.count("]")
        elif not dropping:
            kept.append(line)
    return kept


def _assigned(entry: dict[str, Any]) -> list[str]:
    return [f"{key} = {_said(value)}" for key, value in entry.items()]


def _said(value: Any) -> str:
    """A value as TOML."""
    match value:
        case dict():
            return "{ " + ", ".join(_assigned(value)) + " }"
        case list() | tuple():
            return "[" + ", ".join(_said(item) for item in value) + "]"
        case str():
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


def _unhurt(path: Path, before: str, after: str, name: str, entry: dict[str, Any]) -> None:
    """Refuse a change of anything but the camera's keys."""
    wanted = tomllib.loads(before)
    cameras = wanted.setdefault("camera", [])
    mine = next((camera for camera in cameras if camera.get("name") == name), None)
    if mine is None:
        cameras.append(mine := {"name": name})
    mine.update(tomllib.loads("\n".join(_assigned(entry))))
    try:
        sound = tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        sound = False
    if not sound:
        lines = "; ".join(_assigned(entry))
        raise BadInput(str(path), f"camera {name!r}", f"expected one key a line; write this in by hand: {lines}")
