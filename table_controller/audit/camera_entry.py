"""Sets one camera's entry in a table file and leaves all else, comments and line ends too, as it is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table_controller.inputs import decoded
from table_controller.records import BadInput
from table_controller.table_file import Table, read_table

_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z][\w.-]*)\s*\]?\]\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_LENS = "camera.lens"
_QUOTED = r"""\"(?:\\.|[^"\\])*"|'[^']*'"""
_MUTE = re.compile(rf"{_QUOTED}|#.*")
"""Brackets in it open and close no value: what is quoted, and comments."""
_BEHIND = re.compile(rf"(?:{_QUOTED}|[^#\"'])*?(\s*#.*)")


def recalibrated(path: Path, name: str, entry: dict[str, Any]) -> tuple[bytes, Table]:
    """What the table file at *path* is to hold, with the keys of *entry* set in camera *name*, and the table it makes.

    A key that is None is taken out. A camera that is not there is added. Nothing is written.

    :raises BadInput: when the file is laid out so that its other entries could suffer, or would be refused afterwards.
    """
    given = path.read_bytes()
    read_table(given, path)  # somebody may have edited it while the corners were clicked
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
    return "".join([*lines[:first], *_set(lines[first:last], entry, end), *lines[last:]])


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


def _set(block: list[str], entry: dict[str, Any], end: str) -> list[str]:
    """*block* with the keys of *entry* where they stood, or behind the camera's last, and no lens in its own table."""
    kept: list[str] = []
    left, behind, in_lens = dict(entry), 1, False
    for piece in _pieces(block):
        head, assigned = _HEADER.match(piece[0]), _KEY.match(piece[0])
        in_lens = head.group(1) == _LENS if head else in_lens
        key = assigned.group(1) if assigned and not in_lens else None
        if key in left:
            lines = _assigned({key: left.pop(key)})
            *before, last = piece if lines else [*piece, ""]
            piece = [*_remarks(before, end), *(line + _comment(last) + end for line in lines)]
        gone = in_lens and "lens" in entry and (head or assigned)
        kept += _remarks(piece, end) if gone else piece
        behind = len(kept) if key else behind
    return [*kept[:behind], *(line + end for line in _assigned(left)), *kept[behind:]]


def _pieces(block: list[str]) -> Iterator[list[str]]:
    """*block* in pieces: a table's name, a key with its value over however many lines, a comment, an empty line."""
    piece: list[str] = []
    for line in block:
        piece.append(line)
        value = "".join(_MUTE.sub("", line) for line in piece)
        if value.count("[") <= value.count("]"):
            yield piece
            piece = []
    if piece:
        yield piece


def _remarks(lines: list[str], end: str) -> list[str]:
    """The comments behind values that go from *lines*, each on a line of its own: a person wrote them."""
    return [comment.strip() + end for line in lines if (comment := _comment(line))]


def _comment(line: str) -> str:
    """What a person wrote behind the value that ends in *line*, with the space before it."""
    found = _BEHIND.fullmatch(line.rstrip("\r\n"))
    return found.group(1) if found else ""


def written(entry: dict[str, Any]) -> dict[str, Any]:
    """*entry* without the keys that are taken out."""
    return {key: value for key, value in entry.items() if value is not None}


def _assigned(entry: dict[str, Any]) -> list[str]:
    return [f"{key} = {_said(value)}" for key, value in written(entry).items()]


def _said(value: Any) -> str:
    """A value as TOML."""
    match value:
        case dict():
            return "{ " + ", ".join(_assigned(value)) + " }"
        case list() | tuple():
            return "[" + ", ".join(_said(item) for item in value) + "]"
        case bool():
            return str(value).lower()
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
    for key in entry.keys() - written(entry).keys():
        mine.pop(key, None)
    try:
        sound = tomllib.loads(after) == wanted
    except tomllib.TOMLDecodeError:
        sound = False
    if not sound:
        lines = "; ".join(_assigned(entry))
        raise BadInput(str(path), f"camera {name!r}", f"expected one key a line; write this in by hand: {lines}")
