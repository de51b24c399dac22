"""Rules of a betting round: the dealer goes on too early, a string bet nobody called, change made at the pot."""

from table_controller.records.chips import Seat
from table_controller.records.events import (
    BetsCollected,
    CardBurned,
    ChangeMade,
    ChipsMovedIn,
    Declared,
    Ticked,
)
from table_controller.records.hand import Hand
from table_controller.records.incidents import IncidentState
from table_controller.records.player import Street
from table_controller.rules.clock import SECOND
from table_controller.rules.faults import ANNOUNCED
from table_controller.rules.hand import BETTING, index_of, level, setting, unseen, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule


def swept_early(look: Look) -> Answer:
    """Bets are collected while somebody still has to act. 000 RA5-b, RA7; 001 §4.2.4; 004 C16-f; TDA RP-2.

    The big blind whose option is passed over has a code of its own.
    """
    hand = look.hand
    if hand.to_act is None or hand.street not in BETTING:
        return CLEAR
    if hand.to_act == hand.conduct.asked:
        return None
    if unseen(look.night, f"seat {hand.to_act} bet", f"seat {hand.to_act} cards"):
        return NOT_ASSESSED
    measured, required = "bets collected", f"seat {hand.to_act} acts first"
    if _option(hand):
        return Found("bb_option_skipped", hand.to_act, measured, required)
    if setting(look.book, "sweep.during_round", "free") == "on_request_of_actor":
        return Found("bets_swept_early", hand.to_act, measured, required)
    return Found("betting_round_incomplete", hand.to_act, measured, required)


def _option(hand: Hand) -> bool:
    """Whether only the big blind is left to act, in an unraised pot."""
    index = index_of(hand, hand.to_act)
    if hand.street is not Street.PREFLOP or hand.to_act != hand.opener or index is None:
        return False
    return hand.players[index].bet >= level(hand, index)


def not_announced(look: Look) -> Answer:
    """A string bet that nobody called out in time: the dealer's duty. 001 §4.3.20."""
    if not look.night.incidents:
        return None
    seconds = whole(look.book, "string_bet.announce_s", 0)
    open_ones = [
        incident.irregularity
        for incident in look.night.incidents
        if incident.irregularity.code == "string_bet" and incident.state is IncidentState.OPEN
    ]
    if not seconds or not open_ones:
        return None
    found = open_ones[-1]
    if (ANNOUNCED, found.seat) in look.hand.faults or look.event.at - found.at < seconds * SECOND:
        return CLEAR
    return Found("string_bet_not_announced", found.seat, f"{seconds} s without a word", "the dealer calls it")


def change(look: Look) -> Answer:
    """A player exchanges chips with the pot himself. 000 BG:CALL-c; 001 §4.3.22-b: the dealer makes change (K64).

    Where the deal rotates the seats beside the button may help, while no bet is pending.
    """
    hand, event = look.hand, look.event
    if event.by in ("dealer", "floor") or event.from_ != "pot":
        return CLEAR
    if unseen(look.night, "pot"):
        return NOT_ASSESSED
    seat = _seat(event.by)
    helps = setting(look.book, "pot_zone.player_hands", "forbidden") == "help_allowed_with_rotating_dealer"
    if helps and hand.to_act is None and seat in _neighbours(hand):
        return CLEAR
    return Found("self_made_change", seat, "chips exchanged with the pot", "the dealer makes change")


def _seat(by: str) -> Seat | None:
    """The seat that *by* names, ``seat 3`` or ``3``; None for somebody whose seat was not seen."""
    number = by.removeprefix("seat ")
    return Seat(int(number)) if number.isascii() and number.isdigit() and len(number) < 3 else None


def _neighbours(hand: Hand) -> tuple[Seat | None, ...]:
    index = index_of(hand, hand.button)
    seats = [player.seat for player in hand.players]
    if index is None:
        return ()
    return (hand.button, seats[(index + 1) % len(seats)], seats[index - 1])


_GOES_ON = (Ticked, Declared, ChipsMovedIn, CardBurned)

ROUND_RULES = (
    Rule("betting_round_incomplete", (BetsCollected,), swept_early, also=("bb_option_skipped", "bets_swept_early")),
    Rule("string_bet_not_announced", _GOES_ON, not_announced),
    Rule("self_made_change", (ChangeMade,), change),
)
"""The rules of the round, in the order they look."""
