"""What chips count as that come without words, or after them."""

from table_controller.records.events import ChipsMovedIn
from table_controller.records.hand import Hand
from table_controller.records.night import Move
from table_controller.records.player import ActionKind, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, early_mark, kept_for_its_turn, raised, to_total
from table_controller.rules.hand import BETTING, index_of, level, min_raise_to, setting
from table_controller.rules.payments import payment, pieces
from table_controller.rules.posts import for_who_left, straddles
from table_controller.rules.silent_chips import pushed


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
    if hand.street is Street.DEAL and (straddles(hand, seat, amount, book) or for_who_left(hand, amount)):
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
