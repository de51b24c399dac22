"""The lens, from pictures of the ChArUco board."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table_controller.records import BadInput, Lens
from vision.arrays import Field, Picture, floats
from vision.calibrate.leaving_out import apart
from vision.calibrate.sheets import BOARD, MIRRORED, SQUARES

LEAST_CORNERS, LEAST_PICTURES = 12, 6
WORST_ERROR = 1.0
"""Pixels of rms error beyond which the pictures are bad or the board is bent."""
LEAST_COVERAGE = 0.6
LEAST_TILT, TILTED = 12.0, 3
"""Degrees by which at least so many views of the board must be tilted: flat ones leave the focal length open."""
ANOTHER = 0.06
"""By which share of the picture's width the board must have moved to be another view."""
SQUARE_PIXELS = 0.012
"""By which share the focal lengths across and down may differ: a camera's do by less."""
CELLS = (4, 4)
"""Across and down: parts of the picture of which each should once have shown the board."""
MOST_LEFT_OUT = 24
"""So many pictures are left out in turn to see what the lens is without them: those that fit worst."""
UNSURE = 0.0016
"""By which share of the picture's width the lens may come out otherwise without one of them: 3 pixels, or 3 mm, in
1080p. Of twelve drawn pictures 0.9 pixels; one of them cropped by a tenth, 2 to 4; by a fourth, 10 to 23, with an rms
error below 0.2 pixels; of a fisheye of 95° and more, which is no such lens, from 17 on, of a wide lens of 90° 0.2 to
2.4."""
SIMPLER = 0.97
"""The sixth-order term stays out unless it brings the error below this share."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The board in one picture: where its corners were seen, (n, 2), and which they are."""

    name: str
    points: Field
    ids: Field
    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class LensFit:
    """A lens, and how well it is known: rms error in pixels, share of the picture the board was held in.

    *otherwise*: by how many pixels it comes out otherwise without one of the pictures, at most, and *without* which.
    """

    lens: Lens
    size: tuple[int, int]
    error: float
    coverage: float
    pictures: int
    otherwise: float
    without: str

    @property
    def unsure(self) -> bool:
        """Whether it depends on a single picture."""
        return self.otherwise > UNSURE * self.size[0]

    @property
    def stretched(self) -> float:
        """By which share pictures are wider than the lens makes them, or the print was; 0 where within the usual."""
        across, down = self.lens.focal
        return 0.0 if abs(across / down - 1) <= SQUARE_PIXELS else across / down - 1


def find_board(picture: Picture, name: str) -> Sight:
    """Return the board in *picture*; ``BadInput`` if it is not there, or too little of it."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    points, ids = _corners(grey)
    found = len(ids)
    size = (int(picture.shape[1]), int(picture.shape[0]))
    if found < LEAST_CORNERS:
        if len(_corners(np.ascontiguousarray(grey[:, ::-1]))[1]) >= LEAST_CORNERS:
            raise BadInput(name, *MIRRORED)
        whole = (SQUARES[0] - 1) * (SQUARES[1] - 1)
        seen = "no ChArUco board" if found == 0 else f"only {found} of its {whole} corners"
        raise BadInput(name, seen, f"expected at least {LEAST_CORNERS} corners of the board, sharp and flat")
    return Sight(name, points, ids, size)


def _corners(grey: Picture) -> tuple[Field, Field]:
    """The board's corners in *grey* (height, width): where they are, (n, 2), and which."""
    points, ids, _, _ = cv2.aruco.CharucoDetector(BOARD).detectBoard(grey)
    return (floats([] if ids is None else points).reshape(-1, 2), floats([] if ids is None else ids).reshape(-1))


def fit_lens(sights: Sequence[Sight]) -> LensFit:
    """Return the lens that explains all *sights*; ``BadInput`` says what the pictures lack."""
    _enough(sights)
    coverage, lacking = covered(sights)
    if coverage < LEAST_COVERAGE:
        where = ", ".join(lacking[:3])
        raise BadInput(
            "pictures", f"{coverage:.0%} covered", f"expected {LEAST_COVERAGE:.0%}: hold the board also {where}"
        )
    views = _different(sights)
    if views < LEAST_PICTURES:
        raise BadInput(
            "pictures", f"{views} different views", f"expected {LEAST_PICTURES}: move the board between them"
        )
    lens, error, errors, tilts = _best(sights)
    if error > WORST_ERROR:
        worst = sights[int(np.argmax(errors))].name
        raise BadInput(
            worst,
            f"rms error {error:.2f} px",
            f"expected at most {WORST_ERROR:g}: leave out blurred pictures, this one first, and keep the board flat",
        )
    tilted = int((tilts >= LEAST_TILT).sum())
    if tilted < TILTED:
        raise BadInput(
            "pictures", f"{tilted} with a tilted board", f"expected {TILTED}: tilt it by 30° or so, each way"
        )
    otherwise, without = _without_one(sights, lens, errors)
    return LensFit(lens, sights[0].size, error, coverage, len(sights), otherwise, without)


def _without_one(sights: Sequence[Sight], lens: Lens, errors: Field) -> tuple[float, str]:
    """By how many pixels the *lens* comes out otherwise without one of its *sights*, at most, and without which."""
    worst = [int(n) for n in np.argsort(-errors)[:MOST_LEFT_OUT]]
    others = (_best([*sights[:n], *sights[n + 1 :]])[0] for n in worst)
    differ = [apart(lens, other, sights[0].size) for other in others]
    return max(differ), sights[worst[int(np.argmax(differ))]].name


def _best(sights: Sequence[Sight]) -> tuple[Lens, float, Field, Field]:
    """The better one of two lenses, the simpler if it is hardly worse; as ``_solved`` returns it."""
    both = _solved(sights, cv2.CALIB_FIX_K3), _solved(sights, 0)
    return min(both, key=lambda fit: fit[1] * _handicap(fit[0]))


def _handicap(lens: Lens) -> float:
    return 1.0 if lens.distortion[4] else SIMPLER


def _enough(sights: Sequence[Sight]) -> None:
    for sight in sights[1:]:
        if sight.size != sights[0].size:
            one, other = (f"{width} × {height}" for width, height in (sight.size, sights[0].size))
            raise BadInput(sight.name, one, f"expected pictures of one camera and one size, like the first: {other}")
    if len(sights) < LEAST_PICTURES:
        raise BadInput("pictures", f"{len(sights)} with the board", f"expected at least {LEAST_PICTURES}")


def is_new(sight: Sight, views: Sequence[Sight]) -> bool:
    """Return whether *sight* shows the board elsewhere than each of *views* does."""
    return all(_is_another(sight, view) for view in views)


def _is_another(sight: Sight, other: Sight) -> bool:
    """Whether the corners that both views show lie elsewhere in them."""
    _, mine, its = np.intersect1d(sight.ids, other.ids, return_indices=True)
    if not len(mine):
        return True
    return bool(np.abs(sight.points[mine] - other.points[its]).mean() > ANOTHER * sight.size[0])


def _different(sights: Sequence[Sight]) -> int:
    """How many of *sights* differ from one another: the same picture twice says nothing new."""
    views: list[Sight] = []
    for sight in sights:
        if is_new(sight, views):
            views.append(sight)
    return len(views)


def covered(sights: Sequence[Sight]) -> tuple[float, list[str]]:
    """Return the share of the picture's parts in which the board was seen, and where it was not."""
    across, down = CELLS
    seen = np.zeros((down, across), bool)
    for sight in sights:
        cells = np.clip(sight.points / sight.size * CELLS, 0, np.array(CELLS) - 1).astype(int)
        seen[cells[:, 1], cells[:, 0]] = True
    names = {_place(x / (across - 1), y / (down - 1)): None for y, x in np.argwhere(~seen)}
    return float(seen.mean()), list(names)


def _place(x: float, y: float) -> str:
    row = "at the top" if y < 0.3 else "at the bottom" if y > 0.7 else "in the middle"
    column = "left" if x < 0.3 else "right" if x > 0.7 else ""
    return f"{row} {column}".strip()


def _solved(sights: Sequence[Sight], flags: int) -> tuple[Lens, float, Field, Field]:
    """The lens, its rms error, and of each picture the error and by how many degrees the board is tilted."""
    known = [floats(BOARD.getChessboardCorners())[sight.ids.astype(int)] for sight in sights]
    seen = [sight.points.reshape(-1, 1, 2) for sight in sights]
    unknown = np.eye(3)
    try:
        error, inner, bent, turns, _, _, _, errors = cv2.calibrateCameraExtended(
            known, seen, sights[0].size, unknown, np.zeros(5), flags=flags
        )
    except cv2.error:
        raise BadInput("pictures", "", "expected the board from several sides: they fit no camera") from None
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(bent)[:5])
    lens = Lens(
        (float(inner[0, 0]), float(inner[1, 1])), (float(inner[0, 2]), float(inner[1, 2])), (k1, k2, p1, p2, k3)
    )
    towards = np.array([cv2.Rodrigues(np.asarray(turn, np.float64))[0][2, 2] for turn in turns])
    tilts = np.degrees(np.arccos(np.clip(np.abs(towards), 0, 1)))
    return lens, float(error), floats(errors).ravel(), floats(tilts)
