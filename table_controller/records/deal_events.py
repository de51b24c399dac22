"""The deal: button, deck, hole cards, burns and board, and what becomes of the cards."""

from dataclasses import dataclass

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.happened import Happened


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
    limit: str = ""
    """Empty: the house's."""
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
    """A seat's cards were mixed, among themselves or with others, and cannot be told apart any more."""

    seat: Seat
