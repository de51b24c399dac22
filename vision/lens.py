"""What a lens does to points: from where a straight lens would show them to where they are seen, and back."""

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.records import Lens
from vision.arrays import Field, floats

STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-9)
FOLD = 1.0
"""Pixels by which a point may come back elsewhere; beyond, it lies where the lens's formula folds over."""


def matrix(lens: Lens) -> NDArray[np.float64]:
    """Return the camera matrix, (3, 3)."""
    (fx, fy), (cx, cy) = lens.focal, lens.centre
    return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]], np.float64)


def straighten(points: object, lens: Lens) -> Field:
    """Return where a straight lens would show the *points* (n, 2) of the picture."""
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    inner = matrix(lens)
    straight = cv2.undistortPoints(flat, inner, np.array(lens.distortion), None, None, inner, STEPS)
    return floats(straight).reshape(-1, 2)


def bend(points: object, lens: Lens) -> Field:
    """Return where the picture shows what a straight lens would show at *points* (n, 2).

    What lies so far outside that the formula folds it back into the picture stays outside, where it is.
    """
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    rays = np.column_stack([(flat - lens.centre) / lens.focal, np.ones(len(flat))])
    none = np.zeros(3)
    bent = floats(cv2.projectPoints(rays, none, none, matrix(lens), np.array(lens.distortion))[0]).reshape(-1, 2)
    back = straighten(bent, lens)
    folded = ~(np.linalg.norm(back - flat, axis=1) < FOLD)
    bent[folded] = flat[folded]
    return bent
