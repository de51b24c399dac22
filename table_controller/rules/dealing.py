"""Rules of the deal: whose card it is, in which order, and face down. Each looks at the night before the event."""

from table_controller.records.cards import Face
from table_controller.records.chips import Seat
from table_controller.records.events import CardExposed, HoleCardDealt
from table_controller.records.hand import Hand
from table_controller.records.player import Street
from table_controller.rules.faults import known_fault
from table_controller.rules.hand import dealt_out, hole_count, index_of, player_of, setting, unseen, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import unless_cause
from table_controller.rules.start import blinds_due


def exposed_card(look: Look) -> Answer:
    """A hole card turned up by the dealer. 001 §4.3.5; TDA 35-A7.

    Two or more, or one of the first cards off the deck: misdeal; else the first burn replaces it.
    """
    event, hand = look.event, look.hand
    dealt = isinstance(event, HoleCardDealt)
    if dealt and event.face is Face.DOWN:
        return CLEAR
    if event.seat is None or (hand.street is not Street.DEAL and not dealt):
        return None
    if not dealt and event.by != "dealer":
        return CLEAR
    before = sum(code == "exposed_card" for code, _ in hand.faults)
    number = hand.dealt + 1 if dealt else _number(hand, event)
    measured = f"card {number} of the deal lies face up at seat {event.seat}"
    if before + 1 >= whole(look.book, "deal.exposed.misdeal_if_count_ge", 2):
        return Found("multiple_exposed_cards", event.seat, measured, "no more than one exposed card")
    first = whole(look.book, "deal.exposed.misdeal_if_index_le", 3)
    remedy = "misdeal" if number <= first or _blind_protected(look) else None
    if remedy is None and setting(look.book, "deal.exposed.replace_with", "first_burn") == "next_card":
        remedy = "replace_with_next_card"
    return Found("exposed_card", event.seat, measured, "hole cards are dealt face down", remedy)


def _number(hand: Hand, event: CardExposed) -> int:
    """Which card of the deal it was: the seat's latest."""
    index = index_of(hand, event.seat)
    if index is None:
        return hand.dealt
    turn = (index - hand.deal_from) % len(hand.players)
    return max(1, (max(1, len(hand.players[index].cards)) - 1) * len(hand.players) + turn + 1)


def _blind_protected(look: Look) -> bool:
    """001 §4.3.5: it is the first card of a blind that the house protects."""
    protected = setting(look.book, "deal.exposed.misdeal_if_first_card_of", ())
    player = player_of(look.hand, look.event.seat)
    held = 0 if isinstance(look.event, HoleCardDealt) else 1
    if not isinstance(protected, tuple) or player is None or len(player.cards) > held:
        return False
    if "button" in protected and player.seat == look.hand.button:
        return True
    posts = {post.kind: owner for owner, post in blinds_due(look.hand)}
    return any(posts.get(_POSTS.get(blind, "")) == player.seat for blind in protected)


_POSTS = {"sb": "small_blind", "bb": "big_blind"}


def wrong_seat(look: Look) -> Answer:
    """The first card of the deal to another seat than the house's first (K21). 001 §4.3.6; TDA 35-A2."""
    hand, seat = look.hand, look.event.seat
    if hand.dealt or hand.street is not Street.DEAL or not hand.players:
        return None
    wanted = _first(hand)
    if seat in (wanted, hand.players[hand.deal_from].seat) or index_of(hand, seat) is None:
        return CLEAR
    remedy = unless_cause("first_card_wrong_seat", look.book)
    return Found("first_card_wrong_seat", seat, f"first card to seat {seat}", f"first card to seat {wanted}", remedy)


def _first(hand: Hand) -> Seat:
    """Whose card comes first: the house's first seat, or the next one if its player left before the deal."""
    order = (*hand.players[hand.deal_from :], *hand.players[: hand.deal_from])
    return next((player.seat for player in order if not dealt_out(hand, player)), order[0].seat)


def ineligible(look: Look) -> Answer:
    """A card to a seat that is not in the hand. TDA 35-A3."""
    hand, seat = look.hand, look.event.seat
    if index_of(hand, seat) is not None:
        return CLEAR
    remedy = unless_cause("dealt_to_ineligible_seat", look.book)
    return Found("dealt_to_ineligible_seat", seat, f"a card to seat {seat}", "cards to the seats in the hand", remedy)


def deal_order(look: Look) -> Answer:
    """A seat passed over: skipped if the next card is not its own, out of order if it is. 001 §4.3.6; TDA 35-A4.

    Who was passed over because it had been given two in a row before has all its cards, in the wrong order.
    """
    hand, seat = look.hand, look.event.seat
    if hand.street is not Street.DEAL:
        return None
    if hand.gap is None or known_fault(hand, "order"):
        return _in_pairs(look) if _in_a_row(hand, seat) else CLEAR
    if unseen(look.night, f"seat {hand.gap} cards"):
        return NOT_ASSESSED
    passed = player_of(hand, hand.gap)
    if passed is not None and dealt_out(hand, passed):
        return CLEAR
    if seat == hand.gap:
        return _out_of_order(look, seat, f"seat {seat} served after its turn")
    if passed is not None and len(passed.cards) >= hole_count(hand):
        return _out_of_order(look, hand.gap, f"two cards in a row to seat {hand.gap}")
    remedy = unless_cause("seat_skipped", look.book, "finish_deal")
    return Found("seat_skipped", hand.gap, f"seat {hand.gap} was passed over", f"the card to seat {hand.gap}", remedy)


def _in_a_row(hand: Hand, seat: Seat) -> bool:
    """Whether the seat that was just served gets another card at once."""
    if hand.dealt == 0 or len(hand.players) < 3:
        return False
    return hand.players[(hand.deal_from + hand.dealt - 1) % len(hand.players)].seat == seat


def _in_pairs(look: Look) -> Answer:
    """Cards come one at a time (001 §4.2.3): two in a row to one seat may be a card too many, to a second
    seat as well they are the wrong order."""
    hand, seat = look.hand, look.event.seat
    player = player_of(hand, seat)
    if player is None or len(player.cards) >= hole_count(hand) or known_fault(hand, "order"):
        return CLEAR
    rounds = (hand.dealt - 1) // len(hand.players) + 1
    others = tuple(one.seat for one in hand.players if one.seat != seat and len(one.cards) > rounds)
    if not others:
        return CLEAR
    if unseen(look.night, *(f"seat {one} cards" for one in (*others, seat))):
        return NOT_ASSESSED
    return _out_of_order(look, seat, f"two cards in a row to seats {others[0]} and {seat}")


def _out_of_order(look: Look, seat: Seat, measured: str) -> Found:
    remedy = unless_cause("dealt_out_of_order", look.book)
    return Found("dealt_out_of_order", seat, measured, "cards dealt clockwise", remedy)


DEALING = (
    Rule("exposed_card", (HoleCardDealt, CardExposed), exposed_card, also=("multiple_exposed_cards",)),
    Rule("first_card_wrong_seat", (HoleCardDealt,), wrong_seat),
    Rule("dealt_to_ineligible_seat", (HoleCardDealt,), ineligible),
    Rule("seat_skipped", (HoleCardDealt,), deal_order, also=("dealt_out_of_order",)),
)
"""The rules of the deal, in the order they look."""
