"""What chips count as that come without words, or after them."""

from table_controller.records.chips import Chips
from table_controller.records.events import ChipsMovedIn
from table_controller.records.hand import Hand
from table_controller.records.night import Move
from table_controller.records.player import ActionKind, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import (
    Mode,
    Reading,
    call,
    early_mark,
    kept_for_its_turn,
    raised,
    to_total,
)
from table_controller.rules.hand import BETTING, index_of, level, may_raise, min_raise_to, setting
from table_controller.rules.limits import refusal
from table_controller.rules.payments import payment, pieces
from table_controller.rules.posts import straddles
from table_controller.rules.prior import Front, front, lying, untouched_asked
from table_controller.rules.told import calls_as_told


def chips_in(hand: Hand, event: ChipsMovedIn, book: Rulebook, move: Move | None = None) -> Reading:
    """What chips count as: a post, what was owed, more of the last action, or the action itself (K32-K35, K41).

    *move* is the last action, which tells a payment from a second motion.
    """
    index = index_of(hand, event.seat)
    amount = max(0, event.amount)
    seat = event.seat
    due = next((post.amount for owner, post in hand.posts if owner == seat), None)
    if due is not None and amount and (hand.to_act != seat or amount <= due):
        stack = 0 if index is None else hand.players[index].stack
        over = ("bet_above_stack",) if amount > stack else ()
        return Reading(Mode.POST, seat, ActionKind.POST, put=amount, need=due, marks=over)
    if hand.street is Street.DEAL and straddles(hand, seat, amount, book):
        return Reading(Mode.POST, seat, ActionKind.POST, put=amount, need=amount)
    if event.to == "short" or event.past_line is False:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=(_off_the_line(book),))
    if amount == 0 and event.to == "pot" and hand.to_act == seat and index is not None:
        # Nobody counted what went in: the dealer asks, and the floor says (R22-1).
        return Reading(Mode.ASK, seat, marks=("splashed_pot",))
    if index is None or amount == 0:
        marks = early_mark("bet", book, spoken=False) if amount and hand.street in BETTING else ()
        return Reading(Mode.NONE, seat, put=amount, marks=marks)
    player = hand.players[index]
    if player.owes > 0 and seat not in hand.conduct.pulled and (hand.to_act != seat or amount <= player.owes):
        return payment(hand, player, amount, event, book, move)
    if hand.street not in BETTING and not (hand.last_actor == seat and just_closed(hand)):
        return Reading(Mode.AGAIN, seat, put=amount, change=amount)
    return _staked(hand, index, amount, event, book)


def _off_the_line(book: Rulebook) -> str:
    """K41: a line says what counts (001 §4.3.21); a zone only where bets should lie (000 EINSATZ-b, 002 FB:Bet)."""
    line = setting(book, "bet_line.mode", "mat_bet_zone") == "hole_card_edge"
    return "bet_line_violation" if line else "bet_placement_unclear"


def just_closed(hand: Hand) -> bool:
    """The last round closed and nothing of the showdown has happened: more chips are the last action's again."""
    return hand.street is Street.SHOWDOWN and not any(player.tabled or player.won for player in hand.players)


def _staked(hand: Hand, index: int, amount: int, event: ChipsMovedIn, book: Rulebook) -> Reading:
    player = hand.players[index]
    seat = player.seat
    if hand.to_act == seat:
        if player.declared is not None:
            return _announced(hand, index, amount, event, book)
        return pushed(hand, index, amount, event.chips, book, splashed=event.to == "pot", heap=_repushed(hand, event))
    if hand.last_actor == seat:
        return _second(hand, index, amount, book)
    if player.all_in and player.early is None and hand.street in BETTING:
        # TDA 62: a seat that is all-in has no chip left to move in.
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=("hidden_chip",))
    if player.early is not None:
        return Reading(Mode.AGAIN, seat, put=amount, change=amount)
    if player.folded:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=early_mark("bet", book, spoken=False))
    if hand.to_act is None:
        # No round is open: it cannot wait for its turn in this one, and the next street asks it anew.
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=early_mark("bet", book, spoken=False))
    return kept_for_its_turn(hand, pushed(hand, index, amount, event.chips, book), "bet", book)


def _repushed(hand: Hand, event: ChipsMovedIn) -> bool:
    """TDA 46, situation 5: old chips, pulled back just before, come forward again in one heap with new ones."""
    return event.with_prior is True and event.seat in hand.conduct.pulled


def _second(hand: Hand, index: int, amount: int, book: Rulebook) -> Reading:
    """More chips of the seat that has just acted: nobody has acted after it."""
    player = hand.players[index]
    if hand.conduct.adding and hand.to_act is not None and amount <= player.stack:
        # 000 BG:STRING-b: after any declaration the manual execution does not matter.
        least = min_raise_to(hand, book)
        return raised(hand, index, player.bet + amount, amount, 0, least, (), spoken=False)
    mark = "string_bet" if hand.last_silent else "declaration_action_mismatch"
    if hand.last_kind is ActionKind.FOLD and not hand.last_silent:
        mark = "declaration_retracted"
    elif hand.last_kind in (ActionKind.CHECK, ActionKind.FOLD):
        mark = "action_retracted"
    return Reading(Mode.AGAIN, player.seat, put=amount, change=amount, marks=(mark,))


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
        return to_total(hand, index, least, amount, need, book, spoken=True, mark="oversized_chip")
    mark = "oversized_chip" if pieces(event.chips) == 1 and minimum else ""
    return to_total(hand, index, to, amount, need, book, spoken=True, mark=mark)


def pushed(
    hand: Hand,
    index: int,
    amount: int,
    chips: tuple[tuple[Chips, int], ...],
    book: Rulebook,
    *,
    splashed: bool = False,
    heap: bool = False,
) -> Reading:
    """Chips in turn without a word (K32, K33, S11-S14; TDA 41-46). ``put`` counts what goes beyond the stake so far."""
    player = hand.players[index]
    before = front(hand, index, book)
    put = amount + before.used - before.down
    need = max(0, level(hand, index) - player.bet)
    mark = ("splashed_pot",) if splashed else ()
    left = put > need > 0 and player.bet > 0 and not before.down and untouched_asked(book)
    if heap or left or (before.asked and put > need):
        # TDA 46, situation 5: all chips under 45, or a plain call with the old ones; the floor says which.
        return Reading(Mode.ASK, player.seat, put=put, marks=("ambiguous_gesture",))
    if put > player.stack:
        reading = to_total(hand, index, player.bet + put, put, need, book, spoken=False)
    elif need and put > need and calls_as_told(hand, player.bet + put):
        return call(hand, index, need, put=put, marks=(*mark, "overcall"))
    elif need == 0 or put <= need:
        reading = _open_or_call(hand, index, put, need, chips, mark, book)
    else:
        reading = _beyond(hand, index, put, need, chips, before, mark, book)
    return reading._replace(used=before.used) if before.used else reading


def _beyond(
    hand: Hand,
    index: int,
    put: int,
    need: int,
    chips: tuple[tuple[Chips, int], ...],
    before: Front,
    mark: tuple[str, ...],
    book: Rulebook,
) -> Reading:
    """More chips than the call takes: still a call where one chip, or every chip, was needed for it."""
    if pieces(chips) == 1 and not before.combined:
        if _call_only_chip(hand, book):
            return call(hand, index, need, put=put, marks=(*mark, "oversized_chip"))
        return _over(hand, index, put, need, chips, (*mark, "oversized_chip"), book)
    small = _smallest(chips, before)
    if small and put - small < need:
        return call(hand, index, need, put=put, marks=mark)
    return _over(hand, index, put, need, chips, mark, book)


def _call_only_chip(hand: Hand, book: Rulebook) -> bool:
    """K32: whether one chip facing a bet is a call whatever its value."""
    house = setting(book, "oversized_chip.silent", "call_if_facing_bet_else_face_value")
    return house != "call_preflop_face_value_postflop" or hand.street is Street.PREFLOP


def _smallest(chips: tuple[tuple[Chips, int], ...], before: Front) -> int:
    """The smallest chip of what counts; 0 if it is not known."""
    small = min((value for value, count in chips if count > 0), default=0)
    return min(small, before.smallest) if before.combined else small


def _open_or_call(
    hand: Hand,
    index: int,
    put: int,
    need: int,
    chips: tuple[tuple[Chips, int], ...],
    mark: tuple[str, ...],
    book: Rulebook,
) -> Reading:
    player = hand.players[index]
    if need == 0:
        if pieces(chips) != 1:
            return to_total(hand, index, player.bet + put, put, need, book, spoken=False, mark="".join(mark))
        return _one_chip_to_open(hand, index, put, mark, book)
    if put == need or put == player.stack or (put > 0 and player.bet + put == lying(hand)):
        return call(hand, index, need, put=put, marks=mark)
    return call(hand, index, need, put=put, marks=(*mark, "undercall"))


def _one_chip_to_open(hand: Hand, index: int, put: int, mark: tuple[str, ...], book: Rulebook) -> Reading:
    """One chip with nothing to call: a bet of its value (R27-1, Q-L10). In the big blind's option "always a call"
    cannot be meant either: the dealer asks, and without an answer it is a check (A-000-4, Q-L9)."""
    player = hand.players[index]
    if hand.bet_to and setting(book, "oversized_chip.silent") == "always_call":
        return Reading(Mode.ASK, player.seat, put=put, marks=("oversized_chip",))
    reading = to_total(hand, index, player.bet + put, put, 0, book, spoken=False, mark="".join(mark))
    larger = player.bet + put > min_raise_to(hand, book) and reading.kind is not ActionKind.ALL_IN
    return reading._replace(marks=(*reading.marks, "oversized_chip")) if larger and not hand.bet_to else reading


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
    if amount >= player.stack and setting(book, "last_chips", "all_in") == "call":
        return call(hand, index, need, put=amount, marks=mark)
    if to >= least or amount >= player.stack:
        reading = to_total(hand, index, to, amount, need, book, spoken=False)
        return reading._replace(marks=(*mark, *reading.marks)) if mark else reading
    house = setting(book, "multi_chip_overpay", "else_half_rule")
    seen = (*mark, "multi_chip_overpay") if chips and house == "else_half_rule" else mark
    half = setting(book, "incomplete_raise.threshold", "half") == "half"
    enough = not half or 2 * (to - hand.bet_to) >= least - hand.bet_to
    if house == "call_unless_minimum_raise_reached" or not enough:
        return call(hand, index, need, put=amount, marks=(*mark, "multi_chip_overpay" if chips else "overcall"))
    if not may_raise(hand, index):
        return call(hand, index, need, put=amount, marks=(*mark, refusal(hand, index)))
    return raised(hand, index, least, amount, need, least, (*seen, "underraise"), spoken=False)
