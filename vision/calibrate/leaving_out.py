"""How far two lenses of one camera differ: a well known one comes out alike without any of its pictures.

The rms error says little of that: a picture that a program cropped, or a board seen in few places, fit all too well.
"""

import cv2
import numpy as np

from table_controller.records import Lens
from vision.arrays import floats
from vision.lens import straighten

EDGE = 0.05
"""What of the picture counts for nothing, in parts of it: no felt reaches there."""
ACROSS, DOWN = 13, 9
"""Points in which two lenses are compared."""


def apart(one: Lens, other: Lens, size: tuple[int, int]) -> float:
    """Return by how many pixels of a picture of *size* two lenses differ at most, four corners found by both.

    What lies flat on a table is placed by its corners, whatever the focal length: the bend is what remains.
    """
    ends = np.linspace(EDGE, 1 - EDGE, ACROSS), np.linspace(EDGE, 1 - EDGE, DOWN)
    points = np.stack(np.meshgrid(*ends), -1) * size
    corners = points[[0, 0, -1, -1], [0, -1, -1, 0]]
    to = cv2.getPerspectiveTransform(floats(straighten(corners, one)), floats(straighten(corners, other)))
    every = points.reshape(-1, 2)
    there = cv2.perspectiveTransform(floats(straighten(every, one)).reshape(-1, 1, 2), to).reshape(-1, 2)
    return float(np.linalg.norm(there - straighten(every, other), axis=1).max())
