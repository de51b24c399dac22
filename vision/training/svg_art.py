"""Render card art from SVG files to PNG. Run by the system's Python, which has Debian's librsvg binding (gi, cairo).

    /usr/bin/python3 vision/training/svg_art.py NPM_FOLDER EXTRA_FOLDER OUT

A deck in one file names its elements "10_spade", "club_jack" …; a deck of files names them "TS.svg", "2C.svg" ….
"""

import gzip
import sys
from pathlib import Path
from typing import Any

import cairo  # type: ignore[import-not-found, unused-ignore]
import gi
import numpy as np

gi.require_version("Rsvg", "2.0")
from gi.repository import Rsvg  # noqa: E402

HEIGHT = 420
RANKS = dict(zip("A23456789TJQK", ["1", *map(str, range(2, 11)), "jack", "queen", "king"], strict=True))
JOKERS = {"1J": "black", "2J": "red"}
SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
# fmt: off
GNOME = (
    "anglo", "anglo_bitmap", "anglo_modern", "anglo_modern_4_color", "anglo_poker", "atlasnye", "bellot", "bonded",
    "dondorf", "gnomangelo", "neoclassical", "neoclassical_4_color", "orell", "ornamental", "paris", "plastic",
    "simplistic", "tango", "tigullio",
)
"""French suits and J, Q, K indices; the others of the package have German, Swiss, Russian or Italian ones."""
KDE = (
    "dondorf", "gm-paris", "jolly-royal", "nicu-ornamental", "nicu-white", "penguins", "standard",
    "tigullio-international",
)
# fmt: on


def draw(handle: Any, element: str | None, box: list[float], width: int, height: int) -> Any:
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, width, height)
    view = Rsvg.Rectangle()
    view.x, view.y, view.width, view.height = box
    context = cairo.Context(surface)
    if element:
        handle.render_element(context, element, view)
    else:
        handle.render_document(context, view)
    return surface


def inked(surface: Any) -> tuple[int, int, int, int] | None:
    """Return the box of what is not transparent, or None."""
    data = np.ndarray((surface.get_height(), surface.get_stride() // 4, 4), np.uint8, surface.get_data())
    rows, columns = np.nonzero(data[:, : surface.get_width(), 3] > 60)
    return (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) if len(rows) else None


def nominal_width(handle: Any, element: str | None) -> float:
    """Width of the element's nominal box for a height of 400; often far bigger than the card itself."""
    if not element:
        return 290.0
    _, _, logical = handle.get_geometry_for_element(element)
    return min(400 * logical.width / max(logical.height, 1e-6), 1600.0)


def render(handle: Any, element: str | None, path: Path) -> None:
    """Draw one card: find its ink first, then draw again so that the ink fills the picture."""
    box = [0.0, 0.0, nominal_width(handle, element), 400.0]
    surface = draw(handle, element, box, int(box[2]) + 2, 402)
    ink = inked(surface)
    for _ in range(2):
        if ink is None or ink[3] - ink[1] < 8:
            return
        scale = HEIGHT / (ink[3] - ink[1])
        box = [(box[0] - ink[0]) * scale, (box[1] - ink[1]) * scale, box[2] * scale, box[3] * scale]
        width = round((ink[2] - ink[0]) * scale)
        surface = draw(handle, element, box, width, HEIGHT)
        ink = inked(surface)
    surface.write_to_png(str(path))


def load(path: Path) -> Any:
    raw = path.read_bytes()
    return Rsvg.Handle.new_from_data(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)


def deck_of_one_file(path: Path, out: Path) -> None:
    handle = load(path)
    names: dict[str, tuple[str, ...]] = {
        rank + suit: (f"#{r}_{s}", f"#{s}_{r}") for rank, r in RANKS.items() for suit, s in SUITS.items()
    }
    names["back"] = ("#back",)
    names |= {f"joker-{colour}": (f"#joker_{colour}", f"#{colour}_joker") for colour in ("black", "red")}
    for code, elements in names.items():
        for element in elements:
            if handle.has_sub(element):
                render(handle, element, out / f"{code}.png")
                break


def deck_of_files(folder: Path, out: Path) -> None:
    for path in sorted(folder.glob("*.svg")):
        if path.stem[0] in RANKS and path.stem[1].lower() in SUITS:
            render(load(path), None, out / f"{path.stem[0]}{path.stem[1].lower()}.png")
        elif path.stem in JOKERS:
            render(load(path), None, out / f"joker-{JOKERS[path.stem]}.png")


def main(npm: Path, extra: Path, out: Path) -> None:
    gnome = [Path("/usr/share/aisleriot/cards") / f"{name}.svgz" for name in GNOME]
    gnome = [path if path.exists() else extra / path.name for path in gnome]
    decks = [("gnome-" + path.stem, path) for path in gnome]
    decks += [("kde-" + name, next(Path("/usr/share/carddecks/svg-" + name).glob("*.svgz"))) for name in KDE]
    colours = npm / "node_modules/@heruka_urgyen/react-playing-cards/src/images"
    decks += [("cc0-" + name, colours / name) for name in ("2color", "2color-bf", "4color", "4color-bf")]
    for name, path in decks:
        folder = out / name
        if len(list(folder.glob("*.png"))) >= 52:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        (deck_of_files if path.is_dir() else deck_of_one_file)(path, folder)
        print(name, len(list(folder.glob("*.png"))), flush=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:4]))
