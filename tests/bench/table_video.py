"""What a camera of the benchmark sees: cards laid on the felt by hands, twelve seconds over and over.

Frames are rendered once, packed as JPEG as USB cameras pack them, and handed out at a camera's pace.
"""

import time
from dataclasses import dataclass, replace

import cv2
import numpy as np

from table_controller.records import Card, Face, Layout, Point
from table_controller.records.scene import Scene, SceneCard, SceneHand
from vision.arrays import Picture
from vision.scene import Look, Studio

RATE = 30
REACHING, RESTING = 15, 30
"""Frames for which a hand lies over what it lays down, and for which what it laid lies still."""
STRANGE = 6
"""Different grains of noise of one still scene."""


@dataclass(frozen=True, slots=True)
class Step:
    """A hand over *zone*, then *cards* at rest there, beside what lies there already."""

    zone: str
    cards: tuple[SceneCard, ...]


def _row(codes: str, x: float, y: float, apart: float = 85) -> tuple[SceneCard, ...]:
    return tuple(
        SceneCard(Card.parse(code), Face.UP, Point(x + apart * n, y), 3.0 * n - 3)
        for n, code in enumerate(codes.split())
    )


STEPS = (
    Step("board", _row("As Td 5c", 720, 500)),
    Step("seat 3 cards", _row("Kd Kc", 450, 150, 45)),
    Step("board", _row("As Td 5c 9h", 720, 500)),
    Step("seat 4 cards", _row("7s 8s", 1270, 150, 45)),
    Step("board", _row("As Td 5c 9h 2d", 720, 500)),
    Step("seat 1 cards", _row("Qh Jc", 300, 850, 45)),
    Step("board", ()),
    Step("seat 3 cards", ()),
)
"""The last two take away; seats 4 and 1 are cleared with the loop's end."""
LOOP = len(STEPS) * (REACHING + RESTING)
"""Frames of the film."""


@dataclass(frozen=True, slots=True)
class Film:
    """The packed frames of one loop, and which frame is the first to show each step at rest."""

    frames: tuple[bytes, ...]
    rests: tuple[tuple[int, Step], ...]


def film(layout: Layout) -> Film:
    """Render the loop for *layout*'s first camera."""
    studio = Studio(layout.cameras[0], Look(layout.width, layout.height, layout.colours))
    frames: list[bytes] = []
    rests: list[tuple[int, Step]] = []
    lying: dict[str, tuple[SceneCard, ...]] = {}
    for step in STEPS:
        zone = next(zone for zone in layout.zones if zone.name == step.zone)
        middle = Point(
            sum(p.x for p in zone.corners) / len(zone.corners), sum(p.y for p in zone.corners) / len(zone.corners)
        )
        reach = SceneHand(Point(middle.x, -80.0 if middle.y < 400 else layout.height + 80.0), middle)
        before = Scene(tuple(card for cards in lying.values() for card in cards))
        lying[step.zone] = step.cards
        after = Scene(tuple(card for cards in lying.values() for card in cards))
        reaching = (replace(before, hands=(reach,)), replace(after, hands=(reach,)))
        frames += [_packed(studio, reaching[n > REACHING // 2], n) for n in range(REACHING)]
        rests.append((len(frames), step))
        still = [_packed(studio, after, n) for n in range(STRANGE)]
        frames += [still[n % STRANGE] for n in range(RESTING)]
    return Film(tuple(frames), tuple(rests))


def _packed(studio: Studio, scene: Scene, seed: int) -> bytes:
    return cv2.imencode(".jpg", studio.frame(scene, seed), [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def unpacked(frame: bytes) -> Picture:
    """The picture, as a camera's driver unpacks it."""
    return np.asarray(cv2.imdecode(np.frombuffer(frame, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class FilmCamera:
    """What `cv2.VideoCapture` is for a camera: it waits for the next frame, and one not waited for is gone."""

    def __init__(self, shown: Film, seconds: float) -> None:
        self._film, self._last = shown, int(seconds * RATE)
        self.given = 0
        """How many frames there have been."""
        self.began = time.monotonic()

    def isOpened(self) -> bool:
        """Always."""
        return True

    def grab(self) -> bool:
        """Wait for the newest frame, once there is one that was not waited for yet."""
        due = max(self.given, int((time.monotonic() - self.began) * RATE))
        self.given = min(due, self._last - 1) + 1
        if due >= self._last:
            return False
        time.sleep(max(0.0, self.began + due / RATE - time.monotonic()))
        return True

    def retrieve(self) -> tuple[bool, Picture]:
        """Open it."""
        return True, unpacked(self._film.frames[(self.given - 1) % LOOP])

    def get(self, what: int, /) -> float:
        """Nothing is known of it."""
        return 0.0

    def release(self) -> None:
        """Nothing to let go of."""
