"""Rules of burns and board. Each looks at the night before the event."""

from table_controller.records.events import BoardCardDealt, CardBurned, ChipsMovedIn, Declared
from table_controller.records.night import Street
from table_controller.rules.faults import burns_wanted, known_fault
from table_controller.rules.hand import BETTING, NEXT, board_of, setting, unseen, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

_STREETS = {Street.PREFLOP: "flop", Street.FLOP: "turn", Street.TURN: "river"}


def missing_burn(look: Look) -> Answer:
    """No burn before flop, turn or river. 001 §4.3.7; 000 BG:BURN; 004 A4-c; TDA 39-B.

    Corrected until somebody has acted on that street; then the cards stand.
    """
    hand, event = look.hand, look.event
    at = len(hand.board)
    if hand.street not in NEXT or at != board_of(hand, hand.street) or _fourth_of_flop(look):
        return None
    wanted = burns_wanted(hand)
    if len(hand.burns) >= wanted:
        return CLEAR
    zone = "seat button" if setting(look.book, "burn.location") == "under_button" else "burn"
    if unseen(look.night, zone, "burn", "stub"):
        return NOT_ASSESSED
    street = _STREETS.get(hand.street, "river")
    clause = look.book.clauses.get("missing_burn")
    remedy = None if at == 0 else "first_open_card_becomes_burn"
    if at == 0 and not event.order_known:
        remedy = "scramble_pick_burn_fill"
    if clause is not None and clause.remedy == "none":
        remedy = None
    return Found("missing_burn", None, f"{len(hand.burns)} burns before the {street}", f"{wanted} burns", remedy)


def extra_burn(look: Look) -> Answer:
    """A second burn for one street. 001 R5-7, R8-3 [D]; TDA 38."""
    hand = look.hand
    if hand.street not in BETTING:
        return None
    wanted = burns_wanted(hand)
    if len(hand.burns) < wanted:
        return CLEAR
    return Found("extra_burn", None, f"{len(hand.burns) + 1} burns", f"{wanted} burns")


def _fourth_of_flop(look: Look) -> bool:
    """R9-8: a fourth card with the flop: no burn between, nobody has acted, and the three had not come to rest."""
    hand = look.hand
    if hand.street is not Street.FLOP or len(hand.board) != board_of(hand, Street.FLOP) or hand.round_actions:
        return False
    if len(hand.burns) >= burns_wanted(hand):
        return False
    dwell = whole(look.book, "four_card_flop.dwell_ms", 2000) * 1_000_000
    waited: int = look.event.at - hand.board_at
    return waited < dwell if hand.to_act is not None else waited < dwell // 4


def four_card_flop(look: Look) -> Answer:
    """Four cards in the flop. 001 §4.3.8; TDA 39-A: scramble, one drawn is the next burn, the turn needs none."""
    hand = look.hand
    if hand.street is not Street.FLOP or len(hand.board) < 3:
        return None
    if not _fourth_of_flop(look):
        return CLEAR
    known = setting(look.book, "four_card_flop.remedy") != "scramble_pick_next_burn" and look.event.order_known
    remedy = "surplus_becomes_next_burn" if known else "scramble_pick_next_burn"
    return Found("four_card_flop", None, f"{len(hand.board) + 1} cards in the flop", "3 cards", remedy)


def premature_card(look: Look) -> Answer:
    """A board card while the betting round is open. 001 §4.3.9; TDA RP-5."""
    hand = look.hand
    following = NEXT.get(hand.street)
    if following is None or len(hand.board) < board_of(hand, hand.street) or _fourth_of_flop(look):
        return None
    if hand.to_act is None or known_fault(hand, f"premature_{following.value}"):
        return CLEAR
    code = f"premature_{following.value}"
    return Found(code, None, f"the {following.value} while seat {hand.to_act} is to act", "the round is over")


def short_flop(look: Look) -> Answer:
    """Somebody acts while the flop has one or two cards. 001 §4.2.6."""
    hand = look.hand
    if look.reading is None or look.reading.kind is None or hand.street is not Street.FLOP or hand.round_actions:
        return None
    if len(hand.board) >= 3:
        return CLEAR
    if unseen(look.night, "board"):
        return NOT_ASSESSED
    return Found("short_flop", None, f"{len(hand.board)} cards in the flop", "3 cards")


def rabbit_hunting(look: Look) -> Answer:
    """A board card after the hand is over. 001 §4.3.17; TDA 28."""
    hand = look.hand
    if hand.street is not Street.OVER or hand.settled:
        return None
    if len(hand.board) >= 5:
        return None
    if any(player.presumed for player in hand.players):
        return NOT_ASSESSED  # over only because somebody who was passed over counts as folded
    return Found("rabbit_hunting", None, "a board card after the hand was over", "no further cards")


BOARD_RULES = (
    Rule("missing_burn", (BoardCardDealt,), missing_burn),
    Rule("extra_burn", (CardBurned,), extra_burn),
    Rule("four_card_flop", (BoardCardDealt,), four_card_flop),
    Rule("premature_card", (BoardCardDealt,), premature_card),
    Rule("short_flop", (Declared, ChipsMovedIn), short_flop),
    Rule("rabbit_hunting", (BoardCardDealt,), rabbit_hunting),
)
"""The rules of burns and board, in the order they look."""
