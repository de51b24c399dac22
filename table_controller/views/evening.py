"""What an overlay tells of a whole evening, as a fold over the referee's answers: who did what, stacks, ends of hands.

A hand is counted once it has ended and somebody has won it. What is taken back with the desk's undo is not counted:
the acts of a hand are kept beside their number, and where a hand goes back the evening goes back with it.
"""

from collections.abc import Iterable, Set
from dataclasses import replace

from table_controller.records.cards import Card
from table_controller.records.chips import Seat
from table_controller.records.events import (
    Corrected,
    HandEnded,
    HandStarted,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Assessment, Night
from table_controller.records.player import ActionKind, Player, Street
from table_controller.views.buying import bought, in_order, paid_back
from table_controller.views.evening_records import STEPS, Account, Act, Ending, Evening, Result

__all__ = ["Account", "Act", "Ending", "Evening", "Result", "heard"]

_HISTORY = 120
"""Hands of which the stacks are kept."""
_ENDINGS = 400
"""Hands of which the end is kept: more than fit into the longest delay."""
_BACK = 2 * STEPS
"""Beginnings and ends of hands that can be gone back: an entry may tell the end of a hand and the next one's begin."""
_FIRST_ROUND = (Street.DEAL, Street.PREFLOP)


def heard(evening: Evening, answer: Assessment) -> Evening:
    """The evening after the referee's *answer* to one event."""
    evening = bought(evening, answer)
    match answer.event:
        case Corrected(what="undo", value=entry):
            evening = _gone_back(paid_back(evening, str(entry), answer.night), answer.night.hand)
        case HandStarted():
            evening = _begun(evening, answer.night)
        case HandEnded() if not evening.settled and _ended(answer.night):
            evening = _closed(evening, answer.night, answer.event.at)
        case _:
            evening = _gone_back(evening, answer.night.hand)
    return _looked(_acted(evening, answer), answer.night.hand)


def _ended(night: Night) -> bool:
    return night.hand is not None and night.hand.settled


def _saved(evening: Evening) -> tuple[Evening, ...]:
    return (*evening.back, replace(evening, back=()))[-_BACK:]


def _begun(evening: Evening, night: Night) -> Evening:
    if night.hand is None or night.hand.settled or (evening.hand, evening.settled) == (night.hand.id, False):
        return evening
    accounts = dict(evening.accounts)
    for player in night.hand.players:
        account = accounts.get(player.seat, Account())
        accounts[player.seat] = replace(account, bought=player.start) if account.bought is None else account
    return replace(
        evening,
        number=evening.number + 1,
        accounts=in_order(accounts),
        hand=night.hand.id,
        settled=False,
        acts=(),
        flop=frozenset(),
        showdown=frozenset(),
        back=_saved(evening),
    )


def _gone_back(evening: Evening, hand: Hand | None) -> Evening:
    """The evening as it was when *hand* stood so: an end or a beginning may have been taken back."""
    stands = (None, True) if hand is None else (hand.id, hand.settled)
    if (evening.hand, evening.settled) == stands:
        return evening
    for earlier in range(len(evening.back) - 1, -1, -1):
        then = evening.back[earlier]
        if (then.hand, then.settled) == stands:
            return replace(then, back=evening.back[:earlier])
    return evening if hand is None or hand.settled else _strange(evening, hand)


def _strange(evening: Evening, hand: Hand) -> Evening:
    """A hand that runs and that nobody remembers: one of its own, so that no other's end is taken for its."""
    return replace(
        evening, number=evening.number + 1, hand=hand.id, settled=False, acts=(), flop=frozenset(), showdown=frozenset()
    )


def _acted(evening: Evening, answer: Assessment) -> Evening:
    action, hand = answer.action, answer.night.hand
    if action is None or hand is None or action.kind in (ActionKind.POST, ActionKind.CHECK):
        return evening
    raises = action.kind is ActionKind.ALL_IN and action.bet_to > evening.bet_to
    aggressive = raises or action.kind in (ActionKind.BET, ActionKind.RAISE)
    act = Act(hand.actions, action.seat, action.kind, aggressive, evening.street in (None, *_FIRST_ROUND))
    return replace(evening, acts=(*evening.acts, act))


def _looked(evening: Evening, hand: Hand | None) -> Evening:
    """The evening with what *hand* shows by now: acts that still count, who saw the flop, who is at the showdown."""
    if hand is None or hand.settled:
        return evening
    live = frozenset(player.seat for player in hand.players if not player.folded)
    acts = evening.acts
    if acts and acts[-1].number > hand.actions:
        acts = tuple(act for act in acts if act.number <= hand.actions)
    flop = (evening.flop or live) if len(hand.board) >= 3 else frozenset()
    showdown = (evening.showdown or live) if hand.street is Street.SHOWDOWN and len(live) > 1 else evening.showdown
    if hand.street not in (Street.SHOWDOWN, Street.OVER):
        showdown = frozenset()
    seen = (evening.flop, evening.showdown, evening.bet_to, evening.street)
    if acts is evening.acts and seen == (flop, showdown, hand.bet_to, hand.street):
        return evening
    return replace(evening, acts=acts, flop=flop, showdown=showdown, bet_to=hand.bet_to, street=hand.street)


def _closed(evening: Evening, night: Night, at: int) -> Evening:
    hand = night.hand
    if hand is None:
        return evening
    endings = (*evening.endings, (evening.number, _ending(hand, at)))[-_ENDINGS:]
    history = (*evening.history, (evening.number, night.stacks))[-_HISTORY:]
    over = replace(
        evening,
        ended=evening.ended + 1,
        endings=endings,
        history=history,
        settled=True,
        street=None,
        back=_saved(evening),
    )
    won = tuple((player.seat, player.won) for player in hand.players if player.won > 0)
    return _counted(over, hand, Result(evening.number, won)) if won else over


def _ending(hand: Hand, at: int) -> Ending:
    showing = [player for player in hand.players if player.tabled]
    return Ending(at, frozenset(player.seat for player in showing), _held(showing), _held(hand.players))


def _held(players: Iterable[Player]) -> frozenset[tuple[Seat, Card]]:
    return frozenset((player.seat, card) for player in players for card in player.cards if card)


def _counted(evening: Evening, hand: Hand, result: Result) -> Evening:
    accounts = dict(evening.accounts)
    for player in hand.players:
        accounts[player.seat] = _after(accounts.get(player.seat, Account()), evening, player.seat)
    biggest = evening.biggest
    if biggest is None or result.pot > biggest.pot:
        biggest = result
    return replace(
        evening, counted=evening.counted + 1, accounts=in_order(accounts), last=result, biggest=biggest, acts=()
    )


def _after(account: Account, evening: Evening, seat: Seat) -> Account:
    """The account of *seat* with this hand in it."""
    mine = [act for act in evening.acts if act.seat == seat]
    first = [act for act in mine if act.first_round and act.kind is not ActionKind.FOLD]
    return replace(
        account,
        hands=account.hands + 1,
        voluntary=account.voluntary + bool(first),
        raised=account.raised + any(act.aggressive for act in first),
        acts=account.acts + len(mine),
        aggressive=account.aggressive + sum(act.aggressive for act in mine),
        flops=account.flops + _in(seat, evening.flop),
        showdowns=account.showdowns + (_in(seat, evening.flop) and _in(seat, evening.showdown)),
    )


def _in(seat: Seat, seats: Set[Seat]) -> bool:
    return seat in seats
