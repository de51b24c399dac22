"""The house deck: 52 faces and a back that Floorman draws itself, so that no card art is needed at run time."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture, levels

Points = NDArray[np.float64]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SCALE = 5
WIDTH, HEIGHT = 63 * SCALE, 88 * SCALE
"""A poker-size card, 63 × 88 mm, at five pixels a millimetre."""

WHITE = (250, 252, 252)
INK = (30, 26, 24)
RED = (38, 30, 196)
BLUE = (150, 70, 30)
GOLD = (60, 180, 230)
SKIN = (190, 210, 240)
SHIFT = 4

_COLUMN = (0.30, 0.50, 0.70)
_LEFT_RIGHT = (_COLUMN[0], _COLUMN[2])
_FOUR_ROWS = (0.18, 0.393, 0.607, 0.82)


def _pip_places() -> dict[str, tuple[tuple[float, float], ...]]:
    """Where the pips of each number card lie, in fractions of the card."""
    middle = _COLUMN[1]
    corners = tuple((x, y) for y in (0.18, 0.82) for x in _LEFT_RIGHT)
    sides = tuple((x, 0.5) for x in _LEFT_RIGHT)
    rows = tuple((x, y) for y in _FOUR_ROWS for x in _LEFT_RIGHT)
    return {
        "2": ((middle, 0.18), (middle, 0.82)),
        "3": ((middle, 0.18), (middle, 0.5), (middle, 0.82)),
        "4": corners,
        "5": (*corners, (middle, 0.5)),
        "6": corners + sides,
        "7": (*corners, *sides, (middle, 0.34)),
        "8": (*corners, *sides, (middle, 0.34), (middle, 0.66)),
        "9": (*rows, (middle, 0.5)),
        "T": (*rows, (middle, 0.287), (middle, 0.713)),
    }


PIP_PLACES = _pip_places()


def _circle(x: float, y: float, radius: float, steps: int = 24) -> Points:
    turn = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn)], axis=1)


def suit_outline(suit: str) -> tuple[Points, ...]:
    """Return the polygons of a suit sign, upright, in a box of one by one around the origin."""
    stem = np.array([[-0.04, 0.05], [0.04, 0.05], [0.17, 0.5], [-0.17, 0.5]])
    turn = np.linspace(0, 2 * np.pi, 48)
    heart = np.stack([0.5 * np.sin(turn) ** 3, -_heart_height(turn)], axis=1)
    match suit:
        case "h":
            return (heart,)
        case "d":
            return (np.array([[0, -0.52], [0.4, 0], [0, 0.52], [-0.4, 0]]),)
        case "s":
            return (heart * (1, -0.82) - (0, 0.09), stem)
        case _:
            leaves = (_circle(0, -0.26, 0.235), _circle(-0.255, 0.1, 0.235), _circle(0.255, 0.1, 0.235))
            return (*leaves, _circle(0, 0, 0.12), stem)


def _heart_height(turn: NDArray[np.float64]) -> NDArray[np.float64]:
    curve = 13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)
    return np.asarray(curve / 29 + 0.09)


def _fill(picture: Picture, polygon: Points, colour: tuple[int, int, int]) -> None:
    cv2.fillPoly(picture, [np.round(polygon * 2**SHIFT).astype(np.int32)], colour, cv2.LINE_AA, SHIFT)


def draw_suit(picture: Picture, suit: str, x: float, y: float, size: float, upside_down: bool = False) -> None:
    """Draw a suit sign of *size* pixels with its middle at (x, y)."""
    for polygon in suit_outline(suit):
        _fill(picture, (polygon * (-size if upside_down else size)) + (x, y), ink_of(suit))


def ink_of(suit: str) -> tuple[int, int, int]:
    """Return the colour (BGR) the suit is printed in."""
    return RED if suit in "dh" else INK


def _draw_index(picture: Picture, rank: str, suit: str) -> None:
    """Draw rank over suit into the top left corner."""
    text = "10" if rank == "T" else rank
    face = cv2.FontFace("sans")
    size = 47 if rank == "T" else 66
    box = cv2.getTextSize((0, 0), text, (0, 0), face, size, 600)
    left = 34 - box[0] - box[2] / 2
    cv2.putText(picture, text, (int(left), 66), ink_of(suit), face, size, 600)
    draw_suit(picture, suit, 33, 96, 40)


def _draw_half_court(picture: Picture, rank: str, suit: str) -> None:
    """Draw the upper half of a jack, queen or king; the lower half is the same, turned."""
    x, y = WIDTH / 2, HEIGHT * 0.31
    robe = RED if suit in "cd" else BLUE
    _fill(picture, np.array([[x - 88, HEIGHT / 2], [x - 66, y + 44], [x + 66, y + 44], [x + 88, HEIGHT / 2]]), robe)
    _fill(picture, np.array([[x - 20, HEIGHT / 2], [x - 34, y + 44], [x + 34, y + 44], [x + 20, HEIGHT / 2]]), GOLD)
    hair = {"J": GOLD, "Q": INK, "K": (150, 160, 170)}[rank]
    _fill(picture, _circle(x, y + 8, 46), hair)
    _fill(picture, _circle(x, y, 34), SKIN)
    for side in (-1, 1):
        _fill(picture, _circle(x + side * 13, y - 6, 4), INK)
    _fill(picture, np.array([[x - 9, y + 18], [x + 9, y + 18], [x, y + 23]]), RED)
    if rank == "K":
        _fill(picture, np.array([[x - 30, y + 12], [x + 30, y + 12], [x, y + 58]]), hair)
    _draw_hat(picture, rank, x, y, robe)


def _draw_hat(picture: Picture, rank: str, x: float, y: float, robe: tuple[int, int, int]) -> None:
    if rank == "J":
        _fill(picture, np.array([[x - 50, y - 26], [x + 50, y - 26], [x + 34, y - 54], [x - 34, y - 54]]), robe)
        _fill(picture, np.array([[x + 30, y - 50], [x + 62, y - 84], [x + 46, y - 40]]), GOLD)
        return
    points = 5 if rank == "K" else 3
    across = np.linspace(x - 42, x + 42, 2 * points + 1)
    height = np.where(np.arange(2 * points + 1) % 2 == 1, y - 84, y - 50)
    crown = np.stack([across, height], axis=1)
    _fill(picture, np.concatenate([crown, [[x + 36, y - 26], [x - 36, y - 26]]]), GOLD)
    for at in crown[1::2]:
        _fill(picture, _circle(at[0], at[1], 6), robe)


def _draw_court(picture: Picture, rank: str, suit: str) -> None:
    left, top = 62, 40
    _draw_half_court(picture, rank, suit)
    draw_suit(picture, suit, left + 24, top + 30, 40)
    half = HEIGHT // 2
    picture[half:] = picture[:half][::-1, ::-1]
    cv2.rectangle(picture, (left - 4, top), (WIDTH - left + 3, HEIGHT - 1 - top), BLUE, 2, cv2.LINE_AA)


def _draw_pips(picture: Picture, rank: str, suit: str) -> None:
    if rank == "A":
        draw_suit(picture, suit, WIDTH / 2, HEIGHT / 2, 130)
    for x, y in PIP_PLACES.get(rank, ()):
        draw_suit(picture, suit, x * WIDTH, y * HEIGHT, 60, upside_down=y > 0.51)


@cache
def outline_mask() -> Picture:
    """Return the card's rounded outline as an alpha mask, (HEIGHT, WIDTH), 255 inside."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    radius = 3 * SCALE
    corners = [(radius, radius, 180), (WIDTH - 1 - radius, radius, 270)]
    corners += [(WIDTH - 1 - radius, HEIGHT - 1 - radius, 0), (radius, HEIGHT - 1 - radius, 90)]
    arcs = [cv2.ellipse2Poly((x, y), (radius, radius), 0, start, start + 90, 6) for x, y, start in corners]
    cv2.fillPoly(mask, [np.concatenate(arcs)], 255, cv2.LINE_AA)
    return mask


@cache
def face(code: str) -> Picture:
    """Return the face of the card *code* ("As"), (HEIGHT, WIDTH, 4) BGRA."""
    rank, suit = code[0], code[1]
    picture: Picture = np.full((HEIGHT, WIDTH, 3), WHITE, np.uint8)
    if rank in "JQK":
        _draw_court(picture, rank, suit)
    else:
        _draw_pips(picture, rank, suit)
    _draw_index(picture, rank, suit)
    corner = picture[:122, :62]
    picture[-122:, -62:] = corner[::-1, ::-1]
    return np.dstack([picture, outline_mask()])


@cache
def back() -> Picture:
    """Return the back, (HEIGHT, WIDTH, 4) BGRA: white border, dark red lattice, a medallion."""
    picture: Picture = np.full((HEIGHT, WIDTH, 3), WHITE, np.uint8)
    border = 4 * SCALE
    field = picture[border:-border, border:-border]
    y, x = np.mgrid[: field.shape[0], : field.shape[1]]
    lattice = ((x + y) % 22 < 4) | ((x - y) % 22 < 4)
    field[:] = np.where(lattice[..., None], levels(WHITE), levels((60, 24, 130)))
    _fill(picture, _circle(WIDTH / 2, HEIGHT / 2, 48, 48), (60, 24, 130))
    cv2.circle(picture, (WIDTH // 2, HEIGHT // 2), 40, WHITE, 3, cv2.LINE_AA)
    draw_suit(picture, "h", WIDTH / 2, HEIGHT / 2, 44)
    return np.dstack([picture, outline_mask()])
