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

    __hash__ = object.__hash__  # what Enum does is Python code, and tables are read by it at every event


class ActionKind(Enum):
    """What an event counts as by the rulebook."""

    POST, FOLD, CHECK, CALL, BET, RAISE, ALL_IN = "post", "fold", "check", "call", "bet", "raise", "all_in"

    __hash__ = object.__hash__


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
    raises: int = 0
    """Raises on this street; an opening bet is none (004 A5-b)."""

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
    max_raise_to: Chips | None = None
    """The most the limit and the stack allow; None where it may not raise."""
    open: Seat | None = None
    """Whose words or chips the floor has to rule on first: the answer may be another then."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a hand remembers beside its players."""

    in_order: bool = False
    """Somebody had the order of showing enforced (TDA 17-A)."""
    to_show: tuple[Seat, ...] = ()
    """Seats whose hand was asked for by somebody with the right to see it (TDA 18-B)."""
    merged: tuple[Seat, ...] = ()
    """Seats that mixed the pot with their stack (000 RA16-b)."""
    pushed_at: int | None = None
    """When the last pot was pushed (ns)."""
    owed: tuple[tuple[Seat, Chips], ...] = ()
    """Chips of a pot that went wrong, and who has to get them by the tabled hands."""
    marked: tuple[Seat, ...] = ()
    """All-in seats before which the dealer laid an all-in button (TDA RP-1)."""
    lying: tuple[Seat, ...] = ()
    """Seats that had folded when this street began and whose cards had not been seen to leave."""
    shared: int | None = None
    """Run twice: how many board cards both boards share; None where the board is dealt once."""
    second: tuple[Card | None, ...] = ()
    """The second board's own cards."""


NOTHING_YET = Ending()
"""What every hand begins with."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a seat to act: since when it is its turn, and until when (ns of night time; 0: nobody timed it).

    It concerns the turn in which *seat* acts as the hand's action number *action* and has declared *word* so far; on
    any other turn it is over.
    """

    seat: Seat
    action: int
    since: int
    ends: int = 0
    now: int = 0
    """When time was last seen to pass."""
    word: str | None = None
    stalled: bool = False
    """Has been said to take too long, once."""


@dataclass(frozen=True, slots=True)
class Pack:
    """What the night knows of its pack of cards, and of how it was prepared for the deal to come."""

    counted: bool | None = None
    """Whether it was right when it was last looked through; None: nobody has (000 OPENING-a)."""
    told: frozenset[str] = frozenset()
    """What this table's sources tell at all: ``shuffle``, ``cut``, ``cut_card``; what nobody tells, nobody can miss.
    ``opening``: the pack was shuffled for the first draw before players' eyes."""
    ready: frozenset[str] = frozenset()
    """Which of it was told for the deal to come."""


@dataclass(frozen=True, slots=True)
class Away:
    """A seat whose player is not at the table, since when (ns), and whether it was said that this takes too long."""

    seat: Seat
    since: int
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A general break: which (``break``, ``dinner``), since when (ns; 0: it begins after the running hand)."""

    kind: str
    since: int = 0
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What a hand is played by, settled with its start: who holds the blinds, and what the limit allows.

    ``small``: the small blind's place, which may be an empty seat (TDA 32); None where only a big blind is due.
    ``cap``: raises a seat may make in a round, ``together`` all of them; ``reopens``: how much of a full raise, in
    percent, a seat that has acted must owe to raise again (TDA 47). ``exact``: heads-up a short blind is matched
    exactly and the hand run out (001 §4.3.1). ``leads``: opens the rounds after the flop, where the house says who.
    """

    small: Seat | None = None
    big: Seat | None = None
    cap: int | None = None
    together: bool = False
    reopens: int = 100
    exact: bool = False
    leads: Seat | None = None
    extra: tuple[tuple[Seat, Post], ...] = ()
    """Posts beside the blinds that lay there when the hand started."""
    new: tuple[Seat, ...] = ()
    """Seats that did not play the hand before, where there was one: who comes in may post of its own."""
    shuffled_at: int | None = None
    """The first shuffle for this hand, if it was told."""
    due_button: Seat | None = None
    """Where the button belongs, if that is known."""
    due_small: Seat | None = None
    due_big: Seat | None = None
    """Where the blinds belong with it; None where nobody can tell, or where no small blind is due."""


NO_TERMS = Terms()
"""No limit, and nobody knows who holds the blinds."""


@dataclass(frozen=True, slots=True)
class Count:
    """A pot announced to a seat that may bet it: what was *said*, what was *true*, and from there (TDA 52-B).

    ``seat``: who was to act; ``bet_to``: the bet it faced; ``most``: what the true pot let it raise to.
    """

    said: Chips
    true: Chips
    seat: Seat | None
    bet_to: Chips
    most: Chips


@dataclass(frozen=True, slots=True)
class Level:
    """A blind level as it was started."""

    number: int
    at: int
    small_blind: Chips
    big_blind: Chips
    ante: Chips


@dataclass(frozen=True, slots=True)
class Seating:
    """What the night knows of its seats, of the draw for the button, and of the blind levels."""

    draws: tuple[tuple[Seat, Card], ...] = ()
    """Cards drawn since the last hand, in order (K07)."""
    draw_called: bool = False
    """Somebody said that the button is drawn now."""
    newcomers: tuple[Seat, ...] = ()
    """Seats taken since the last hand, at a table that has played."""
    assigned: tuple[Seat, ...] = ()
    """Seats that seat cards assigned and nobody has taken yet (001 §3.1)."""
    levels: tuple[Level, ...] = ()
    """The level that runs, and the one before it."""
    shuffled_at: int | None = None
    """The first shuffle since the last hand."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a betting round remembers of how seats acted, beside its bets."""

    asked: Seat | None = None
    """The seat to act: its chips lie there as ``excess``, and what they mean has to be asked."""
    covered: tuple[Seat, ...] = ()
    """Seats whose cards are hidden under hands or chips (000 BG:COVERING)."""
    pulled: tuple[Seat, ...] = ()
    """Seats that pulled earlier chips back facing a raise: bound to call at least (TDA 46-B)."""
    left: tuple[Seat, ...] = ()
    """Seats whose ``excess`` stays before them towards a later stake of this round (000 BG:EINSATZ-c)."""
    shown: tuple[Seat, Chips] | None = None
    """A bet that was too small and is not completed yet: whose, and what lies there. Who matches that has called."""
    said_at: int = 0
    """When words without an amount were said that still wait for their chips."""
    adding: bool = False
    """The last action was announced without an amount, and the house lets more chips come in any way (K33)."""
    behind: bool = False
    """The action in hand goes on behind a seat that was passed over (TDA 53-B)."""
    short: tuple[Seat, ...] = ()
    """Seats whose call is too small and the floor's: no more counts than lies there until it is ruled a full call."""
    told: tuple[Chips, Chips] | None = None
    """The true bet and what it was announced as to the seat that faces it (TDA 49)."""


CALM = Conduct()
"""What every betting round begins with."""


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
    unassessed: frozenset[str] = frozenset()
    """Codes that could not be assessed in this hand, for want of evidence."""
    doubts: tuple[tuple[str, float], ...] = ()
    """How sure the least sure sighting is of ``deal``, ``board``, ``burns``, ``show`` and the ``bets`` of this street,
    where it is not quite sure."""
    posts: tuple[tuple[Seat, Post], ...] = ()
    """Blinds still owed."""
    opener: Seat | None = None
    """The last blind; the seat after it opens the first round."""
    dealt: int = 0
    """Hole cards delivered in their turn so far; a surplus card takes nobody's turn."""
    deal_from: int = 0
    """Who of the players gets the first card (K21)."""
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
    chips_seen: bool = False
    """Chips of a bet were seen in this hand: then what was announced and never came was not staked."""
    settled: bool = False
    """The hand has ended and its stacks are the night's."""
    clock: Clock | None = None
    """The last clock of this hand; whether it still runs: ``running``."""
    off_table: tuple[tuple[Seat, int], ...] = ()
    """Seats whose cards are off the table, since when; 0: that was said already."""
    count_told: int = -1
    """How many board cards lay there when the number of players was announced last (000 RA8-b)."""
    in_time: "Hand | None" = None
    """The hand before a clock ran out, as long as nothing was played since: what is dismissed or late is judged from
    there."""
    away: tuple[Seat, ...] = ()
    """Seats whose cards were seen to leave: pushed forward or mucked."""
    ending: Ending = NOTHING_YET
    conduct: Conduct = CALM
    terms: Terms = NO_TERMS
    unpaid: Chips = Chips(0)
    """What the blinds lack of their full amounts: nobody holds one, or it was short (TDA 54-B)."""
    count: Count | None = None
    """The last pot announced wrongly on this street."""

    @property
    def running(self) -> Clock | None:
        """The clock of the seat to act, timed or not; None if the last one concerned another turn."""
        clock = self.clock
        if clock is None or clock.seat != self.to_act or clock.action != self.actions:
            return None
        word = next((player.declared for player in self.players if player.seat == clock.seat), None)
        return clock if word == clock.word else None


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
    played_on: frozenset[int] = frozenset()
    """Incidents that halted the hand, or whose remedy was being carried out, when play went on regardless."""
    carried: Chips = Chips(0)
    """An odd chip for the next pot."""
    dropped: Chips = Chips(0)
    """What left the table in all: drop, and pots nobody was seen to take."""
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
