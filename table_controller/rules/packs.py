"""The pack of cards as it is kept: looked through, shuffled, cut, whole after the hand."""

from table_controller.records.events import CardsCounted, DeckCut, DeckShuffled, HandStarted, HoleCardDealt, Noted
from table_controller.records.night import Night
from table_controller.records.player import Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Pack
from table_controller.rules.amounts import Reading
from table_controller.rules.faults import known_fault
from table_controller.rules.fouled import FOUND, FULL
from table_controller.rules.hand import changed, setting, unseen
from table_controller.rules.look import CLEAR, NOT_ASSESSED, Answer, Found, Look, Rule
from table_controller.rules.seating import first_shuffle

OPENING = "opening"
"""Told of the pack: that it was shuffled before the first draw, with players seated who could have looked at it."""


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
    if event.place in FOUND or event.count <= 0:
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
    defect = event.place in FOUND and event.count > 0
    if event.place != "deck" and not defect:
        return night
    whole = event.place == "deck" and event.count == FULL
    hand = night.hand
    if whole and hand is not None and known_fault(hand, "fouled_deck"):
        hand = changed(hand, faults=tuple(fault for fault in hand.faults if fault[0] != "fouled_deck"))
    return changed(night, hand=hand, pack=Pack(whole, pack.told, pack.ready))


PACK_RULES = (
    Rule("deck_not_verified", (HandStarted,), not_verified, anytime=True),
    Rule("shuffle_missing", (HoleCardDealt,), prepared, also=("cut_missing",)),
    Rule("cut_card_missing", (HoleCardDealt,), cut_card),
    Rule("card_not_returned", (CardsCounted,), not_returned),
    Rule("cheating_suspected", (Noted,), cheating, anytime=True),
)
"""The rules of a pack that is whole, in the order they look."""
