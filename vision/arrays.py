"""Names for the kinds of arrays vision works with."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""(h, w, 3) BGR, (h, w, 4) with transparency, or (h, w)."""
Field = NDArray[np.float32]
"""Anything with fractions: points (n, 2), outlines (4, 2), images in floating point."""
Numbers = NDArray[np.floating[Any]]
"""Numbers of whichever precision the counting has come to."""


def floats(values: Any) -> Field:
    """Return *values* as an array of 32-bit floats, without a copy where it is one."""
    return np.asarray(values, np.float32)


def levels(values: Any) -> Picture:
    """Return *values* as an array of bytes; they must be in 0 … 255."""
    return np.asarray(values, np.uint8)
