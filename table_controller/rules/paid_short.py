"""Words that are paid in part, and play goes on: the rest of a call or raise is forgotten (TDA 40-A, 51-A)."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    HandMucked,
    HandPushed,
)
from table_controller.rules.amounts import Mode
from table_controller.rules.hand import player_of, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

_CODE = "declaration_action_mismatch"


def paid_short(look: Look) -> Answer:
    """Fewer chips than the words of a seat cost, when another acts or the dealer goes on. 000 BG:ANSAGE-b; 001 §4.3.10;
    TDA 40-A, 51-A: the words bind to the whole. Until then the rest may come in as many motions as it likes.
    """
    partly = look.hand.conduct.partly
    if not partly:
        return None
    reading = look.reading
    if reading is None and isinstance(look.event, HandMucked | HandPushed):
        return None
    if reading is not None and (reading.mode is not Mode.ACT or reading.seat in partly):
        return None
    return _short(look, partly[0])


def _short(look: Look, seat: Seat) -> Answer:
    player = player_of(look.hand, seat)
    if player is None or not player.owes or player.folded:
        return CLEAR
    if any((item.irregularity.code, item.irregularity.seat) == (_CODE, seat) for item in look.night.incidents):
        return CLEAR
    if unseen(look.night, f"seat {seat} bet"):
        return NOT_ASSESSED
    measured = f"chips of {player.bet - player.owes} after words"
    return Found(_CODE, seat, measured, f"{player.owes} more", "declaration_stands", ("action_stands",))


_GOES_ON = (Declared, ChipsMovedIn, HandMucked, HandPushed, BetsCollected, CardBurned, BoardCardDealt)

PAID_SHORT_RULES = (Rule(_CODE, _GOES_ON, paid_short),)
"""The rule of words that are paid in part."""
