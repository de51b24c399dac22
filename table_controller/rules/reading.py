"""What a declaration or chips count as. An answer, not a change: ``advance`` carries it out, the rules look at it."""

from dataclasses import dataclass
from enum import Enum

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import ChipsMovedIn, Declared, Event, HandMucked, HandPushed
from table_controller.records.night import ActionKind, Hand, Night, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import BETTING, index_of, level, may_raise, min_raise_to, setting


class Mode(Enum):
    """What becomes of it."""

    ACT, POST, WAIT, EARLY, AGAIN, NONE = "act", "post", "wait", "early", "again", "none"
    """ACT: an action in turn. POST: a blind. WAIT: words that wait for chips. EARLY: out of turn, kept for its turn.
    AGAIN: the seat that just acted once more (paying, a second motion, late words). NONE: counts as nothing."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What an event counts as by the rulebook; ``marks`` are codes of the catalogue that it shows.

    ``to``: the seat's total on this street; ``put``: chips that came; ``change``: what goes back to the seat;
    ``owes``: what it still has to add; ``need``: what a call takes; ``least``: the least raise.
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
        return _chips(hand, event, book)
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
    if event.action in _SILENT or hand.street not in BETTING:
        marks = {"unclear": ("ambiguous_action",), "conditional": ("conditional_declaration",)}
        return Reading(Mode.NONE, event.seat, marks=marks.get(event.action, ()), spoken=True)
    if hand.to_act != event.seat and hand.last_actor == event.seat:
        return _second_words(hand, event)
    if index is None or hand.players[index].folded:
        return Reading(Mode.NONE, event.seat, marks=_early_mark(event.action, book, spoken=True), spoken=True)
    reading = _spoken(hand, index, event, book)
    return reading if hand.to_act == event.seat else _early(reading, event.action, book)


def _early(reading: Reading, action: str, book: Rulebook) -> Reading:
    """An action whose seat is not in turn: kept, with the one mark that names it."""
    marks = _early_mark(action, book, spoken=reading.spoken)
    return Reading(Mode.EARLY, reading.seat, reading.kind, reading.to, reading.put, marks=marks, spoken=reading.spoken)


def _early_mark(action: str, book: Rulebook, *, spoken: bool) -> tuple[str, ...]:
    if action == "fold":
        return ("out_of_turn_fold",)
    aggressive = action in ("bet", "raise", "all_in", "amount") and bool(setting(book, "oot.physical_same_as_verbal"))
    chips = not spoken and setting(book, "oot.chips", "bet") == "bet"
    return ("out_of_turn_bet",) if chips or (spoken and aggressive) else ("out_of_turn_action",)


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
            return _call(hand, index, need, spoken=True)
        case "bet" | "raise" | "amount" | "all_in":
            return _said_amount(hand, index, event, need, book)
        case _:
            return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)


def _call(
    hand: Hand, index: int, need: int, *, put: int = 0, marks: tuple[str, ...] = (), spoken: bool = False
) -> Reading:
    """A call with *put* chips lying there: change or the rest is due; without anything to call it is a check."""
    player = hand.players[index]
    price = min(need, player.stack)
    kind = ActionKind.CHECK if price == 0 else ActionKind.ALL_IN if price == player.stack else ActionKind.CALL
    change, owes = max(0, put - price), max(0, price - put)
    return Reading(Mode.ACT, player.seat, kind, player.bet + price, put, change, owes, need, marks=marks, spoken=spoken)


def _said_amount(hand: Hand, index: int, event: Declared, need: int, book: Rulebook) -> Reading:
    player = hand.players[index]
    most = player.bet + player.stack
    if event.action == "all_in":
        return _total(hand, index, most, 0, need, book, spoken=True)
    if event.amount is None or event.amount <= 0:
        if most <= hand.bet_to:
            return _call(hand, index, need, spoken=True)
        if not may_raise(hand, index):
            return _call(hand, index, need, marks=("action_not_available",), spoken=True)
        return Reading(Mode.WAIT, player.seat, need=need, spoken=True)
    if event.action == "amount" and event.amount < min_raise_to(hand, book):
        # A bare number counts as pushing that many chips without a word (TDA 40-C).
        return _pushed(hand, index, event.amount - player.bet, (), book)
    return _total(hand, index, event.amount, 0, need, book, spoken=True)


def _total(
    hand: Hand, index: int, to: int, put: int, need: int, book: Rulebook, *, spoken: bool, mark: str = ""
) -> Reading:
    """A bet or raise to *to*, of which *put* chips came now: made legal the way the house does it."""
    player = hand.players[index]
    most = player.bet + player.stack
    marks = (mark,) if mark else ()
    if to > most:
        marks, to = (*marks, "bet_above_stack"), most
    if to <= hand.bet_to and to == most:
        return _call(hand, index, need, put=put, marks=marks, spoken=spoken)
    if not may_raise(hand, index):
        if to == most and _nobody_left(hand, index):
            return _raise(hand, index, to, put, need, 0, marks, spoken)
        return _call(hand, index, need, put=put, marks=(*marks, "action_not_available"), spoken=spoken)
    least = min_raise_to(hand, book)
    if to < least and to < most:
        marks, to = (*marks, "underraise" if hand.bet_to else _short_bet(book)), min(least, most)
    return _raise(hand, index, to, put, need, least, marks, spoken)


def _nobody_left(hand: Hand, index: int) -> bool:
    """Whether all opponents are all-in or out: chips beyond the call go back without anything being wrong."""
    return not any(i != index and not p.folded and p.stack > 0 for i, p in enumerate(hand.players))


def _raise(
    hand: Hand, index: int, to: int, put: int, need: int, least: int, marks: tuple[str, ...], spoken: bool
) -> Reading:
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


def _chips(hand: Hand, event: ChipsMovedIn, book: Rulebook) -> Reading:
    index = index_of(hand, event.seat)
    amount = max(0, event.amount)
    seat = event.seat
    due = next((post.amount for owner, post in hand.posts if owner == seat), None)
    if due is not None and amount and (hand.to_act != seat or amount <= due):
        return Reading(Mode.POST, seat, ActionKind.POST, put=amount, need=due)
    if event.to == "short" or event.past_line is False:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=("bet_line_violation",))
    if index is None or amount == 0:
        marks = _early_mark("bet", book, spoken=False) if amount and hand.street in BETTING else ()
        return Reading(Mode.NONE, seat, put=amount, marks=marks)
    player = hand.players[index]
    if player.owes > 0 and (hand.to_act != seat or amount <= player.owes):
        return _payment(player, amount, event)
    if hand.street not in BETTING and not (hand.last_actor == seat and _just_closed(hand)):
        return Reading(Mode.AGAIN, seat, put=amount, change=amount)
    return _staked(hand, index, amount, event, book)


def _just_closed(hand: Hand) -> bool:
    """The last round closed and nothing of the showdown has happened: more chips are the last action's again."""
    return hand.street is Street.SHOWDOWN and not any(player.tabled or player.won for player in hand.players)


def _staked(hand: Hand, index: int, amount: int, event: ChipsMovedIn, book: Rulebook) -> Reading:
    player = hand.players[index]
    seat = player.seat
    if hand.to_act == seat:
        if player.declared is not None:
            return _announced(hand, index, amount, event, book)
        return _pushed(hand, index, amount, event.chips, book, splashed=event.to == "pot")
    if hand.last_actor == seat:
        mark = "string_bet" if hand.last_silent else "declaration_action_mismatch"
        if hand.last_kind in (ActionKind.CHECK, ActionKind.FOLD):
            mark = "action_retracted"
        return Reading(Mode.AGAIN, seat, put=amount, change=amount, marks=(mark,))
    if player.folded:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=_early_mark("bet", book, spoken=False))
    return _early(_pushed(hand, index, amount, event.chips, book), "bet", book)


def _payment(player: Player, amount: int, event: ChipsMovedIn) -> Reading:
    """Chips for what was declared or asked for; a single chip too large gets change, more is against the words."""
    over = max(0, amount - player.owes)
    marks = ("declaration_action_mismatch",) if over and pieces(event.chips) != 1 else ()
    if over > player.stack + player.excess:
        marks = ("bet_above_stack",)
    return Reading(Mode.AGAIN, player.seat, put=amount, change=over, marks=marks)


def _announced(hand: Hand, index: int, amount: int, event: ChipsMovedIn, book: Rulebook) -> Reading:
    """Chips after "bet" or "raise" without an amount."""
    player = hand.players[index]
    need = max(0, level(hand, index) - player.bet)
    two_motions = setting(book, "string_bet.exempt") != "amount_declared_before_chips"
    if amount == need and two_motions and player.stack > need:
        return Reading(Mode.WAIT, player.seat, put=amount, need=need)
    to = player.bet + amount
    least = min_raise_to(hand, book)
    minimum = setting(book, "oversized_chip.declared_no_amount", "chip_maximum") == "minimum_legal_up_to_chip"
    if pieces(event.chips) == 1 and minimum and to > least:
        return _total(hand, index, least, amount, need, book, spoken=True, mark="oversized_chip")
    mark = "oversized_chip" if pieces(event.chips) == 1 and minimum else ""
    return _total(hand, index, to, amount, need, book, spoken=True, mark=mark)


def pieces(chips: tuple[tuple[Chips, int], ...]) -> int:
    """How many chips were seen; 0 if only their value is known."""
    return sum(count for _, count in chips)


def _pushed(
    hand: Hand,
    index: int,
    amount: int,
    chips: tuple[tuple[Chips, int], ...],
    book: Rulebook,
    *,
    splashed: bool = False,
) -> Reading:
    """Chips in turn without a word (K32, K33, S11-S14; TDA 41-46)."""
    player = hand.players[index]
    need = max(0, level(hand, index) - player.bet)
    mark = ("splashed_pot",) if splashed else ()
    if amount > player.stack:
        return _total(hand, index, player.bet + amount, amount, need, book, spoken=False)
    if need == 0 or amount == need or amount < need:
        return _open_or_call(hand, index, amount, need, mark, book)
    if pieces(chips) == 1 and setting(book, "oversized_chip.silent") != "face_value":
        return _call(hand, index, need, put=amount, marks=(*mark, "oversized_chip"))
    small = min((value for value, count in chips if count > 0), default=0)
    if small and amount - small < need:
        return _call(hand, index, need, put=amount, marks=mark)
    return _over(hand, index, amount, need, chips, mark, book)


def _open_or_call(hand: Hand, index: int, amount: int, need: int, mark: tuple[str, ...], book: Rulebook) -> Reading:
    player = hand.players[index]
    if need == 0:
        return _total(hand, index, player.bet + amount, amount, need, book, spoken=False, mark="".join(mark))
    if amount == need or amount == player.stack:
        return _call(hand, index, need, put=amount, marks=mark)
    return _call(hand, index, need, put=amount, marks=(*mark, "undercall"))


def _over(
    hand: Hand,
    index: int,
    amount: int,
    need: int,
    chips: tuple[tuple[Chips, int], ...],
    mark: tuple[str, ...],
    book: Rulebook,
) -> Reading:
    """More than the call and not every chip needed for it: a raise, or too little for one."""
    player = hand.players[index]
    to, least = player.bet + amount, min_raise_to(hand, book)
    if to >= least or amount >= player.stack:
        return _total(hand, index, to, amount, need, book, spoken=False, mark="".join(mark))
    house = setting(book, "multi_chip_overpay", "else_half_rule")
    seen = (*mark, "multi_chip_overpay") if chips and house == "else_half_rule" else mark
    half = setting(book, "incomplete_raise.threshold", "half") == "half"
    enough = not half or 2 * (to - hand.bet_to) >= least - hand.bet_to
    if house == "call_unless_minimum_raise_reached" or not enough:
        return _call(hand, index, need, put=amount, marks=(*mark, "multi_chip_overpay"))
    if not may_raise(hand, index):
        return _call(hand, index, need, put=amount, marks=(*mark, "action_not_available"))
    return _raise(hand, index, least, amount, need, least, (*seen, "underraise"), spoken=False)


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
