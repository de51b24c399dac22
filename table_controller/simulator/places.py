"""Where on the felt a card, a chip or an arm goes: spots within a zone, and the way of an arm over it."""

from functools import cache
from math import hypot
from random import Random

from table_controller.records import Layout, Point, Seat, Zone, ZoneKind
from table_controller.records.scene import SceneHand
from table_controller.simulator.felt import built_in_layout

PITCH = 45.0
"""Millimetres between the middles of two loose chips; with their wobble they stay 4 mm apart."""

ARM = 60.0
"""Half an arm's width in millimetres, its thumb included."""

_CARD_STEP = {ZoneKind.BOARD: (100.0, 0.0, 5), ZoneKind.BURN: (82.0, 0.0, 3)}
"""Step along x and y between the cards of a zone, and how many have a spot of their own."""

_TURN = {1: 0.0, 2: 90.0, 3: 180.0, 4: 180.0, 5: 270.0, 6: 0.0}
"""How a card lies that faces a seat's player, in degrees."""


@cache
def zone(name: str) -> Zone:
    """The built-in table's zone called *name*."""
    return built_in_layout().zone(name)


@cache
def box(name: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a zone, in millimetres."""
    xs, ys = zip(*zone(name).corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(name: str) -> Point:
    """The middle of a zone."""
    left, top, right, bottom = box(name)
    return Point((left + right) / 2, (top + bottom) / 2)


def cards_of(seat: Seat) -> str:
    """The name of the zone where *seat*'s cards lie."""
    return f"seat {seat} cards"


def bet_of(seat: Seat) -> str:
    """The name of the zone where *seat* bets."""
    return f"seat {seat} bet"


def stack_of(seat: Seat) -> str:
    """The name of the zone where *seat* keeps its chips."""
    return f"seat {seat} stack"


def card_spot(name: str, index: int, random: Random) -> tuple[Point, float]:
    """Centre and angle of the card number *index* (from 0) of a zone, with ±4 mm and ±4° of carelessness."""
    x, y = _card_middle(zone(name), index)
    wobble = [random.uniform(-4, 4) for _ in range(3)]
    turn = _TURN.get(zone(name).seat or 0, 0.0)
    return Point(round(x + wobble[0], 1), round(y + wobble[1], 1)), round((turn + wobble[2]) % 360, 1)


def _card_middle(where: Zone, index: int) -> Point:
    x, y = middle(where.name)
    if where.kind is ZoneKind.MUCK:
        row, column = divmod(index % 12, 3)
        return Point(x + (column - 1) * 88, y + (row - 1.5) * 96)
    if where.kind is ZoneKind.CARDS:
        across = (index % 3 - 1) * 71.0
        return Point(x, y + across) if _TURN[where.seat or 1] in (90.0, 270.0) else Point(x + across, y)
    step_x, step_y, spots = _CARD_STEP.get(where.kind, (30.0, 0.0, 3))
    place = index % spots - (spots - 1) / 2
    return Point(x + place * step_x, y + place * step_y + 18 * (index // spots))


@cache
def chip_spots(name: str) -> tuple[Point, ...]:
    """The spots for loose chips in a zone, those first that leave the most room between few chips."""
    left, top, right, bottom = box(name)
    diameter = built_in_layout().chip_diameter
    columns, rows = (int((length - diameter) // PITCH) + 1 for length in (right - left, bottom - top))
    x0, y0 = (left + right - (columns - 1) * PITCH) / 2, (top + bottom - (rows - 1) * PITCH) / 2
    grid = [(column, row) for row in range(rows) for column in range(columns)]
    at = {(column, row): Point(x0 + column * PITCH, y0 + row * PITCH) for column, row in grid}
    centre = middle(name)
    order = sorted(grid, key=lambda g: (sum(g) % 2, hypot(at[g].x - centre.x, at[g].y - centre.y), g))
    return tuple(at[g] for g in order)


@cache
def arm_over(name: str) -> SceneHand:
    """The arm that reaches into a zone: a player's from the seat's own rail, else the dealer's.

    Of the ways there it takes the one over the fewest other zones, then the shortest.
    """
    tip = middle(name)
    ways = [SceneHand(elbow, _past(elbow, tip)) for elbow in _elbows(built_in_layout(), zone(name))]
    return min(ways, key=lambda way: (len(zones_under(way)), hypot(way.elbow.x - tip.x, way.elbow.y - tip.y)))


def _past(elbow: Point, tip: Point) -> Point:
    """The finger tips reach a little further than what they hold."""
    length = hypot(tip.x - elbow.x, tip.y - elbow.y)
    return Point(round(tip.x + (tip.x - elbow.x) / length * 30), round(tip.y + (tip.y - elbow.y) / length * 30))


def _elbows(layout: Layout, where: Zone) -> tuple[Point, ...]:
    tip, steps = middle(where.name), range(-280, 281, 20)
    if where.seat in (2, 5):
        edge = 0.0 if where.seat == 2 else layout.width
        return tuple(Point(edge, tip.y + step) for step in steps)
    edge = 0.0 if where.seat in (3, 4) else layout.height
    return tuple(Point(tip.x + step, edge) for step in steps if 0 <= tip.x + step <= layout.width)


@cache
def zones_under(arm: SceneHand) -> frozenset[str]:
    """The names of the zones that *arm* hides a part of."""
    return frozenset(each.name for each in built_in_layout().zones if _hides(arm, each))


def _hides(arm: SceneHand, where: Zone) -> bool:
    left, top, right, bottom = box(where.name)
    span = hypot(arm.tip.x - arm.elbow.x, arm.tip.y - arm.elbow.y)
    parts = max(1, int(span // 10))
    for part in range(parts + 1):
        x = arm.elbow.x + (arm.tip.x - arm.elbow.x) * part / parts
        y = arm.elbow.y + (arm.tip.y - arm.elbow.y) * part / parts
        if hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom)) < ARM:
            return True
    return False
