"""What a declaration or chips count as. An answer, not a change: ``advance`` carries it out, the rules look at it."""

from table_controller.records.events import ChipsMovedIn, Declared, Event, HandMucked, HandPushed
from table_controller.records.night import ActionKind, Hand, Night, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, call, early_mark, kept_for_its_turn, to_total
from table_controller.rules.chips import chips_in, just_closed, pushed
from table_controller.rules.hand import BETTING, index_of, level, may_raise, min_raise_to
from table_controller.rules.limits import refusal

_POSTS = {"post_small_blind": "small_blind", "post_big_blind": "big_blind", "post": "big_blind"}
_SILENT = ("time", "unclear", "conditional")


def read(night: Night, event: Event, book: Rulebook) -> Reading | None:
    """What *event* counts as in the hand, or None if it is neither words, chips nor a fold."""
    hand = night.hand
    if hand is None:
        return None
    if isinstance(event, Declared):
        return _words(hand, event, book)
    if isinstance(event, ChipsMovedIn):
        return chips_in(hand, event, book)
    if isinstance(event, (HandMucked, HandPushed)):
        return _cards_in(hand, event)
    return None


def _cards_in(hand: Hand, event: HandMucked | HandPushed) -> Reading | None:
    """Cards pushed away while a round is open are a fold without words (001 §4.3.10-c)."""
    index = index_of(hand, event.seat)
    if index is None or hand.street not in BETTING or hand.to_act is None or hand.players[index].folded:
        return None
    mode = Mode.ACT if hand.to_act == event.seat else Mode.EARLY
    return Reading(mode, event.seat, ActionKind.FOLD, hand.players[index].bet)


def _words(hand: Hand, event: Declared, book: Rulebook) -> Reading:
    if event.action in _POSTS:
        return Reading(Mode.POST, event.seat, ActionKind.POST, put=max(0, event.amount or 0), spoken=True)
    index = index_of(hand, event.seat)
    over = hand.street not in BETTING and not (hand.last_actor == event.seat and just_closed(hand))
    if event.action in _SILENT or over:
        marks = {"unclear": ("ambiguous_action",), "conditional": ("conditional_declaration",)}
        if event.action == "time" and event.seat != hand.to_act:
            return Reading(Mode.NONE, event.seat, marks=("clock_called",), spoken=True)
        return Reading(Mode.NONE, event.seat, marks=marks.get(event.action, ()), spoken=True)
    if hand.to_act != event.seat and hand.last_actor == event.seat:
        return _second_words(hand, event)
    if index is None or hand.players[index].folded:
        return Reading(Mode.NONE, event.seat, marks=early_mark(event.action, book, spoken=True), spoken=True)
    early = hand.players[index].early
    if early is not None and event.action in _MEANS[early.kind]:
        return Reading(Mode.AGAIN, event.seat, spoken=True)
    reading = _spoken(hand, index, event, book)
    return reading if hand.to_act == event.seat else kept_for_its_turn(reading, event.action, book)


def _second_words(hand: Hand, event: Declared) -> Reading:
    """Words of the seat that has just acted: the same again is nothing, anything else comes too late."""
    same = hand.last_kind is not None and event.action in _MEANS[hand.last_kind]
    mark = "late_declaration" if hand.last_silent else "declaration_retracted"
    return Reading(Mode.AGAIN, event.seat, marks=() if same else (mark,), spoken=True)


_MEANS = {
    ActionKind.POST: ("post",),
    ActionKind.FOLD: ("fold",),
    ActionKind.CHECK: ("check", "call"),
    ActionKind.CALL: ("call", "all_in"),
    ActionKind.BET: ("bet", "raise", "amount", "all_in"),
    ActionKind.RAISE: ("bet", "raise", "amount", "all_in"),
    ActionKind.ALL_IN: ("all_in", "bet", "raise", "call", "amount"),
}


def _spoken(hand: Hand, index: int, event: Declared, book: Rulebook) -> Reading:
    """A declaration as if it were made in turn."""
    player = hand.players[index]
    faced = level(hand, index)
    need = max(0, faced - player.bet)
    match event.action:
        case "fold":
            return Reading(Mode.ACT, player.seat, ActionKind.FOLD, player.bet, need=need, spoken=True)
        case "check":
            if need == 0:
                return Reading(Mode.ACT, player.seat, ActionKind.CHECK, player.bet, spoken=True)
            return Reading(Mode.NONE, player.seat, need=need, marks=("check_facing_bet",), spoken=True)
        case "call":
            return call(hand, index, need, spoken=True)
        case "bet" | "raise" | "amount" | "all_in":
            return _said_amount(hand, index, event, need, book)
        case _:
            return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)


def _said_amount(hand: Hand, index: int, event: Declared, need: int, book: Rulebook) -> Reading:
    player = hand.players[index]
    most = player.bet + player.stack
    if event.action == "all_in":
        return to_total(hand, index, most, 0, need, book, spoken=True)
    if event.amount is None or event.amount <= 0:
        if most <= hand.bet_to:
            return call(hand, index, need, spoken=True)
        if not may_raise(hand, index):
            return call(hand, index, need, marks=(refusal(hand, index),), spoken=True)
        return Reading(Mode.WAIT, player.seat, need=need, spoken=True)
    if event.action == "amount" and event.amount < min_raise_to(hand, book):
        # A bare number counts as pushing that many chips without a word (TDA 40-C).
        return pushed(hand, index, event.amount - player.bet, (), book)
    return to_total(hand, index, event.amount, 0, need, book, spoken=True)


def opens_betting(night: Night, event: Event) -> bool:
    """Whether *event* is the first action of a hand whose deal was not seen to end."""
    hand = night.hand
    if hand is None or hand.street is not Street.DEAL:
        return False
    if isinstance(event, Declared):
        return event.action not in _POSTS and event.action not in _SILENT
    if isinstance(event, (HandMucked, HandPushed)):
        return True
    if not isinstance(event, ChipsMovedIn) or hand.posts:
        return False
    opener = index_of(hand, hand.opener)
    first = hand.players[(opener + 1) % len(hand.players)].seat if opener is not None else None
    return hand.dealt == 0 or event.seat == first
