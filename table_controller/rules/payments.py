"""Chips that pay what was declared, completed or asked for; and when they are a second motion instead."""

from table_controller.records.chips import Chips
from table_controller.records.events import ChipsMovedIn
from table_controller.records.hand import Hand
from table_controller.records.night import Move
from table_controller.records.player import ActionKind, Player
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading
from table_controller.rules.hand import index_of, setting, whole
from table_controller.rules.house import percent
from table_controller.rules.told import calls_as_told


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


def undercall_ways(book: Rulebook) -> tuple[str, ...]:
    """What the house lets a seat do whose call was too small (S11)."""
    named = setting(book, "undercall.options", ("complete", "fold_forfeit"))
    return tuple(_WAYS_OUT.get(name, name) for name in named) if isinstance(named, tuple) else ()


_WAYS_OUT = {"complete": "complete_call"}


def tiny_chip(reading: Reading, book: Rulebook) -> bool:
    """Whether the chips are next to nothing beside the call (TDA 41)."""
    return 100 * max(0, reading.put) < percent(book, "tiny_chip.fraction", 5) * reading.need


def undercall_remedy(hand: Hand, reading: Reading, book: Rulebook) -> str:
    """What becomes of the call too small that *reading* shows: completed, the only way the house knows, or the floor's
    to say (TDA 41, 51-B; 001 §4.3.29). Behind another one the first is put right (TDA 51-C)."""
    forced = undercall_forced(hand, book)
    if calls_as_told(hand, reading.to - reading.owes):
        # TDA 49: whatever it was told, it has accepted the true bet; only a floor that weighs it may rule otherwise.
        return "complete_call" if setting(book, "accepted_action", "true_amount") == "true_amount" else "floor"
    if setting(book, "undercall.sequence") == "back_to_first" and _after_undercall(hand):
        forced = False
    if forced or (tiny_chip(reading, book) and setting(book, "tiny_chip.ruling", "floor") == "full_call"):
        return "complete_call"
    ways = undercall_ways(book)
    return ways[0] if len(ways) == 1 else "floor"


def _after_undercall(hand: Hand) -> bool:
    """Whether the action before was a call with too few chips that is not completed yet."""
    index = index_of(hand, hand.last_actor)
    called = hand.last_kind is ActionKind.CALL and hand.last_silent
    return called and index is not None and hand.players[index].owes > 0


def pieces(chips: tuple[tuple[Chips, int], ...]) -> int:
    """How many chips were seen; 0 if only their value is known."""
    return sum(count for _, count in chips)
