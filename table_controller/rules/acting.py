"""What was said and done in turn: words, gestures and motions that bind, and what cannot be taken back."""

from table_controller.records.events import Certainty, ChipsMovedIn, ChipsTakenBack, Declared, HandMucked, HandPushed
from table_controller.records.player import ActionKind, Street
from table_controller.rules.amounts import Mode
from table_controller.rules.hand import index_of, level, setting
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule, put_in
from table_controller.rules.posts import taken_up
from table_controller.rules.prior import pulled_back
from table_controller.rules.undecided import open_question

_WORDS_AND_CHIPS = (Declared, ChipsMovedIn)


def string_bet(look: Look) -> Answer:
    """A second motion without words before the first. 000 BG:STRING; 001 §4.3.19-20; TDA 42, 56: the first stands."""
    reading = look.reading
    if reading is None or "string_bet" not in reading.marks:
        return None if reading is None else CLEAR
    floor = "floor" if setting(look.book, "string_bet.remedy", "first_motion_stands") == "floor" else None
    options = ("first_motion_stands", "all_chips_stand") if floor else None
    required = "one motion, or the amount announced first"
    return Found("string_bet", reading.seat, f"{put_in(look)} in a second motion", required, floor, options)


def check_facing_bet(look: Look) -> Answer:
    """A check with a bet to face. 000 BG:CHECK-a; TDA 55: call or fold."""
    reading = look.reading
    if reading is None or "check_facing_bet" not in reading.marks:
        return None if reading is None else CLEAR
    floor = "floor" if setting(look.book, "invalid_decl.check_facing_bet") == "floor" else None
    options = ("call_only", "full_turn") if floor else None
    return Found("check_facing_bet", reading.seat, f"check facing {reading.need}", "call or fold", floor, options)


def retracted(look: Look) -> Answer:
    """Words or a deed taken back, or words after the deed. 000 BG:ANSAGE, BG:ACTION; 001 §4.3.10; TDA 40-A, 50-A."""
    reading, hand = look.reading, look.hand
    if reading is None:
        return None
    for code in ("declaration_retracted", "action_retracted", "late_declaration", "declaration_action_mismatch"):
        if code in reading.marks:
            done = "" if hand.last_kind is None else hand.last_kind.value
            now = getattr(look.event, "action", None) or f"chips of {reading.put}"
            remedy, options = _contradiction(look) if code == "declaration_action_mismatch" else (None, None)
            required = f"{done or 'the first'} stands"
            return Found(code, reading.seat, f"{now} after {done or 'words'}", required, remedy, options)
    return CLEAR


def _contradiction(look: Look) -> tuple[str | None, tuple[str, ...] | None]:
    """Fewer chips than the words: others may have seen the chips only, so the floor says which counts (TDA 40-A).

    "Call" and "all-in" name no chips that a chip put in could contradict: they bind to the whole action (TDA 51-A).
    """
    reading, move = look.reading, look.night.move
    if reading is None or reading.change:
        return None, None
    if move is not None and move.seat == reading.seat and move.action in ("call", "all_in"):
        return "declaration_stands", ("action_stands",)
    house = setting(look.book, "declaration.contradiction", "floor")
    both = ("declaration_stands", "action_stands")
    return {"floor": ("floor", both), "action": ("action_stands", both[:1])}.get(str(house), (both[0], both[1:]))


def bet_withdrawn(look: Look) -> Answer:
    """Chips of a bet taken back. 000 BG:EINSATZ-c, OOT-b; 001 §4.3.10; TDA 50-A: they go back in.

    Chips of the action just made take that action back; early chips are staked as well (Q-O11). Prior chips pulled
    back facing a raise only bind to a call (TDA 46-B).
    """
    event, hand = look.event, look.hand
    index = index_of(hand, event.seat)
    if index is None:
        return None
    if hand.faults and taken_up(hand, event.seat, event.amount) is not None:
        return CLEAR  # the deal comes anew, and the blinds with it
    player = hand.players[index]
    if player.early is not None and player.excess > 0:
        return Found("bet_withdrawn", event.seat, f"{event.amount} taken back", "stakes stay in")
    over = event.amount - player.excess
    if over > 0 and player.bet - player.owes <= 0 and hand.street is not Street.OVER:
        return NOT_ASSESSED  # more than lies there: other chips were seen, or another seat's
    if over <= 0 or player.bet - player.owes <= 0:
        return CLEAR
    if hand.to_act is None and open_question(look.night, hand) is not None:
        return NOT_ASSESSED  # what nobody has called is the floor's to say
    if hand.to_act is None and level(hand, index) < player.bet:
        return CLEAR
    if hand.to_act is None and event.certainty is Certainty.INFERRED:
        return NOT_ASSESSED  # nobody is to act, so the dealer collects; who moved these chips was not seen
    if any(other.passed or other.presumed for other in hand.players):
        return NOT_ASSESSED  # what was uncalled depends on what a seat did that nobody saw
    if pulled_back(hand, index, look.book):
        return CLEAR
    undone = hand.to_act is not None and hand.last_actor == event.seat and hand.last_kind in _STAKED
    code = "action_retracted" if undone else "bet_withdrawn"
    return Found(code, event.seat, f"{over} taken back", "stakes stay in")


_STAKED = (ActionKind.CALL, ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN)


def fold_no_bet(look: Look) -> Answer:
    """A fold in turn with nothing to call. TDA 58: it binds; K39."""
    if look.reading is None:
        return None
    if "fold_no_bet" not in look.reading.marks or setting(look.book, "fold_when_check_free", "allowed") != "warn":
        return CLEAR
    return Found("fold_no_bet", look.reading.seat, "fold with nothing to call", "a check is free")


def unclear(look: Look) -> Answer:
    """Words that can be read more than one way. 001 §4.3.10-a; TDA 3, 57."""
    reading = look.reading
    if reading is None or "ambiguous_action" not in reading.marks:
        return None if reading is None else CLEAR
    said = str(getattr(look.event, "action", ""))
    meant = None if reading.kind is None else "declaration_stands"
    return Found("ambiguous_action", reading.seat, said, "a clear action", meant)


def gesture(look: Look) -> Answer:
    """A gesture, or a heap of chips, that can be read more than one way. 000 BG:CHECK-c; TDA 3, 46."""
    reading = look.reading
    if reading is None or "ambiguous_gesture" not in reading.marks:
        return None if reading is None else CLEAR
    if reading.mode is not Mode.ASK:
        return Found("ambiguous_gesture", reading.seat, "a gesture", "a clear action")
    both = ("all_chips_stand", "call_with_change")
    return Found(
        "ambiguous_gesture", reading.seat, f"{put_in(look)} in one heap", "the action said first", "floor", both
    )


def conditional(look: Look) -> Answer:
    """ "If you bet, I raise." TDA 59-A: the floor may bind."""
    reading = look.reading
    if reading is None or "conditional_declaration" not in reading.marks:
        return None if reading is None else CLEAR
    house = _CONDITION.get(str(setting(look.book, "conditional", "floor")))
    return Found("conditional_declaration", reading.seat, "a condition", "no conditions", house)


_CONDITION = {"binding": "declaration_stands", "void": "action_void", "floor": "floor"}


ACTING_RULES = (
    Rule("string_bet", (ChipsMovedIn,), string_bet, by_mark=True),
    Rule("check_facing_bet", (Declared,), check_facing_bet, by_mark=True),
    Rule(
        "declaration_retracted",
        _WORDS_AND_CHIPS,
        retracted,
        by_mark=True,
        also=("action_retracted", "declaration_action_mismatch", "late_declaration"),
    ),
    Rule("bet_withdrawn", (ChipsTakenBack,), bet_withdrawn, also=("action_retracted",)),
    Rule("fold_no_bet", (Declared, HandMucked, HandPushed), fold_no_bet, by_mark=True),
    Rule("ambiguous_action", (Declared,), unclear, by_mark=True),
    Rule("ambiguous_gesture", (Declared, ChipsMovedIn), gesture, by_mark=True),
    Rule("conditional_declaration", (Declared,), conditional, by_mark=True),
)
"""The rules of words and motions, in the order they look."""
