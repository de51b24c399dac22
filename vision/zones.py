"""A camera's view of the zones: millimetres on the felt to pixels and back, and a mask of each zone."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.records import Camera, Layout, Point, Zone, ZoneKind
from vision.arrays import Field, floats
from vision.lens import bend, straighten

QUARTER = 4
SIDE = 8
"""Points along each side of a polygon that a lens bends."""
AROUND = 0.62
"""Half the diagonal of a card, in parts of its length: so much of a card in a zone may lie beside it."""
BEYOND = 0.02
"""By which share of the picture a zone may reach beyond each edge of it and still be in view."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the frame."""
CARD_KINDS = frozenset({ZoneKind.BOARD, ZoneKind.BURN, ZoneKind.MUCK, ZoneKind.STUB, ZoneKind.CARDS})
"""Zones that hold cards; the others hold chips."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """One zone in one camera: *box* (left, top, right, bottom) around it with a margin; *mask* of the quarter frame."""

    zone: Zone
    box: Box
    small: tuple[slice, slice]
    mask: NDArray[np.bool_]
    in_view: bool


class View:
    """One calibrated camera over one table."""

    def __init__(self, layout: Layout, camera: Camera) -> None:
        self.camera, self.layout = camera, layout
        self._to_pixels = np.array(camera.homography, np.float64).reshape(3, 3)
        self._to_felt = np.linalg.inv(self._to_pixels)
        corners = [(0, 0), (layout.width, 0), (layout.width, layout.height), (0, layout.height)]
        self.felt = self._quarter_mask(self.outline(corners))
        self.card_long = self._length(layout.card_length)
        self.chip_radius = self._length(layout.chip_diameter) / 2
        self.zones = tuple(self._zone_view(zone) for zone in layout.zones)

    def pixels(self, points: object) -> Field:
        """Return *points* (n, 2), millimetres, in pixels."""
        flat = np.asarray(points, np.float32).reshape(-1, 1, 2)
        straight = floats(cv2.perspectiveTransform(flat, self._to_pixels)).reshape(-1, 2)
        return straight if self.camera.lens is None else bend(straight, self.camera.lens)

    def millimetres(self, points: object) -> Field:
        """Return *points* (n, 2), pixels, in millimetres on the felt."""
        seen = points if self.camera.lens is None else straighten(points, self.camera.lens)
        flat = np.asarray(seen, np.float32).reshape(-1, 1, 2)
        return floats(cv2.perspectiveTransform(flat, self._to_felt)).reshape(-1, 2)

    def outline(self, corners: object) -> Field:
        """Return the polygon *corners* (n, 2), millimetres, in pixels; a lens makes its sides curves of many points."""
        ends = floats(corners).reshape(-1, 2)
        if self.camera.lens is None:
            return self.pixels(ends)
        steps = np.linspace(0, 1, SIDE, endpoint=False)[None, :, None]
        sides = ends[:, None] * (1 - steps) + np.roll(ends, -1, 0)[:, None] * steps
        return self.pixels(sides.reshape(-1, 2))

    def _length(self, millimetres: float) -> float:
        middle = Point(self.layout.width / 2, self.layout.height / 2)
        ends = self.pixels([middle, (middle.x + millimetres, middle.y), (middle.x, middle.y + millimetres)])
        return float(np.linalg.norm(ends[1:] - ends[0], axis=1).mean())

    def _quarter_size(self) -> tuple[int, int]:
        return self.camera.height // QUARTER, self.camera.width // QUARTER

    def _quarter_mask(self, outline: Field) -> NDArray[np.bool_]:
        mask = np.zeros(self._quarter_size(), np.uint8)
        cv2.fillPoly(mask, [np.round(outline / QUARTER).astype(np.int32)], 1)
        return mask > 0

    def _zone_view(self, zone: Zone) -> ZoneView:
        outline = self.outline(zone.corners)
        size = np.array([self.camera.width, self.camera.height])
        in_view = bool((outline > -BEYOND * size).all() and (outline < (1 + BEYOND) * size).all())
        margin = AROUND * self.card_long if zone.kind in CARD_KINDS else 1.5 * self.chip_radius
        left, top = np.clip(np.floor(outline.min(0) - margin), 0, size - 1).astype(int)
        right, bottom = np.clip(np.ceil(outline.max(0) + margin), 1, size).astype(int)
        mask = self._quarter_mask(outline)
        # Motion right beside a zone is a card or a hand on its way in.
        mask = cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        small = (slice(top // QUARTER, bottom // QUARTER), slice(left // QUARTER, right // QUARTER))
        return ZoneView(zone, (int(left), int(top), int(right), int(bottom)), small, mask[small], in_view)


def watched(view: View) -> tuple[ZoneView, ...]:
    """The zones that this camera answers for: of several that have a zone in view the one that sees it largest.

    Two that tell of one zone would contradict each other where glare hides a card from one of them. For what no camera
    has in view the first one answers.
    """
    layout = view.layout
    views = [view if camera.name == view.camera.name else View(layout, camera) for camera in layout.cameras]
    best = (max(views, key=lambda one: _seen_how_well(one.zones[number])) for number in range(len(view.zones)))
    return tuple(zone for zone, its in zip(view.zones, best, strict=True) if its is view)


def _seen_how_well(zone: ZoneView) -> tuple[bool, int]:
    return zone.in_view, int(np.count_nonzero(zone.mask)) if zone.in_view else 0


def rectangle(centre: Point, width: float, height: float, angle: float) -> Field:
    """Return the corners of a turned rectangle on the felt, (4, 2), upper left first, clockwise."""
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return np.asarray(half @ rotation + centre, np.float32)


def apart(a: Point, b: Point) -> float:
    """How far apart two places are, in millimetres along the felt's sides: the larger of both."""
    return max(abs(a.x - b.x), abs(a.y - b.y))
