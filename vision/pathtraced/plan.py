"""What stands in a scene, in metres, as it is handed to Blender: standard library alone, for two interpreters.

The table's top is z = 0; x goes right, y away from whoever looks at the cards, angles are radians anticlockwise.
"""

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

Vector = tuple[float, float, float]
Colour = tuple[float, float, float]
"""Red, green, blue in 0 … 1 as a paint is mixed (sRGB); of lamps: linear."""

CARD_WIDE, CARD_LONG, CARD_THICK, CARD_ROUND = 0.063, 0.088, 0.00032, 0.0032
"""A poker-size card and the radius of its corners."""


@dataclass(frozen=True, slots=True)
class Bend:
    """How a card is bent: by *curl* (1/m, edges up where positive) across *axis*, and one corner lifted by *ear*."""

    curl: float = 0.0
    axis: float = 0.0
    ear: float = 0.0
    corner: float = 0.0

    def rise(self, u: float, v: float) -> float:
        """Return how high the card is at (u, v), its middle being (0, 0)."""
        across = u * math.cos(self.axis) + v * math.sin(self.axis)
        beyond = u * math.cos(self.corner) + v * math.sin(self.corner) - 0.02
        return self.curl * across * across + self.ear * max(0.0, beyond) ** 2


@dataclass(frozen=True, slots=True)
class Card:
    """A card; *skin* is the picture on the side that is up, *z* the height of its middle before bending."""

    x: float
    y: float
    z: float
    turn: float
    skin: str
    bend: Bend = Bend()
    gloss: float = 0.5
    rough: float = 0.45
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Disc:
    """A chip, a button or a coaster: *top* and *side* are pictures, the side once around."""

    x: float
    y: float
    z: float
    turn: float
    radius: float
    high: float
    top: str
    side: str
    rough: float = 0.4


@dataclass(frozen=True, slots=True)
class Box:
    """A telephone, a paper, a stub: *skin* is a picture on its top, its sides have *paint*."""

    x: float
    y: float
    z: float
    turn: float
    wide: float
    deep: float
    high: float
    skin: str
    paint: Colour
    rough: float = 0.5
    round: float = 0.0


@dataclass(frozen=True, slots=True)
class Limb:
    """A hand with its arm, or a rail: balls (x, y, z, radius) that melt into one body."""

    balls: tuple[tuple[float, float, float, float], ...]
    paint: Colour
    rough: float = 0.5
    skin: bool = True


@dataclass(frozen=True, slots=True)
class Glass:
    """A tumbler with a drink."""

    x: float
    y: float
    radius: float
    high: float
    level: float
    drink: Colour


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp of *wide* × *high* metres, round or not, that shines from *at* towards *aim*."""

    at: Vector
    aim: Vector
    wide: float
    high: float
    watts: float
    light: Colour
    round: bool = False


@dataclass(frozen=True, slots=True)
class Top:
    """The table's top: *skin* covers *reach* metres each way from the middle; *nap*: how velvety, *grain*: how deep."""

    skin: str
    reach: float
    rough: float
    nap: float = 0.0
    grain: float = 0.0
    coat: float = 0.0


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(a: Vector) -> Vector:
    long = math.hypot(*a)
    return a[0] / long, a[1] / long, a[2] / long


@dataclass(frozen=True, slots=True)
class Eye:
    """The camera: focal length for a sensor 36 mm along the picture's longer side; *stop* 0 sees everything sharp."""

    at: Vector
    aim: Vector
    roll: float
    focal: float
    wide: int
    high: int
    stop: float = 0.0

    @property
    def reach(self) -> float:
        """The focal length in pixels."""
        return self.focal / 36.0 * max(self.wide, self.high)

    def axes(self) -> tuple[Vector, Vector, Vector]:
        """Return which ways the picture's right and upper side and the view itself point in the room."""
        ahead = _unit((self.aim[0] - self.at[0], self.aim[1] - self.at[1], self.aim[2] - self.at[2]))
        right = _unit(_cross(ahead, (0.0, 1.0, 0.0)))
        up = _cross(right, ahead)
        c, s = math.cos(self.roll), math.sin(self.roll)
        turned = [(c * r + s * u, c * u - s * r) for r, u in zip(right, up, strict=True)]
        (a, d), (b, e), (f, g) = turned
        return (a, b, f), (d, e, g), ahead


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole scene. *samples* is rays a pixel; *room* the light that comes from everywhere."""

    eye: Eye
    top: Top
    cards: tuple[Card, ...]
    lamps: tuple[Lamp, ...]
    room: Colour
    discs: tuple[Disc, ...] = ()
    boxes: tuple[Box, ...] = ()
    limbs: tuple[Limb, ...] = ()
    glasses: tuple[Glass, ...] = ()
    samples: int = 16
    seed: int = 0


def write(plan: Plan, path: Path) -> None:
    """Write *plan* as JSON."""
    path.write_text(json.dumps(asdict(plan)), "utf-8")


def read(path: Path) -> Plan:
    """Return the plan written to *path*."""
    told = json.loads(path.read_text("utf-8"))
    cards = tuple(Card(**{**card, "bend": Bend(**card["bend"])}) for card in told["cards"])
    lists = {
        name: tuple(kind(**one) for one in told[name])
        for name, kind in (("lamps", Lamp), ("discs", Disc), ("boxes", Box), ("limbs", Limb), ("glasses", Glass))
    }
    whole = {"eye": Eye(**told["eye"]), "top": Top(**told["top"]), "cards": cards, **lists}
    return Plan(**{**told, **whole})
