"""Who acts out of turn, before its turn, or behind a seat that others passed over."""

from table_controller.records.events import ChipsMovedIn, Declared, HandMucked, HandPushed
from table_controller.records.hand import Hand
from table_controller.records.player import ActionKind, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, early_mark
from table_controller.rules.hand import setting, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def _turn(hand: Hand) -> str:
    return "nobody is to act" if hand.to_act is None else f"seat {hand.to_act} acts first"


_NO_TURN = (Mode.POST, Mode.AGAIN, Mode.WAIT, Mode.ASK)


def out_of_turn(look: Look) -> Answer:
    """A seat acts that is not in turn. 000 BG:OOT; 001 §4.3.11; TDA 53-A, 58.

    Words and chips bind as the house says (K35), a fold stands where it does. Who goes on behind a seat that others
    passed over was out of turn too, though by then it counts (TDA 53-B).
    """
    reading, hand = look.reading, look.hand
    if reading is None or reading.mode in _NO_TURN:
        return NOT_ASSESSED if reading is not None and _from_nowhere(look) else None
    if reading.mode is Mode.EARLY and _passed_over(hand, reading.seat):
        return NOT_ASSESSED  # it acts late, not early: what becomes of it is the floor's (TDA 53-B)
    if reading.mode is Mode.ACT:
        return _behind(look, reading) if hand.conduct.behind else CLEAR
    if hand.to_act is not None and unseen(look.night, f"seat {hand.to_act} bet", f"seat {hand.to_act} cards"):
        return NOT_ASSESSED
    code = next((mark for mark in reading.marks if mark in _EARLY), None)
    if code is None:
        return None
    if code == "player_skipped":
        measured = f"play went on to seat {reading.seat}"
        # It hid its cards: back up to it, with all options (Q-O10 [D]).
        return Found(code, hand.to_act, measured, _turn(hand), "full_turn", skipped_options(look.book))
    remedy = _early_remedy(look, code, reading)
    return Found(code, reading.seat, f"seat {reading.seat}: {_done(look)}", _required(hand, code), remedy)


def _from_nowhere(look: Look) -> bool:
    """Whether chips come in that belong to no bet: the hands are being shown, and nothing is due."""
    hand, reading = look.hand, look.reading
    if reading is None or hand.street is not Street.SHOWDOWN or not isinstance(look.event, ChipsMovedIn):
        return False
    return reading.mode is Mode.AGAIN and not reading.marks and 0 < reading.put == reading.change


def _passed_over(hand: Hand, seat: int) -> bool:
    """Whether play has gone on behind the seat on this street."""
    return any(player.passed and player.seat == seat for player in hand.players)


def skipped_options(book: Rulebook) -> tuple[str, ...] | None:
    """What the floor may do with a seat that was passed over (S16; TDA 53-B)."""
    named = setting(book, "skipped.outcome", ("dead", "passive_only"))
    return tuple(_OUTCOMES.get(name, name) for name in named) if isinstance(named, tuple) else None


_OUTCOMES = {"dead": "hand_dead", "passive_only": "call_only", "full": "full_turn"}

_EARLY = frozenset({"out_of_turn_action", "out_of_turn_bet", "out_of_turn_fold", "premature_action", "player_skipped"})


def _done(look: Look) -> str:
    if isinstance(look.event, Declared):
        return look.event.action
    return f"chips of {look.event.amount}" if isinstance(look.event, ChipsMovedIn) else "folds"


def _required(hand: Hand, code: str) -> str:
    return f"seat {hand.to_act} says the amount first" if code == "premature_action" else _turn(hand)


def _behind(look: Look, reading: Reading) -> Answer:
    action = look.event.action if isinstance(look.event, Declared) else "bet"
    action = "fold" if reading.kind is ActionKind.FOLD else action
    code = early_mark(action, look.book, spoken=reading.spoken)[0]
    return Found(code, reading.seat, f"seat {reading.seat}: {_done(look)}", "seats act clockwise", "action_stands")


def _early_remedy(look: Look, code: str, reading: Reading) -> str | None:
    if reading.kind is ActionKind.FOLD:
        stands = code == "premature_action" or setting(look.book, "oot.fold_always_stands", True)
        return "fold_stands" if stands or isinstance(look.event, HandMucked) else "binds_if_unchanged"
    if look.hand.to_act is None:
        return "action_void"
    if code == "premature_action":
        return _BLIND_CALL.get(str(setting(look.book, "blind_call", "floor")))
    words_only = not reading.spoken and not setting(look.book, "oot.physical_same_as_verbal", True)
    return "action_void" if words_only or setting(look.book, "oot.binding") == "never" else None


_BLIND_CALL = {"floor": "floor", "binding": "action_stands", "void": "action_void"}
"""What becomes of a call before the bettor has said the amount (TDA 59-B)."""

TURN_RULES = (
    Rule(
        "out_of_turn_action",
        (Declared, ChipsMovedIn, HandMucked, HandPushed),
        out_of_turn,
        also=("out_of_turn_bet", "out_of_turn_fold", "player_skipped", "premature_action"),
    ),
)
"""The rules of whose turn it is, in the order they look."""
