"""What each audience sees: frozen view models, as JSON by ``records.wire.plain``.

No field has a default, so that every field stands in the JSON. Money is in the table's smallest unit. A card is
``None`` where it is not public to that audience or was not read: a view model cannot tell which, and must not.
"""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.player import Street
from table_controller.records.rulebook import Severity, Text
from table_controller.views.broadcast_models import (
    BannerView,
    DelayView,
    EquityView,
    FiguresView,
    HistoryView,
    LeaderView,
    LowerThird,
)
from table_controller.views.dealer_models import ByHandView, OriginView, RecordingView
from table_controller.views.standings import NextLevelView
from table_controller.views.till import TillView


class LightState(Enum):
    """How a part of the room is: works, needs a look, is gone."""

    OK, WARN, LOST = "ok", "warn", "lost"


@dataclass(frozen=True, slots=True)
class Light:
    """One health light: a camera, the board, the engine, the recorder; *text* says what is the matter."""

    name: str
    state: LightState
    text: Text


@dataclass(frozen=True, slots=True)
class Money:
    """How the smallest unit is written: ISO 4217 code (empty: plain chips) and decimals.

    ``worth``: how many of the last decimal one unit is; a record's unit may be half a chip.
    """

    currency: str
    decimals: int
    worth: int = 1


class SeatState(Enum):
    """A seat: between hands ready, in a hand live, folded, all-in, or not dealt in (out)."""

    READY, OUT, LIVE, FOLDED, ALL_IN = "ready", "out", "live", "folded", "all_in"


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. ``cards`` has as many items as it was dealt; ``declared`` is an action that waits for its chips."""

    seat: Seat
    name: str | None
    stack: Chips
    bet: Chips
    won: Chips
    state: SeatState
    acting: bool
    button: bool
    tabled: bool
    declared: str | None
    away: bool
    """The player is not at the table."""
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class FeltView:
    """What everybody at the table can see by looking. ``running``: the hand is on; its result stays until the next."""

    hand: str | None
    running: bool
    hands: int
    street: Street | None
    progress: Text | None
    """How far the running hand is, in words that are true to the cards on the board."""
    button: Seat | None
    small_blind: Chips
    big_blind: Chips
    ante: Chips
    level: int | None
    board: tuple[Card | None, ...]
    paused: bool
    """Everybody has a break: no hand begins."""
    seats: tuple[SeatView, ...]
    money: Money
    players_left: int
    average_stack: Chips | None
    next_level: NextLevelView | None


@dataclass(frozen=True, slots=True)
class AskView:
    """What the acting seat is asked; ``rule`` says in words where ``min_raise_to`` comes from, with its citation."""

    seat: Seat
    to_call: Chips
    may_raise: bool
    min_raise_to: Chips | None
    rule: Text
    citation: str
    max_raise_to: Chips | None = None
    open: Seat | None = None
    """Whose words or chips the floor has to rule on first: the amounts may change."""


@dataclass(frozen=True, slots=True)
class ClockView:
    """The clock that runs against the seat to act: when it ends (ns of night time), and which last seconds are told."""

    seat: Seat
    ends: int
    audible: int


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot and the seats that can win it."""

    amount: Chips
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class StepView:
    """One step for the dealer."""

    event: str
    text: Text
    seat: Seat | None
    amount: Chips | None
    card: str | None
    waits: Text | None
    """What has to end before it can be done, in words; None if it can be done now."""
    moves: tuple[str, str] | None
    """From where to where a card goes."""
    cards: int
    """How many faces whoever says that it is done can name: board cards, a hand tabled."""
    post: str | None
    """The words of the blind that it is about (``post_big_blind``)."""


@dataclass(frozen=True, slots=True)
class RemedyView:
    """A way out, in words, with its steps."""

    name: str
    text: Text
    steps: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class IncidentView:
    """What was seen, what the house says, what is proposed, and what became of it.

    ``citation`` is the clause's number, or ``default`` where the answer is ours and not the house's.
    """

    number: int
    hand: str | None
    code: str
    seat: Seat | None
    at: int
    severity: Severity
    title: Text
    measured: Text
    required: Text
    rule: Text
    citation: str
    confidence: float
    proposal: RemedyView | None
    options: tuple[RemedyView, ...]
    others: tuple[RemedyView, ...]
    """What makes sense beside, though the house does not name it."""
    state: IncidentState
    ruling: str | None
    by: str | None
    halts: bool
    undoable: bool
    """Whether its ruling can be taken back: within the hand."""
    until: Text | None
    """How long it can be ruled on as proposed; None once it is closed."""
    picture: bool | None
    """Whether the desk may show the still that is kept of it; None where none is."""


@dataclass(frozen=True, slots=True)
class FollowingView:
    """The remedy being followed: which incident it answers, the steps that are done and those still to do."""

    incident: int
    name: str
    text: Text
    done: tuple[StepView, ...]
    left: tuple[StepView, ...]


@dataclass(frozen=True, slots=True)
class ReportView:
    """What a person may report since no sensor sees it: the event that says so, its code, the clause's words."""

    event: str
    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class House:
    """Which rulebook the table plays by."""

    id: str
    title: str
    edition: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The screen that players may look at: no incident's detail, and no pot where the house forbids telling it."""

    house: House
    felt: FeltView
    ask: AskView | None
    pot: Chips | None
    attention: bool
    clock: ClockView | None
    recording: RecordingView
    """What films the players, and whether it is kept: they have a right to see it."""


@dataclass(frozen=True, slots=True)
class DeskView:
    """The dealer's desk; redacted like every screen: it names no card that is not public."""

    house: House
    felt: FeltView
    ask: AskView | None
    pot: Chips
    pots: tuple[PotView, ...]
    next_steps: tuple[StepView, ...]
    following: tuple[FollowingView, ...]
    incidents: tuple[IncidentView, ...]
    clock: ClockView | None
    may_time: bool
    """The house has a clock that may be called on the seat to act now."""
    unassessed: tuple[Text, ...]
    """What could not be judged in this hand, for want of evidence."""
    reports: tuple[ReportView, ...]
    """What a person may report at this table."""
    blocked: tuple[str, ...]
    lights: tuple[Light, ...]
    by_hand: ByHandView
    origins: tuple[OriginView, ...]
    """Where every fact that can be corrected comes from."""
    recording: RecordingView
    till: TillView | None


@dataclass(frozen=True, slots=True)
class OverlayView:
    """The broadcast overlay at the moment it shows, ``at`` (ns of night time), which lies ``delay`` behind the table.

    Hole cards lie in ``felt`` as the release gate lets them through. During the countdown (``delay.starts``) the felt
    has no seats and everything else is empty. ``pot`` and ``pots`` (main and side pots) are None and empty where the
    house forbids telling them. ``clock.ends`` is on the clock of the stream's ``at``: the delay is in it already.
    """

    at: int
    delay: DelayView
    felt: FeltView
    pot: Chips | None
    pots: tuple[PotView, ...]
    ask: AskView | None
    clock: ClockView | None
    equity: EquityView | None
    no_equity: Text | None
    """Why there is no equity though every live hand lies open; None where there is one, or nothing to say."""
    figures: FiguresView
    leaders: tuple[LeaderView, ...]
    history: HistoryView
    ticker: tuple[Text, ...]
    """Short lines for the ticker, most important first, in both languages; empty where there is nothing to tell."""
    lower_third: LowerThird | None
    banner: BannerView | None


@dataclass(frozen=True, slots=True)
class Views:
    """One moment for every audience; ``revision`` grows with every publication, ``at`` is night time in ns.

    ``on_air`` counts the overlay's pictures. Whoever watches the overlay is told it instead of both: it may be delayed,
    and the table's own revision and time would tell when something happens at the table now.
    """

    revision: int
    on_air: int
    at: int
    table: TableView
    desk: DeskView
    overlay: OverlayView
