"""Rules of the deal and the board. Each looks at the night before the event."""

from table_controller.records.cards import Card, Face
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    ChipsMovedIn,
    Declared,
    HandTabled,
    HoleCardDealt,
)
from table_controller.records.night import Hand, Street
from table_controller.rules.hand import (
    BETTING,
    NEXT,
    SURPLUS,
    TURN,
    bit,
    board_of,
    hole_count,
    index_of,
    setting,
    substantial,
    unseen,
    whole,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.start import blinds_due

_STREETS = {Street.PREFLOP: "flop", Street.FLOP: "turn", Street.TURN: "river"}
_BURNS = {Street.PREFLOP: 1, Street.FLOP: 2, Street.TURN: 3, Street.RIVER: 3, Street.DEAL: 0}
"""Burns that belong before the next street."""

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
    "premature_flop": "premature_flop",
    "premature_turn": "premature_turn",
    "premature_river": "premature_river",
}
"""What a hand remembers of its faults, so that one error is named once and burns are counted from there."""


def burns_wanted(hand: Hand) -> int:
    """Burns that should lie there before the next street: one each, errors that stand taken into account."""
    credit = sum((code == "extra_burn") - (code == "missing_burn") for code, _ in hand.faults)
    return _BURNS.get(hand.street, 3) + credit


def _misdeal_or(look: Look, remedy: str) -> str:
    """A misdeal while it can still be called, else *remedy* (TDA 35-D; [D] for the seeds)."""
    return remedy if substantial(look.hand) else "misdeal"


def exposed_card(look: Look) -> Answer:
    """A hole card turned up by the dealer. 001 §4.3.5; TDA 35-A7.

    Two or more, or one of the first cards off the deck: misdeal; else the first burn replaces it.
    """
    event, hand = look.event, look.hand
    up = event.face is Face.UP if isinstance(event, HoleCardDealt) else event.by == "dealer"
    if hand.street is not Street.DEAL and not isinstance(event, HoleCardDealt):
        return None
    if not up:
        return CLEAR
    shown = sum(len(player.exposed) for player in hand.players)
    before = max(shown, sum(code == "exposed_card" for code, _ in hand.faults))
    number = hand.dealt + 1 if isinstance(event, HoleCardDealt) else _number(hand, event)
    measured = f"card {number} of the deal lies face up at seat {event.seat}"
    if before + 1 >= whole(look.book, "deal.exposed.misdeal_if_count_ge", 2):
        return Found("multiple_exposed_cards", event.seat, measured, "no more than one exposed card")
    first = whole(look.book, "deal.exposed.misdeal_if_index_le", 3)
    remedy = "misdeal" if number <= first or _blind_protected(look, number) else None
    return Found("exposed_card", event.seat, measured, "hole cards are dealt face down", remedy)


def _number(hand: Hand, event: CardExposed) -> int:
    """Which card of the deal it was: the seat's latest."""
    index = index_of(hand, event.seat)
    if index is None:
        return hand.dealt
    return max(1, (max(1, len(hand.players[index].cards)) - 1) * len(hand.players) + index + 1)


def _blind_protected(look: Look, number: int) -> bool:
    """001 §4.3.5: the first card of small or big blind, by the order of the deal."""
    seat = look.hand.players[(number - 1) % len(look.hand.players)].seat if look.hand.players else None
    protected = setting(look.book, "deal.exposed.misdeal_if_first_card_of", ())
    if not isinstance(protected, tuple) or number > len(look.hand.players):
        return False
    posts = {post.kind: owner for owner, post in blinds_due(look.hand, look.book)}
    return any(posts.get(kind) == seat for kind in protected)


def wrong_seat(look: Look) -> Answer:
    """The first card of the deal to another seat than the house's first. 001 §4.3.6; TDA 35-A2."""
    hand, seat = look.hand, look.event.seat
    if hand.dealt or hand.street is not Street.DEAL or not hand.players:
        return None
    wanted = hand.players[0].seat
    if seat == wanted or index_of(hand, seat) is None:
        return CLEAR
    return Found("first_card_wrong_seat", seat, f"first card to seat {seat}", f"first card to seat {wanted}")


def ineligible(look: Look) -> Answer:
    """A card to a seat that is not in the hand. TDA 35-A3."""
    hand, seat = look.hand, look.event.seat
    if index_of(hand, seat) is not None:
        return CLEAR
    return Found("dealt_to_ineligible_seat", seat, f"a card to seat {seat}", "cards to the seats in the hand")


def deal_order(look: Look) -> Answer:
    """A seat passed over: skipped if the next card is not its own, out of order if it is. 001 §4.3.6; TDA 35-A4."""
    hand, seat = look.hand, look.event.seat
    if hand.street is not Street.DEAL or hand.gap is None or _known(hand, "order"):
        return None if hand.street is not Street.DEAL else CLEAR
    if unseen(look.night, f"seat {hand.gap} cards"):
        return NOT_ASSESSED
    if seat == hand.gap:
        return Found("dealt_out_of_order", seat, f"seat {seat} served after its turn", "cards dealt clockwise")
    return Found("seat_skipped", hand.gap, f"seat {hand.gap} was passed over", f"the card to seat {hand.gap}")


def _known(hand: Hand, kind: str) -> bool:
    return any(code == kind for code, _ in hand.faults)


def extra_hole_card(look: Look) -> Answer:
    """A seat gets more cards than the game has. 001 §4.3.6: one, identified, becomes the burn; TDA 35-A5: misdeal."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None:
        return None
    held, wanted = len(hand.players[index].cards), hole_count(hand)
    if held < wanted:
        return CLEAR
    surplus = sum(max(0, len(player.cards) - wanted) for player in hand.players)
    if substantial(hand):
        remedy = "hand_dead"
    elif surplus or setting(look.book, "deal.extra_card") == "misdeal":
        remedy = "misdeal"
    else:
        remedy = "surplus_becomes_burn"
    return Found("extra_hole_card", event.seat, f"{held + 1} hole cards", f"{wanted} hole cards", remedy)


def missing_hole_card(look: Look) -> Answer:
    """A seat has too few cards when the betting or the board begins. 001 R6-10 [D]; TDA 35-A5, 38."""
    hand, event = look.hand, look.event
    if hand.dealt == 0 or hand.actions or hand.board or hand.burns or _known(hand, "order"):
        return None
    if isinstance(event, Declared | ChipsMovedIn) and (look.reading is None or look.reading.kind is None):
        return None
    if look.reading is not None and look.reading.kind is not None and look.reading.kind.value == "post":
        return None
    short = [player for player in hand.players if len(player.cards) < hole_count(hand)]
    if not short:
        return CLEAR
    seat = short[0].seat
    if unseen(look.night, *(f"seat {player.seat} cards" for player in short)):
        return NOT_ASSESSED
    held = len(short[0].cards)
    if held == 0:
        return Found("seat_skipped", seat, f"seat {seat} has no cards", f"{hole_count(hand)} hole cards")
    finish = setting(look.book, "deal.missing_card", "finish_deal") == "finish_deal"
    remedy = "finish_deal" if finish else _misdeal_or(look, "hand_dead")
    return Found("missing_hole_card", seat, f"{held} hole cards", f"{hole_count(hand)} hole cards", remedy)


def fouled_deck(look: Look) -> Answer:
    """The same card twice. 004 C28: hand void, stakes back; TDA 35-E: whenever it is found."""
    cards = _new_cards(look)
    if not cards:
        return None
    seen = look.hand.seen
    for card in cards:
        mark = bit(card)
        if seen & mark:
            return Found("fouled_deck", getattr(look.event, "seat", None), f"{card} seen twice", "each card once")
        seen |= mark
    return CLEAR


def _new_cards(look: Look) -> tuple[Card, ...]:
    """The cards the event shows that nobody has seen in its place."""
    event = look.event
    if not isinstance(event, HandTabled):
        card: Card | None = event.card
        return () if card is None else (card,)
    index = index_of(look.hand, event.seat)
    player = None if index is None else look.hand.players[index]
    if player is None or player.tabled:
        return ()
    return tuple(card for card in event.cards if card is not None and card not in player.cards)


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
    if hand.to_act is None or _known(hand, f"premature_{following.value}"):
        return CLEAR
    code = f"premature_{following.value}"
    return Found(code, None, f"the {following.value} while seat {hand.to_act} is to act", "the round is over")


def short_flop(look: Look) -> Answer:
    """Somebody acts while the flop has one or two cards. 001 §4.2.6."""
    hand = look.hand
    if look.reading is None or look.reading.kind is None or hand.street is not Street.PREFLOP:
        return None
    if not 0 < len(hand.board) < 3 or hand.to_act is not None:
        return None
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


def player_exposed_card(look: Look) -> Answer:
    """A player's own cards seen while decisions are open. 001 §4.3.14; 000 BG:OPEN-FOLD; TDA 68."""
    hand, event = look.hand, look.event
    index = index_of(hand, event.seat)
    if index is None or hand.players[index].folded or (isinstance(event, CardExposed) and event.by == "dealer"):
        return None
    if hand.street not in BETTING or hand.to_act is None:
        return CLEAR
    intent = event.intent if isinstance(event, CardExposed) else None
    house = setting(look.book, f"exposed_own.{intent}") if intent in ("accidental", "intentional") else ""
    opponents = sum(1 for player in hand.players if not player.folded) - 1
    remedies = {"fold": "hand_dead", "fold_if_multiway": "hand_dead" if opponents > 1 else "stay_open_live"}
    remedy = remedies.get(str(house), "stay_open_live") if house else "floor"
    options = None if house else ("stay_open_live", "hand_dead")
    return Found(
        "player_exposed_card",
        event.seat,
        f"cards shown with seat {hand.to_act} to act",
        "closed cards",
        remedy,
        options,
    )


DEALING = (
    Rule("exposed_card", (HoleCardDealt, CardExposed), exposed_card),
    Rule("first_card_wrong_seat", (HoleCardDealt,), wrong_seat),
    Rule("dealt_to_ineligible_seat", (HoleCardDealt,), ineligible),
    Rule("seat_skipped", (HoleCardDealt,), deal_order),
    Rule("extra_hole_card", (HoleCardDealt,), extra_hole_card),
    Rule("missing_hole_card", (Declared, ChipsMovedIn, CardBurned, BoardCardDealt), missing_hole_card),
    Rule("fouled_deck", (HoleCardDealt, CardBurned, BoardCardDealt, HandTabled), fouled_deck),
    Rule("missing_burn", (BoardCardDealt,), missing_burn),
    Rule("extra_burn", (CardBurned,), extra_burn),
    Rule("four_card_flop", (BoardCardDealt,), four_card_flop),
    Rule("premature_card", (BoardCardDealt,), premature_card),
    Rule("short_flop", (Declared, ChipsMovedIn), short_flop),
    Rule("rabbit_hunting", (BoardCardDealt,), rabbit_hunting),
    Rule("player_exposed_card", (CardExposed, HandTabled), player_exposed_card),
)
"""The rules of the deal, in the order they look."""
