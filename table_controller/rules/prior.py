"""Chips that lie in front of a seat already when it acts again: blinds, bets, early chips (TDA 46; 000 OOT-d)."""

from typing import NamedTuple

from table_controller.records.chips import Chips
from table_controller.records.hand import CALM, Conduct, Hand
from table_controller.records.player import Player
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed, index_of, level, setting, with_player


class Front(NamedTuple):
    """What counts together with new chips, beyond the seat's stake so far."""

    used: int = 0
    """Of the seat's ``excess``: it is no change, it is part of what is put in now."""
    down: int = 0
    """Of the stake: pulled back, so the first new chips only take its place."""
    combined: bool = False
    """Old and new chips are one heap (TDA 46-C2)."""
    asked: bool = False
    """The house leaves it to the floor what new chips beside the old ones are."""
    smallest: int = 0
    """The smallest old chip can be no larger than this; 0 where the old chips do not count for the needed-test."""


NOTHING = Front()


def front(hand: Hand, index: int, book: Rulebook) -> Front:
    """What lies in front of the seat that acts with new chips now.

    TDA 46-C1: prior chips left alone or fully pulled back: the new chips are judged alone. 46-C2: partly pulled back,
    or covering the call: the heap of all chips is.
    """
    player = hand.players[index]
    if not player.excess and not player.owes:
        return NOTHING
    conduct = hand.conduct
    if player.seat in conduct.left or player.seat == conduct.asked:
        return Front(used=player.excess)
    combined = setting(book, "prior_chips.partial_or_covering", "combined_45") == "combined_45"
    down = player.owes if player.seat in conduct.pulled else 0
    kept = player.bet - down
    covers = player.bet > 0 and not down and kept + player.excess >= level(hand, index) > player.bet
    if not covers and not (down and kept > 0):
        return Front(0, down, asked=down > 0 and untouched_asked(book))
    if not combined:
        return Front(0, down, asked=True)
    return Front(player.excess, down, combined=True, smallest=kept + (player.excess if covers else 0))


def untouched_asked(book: Rulebook) -> bool:
    """Whether prior chips left alone or fully removed make new ones the floor's question (TDA 46-C1)."""
    return setting(book, "prior_chips.untouched_or_removed", "overchip_call_else_45") == "floor"


def front_counted(hand: Hand, index: int, used: int) -> Hand:
    """*hand* once new chips count: what was pulled back is replaced, *used* is part of the stake, nothing is asked."""
    player = hand.players[index]
    conduct = hand.conduct
    if conduct is CALM:
        return hand if not used else with_player(hand, index, changed(player, excess=player.excess - used))
    owes = Chips(0) if player.seat in conduct.pulled else player.owes
    settled = changed(player, excess=player.excess - used, owes=owes)
    return with_player(hand, index, settled, conduct=without_seat(conduct, player))


def without_seat(conduct: Conduct, player: Player) -> Conduct:
    """*conduct* once *player* has acted: what was open about that seat is settled."""
    seat = player.seat
    return Conduct(
        None if conduct.asked == seat else conduct.asked,
        tuple(one for one in conduct.covered if one != seat),
        tuple(one for one in conduct.pulled if one != seat),
        tuple(one for one in conduct.left if one != seat),
        conduct.shown,
        short=tuple(one for one in conduct.short if one != seat),
        told=conduct.told,
    )


def pulled_back(hand: Hand, index: int, book: Rulebook) -> bool:
    """Whether chips that the seat in turn takes back now are prior chips facing a raise (TDA 46-B): it may do so,
    but is bound to call at least; in houses that say nothing of it every stake is final."""
    player = hand.players[index]
    return (
        setting(book, "prior_chip_pullback", "free") == "bound_call_or_raise"
        and hand.to_act == player.seat
        and player.bet > 0
        and level(hand, index) > player.bet
    )


def lying(hand: Hand) -> int:
    """The highest bet that a seat can see: an incomplete one counts as it lies there until it is put right (52-A)."""
    shown = hand.conduct.shown
    if shown is None:
        return hand.bet_to
    index = index_of(hand, shown[0])
    owing = index is not None and hand.players[index].owes > 0 and hand.players[index].bet == hand.bet_to
    return shown[1] if owing else hand.bet_to
