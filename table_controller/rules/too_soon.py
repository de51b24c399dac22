"""Board cards that came while a betting round was open: until when they are taken back (001 §4.3.9; TDA RP-5).

With the end of the round such a card becomes the card of the next street, unless somebody rules. It can be taken back
until play has gone on with it: somebody has acted on that street, or the next card is burned.
"""

from table_controller.records.cards import Card
from table_controller.records.chips import Chips
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.rules.faults import burns_wanted, known_fault
from table_controller.rules.hand import BETTING, NEXT, board_of, changed

_BEFORE = {Street.FLOP: Street.PREFLOP, Street.TURN: Street.FLOP, Street.RIVER: Street.TURN}


def early(hand: Hand) -> tuple[Card | None, ...]:
    """Board cards of a street to come: the betting round is open, or its chips are not all in yet."""
    if hand.street not in BETTING or len(hand.board) <= board_of(hand, hand.street):
        return ()
    following = NEXT.get(hand.street)
    if hand.to_act is None and (following is None or not known_fault(hand, f"premature_{following.value}")):
        return ()
    return hand.board[board_of(hand, hand.street) :]


def too_soon(hand: Hand) -> tuple[Card | None, ...]:
    """Board cards that came too early and can still be taken back."""
    return hand.board[base_of(hand) :] if early(hand) or _on_its_street(hand) else ()


def base_of(hand: Hand) -> int:
    """How many board cards lay there before those that came too early."""
    street = _street(hand)
    return board_of(hand, _BEFORE[street] if not early(hand) and street in _BEFORE else street)


def _street(hand: Hand) -> Street:
    return Street.RIVER if hand.street is Street.SHOWDOWN else hand.street


def _on_its_street(hand: Hand) -> bool:
    """Whether the round was over before anybody ruled, and nothing happened on the card's own street yet."""
    street = _street(hand)
    if street not in _BEFORE or not hand.faults or not known_fault(hand, f"premature_{street.value}"):
        return False
    if hand.round_actions or len(hand.board) != board_of(hand, street) or any(player.won for player in hand.players):
        return False
    return street is Street.RIVER or len(hand.burns) < burns_wanted(hand)


def taken_back(hand: Hand, *, shut: bool) -> Hand:
    """*hand* without a card of the board that came too early: it is no fault any more, nor, if *shut*, its street open.

    Where it became the burn that was forgotten (R9-5) the next card takes its place.
    """
    street = _street(hand)
    open_again = (
        shut and street in _BEFORE and not hand.round_actions and known_fault(hand, f"premature_{street.value}")
    )
    if open_again and len(hand.board) < board_of(hand, street):
        hand = changed(hand, street=_BEFORE[street], to_act=None, bet_to=Chips(0), last_actor=None, last_kind=None)
    for street, before in _BEFORE.items():
        code = f"premature_{street.value}"
        if len(hand.board) <= board_of(hand, before) and known_fault(hand, code):
            hand = changed(hand, faults=tuple(fault for fault in hand.faults if fault[0] != code))
    return hand
