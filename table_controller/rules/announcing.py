"""What is announced at the table, and what it does to the night."""

from table_controller.records.events import Announced
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.breaks import heard
from table_controller.rules.closing import said
from table_controller.rules.faults import ANNOUNCED
from table_controller.rules.hand import changed
from table_controller.rules.pot_count import POT, announced
from table_controller.rules.seating import ASSIGNED, DRAW, HELD, held, level_timed, told
from table_controller.rules.told import BET, remembered


def spoken(night: Night, event: Announced, book: Rulebook, reading: Reading | None) -> Night:
    """What the dealer or the floor said aloud: the pot, a bet, the drop, a string bet, how the hand is to be shown."""
    if event.what in HELD:
        return held(night, event)
    if event.what not in ("rake", "drop"):
        night = level_timed(heard(night, event, book), event.at)
    if event.what in ("run_twice", "show_in_order", "allin_button"):
        return said(night, event, book)
    if event.what in (DRAW, ASSIGNED):
        return told(night, event)
    if event.what == POT and night.hand is not None:
        return changed(night, hand=announced(night.hand, event, book))
    if event.what == BET and night.hand is not None:
        return changed(night, hand=remembered(night.hand, event))
    hand = night.hand
    if event.what == "string_bet" and hand is not None:
        return changed(night, hand=changed(hand, faults=(*hand.faults, (ANNOUNCED, event.seat))))
    if hand is None or event.what not in ("rake", "drop") or event.amount is None or hand.street is Street.DEAL:
        return night
    left = sum(player.total - player.won for player in hand.players) + hand.carried - hand.dropped
    taken = max(0, min(event.amount, left))
    return changed(night, hand=changed(hand, dropped=hand.dropped + taken))
