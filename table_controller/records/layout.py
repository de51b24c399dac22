"""The table in millimetres: zones on the felt, cameras above it.

The origin is the felt's upper left corner as the first camera sees it, x to the right, y down.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from table_controller.records.chips import Chips, Seat


class Point(NamedTuple):
    """A place on the felt, in millimetres."""

    x: float
    y: float


class ZoneKind(Enum):
    """What a zone of the felt is for."""

    BOARD, BURN, MUCK, STUB, POT = "board", "burn", "muck", "stub", "pot"
    CARDS, BET, STACK = "cards", "bet", "stack"
    """CARDS, BET and STACK belong to a seat."""


_SLIP = 1.0
"""Square millimetres: what rounding may make of three corners on a line, and less than any zone has."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A convex polygon on the felt; ``name`` is unique (``board``, ``seat 3 bet``)."""

    name: str
    kind: ZoneKind
    corners: tuple[Point, ...]
    seat: Seat | None = None

    def holds(self, point: Point) -> bool:
        """Whether *point* lies in the zone, its edge included."""
        turns = self._turns(point)
        return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)

    def is_convex(self) -> bool:
        """Whether the corners go round an area without a dent: of other corners ``holds`` tells nothing."""
        turns = [turn for corner in self.corners for turn in self._turns(corner)]
        slip, area = sorted((-min(turns), max(turns)))
        return slip < _SLIP <= area

    def _turns(self, point: Point) -> list[float]:
        """On which side of each edge *point* lies: twice the area, in mm², of the triangle that they make."""
        return [
            (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
            for a, b in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Lens:
    """How a lens bends what a camera sees, in OpenCV's terms: pixels, and the coefficients k1, k2, p1, p2, k3."""

    focal: tuple[float, float]
    centre: tuple[float, float]
    distortion: tuple[float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Camera:
    """A calibrated camera: its picture's size in pixels and the homography felt (mm) → picture (px), row by row.

    With a ``lens`` the homography leads to where a straight lens would show the point; the lens bends it from there.
    """

    name: str
    width: int
    height: int
    homography: tuple[float, float, float, float, float, float, float, float, float]
    lens: Lens | None = None


@dataclass(frozen=True, slots=True)
class ChipColour:
    """One colour of the house's chips: a name, its RGB and its value (None: not enrolled)."""

    name: str
    rgb: tuple[int, int, int]
    value: Chips | None


@dataclass(frozen=True, slots=True)
class Layout:
    """One table: its felt, seats, zones, cameras and chips."""

    name: str
    width: float
    height: float
    seats: tuple[Seat, ...]
    zones: tuple[Zone, ...]
    cameras: tuple[Camera, ...]
    colours: tuple[ChipColour, ...]
    card_length: float = 88.0
    card_width: float = 63.0
    chip_diameter: float = 39.0

    def zone(self, name: str) -> Zone:
        """The zone called *name*; ``KeyError`` if the table has none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def zone_at(self, point: Point) -> Zone | None:
        """The first zone that holds *point*."""
        return next((zone for zone in self.zones if zone.holds(point)), None)
