"""Write models.toml, which the run time checks the weights against, and the model card's table of files."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from vision.marked import write_between
from vision.sureness import AS_SAID, ASPECTS, Sureness
from vision.weights import SURENESS, TABLE, Settings

CARD = "README.md"
INPUTS = {
    "localiser": "(n, h, w, 3) uint8 BGR, h and w multiples of 32 -> (n, 14, h/4, w/4)",
    "card": "(n, 112, 80, 3) uint8 BGR -> (n, 64): chances of 56 classes, corners' offsets; (n, 4480) unit length",
    "index": "(n, 64, 48, 3) uint8 BGR -> (n, 23): 13 ranks or none, 4 suits or none, its place; (n, 4608) unit length",
}


def write_table(folder: Path, digests: dict[str, str], settings: Settings, sureness: Sureness = AS_SAID) -> None:
    """Write the files' digests, the settings chosen for them, and what the sureness of a name depends on."""
    lines = ["# Written by vision.training; read and checked by vision/weights.py. The model card is README.md.", ""]
    for name, digest in digests.items():
        lines += [f"[{name}]", f'file = "{name}.onnx"', f'sha256 = "{digest}"', f'shape = "{INPUTS[name]}"', ""]
    lines += ["[settings]", *(f"{field.name} = {getattr(settings, field.name)}" for field in fields(settings)), ""]
    lines += [f"[{SURENESS}]", *_counted(sureness), ""]
    (folder / TABLE).write_text("\n".join(lines), "utf-8")


def _counted(sureness: Sureness) -> list[str]:
    named = zip(ASPECTS, sureness.weights, strict=True)
    return [f"always = {sureness.always:.4f}", *(f"{name} = {one:.4f}" for name, one in named)]


def enter(table: Path, name: str, digest: str, shape: str, more: Sequence[str] = ()) -> None:
    """Write the network *name* into *table*; what stands there of the other networks is kept."""
    text = table.read_text("utf-8") if table.exists() else ""
    text = re.sub(rf"\[{name}\][^\[]*", "", text).rstrip("\n")
    lines = [f"[{name}]", f'file = "{name}.onnx"', f'sha256 = "{digest}"', f'shape = "{shape}"', *more]
    table.write_text("\n".join([text, "", *lines, ""]).lstrip("\n"), "utf-8")


def write_files(folder: Path) -> None:
    """Write what the table in *folder* says of every network into the model card, where there is one."""
    if not (folder / CARD).exists():
        return
    table = tomllib.loads((folder / TABLE).read_text("utf-8"))
    rows = [f"| `{one['file']}` | {one['shape']} | `{one['sha256']}` |" for one in table.values() if "sha256" in one]
    files = "\n".join(["| file | in and out | sha256 |", "|---|---|---|", *rows])
    write_between(folder / CARD, "files", files)
