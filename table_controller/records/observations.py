"""What a source states: cameras, board, simulator, the floor's desk, the clock.

Every observation is stamped ``at`` in nanoseconds of night time by its source. ``evidence`` names a piece of the
recorder's (a still, a segment), never its content.
"""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.layout import Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """What all observations share. ``confidence`` is 0…1."""

    at: int
    source: str
    confidence: float = 1.0
    evidence: str | None = None


@dataclass(frozen=True, slots=True)
class SightedCard:
    """One card in a zone; ``card`` is None when its face is down or was not read with certainty.

    ``joker``: its face is up, and surely a joker's.
    """

    card: Card | None
    face: Face
    centre: Point
    angle: float
    confidence: float
    joker: bool = False


@dataclass(frozen=True, slots=True)
class SightedChips:
    """Chips of one colour in one place; ``low``…``high`` bounds the count, ``denomination`` None if unknown."""

    denomination: Chips | None
    colour: str
    count: int
    low: int
    high: int
    centre: Point
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSighting(Observed):
    """All cards that lie in *zone*, at rest; an empty tuple says that the zone was seen empty."""

    zone: str
    cards: tuple[SightedCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSighting(Observed):
    """All chips that lie in *zone*, at rest."""

    zone: str
    chips: tuple[SightedChips, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverZone(Observed):
    """A hand came over *zone* (``present``) or left it."""

    zone: str
    present: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TagRead(Observed):
    """A card's tag appeared on an antenna's zone (``present``) or left it."""

    zone: str
    tag: str
    present: bool


class Press(Enum):
    """What a button or key on the board or a seat page says."""

    FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "fold", "check", "call", "bet", "raise", "all_in"
    POST_SMALL_BLIND, POST_BIG_BLIND, TIME = "post_small_blind", "post_big_blind", "time"
    NEW_HAND, SHUFFLE, CUT, CLOCK, HAND_OVER, FLOOR = "new_hand", "shuffle", "cut", "clock", "hand_over", "floor"
    BURN = "burn"
    """The last seven are the dealer's, who may also press the blinds for those whose turn it is to post them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPress(Observed):
    """One press; ``seat`` is None for the dealer's buttons, ``amount`` what was keyed in with it.

    ``key`` names this one press, at its device or page: a second with the same key is the same press told again.
    """

    press: Press
    seat: Seat | None = None
    amount: Chips | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLost(Observed):
    """A camera, board or reader disappeared; what it would have seen is unknown from here on."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRestored(Observed):
    """It is back; a fresh full state follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewBlocked(Observed):
    """A source cannot see *zone* (``blocked``), or sees it again."""

    zone: str
    blocked: bool
    reason: str = ""


class Verdict(Enum):
    """What the floor says to an incident."""

    ACCEPT, OTHER, DISMISS, UNDO = "accept", "other", "dismiss", "undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingEntered(Observed):
    """A person ruled on *incident*: accepted the proposal, chose another remedy, dismissed it, or undid a ruling.

    ``key`` makes a double tap harmless: a second entry with the same key is dropped.
    """

    incident: int
    verdict: Verdict
    by: str
    remedy: str | None = None
    choice: str | None = None
    amounts: tuple[tuple[Seat, Chips], ...] = ()
    cards: tuple[Card, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualEntry(Observed):
    """A person states an event that no sensor sees, or corrects the record."""

    event: Event
    by: str
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick(Observed):
    """The clock moved; the only way time reaches the core without an event."""


Observation = (
    CardSighting
    | ChipSighting
    | HandOverZone
    | TagRead
    | ButtonPress
    | SourceLost
    | SourceRestored
    | ViewBlocked
    | RulingEntered
    | ManualEntry
    | Tick
)
"""One statement of one source: a closed union."""
