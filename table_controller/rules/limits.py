"""Limits: what a bet may come to and how often a seat may raise (K02, K03, K28-K31; 004 A5, B9; TDA 47, 54)."""

from table_controller.records.events import HandStarted
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.house import percent, setting, whole

_LIMITED = ("split_limit", "spread_limit")
_NAMES = {"spread": "spread_limit", "split": "split_limit"}
_ROUND = {Street.PREFLOP: 1, Street.FLOP: 2, Street.TURN: 3, Street.RIVER: 4}


def limit_of(event: HandStarted, book: Rulebook) -> str:
    """The limit a hand is played at: what its start says, else the house's (K02)."""
    house = str(setting(book, "bet.structure", "no_limit"))
    named = _NAMES.get(event.limit, event.limit) or house
    return house if named == "no_limit" and house == "no_limit_stepped" else named


def cap_of(limit: str, book: Rulebook) -> tuple[int | None, bool]:
    """How many raises a round may have, and whether all seats share them (K03; 004 A5-b; TDA 48)."""
    together = setting(book, "raise.cap_counts") == "total"
    for name in ("raise.cap_split_spread", "raise.cap_per_player_per_round"):
        if (limit in _LIMITED or name != "raise.cap_split_spread") and (most := whole(book, name, 0)):
            return most, together
    shared = whole(book, "raise.cap_per_round", 0) if limit in _LIMITED else 0
    return (shared, True) if shared else (None, False)


def reopens_at(limit: str, book: Rulebook) -> int:
    """How much of a full raise, in percent, opens the betting again for who has acted (TDA 47-A, 47-B)."""
    name, usual = ("reopen.min_fraction_limit", 50) if limit == "split_limit" else ("reopen.min_fraction", 100)
    return percent(book, name, usual)


def capped(hand: Hand, index: int) -> bool:
    """Whether the seat has no raise left in this round; an opening bet is none (K03)."""
    most = hand.terms.cap
    if most is None or not hand.bet_to:
        return False
    made = sum(player.raises for player in hand.players) if hand.terms.together else hand.players[index].raises
    return made >= most


def refusal(hand: Hand, index: int) -> str:
    """The code that names a raise by a seat that may not raise: too many raises, or an option it does not have."""
    return "raise_cap_exceeded" if capped(hand, index) else "action_not_available"


def fixed(hand: Hand, book: Rulebook) -> int:
    """The one size of a bet or raise at split limit: the big blind, twice that from the house's round on (B9-split)."""
    late = _ROUND.get(hand.street, 1) >= whole(book, "bet.split_big_bet_from_round", 3)
    return hand.big_blind * (2 if late else 1)


def min_raise_to(hand: Hand, book: Rulebook) -> int:
    """The least total of a bet or raise now (K28, K29; TDA 43-A: by the largest full bet or raise of the street)."""
    if hand.limit == "split_limit":
        return hand.bet_to + fixed(hand, book)
    if not hand.bet_to:
        return _least_open(hand, book)
    rule = setting(book, "raise.min_rule", "last_increment")
    if rule == "last_increment" or hand.limit == "spread_limit":
        return hand.bet_to + hand.raise_by
    if rule == "double_total":
        return 2 * hand.bet_to
    if rule == "step":
        return hand.bet_to + whole(book, "bet.step", 1)
    return hand.bet_to + (fixed(hand, book) if rule == "fixed" else hand.big_blind)


def _least_open(hand: Hand, book: Rulebook) -> int:
    rule = setting(book, "bet.min_open", "one_bb")
    if rule == "any":
        return 1
    return fixed(hand, book) if rule == "fixed_limit" else hand.raise_by


def most_to(hand: Hand, index: int, book: Rulebook) -> int:
    """The most the seat's total may come to: its stack, or less where the limit says so (K31; 004 B9; TDA 54)."""
    player = hand.players[index]
    stack = player.bet + player.stack
    if hand.limit == "pot_limit":
        return min(stack, hand.bet_to + _whole_pot(hand, book) + hand.bet_to - player.bet)
    if hand.limit == "spread_limit":
        return min(stack, hand.bet_to + whole(book, "spread.ratio", 5) * hand.big_blind)
    return min(stack, hand.bet_to + fixed(hand, book)) if hand.limit == "split_limit" else stack


def believed(hand: Hand) -> int:
    """How much more than the true pot the seat was told it may bet (TDA 52-B): accepted until somebody counts again."""
    return 0 if hand.count is None else max(0, hand.count.said - hand.count.true)


def pot(hand: Hand) -> int:
    """All chips staked and not yet pushed."""
    return sum(p.total - p.won for p in hand.players) + hand.carried - hand.dropped


def _whole_pot(hand: Hand, book: Rulebook) -> int:
    """All stakes so far; before the flop dead and short blinds count in full where the house says so (TDA 54-B)."""
    assumed = hand.street is Street.PREFLOP and bool(setting(book, "pl.preflop_assume_full_blinds", True))
    return pot(hand) + (hand.unpaid if assumed else 0)
