"""What vision says about one picture."""

from dataclasses import dataclass

from table_controller.records import Card, Face

Corners = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in pixels of the picture as given, corners clockwise; *card* is None where it is not surely read.

    *confidence* is that of the reading, of the face being down, or of its being a *joker*'s. *distribution* is over
    vision.names.CARDS.
    """

    quad: Corners
    card: Card | None
    face: Face
    confidence: float
    distribution: tuple[float, ...]
    joker: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """Where the diagonals would cross if it were seen from above."""
        return sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4


@dataclass(frozen=True, slots=True)
class SeenChips:
    """Chips of one colour in one place, in pixels; *count* counts what can be told apart from above."""

    centre: tuple[float, float]
    radius: float
    colour: str
    count: int
    confidence: float
    denomination: int | None = None


@dataclass(frozen=True, slots=True)
class SeenOther:
    """Anything else: "dealer_button", "joker", "cut_card" or "hand"."""

    kind: str
    quad: Corners
    confidence: float


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was seen in one picture."""

    width: int
    height: int
    cards: tuple[SeenCard, ...]
    chips: tuple[SeenChips, ...]
    other: tuple[SeenOther, ...]
    elapsed_ms: float
