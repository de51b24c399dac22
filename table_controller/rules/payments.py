"""Chips that pay what was declared, completed or asked for; and when they are a second motion instead."""

from table_controller.records.chips import Chips
from table_controller.records.events import ChipsMovedIn
from table_controller.records.night import ActionKind, Hand, Move, Player
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import index_of, setting, whole


def payment(hand: Hand, player: Player, amount: int, event: ChipsMovedIn, book: Rulebook, move: Move | None) -> Reading:
    """Chips for what was declared or asked for; a single chip too large gets change, more is against the words.

    One chip that cannot pay what was said looks like another action (Q-L2, TDA 40-A): said at once.
    """
    over = max(0, amount - player.owes)
    again = move is not None and move.seat == player.seat and hand.last_actor == player.seat
    if again and hand.last_silent and move is not None and _string_of(hand, player, event, over, book, move):
        paid = 0 if hand.last_kind is ActionKind.CALL else amount - over
        return Reading(Mode.AGAIN, player.seat, put=amount, change=amount - paid, marks=("string_bet",))
    if over > player.stack + player.excess:
        return Reading(Mode.AGAIN, player.seat, put=amount, change=over, marks=("bet_above_stack",))
    single = pieces(event.chips) == 1
    short = single and amount < player.owes and again and move is not None and _nothing_paid(player, move)
    more = over > 0 and not single and not (move is not None and again and _as_said(player, amount, move))
    marks = ("declaration_action_mismatch",) if short or more else ()
    return Reading(Mode.AGAIN, player.seat, put=amount, change=over, marks=marks)


def _nothing_paid(player: Player, move: Move) -> bool:
    """Whether *player* has put in nothing yet of what the words of *move* cost."""
    index = index_of(move.before, player.seat)
    return move.action != "" and index is not None and player.bet - player.owes == move.before.players[index].bet


def _as_said(player: Player, amount: int, move: Move) -> bool:
    """Whether the chips are what the words said, though they count as less ("fourteen hundred", TDA 43-A)."""
    return _nothing_paid(player, move) and move.amount == player.bet - player.owes + amount


def _string_of(hand: Hand, player: Player, event: ChipsMovedIn, over: int, book: Rulebook, move: Move) -> bool:
    """A second motion that does more than complete what was too little (R20-3 to R20-5).

    After an undercall whose way out is open, any more chips are a second motion, unless they come so late that the
    dealer must have asked for them.
    """
    if over:
        return pieces(event.chips) != 1  # one chip too large to complete with gets change
    asked = event.at - move.at > 1_000_000 * whole(book, "string_bet.window_ms", 3000)
    return hand.last_kind is ActionKind.CALL and not asked and not undercall_forced(move.before, book)


def undercall_forced(hand: Hand, book: Rulebook) -> bool:
    """Whether a call that is too small must be completed in *hand* (S11; TDA 51-B: heads-up, or facing the opener)."""
    two = sum(1 for player in hand.players if not player.folded) == 2
    if two and setting(book, "undercall.headsup", "floor") == "complete":
        return True
    opening = hand.bet_to <= hand.raise_by
    return setting(book, "undercall.vs_opening_bet" if opening else "undercall.other", "floor") == "complete"


def pieces(chips: tuple[tuple[Chips, int], ...]) -> int:
    """How many chips were seen; 0 if only their value is known."""
    return sum(count for _, count in chips)
