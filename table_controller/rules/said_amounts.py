"""Amounts in words: "raise to 600", "two hundred", "five", "pot", or none at all (TDA 40-C, 43-B, 54-D, 55, 57)."""

from table_controller.records.events import Declared
from table_controller.records.hand import Hand
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Mode, Reading, call, to_total
from table_controller.rules.hand import may_raise, min_raise_to, pot, setting
from table_controller.rules.limits import most_to, refusal
from table_controller.rules.silent_chips import pushed


def said_amount(hand: Hand, index: int, event: Declared, need: int, book: Rulebook) -> Reading:
    """What "bet", "raise", a bare number or "all-in" counts as (001 §4.3.10; TDA 40-C, 49, 57)."""
    player = hand.players[index]
    most = player.bet + player.stack
    if event.action == "all_in":
        return to_total(hand, index, most, 0, need, book, spoken=True)
    if event.action == "raise" and not hand.bet_to and setting(book, "invalid_decl.raise_no_bet") == "floor":
        return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)
    if event.amount is None or event.amount <= 0:
        if most <= hand.bet_to:
            return call(hand, index, need, spoken=True)
        if not may_raise(hand, index):
            return call(hand, index, need, marks=(refusal(hand, index),), spoken=True)
        return Reading(Mode.WAIT, player.seat, need=need, spoken=True)
    if 10 * event.amount < hand.big_blind and event.amount < min_raise_to(hand, book):
        return _unclear_number(hand, index, event.amount, need, book)
    if event.action == "amount" and event.amount < min_raise_to(hand, book):
        return _number_alone(hand, index, event.amount, book)
    more = event.action == "raise" and setting(book, "raise.amount_means", "total") == "increment"
    return to_total(hand, index, event.amount + (hand.bet_to if more else 0), 0, need, book, spoken=True)


def said_pot(hand: Hand, index: int, need: int, book: Rulebook) -> Reading:
    """ "Pot": the most the limit allows at pot limit; elsewhere no valid bet, but it binds to the least (TDA 54-D)."""
    if hand.limit == "pot_limit" and may_raise(hand, index):
        return to_total(hand, index, most_to(hand, index, book), 0, need, book, spoken=True)
    seat = hand.players[index].seat
    if setting(book, "nl.pot_declared", "bind_minimum") == "floor" or not may_raise(hand, index):
        return Reading(Mode.NONE, seat, need=need, marks=("action_not_available",), spoken=True)
    least = min(min_raise_to(hand, book), hand.players[index].bet + hand.players[index].stack)
    return to_total(hand, index, least, 0, need, book, spoken=True, mark="action_not_available")


def _number_alone(hand: Hand, index: int, amount: int, book: Rulebook) -> Reading:
    """A bare number counts as pushing that many chips without a word (TDA 40-C); the chips do not lie there yet."""
    player = hand.players[index]
    if setting(book, "declared_amount_only", "as_silent_chips") == "floor":
        return Reading(Mode.NONE, player.seat, marks=("ambiguous_action",), spoken=True)
    silent = pushed(hand, index, amount - player.bet, (), book)
    marks = tuple("multi_chip_overpay" if mark == "overcall" else mark for mark in silent.marks)
    price = max(0, silent.to - player.bet)
    return silent._replace(put=0, change=0, owes=price, marks=marks, spoken=True)


def _unclear_number(hand: Hand, index: int, amount: int, need: int, book: Rulebook) -> Reading:
    """ "Five" at 200/400: the highest reasonable reading that is no more than the pot before the bet (TDA 57)."""
    if setting(book, "ambiguous_amount", "highest_le_pot") == "floor":
        return Reading(Mode.NONE, hand.players[index].seat, marks=("ambiguous_action",), spoken=True)
    least, chips = min_raise_to(hand, book), pot(hand)
    readings = [reading for power in range(1, 13) if (reading := amount * 10**power) >= least]
    fitting = [reading for reading in readings if reading <= chips]
    meant = max(fitting) if fitting else min(readings, default=least)
    return to_total(hand, index, meant, 0, need, book, spoken=True, mark="ambiguous_action")
