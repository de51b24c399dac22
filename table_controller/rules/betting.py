"""Rules of turns and bets. What words and chips count as is in ``reading``; these name what is wrong with them."""

from table_controller.records.events import Certainty, ChipsMovedIn, ChipsTakenBack, Declared, HandMucked, HandPushed
from table_controller.records.night import Hand
from table_controller.rules.amounts import Mode
from table_controller.rules.hand import index_of, level, setting, unseen, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule, marked

_WORDS_AND_CHIPS = (Declared, ChipsMovedIn)
_ALL = (Declared, ChipsMovedIn, HandMucked, HandPushed)


def _turn(hand: Hand) -> str:
    return "nobody is to act" if hand.to_act is None else f"seat {hand.to_act} acts first"


_NO_TURN = (Mode.POST, Mode.AGAIN, Mode.WAIT)


def out_of_turn(look: Look) -> Answer:
    """A seat acts that is not in turn. 000 BG:OOT; 001 §4.3.11; TDA 53-A, 58.

    Words and chips bind if the bet has not changed when the turn comes; a fold stands where the house says so.
    """
    reading, hand = look.reading, look.hand
    if reading is None or reading.mode in _NO_TURN:
        return None
    if reading.mode is Mode.ACT:
        return CLEAR
    if hand.to_act is not None and unseen(look.night, f"seat {hand.to_act} bet", f"seat {hand.to_act} cards"):
        return NOT_ASSESSED
    if reading.mode is Mode.EARLY and isinstance(look.event, HandMucked | HandPushed):
        return Found("out_of_turn_fold", reading.seat, f"seat {reading.seat} folds", _turn(hand), _stands(look))
    code = next((mark for mark in reading.marks if mark.startswith("out_of_turn")), None)
    if code is None:
        return None
    what = getattr(look.event, "action", None) or f"chips of {getattr(look.event, 'amount', 0)}"
    remedy = _stands(look) if code == "out_of_turn_fold" else None
    return Found(code, reading.seat, f"seat {reading.seat}: {what}", _turn(hand), remedy)


def _stands(look: Look) -> str:
    return "fold_stands" if setting(look.book, "oot.fold_always_stands", True) else "binds_if_unchanged"


def string_bet(look: Look) -> Answer:
    """A second motion without words before the first. 000 BG:STRING; 001 §4.3.19-20; TDA 42, 56: the first stands."""
    return marked(look, "string_bet", f"{_put(look)} in a second motion", "one motion, or the amount announced first")


def _put(look: Look) -> int:
    return 0 if look.reading is None else look.reading.put


def undercall(look: Look) -> Answer:
    """Fewer chips than the call without all-in. 001 §4.3.29: complete or fold; TDA 51-B."""
    reading, hand = look.reading, look.hand
    if reading is None or "undercall" not in reading.marks:
        return None if reading is None else CLEAR
    live = sum(1 for player in hand.players if not player.folded)
    opening = hand.bet_to <= hand.raise_by
    cases = (("undercall.headsup", live == 2), ("undercall.vs_opening_bet", opening))
    forced = any(case and setting(look.book, name) == "complete" for name, case in cases)
    return Found(
        "undercall",
        reading.seat,
        f"{reading.put} for a call of {reading.need}",
        f"{reading.owes} more",
        "complete_call" if forced else None,
        () if forced else None,
    )


def underraise(look: Look) -> Answer:
    """More than a call, less than the minimum raise. 001 §4.3.28; TDA 43-A: complete it."""
    return marked(look, "underraise", f"raise to {_to(look)}", f"raise to at least {_least(look)}")


def _to(look: Look) -> int:
    """What the words or chips would have made the seat's total."""
    event, reading = look.event, look.reading
    if reading is None:
        return 0
    if isinstance(event, Declared) and event.amount is not None:
        return event.amount
    index = index_of(look.hand, reading.seat)
    return reading.put + (0 if index is None else look.hand.players[index].bet)


def _least(look: Look) -> int:
    return 0 if look.reading is None else look.reading.least


def incomplete_bet(look: Look) -> Answer:
    """An opening bet below the minimum. 001 §4.3.28."""
    return marked(look, "incomplete_bet", f"bet of {_to(look)}", f"bet of at least {_least(look)}")


def bet_below_minimum(look: Look) -> Answer:
    """An opening bet below the big blind. 000 BG:BET."""
    return marked(look, "bet_below_minimum", f"bet of {_to(look)}", f"bet of at least {_least(look)}")


def bet_increment(look: Look) -> Answer:
    """A raise that is no multiple of the house's step, and not all-in. 002 R1-c."""
    reading = look.reading
    if reading is None or setting(look.book, "bet.structure") != "no_limit_stepped" or reading.kind is None:
        return None
    if reading.mode is not Mode.ACT or reading.kind.value != "raise":
        return None
    step = max(1, whole(look.book, "bet.step", 1))
    over = _to(look) - look.hand.bet_to
    if over % step == 0:
        return CLEAR
    return Found("bet_increment_violation", reading.seat, f"raise by {over}", f"multiples of {step}")


def bet_above_stack(look: Look) -> Answer:
    """More staked than lies before the seat. 000 BG:ALLIN-c; table stakes everywhere: it is all-in."""
    index = None if look.reading is None else index_of(look.hand, look.reading.seat)
    have = 0 if index is None else look.hand.players[index].stack + look.hand.players[index].bet
    return marked(look, "bet_above_stack", f"bet to {_to(look)}", f"at most {have}")


def action_not_available(look: Look) -> Answer:
    """A bet or raise by a seat that may only call or fold. 001 §4.3.29-b; TDA 47-A, 55."""
    return marked(look, "action_not_available", f"raise to {_to(look)}", "call or fold")


def check_facing_bet(look: Look) -> Answer:
    """A check with a bet to face. 000 BG:CHECK-a; TDA 55: call or fold."""
    need = 0 if look.reading is None else look.reading.need
    return marked(look, "check_facing_bet", f"check facing {need}", "call or fold")


def retracted(look: Look) -> Answer:
    """Words or a deed taken back, or words after the deed. 000 BG:ANSAGE, BG:ACTION; 001 §4.3.10; TDA 40-A, 50-A."""
    reading, hand = look.reading, look.hand
    if reading is None:
        return None
    for code in ("declaration_retracted", "action_retracted", "late_declaration", "declaration_action_mismatch"):
        if code in reading.marks:
            done = "" if hand.last_kind is None else hand.last_kind.value
            now = getattr(look.event, "action", None) or f"chips of {reading.put}"
            return Found(code, reading.seat, f"{now} after {done or 'words'}", f"{done or 'the first'} stands")
    return CLEAR


def bet_withdrawn(look: Look) -> Answer:
    """Chips of a bet taken back. 000 BG:EINSATZ-c; TDA 50-A: they go back in."""
    event, hand = look.event, look.hand
    index = index_of(hand, event.seat)
    if index is None:
        return None
    player = hand.players[index]
    over = event.amount - player.excess
    if over <= 0 or player.bet - player.owes <= 0:
        return CLEAR
    if hand.to_act is None and level(hand, index) < player.bet:
        return CLEAR
    if hand.to_act is None and event.certainty is Certainty.INFERRED:
        return NOT_ASSESSED  # nobody is to act, so the dealer collects; who moved these chips was not seen
    if any(other.passed or other.presumed for other in hand.players):
        return NOT_ASSESSED  # what was uncalled depends on what a seat did that nobody saw
    return Found("bet_withdrawn", event.seat, f"{over} taken back", "stakes stay in")


def oversized_chip(look: Look) -> Answer:
    """One chip larger than what is due. 000 BG:CALL-b; 001 §4.3.25-26; TDA 44: a call unless announced."""
    change = 0 if look.reading is None else look.reading.change
    return marked(look, "oversized_chip", f"one chip of {_put(look)}", f"change of {change}")


def multi_chip_overpay(look: Look) -> Answer:
    """Several chips, more than the call, not enough for a raise. 000 BG:CALL-d; TDA 45."""
    change = 0 if look.reading is None else look.reading.change
    return marked(look, "multi_chip_overpay", f"chips of {_put(look)}", f"change of {change}")


def bet_line(look: Look) -> Answer:
    """Chips that did not clear the line. 001 §4.3.21."""
    return marked(look, "bet_line_violation", f"{_put(look)} short of the line", "chips past the line")


def splashed_pot(look: Look) -> Answer:
    """Chips thrown into the pot. 001 §4.3.22; TDA 70."""
    return marked(look, "splashed_pot", f"{_put(look)} into the pot", "chips before the seat")


def unclear(look: Look) -> Answer:
    """Words that can be read more than one way. 001 §4.3.10-a; TDA 3, 57."""
    return marked(look, "ambiguous_action", str(getattr(look.event, "action", "")), "a clear action")


def conditional(look: Look) -> Answer:
    """ "If you bet, I raise." TDA 59-A: the floor may bind."""
    return marked(look, "conditional_declaration", "a condition", "no conditions")


BETTING_RULES = (
    Rule("out_of_turn_action", _ALL, out_of_turn),
    Rule("string_bet", (ChipsMovedIn,), string_bet, by_mark=True),
    Rule("undercall", (ChipsMovedIn,), undercall, by_mark=True),
    Rule("underraise", _WORDS_AND_CHIPS, underraise, by_mark=True),
    Rule("incomplete_bet", _WORDS_AND_CHIPS, incomplete_bet, by_mark=True),
    Rule("bet_below_minimum", _WORDS_AND_CHIPS, bet_below_minimum, by_mark=True),
    Rule("bet_increment_violation", _WORDS_AND_CHIPS, bet_increment),
    Rule("bet_above_stack", _WORDS_AND_CHIPS, bet_above_stack, by_mark=True),
    Rule("action_not_available", _WORDS_AND_CHIPS, action_not_available, by_mark=True),
    Rule("check_facing_bet", (Declared,), check_facing_bet, by_mark=True),
    Rule("declaration_retracted", _WORDS_AND_CHIPS, retracted, by_mark=True),
    Rule("bet_withdrawn", (ChipsTakenBack,), bet_withdrawn),
    Rule("oversized_chip", (ChipsMovedIn,), oversized_chip, by_mark=True),
    Rule("multi_chip_overpay", (ChipsMovedIn,), multi_chip_overpay, by_mark=True),
    Rule("bet_line_violation", (ChipsMovedIn,), bet_line, by_mark=True),
    Rule("splashed_pot", (ChipsMovedIn,), splashed_pot, by_mark=True),
    Rule("ambiguous_action", (Declared,), unclear, by_mark=True),
    Rule("conditional_declaration", (Declared,), conditional, by_mark=True),
)
"""The rules of turns and bets, in the order they look."""
