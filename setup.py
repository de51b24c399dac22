"""The wheel; with FLOORMAN_COMPILED=1 one whose core is compiled by mypyc (docs/speed.md). All else: pyproject.toml."""

import os
import sys
from pathlib import Path

from setuptools import setup

_HERE = Path(__file__).resolve().parent


def _extensions() -> list[object]:
    # Only into a wheel: a compiled module beside its source would run in its place, however often that is edited.
    if os.environ.get("FLOORMAN_COMPILED") != "1" or "bdist_wheel" not in sys.argv:
        return []
    sys.path.insert(0, str(_HERE))
    from staging import extensions

    return [*extensions(_HERE)]


setup(ext_modules=_extensions())
