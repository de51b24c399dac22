"""What fusion remembers between two observations: everything it knows of the felt, frozen."""

from dataclasses import dataclass
from typing import Any

from table_controller.fusion.undoing import Page
from table_controller.records.cards import Card, Deck, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Event
from table_controller.records.layout import Layout, Point, Zone, ZoneKind
from table_controller.records.observations import Observation

MS = 1_000_000
SECOND = 1000 * MS
"""Nanoseconds."""

WINDOW = 120 * MS
"""How long an observation waits for earlier ones that are late, as long as none is later."""

PACE = 600 * MS
"""How long after a hand left a zone a camera finds what it did there, at most, as long as it is no slower."""

Counts = tuple[tuple[Chips, int], ...]
"""Pairs of denomination and count, largest denomination first."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An observation in the reorder window, with its journal number."""

    seq: int
    observation: Observation


@dataclass(frozen=True, slots=True)
class Held:
    """An event not yet handed out; until *until* the card at *spot* of *zone* may still be read, and those behind wait.

    ``until`` is None once nothing is missing.
    """

    event: Event
    until: int | None = None
    zone: str | None = None
    spot: Point | None = None


@dataclass(frozen=True, slots=True)
class Lying:
    """A card at rest in *zone* (of ``kind``, of ``seat``), or one that left it (``left``, in ``Felt.missing``).

    Of board and burns one that was not found again is in ``Felt.aside`` if that was told, else in ``Felt.hidden``.

    ``told``: the face last told; None until its arrival is explained. ``turned``: when it was turned up, untold yet.
    ``owner``: the seat whose hole card it is. ``doubt``: nobody saw how it came or went. ``unseen``: known by its
    ``tag`` alone. ``joker``: since when its face was seen to be a joker's.
    """

    number: int
    zone: str
    kind: ZoneKind
    seat: Seat | None
    card: Card | None
    face: Face
    centre: Point
    confidence: float
    source: str
    since: int
    because: tuple[int, ...]
    hand: str | None = None
    owner: Seat | None = None
    told: Face | None = None
    turned: int | None = None
    left: int | None = None
    doubt: bool = False
    unseen: bool = False
    tag: str | None = None
    joker: int | None = None

    @property
    def unread(self) -> bool:
        """Whether it looks like a face that nobody could read; it may be a back."""
        return self.face is Face.UP and self.card is None


@dataclass(frozen=True, slots=True)
class Mucked:
    """A hand told as mucked: the cards that ``seat`` missed, those in the muck; ``doubt``: it may be another's."""

    seat: Seat
    gone: tuple[Lying, ...]
    cards: tuple[Lying, ...]
    doubt: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """A card's tag on a seat's antenna, or (``Felt.laid``) over board, burns or muck; ``told`` once a card took it."""

    zone: str
    tag: str
    card: Card
    at: int
    seq: int
    source: str
    confidence: float = 1.0
    present: bool = True
    told: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """The chips last seen at rest in *zone*; ``unknown`` chips have a colour of no known value.

    ``bettor``: whose bet zone it is. ``won``: how much of it is no bet: it came from the pot or from an earlier hand.
    ``motion``: the movement that brought the last of it, if a hand was seen to, and ``gained`` when that was at rest.
    """

    zone: str
    bettor: Seat | None = None
    counts: Counts = ()
    unknown: int = 0
    confidence: float = 1.0
    won: Chips = Chips(0)
    motion: int | None = None
    gained: int = 0

    @property
    def worth(self) -> Chips:
        """What the chips of known value are worth together."""
        return Chips(sum(value * count for value, count in self.counts))


@dataclass(frozen=True, slots=True)
class Shift:
    """A pile changed between two rests and the change is not yet explained; ``amount`` is never negative.

    ``at``: when it was seen at rest; ``touched``: when the hand came that did it, ``by_hand`` if one was seen.
    """

    zone: str
    seat: Seat | None
    amount: Chips
    chips: Counts
    at: int
    touched: int
    because: tuple[int, ...]
    source: str
    confidence: float = 1.0
    doubt: bool = False
    by_hand: bool = False
    rest: bool = False
    """Whether chips were (rise) or stayed (fall) in the zone beside those that moved."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Who last looked at *zone*, and when."""

    zone: str
    source: str
    at: int


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand over *zone* that no change has explained; ``came`` and ``left`` are when.

    ``hides``: the zone was told as blocked because it stays there.
    """

    zone: str
    source: str
    because: tuple[int, ...]
    came: int
    left: int | None = None
    hides: bool = False


@dataclass(frozen=True)
class Felt:
    """The felt as fusion follows it. Opaque to other rooms; a value that survives ``records.wire``."""

    deck: Deck
    button_tag: str | None = None
    window: int = WINDOW
    # time
    now: int = 0
    latest: int = 0
    late: int = 0
    pace: int = PACE
    waiting: tuple[Waiting, ...] = ()
    presses: tuple[Waiting, ...] = ()
    outbox: tuple[Held, ...] = ()
    told_at: int = 0
    keys: tuple[str, ...] = ()
    # cards
    cards: tuple[Lying, ...] = ()
    missing: tuple[Lying, ...] = ()
    hidden: tuple[Lying, ...] = ()
    joker_in: str | None = None
    """The hand in which a joker was told last."""
    aside: tuple[Lying, ...] = ()
    mucked: tuple[Mucked, ...] = ()
    tags: tuple[Tag, ...] = ()
    laid: tuple[Tag, ...] = ()
    numbered: int = 0
    board: tuple[int, ...] = ()
    last_dealt: Seat | None = None
    # chips
    piles: tuple[Pile, ...] = ()
    early: tuple[Shift, ...] = ()
    rises: tuple[Shift, ...] = ()
    falls: tuple[Shift, ...] = ()
    pot_in: tuple[Shift, ...] = ()
    pot_out: tuple[Shift, ...] = ()
    carried: Chips = Chips(0)
    staked: int = 0
    motions: int = 0
    # the hand and the table
    hand: str | None = None
    hands: int = 0
    pressed: bool = False
    dealt: bool = False
    decided: bool = False
    cleared: int | None = None
    over_at: int = 0
    reopened: bool = False
    folds: tuple[Seat, ...] = ()
    button: Seat | None = None
    stacks: tuple[tuple[Seat, Chips], ...] = ()
    unsure: tuple[Seat, ...] = ()
    gone: tuple[Seat, ...] = ()
    level: int | None = None
    small_blind: Chips = Chips(0)
    big_blind: Chips = Chips(0)
    ante: Chips = Chips(0)
    pages: tuple[Page, ...] = ()
    entries: int = 0
    # sensors
    looks: tuple[Glance, ...] = ()
    over: tuple[str, ...] = ()
    touches: tuple[Touch, ...] = ()
    blocked: tuple[tuple[str, str], ...] = ()
    lost: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()


_new, _set = object.__new__, object.__setattr__


def changed(felt: Felt, **new: Any) -> Felt:
    """*felt* with the fields of *new*: what ``dataclasses.replace`` does, at a tenth of its price."""
    after = _new(Felt)
    _set(after, "__dict__", felt.__dict__ | new)
    return after


def empty_felt(layout: Layout, deck: Deck, button_tag: str | None, window: int = WINDOW) -> Felt:
    """A bare felt before the first observation; *window* is the reorder window in ns of night time."""
    return Felt(
        deck=Deck(tuple((tag.upper(), card) for tag, card in deck.tags)),
        button_tag=button_tag.upper() if button_tag else None,
        window=max(0, window),
        piles=tuple(Pile(zone.name, zone.seat if zone.kind is ZoneKind.BET else None) for zone in layout.zones),
    )


def hole_cards_lie(felt: Felt) -> bool:
    """Whether a card lies face down at a seat, or a tag is read there: whatever anybody says of the hand.

    So it is of one that left a seat in its hand and that nobody saw again: its player may hold it up, face and all.
    What leaves after the hand is gathered by the dealer.
    """
    closed = any(card.kind is ZoneKind.CARDS and Face.DOWN in (card.face, card.told) for card in felt.cards)
    return closed or any(_is_held(felt, card) for card in felt.missing) or any(tag.present for tag in felt.tags)


def _is_held(felt: Felt, card: Lying) -> bool:
    """Whether *card*, which left its place, may be in its player's hands, never shown."""
    if card.owner is None or card.told is not Face.DOWN or card.left is None:
        return False
    return felt.hand is not None or card.left <= felt.over_at


def zone_of(layout: Layout, name: str) -> Zone | None:
    """The zone called *name*, or None if the table has none."""
    return next((zone for zone in layout.zones if zone.name == name), None)


def zones_of(layout: Layout, kind: ZoneKind) -> tuple[str, ...]:
    """The names of the table's zones of *kind*."""
    return tuple(zone.name for zone in layout.zones if zone.kind is kind)


def unseen(felt: Felt, zone: str) -> bool:
    """Whether the absence of something in *zone* proves nothing now: it is hidden, or its camera is lost."""
    if any(hidden == zone for hidden, _ in felt.blocked):
        return True
    return any(look.zone == zone and look.source in felt.lost for look in felt.looks)
