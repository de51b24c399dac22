"""The felt as every audience sees it; which hole cards stand on it is the caller's decision."""

from collections.abc import Mapping

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Ask, Player
from table_controller.views.models import FeltView, Money, SeatState, SeatView
from table_controller.views.standings import Plan, average_stack, next_level, outlasted, players_left
from table_controller.views.streets import progress

Names = tuple[tuple[Seat, str], ...]
"""Display names by seat."""
Cards = Mapping[Seat, tuple[Card | None, ...]]
"""The hole cards an audience may see, by seat; None for one it may not."""


def felt_view(night: Night, cards: Cards, ask: Ask | None, names: Names, money: Money, plan: Plan = ()) -> FeltView:
    """Seats, stacks, bets, button, blinds and board, with *cards* before the seats."""
    hand, before = night.hand, outlasted(night)
    terms = night if hand is None or hand.settled else hand  # a level that began meanwhile counts from the next hand
    return FeltView(
        hand=hand.id if hand else None,
        running=hand is not None and not hand.settled,
        hands=night.hands,
        street=hand.street if hand else None,
        progress=progress(hand),
        button=hand.button if hand else night.button,
        small_blind=terms.small_blind,
        big_blind=terms.big_blind,
        ante=terms.ante,
        level=night.level if before is None else before.number,
        board=hand.board if hand else (),
        paused=night.pause is not None,
        seats=_seats(night, hand, cards, ask.seat if ask else None, dict(names)),
        money=money,
        players_left=players_left(night),
        average_stack=average_stack(night),
        next_level=next_level(night, plan),
    )


def _seats(
    night: Night, hand: Hand | None, cards: Cards, acting: Seat | None, names: Mapping[Seat, str]
) -> tuple[SeatView, ...]:
    stacks = dict(night.stacks)
    players = {player.seat: player for player in hand.players} if hand else {}
    if hand and not hand.settled:  # afterwards the night's stacks are newer: they know the rebuys
        stacks |= {player.seat: player.stack for player in hand.players}
    away = {one.seat for one in night.away}
    button = hand.button if hand else night.button
    absent = SeatState.OUT if hand else SeatState.READY
    return tuple(
        SeatView(
            seat=seat,
            name=names.get(seat),
            stack=stacks[seat],
            bet=player.bet if player else Chips(0),
            won=player.won if player else Chips(0),
            state=_state(player) if player else absent,
            acting=acting == seat,
            button=button == seat,
            tabled=player is not None and player.tabled,
            declared=player.declared if player else None,
            away=seat in away,
            cards=cards.get(seat, ()),
        )
        for seat in sorted(stacks)
        for player in (players.get(seat),)
    )


def _state(player: Player) -> SeatState:
    if player.folded:
        return SeatState.FOLDED
    return SeatState.ALL_IN if player.all_in else SeatState.LIVE
