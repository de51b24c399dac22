"""The path-traced scenes of `make pathtraced`: another renderer's look, and decks, felts and light never trained on."""

import sys
from collections.abc import Iterator
from pathlib import Path

from vision.outcomes import Case
from vision.rendered_sets import scenes_in

NAME = "path-traced, decks never seen"


def path_traced(work: Path) -> Iterator[Case]:
    """Return the scenes below *work*/pathtraced/measure, asked as rendered scenes of unseen decks are.

    Where there are none, a line says how to make them.
    """
    folder = work / "pathtraced" / "measure"
    shards = sorted(folder.glob("*.pickle"))
    if not shards:
        print(f"{NAME}: no scenes in {folder}; `make pathtraced` makes them", file=sys.stderr)
    return scenes_in(shards, work / "art")
