"""The end of a hand: what was not seen pushed, and the stacks."""

from dataclasses import replace

from table_controller.records.chips import Chips
from table_controller.records.events import HandEnded
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.award import award, nothing_staked
from table_controller.rules.bet_rulings import unruled
from table_controller.rules.breaks import hand_over
from table_controller.rules.faults import GIVEN_UP, known_fault
from table_controller.rules.hand import changed
from table_controller.rules.leaving import seats_cleared
from table_controller.rules.seating import level_timed
from table_controller.rules.short_awards import still_due
from table_controller.rules.stakes_back import never_dealt, stakes_back


def hand_ended(night: Night, event: HandEnded, book: Rulebook, reading: Reading | None) -> Night:
    """The hand is over, by the dealer or the board."""
    running = night.hand is not None and not night.hand.settled
    owed = still_due(night.hand, night.chip, book) if running and night.hand is not None else ()
    after = end_hand(night, book)
    if owed and after.hand is not None:
        after = changed(after, hand=changed(after.hand, ending=replace(after.hand.ending, owed=owed)))
    again = after.hand is not None and known_fault(after.hand, GIVEN_UP)
    return level_timed(hand_over(after, event.at, book), event.at) if running and not again else after


def end_hand(night: Night, book: Rulebook) -> Night:
    """The hand is over: what was not seen pushed goes where the cards say, stacks are taken over."""
    night = unruled(night)
    hand = night.hand
    if hand is None or hand.settled:
        return night
    if hand.faults and never_dealt(hand):
        return stakes_back(night, hand)
    hand, carried, lost = award(hand, book, night.chip)
    stacks = dict(night.stacks)
    for player in hand.players:
        bought = stacks.get(player.seat, player.start) - player.start
        stacks[player.seat] = Chips(player.stack + max(0, bought))
    over = changed(
        night,
        stacks=tuple(sorted(stacks.items())),
        hand=changed(nothing_staked(hand), street=Street.OVER, to_act=None, settled=True),
        carried=Chips(carried),
        dropped=Chips(night.dropped + lost),
        following=(),
    )
    return seats_cleared(over)
