"""What a table file lays out: zones on the felt, cameras above it; both are checked for what they must be."""

from typing import cast

from table_controller.records import Camera, ChipColour, Chips, Layout, Lens, Point, Seat, Zone, ZoneKind
from table_controller.table_entry import CameraEntry, TableEntry, ZoneEntry


def layout_of(entry: TableEntry, seats: tuple[Seat, ...]) -> Layout:
    """The layout that *entry* describes, with these *seats*.

    :raises ValueError: naming the zone or camera that cannot be so, and what was expected.
    """
    return Layout(
        name=entry.name,
        width=entry.felt.width,
        height=entry.felt.height,
        seats=seats,
        zones=tuple(_zone(zone, seats) for zone in entry.zone),
        cameras=tuple(_camera(camera, (entry.felt.width, entry.felt.height)) for camera in entry.camera),
        colours=tuple(
            ChipColour(chip.name, chip.rgb, None if chip.value is None else Chips(chip.value)) for chip in entry.chip
        ),
    )


def _camera(entry: CameraEntry, felt: tuple[float, float]) -> Camera:
    from vision.calibrate.felt import FAULTS, corners_on, fault_of

    lens = None if entry.lens is None else Lens(entry.lens.focal, entry.lens.centre, entry.lens.distortion)
    corners = _straight(entry.corners, lens)
    fault = fault_of(corners, (entry.width, entry.height))
    if fault:
        raise ValueError(f"camera {entry.name!r}.corners: {FAULTS[fault]}")
    return Camera(entry.name, entry.width, entry.height, homography(corners_on(felt, entry.half), corners), lens)


def _straight(corners: list[tuple[float, float]], lens: Lens | None) -> list[tuple[float, float]]:
    """Where a straight lens would show the *corners*."""
    if lens is None:
        return corners
    from vision.lens import straighten

    return [(float(x), float(y)) for x, y in straighten(corners, lens)]


def _zone(entry: ZoneEntry, seats: tuple[Seat, ...]) -> Zone:
    kind = ZoneKind(entry.kind)
    owned = kind in (ZoneKind.CARDS, ZoneKind.BET, ZoneKind.STACK)
    if owned != (entry.seat is not None) or (owned and entry.seat not in seats):
        raise ValueError(f"zone {entry.name!r}.seat: expected {'a seat of the table' if owned else 'no seat'}")
    seat = None if entry.seat is None else Seat(entry.seat)
    zone = Zone(entry.name, kind, tuple(Point(x, y) for x, y in entry.corners), seat)
    if not zone.is_convex():
        raise ValueError(f"zone {entry.name!r}.corners: expected a convex polygon, its corners in order around an area")
    return zone


_Homography = tuple[float, float, float, float, float, float, float, float, float]


def homography(places: list[tuple[float, float]], corners: list[tuple[float, float]]) -> _Homography:
    """The felt (mm) → picture (px) homography from where four *places* on the felt lie in the picture.

    :raises ValueError: when the felt has no area.
    """
    import numpy as np

    rows, right = [], []
    for (x, y), (u, v) in zip(places, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    try:
        solution = np.linalg.solve(np.array(rows, float), np.array(right, float))
    except np.linalg.LinAlgError:
        raise ValueError("felt: expected a width and a height above 0") from None
    return cast(_Homography, (*(float(value) for value in solution), 1.0))
