"""The hand: its players, cards and chips, its terms, and how it is being played."""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Post
from table_controller.records.player import ActionKind, Player, Pot, Street


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
    push_told: bool = False
    """Somebody told of a push, to be believed or not: an end that nobody said may rest on it, as fusion has it."""
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
    partly: tuple[Seat, ...] = ()
    """Seats that have put in a part of what their words cost, and no more yet (TDA 40-A, 51-A)."""
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
    gone: tuple[Seat, ...] = ()
    """Seats that were given up in this hand: in its deal nothing is asked of them any more."""
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
