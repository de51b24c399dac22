"""Decks to train on: card art of registry packages, the house deck, and decks drawn at random."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Field, Picture, floats
from vision.names import CARDS
from vision.scene import deck as house

WIDTH, HEIGHT = 294, 420

FOUR_CORNERS = {"gnome-bonded", "gnome-dondorf", "kde-dondorf"}
HELD_OUT = {"gnome-anglo_poker", "gnome-plastic"}
"""Decks kept from training, for the rendered measurement."""
SYSTEM_PYTHON = "/usr/bin/python3"
NPM_DECK = "@heruka_urgyen/react-playing-cards@0.5.0"


class Faces(Protocol):
    """The 52 faces of a deck in the order of CARDS, (HEIGHT, WIDTH, 4) BGRA; some are drawn only when asked for."""

    def __getitem__(self, kind: int, /) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck's faces, and *index*: where each corner's index is printed, see index_boxes."""

    name: str
    faces: Faces
    index: Field


def index_boxes(main: tuple[float, ...], other: tuple[float, ...] | None = None) -> Field:
    """Return (4, 4) boxes, left, top, right, bottom in card units: upper left, lower right, upper right, lower left.

    *main* is the upper left index; *other* the upper right one, measured from its own edge, where there is one.
    """
    a, b, c, d = main
    boxes = [[a, b, c, d], [1 - c, 1 - d, 1 - a, 1 - b]]
    if other is None:
        return floats([*boxes, [0] * 4, [0] * 4])
    a, b, c, d = other
    return floats([*boxes, [1 - c, b, 1 - a, d], [a, 1 - d, c, 1 - b]])


def fetch(folder: Path) -> None:
    """Render the art of installed packages (see system-packages.sh) and of an npm package into *folder*/art.

    *folder*/art is there once all of it is: whoever is stopped goes on with what was drawn.
    """
    extra = folder / "aisleriot"
    extra.mkdir(parents=True, exist_ok=True)
    if not list(extra.glob("*.deb")):
        # Only the theme is wanted, not the game and all it needs.
        subprocess.run(["apt-get", "download", "aisleriot"], check=True, cwd=extra)
    subprocess.run(["dpkg", "-x", *(path.name for path in extra.glob("*.deb")), "."], check=True, cwd=extra)
    npm = folder / "npm"
    npm.mkdir(exist_ok=True)
    arguments = ["--no-audit", "--no-fund", "--legacy-peer-deps", "--ignore-scripts", "--prefix", str(npm)]
    subprocess.run(["npm", "install", *arguments, NPM_DECK], check=True)
    script = Path(__file__).with_name("svg_art.py")
    themes = extra / "usr/share/aisleriot/cards"
    unfinished = folder / "art.part"
    subprocess.run([SYSTEM_PYTHON, str(script), str(npm), str(themes), str(unfinished)], check=True)
    unfinished.rename(folder / "art")


def _fitted(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _on_card_stock(face: Picture) -> Picture:
    """Make every face opaque inside a rounded outline, as printed cards are."""
    alpha = face[..., 3:].astype(np.float32) / 255
    face[..., :3] = (face[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    face[..., 3] = _fitted(house.outline_mask())
    return face


def load_art(folder: Path) -> list[Deck]:
    """Return every complete deck under *folder*, and the house deck."""
    whole = [path for path in sorted(folder.iterdir()) if all((path / f"{code}.png").exists() for code in CARDS)]
    return [house_deck(), *map(load_deck, whole)]


def load_deck(path: Path) -> Deck:
    """Return the deck whose faces lie in *path*."""
    faces = [cv2.imread(str(path / f"{code}.png"), cv2.IMREAD_UNCHANGED) for code in CARDS]
    stack = np.stack([_on_card_stock(_fitted(np.asarray(face, np.uint8))) for face in faces])
    return _printed(path.name, stack, path.name in FOUR_CORNERS)


def _printed(name: str, faces: Picture, four_corners: bool) -> Deck:
    """Return the deck with these faces; where its index lies is looked up on its number cards, which agree."""
    found = [_index_of(faces[kind]) for kind in range(52) if CARDS[kind][0] in "2345678"]
    box = tuple(float(x) for x in np.median([box for box in found if box is not None], 0))
    return Deck(name, faces, index_boxes(box, box if four_corners else None))


def _index_of(face: Picture) -> tuple[float, ...] | None:
    """Return the box of rank and suit in the upper left corner of a number card, in card units."""
    height, width = face.shape[:2]
    inner = face[int(0.03 * height) : int(0.97 * height), int(0.03 * width) : int(0.97 * width), :3]
    stock = np.median(inner.reshape(-1, 3), 0)
    corner = face[: int(0.46 * height), : int(0.34 * width), :3].astype(np.float32)
    ink = (np.abs(corner - stock).max(2) > 70).astype(np.uint8)
    _, _, marks, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = [
        (x / width, y / height, (x + w) / width, (y + h) / height)
        for x, y, w, h, area in marks[1:]
        if area > 0.0006 * height * width and x > 1 and y > 1 and w < 0.24 * width and h < 0.28 * height
    ]
    if not boxes:
        return None
    rank = min(boxes, key=lambda box: box[0] + box[1])
    below = [box for box in boxes if box[1] > (rank[1] + rank[3]) / 2 and _same_column(rank, box)]
    if not below:
        return None
    suit = min(below, key=lambda box: box[1])
    return min(rank[0], suit[0]), rank[1], max(rank[2], suit[2]), suit[3]


def _same_column(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.4 * min(a[2] - a[0], b[2] - b[0])


def load_jokers(folder: Path) -> list[Picture]:
    """Return the jokers that come with the decks, but for those that measure, (HEIGHT, WIDTH, 4)."""
    found = sorted(folder.glob("*/joker-*.png"))
    return [_opened(path) for path in found if path.parent.name not in HELD_OUT]


def load_backs(folder: Path) -> list[Picture]:
    """Return the backs that come with the decks, and the house back."""
    return [_fitted(house.back()), *map(_opened, sorted(folder.glob("*/back.png")))]


def _opened(path: Path) -> Picture:
    return _on_card_stock(_fitted(np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.uint8)))


def house_deck() -> Deck:
    """Return the deck the simulated table uses."""
    return _printed("house", np.stack([_fitted(house.face(code)) for code in CARDS]), False)
