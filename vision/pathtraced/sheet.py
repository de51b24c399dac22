"""The shapes Blender is given: a bent card with rounded corners, a disc, a tumbler. Standard library alone."""

import math
from dataclasses import dataclass, field

from vision.pathtraced.plan import CARD_LONG, CARD_ROUND, CARD_THICK, CARD_WIDE, Bend

COLUMNS, BETWEEN, IN_CORNER = 9, 9, 5
"""Columns of a card's sheet, its rows between the rounded corners, and in each of them."""
AROUND = 40


@dataclass(slots=True)
class Mesh:
    """Points, faces of three or four points with the number of their paint, and where each lies on its picture."""

    points: list[tuple[float, float, float]] = field(default_factory=list)
    faces: list[tuple[int, ...]] = field(default_factory=list)
    paints: list[int] = field(default_factory=list)
    places: list[tuple[float, float]] = field(default_factory=list)

    def face(self, corners: list[int], paint: int, places: list[tuple[float, float]]) -> None:
        """Add a face."""
        self.faces.append(tuple(corners))
        self.paints.append(paint)
        self.places.extend(places)


def rows() -> list[tuple[float, float]]:
    """Return for each row of a card's sheet, from its foot, how far up it is and half its width."""
    straight = CARD_LONG / 2 - CARD_ROUND
    ends = [math.pi / 2 * n / IN_CORNER for n in range(IN_CORNER)]
    corner = [(straight + CARD_ROUND * math.cos(a), CARD_WIDE / 2 - CARD_ROUND * (1 - math.sin(a))) for a in ends]
    middle = [(straight * (1 - 2 * n / BETWEEN), CARD_WIDE / 2) for n in range(BETWEEN + 1)]
    upper = [*corner, *middle[: BETWEEN // 2 + 1]]
    return [(-v, wide) for v, wide in upper] + [(v, wide) for v, wide in reversed(upper)]


def card(bend: Bend) -> Mesh:
    """Return a card: paint 0 above with its picture, paint 1 below and around."""
    mesh, lines = Mesh(), rows()
    flat = [(half * (2 * c / (COLUMNS - 1) - 1), v) for v, half in lines for c in range(COLUMNS)]
    for high in (CARD_THICK, 0.0):
        mesh.points += [(u, v, bend.rise(u, v) + high) for u, v in flat]
    where = [(u / CARD_WIDE + 0.5, v / CARD_LONG + 0.5) for u, v in flat]
    for row in range(len(lines) - 1):
        for column in range(COLUMNS - 1):
            a = row * COLUMNS + column
            corners = [a, a + 1, a + COLUMNS + 1, a + COLUMNS]
            mesh.face(corners, 0, [where[n] for n in corners])
            mesh.face([n + len(flat) for n in reversed(corners)], 1, [where[n] for n in reversed(corners)])
    rim = list(range(COLUMNS))
    rim += [r * COLUMNS + COLUMNS - 1 for r in range(1, len(lines))]
    rim += [(len(lines) - 1) * COLUMNS + c for c in range(COLUMNS - 2, -1, -1)]
    rim += [r * COLUMNS for r in range(len(lines) - 2, 0, -1)]
    for a, b in zip(rim, [*rim[1:], rim[0]], strict=True):
        mesh.face([a, a + len(flat), b + len(flat), b], 1, [where[n] for n in (a, a, b, b)])
    return mesh


def disc(radius: float, high: float) -> Mesh:
    """Return a disc with a bevel: paint 0 on top, paint 1 around, its picture once around."""
    mesh, bevel = Mesh(), min(0.12 * high, 0.0006)
    levels = ((radius - bevel, high), (radius, high - bevel), (radius, bevel), (radius - bevel, 0.0))
    turns = [2 * math.pi * n / AROUND for n in range(AROUND)]
    for wide, z in levels:
        mesh.points += [(wide * math.cos(t), wide * math.sin(t), z) for t in turns]
    above = [(0.5 + 0.5 * math.cos(t), 0.5 + 0.5 * math.sin(t)) for t in turns]
    mesh.face(list(range(AROUND)), 0, above)
    for level in range(3):
        for n in range(AROUND):
            a, b = level * AROUND + n, level * AROUND + (n + 1) % AROUND
            u, w = n / AROUND, (n + 1) / AROUND
            up, down = 1 - level / 3, 1 - (level + 1) / 3
            mesh.face([a, a + AROUND, b + AROUND, b], 1, [(u, up), (u, down), (w, down), (w, up)])
    return mesh


def turned(profile: list[tuple[float, float]]) -> Mesh:
    """Return what a lathe makes of *profile*, (radius, height) from the outside's foot inwards; radius 0 closes it."""
    mesh = Mesh()
    turns = [2 * math.pi * n / AROUND for n in range(AROUND)]
    for radius, z in profile:
        mesh.points += [(radius * math.cos(t), radius * math.sin(t), z) for t in turns]
    for level in range(len(profile) - 1):
        for n in range(AROUND):
            a, b = level * AROUND + n, level * AROUND + (n + 1) % AROUND
            mesh.face([a, b, b + AROUND, a + AROUND], 0, [(0.0, 0.0)] * 4)
    return mesh
