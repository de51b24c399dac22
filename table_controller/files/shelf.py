"""Where rulebooks stand: the shipped ones by name, a club's own by path."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from table_controller.inputs import decoded
from table_controller.records.errors import BadInput
from table_controller.refusals import meant, place

BASE = "defaults"
_LARGEST = 256 * 1024
"""More bytes than any club writes."""


@cache
def rulebook_names() -> tuple[str, ...]:
    """The names of the rulebooks that ship."""
    folder = files("table_controller") / "rulebooks"
    names = (entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return tuple(sorted(name for name in names if name != BASE))


def shipped(name: str) -> str:
    """The text of a shipped rulebook; the defaults' is that of all files of their folder, the book's head first."""
    entry = files("table_controller") / "rulebooks" / (name if name == BASE else f"{name}.toml")
    parts = (
        sorted(entry.iterdir(), key=lambda part: (part.name != "book.toml", part.name)) if entry.is_dir() else [entry]
    )
    return "\n".join(part.read_text("utf-8") for part in parts)


def is_path(name: str | Path) -> bool:
    """Whether *name* names a file and no shipped rulebook."""
    return isinstance(name, Path) or name.endswith(".toml") or "/" in name


def text_of(name: str | Path) -> tuple[str, str]:
    """The file's name for messages, and its text."""
    told = str(name)
    if is_path(name):
        return place([told]), _read(Path(name), place([told]))
    if told in rulebook_names():
        return f"{told}.toml", shipped(told)
    near = f"; did you mean {told}.toml?" if _there(Path(f"{told}.toml")) else meant(told, rulebook_names())
    known = ", ".join(rulebook_names())
    raise BadInput(
        place([told])[:80], "", f"no such rulebook{near}; expected one of {known}, or the path of a .toml file"
    )


def _there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _read(path: Path, name: str) -> str:
    """The text of a club's file."""
    try:
        if not path.exists():
            raise BadInput(name, "", "no such file")
        if not path.is_file():
            raise BadInput(name, "", "expected a file")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no name of a file"
        raise BadInput(name, "", f"cannot be read: {str(why).lower()}") from None
    if len(data) > _LARGEST:
        raise BadInput(name, "", f"expected a rulebook, at most {_LARGEST // 1024} KiB")
    return decoded(name, data)
