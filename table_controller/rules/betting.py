"""Rules of bets. What words and chips count as is in ``reading``; these name what is wrong with them."""

from table_controller.records.events import ChipsMovedIn, Declared, HandMucked, HandPushed
from table_controller.records.player import ActionKind
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import index_of, setting, whole
from table_controller.rules.look import CLEAR, Answer, Found, Look, Rule, marked, put_in
from table_controller.rules.payments import tiny_chip, undercall_remedy, undercall_ways

_WORDS_AND_CHIPS = (Declared, ChipsMovedIn)


def undercall(look: Look) -> Answer:
    """Fewer chips than the call without all-in. 001 §4.3.29: complete or fold; TDA 51-B; a tiny chip: TDA 41."""
    reading = look.reading
    if reading is None or "undercall" not in reading.marks:
        return None if reading is None else CLEAR
    options = undercall_ways(look.book)
    proposed = undercall_remedy(look.hand, reading, look.book)
    listed = tiny_chip(reading, look.book) or proposed != "complete_call" or len(options) == 1
    measured = f"{put_in(look)} for a call of {reading.need}"
    return Found("undercall", reading.seat, measured, f"{reading.owes} more", proposed, options if listed else ())


def underraise(look: Look) -> Answer:
    """More than a call, less than the minimum raise. 001 §4.3.28; TDA 43-A: complete it."""
    return _too_small(look, "underraise", f"raise to {_to(look)}", f"raise to at least {_least(look)}")


def _too_small(look: Look, code: str, measured: str, required: str) -> Answer:
    """What is too small is completed, or the floor's, as the house says (S12)."""
    found = marked(look, code, measured, required)
    if not isinstance(found, Found) or setting(look.book, "incomplete_raise.remedy") != "floor":
        return found
    return Found(code, found.seat, measured, required, "floor", ("complete", "play_stands"))


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
    return _too_small(look, "incomplete_bet", f"bet of {_to(look)}", f"bet of at least {_least(look)}")


def bet_below_minimum(look: Look) -> Answer:
    """An opening bet below the big blind. 000 BG:BET."""
    return _too_small(look, "bet_below_minimum", f"bet of {_to(look)}", f"bet of at least {_least(look)}")


def bet_increment(look: Look) -> Answer:
    """A raise that is no multiple of the house's step or the smallest chip, and not all-in. 002 R1-c; 000 JETON-b."""
    reading = look.reading
    if reading is None or reading.mode is not Mode.ACT or reading.kind is not ActionKind.RAISE:
        return None
    step = whole(look.book, "bet.step", look.night.chip)
    if step <= 1:
        return None
    over = _to(look) - look.hand.bet_to
    if over % step == 0 or _to(look) == reading.least:  # over an odd all-in the least raise may be odd too
        return CLEAR
    return Found("bet_increment_violation", reading.seat, f"raise by {over}", f"multiples of {step}")


def bet_above_stack(look: Look) -> Answer:
    """More staked than lies before the seat. 000 BG:ALLIN-c; table stakes everywhere: it is all-in."""
    index = None if look.reading is None else index_of(look.hand, look.reading.seat)
    have = 0 if index is None else look.hand.players[index].stack + look.hand.players[index].bet
    return marked(look, "bet_above_stack", f"bet to {_to(look)}", f"at most {have}")


def action_not_available(look: Look) -> Answer:
    """A raise by a seat that may only call or fold; a fold by one that may not. 001 §4.3.29-b; TDA 46-B, 47-A, 55."""
    folds = isinstance(look.event, HandMucked | HandPushed) or getattr(look.event, "action", "") == "fold"
    if folds:
        return marked(look, "action_not_available", "fold after chips taken back", "call or raise")
    reading = look.reading
    if getattr(look.event, "action", "") == "pot" and reading is not None and reading.mode is not Mode.NONE:
        return _bet_the_pot(look, reading)
    return marked(look, "action_not_available", f"raise to {_to(look)}", "call or fold")


def _bet_the_pot(look: Look, reading: Reading) -> Answer:
    """ "Pot" without a pot limit is no valid bet; it binds to the least one, or to the least raise (TDA 54-D)."""
    if "action_not_available" not in reading.marks:
        return CLEAR
    required = f"{'raise' if look.hand.bet_to else 'bet'} to {reading.to}"
    return Found("action_not_available", reading.seat, "“pot”, and no pot limit", required, "complete", ())


def oversized_chip(look: Look) -> Answer:
    """One chip larger than what is due. 000 BG:CALL-b; 001 §4.3.25-26; TDA 44: a call unless announced."""
    reading = look.reading
    if reading is None or "oversized_chip" not in reading.marks:
        return None if reading is None else CLEAR
    asked = "ask_player" if reading.mode is Mode.ASK else None
    return Found(
        "oversized_chip", reading.seat, f"one chip of {reading.put}", f"change of {reading.change}", asked, None
    )


def multi_chip_overpay(look: Look) -> Answer:
    """Several chips, more than the call, not enough for a raise. 000 BG:CALL-d; TDA 45."""
    reading = look.reading
    found = marked(
        look, "multi_chip_overpay", f"chips of {put_in(look)}", f"change of {reading.change if reading else 0}"
    )
    below = setting(look.book, "incomplete_raise.below_half", "call") == "floor"
    if not isinstance(found, Found) or reading is None or reading.kind is not ActionKind.CALL or not below:
        return found
    options = ("call_with_change", "all_chips_stand")
    return Found(found.code, found.seat, found.measured, found.required, "floor", options)


def overcall(look: Look) -> Answer:
    """More than the call, not enough for a raise, and the chips were not counted one by one. 000 BG:CALL-a."""
    change = 0 if look.reading is None else look.reading.change
    return marked(look, "overcall", f"{put_in(look)} for a call", f"change of {change}")


def bet_line(look: Look) -> Answer:
    """Chips that did not clear the line. 001 §4.3.21."""
    return marked(look, "bet_line_violation", f"{put_in(look)} short of the line", "chips past the line")


def bet_placement(look: Look) -> Answer:
    """Chips that lie neither clearly with the stack nor in the place for bets. 000 BG:EINSATZ-b; 002 FB:Bet."""
    return marked(look, "bet_placement_unclear", f"{put_in(look)} between stack and bet", "chips apart from the stack")


def splashed_pot(look: Look) -> Answer:
    """Chips thrown into the pot. 001 §4.3.22; TDA 70."""
    reading = look.reading
    if reading is not None and reading.mode is Mode.ASK and not reading.put and "splashed_pot" in reading.marks:
        measured = "chips into the pot, not counted"
        return Found("splashed_pot", reading.seat, measured, "chips before the seat", "floor", ())
    return marked(look, "splashed_pot", f"{put_in(look)} into the pot", "chips before the seat")


def hidden_chip(look: Look) -> Answer:
    """Chips of a seat that is all-in: they were not in view when it was called. TDA 62."""
    reading = look.reading
    if reading is None or "hidden_chip" not in reading.marks:
        return None if reading is None else CLEAR
    remedy = _HIDDEN.get(str(setting(look.book, "hidden_chip", "floor")))
    return Found("hidden_chip", reading.seat, f"{reading.put} more behind an all-in", "all chips in view", remedy)


_HIDDEN = {"floor": "floor", "part_of_action": "complete_call", "not_part": "play_stands"}


BETTING_RULES = (
    Rule("undercall", (ChipsMovedIn,), undercall, by_mark=True),
    Rule("underraise", _WORDS_AND_CHIPS, underraise, by_mark=True),
    Rule("incomplete_bet", _WORDS_AND_CHIPS, incomplete_bet, by_mark=True),
    Rule("bet_below_minimum", _WORDS_AND_CHIPS, bet_below_minimum, by_mark=True),
    Rule("bet_increment_violation", _WORDS_AND_CHIPS, bet_increment),
    Rule("bet_above_stack", _WORDS_AND_CHIPS, bet_above_stack, by_mark=True),
    Rule("action_not_available", (*_WORDS_AND_CHIPS, HandMucked, HandPushed), action_not_available, by_mark=True),
    Rule("oversized_chip", (ChipsMovedIn,), oversized_chip, by_mark=True),
    Rule("multi_chip_overpay", _WORDS_AND_CHIPS, multi_chip_overpay, by_mark=True),
    Rule("overcall", (ChipsMovedIn,), overcall, by_mark=True),
    Rule("bet_line_violation", (ChipsMovedIn,), bet_line, by_mark=True),
    Rule("bet_placement_unclear", (ChipsMovedIn,), bet_placement, by_mark=True),
    Rule("hidden_chip", (ChipsMovedIn,), hidden_chip, by_mark=True),
    Rule("splashed_pot", (ChipsMovedIn,), splashed_pot, by_mark=True),
)
"""The rules of bets, in the order they look."""
