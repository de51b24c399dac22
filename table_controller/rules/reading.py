"""What a declaration or chips count as. An answer, not a change: ``advance`` carries it out, the rules look at it."""

from table_controller.records.events import ChipsMovedIn, Declared, Event, HandMucked, HandPushed
from table_controller.records.hand import Hand
from table_controller.records.night import Move, Night
from table_controller.records.player import ActionKind, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, call, early_marks, kept_for_its_turn
from table_controller.rules.chips import chips_in, just_closed
from table_controller.rules.hand import BETTING, index_of, level, setting
from table_controller.rules.payments import undercall_forced
from table_controller.rules.posts import for_who_left, straddles, straddling
from table_controller.rules.said_amounts import said_amount, said_pot

_POSTS = {
    "post_small_blind": "small_blind",
    "post_big_blind": "big_blind",
    "post": "big_blind",
    "straddle": "straddle",
}
_SILENT = ("time", "unclear", "gesture", "conditional")
_UNCLEAR = {
    "unclear": ("ambiguous_action",),
    "gesture": ("ambiguous_gesture",),
    "conditional": ("conditional_declaration",),
}


def read(night: Night, event: Event, book: Rulebook) -> Reading | None:
    """What *event* counts as in the hand, or None if it is neither words, chips nor a fold."""
    hand = night.hand
    if hand is None:
        return None
    if isinstance(event, Declared):
        return _words(hand, event, book, night.move)
    if isinstance(event, ChipsMovedIn):
        return chips_in(hand, event, book, night.move)
    if isinstance(event, (HandMucked, HandPushed)):
        return _cards_in(hand, event, book, night.move)
    return None


def _cards_in(hand: Hand, event: HandMucked | HandPushed, book: Rulebook, move: Move | None) -> Reading | None:
    """Cards pushed away while a round is open are a fold without words (001 §4.3.10-c)."""
    index = index_of(hand, event.seat)
    if index is None or hand.street not in BETTING or hand.to_act is None or hand.players[index].folded:
        return None
    if hand.to_act == event.seat:
        return _folded(hand, index, spoken=False)
    if isinstance(event, HandMucked) and event.by == "dealer" and event.seat not in hand.away:
        return None  # the dealer swept a live hand: no fold of its owner (001 §1.4.3)
    late = _owes_silently(hand, index) and _may_forfeit(hand, book, move)
    marks = () if late else early_marks(hand, event.seat, "fold", book, spoken=False)
    return Reading(Mode.EARLY, event.seat, ActionKind.FOLD, hand.players[index].bet, marks=marks)


def _folded(hand: Hand, index: int, *, spoken: bool) -> Reading:
    """A fold in turn. Who has pulled chips back facing a raise may not fold any more (TDA 46-B); with nothing to call
    a fold stands, and is said (TDA 58, K39)."""
    player = hand.players[index]
    need = max(0, level(hand, index) - player.bet)
    if player.seat in hand.conduct.pulled and need:
        return call(hand, index, need, put=-player.owes, marks=("action_not_available",), spoken=spoken)
    free = need == 0 and hand.players[index].stack > 0
    marks = ("fold_no_bet",) if free else ()
    return Reading(Mode.ACT, player.seat, ActionKind.FOLD, player.bet, need=need, marks=marks, spoken=spoken)


def _words(hand: Hand, event: Declared, book: Rulebook, move: Move | None) -> Reading:
    if event.action == "straddle":
        amount = event.amount or 2 * hand.big_blind
        mode = Mode.POST if straddles(hand, event.seat, amount, book) else Mode.NONE
        return Reading(mode, event.seat, ActionKind.POST, owes=amount if mode is Mode.POST else 0, spoken=True)
    if event.action in _POSTS:
        return Reading(Mode.POST, event.seat, ActionKind.POST, put=max(0, event.amount or 0), spoken=True)
    index = index_of(hand, event.seat)
    over = hand.street not in BETTING and not (hand.last_actor == event.seat and just_closed(hand))
    if event.action in _SILENT or over:
        if event.action == "time" and event.seat != hand.to_act:
            return Reading(Mode.NONE, event.seat, marks=("clock_called",), spoken=True)
        return Reading(Mode.NONE, event.seat, marks=_UNCLEAR.get(event.action, ()), spoken=True)
    if event.action == "knock" and setting(book, "check.gesture", "knock") != "knock":
        return Reading(Mode.NONE, event.seat, marks=("ambiguous_gesture",))
    if hand.to_act != event.seat and hand.last_actor == event.seat:
        return _second_words(hand, event, book, move)
    if index is None or hand.players[index].folded:
        marks = early_marks(hand, event.seat, event.action, book, spoken=True)
        return Reading(Mode.NONE, event.seat, marks=marks, spoken=True)
    early = hand.players[index].early
    if early is not None and _says_again(hand.players[index], early.kind, event.action):
        return Reading(Mode.AGAIN, event.seat, spoken=True)
    reading = _paid_by_front(hand, index, _spoken(hand, index, event, book))
    return reading if hand.to_act == event.seat else kept_for_its_turn(hand, reading, event.action, book)


def _paid_by_front(hand: Hand, index: int, reading: Reading) -> Reading:
    """Chips that lie before the seat already pay what its words cost (Q-L9, Q-O7)."""
    player = hand.players[index]
    if player.seat == hand.conduct.asked and not player.excess:
        return reading._replace(owes=0)  # thrown into the pot, and not counted (R22-1)
    if not player.excess or not reading.owes or player.seat not in (*hand.conduct.left, hand.conduct.asked):
        return reading
    used = min(reading.owes, player.excess)
    return reading._replace(owes=reading.owes - used, used=used)


def _second_words(hand: Hand, event: Declared, book: Rulebook, move: Move | None) -> Reading:
    """Words of the seat that has just acted: the same again is nothing, anything else comes too late.

    A check is a knock as much as a word, so what is said after it is late too (000 BG:CHECK-c, Q-L5). Who has put in
    less than the call may complete it or fold, and not raise any more (001 §4.3.29, R29-2): to fold then is no second
    thought but one of the two ways, on which the floor rules (TDA 51-B).
    """
    index = index_of(hand, event.seat)
    same = index is not None and _says_again(hand.players[index], hand.last_kind, event.action)
    if same and event.amount is not None and hand.last_kind in _SIZED and index is not None:
        said = move is not None and (move.action, move.amount) == (event.action, event.amount)
        same = said or event.amount == hand.players[index].bet
    owing = index is not None and _owes_silently(hand, index)
    if owing and hand.last_kind is ActionKind.CALL and event.action in ("bet", "raise", "amount", "all_in"):
        return _raised_after_all(hand, index, event, book, move)
    same = same or (owing and event.action == "fold" and _may_forfeit(hand, book, move))
    done = hand.last_silent or hand.last_kind is ActionKind.CHECK
    mark = "late_declaration" if done else "declaration_retracted"
    return Reading(Mode.AGAIN, event.seat, marks=() if same else (mark,), spoken=True)


def _owes_silently(hand: Hand, index: int) -> bool:
    """Whether the seat acted last, with chips alone, and has not put in all of what they count as."""
    player = hand.players[index]
    return hand.last_silent and hand.last_actor == player.seat and player.owes > 0


def _may_forfeit(hand: Hand, book: Rulebook, move: Move | None) -> bool:
    """Whether the last call was too small and may be given up for what lies there."""
    if hand.last_kind is not ActionKind.CALL or move is None or undercall_forced(move.before, book):
        return False
    ways = setting(book, "undercall.options", ("complete", "fold_forfeit"))
    return isinstance(ways, tuple) and "fold_forfeit" in ways


def _raised_after_all(hand: Hand, index: int | None, event: Declared, book: Rulebook, move: Move | None) -> Reading:
    """Who overlooked a raise may make one of its own only where the house says so (S11)."""
    refused = Reading(Mode.AGAIN, event.seat, marks=("action_not_available",), spoken=True)
    if not setting(book, "undercall.reraise", False) or move is None or move.seat != event.seat or index is None:
        return refused
    meant = _spoken(move.before, index, event, book)
    player = hand.players[index]
    if meant.mode is not Mode.ACT or meant.to <= player.bet:
        return refused
    return meant._replace(owes=meant.to - player.bet + player.owes)


def _says_again(player: Player, kind: ActionKind | None, word: str) -> bool:
    """Whether *word* says no more than the action that *player* has made. "All-in" does, with chips left behind."""
    if kind is None or word not in _MEANS[kind]:
        return False
    return word != "all_in" or kind is ActionKind.ALL_IN or player.stack == 0


_SIZED = (ActionKind.BET, ActionKind.RAISE)
"""Actions whose words can name another amount."""


_MEANS = {
    ActionKind.POST: ("post",),
    ActionKind.FOLD: ("fold",),
    ActionKind.CHECK: ("check", "call", "knock"),
    ActionKind.CALL: ("call", "all_in"),
    ActionKind.BET: ("bet", "raise", "amount", "all_in", "pot"),
    ActionKind.RAISE: ("bet", "raise", "amount", "all_in", "pot"),
    ActionKind.ALL_IN: ("all_in", "bet", "raise", "call", "amount", "pot"),
}


def _spoken(hand: Hand, index: int, event: Declared, book: Rulebook) -> Reading:
    """A declaration as if it were made in turn."""
    player = hand.players[index]
    faced = level(hand, index)
    need = max(0, faced - player.bet)
    match event.action:
        case "fold":
            return _folded(hand, index, spoken=True)
        case "check" | "knock":
            if need == 0:
                return Reading(Mode.ACT, player.seat, ActionKind.CHECK, player.bet, spoken=event.action == "check")
            return Reading(Mode.NONE, player.seat, need=need, marks=("check_facing_bet",), spoken=True)
        case "call":
            if need == 0 and not hand.bet_to and setting(book, "invalid_decl.call_no_bet") == "floor":
                return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)
            return call(hand, index, need, spoken=True)
        case "pot":
            return said_pot(hand, index, need, book)
        case "bet" | "raise" | "amount" | "all_in":
            return said_amount(hand, index, event, need, book)
        case _:
            return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)


def opens_betting(night: Night, event: Event, book: Rulebook) -> bool:
    """Whether *event* is the first action of a hand whose deal was not seen to end."""
    hand = night.hand
    if hand is None or hand.street is not Street.DEAL:
        return False
    if isinstance(event, Declared):
        return event.action not in _POSTS and event.action not in _SILENT
    if isinstance(event, (HandMucked, HandPushed)):
        return all(player.seat != event.seat or not player.folded for player in hand.players)  # a dead hand's cards
    if not isinstance(event, ChipsMovedIn) or hand.posts or straddling(hand, event.seat):
        return False
    if straddles(hand, event.seat, event.amount, book) or for_who_left(hand, event.amount):
        return False
    opener = index_of(hand, hand.opener)
    first = hand.players[(opener + 1) % len(hand.players)].seat if opener is not None else None
    return hand.dealt == 0 or event.seat == first
