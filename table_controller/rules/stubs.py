"""Rules of the stub: what of it may be seen, and how it is mixed again. Each looks at the night before the event."""

from table_controller.records.cards import Card, Face
from table_controller.records.events import CardExposed, CardsScrambled, StubShuffled
from table_controller.records.hand import Hand
from table_controller.records.happened import is_entry
from table_controller.records.player import Street
from table_controller.rules.card_places import open_elsewhere
from table_controller.rules.hand import BETTING, setting, whole
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import substantial_action

BOXED = "boxed_card"


def _lies_elsewhere(hand: Hand, event: CardExposed, card: Card) -> bool:
    """Whether *card* lies on the board, with the burns or before a seat: it is none of the stub's.

    Who enters its name is not told by the answer whether somebody holds it.
    """
    if is_entry(event):
        return card in open_elsewhere(hand, "")
    return card in hand.board or card in hand.burns or any(card in player.cards for player in hand.players)


def boxed(look: Look) -> Answer:
    """A card lies face up in the pack. TDA 35-A1: two in the initial deal are a misdeal; one is no card at all [D]."""
    hand, event = look.hand, look.event
    if event.by != "deck" or hand.street in (Street.OVER, Street.SHOWDOWN):
        return None
    number = 1 + sum(1 for code, _ in hand.faults if code == BOXED)
    limit = whole(look.book, "boxed.misdeal_if_count_ge", 2)
    early = hand.street is Street.DEAL or (hand.street is Street.PREFLOP and not substantial_action(hand, look.book))
    single = str(setting(look.book, "boxed.single", "scrap_of_paper"))
    remedy = "misdeal" if early and number >= limit else single
    return Found(BOXED, None, f"boxed cards: {number}", "all cards face down in the deck", remedy)


def stub_card_seen(look: Look) -> Answer:
    """The dealer lets a card of the stub be seen: mostly the last one, that a cut card would hide. 000 CUTCARD.

    After the hand it is the next card turned up for curiosity: 001 §4.3.17, 000 RA14-b.
    """
    hand, event = look.hand, look.event
    if event.seat is not None or event.by != "dealer" or hand.settled:
        return None
    if event.card is None:
        return NOT_ASSESSED
    if _lies_elsewhere(hand, event, event.card):
        return CLEAR
    if hand.street is not Street.OVER:
        return Found("bottom_card_exposed", None, "a card of the stub was seen", "the stub stays closed")
    if setting(look.book, "rabbit_hunting.allowed", False) or any(player.presumed for player in hand.players):
        return CLEAR
    return Found("rabbit_hunting", None, "a card of the stub was turned up after the hand", "no further cards")


def reshuffled_open(look: Look) -> Answer:
    """The stub is mixed again face up. TDA 39-D."""
    if not setting(look.book, "reshuffle.face_down", True):
        return None
    if look.event.face is Face.DOWN:
        return CLEAR
    return Found("reshuffle_exposed", None, "the stub was shuffled face up", "face down")


def disordered(look: Look) -> Answer:
    """The stub fell or was mixed up in the hand. TDA RP-4: its order restored, else it alone, else all mixed anew."""
    if look.event.place != "stub" or (look.hand.street not in BETTING and look.hand.street is not Street.DEAL):
        return None
    ways = setting(look.book, "stub.dropped", ())
    names = tuple(_WAYS.get(way, way) for way in ways) if isinstance(ways, tuple) else ()
    required = "the stub keeps its order"
    return Found("stub_disordered", None, "the stub was mixed", required, "floor", (*names, "play_stands"))


_WAYS = {"restore": "restore_stub"}

STUB_RULES = (
    Rule("boxed_card", (CardExposed,), boxed),
    Rule("bottom_card_exposed", (CardExposed,), stub_card_seen, also=("rabbit_hunting",)),
    Rule("reshuffle_exposed", (StubShuffled,), reshuffled_open),
    Rule("stub_disordered", (CardsScrambled,), disordered),
)
"""The rules of the stub, in the order they look."""
