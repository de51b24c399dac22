"""Writes one camera's entry into a table file and leaves every other line, comments too, as it is."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from table_controller.records import BadInput

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z][\w.-]*)\s*\]?\]\s*(#.*)?$")
_LENS = "camera.lens"


def write_camera(path: Path, name: str, entry: dict[str, Any]) -> None:
    """Set the keys of *entry* in camera *name* of the table file at *path*; a camera that is not there is added.

    :raises BadInput: when the file cannot be written, or is laid out so that its other entries could suffer.
    """
    text = path.read_text("utf-8")
    changed = with_camera(text, name, entry)
    _unhurt(path, text, changed, name, entry)
    beside = path.with_name(f".{path.name}.new")
    try:
        beside.write_text(changed, "utf-8")
        os.replace(beside, path)
    except OSError as fault:
        raise BadInput(str(path), "", f"expected a table file that can be written ({fault.strerror})") from None


def with_camera(text: str, name: str, entry: dict[str, Any]) -> str:
    """The text of a table file with the keys of *entry* set in camera *name*, which is added where it is not there."""
    lines = text.splitlines()
    span = _camera(lines, name)
    if span is None:
        added = ["", "[[camera]]", *_assigned({"name": name} | entry)]
        return "\n".join([*lines, *added]) + "\n"
    first, last = span
    block = _without(lines[first:last], set(entry))
    end = next((n for n, line in enumerate(block) if n and _HEADER.match(line)), len(block))
    while end > 1 and not block[end - 1].strip():
        end -= 1
    return "\n".join([*lines[:first], *block[:end], *_assigned(entry), *block[end:], *lines[last:]]) + "\n"


def _camera(lines: list[str], name: str) -> tuple[int, int] | None:
    """First line of the camera's block and the line behind it."""
    heads = [(n, found.group(1)) for n, line in enumerate(lines) if (found := _HEADER.match(line))]
    for place, (first, head) in enumerate(heads):
        if head != "camera":
            continue
        last = next((n for n, other in heads[place + 1 :] if other != _LENS), len(lines))
        try:
            (camera,) = tomllib.loads("\n".join(lines[first:last]))["camera"]
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
