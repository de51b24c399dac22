"""What the referee knows: the night, the hand in it, and its answer to one event.

``Player``, ``Hand``, ``Night`` and ``Assessment`` are not slotted: every event makes five copies with a field or two
changed, and a copied dict costs a third of a constructor with thirty arguments (`make bench`).
"""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Certainty, Event, Post
from table_controller.records.incidents import Incident, Irregularity, Remedy, Step


class Street(Enum):
    """Where a hand is: the deal, the four betting rounds, the showdown, and after it."""

    DEAL, PREFLOP, FLOP, TURN, RIVER, SHOWDOWN, OVER = "deal", "preflop", "flop", "turn", "river", "showdown", "over"


class ActionKind(Enum):
    """What an event counts as by the rulebook."""

    POST, FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "post", "fold", "check", "call", "bet", "raise", "all_in"


@dataclass(frozen=True, slots=True)
class Action:
    """An action of *seat*; ``bet_to``: its total on this street after it; ``add``: what that took from its stack."""

    seat: Seat
    kind: ActionKind
    bet_to: Chips = Chips(0)
    add: Chips = Chips(0)


@dataclass(frozen=True, slots=True)
class Early:
    """An action out of turn that waits for its turn: what it was and the bet it was made against."""

    kind: ActionKind
    bet_to: Chips
    against: Chips
    final: bool = False
    """The house holds every early action final, whatever happened since (000 BG:OOT-b)."""


@dataclass(frozen=True)
class Player:
    """A seat dealt into the hand. ``bet``: on this street; ``total``: in this hand; ``stack``: what is left behind."""

    seat: Seat
    start: Chips
    stack: Chips
    bet: Chips = Chips(0)
    total: Chips = Chips(0)
    cards: tuple[Card | None, ...] = ()
    folded: bool = False
    tabled: bool = False
    acted: bool = False
    """Has acted on this street. It may raise again only when it owes at least a full raise (TDA 47)."""
    faced: Chips = Chips(0)
    """The bet this seat had matched or faced when it last acted."""
    won: Chips = Chips(0)
    declared: str | None = None
    """A declaration that waits for its chips."""
    exposed: tuple[Card, ...] = ()
    """Hole cards that everybody has seen before the hand was tabled: public from then on."""

    owes: Chips = Chips(0)
    """Counted as bet, but its chips do not lie there yet."""
    excess: Chips = Chips(0)
    """Lies before the seat, but belongs to its stack: change due, an uncalled bet, chips of a void action."""
    early: Early | None = None
    passive: bool = False
    """May not bet or raise on this street."""
    mucked: bool = False
    passed: bool = False
    """Play went on without this seat's action on this street."""
    presumed: bool = False
    """Folded only because play went on without it; an action of its own shows that it was not."""

    @property
    def all_in(self) -> bool:
        """No chips behind, cards still live."""
        return not self.folded and self.stack == 0


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot and the seats that can win it; 0 is the main pot."""

    amount: Chips
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """What the seat to act is asked: what it owes, whether it may raise, and the least total of a raise."""

    seat: Seat
    to_call: Chips
    may_raise: bool
    min_raise_to: Chips | None


@dataclass(frozen=True)
class Hand:
    """One hand as the referee follows it; seats in clockwise order from the small blind's side of the button."""

    id: str
    button: Seat
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    game: str
    limit: str
    players: tuple[Player, ...]
    street: Street = Street.DEAL
    board: tuple[Card | None, ...] = ()
    burns: tuple[Card | None, ...] = ()
    bet_to: Chips = Chips(0)
    """The highest bet of this street."""
    raise_by: Chips = Chips(0)
    """The last full bet or raise of this street; the least increment of the next."""
    to_act: Seat | None = None
    actions: int = 0
    """Betting actions so far in the hand, posts not counted."""
    pots: tuple[Pot, ...] = ()
    view_blocked: frozenset[str] = frozenset()
    """Zones that could not be seen at some time since this street began; sources lost are named here too."""
    sure: float = 1.0
    """How sure the hand's start is: its button, seats and stacks. What rests on them is no surer."""
    posts: tuple[tuple[Seat, Post], ...] = ()
    """Blinds still owed."""
    opener: Seat | None = None
    """The last blind; the seat after it opens the first round."""
    dealt: int = 0
    """Hole cards delivered so far."""
    gap: Seat | None = None
    """A seat the deal just passed over; the next card says whether it was skipped or served out of order."""
    last_actor: Seat | None = None
    last_kind: ActionKind | None = None
    last_silent: bool = False
    """The last action of this street: whose, what, and whether chips alone made it."""
    aggressor: Seat | None = None
    aggressor_street: Street | None = None
    round_actions: int = 0
    chip_actions: int = 0
    """In-turn actions on this street, and those with chips in the hand: substantial action is judged by them."""
    seen: int = 0
    """The cards seen in this hand, a bit each; a second sighting is a fouled deck or a misread."""
    faults: tuple[tuple[str, Seat | None], ...] = ()
    """What went wrong in this deal, once each."""
    board_at: int = 0
    swept: bool = True
    """No bets lie in front of the seats."""
    carried: Chips = Chips(0)
    """In the pot from nobody dealt in: an odd chip carried over, dead posts."""
    dropped: Chips = Chips(0)
    """Taken from the pot by the house."""
    settled: bool = False
    """The hand has ended and its stacks are the night's."""


@dataclass(frozen=True, slots=True)
class Following:
    """A remedy being followed: the incident it answers and the steps still to do."""

    incident: int
    remedy: Remedy
    left: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that can be taken back: its incident, and the hand and stacks as they were before it."""

    incident: int
    hand: Hand | None
    stacks: tuple[tuple[Seat, Chips], ...]
    following: tuple[Following, ...]


@dataclass(frozen=True)
class Night:
    """What outlives a hand, and the current hand (None between hands)."""

    stacks: tuple[tuple[Seat, Chips], ...] = ()
    button: Seat | None = None
    small_blind: Chips = Chips(0)
    big_blind: Chips = Chips(0)
    ante: Chips = Chips(0)
    level: int | None = None
    hands: int = 0
    hand: Hand | None = None
    incidents: tuple[Incident, ...] = ()
    """The incidents still open or ruled in the current hand; older ones live in the journal."""
    next_incident: int = 1
    following: tuple[Following, ...] = ()
    blocked: frozenset[str] = frozenset()
    """Zones that cannot be seen now."""
    lost: frozenset[str] = frozenset()
    """Sources that are lost now."""
    rulings: tuple[Ruled, ...] = ()
    """The rulings of this hand that nothing has followed yet but other rulings, oldest first."""
    carried: Chips = Chips(0)
    """An odd chip for the next pot."""
    dropped: Chips = Chips(0)
    """What left the table in all: drop, and pots nobody was seen to take."""
    chip: Chips = Chips(1)
    """The smallest chip in play."""


@dataclass(frozen=True)
class Assessment:
    """The referee's answer to one event."""

    night: Night
    event: Event
    action: Action | None = None
    change: Chips = Chips(0)
    """What the seat gets back because it put in more than its action takes."""
    add: Chips = Chips(0)
    """What the seat still has to add."""
    irregularities: tuple[Irregularity, ...] = ()
    incidents: tuple[Incident, ...] = ()
    """The same, numbered; and incidents whose state this event changed."""
    ask: Ask | None = None
    floor_options: tuple[str, ...] = ()
    next_steps: tuple[Step, ...] = ()
    not_assessed: tuple[str, ...] = ()
    assessed: tuple[str, ...] = ()
    certainty: Certainty = Certainty.SEEN
