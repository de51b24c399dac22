"""What the referee knows: the night, the hand in it, and its answer to one event.

``Player``, ``Hand``, ``Night`` and ``Assessment`` are not slotted: every event makes five copies with a field or two
changed, and a copied dict costs a third of a constructor with thirty arguments (`make bench`).
"""

from dataclasses import dataclass

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Certainty, Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import Incident, Irregularity, Remedy, Step
from table_controller.records.player import Action, Ask
from table_controller.records.table import Account, Away, Pack, Pause, Seating


@dataclass(frozen=True, slots=True)
class Following:
    """A remedy being followed: the incident it answers and the steps still to do."""

    incident: int
    remedy: Remedy
    left: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling that can be taken back: its incident, the night as it was before it, and how many events of
    ``Night.since`` came before it."""

    incident: int
    before: "Night"
    place: int


@dataclass(frozen=True, slots=True)
class Retaken:
    """A ruling that was taken back: on which incidents, by which remedy, the night before that, what came since."""

    incidents: frozenset[int]
    remedy: str
    before: "Night"
    amounts: tuple[tuple[Seat, Chips], ...] = ()
    since: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered:
    """What a person entered with one tap, and can take back: the night before it, its events, what came since."""

    number: int
    before: "Night"
    events: tuple[Event, ...]
    since: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """The last action: whose, when, by which words or chips, and the hand before it. Which of words and chips came
    first can show only when the other arrives (K34)."""

    seat: Seat
    at: int
    before: Hand
    action: str = ""
    """The words; empty where chips or cards made it."""
    amount: Chips = Chips(0)
    chips: tuple[tuple[Chips, int], ...] = ()
    motion: int | None = None
    """The forward movement that the chips came in."""


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
    """The rulings of this hand, oldest first; those of the last one too until somebody acts in this."""
    since: tuple[Event, ...] = ()
    """What happened since the first of them, it included: judged again when one is taken back."""
    past: tuple[Incident, ...] = ()
    """The last hand's incidents, until somebody acts in this one: their rulings can still be taken back."""
    taken_back: frozenset[int] = frozenset()
    """Incidents of this hand whose ruling was taken back: what the table does is no ruling on them any more."""
    retaken: tuple[Retaken, ...] = ()
    """Rulings taken back, until play goes on: the same one again takes them up where they stood."""
    played_on: frozenset[int] = frozenset()
    """Incidents that halted the hand, or whose remedy was being carried out, when play went on regardless."""
    carried: Chips = Chips(0)
    """An odd chip for the next pot."""
    dropped: Chips = Chips(0)
    """What left the table in all: drop, and pots nobody was seen to take."""
    till: tuple[Account, ...] = ()
    """The bank's book, by seat: all chips in play came from it, and go back to it."""
    chip: Chips = Chips(1)
    """The smallest chip in play."""
    away: tuple[Away, ...] = ()
    """Who is not at the table."""
    penalties: tuple[tuple[Seat, int], ...] = ()
    """Who sits out a penalty, and for how many hands yet (TDA 71)."""
    punished: tuple[Seat, ...] = ()
    """Who was given a penalty tonight, once for each (TDA 70)."""
    pause: Pause | None = None
    wants_break: frozenset[Seat] = frozenset()
    """Who asked for a general break (000 PAUSEN-b)."""
    open_seats: tuple[Seat, ...] = ()
    """Who busted and has not been called out as "seat open" yet (001 §3.4.1)."""
    announced: frozenset[str] = frozenset()
    """What this table's dealer or floor announces at all; what nobody ever announces, nobody can miss."""
    pack: Pack = Pack()
    seating: Seating = Seating()
    last: Hand | None = None
    """The hand before this one, while its award can still be disputed (K54)."""
    move: Move | None = None
    """The last action of this round, while nobody has acted after it."""
    entered: tuple[Entered, ...] = ()
    """The newest entries of people, oldest first: they can be taken back one by one."""
    entries: int = 0
    """How many entries there were: the number of the newest, whether it was taken back or not."""
    latest: tuple[Event, ...] = ()
    """The last card, words or chips as they were told: told once more to the same moment, they are no second ones."""


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
