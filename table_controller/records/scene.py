"""What lies on the felt, in millimetres: drawn by ``vision.scene``, moved by the simulator."""

from dataclasses import dataclass

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips
from table_controller.records.layout import Point


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card on the felt: centre, angle in degrees clockwise from upright (long side along y)."""

    card: Card
    face: Face
    centre: Point
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class SceneChips:
    """A stack of equal chips."""

    denomination: Chips
    count: int
    centre: Point


@dataclass(frozen=True, slots=True)
class SceneHand:
    """A hand and forearm over the felt: from the elbow at the rail to the finger tips."""

    elbow: Point
    tip: Point


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on and over the felt at one moment, lowest first."""

    cards: tuple[SceneCard, ...] = ()
    chips: tuple[SceneChips, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    button: Point | None = None
