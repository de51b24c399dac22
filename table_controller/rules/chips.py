"""What chips count as that come without words, or after them."""

from table_controller.records.chips import Chips
from table_controller.records.events import ChipsMovedIn
from table_controller.records.night import ActionKind, Hand, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, call, early_mark, kept_for_its_turn, raised, to_total
from table_controller.rules.hand import BETTING, index_of, level, may_raise, min_raise_to, setting
from table_controller.rules.limits import refusal


def chips_in(hand: Hand, event: ChipsMovedIn, book: Rulebook) -> Reading:
    """What chips count as: a post, what was owed, more of the last action, or the action itself (K32-K35, K41)."""
    index = index_of(hand, event.seat)
    amount = max(0, event.amount)
    seat = event.seat
    due = next((post.amount for owner, post in hand.posts if owner == seat), None)
    if due is not None and amount and (hand.to_act != seat or amount <= due):
        return Reading(Mode.POST, seat, ActionKind.POST, put=amount, need=due)
    if event.to == "short" or event.past_line is False:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=("bet_line_violation",))
    if index is None or amount == 0:
        marks = early_mark("bet", book, spoken=False) if amount and hand.street in BETTING else ()
        return Reading(Mode.NONE, seat, put=amount, marks=marks)
    player = hand.players[index]
    if player.owes > 0 and (hand.to_act != seat or amount <= player.owes):
        return _payment(player, amount, event)
    if hand.street not in BETTING and not (hand.last_actor == seat and just_closed(hand)):
        return Reading(Mode.AGAIN, seat, put=amount, change=amount)
    return _staked(hand, index, amount, event, book)


def just_closed(hand: Hand) -> bool:
    """The last round closed and nothing of the showdown has happened: more chips are the last action's again."""
    return hand.street is Street.SHOWDOWN and not any(player.tabled or player.won for player in hand.players)


def _staked(hand: Hand, index: int, amount: int, event: ChipsMovedIn, book: Rulebook) -> Reading:
    player = hand.players[index]
    seat = player.seat
    if hand.to_act == seat:
        if player.declared is not None:
            return _announced(hand, index, amount, event, book)
        return pushed(hand, index, amount, event.chips, book, splashed=event.to == "pot")
    if hand.last_actor == seat:
        mark = "string_bet" if hand.last_silent else "declaration_action_mismatch"
        if hand.last_kind in (ActionKind.CHECK, ActionKind.FOLD):
            mark = "action_retracted"
        return Reading(Mode.AGAIN, seat, put=amount, change=amount, marks=(mark,))
    if player.early is not None:
        return Reading(Mode.AGAIN, seat, put=amount, change=amount)
    if player.folded:
        return Reading(Mode.NONE, seat, put=amount, change=amount, marks=early_mark("bet", book, spoken=False))
    return kept_for_its_turn(pushed(hand, index, amount, event.chips, book), "bet", book)


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
        return to_total(hand, index, least, amount, need, book, spoken=True, mark="oversized_chip")
    mark = "oversized_chip" if pieces(event.chips) == 1 and minimum else ""
    return to_total(hand, index, to, amount, need, book, spoken=True, mark=mark)


def pieces(chips: tuple[tuple[Chips, int], ...]) -> int:
    """How many chips were seen; 0 if only their value is known."""
    return sum(count for _, count in chips)


def pushed(
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
        return to_total(hand, index, player.bet + amount, amount, need, book, spoken=False)
    if need == 0 or amount == need or amount < need:
        return _open_or_call(hand, index, amount, need, mark, book)
    if pieces(chips) == 1 and setting(book, "oversized_chip.silent") != "face_value":
        return call(hand, index, need, put=amount, marks=(*mark, "oversized_chip"))
    small = min((value for value, count in chips if count > 0), default=0)
    if small and amount - small < need:
        return call(hand, index, need, put=amount, marks=mark)
    return _over(hand, index, amount, need, chips, mark, book)


def _open_or_call(hand: Hand, index: int, amount: int, need: int, mark: tuple[str, ...], book: Rulebook) -> Reading:
    player = hand.players[index]
    if need == 0:
        return to_total(hand, index, player.bet + amount, amount, need, book, spoken=False, mark="".join(mark))
    if amount == need or amount == player.stack:
        return call(hand, index, need, put=amount, marks=mark)
    return call(hand, index, need, put=amount, marks=(*mark, "undercall"))


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
        return to_total(hand, index, to, amount, need, book, spoken=False, mark="".join(mark))
    house = setting(book, "multi_chip_overpay", "else_half_rule")
    seen = (*mark, "multi_chip_overpay") if chips and house == "else_half_rule" else mark
    half = setting(book, "incomplete_raise.threshold", "half") == "half"
    enough = not half or 2 * (to - hand.bet_to) >= least - hand.bet_to
    if house == "call_unless_minimum_raise_reached" or not enough:
        return call(hand, index, need, put=amount, marks=(*mark, "multi_chip_overpay"))
    if not may_raise(hand, index):
        return call(hand, index, need, put=amount, marks=(*mark, refusal(hand, index)))
    return raised(hand, index, least, amount, need, least, (*seen, "underraise"), spoken=False)
