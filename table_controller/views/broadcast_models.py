"""What the broadcast overlay shows beside the felt: frozen parts of ``models.OverlayView``.

As in ``models`` no field has a default, and money is in the table's smallest unit. All of it is told of the one
moment that the overlay shows, ``OverlayView.at``; what derives from a hole card rests on cards that the same view
shows, and on nothing else.
"""

from dataclasses import dataclass

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.rulebook import Severity, Text


@dataclass(frozen=True, slots=True)
class DelayView:
    """How far the overlay lies behind the table, and the lock sign.

    ``delay``: ns, 0 where it is live. ``starts``: night time (ns, the clock of the stream's ``at``) from which there
    is a picture; until then the felt is empty and the countdown scene counts to it. None: there is a picture.
    ``reveal``: the house's card-reveal setting, one of the six words of ``release.Reveal``.
    ``opened``: the lock sign is open: a hole card lies face up here that the table could not see at this moment, since
    its hand is over and released. False: the lock is closed, all that lies open here lay open on the felt.
    """

    delay: int
    starts: int | None
    reveal: str
    opened: bool


@dataclass(frozen=True, slots=True)
class SeatEquity:
    """What a live hand can expect, in thousandths: to ``win`` alone, to ``tie``; ``share`` of the pot, 1000 in all.

    ``outs``: the next cards after which it has the best hand alone, which it has not now; highest first. Empty on the
    river; None before the flop, where they are not told.
    """

    seat: Seat
    win: int
    tie: int
    share: int
    outs: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class EquityView:
    """Exact chances of every live hand, by seat in order; ``boards``: how many ways the board can still come."""

    seats: tuple[SeatEquity, ...]
    boards: int


@dataclass(frozen=True, slots=True)
class SeatFigures:
    """A player's evening, in whole percent; None as long as there are too few hands (``FiguresView.minimum``).

    ``vpip``: of the hands dealt in, those with chips put in of one's own will before the flop. ``pfr``: of the same,
    those raised before the flop. ``agr``: of bets, raises, calls and folds, the bets and raises. ``wtsd``: of the hands
    that saw a flop, those that went to showdown. ``win``: stack (and what was cashed out) less everything bought;
    below 0: lost.
    """

    seat: Seat
    name: str | None
    hands: int
    vpip: int | None
    pfr: int | None
    agr: int | None
    wtsd: int | None
    win: int


@dataclass(frozen=True, slots=True)
class FiguresView:
    """The statistics of every seat in order; a percentage needs ``minimum`` hands (``wtsd``: flops, ``agr``: acts)."""

    seats: tuple[SeatFigures, ...]
    minimum: int


@dataclass(frozen=True, slots=True)
class LeaderView:
    """One line of the leaderboard, best ``win`` first; equal wins share a ``rank``."""

    rank: int
    seat: Seat
    name: str | None
    stack: Chips
    win: int


@dataclass(frozen=True, slots=True)
class StackLine:
    """One seat's stack at the end of each hand of ``HistoryView.hands``; None where nobody sat there."""

    seat: Seat
    name: str | None
    stacks: tuple[Chips | None, ...]


@dataclass(frozen=True, slots=True)
class HistoryView:
    """The stacks of the evening for a chart: numbers of its hands, oldest first, at most 120 of them, and the lines."""

    hands: tuple[int, ...]
    lines: tuple[StackLine, ...]


@dataclass(frozen=True, slots=True)
class LowerThird:
    """The strip at the bottom: the broadcast's title and a line under it, as the table file words them."""

    title: str
    line: str


@dataclass(frozen=True, slots=True)
class BannerView:
    """An incident of the shown hand, redacted; no seat: a broadcast accuses nobody.

    ``ruling``: what was ruled, in words of the catalogue; None while it is open.
    """

    number: int
    title: Text
    rule: Text
    citation: str
    severity: Severity
    state: IncidentState
    ruling: Text | None
