"""The pack of cards: fouled by a card twice, too many or too few, by one that is marked or foreign; and checked."""

from table_controller.records.cards import Card
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardsCounted,
    DeckCut,
    DeckShuffled,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    Noted,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Pack
from table_controller.rules.amounts import Reading
from table_controller.rules.faults import known_fault
from table_controller.rules.hand import bit, changed, index_of, setting, unseen
from table_controller.rules.look import CLEAR, NO_HAND, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.misdeals import substantial_action
from table_controller.rules.seating import first_shuffle

FULL = 52
"""Cards of a pack (000 SG-b, 001 §4.1.1, 003 AL, 004 A2)."""

OPENING = "opening"
"""Told of the pack: that it was shuffled before the first draw, with players seated who could have looked at it."""

_FOUND = {"joker": "foreign", "foreign": "foreign", "marked": "marked", "duplicate": "duplicate"}
"""Kinds of cards that somebody looks for and counts: what finding one makes of the pack."""


def duplicate(look: Look) -> Answer:
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
            return _fouled(look, "duplicate", f"{name} seen twice", "each card once", getattr(look.event, "seat", None))
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


def counted(look: Look) -> Answer:
    """The pack counted, or looked through for cards that do not belong. 000 OPENING-a; 004 C28; TDA 35-A6.

    Places of the count: ``deck`` for all cards; ``joker``, ``foreign``, ``marked``, ``duplicate`` for such cards found.
    """
    place, count = look.event.place, look.event.count
    if place in _FOUND:
        if count <= 0:
            return CLEAR
        kind = _FOUND[place]
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


def to_replace(night: Night, book: Rulebook) -> bool:
    """Whether the dealer takes another pack before the next hand (S09)."""
    fouled = night.hand is not None and known_fault(night.hand, "fouled_deck")
    if not fouled and night.pack.counted is not False:
        return False
    return bool(setting(book, "fouled_deck.replace_before_next_hand", True))


def not_verified(look: Look) -> Answer:
    """The night's first hand with a pack that nobody has looked through. 000 OPENING-a.

    Only who watched the opening knows that nobody did: players sat down, the pack was shuffled, then the button was
    drawn for (OPENING-a, -b). A record that begins with a draw tells nothing of what came before it.
    """
    if look.night.hands or not setting(look.book, "deck.verify_at_opening", True):
        return None
    pack = look.night.pack
    if pack.counted is not None:
        return CLEAR
    if OPENING not in pack.told or not look.night.seating.draws or unseen(look.night, "stub", "deck"):
        return NOT_ASSESSED
    return Found("deck_not_verified", None, "the deck was not checked before the first hand", "fan out and count")


def prepared(look: Look) -> Answer:
    """The first card comes from a pack that was not shuffled, or not cut. 000 RA1, CUTCARD; 003 TH:DB.

    Only what this table's sources tell at all can be missed.
    """
    hand, pack = look.hand, look.night.pack
    if hand.dealt:
        return None
    if unseen(look.night, "stub", "deck"):
        return NOT_ASSESSED
    if "shuffle" in pack.told and "shuffle" not in pack.ready:
        return Found("shuffle_missing", None, "no shuffle since the last hand", "the deck is shuffled")
    if "cut" in pack.told and "cut" not in pack.ready:
        return Found("cut_missing", None, "no cut since the shuffle", "the deck is cut")
    return CLEAR if pack.ready else None


def cut_card(look: Look) -> Answer:
    """The first card comes from a pack without a cut card below. 000 CUTCARD (S21)."""
    if look.hand.dealt or not setting(look.book, "cut_card.required", False):
        return None
    pack = look.night.pack
    if "cut_card" not in pack.told or unseen(look.night, "stub", "deck"):
        return NOT_ASSESSED
    if "cut_card" in pack.ready:
        return CLEAR
    return Found("cut_card_missing", None, "no cut card below the deck", "a cut card at the bottom")


def not_returned(look: Look) -> Answer:
    """A card left out after the hand, when the pack has been shuffled again. 000 RA17."""
    event = look.event
    if not look.hand.settled or "shuffle" not in look.night.pack.ready or event.place in ("deck", "cut_card", "stub"):
        return None
    if event.place in _FOUND or event.count <= 0:
        return None
    return Found("card_not_returned", None, f"{event.count} cards left: {event.place}", "all cards back in the deck")


def cheating(look: Look) -> Answer:
    """A person suspects or establishes manipulation. 004 A7: the pot is not paid, stakes go back without the drop."""
    if look.event.code != "cheating_suspected":
        return None
    remedy = str(setting(look.book, "cheating.remedy", "floor"))
    if look.hand.settled or any(player.won for player in look.hand.players):
        remedy = "floor"
    return Found("cheating_suspected", look.event.seat, look.event.text, "no manipulation", remedy)


# --- what the night remembers -------------------------------------------------------------------------------------


def shuffled(night: Night, event: DeckShuffled, book: Rulebook, reading: Reading | None) -> Night:
    """The pack is mixed: a cut before does not count."""
    pack, hand = night.pack, night.hand
    between = hand is None or not hand.dealt or hand.settled or hand.street is Street.OVER
    if between and hand is not None and known_fault(hand, "fouled_deck"):
        hand = changed(hand, faults=tuple(fault for fault in hand.faults if fault[0] != "fouled_deck"))
    known = None if between and pack.counted is False else pack.counted  # between hands it is the new pack
    ready = (pack.ready - {"cut", "cut_card"}) | {"shuffle"}
    told = pack.told | {"shuffle"}
    if hand is None and night.stacks and not night.seating.draws:
        told |= {OPENING}
    mixed = changed(night, hand=hand, pack=Pack(known, told, ready))
    return first_shuffle(mixed, event)


def cut(night: Night, event: DeckCut, book: Rulebook, reading: Reading | None) -> Night:
    """The pack is cut."""
    pack = night.pack
    return changed(night, pack=Pack(pack.counted, pack.told | {"cut"}, pack.ready | {"cut"}))


def looked_through(night: Night, event: CardsCounted) -> Night:
    """What a count says of the pack: right and complete, defective, or with its cut card below."""
    pack = night.pack
    if event.place == "cut_card":
        ready = pack.ready | {"cut_card"} if event.count > 0 else pack.ready - {"cut_card"}
        return changed(night, pack=Pack(pack.counted, pack.told | {"cut_card"}, ready))
    defect = event.place in _FOUND and event.count > 0
    if event.place != "deck" and not defect:
        return night
    whole = event.place == "deck" and event.count == FULL
    hand = night.hand
    if whole and hand is not None and known_fault(hand, "fouled_deck"):
        hand = changed(hand, faults=tuple(fault for fault in hand.faults if fault[0] != "fouled_deck"))
    return changed(night, hand=hand, pack=Pack(whole, pack.told, pack.ready))


PACK_RULES = (
    Rule("fouled_deck", (HoleCardDealt, CardBurned, BoardCardDealt, HandTabled), duplicate),
    Rule("fouled_deck", (CardsCounted,), counted, anytime=True),
    Rule("fouled_deck", (HandStarted,), not_replaced, anytime=True),
    Rule("marked_card", (CardsCounted,), marked, anytime=True),
    Rule("deck_not_verified", (HandStarted,), not_verified, anytime=True),
    Rule("shuffle_missing", (HoleCardDealt,), prepared, also=("cut_missing",)),
    Rule("cut_card_missing", (HoleCardDealt,), cut_card),
    Rule("card_not_returned", (CardsCounted,), not_returned),
    Rule("cheating_suspected", (Noted,), cheating, anytime=True),
)
"""The rules of the pack, in the order they look."""
