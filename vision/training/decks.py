"""Decks to train on: card art of registry packages, the house deck, and decks drawn at random."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Picture
from vision.names import CARDS
from vision.scene import deck as house

WIDTH, HEIGHT = 210, 300

FOUR_CORNERS = {"gnome-bonded", "gnome-dondorf", "kde-dondorf"}
HELD_OUT = {"gnome-anglo_poker", "gnome-plastic"}
"""Decks kept from training, for the rendered measurement."""
SYSTEM_PYTHON = "/usr/bin/python3"
NPM_DECK = "@heruka_urgyen/react-playing-cards@0.5.0"


@dataclass(frozen=True, slots=True)
class Deck:
    """Faces (52, HEIGHT, WIDTH, 4) BGRA in the order of CARDS; *index* is the part of a card an index takes, (w, h)."""

    name: str
    faces: Picture
    four_corners: bool
    index: tuple[float, float]


def fetch(folder: Path) -> None:
    """Render the art of installed packages (see system-packages.sh) and of an npm package into *folder*/art."""
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
    subprocess.run([SYSTEM_PYTHON, str(script), str(npm), str(themes), str(folder / "art")], check=True)


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
    decks = [house_deck()]
    for path in sorted(folder.iterdir()):
        if all((path / f"{code}.png").exists() for code in CARDS):
            faces = [cv2.imread(str(path / f"{code}.png"), cv2.IMREAD_UNCHANGED) for code in CARDS]
            stack = np.stack([_on_card_stock(_fitted(np.asarray(face, np.uint8))) for face in faces])
            big = path.name.endswith("-bf")
            index = (0.27, 0.4) if big else (0.17, 0.25)
            decks.append(Deck(path.name, stack, path.name in FOUR_CORNERS, index))
    return decks


def load_backs(folder: Path) -> list[Picture]:
    """Return the backs that come with the decks, and the house back."""
    backs = [_fitted(house.back())]
    for path in sorted(folder.glob("*/back.png")):
        backs.append(_on_card_stock(_fitted(np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.uint8))))
    return backs


def house_deck() -> Deck:
    """Return the deck the simulated table uses."""
    return Deck("house", np.stack([_fitted(house.face(code)) for code in CARDS]), False, (0.21, 0.28))
