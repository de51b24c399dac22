"""A small rendered table that a camera watches, for tests that show it scenes."""

from dataclasses import dataclass

import numpy as np

from table_controller.records import (
    Camera,
    ChipColour,
    Chips,
    Layout,
    Point,
    Seat,
    Zone,
    ZoneKind,
)
from table_controller.records.observations import Observation
from table_controller.records.scene import Scene
from vision.live import Watcher
from vision.scene import Studio

FRAME = 100_000_000
"""Nanoseconds from frame to frame."""


def zone(name: str, kind: ZoneKind, x: float, y: float, width: float, height: float, seat: int | None = None) -> Zone:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Zone(name, kind, tuple(Point(*corner) for corner in corners), None if seat is None else Seat(seat))


def small_layout() -> Layout:
    """A felt of 1,000 × 560 mm seen by a camera with 1.07 pixels a millimetre, as the simulated table has it."""
    zones = (
        zone("board", ZoneKind.BOARD, 260, 200, 480, 150),
        zone("seat 1 cards", ZoneKind.CARDS, 60, 380, 220, 150, seat=1),
        zone("seat 1 bet", ZoneKind.BET, 320, 400, 200, 110, seat=1),
    )
    colours = (
        ChipColour("red", (190, 35, 40), Chips(50)),
        ChipColour("blue", (35, 70, 170), Chips(100)),
        ChipColour("white", (235, 232, 225), Chips(10)),
    )
    camera = Camera("overhead", 1080, 608, (1.066, 0.003, 6.0, -0.002, 1.066, 5.0, 0.0, 0.000002, 1.0))
    return Layout("small", 1000, 560, (Seat(1),), zones, (camera,), colours)


@dataclass
class Room:
    """The table, its camera and its watcher; `show` holds a scene still for some frames."""

    layout: Layout
    studio: Studio
    watcher: Watcher
    frames: int = 0

    def show(self, scene: Scene, frames: int = 5) -> list[Observation]:
        said: list[Observation] = []
        for _ in range(frames):
            said += self.look(self.studio.frame(scene, self.frames))
        return said

    def look(self, frame: np.ndarray) -> tuple[Observation, ...]:
        self.frames += 1
        return self.watcher.look(frame, self.frames * FRAME)
