"""What chips in turn count as that come without a word (K32, K33, S11-S14; TDA 41-46)."""

from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.player import ActionKind, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, call, raised, to_total
from table_controller.rules.hand import level, may_raise, min_raise_to, setting
from table_controller.rules.limits import refusal
from table_controller.rules.payments import pieces
from table_controller.rules.prior import Front, front, lying, untouched_asked
from table_controller.rules.told import calls_as_told


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
