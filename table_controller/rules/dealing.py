"""Rules of the deal: who gets which card, and how. Each looks at the night before the event."""

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
from table_controller.rules.faults import known_fault
from table_controller.rules.hand import (
    BETTING,
    bit,
    hole_count,
    index_of,
    setting,
    substantial,
    unseen,
    whole,
)
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.start import blinds_due


def _misdeal_or(look: Look, remedy: str) -> str:
    """A misdeal while it can still be called, else *remedy* (TDA 35-D; [D] for the seeds)."""
    return remedy if substantial(look.hand) else "misdeal"


def exposed_card(look: Look) -> Answer:
    """A hole card turned up by the dealer. 001 §4.3.5; TDA 35-A7.

    Two or more, or one of the first cards off the deck: misdeal; else the first burn replaces it.
    """
    event, hand = look.event, look.hand
    dealt = isinstance(event, HoleCardDealt)
    if dealt and event.face is Face.DOWN:
        return CLEAR
    if hand.street is not Street.DEAL and not dealt:
        return None
    if not dealt and event.by != "dealer":
        return CLEAR
    shown = sum(len(player.exposed) for player in hand.players)
    before = max(shown, sum(code == "exposed_card" for code, _ in hand.faults))
    number = hand.dealt + 1 if dealt else _number(hand, event)
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
    posts = {post.kind: owner for owner, post in blinds_due(look.hand)}
    return any(posts.get(_POSTS.get(blind, "")) == seat for blind in protected)


_POSTS = {"sb": "small_blind", "bb": "big_blind"}


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
    if hand.street is not Street.DEAL or hand.gap is None or known_fault(hand, "order"):
        return None if hand.street is not Street.DEAL else CLEAR
    if unseen(look.night, f"seat {hand.gap} cards"):
        return NOT_ASSESSED
    if seat == hand.gap:
        return Found("dealt_out_of_order", seat, f"seat {seat} served after its turn", "cards dealt clockwise")
    return Found("seat_skipped", hand.gap, f"seat {hand.gap} was passed over", f"the card to seat {hand.gap}")


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
    if hand.dealt == 0 or hand.actions or hand.board or hand.burns or known_fault(hand, "order"):
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
            # A closed card is nobody's business: its name would tell what somebody holds.
            name = str(card) if isinstance(look.event, BoardCardDealt | HandTabled) else "a closed card"
            return Found("fouled_deck", getattr(look.event, "seat", None), f"{name} seen twice", "each card once")
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
    Rule("player_exposed_card", (CardExposed, HandTabled), player_exposed_card),
)
"""The rules of the deal, in the order they look."""
