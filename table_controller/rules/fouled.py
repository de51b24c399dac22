"""A fouled pack: a card twice, too many or too few, one that is marked or foreign."""

from table_controller.records.cards import Card
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardsCounted,
    HandStarted,
    HandTabled,
    HoleCardDealt,
)
from table_controller.records.hand import Hand
from table_controller.records.happened import is_entry
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.card_places import open_elsewhere
from table_controller.rules.faults import known_fault
from table_controller.rules.hand import bit, index_of, setting
from table_controller.rules.look import CLEAR, NO_HAND, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import substantial_action

FULL = 52
"""Cards of a pack (000 SG-b, 001 §4.1.1, 003 AL, 004 A2)."""

FOUND = {"joker": "foreign", "foreign": "foreign", "marked": "marked", "duplicate": "duplicate"}
"""Kinds of cards that somebody looks for and counts: what finding one makes of the pack."""


def duplicate(look: Look) -> Answer:
    """The same card twice. 004 C28: hand void, stakes back; TDA 35-E: whenever it is found."""
    if is_entry(look.event):
        return _entered_twice(look)
    cards = _new_cards(look)
    if not cards:
        return None
    seen = look.hand.seen
    for card in cards:
        mark = bit(card)
        if seen & mark:
            # A closed card is nobody's business: its name would tell what somebody holds.
            name = str(card) if isinstance(look.event, BoardCardDealt | HandTabled) else "a closed card"
            return _fouled(look, "duplicate", f"{name} seen twice", "each card once", getattr(look.event, "seat", None))
        seen |= mark
    return CLEAR


def _entered_twice(look: Look) -> Answer:
    """A card that a person names lies open elsewhere already. Of closed ones nobody learns by naming them."""
    event = look.event
    place = f"seat {event.seat}" if isinstance(event, HandTabled) else ""
    named = [card for card in (event.cards if place else (event.card,)) if card is not None]
    lying = open_elsewhere(look.hand, place)
    twice = next((card for card in named if card in lying or named.count(card) > 1), None)
    if twice is not None:
        return _fouled(look, "duplicate", f"{twice} seen twice", "each card once", getattr(event, "seat", None))
    return CLEAR if named else None


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


def counted(look: Look) -> Answer:
    """The pack counted, or looked through for cards that do not belong. 000 OPENING-a; 004 C28; TDA 35-A6.

    Places of the count: ``deck`` for all cards; ``joker``, ``foreign``, ``marked``, ``duplicate`` for such cards found.
    """
    place, count = look.event.place, look.event.count
    if place in FOUND:
        if count <= 0:
            return CLEAR
        kind = FOUND[place]
        if kind == "marked":
            return None  # a code of its own
        return _fouled(look, kind, f"{place} cards: {count}", "52 cards, each once", None)
    if place != "deck" or count < 0:
        return None
    if count == FULL:
        return CLEAR
    return _fouled(look, "surplus" if count > FULL else "missing", f"{count} cards in the deck", f"{FULL} cards", None)


def marked(look: Look) -> Answer:
    """A marked card is found. 001 §1.3.4; 004 C28-e: the hand is played to its end, then the pack is replaced."""
    event = look.event
    if event.place != "marked":
        return None
    if event.count <= 0:
        return CLEAR
    found = _fouled(look, "marked", f"marked cards: {event.count}", "unmarked cards", None)
    return Found("marked_card", None, found.measured, found.required, found.remedy, found.options)


def _fouled(look: Look, kind: str, measured: str, required: str, seat: int | None) -> Found:
    """The house's answer to a defect of this *kind* (S09); outside a hand the pack is only replaced."""
    remedy = _answer(look.hand, kind, look.book)
    return Found("fouled_deck", seat, measured, required, remedy)  # type: ignore[arg-type]


def _answer(hand: Hand, kind: str, book: Rulebook) -> str:
    if hand is NO_HAND or hand.settled:
        return "replace_deck"
    if any(player.won for player in hand.players) and setting(book, "fouled_deck.pushed_pot_kept", True):
        return "play_on_replace_deck"  # 004 C28-d
    annul, play_on = setting(book, "fouled_deck.annul_if", ()), setting(book, "fouled_deck.play_on_if", ())
    known = [kind] if kind != "foreign" else ["foreign", "surplus"]
    for name in known:
        if isinstance(annul, tuple) and name in annul:
            return "hand_void" if setting(book, "fouled_deck.bets_returned", True) else "floor"
        if isinstance(play_on, tuple) and name in play_on:
            return "play_on_replace_deck"
    if kind != "foreign":
        return "floor"
    late = substantial_action(hand, book)
    return str(setting(book, "foreign_card.after_sa" if late else "foreign_card.before_sa", "floor"))


def not_replaced(look: Look) -> Answer:
    """A hand starts with a pack found defective before. 004 C28-b: it is exchanged before the next hand.

    That it was not, nobody sees: the dealer is told (``next_steps``), and who counts it again knows.
    """
    if not to_replace(look.night, look.book):
        return CLEAR
    return NOT_ASSESSED


def contradicted(night: Night) -> bool:
    """Whether a card was seen in two places and nobody has ruled which is right: who holds what is not known."""
    if not night.incidents or night.hand is None or not known_fault(night.hand, "fouled_deck"):
        return False
    return any(i.irregularity.code == "fouled_deck" and i.state is IncidentState.OPEN for i in night.incidents)


def to_replace(night: Night, book: Rulebook) -> bool:
    """Whether the dealer takes another pack before the next hand (S09)."""
    fouled = night.hand is not None and known_fault(night.hand, "fouled_deck")
    if not fouled and night.pack.counted is not False:
        return False
    return bool(setting(book, "fouled_deck.replace_before_next_hand", True))


FOULED_RULES = (
    Rule("fouled_deck", (HoleCardDealt, CardBurned, BoardCardDealt, HandTabled), duplicate),
    Rule("fouled_deck", (CardsCounted,), counted, anytime=True),
    Rule("fouled_deck", (HandStarted,), not_replaced, anytime=True),
    Rule("marked_card", (CardsCounted,), marked, anytime=True),
)
"""The rules of a fouled pack, in the order they look."""
