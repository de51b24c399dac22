"""Builds what the broadcast overlay shows. Pure; the only place that asks the release gate for a screen."""

from table_controller.records.night import Night
from table_controller.records.player import Ask
from table_controller.records.rulebook import Rulebook
from table_controller.views.broadcast_models import DelayView, FiguresView, HistoryView
from table_controller.views.build import ask_view, clock_view, pot_of, pots_of
from table_controller.views.felt import Names, felt_view
from table_controller.views.models import Money, OverlayView
from table_controller.views.release import Release, visible_cards
from table_controller.views.standings import Plan
from table_controller.views.wording import pot_may_be_broadcast


def overlay_view(
    night: Night,
    book: Rulebook,
    *,
    ask: Ask | None,
    names: Names,
    money: Money,
    hand_ended_at: int | None,
    now: int,
    policy: Release,
    plan: Plan = (),
) -> OverlayView:
    """The broadcast's layer: hole cards only as the release gate lets them through."""
    players = night.hand.players if night.hand else ()
    cards = {p.seat: visible_cards(p, hand_ended_at=hand_ended_at, now=now, policy=policy) for p in players}
    pot = pot_of(night.hand) if night.hand and pot_may_be_broadcast(book, night.hand.limit) else None
    return OverlayView(
        at=now,
        delay=DelayView(delay=0, starts=None, reveal="showdown", opened=False),
        felt=felt_view(night, cards, ask, names, money, plan),
        pot=pot,
        pots=() if pot is None else pots_of(night.hand),
        ask=ask_view(ask, night, book),
        clock=clock_view(night, book),
        equity=None,
        no_equity=None,
        figures=FiguresView((), 0),
        leaders=(),
        history=HistoryView((), ()),
        ticker=(),
        lower_third=None,
        banner=None,
    )
