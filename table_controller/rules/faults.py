"""What a hand remembers of its faults, so that one error is named once and what follows is judged from there."""

from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import SURPLUS, TURN, board_of, setting

_BURNS = {Street.PREFLOP: 1, Street.FLOP: 2, Street.TURN: 3, Street.RIVER: 3, Street.DEAL: 0}
"""Burns that belong before the next street."""

ANNOUNCED = "string_bet_announced"
"""A string bet that has been said: by the dealer, or by the referee in his place."""

MIXED = "hand_mixed"
"""A seat has mixed the cards of which one was too many: which came last nobody can say any more (001 R6-3)."""

DEALT_ANEW = "dealt_anew"
"""A deal was given up, and its cards come again in the same hand."""

GIVEN_UP = "given_up"
"""A deal was given up and its hand ended: the next one is the same again (TDA 35-C)."""

FAULTS = {
    "first_card_wrong_seat": "order",
    "seat_skipped": "order",
    "dealt_out_of_order": "order",
    "exposed_card": "exposed_card",
    "multiple_exposed_cards": "exposed_card",
    "missing_burn": "missing_burn",
    "extra_burn": "extra_burn",
    "out_of_turn_action": TURN,
    "out_of_turn_bet": TURN,
    "out_of_turn_fold": TURN,
    "four_card_flop": SURPLUS,
    "wrong_dealer": "wrong_dealer",
    "straddle_not_allowed": "straddle",
    "premature_flop": "premature_flop",
    "premature_turn": "premature_turn",
    "premature_river": "premature_river",
    "fold_not_mucked": "fold_not_mucked",
    "allin_hand_not_tabled": "allin_hand_not_tabled",
    "allin_button_missing": "allin_button_missing",
    "refused_to_show": "refused_to_show",
    "fold_at_allin_showdown": "fold_at_allin_showdown",
    "flop_not_simultaneous": "flop_not_simultaneous",
    "boxed_card": "boxed_card",
    "fouled_deck": "fouled_deck",
    "string_bet_not_announced": ANNOUNCED,
}
"""What a hand remembers of its faults, so that one error is named once and burns are counted from there."""


GROWING = frozenset({"four_card_flop"})
"""One incident however far it goes: a fifth card in the flop (001 R8-4) makes the four no second one."""


def burns_wanted(hand: Hand) -> int:
    """Burns that should lie there before the next street: one each, errors that stand taken into account."""
    credit = sum((code == "extra_burn") - (code == "missing_burn") for code, _ in hand.faults)
    return _BURNS.get(hand.street, 3) + credit


def fourth_of_flop(hand: Hand, at: int, dwell_ms: int) -> bool:
    """R9-8: a fourth card with the flop: no burn between, nobody has acted, and the three had not come to rest."""
    if hand.street is not Street.FLOP or len(hand.board) != board_of(hand, Street.FLOP) or hand.round_actions:
        return False
    if len(hand.burns) >= burns_wanted(hand):
        return False
    dwell = dwell_ms * 1_000_000
    waited = at - hand.board_at
    return waited < dwell if hand.to_act is not None else waited < dwell // 4


def burn_zones(book: Rulebook) -> tuple[str, ...]:
    """Where the house's burns are seen to come and to lie (K27): under the button, or on a pile of their own."""
    return ("button", "stub") if setting(book, "burn.location") == "under_button" else ("burn", "stub")


def known_fault(hand: Hand, kind: str) -> bool:
    """Whether the hand remembers a fault called *kind*."""
    return any(code == kind for code, _ in hand.faults)
