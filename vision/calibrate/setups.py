"""Which camera sees which table from which height: the figures of docs/hardware.md, computed."""

from dataclasses import dataclass
from math import radians, tan

CARD = 88.0
MARGIN = 1.06
"""How much more than the felt a camera should see, each way: the rail, and room to hang it not quite in the middle."""
OVERLAP = 1.15
"""Where two cameras share a table, how much more than its half each sees."""


@dataclass(frozen=True, slots=True)
class TableSize:
    """A felt in millimetres."""

    name: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Model:
    """A kind of camera: picture in pixels, angle of view across in degrees."""

    name: str
    width: int
    height: int
    angle: float


@dataclass(frozen=True, slots=True)
class Hung:
    """One camera (or each of two, side by side) over a table: millimetres above the felt, pixels of a card's length."""

    height: float
    card: float


TABLES = (
    TableSize("heads-up", 1200, 800),
    TableSize("6-max", 1780, 1000),
    TableSize("10-max", 2440, 1120),
)
MODELS = (
    Model("1080p", 1920, 1080, 70),
    Model("1080p wide", 1920, 1080, 90),
    Model("4K", 3840, 2160, 70),
    Model("4K wide", 3840, 2160, 90),
)

LUX, REACHES = 500.0, 0.5
"""Light wanted on the felt, and the share of a lamp's light that falls on it."""

SHARED = {("10-max", "1080p"), ("10-max", "1080p wide")}
"""Where two cameras side by side are worth their price."""


def hung(table: TableSize, model: Model, cameras: int = 1) -> Hung:
    """Return the lowest height at which *model* looks straight down on all of *table*, or on its share of it."""
    across = table.width * (1 if cameras == 1 else OVERLAP / cameras) * MARGIN
    down = table.height * MARGIN
    # The picture's long side lies along the felt's; two cameras may stand upright where that brings them lower.
    lying = _fit(across, down, model)
    return lying if cameras == 1 else max(lying, _fit(down, across, model), key=lambda fit: fit.card)


def _fit(across: float, down: float, model: Model) -> Hung:
    half = tan(radians(model.angle) / 2)
    seen = max(across, down * model.width / model.height)
    return Hung(height=seen / 2 / half, card=CARD * model.width / seen)


def rows() -> tuple[tuple[str, str, str, str, str], ...]:
    """Return the rows of docs/hardware.md: table, felt, cameras, height above the felt, pixels per card."""
    told = []
    for table in TABLES:
        for model, cameras in ((model, cameras) for cameras in (1, 2) for model in MODELS):
            if cameras > 1 and (table.name, model.name) not in SHARED:
                continue
            at = hung(table, model, cameras)
            count = f"{cameras} × " if cameras > 1 else ""
            felt = f"{table.width:.0f} × {table.height:.0f}"
            told.append((table.name, felt, f"{count}{model.name}", f"{at.height / 1000:.2f}", f"{at.card:.0f}"))
    return tuple(told)


def lamp_aside(table: TableSize, camera: float, lamp: float) -> float:
    """Return how far, in mm, from the table's long middle line a *lamp* must hang to be mirrored in no card on it.

    *camera* and *lamp*: heights above the felt in mm, the camera over the middle. A ray to the edge, half the felt's
    height away, leaves it as flatly as it came.
    """
    return table.height / 2 * (1 + lamp / camera)


def lights() -> tuple[tuple[str, str, str], ...]:
    """Return the rows of docs/hardware.md on light: table, lumens of all lamps together, metres from the middle line.

    The lamps hang as high as the camera.
    """
    told = []
    for table in TABLES:
        lumens = LUX * table.width * table.height / 1e6 / REACHES
        told.append((table.name, f"{round(lumens, -2):,.0f}", f"{lamp_aside(table, 1, 1) / 1000:.2f}"))
    return tuple(told)
