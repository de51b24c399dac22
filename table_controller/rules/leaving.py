"""Who gives up the seat while a hand runs: what the hand still asks of it, and the chips that go along at its end."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.cards import all_dealt
from table_controller.rules.hand import changed, live
from table_controller.rules.presence import gone
from table_controller.rules.till import bought_since, taken_along
from table_controller.rules.turns import begin_betting, close


def left_for_good(night: Night, seat: Seat, book: Rulebook) -> Night:
    """A player gives up the seat in the hand; what it bought since the hand began goes along at once.

    In the deal it plays that hand no more, whatever the house says of live ones. Who is merely away may be back in time
    for it (K25).
    """
    hand = night.hand
    if hand is None:
        return night
    hand = hand if seat in hand.gone else changed(hand, gone=(*hand.gone, seat))
    night = _with_what_it_bought(changed(night, hand=hand), seat)
    return changed(night, hand=_dealt_on(without_gone(hand))) if hand.street is Street.DEAL else gone(night, seat, book)


def _with_what_it_bought(night: Night, seat: Seat) -> Night:
    fresh = bought_since(night, seat)
    stacks = tuple((one, Chips(chips - fresh) if one == seat else chips) for one, chips in night.stacks)
    return taken_along(changed(night, stacks=stacks), seat, fresh) if fresh else night


def without_gone(hand: Hand) -> Hand:
    """*hand* in its deal, where seats that were given up hold no live hand and owe no blind."""
    players = tuple(changed(p, folded=True) if p.seat in hand.gone else p for p in hand.players)
    posts = tuple(pair for pair in hand.posts if pair[0] not in hand.gone)
    return changed(hand, players=players, posts=posts)


def _dealt_on(hand: Hand) -> Hand:
    if len(live(hand)) < 2:
        return close(hand)
    return begin_betting(hand) if hand.dealt and all_dealt(hand) else hand


def seats_cleared(night: Night) -> Night:
    """*night* at the end of its hand: who gave up the seat in it takes the stack along, and leaves nothing at the seat
    but what somebody else has bought there since."""
    hand, stacks = night.hand, dict(night.stacks)
    for player in hand.players if hand is not None and hand.gone else ():
        if hand is not None and player.seat in hand.gone:
            rest = stacks.pop(player.seat, player.stack) - player.stack
            night = taken_along(night, player.seat, player.stack)
            stacks |= {player.seat: Chips(rest)} if rest > 0 else {}
    return replace(night, stacks=tuple(sorted(stacks.items()))) if hand is not None and hand.gone else night
