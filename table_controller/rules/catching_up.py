"""Where play went on and the record did not: the night as it must stand for an event to make sense at all.

Nobody is at fault for what was merely not seen. A deal without a last card, a street whose cards already lie there, a
seat that play passed over: the hand goes on as the table did, and says whom it passed over.
"""

from table_controller.records.chips import Seat
from table_controller.records.events import ChipsMovedIn, Declared, Event, HandMucked, HandPushed
from table_controller.records.night import Hand, Night, Street
from table_controller.rules.hand import (
    BETTING,
    NEXT,
    TURN,
    board_of,
    changed,
    index_of,
    next_to_act,
    unseen,
    with_player,
)
from table_controller.rules.look import NOT_ASSESSED, Found, NotAssessed
from table_controller.rules.reading import opens_betting
from table_controller.rules.turns import begin_betting, open_street, pass_over

ACTS = (Declared, ChipsMovedIn, HandMucked, HandPushed)
"""Types of events that can be an action of a seat."""


def caught_up(night: Night, event: Event) -> tuple[Night, Found | NotAssessed | None]:
    """The night in which *event* is judged, and who was passed over to get there."""
    hand = night.hand
    if hand is None or not isinstance(event, ACTS):
        return night, None
    if opens_betting(night, event):
        return changed(night, hand=begin_betting(hand)), None
    if hand.street not in BETTING or hand.to_act == event.seat:
        return night, None
    hand = _revived(hand, event.seat)
    if hand.to_act == event.seat:
        return changed(night, hand=hand), None
    following = NEXT.get(hand.street)
    laid = following is not None and len(hand.board) >= board_of(hand, following)
    if hand.to_act is None:
        paying = any(player.seat == event.seat and player.owes for player in hand.players)
        begun = laid or (hand.street is Street.PREFLOP and len(hand.board) > 0)
        opened = open_street(hand, following) if begun and following is not None and not paying else hand
        return changed(night, hand=opened), None
    waiting = any(code == TURN and seat != event.seat for code, seat in hand.faults)
    hidden = unseen(night, f"seat {hand.to_act} bet", f"seat {hand.to_act} cards")
    after = pass_over(hand, event.seat) if laid or waiting or hidden else None
    if after is None or after.to_act == hand.to_act:
        return changed(night, hand=hand), None
    if hidden:
        return changed(night, hand=after), NOT_ASSESSED
    return changed(night, hand=after), None if laid else _skipped(hand, event.seat)


def _revived(hand: Hand, seat: Seat) -> Hand:
    """A seat taken for folded acts: it was not."""
    index = index_of(hand, seat)
    if index is None or not hand.players[index].presumed:
        return hand
    hand = with_player(hand, index, changed(hand.players[index], folded=False, presumed=False))
    before = index_of(hand, hand.last_actor)
    return changed(hand, to_act=next_to_act(hand, len(hand.players) - 1 if before is None else before))


def _skipped(hand: Hand, seat: Seat) -> Found:
    """Play went past a seat that had not acted. 000 BG:COVERING-b; TDA 53-B."""
    return Found("player_skipped", hand.to_act, f"play went on to seat {seat}", f"seat {hand.to_act} acts first")
