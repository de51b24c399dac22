"""Rules of burns and board. Each looks at the night before the event."""

from table_controller.records.events import BoardCardDealt, CardBurned, CardsCounted, ChipsMovedIn, Declared
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.rules.faults import burn_zones, burns_wanted, fourth_of_flop, known_fault
from table_controller.rules.hand import BETTING, NEXT, board_of, setting, unseen, whole
from table_controller.rules.hidden import in_doubt
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule

_STREETS = {Street.PREFLOP: "flop", Street.FLOP: "turn", Street.TURN: "river"}


def missing_burn(look: Look) -> Answer:
    """No burn before flop, turn or river. 001 §4.3.7; 000 BG:BURN; 004 A4-c; TDA 39-B.

    Corrected until somebody has acted on that street; then the cards stand. Not assessed where a hand may have laid it
    exactly on another.
    """
    hand = look.hand
    if hand.street not in NEXT or len(hand.board) != board_of(hand, hand.street) or _fourth_of_flop(look):
        return None
    if not setting(look.book, "burn.required", True):
        return None
    wanted = burns_wanted(hand)
    if len(hand.burns) >= wanted:
        return CLEAR
    if unseen(look.night, *burn_zones(look.book)):
        return NOT_ASSESSED
    if burn_on_its_way(look.night):
        return CLEAR
    remedy = burn_remedy(look, look.event.order_known)
    return Found("missing_burn", None, f"{len(hand.burns)} burns before the {_street(hand)}", f"{wanted} burns", remedy)


def burn_on_its_way(night: Night) -> bool:
    """Whether a remedy being followed makes the burn of a card that lies aside, or before a seat (001 §4.3.5, 6)."""
    for following in night.following:
        for step in following.left:
            if step.moves is not None and step.moves[1] == "burn" and step.moves[0] != "board":
                return True
    return False


def _street(hand: Hand) -> str:
    return _STREETS.get(hand.street, "river")


def burn_remedy(look: Look, order_known: bool) -> str | None:
    """S05: which card becomes the burn that was forgotten; None: as the clause says, where it only advises."""
    if left_open(look, "missing_burn"):
        return None
    house = str(setting(look.book, "missing_burn.remedy", "first_open_card_becomes_burn"))
    if look.hand.board or look.hand.to_act is not None:
        return "first_open_card_becomes_burn"  # turn and river: one card only, so nothing is to be drawn
    return house if order_known else "scramble_pick_burn_fill"


def left_open(look: Look, code: str) -> bool:
    """Whether the house's clause only advises, or leaves to the floor what a parameter would decide."""
    clause = look.book.clauses.get(code)
    return clause is not None and clause.remedy in ("none", "floor")


def missing_burn_found_late(look: Look) -> Answer:
    """Somebody counts the burns and finds one too few. 001 §4.3.7, R7-5 [D]; TDA 39-B: after an action cards stand."""
    hand, event = look.hand, look.event
    if event.place != "burn" or hand.street not in BETTING or not setting(look.book, "burn.required", True):
        return None
    if event.count < 0:
        return NOT_ASSESSED
    wanted = burns_wanted(hand) - (len(hand.board) <= board_of(hand, hand.street) and hand.street is not Street.RIVER)
    if event.count >= wanted:
        return CLEAR
    stands = setting(look.book, "missing_burn.deadline") == "before_first_action_on_street" and hand.round_actions > 0
    flop = str(setting(look.book, "missing_burn.remedy", "first_open_card_becomes_burn"))
    remedy: str | None = flop if hand.street is Street.FLOP else "first_open_card_becomes_burn"
    remedy = "play_stands" if stands or not hand.board else None if left_open(look, "missing_burn") else remedy
    return Found("missing_burn", None, f"{event.count} burns on the {hand.street.value}", f"{wanted} burns", remedy)


def extra_burn(look: Look) -> Answer:
    """A second burn for one street. 001 R5-7, R8-3 [D]; TDA 38.

    With the cards of the next street on the board, as where nobody saw the last action before them, it is that of the
    street after.
    """
    hand = look.hand
    if hand.street not in BETTING:
        return None
    wanted = burns_wanted(hand) + _streets_ahead(hand)
    if len(hand.burns) < wanted:
        return CLEAR
    return Found("extra_burn", None, f"{len(hand.burns) + 1} burns", f"{wanted} burns")


def _streets_ahead(hand: Hand) -> int:
    """How many streets further than the betting was seen to be the board lies."""
    ahead, street = 0, NEXT.get(hand.street)
    while street in NEXT and len(hand.board) >= board_of(hand, street):
        ahead, street = ahead + 1, NEXT.get(street)
    return ahead


def _fourth_of_flop(look: Look) -> bool:
    return fourth_of_flop(look.hand, look.event.at, whole(look.book, "four_card_flop.dwell_ms", 2000))


def four_card_flop(look: Look) -> Answer:
    """Four cards in the flop. 001 §4.3.8; TDA 39-A: scramble, one drawn is the next burn, the turn needs none."""
    hand = look.hand
    if hand.street is not Street.FLOP or len(hand.board) < 3:
        return None
    if not _fourth_of_flop(look):
        return CLEAR
    known = setting(look.book, "four_card_flop.remedy") != "scramble_pick_next_burn" and look.event.order_known
    fourth = len(hand.board) == 3  # R8-4 [D]: more than one too many are scrambled whatever is known of their order
    remedy: str | None = "surplus_becomes_next_burn" if known and fourth else "scramble_pick_next_burn"
    if known and fourth and known_fault(hand, "missing_burn"):
        remedy = "first_open_card_becomes_burn"  # R8-5 [D]: of four unburned cards the first is the burn
    if left_open(look, "four_card_flop"):
        remedy = None
    return Found("four_card_flop", None, f"{len(hand.board) + 1} cards in the flop", "3 cards", remedy)


def flop_gap(look: Look) -> Answer:
    """The flop's cards come one after the other. 000 BG:FLOP; 002 FB:Flop; 004 C16-g: simultaneously (K63)."""
    hand, event = look.hand, look.event
    house = setting(look.book, "flop.simultaneous", "free")
    if house == "free" or hand.street is not Street.PREFLOP or not 0 < len(hand.board) < 3 or hand.board_at <= 0:
        return None
    if look.night.following or known_fault(hand, "premature_flop"):
        return None  # a remedy lays its cards one by one; what came too early is wrong already
    gap = (event.at - hand.board_at) // 1_000_000
    allowed = whole(look.book, "flop.max_gap_ms", 1500)
    if gap <= allowed or not event.order_known or known_fault(hand, "flop_not_simultaneous"):
        return CLEAR
    return Found("flop_not_simultaneous", None, f"{gap} ms between two cards", f"no more than {allowed} ms")


def premature_card(look: Look) -> Answer:
    """A board card while the betting round is open. 001 §4.3.9; TDA RP-5."""
    hand = look.hand
    following = NEXT.get(hand.street)
    if following is None or len(hand.board) < board_of(hand, hand.street) or _fourth_of_flop(look):
        return None
    if hand.to_act is None and _over_unseen(hand):
        return NOT_ASSESSED
    if hand.to_act is None or known_fault(hand, f"premature_{following.value}"):
        return CLEAR
    code = f"premature_{following.value}"
    measured = f"the {following.value} while seat {hand.to_act} is to act"
    return Found(code, None, measured, "the round is over", _premature_remedy(look, code))


def _over_unseen(hand: Hand) -> bool:
    """Whether the round is over only because the dealer went on past a seat that may have acted unseen."""
    return bool(hand.doubts) and any(player.passed or player.presumed for player in hand.players)


def _premature_remedy(look: Look, code: str) -> str | None:
    """S07, S08; where no burn came before it either, the open card is the burn (R9-5 [D])."""
    unburned = len(look.hand.burns) < burns_wanted(look.hand) and bool(setting(look.book, "burn.required", True))
    if unburned and not unseen(look.night, *burn_zones(look.book)) and not burn_on_its_way(look.night):
        return "first_open_card_becomes_burn"
    house = setting(look.book, _PREMATURE[code])
    return str(house) if house and not left_open(look, code) else None


_PREMATURE = {
    "premature_flop": "premature_flop.remedy",
    "premature_turn": "premature_turn.remedy",
    "premature_river": "premature_river.remedy",
}


def short_flop(look: Look) -> Answer:
    """Somebody acts while the flop has one or two cards. 001 §4.2.6."""
    hand = look.hand
    if look.reading is None or look.reading.kind is None or hand.street is not Street.FLOP or hand.round_actions:
        return None
    if len(hand.board) >= 3 and not in_doubt(hand, "board"):
        return CLEAR
    if len(hand.board) >= 3 or unseen(look.night, "board"):
        return NOT_ASSESSED
    return Found("short_flop", None, f"{len(hand.board)} cards in the flop", "3 cards")


def rabbit_hunting(look: Look) -> Answer:
    """A board card after the hand is over. 001 §4.3.17; TDA 28."""
    hand = look.hand
    if hand.street is not Street.OVER or hand.settled:
        return None
    if len(hand.board) >= 5 or setting(look.book, "rabbit_hunting.allowed", False):
        return None
    if any(player.presumed for player in hand.players):
        return NOT_ASSESSED  # over only because somebody who was passed over counts as folded
    return Found("rabbit_hunting", None, "a board card after the hand was over", "no further cards")


BOARD_RULES = (
    Rule("missing_burn", (BoardCardDealt,), missing_burn),
    Rule("missing_burn", (CardsCounted,), missing_burn_found_late),
    Rule("extra_burn", (CardBurned,), extra_burn),
    Rule("four_card_flop", (BoardCardDealt,), four_card_flop),
    Rule("flop_not_simultaneous", (BoardCardDealt,), flop_gap),
    Rule(
        "premature_card",
        (BoardCardDealt,),
        premature_card,
        also=("premature_flop", "premature_turn", "premature_river"),
    ),
    Rule("short_flop", (Declared, ChipsMovedIn), short_flop),
    Rule("rabbit_hunting", (BoardCardDealt,), rabbit_hunting),
)
"""The rules of burns and board, in the order they look."""
