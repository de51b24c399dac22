"""The lens file: what ``calibrate lens`` writes and ``calibrate table --lens`` reads."""

import tomllib
from pathlib import Path
from typing import Any

from table_controller.inputs import data_of
from table_controller.records import BadInput, Lens
from vision.calibrate.charuco import LensFit

_COUNTS = {"focal": 2, "centre": 2, "distortion": 5}
_LARGEST = 1 << 16
"""Bytes of a lens file: more than its numbers take."""
_MOST = 1e9
"""Beyond it lies no number of a lens."""


def read_lens(path: Path, size: tuple[int, int]) -> Lens:
    """The lens that ``calibrate lens`` wrote to *path*, for pictures of *size*, width and height in pixels.

    :raises BadInput: naming file, key and what was expected there.
    """
    try:
        values = tomllib.loads(data_of(path, _LARGEST, "expected a lens file").decode())
    except (ValueError, RecursionError):  # no TOML, no text, a number or a nesting without end
        raise BadInput(str(path), "", "expected a lens file, as `floorman calibrate lens` writes it") from None
    focal, centre, distortion = (_numbers(path, values, key, count) for key, count in _COUNTS.items())
    if (values.get("width"), values.get("height")) != size:
        found = f"{values.get('width')} × {values.get('height')}"
        raise BadInput(str(path), found, f"expected a lens of pictures of {size[0]} × {size[1]}")
    k1, k2, p1, p2, k3 = distortion
    return Lens((focal[0], focal[1]), (centre[0], centre[1]), (k1, k2, p1, p2, k3))


def _numbers(path: Path, values: dict[str, Any], key: str, count: int) -> list[float]:
    value = values.get(key)
    if not isinstance(value, list) or len(value) != count or not all(_is_number(n) for n in value):
        raise BadInput(str(path), key, f"expected {count} numbers")
    if key == "focal" and min(value) <= 0:
        raise BadInput(str(path), key, "expected two numbers above 0, in pixels")
    return [float(n) for n in value]


def _is_number(value: object) -> bool:
    """Whether *value* is a number of this world: no NaN, nothing without end."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < _MOST


def lens_text(fit: LensFit) -> str:
    """The lens file of *fit*."""
    lens = fit.lens
    return "".join(
        f"{key} = {value}\n"
        for key, value in {
            "width": fit.size[0],
            "height": fit.size[1],
            "focal": list(lens.focal),
            "centre": list(lens.centre),
            "distortion": list(lens.distortion),
        }.items()
    )


def is_lens(data: bytes) -> bool:
    """Whether *data* is a lens file, of whatever size of picture."""
    try:
        return set(tomllib.loads(data.decode())) == {"width", "height", *_COUNTS}
    except (ValueError, RecursionError):
        return False
