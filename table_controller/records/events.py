"""What happened at the table, physically or by declaration: the vocabulary of the event log.

An event says what was done, never what it counts as; that is the rulebook's answer. Field names are those of the
log (`docs/events.md`); a trailing underscore keeps Python's keywords out (``from_`` is ``from`` in the log).
"""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips, Seat


class Certainty(Enum):
    """How an event is known: a sensor saw it, it follows from others, or a person or button declared it."""

    SEEN, INFERRED, DECLARED = "seen", "inferred", "declared"


class Place(Enum):
    """Where cards can be, beside a seat (``seat 3``)."""

    STUB, BURN, BOARD, MUCK, ASIDE, OFF_TABLE = "stub", "burn", "board", "muck", "aside", "off_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """What every event carries. ``at``: ns of night time; ``because``: journal numbers of what it rests on."""

    at: int = 0
    hand: str | None = None
    source: str | None = None
    certainty: Certainty = Certainty.SEEN
    confidence: float = 1.0
    because: tuple[int, ...] = ()
    motion: int | None = None


# --- the deal -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonPlaced(Happened):
    """The dealer button came to lie at *seat*."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Happened):
    """The deck was shuffled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCut(Happened):
    """The deck was cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCounted(Happened):
    """Somebody counted the cards in *place*."""

    place: str
    count: int


@dataclass(frozen=True, slots=True)
class Post:
    """A post owed or made: its kind (``small_blind``, ``big_blind``, ``straddle``, ``dead`` …) and amount."""

    kind: str
    amount: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted(Happened):
    """The first sign of a hand: the button as observed and the stacks of the seats dealt in."""

    button: Seat
    seats: tuple[tuple[Seat, Chips], ...]
    small_blind: Chips
    big_blind: Chips
    ante: Chips = Chips(0)
    game: str = "texas"
    limit: str = "no_limit"
    level: int | None = None
    posts: tuple[tuple[Seat, Post], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardDealt(Happened):
    """One card came to lie before *seat*; ``card`` is None unless it was read."""

    seat: Seat
    card: Card | None = None
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned(Happened):
    """A card came to lie with the burns."""

    card: Card | None = None
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardCardDealt(Happened):
    """A card came to lie on the board; ``order_known`` is false when several came within one look."""

    card: Card | None = None
    face: Face = Face.UP
    order_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CardExposed(Happened):
    """A card was turned up or flashed: *by* ``dealer``, ``player`` or a seat; *to* whom, if not to all."""

    by: str
    seat: Seat | None = None
    card: Card | None = None
    intent: str | None = None
    to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved(Happened):
    """A card went from one place to another (``stub``, ``seat 3``, ``burn``, ``board``, ``muck`` …)."""

    from_: str
    to: str
    card: Card | None = None
    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsScrambled(Happened):
    """*count* cards were mixed face down in *place*."""

    place: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StubShuffled(Happened):
    """The stub was shuffled again."""

    face: Face = Face.DOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMixed(Happened):
    """A seat's cards mixed with the muck or another hand and cannot be told apart."""

    seat: Seat


# --- the betting --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Happened):
    """*seat* declared, by voice or button: fold check call bet raise all_in amount unclear conditional post_… time."""

    seat: Seat
    action: str
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsMovedIn(Happened):
    """Chips crossed from a stack in one forward movement (``motion``); ``at`` is the first touch-down.

    ``to``: ``bet``, ``pot`` (splashed) or ``short`` (did not clear the line). ``with_prior``: lies with an earlier bet.
    """

    seat: Seat
    amount: Chips
    chips: tuple[tuple[Chips, int], ...] = ()
    to: str = "bet"
    past_line: bool | None = None
    with_prior: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsTakenBack(Happened):
    """Chips went back from a bet to a stack."""

    seat: Seat
    amount: Chips
    chips: tuple[tuple[Chips, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMade(Happened):
    """Somebody made change: *out* left the bet or pot, *in* came for it, of equal value if done right."""

    by: str
    from_: str
    out: tuple[tuple[Chips, int], ...] = ()
    in_: tuple[tuple[Chips, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsCollected(Happened):
    """The dealer swept the bets into the pot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneTouched(Happened):
    """A hand was in *zone*; *by* ``dealer`` or a seat."""

    zone: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandPushed(Happened):
    """A seat pushed its cards forward, face down."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMucked(Happened):
    """A seat's cards went into the muck, *by* ``dealer`` or the seat."""

    seat: Seat
    by: str = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsCovered(Happened):
    """A seat's cards are hidden under chips or hands."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCalled(Happened):
    """Somebody called the clock on the acting seat."""

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountRequested(Happened):
    """*by* asked for a count of *of*'s chips."""

    by: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticked(Happened):
    """Time passed; ``tick`` in the log."""


# --- the end ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTabled(Happened):
    """A seat turned its cards face up on the felt."""

    seat: Seat
    cards: tuple[Card | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRequested(Happened):
    """*by* asked to see the hand of *of*."""

    by: str
    of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PotPushed(Happened):
    """Chips of the pot went to *seat*; ``pot`` is 0 for the main pot."""

    seat: Seat
    amount: Chips
    pot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PotMerged(Happened):
    """The winner mixed the pot with the stack; nothing about it can be counted any more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection(Happened):
    """Somebody objects to what happened."""

    by: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded(Happened):
    """The hand is over."""


# --- the table ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelStarted(Happened):
    """Blinds and ante from the next hand on."""

    level: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips = Chips(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(Happened):
    """A player sat down."""

    seat: Seat
    stack: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(Happened):
    """A player left for good."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAbsent(Happened):
    """A player is away from the table."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned(Happened):
    """A player is back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawCard(Happened):
    """A seat drew *card* for the button or a seat."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsBought(Happened):
    """Buy-in, rebuy or add-on."""

    seat: Seat
    amount: Chips
    kind: str = "buy_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCashedOut(Happened):
    """Chips went back to the bank."""

    seat: Seat
    amount: Chips


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(Happened):
    """The dealer or floor announced something (``time``, ``last_hands`` …)."""

    what: str
    by: str
    seat: Seat | None = None
    amount: Chips | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Happened):
    """A person notes what no sensor sees; ``note`` in the log."""

    code: str
    seat: Seat | None = None
    text: str = ""


# --- people and sensors -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade(Happened):
    """The floor ruled on *incident*: ``remedy`` names the remedy, ``none`` for a dismissed incident."""

    incident: int
    remedy: str
    by: str
    choice: str | None = None
    cards: tuple[Card, ...] = ()
    amounts: tuple[tuple[Seat, Chips], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingUndone(Happened):
    """A ruling, by its incident's number, was taken back."""

    ruling: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Happened):
    """A person corrected the record: *what* (``stack``, ``button``, ``to_act`` …), whose, to what."""

    what: str
    value: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneBlocked(Happened):
    """A zone cannot be seen; ``view_blocked`` in the log."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneRestored(Happened):
    """A zone is seen again; ``view_restored`` in the log."""

    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceGone(Happened):
    """A camera, board or reader is lost; ``source_lost`` in the log, ``source`` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceBack(Happened):
    """It is back; ``source_restored`` in the log."""


Event = (
    ButtonPlaced
    | DeckShuffled
    | DeckCut
    | CardsCounted
    | HandStarted
    | HoleCardDealt
    | CardBurned
    | BoardCardDealt
    | CardExposed
    | CardMoved
    | CardsScrambled
    | StubShuffled
    | HandMixed
    | Declared
    | ChipsMovedIn
    | ChipsTakenBack
    | ChangeMade
    | BetsCollected
    | ZoneTouched
    | HandPushed
    | HandMucked
    | CardsCovered
    | ClockCalled
    | CountRequested
    | Ticked
    | HandTabled
    | HandRequested
    | PotPushed
    | PotMerged
    | Objection
    | HandEnded
    | LevelStarted
    | SeatTaken
    | SeatLeft
    | SeatAbsent
    | SeatReturned
    | DrawCard
    | ChipsBought
    | ChipsCashedOut
    | Announced
    | Noted
    | RulingMade
    | RulingUndone
    | Corrected
    | ZoneBlocked
    | ZoneRestored
    | SourceGone
    | SourceBack
)
"""One thing that happened: a closed union."""
