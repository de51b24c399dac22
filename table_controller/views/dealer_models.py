"""What only the dealer's desk shows: where each fact comes from, what can be taken back, what is filmed and kept."""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.chips import Chips, Seat
from table_controller.records.rulebook import Text


class Origin(Enum):
    """Who says so: a camera, the board, a person, or the house's rule from what was said before."""

    CAMERA, BOARD, OPERATOR, RULE = "camera", "board", "operator", "rule"


@dataclass(frozen=True, slots=True)
class OriginView:
    """A fact of the record that a person can correct: *what* (as ``corrected`` calls it), of which seat, by whom it is
    known, by which source, and how surely (0…1)."""

    what: str
    seat: Seat | None
    origin: Origin
    source: str
    confidence: float


@dataclass(frozen=True, slots=True)
class UndoView:
    """The entry that can be taken back next: its number, its events' types, whose it was, and how many there are.

    ``kind``: whether chips were bought as a buy-in, rebuy or add-on.
    """

    number: int
    events: tuple[str, ...]
    seat: Seat | None
    action: str | None
    amount: Chips | None
    steps: int
    kind: str | None = None


class Consent(Enum):
    """Whether the people at the table agreed to be filmed; there is nothing to ask where no camera films them."""

    NOT_NEEDED, ASKED, GIVEN, REFUSED = "not_needed", "asked", "given", "refused"


@dataclass(frozen=True, slots=True)
class RecordingView:
    """What is filmed and kept. ``on``: pictures of the table are being kept; ``cameras``: which film it.

    ``kept``: what is kept and for how long, a line each. ``unasked``: seats taken since everybody was asked.
    """

    on: bool
    consent: Consent
    cameras: tuple[str, ...]
    kept: tuple[Text, ...]
    unasked: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LevelView:
    """A level and its blinds."""

    level: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips


@dataclass(frozen=True, slots=True)
class ByHandView:
    """What the desk needs to enter a hand. ``alone``: no camera sees it (any more), so that the desk tells chips too;
    ``tags``: a board still reads the cards then.

    ``button``: where the house's rule has it next, None where nobody can tell. ``deal``: the seats that still get
    cards, in order, one for each card. ``pot``: what can be pushed. ``undo``: None where nothing can be taken back.
    ``level_before``: what can be begun again where the clock went on too soon; None where there was none.
    """

    alone: bool
    button: Seat | None
    deal: tuple[Seat, ...]
    undo: UndoView | None
    tags: bool = False
    level_before: LevelView | None = None


NOTHING_FILMED = RecordingView(False, Consent.NOT_NEEDED, (), (), ())
BY_HAND = ByHandView(False, None, (), None)
