"""A camera of known lens and place over a rendered table: what it sees, bent by the lens, with tags laid out."""

from functools import cache

import cv2
import numpy as np

from table_controller.records import Camera, Layout, Lens, Point, Seat, Zone, ZoneKind
from table_controller.records.scene import Scene
from vision.calibrate.sheets import BOARD, SQUARE, SQUARES, TAG_CARD, tag_card
from vision.lens import matrix, straighten
from vision.scene import Look, Studio

SIZE = (1920, 1080)
LENS = Lens((1375.0, 1372.0), (968.0, 533.0), (-0.21, 0.06, 0.0006, -0.0004, -0.01))
"""A cheap webcam's: 70° across, with a barrel distortion that puts the picture's corners more than 100 pixels off."""
EMPTY = Scene((), ())
FELT = (1780.0, 1000.0)


def over_the_table(tilt: float = 4.0, away: float = 1440.0) -> np.ndarray:
    """A camera that hangs over the middle of the felt, slightly tilted."""
    rotation, _ = cv2.Rodrigues(np.deg2rad(np.array([tilt, -0.6 * tilt, 1.5])))
    middle = rotation @ np.array([FELT[0] / 2, FELT[1] / 2, 0.0])
    placed = np.column_stack([rotation[:, 0], rotation[:, 1], np.array([8.0, 6.0, away]) - middle])
    found = matrix(LENS) @ placed
    return found / found[2, 2]


def layout(lens: Lens | None = LENS, homography: np.ndarray | None = None) -> Layout:
    """The felt with a board and a seat, under that camera."""
    numbers = tuple(float(n) for n in (over_the_table() if homography is None else homography).ravel())
    camera = Camera("overhead", *SIZE, numbers, lens)  # type: ignore[arg-type]
    zones = (
        _zone("board", ZoneKind.BOARD, 610, 435, 560, 130),
        _zone("seat 1 cards", ZoneKind.CARDS, 230, 780, 200, 140, Seat(1)),
        _zone("seat 4 cards", ZoneKind.CARDS, 1200, 80, 200, 140, Seat(4)),
    )
    return Layout("rigged", *FELT, (Seat(1), Seat(4)), zones, (camera,), ())


def _zone(name: str, kind: ZoneKind, x: float, y: float, width: float, height: float, seat: Seat | None = None) -> Zone:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Zone(name, kind, tuple(Point(*corner) for corner in corners), seat)


@cache
def _bending(lens: Lens) -> np.ndarray:
    x, y = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))
    return straighten(np.stack([x.ravel(), y.ravel()], 1), lens).reshape(SIZE[1], SIZE[0], 2)


def bent(picture: np.ndarray, lens: Lens = LENS) -> np.ndarray:
    """*picture* of a straight lens as *lens* shows it."""
    shown = cv2.remap(picture, _bending(lens), None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def table_picture(
    scene: Scene = EMPTY,
    *,
    tags: dict[int, tuple[float, float, float]] | None = None,
    light: float = 1.0,
    seed: int = 1,
) -> np.ndarray:
    """The table as the rigged camera sees it; *tags*: number → where the card's middle lies (mm), and its turn."""
    table = layout(None).cameras[0]
    picture = Studio(table, Look(*FELT, (), light=light), 5).frame(scene, seed)
    for number, (x, y, turn) in (tags or {}).items():
        picture = _laid(picture, number % 10, x, y, turn)
    return bent(picture)


def tags_in_corners() -> dict[int, tuple[float, float, float]]:
    """Each card's edges on the felt's edges."""
    half = TAG_CARD / 2
    width, height = FELT
    return {
        0: (half, half, 0),
        1: (width - half, half, 90),
        2: (width - half, height - half, 0),
        3: (half, height - half, 270),
    }


def _laid(picture: np.ndarray, number: int, x: float, y: float, turn: float) -> np.ndarray:
    card = tag_card(number)
    scale = TAG_CARD / card.shape[0]
    angle = np.deg2rad(turn)
    c, s = np.cos(angle), np.sin(angle)
    middle = card.shape[0] / 2 - 0.5
    on_felt = np.array([[c, -s, x], [s, c, y], [0, 0, 1]]) @ np.array(
        [[scale, 0, -middle * scale], [0, scale, -middle * scale], [0, 0, 1]]
    )
    return _over(picture, card, over_the_table() @ on_felt, soft=4.5)


def _over(picture: np.ndarray, flat: np.ndarray, homography: np.ndarray, soft: float) -> np.ndarray:
    """*flat* laid over *picture*; *soft*, in its own pixels, keeps a fine print from jagging."""
    size = (picture.shape[1], picture.shape[0])
    drawn = cv2.warpPerspective(cv2.GaussianBlur(flat, (0, 0), soft), homography, size)
    mask = cv2.warpPerspective(np.full(flat.shape, 255, np.uint8), homography, size)
    share = mask[..., None] / 255
    ink = 25 + drawn[..., None] * (200 / 255)
    return np.clip(picture * (1 - share) + ink * share, 0, 255).astype(np.uint8)


def board_picture(number: int, noise: float = 3.0, blur: float = 0.0, flat: bool = False) -> np.ndarray:
    """The ChArUco board held before the camera in the *number*th of twelve ways."""
    places = [(x, y) for y in (-260, 0, 260) for x in (-460, -150, 150, 460)]
    x, y = places[number % 12]
    turn = (0.0, 0.0, 0.0) if flat else (25 * np.sin(1.7 * number + 1), 28 * np.cos(2.3 * number), 12.0 * (number % 3))
    away = 1150.0 if flat else 1000.0 + 60 * (number % 4)
    rotation, _ = cv2.Rodrigues(np.deg2rad(np.array(turn, float)))
    wide, high = (count * SQUARE for count in SQUARES)
    at = np.array([x, y, away]) - rotation @ np.array([wide / 2, high / 2, 0])
    print_ = BOARD.generateImage((int(wide * 6), int(high * 6)), marginSize=0)
    sheet = cv2.copyMakeBorder(print_, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255)
    scale = 1 / 6
    shrink = np.array([[scale, 0, -(60 - 0.5) * scale], [0, scale, -(60 - 0.5) * scale], [0, 0, 1]])
    homography = matrix(LENS) @ np.column_stack([rotation[:, 0], rotation[:, 1], at]) @ shrink
    room = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    picture = bent(_over(room, sheet, homography, soft=2.5))
    if blur:
        picture = cv2.GaussianBlur(picture, (0, 0), blur)
    grain = np.random.default_rng(number).standard_normal(picture.shape, np.float32) * noise
    return np.clip(picture + grain, 0, 255).astype(np.uint8)
