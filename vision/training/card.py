"""Write models.toml, which the run time checks the weights against, and the model card's table of files."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from vision import kinds as of_kinds
from vision.marked import write_between
from vision.sureness import AS_SAID, ASPECTS, Sureness
from vision.weights import OF_KINDS, SURENESS, TABLE, Settings

CARD = "README.md"
HEAD = "# Written by vision.training; read and checked by vision/weights.py. The model card is README.md."
ENTRY = re.compile(r"^(?=\[)", re.MULTILINE)
"""Where an entry of the table begins."""
INPUTS = {
    "localiser": "(n, h, w, 3) uint8 BGR, h and w multiples of 32 -> (n, 14, h/4, w/4)",
    "card": "(n, 112, 80, 3) uint8 BGR -> (n, 64): chances of 56 classes, corners' offsets; (n, 4480) unit length",
    "index": "(n, 64, 48, 3) uint8 BGR -> (n, 23): 13 ranks or none, 4 suits or none, its place; (n, 4608) unit length",
}


def write_table(
    folder: Path,
    digests: dict[str, str],
    settings: Settings,
    sureness: Sureness = AS_SAID,
    kinds: of_kinds.Kinds = of_kinds.AS_SAID,
) -> None:
    """Write the files' digests, the settings chosen for them, and what sureness and kinds depend on.

    What stands in the table of other networks is kept.
    """
    said = {name: [f'file = "{name}.onnx"', *_known(digest, INPUTS[name])] for name, digest in digests.items()}
    said["settings"] = [f"{field.name} = {getattr(settings, field.name)}" for field in fields(settings)]
    _write(folder / TABLE, said | {SURENESS: _counted(sureness), OF_KINDS: _by_kind(kinds)})


def _known(digest: str, shape: str) -> list[str]:
    return [f'sha256 = "{digest}"', f'shape = "{shape}"']


def _write(table: Path, said: dict[str, list[str]]) -> None:
    """Write these entries into *table*; what stands there under other names is kept."""
    text = table.read_text("utf-8") if table.exists() else ""
    parts = [part.strip() for part in ENTRY.split(text) if ENTRY.match(part)]
    entries = {part[1 : part.index("]")]: part for part in parts}
    entries |= {name: "\n".join([f"[{name}]", *lines]) for name, lines in said.items()}
    table.write_text("\n\n".join([HEAD, *entries.values()]) + "\n", "utf-8")


def _counted(sureness: Sureness) -> list[str]:
    named = zip(ASPECTS, sureness.weights, strict=True)
    return [f"always = {sureness.always:.4f}", *(f"{name} = {one:.4f}" for name, one in named)]


def _by_kind(kinds: of_kinds.Kinds) -> list[str]:
    rows = zip(("always", *of_kinds.ASPECTS), (kinds.always, *kinds.weights), strict=True)
    return [
        f"# of each: {', '.join(of_kinds.KINDS)}",
        *(f"{name} = [{', '.join(f'{one:.4f}' for one in row)}]" for name, row in rows),
    ]


def enter(table: Path, name: str, digest: str, shape: str, more: Sequence[str] = ()) -> None:
    """Write the network *name* into *table*; what stands there of the other networks is kept."""
    _write(table, {name: [f'file = "{name}.onnx"', *_known(digest, shape), *more]})


def write_files(folder: Path) -> None:
    """Write what the table in *folder* says of every network into the model card, where there is one."""
    if not (folder / CARD).exists():
        return
    table = tomllib.loads((folder / TABLE).read_text("utf-8"))
    rows = [f"| `{one['file']}` | {one['shape']} | `{one['sha256']}` |" for one in table.values() if "sha256" in one]
    files = "\n".join(["| file | in and out | sha256 |", "|---|---|---|", *rows])
    write_between(folder / CARD, "files", files)
