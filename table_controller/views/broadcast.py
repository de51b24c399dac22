"""Builds what the broadcast overlay shows, of the one moment that is on air. Pure.

Everything that rests on hole cards is made from the cards that this view lays open, and from nothing else: equity and
outs are what any viewer could work out from the same picture.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook, Text
from table_controller.views.broadcast_models import (
    DelayView,
    EquityView,
    FiguresView,
    HistoryView,
    LowerThird,
    SeatEquity,
)
from table_controller.views.build import ask_view, clock_view, pot_of, pots_of
from table_controller.views.chances import SPLIT, Chances, Equity
from table_controller.views.delay import Moment
from table_controller.views.felt import Cards, Names, felt_view
from table_controller.views.models import FeltView, Money, OverlayView
from table_controller.views.release import Release, Seen, passed, public_cards, stage_of, visible_cards
from table_controller.views.standings import Plan
from table_controller.views.statistics import figures_view, history_view, leaders_view
from table_controller.views.ticker import Banners, banner_view, ticker_lines
from table_controller.views.wording import pot_may_be_broadcast


@dataclass(frozen=True, slots=True)
class Programme:
    """How the house wants its overlay. ``minimum``: hands before a percentage is told; ``equity``: who counts it.

    ``policy``: the release of hole cards, the card-reveal setting and the overlay's delay.
    """

    policy: Release = Release()
    names: Names = ()
    money: Money = Money("", 0)
    plan: Plan = ()
    minimum: int = 20
    banners: Banners = Banners.RULED
    lower_third: LowerThird | None = None
    equity: Equity | None = None


def overlay_view(
    moment: Moment,
    book: Rulebook,
    *,
    now: int,
    hand_ended_at: int | None,
    on: Programme,
    shown: Set[Seat] = frozenset(),
    starts: int | None = None,
) -> OverlayView:
    """The picture at night time *now*: *moment*, if the gate lets it go on air by now, or the countdown.

    ``hand_ended_at``, ``shown``: when the hand of *moment* ended and whose hands lay tabled then, as is known *now*;
    ``starts``: from when there is a picture, if not as soon as *moment*'s time has come.
    """
    if not passed(moment.at, now, on.policy):
        return _countdown(moment.at + on.policy.behind if starts is None else starts, now, on)
    night, hand, delay = moment.night, moment.night.hand, on.policy.behind
    policy = replace(on.policy, consented=on.policy.consented - moment.evening.left)
    cards = _cards(hand, moment.at, hand_ended_at, shown, now, policy)
    public = frozenset(card for held in (hand.board if hand else (), *cards.values()) for card in held if card)
    pots = pot_may_be_broadcast(book, hand.limit if hand else "")
    tells_pot = hand is not None and pots
    figures = figures_view(moment.evening, night, on.names, on.minimum)
    leaders = leaders_view(figures, night)
    equity, no_equity = _equity(hand, cards, on.equity)
    clock = clock_view(night, book)
    return OverlayView(
        at=moment.at,
        delay=DelayView(delay, None, on.policy.reveal.value, _opened(hand, cards)),
        felt=_later(felt_view(night, cards, moment.ask, on.names, on.money, on.plan), delay),
        pot=pot_of(hand) if tells_pot else None,
        pots=pots_of(hand) if tells_pot else (),
        ask=ask_view(moment.ask, night, book),
        clock=None if clock is None else replace(clock, ends=clock.ends + delay),
        equity=equity,
        no_equity=no_equity,
        figures=figures,
        leaders=leaders,
        history=history_view(moment.evening, night, on.names),
        ticker=ticker_lines(moment.evening, night, leaders, on.names, on.money, pots=pots),
        lower_third=on.lower_third,
        banner=banner_view(night.incidents, on.banners, public),
    )


def countdown_view(now: int, starts: int, on: Programme) -> OverlayView:
    """The picture while nothing may be on air: it tells when something will be, and nothing of the table."""
    return _countdown(starts, now, on)


def _countdown(starts: int, now: int, on: Programme) -> OverlayView:
    nothing = Night()
    return OverlayView(
        at=now,
        delay=DelayView(on.policy.behind, starts, on.policy.reveal.value, False),
        felt=_empty(nothing, on.money),
        pot=None,
        pots=(),
        ask=None,
        clock=None,
        equity=None,
        no_equity=None,
        figures=FiguresView((), on.minimum),
        leaders=(),
        history=HistoryView((), ()),
        ticker=(),
        lower_third=on.lower_third,
        banner=None,
    )


def _empty(nothing: Night, money: Money) -> FeltView:
    return felt_view(nothing, {}, None, (), money, ())


def _later(felt: FeltView, delay: int) -> FeltView:
    """The felt with the next level's beginning on the clock of who sees it later."""
    level = felt.next_level
    return felt if level is None else replace(felt, next_level=replace(level, starts=level.starts + delay))


def _cards(hand: Hand | None, at: int, hand_ended_at: int | None, shown: Set[Seat], now: int, policy: Release) -> Cards:
    if hand is None:
        return {}
    seen = Seen(at, stage_of(hand), shown)
    return {
        player.seat: visible_cards(player, hand_ended_at=hand_ended_at, now=now, policy=policy, seen=seen)
        for player in hand.players
    }


def _opened(hand: Hand | None, cards: Cards) -> bool:
    """Whether a card lies open that the table could not see at that moment."""
    players = hand.players if hand else ()
    return any(
        seen is not None and known is None
        for player in players
        for seen, known in zip(cards[player.seat], public_cards(player), strict=True)
    )


_OTHER_GAME = Text("Für dieses Spiel werden keine Chancen berechnet", "No odds are worked out for this game")
_TWO_BOARDS = Text("Keine Chancen bei zwei Boards", "No odds with two boards")
_HALF_DEALT = Text("Chancen, sobald alle Karten der Runde liegen", "Odds as soon as the street's cards all lie")


def _equity(hand: Hand | None, cards: Cards, count: Equity | None) -> tuple[EquityView | None, Text | None]:
    """The chances of the live hands, if all of them lie open in this picture; or why they are not told."""
    if hand is None or hand.settled or count is None:
        return None, None
    live = [player.seat for player in hand.players if not player.folded]
    held = tuple(tuple(card for card in cards[seat] if card is not None) for seat in live)
    if len(live) < 2 or any(not known or len(known) < len(cards[seat]) for seat, known in zip(live, held, strict=True)):
        return None, None
    if hand.ending.shared is not None:
        return None, _TWO_BOARDS
    if hand.game != "texas" or any(len(known) != 2 for known in held):
        return None, _OTHER_GAME
    board = tuple(card for card in hand.board if card is not None)
    found = count(held, board) if len(board) == len(hand.board) else None
    return (None, _HALF_DEALT) if found is None else (_chances(tuple(live), found), None)


def _chances(seats: tuple[Seat, ...], found: Chances) -> EquityView:
    shares = _thousand(found.shares, found.boards * SPLIT)
    return EquityView(
        tuple(
            sorted(
                (
                    SeatEquity(
                        seat,
                        _thousandths(found.wins[place], found.boards),
                        _thousandths(found.ties[place], found.boards),
                        shares[place],
                        None if found.outs is None else found.outs[place],
                    )
                    for place, seat in enumerate(seats)
                ),
                key=lambda one: one.seat,
            )
        ),
        found.boards,
    )


def _thousandths(part: int, whole: int) -> int:
    return (2000 * part + whole) // (2 * whole)


def _thousand(parts: tuple[int, ...], whole: int) -> tuple[int, ...]:
    """*parts* of *whole* in thousandths that are 1000 in all: what is left over goes to the largest remainders."""
    cut = [1000 * part // whole for part in parts]
    order = sorted(range(len(parts)), key=lambda place: -(1000 * parts[place] % whole))
    for place in order[: 1000 - sum(cut)]:
        cut[place] += 1
    return tuple(cut)
