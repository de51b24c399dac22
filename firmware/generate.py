"""Writes what follows from protocol.toml: the firmware's header, the host's messages, PROTOCOL.md's tables.

``python firmware/generate.py`` writes them; with ``--check`` it only says which are not up to date, and exits with 1.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from schema import Schema
from write_header import header
from write_module import module
from write_page import page

FIRMWARE = Path(__file__).parent
HEADER = FIRMWARE / "core" / "protocol_gen.h"
PAGE = FIRMWARE / "PROTOCOL.md"
MODULE = FIRMWARE.parent / "table_controller" / "board" / "protocol_gen.py"


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


if __name__ == "__main__":
    sys.exit(main())
