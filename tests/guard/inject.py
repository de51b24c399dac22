"""One error put into a real hand, and what the referee has to say of it: every kind, by name."""

from dataclasses import replace
from random import Random

from inject_bets import bet_above_stack, check_facing_bet, raise_too_small, string_bet, undercall
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
    seat_skipped,
    wrong_deal_order,
)
from inject_turns import missing_action, missing_last_action, swapped_actors, wrong_seat
from injected import Clean, Inject, Wrong, exchanged, wrong

from table_controller.records.events import Declared, HandMucked, PotPushed


def wrong_pot_award(hand: Clean, random: Random) -> Wrong | None:
    """The pot goes to a seat that did not win it: a folded one, or a loser of a showdown whose cards are all open."""
    pushes = hand.indices(PotPushed)
    mucked = any(isinstance(event, HandMucked) for event in hand.events)
    live = set(hand.seats()) - {e.seat for e in hand.events if isinstance(e, Declared) and e.action == "fold"}
    if len(pushes) != 1 or (mucked and len(live) > 1):
        return None
    push = hand.events[pushes[0]]
    assert isinstance(push, PotPushed)
    seat = random.choice([seat for seat in hand.seats() if seat != push.seat])
    return wrong(exchanged(hand.events, pushes[0], replace(push, seat=seat)), seat, "pot_misawarded")


KINDS: dict[str, Inject] = {
    inject.__name__: inject
    for inject in (
        *(missing_action, missing_last_action, swapped_actors, wrong_seat),
        *(raise_too_small, bet_above_stack, string_bet, undercall, check_facing_bet),
        *(duplicate_hole_card, duplicate_board_card, four_card_flop, premature_board_card, missing_burn, extra_burn),
        *(exposed_card, extra_hole_card, missing_hole_card, seat_skipped, wrong_deal_order),
        wrong_pot_award,
    )
}
"""Every kind of error, by name."""
