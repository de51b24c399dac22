"""Moments of a broadcast, with everything that an overlay can show."""

from dataclasses import replace

from sample import BETWEEN, HAND, NIGHT, cards, sample, seat

from table_controller.records import Card, Chips, Seat
from table_controller.records.incidents import IncidentState
from table_controller.records.player import Street
from table_controller.records.rulebook import Severity, Text
from table_controller.views import OverlayView
from table_controller.views.broadcast_models import (
    BannerView,
    DelayView,
    EquityView,
    FiguresView,
    HistoryView,
    LeaderView,
    LowerThird,
    SeatEquity,
    SeatFigures,
    StackLine,
)

NAMES = ("Anna", "Bela", "Cem", "Dora", "Emil", "Fatma")
DELAY = DelayView(300_000_000_000, None, "showdown", False)
FIGURES = FiguresView(
    tuple(
        SeatFigures(Seat(n), NAMES[n - 1], 48, vpip, pfr, agr, wtsd, win)
        for n, vpip, pfr, agr, wtsd, win in (
            (1, 24, 18, 41, 27, 1350),
            (2, 31, 9, 22, 38, -350),
            (3, 19, 15, 48, None, 2250),
            (4, 44, 28, 36, 31, -4000),
        )
    ),
    20,
)
LEADERS = tuple(
    LeaderView(rank, Seat(number), NAMES[number - 1], Chips(stack), win)
    for rank, number, stack, win in (
        (1, 3, 14250, 4250),
        (2, 1, 11350, 1350),
        (3, 6, 10000, 0),
        (4, 5, 9900, -100),
        (5, 2, 9650, -350),
        (6, 4, 4850, -5150),
    )
)
HISTORY = HistoryView(
    tuple(range(1, 18)),
    tuple(
        StackLine(Seat(n), NAMES[n - 1], tuple(Chips(10000 + change * (hand**2 % 7 + hand) * 12) for hand in range(17)))
        for n, change in ((1, 6), (2, -2), (3, 20), (4, -23), (5, -1), (6, 0))
    ),
)
TICKER = (Text("Anna hat mit 142,50 € den größten Stack", "Anna has the biggest stack with €142.50"),)
THIRD = LowerThird("Freitagsrunde Zollernalb", "Hold’em 0,50 € / 1,00 € · Hand 18")
BANNER = BannerView(
    4,
    Text("Burnkarte vergessen", "Burn forgotten"),
    Text("Vor Flop, Turn und River wird eine Karte verbrannt", "A card is burned before flop, turn and river"),
    "§ 4.3.7",
    Severity.SERIOUS,
    IncidentState.OPEN,
    None,
)


def hand() -> OverlayView:
    """The turn of a hand: a side pot, somebody all-in, an incident, the ticker."""
    return replace(
        sample().overlay, delay=DELAY, figures=FIGURES, ticker=TICKER, banner=BANNER, lower_third=THIRD, leaders=LEADERS
    )


def shown() -> OverlayView:
    """Everybody all-in and tabled: chances and outs, all cards open."""
    tabled = tuple(replace(player, tabled=not player.folded, stack=Chips(0)) for player in HAND.players)
    night = replace(NIGHT, hand=replace(HAND, players=tabled, to_act=None), incidents=())
    odds = ((1, 45, 45, cards("Qs Qh")), (2, 818, 818, ()), (3, 91, 91, cards("Kc Kh")), (4, 46, 46, cards("9s 9d")))
    equity = EquityView(
        tuple(SeatEquity(Seat(n), win, 0, share, _known(outs)) for n, win, share, outs in odds), boards=40
    )
    return replace(sample(night=night, ask=None).overlay, delay=DELAY, equity=equity, ticker=TICKER)


def between() -> OverlayView:
    """Between two hands: leaderboard, stack chart, lower third."""
    view = sample(night=BETWEEN, ask=None).overlay
    return replace(view, delay=DELAY, leaders=LEADERS, history=HISTORY, lower_third=THIRD, ticker=TICKER)


def waiting() -> OverlayView:
    """The countdown before the first picture of a delayed broadcast, four and a half minutes before it."""
    view = sample(night=replace(NIGHT, stacks=(), hand=None, incidents=()), ask=None).overlay
    return replace(view, delay=replace(DELAY, starts=62_000_000_000 + 272_000_000_000), lower_third=THIRD)


def crowd(count: int = 10) -> OverlayView:
    """Before the flop, everybody in: *count* long names with a million each."""
    players = tuple(seat(n, 123456789, 23456789, 23456789, "Ah Ad") for n in range(1, count + 1))
    running = replace(HAND, players=players, street=Street.PREFLOP, board=(), bet_to=Chips(23456789), pots=())
    names = tuple(
        (Seat(n), "Maximiliane-Charlotte von Hohenzollern-Sigmaringen"[: 50 - 4 * n + 8]) for n in range(1, count + 1)
    )
    night = replace(NIGHT, hand=running, incidents=(), stacks=tuple((Seat(n), Chips(1)) for n in range(1, count + 1)))
    return replace(sample(night=night, names=names).overlay, delay=DELAY, ticker=TICKER)


def _known(found: tuple[Card | None, ...]) -> tuple[Card, ...]:
    return tuple(card for card in found if card is not None)
