"""Where the felt lies in a picture: from four corners that somebody names, or from four AprilTags that lie in them.

They are the felt's, or those of its left or right half, where a camera sees no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records import BadInput, Lens
from vision.arrays import Field, Picture, floats
from vision.calibrate.sheets import TAG, TAG_CARD
from vision.calibrate.tags import find_tags
from vision.lens import bend, matrix, straighten

WORST_ERROR = 4.0
"""Millimetres by which the tags' corners may miss where they should lie."""
UNEVEN = 0.025
"""By which share one tag may come out larger than another on the felt; carelessly laid ones do by 0.023 at most."""
MISSIZED = 0.025
"""By which share the tags may come out longer or shorter than they are, across or down.

Laid carelessly, in a soft picture, they do by 0.018 at most; by 0.047 where ``felt.width`` is wrong by 5 %.
"""
MISNAMED = 0.04
"""By which share four named corners may be too wide for their height, or too narrow, where the lens is known.

Clicked within 2 px they are by 0.01 under a camera that leans by 10°, and by 0.031 where it leans by 45°; by 0.11 if
they are a line's that runs 100 mm inside the felt's edge.
"""
LEAST_SHARE = 0.02
"""Share of the picture that the felt must fill at least."""
SQUARER = 1.5
"""By how many times begun at the next corner the felt must be squarer than as it was named, to be named wrongly.

Seen aslant from its short end a felt of 3 : 2 comes near that where the camera leans by 55°: then nothing is read.
"""

FAULTS = {
    "count": "expected four corners, clockwise from the felt's upper left",
    "line": "expected four corners that span an area, no three on a line",
    "order": "expected the felt's corners clockwise from its upper left (tags 0, 1, 2, 3)",
    "turned": "expected felt.width from the first corner to the second: they fit the felt only if begun at the next",
    "small": f"expected a felt that fills at least {LEAST_SHARE:.0%} of the picture",
}
"""Why four points are no felt's corners."""


@dataclass(frozen=True, slots=True)
class FeltPlace:
    """The felt's corners in the picture (upper left, upper right, lower right, lower left), in pixels.

    ``half``: "left" or "right" where they are those of that half alone.
    ``error``: by how many millimetres the tags' corners miss it (rms); None where four corners were named, which
    fit exactly. ``uneven``: by which share one tag comes out larger than another, though they are printed alike.
    ``longer``: by which share all of them come out longer than they are, along the felt's width and its height.
    ``wider``: by which share what was named is wider for its height than the felt; 0 where no lens is known.
    """

    corners: tuple[tuple[float, float], ...]
    error: float | None = None
    uneven: float = 0.0
    longer: tuple[float, float] = (0.0, 0.0)
    wider: float = 0.0
    half: str = ""

    @property
    def missized(self) -> bool:
        """Whether the felt or the tags are not as large as was said, or the lens is another's."""
        return max(map(abs, self.longer)) > MISSIZED


def corners_on(felt: tuple[float, float], half: str = "") -> list[tuple[float, float]]:
    """Return the corners of a *felt* (width, height; mm), or of its "left" or "right" *half*, in millimetres on it."""
    width, height = felt
    left, right = width / 2 if half == "right" else 0.0, width / 2 if half == "left" else width
    return [(left, 0.0), (right, 0.0), (right, height), (left, height)]


def size_of(felt: tuple[float, float], half: str = "") -> tuple[float, float]:
    """Return width and height of a *felt*, or of its *half*."""
    return (felt[0] / 2 if half else felt[0]), felt[1]


def named_corners(
    corners: Sequence[tuple[float, float]],
    size: tuple[int, int],
    felt: tuple[float, float] | None = None,
    lens: Lens | None = None,
    half: str = "",
) -> FeltPlace:
    """Return the place of a *felt* (width, height; mm), or of its *half*, by four *corners* from its upper left on.

    ``BadInput`` if they are none of a picture of that *size*, or of no felt of that width and height.
    """
    points, part = floats(corners), None if felt is None else size_of(felt, half)
    _sound(points, size, "corners", part)
    wider = 0.0 if lens is None or part is None else _wider(points, part, lens)
    return FeltPlace(_pairs(points), wider=wider, half=half)


def _wider(corners: Field, felt: tuple[float, float], lens: Lens) -> float:
    """By which share what has these *corners* in the picture is wider for its height than the *felt*.

    However a camera leans, a millimetre across and one down are equally long before it.
    """
    to_picture = cv2.getPerspectiveTransform(floats(corners_on(felt)), straighten(corners, lens))
    across, down = np.linalg.norm(np.linalg.inv(matrix(lens)) @ to_picture[:, :2], axis=0)
    return float(across / down - 1)


def tagged_felt(
    picture: Picture, felt: tuple[float, float], *, lens: Lens | None = None, tag: float = TAG, name: str = "picture"
) -> FeltPlace:
    """Return the place of a *felt* (width, height; mm) with a tag card in each corner, the cards' edges on its edges.

    Or that of its half, where a camera sees those of two corners and, in the middle of the long edges, two others.
    The cards may be turned by quarter turns. *tag* is the side of a printed tag's black square in millimetres.
    """
    half, seen = find_tags(picture, name)
    straight = seen if lens is None else straighten(seen, lens).reshape(4, 4, 2)
    size = (int(picture.shape[1]), int(picture.shape[0]))
    middles = _middles(felt, tag, half)
    _sound(straight.mean(1), size, name, size_of(felt, half))
    rough = cv2.getPerspectiveTransform(straight.mean(1).astype(np.float32), middles)
    known = _known(_through(rough, straight.reshape(-1, 2)).reshape(4, 4, 2), middles, tag)
    to_felt, _ = cv2.findHomography(straight.reshape(-1, 2), known)
    laid = _through(to_felt, straight.reshape(-1, 2))
    error = float(np.sqrt(np.square(laid - known).sum(1).mean()))
    if error > WORST_ERROR:
        raise BadInput(
            name,
            f"tags {error:.1f} mm off",
            f"expected at most {WORST_ERROR:g}: lay each card's edges along the felt's, check felt.width, felt.height "
            "and --tag-size, and calibrate the lens first",
        )
    corners = _through(np.linalg.inv(to_felt), floats(corners_on(felt, half)))
    tags_laid, tags_known = laid.reshape(4, 4, 2), known.reshape(4, 4, 2)
    return FeltPlace(
        _pairs(corners if lens is None else bend(corners, lens)),
        error,
        _spread(tags_laid),
        _longer(tags_laid, tags_known),
        half=half,
    )


def _spread(tags: Field) -> float:
    """By which share the side of the largest of *tags* (4, 4, 2) is longer than the smallest's."""
    sides = np.sqrt([cv2.contourArea(floats(tag)) for tag in tags])
    return float(max(sides) / min(sides) - 1)


def _longer(laid: Field, known: Field) -> tuple[float, float]:
    """By which share the sides of tags (4, 4, 2; mm) are longer as they were *laid* than as they are *known* to be."""
    seen, there = (tags - tags.mean(1, keepdims=True) for tags in (laid, known))
    across, down = (seen * there).sum((0, 1)) / np.square(there).sum((0, 1)) - 1
    return float(across), float(down)


def _middles(felt: tuple[float, float], tag: float, half: str) -> Field:
    """Where the middles of the four tags of the felt, or of its *half*, lie on it, (4, 2)."""
    inset, (width, height) = tag * TAG_CARD / TAG / 2, felt
    across, down = {0.0: inset, width / 2: width / 2, width: width - inset}, {0.0: inset, height: height - inset}
    return floats([(across[x], down[y]) for x, y in corners_on(felt, half)])


def _known(roughly: Field, middles: Field, tag: float) -> Field:
    """Where the sixteen corners lie, each tag turned by the quarter turns that fit best, (16, 2)."""
    square = floats([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * tag / 2
    turned = [np.roll(square, turn, 0) for turn in range(4)]
    fits = []
    for seen, middle in zip(roughly, middles, strict=True):
        off = [float(np.abs(middle + corners - seen).sum()) for corners in turned]
        fits.append(middle + turned[int(np.argmin(off))])
    return floats(np.concatenate(fits))


def _through(homography: object, points: Field) -> Field:
    flat = floats(points).reshape(-1, 1, 2)
    return floats(cv2.perspectiveTransform(flat, np.asarray(homography, np.float64))).reshape(-1, 2)


def fault_of(corners: object, size: tuple[int, int], felt: tuple[float, float] | None = None) -> str:
    """Return why no *felt* can have these *corners* in a picture of *size*: a key of ``FAULTS``, or nothing."""
    points = floats(corners)
    if points.shape != (4, 2):
        return "count"
    if not np.isfinite(points).all() or np.abs(_turns(points)).min() < 1e-3 * size[0] * size[1]:
        return "line"
    if not (_turns(points) > 0).all():
        return "order"
    if felt is not None and _begins_elsewhere(points, felt):
        return "turned"
    return "small" if cv2.contourArea(points) < LEAST_SHARE * size[0] * size[1] else ""


def _begins_elsewhere(corners: Field, felt: tuple[float, float]) -> bool:
    """Whether *corners* fit a *felt* (width, height; mm) far better if begun one on: whoever clicks may begin there."""
    named, next_on = (_unevenness(np.roll(corners, -by, 0), felt) for by in (0, 1))
    return named > SQUARER * next_on


def _unevenness(corners: Field, felt: tuple[float, float]) -> float:
    """By how many times a millimetre in the middle of the *felt* is longer one way than the other, 1 or more."""
    width, height = felt
    to_picture = cv2.getPerspectiveTransform(floats(corners_on(felt)), floats(corners))
    middle, right, below = _through(
        to_picture, floats([(width / 2 + x, height / 2 + y) for x, y in ((0, 0), (1, 0), (0, 1))])
    )
    across, down = (float(np.linalg.norm(beside - middle)) for beside in (right, below))
    return max(across, down) / min(across, down)


def _turns(corners: Field) -> Field:
    """How sharply and to which side the outline turns at each corner: twice the area of the triangle there."""
    sides = np.roll(corners, -1, 0) - corners
    after = np.roll(sides, -1, 0)
    return floats(sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0])


def _sound(corners: Field, size: tuple[int, int], name: str, felt: tuple[float, float] | None) -> None:
    fault = fault_of(corners, size, felt)
    if fault:
        raise BadInput(name, "", FAULTS[fault])


def _pairs(corners: Field) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in corners)
