"""Remedies of betting and showdown as steps: chips that go back or are still due, hands to be shown."""

from table_controller.records.chips import Seat
from table_controller.records.hand import Hand
from table_controller.records.incidents import Step
from table_controller.rules.exposed import decisions_left
from table_controller.rules.hand import BETTING, live, player_of
from table_controller.rules.words import step


def chips_back(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """What lies before the seat and is not staked goes back to it."""
    player = player_of(hand, seat)
    return () if player is None or player.excess <= 0 else (step("change", player.seat, player.excess),)


def chips_due(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """What the seat's action takes and does not lie there yet."""
    player = player_of(hand, seat)
    return () if player is None or player.owes <= 0 else (step("add", player.seat, player.owes),)


def post_blind(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """The blind the seat still owes."""
    return tuple(step("blind", owner, post.amount) for owner, post in hand.posts if owner == seat)


def turn_up(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """All hole cards face up: no share without (001 §4.3.2, §4.3.16). With nothing left to decide before the last card
    every hand still in is (001 §4.3.1-c; TDA 16)."""
    player = player_of(hand, seat)
    if player is None:
        return ()
    run_out = hand.street in BETTING and hand.to_act is None and not decisions_left(hand)
    others = tuple(one.seat for one in live(hand) if one.seat != seat and not one.tabled) if run_out else ()
    return tuple(step("turn_up", one) for one in (*(() if player.tabled else (player.seat,)), *others))


def show_hand(hand: Hand, seat: Seat | None) -> tuple[Step, ...]:
    """The seat in order shows (002 SR; TDA 17-A)."""
    player = player_of(hand, seat)
    return () if player is None or player.tabled else (step("table", seat),)
