"""The AprilTags in a picture of the felt: in its four corners, or in those of the half that a camera sees of it."""

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from table_controller.records import BadInput
from vision.arrays import Field, Picture, floats
from vision.calibrate.sheets import MIRRORED, TAG_CORNERS, TAG_MIDDLES, TAGS

_TAGS_OF = {"": (0, 1, 2, 3), "left": (0, 4, 5, 3), "right": (4, 1, 2, 5)}
"""Which tags lie in the corners of the felt, and of its halves."""


def find_tags(picture: Picture, name: str) -> tuple[str, Field]:
    """Return of which half they are ("" of all the felt) and the corners, (4, 4, 2), of its four tags, clockwise.

    ``BadInput`` if one is missing or there twice. Where all of the felt's corners show, its middle does not count.
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    numbers, found = _seen(grey)
    places = (*TAG_CORNERS, *TAG_MIDDLES)
    if not numbers and _half_of(_seen(np.ascontiguousarray(grey[:, ::-1]))[0])[1] == []:
        raise BadInput(name, *MIRRORED)
    twice = [number for number, count in Counter(numbers).items() if count > 1 and number < len(places)]
    if twice:
        raise BadInput(name, f"tag {twice[0]}", "expected once, seen twice: lay each tag in its own corner")
    half, missing = _half_of(numbers)
    if missing:
        named = ", ".join(f"{number} ({places[number]})" for number in missing)
        raise BadInput(name, f"tag {named}", "expected in view, uncovered, flat and lit; not found")
    tags = dict(zip(numbers, found, strict=True))
    return half, np.stack([floats(tags[number]).reshape(4, 2) for number in _TAGS_OF[half]])


def _half_of(numbers: Sequence[int]) -> tuple[str, list[int]]:
    """Of which half, or of all the felt (""), these tags are, and which of it are missing: as few as can be."""
    missing = {half: [tag for tag in tags if tag not in numbers] for half, tags in _TAGS_OF.items()}
    half = min(missing, key=lambda one: len(missing[one]))
    return half, missing[half]


def _seen(grey: Picture) -> tuple[list[int], Sequence[object]]:
    """The tags in *grey* (height, width): their numbers, and their corners."""
    found, ids, _ = cv2.aruco.ArucoDetector(TAGS, _settings()).detectMarkers(grey)
    return [] if ids is None else [int(number) for number in np.ravel(ids)], found


def _settings() -> "cv2.aruco.DetectorParameters":
    settings = cv2.aruco.DetectorParameters()
    # Sub-pixel corners: a tag is some 60 pixels wide, and the felt's far corner hangs on its edges.
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return settings
