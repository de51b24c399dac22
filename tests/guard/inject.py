"""One error put into a real hand, and what the referee has to say of it: every kind, by name."""

from inject_bets import (
    bet_above_stack,
    check_facing_bet,
    late_declaration,
    oversized_chip,
    raise_too_small,
    string_bet,
    undercall,
)
from inject_cards import (
    duplicate_board_card,
    duplicate_hole_card,
    exposed_card,
    extra_burn,
    extra_hole_card,
    four_card_flop,
    missing_burn,
    missing_hole_card,
    premature_board_card,
    seat_dealt_out,
    seat_skipped,
    wrong_deal_order,
)
from inject_showdown import odd_chip_to_wrong_seat, showdown_out_of_order, wrong_pot_award
from inject_turns import missing_action, missing_last_action, swapped_actors, wrong_seat
from injected import Inject

KINDS: dict[str, Inject] = {
    inject.__name__: inject
    for inject in (
        *(missing_action, missing_last_action, swapped_actors, wrong_seat),
        *(raise_too_small, bet_above_stack, string_bet, undercall, check_facing_bet, oversized_chip, late_declaration),
        *(duplicate_hole_card, duplicate_board_card, four_card_flop, premature_board_card, missing_burn, extra_burn),
        *(exposed_card, extra_hole_card, missing_hole_card, seat_skipped, seat_dealt_out, wrong_deal_order),
        *(wrong_pot_award, odd_chip_to_wrong_seat, showdown_out_of_order),
    )
}
"""Every kind of error, by name."""
