"""What a seat's total comes to: calls, bets and raises, made legal the way the house does it."""

from enum import Enum
from typing import NamedTuple

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.player import ActionKind
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import index_of, may_raise, min_raise_to, next_to_act, setting
from table_controller.rules.limits import believed, most_to, refusal


class Mode(Enum):
    """What becomes of it."""

    ACT, POST, WAIT, EARLY, AGAIN, ASK, NONE = "act", "post", "wait", "early", "again", "ask", "none"
    """ACT: an action in turn. POST: a blind. WAIT: words that wait for chips. EARLY: out of turn, kept for its turn.
    AGAIN: the seat that just acted once more (paying, a second motion, late words). ASK: chips in turn that could mean
    several things; the turn stays until it is said which. NONE: counts as nothing."""


class Reading(NamedTuple):
    """What an event counts as by the rulebook; ``marks`` are codes of the catalogue that it shows.

    ``to``: the seat's total on this street; ``put``: chips that came; ``change``: what goes back to the seat;
    ``owes``: what it still has to add; ``need``: what a call takes; ``least``: the least raise; ``used``: chips of
    ``put`` that lay before the seat already.
    """

    mode: Mode
    seat: Seat
    kind: ActionKind | None = None
    to: int = 0
    put: int = 0
    change: int = 0
    owes: int = 0
    need: int = 0
    least: int = 0
    marks: tuple[str, ...] = ()
    spoken: bool = False
    used: int = 0


def call(
    hand: Hand, index: int, need: int, *, put: int = 0, marks: tuple[str, ...] = (), spoken: bool = False
) -> Reading:
    """A call with *put* chips lying there: change or the rest is due; without anything to call it is a check."""
    player = hand.players[index]
    price = min(need, player.stack)
    kind = ActionKind.CHECK if price == 0 else ActionKind.ALL_IN if price == player.stack else ActionKind.CALL
    change, owes = max(0, put - price), max(0, price - put)
    return Reading(Mode.ACT, player.seat, kind, player.bet + price, put, change, owes, need, marks=marks, spoken=spoken)


def to_total(
    hand: Hand, index: int, to: int, put: int, need: int, book: Rulebook, *, spoken: bool, mark: str = ""
) -> Reading:
    """A bet or raise to *to*, of which *put* chips came now: made legal the way the house does it."""
    player = hand.players[index]
    most = player.bet + player.stack
    marks: tuple[str, ...] = (mark,) if mark else ()
    if to > most:
        marks, to = (*marks, "bet_above_stack"), most
    if to <= hand.bet_to and to == most:
        return call(hand, index, need, put=put, marks=marks, spoken=spoken)
    if not may_raise(hand, index):
        if to == most and _nobody_left(hand, index):
            return raised(hand, index, to, put, need, 0, marks, spoken)
        return call(hand, index, need, put=put, marks=(*marks, refusal(hand, index)), spoken=spoken)
    least, highest = min_raise_to(hand, book), most_to(hand, index, book)
    if to > highest:
        marks, to = (*marks, "bet_limit_violation"), min(to, highest + believed(hand))
    elif to < least and to < most:
        marks, to = (*marks, "underraise" if hand.bet_to else _short_bet(book)), min(least, most)
    return raised(hand, index, to, put, need, least, marks, spoken)


def _nobody_left(hand: Hand, index: int) -> bool:
    """Whether all opponents are all-in or out: chips beyond the call go back without anything being wrong."""
    return not any(i != index and not p.folded and p.stack > 0 for i, p in enumerate(hand.players))


def raised(
    hand: Hand, index: int, to: int, put: int, need: int, least: int, marks: tuple[str, ...], spoken: bool
) -> Reading:
    """A bet or raise to *to* with *put* chips lying there: change or the rest is due."""
    player = hand.players[index]
    kind = ActionKind.RAISE if hand.bet_to else ActionKind.BET
    if to >= player.bet + player.stack:
        kind = ActionKind.ALL_IN
    price = to - player.bet
    return Reading(
        Mode.ACT, player.seat, kind, to, put, max(0, put - price), max(0, price - put), need, least, marks, spoken
    )


def _short_bet(book: Rulebook) -> str:
    return str(setting(book, "bet.short_code", "incomplete_bet"))


def kept_for_its_turn(hand: Hand, reading: Reading, action: str, book: Rulebook) -> Reading:
    """An action whose seat is not in turn: kept, with the one mark that names it."""
    marks = early_marks(hand, reading.seat, action, book, spoken=reading.spoken)
    if "check_facing_bet" in reading.marks:
        marks = (*marks, "check_facing_bet")
    return Reading(Mode.EARLY, reading.seat, reading.kind, reading.to, reading.put, marks=marks, spoken=reading.spoken)


def early_marks(hand: Hand, seat: Seat, action: str, book: Rulebook, *, spoken: bool) -> tuple[str, ...]:
    """What *action* of a seat that is not in turn shows, as it came about.

    Behind a seat that hides its cards nobody who acts in good faith is out of turn (000 BG:COVERING-b); behind words
    without an amount the next seat is only too quick (TDA 50-B, 59-B).
    """
    index = index_of(hand, hand.to_act)
    if index is None:
        return early_mark(action, book, spoken=spoken)
    if hand.to_act in hand.conduct.covered and setting(book, "skipped_covering.oot_suppressed", True):
        return ("player_skipped",)
    if hand.players[index].declared is not None and next_to_act(hand, index) == seat:
        return ("premature_action",)
    return early_mark(action, book, spoken=spoken)


def early_mark(action: str, book: Rulebook, *, spoken: bool) -> tuple[str, ...]:
    """The code that names *action* out of turn; houses differ in what they call a bet that was only announced."""
    if action == "fold":
        return ("out_of_turn_fold",)
    aggressive = (
        action in ("bet", "raise", "all_in", "amount", "pot") and setting(book, "oot.spoken", "action") == "bet"
    )
    chips = not spoken and setting(book, "oot.chips", "bet") == "bet"
    return ("out_of_turn_bet",) if chips or (spoken and aggressive) else ("out_of_turn_action",)
