"""Cards that go from place to place, and what that puts right. Follows, never judges."""

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import CardMoved, CardsScrambled
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.cards import come_to, street_opened, with_seen
from table_controller.rules.faults import burns_wanted
from table_controller.rules.hand import BOARD, NEXT, SURPLUS, bit, board_of, changed, hole_count, index_of, with_player
from table_controller.rules.too_soon import taken_back


def card_moved(night: Night, event: CardMoved, book: Rulebook, reading: Reading | None) -> Night:
    """A card goes from place to place, as remedies want it; back in the stub it is unseen (TDA 39).

    A burn laid in the wrong place is burned all the same (K27).
    """
    hand = night.hand
    if hand is None:
        return night
    source, target = event.from_, "burn" if strays(hand, event) else event.to
    return changed(night, hand=street_opened(night, _carried(hand, source, target, event.card, event.face)))


def _carried(hand: Hand, source: str, target: str, card: Card | None, face: Face) -> Hand:
    hand = _put_right(_taken(hand, source, card), source, target)
    if source == "board" and target in ("aside", "stub", "burn") and hand.faults:
        hand = taken_back(hand, shut=target != "burn")
    if target == "stub" and card is not None:
        return changed(hand, seen=hand.seen & ~bit(card))
    return _laid(hand, target, card, face)


def strays(hand: Hand, event: CardMoved) -> bool:
    """Whether it is the burn that is due, laid where no burn belongs."""
    if event.from_ != "stub" or event.to not in ("muck", "aside", "off_table", "board") or event.face is Face.UP:
        return False
    due = hand.to_act is None and hand.street in NEXT and len(hand.board) == board_of(hand, hand.street)
    return due and len(hand.burns) < burns_wanted(hand)


def scrambled(night: Night, event: CardsScrambled, book: Rulebook, reading: Reading | None) -> Night:
    """Cards mixed face down on the board: which is which is not known until they are turned up again."""
    hand = night.hand
    if hand is None or event.place != "board":
        return night
    return changed(night, hand=changed(hand, board=(None,) * len(hand.board)))


def _put_right(hand: Hand, source: str, target: str) -> Hand:
    """A missing burn made good from the board, or an extra one laid there, is no fault of the burns any more; a flop
    that has three cards again has none too many."""
    if (source, target) == ("burn", "board"):
        return _forgiven(hand, "extra_burn")
    if source != "board" or target == "board" or not hand.faults:
        return hand
    if target == "burn":
        hand = _forgiven(hand, "missing_burn")
    over = max(0, len(hand.board) - BOARD.get(hand.street, 5))
    while sum(1 for fault in hand.faults if fault[0] == SURPLUS) > over:
        hand = _forgiven(hand, SURPLUS)
    return hand


def _forgiven(hand: Hand, code: str) -> Hand:
    """*hand* without the first of its faults called *code*."""
    place = next((i for i, fault in enumerate(hand.faults) if fault[0] == code), None)
    return hand if place is None else changed(hand, faults=hand.faults[:place] + hand.faults[place + 1 :])


def _without(cards: tuple[Card | None, ...], card: Card | None) -> tuple[Card | None, ...]:
    if not cards:
        return cards
    if card is not None and card in cards:
        index = cards.index(card)
    elif None in cards:
        index = len(cards) - 1 - cards[::-1].index(None)
    else:
        index = len(cards) - 1
    return cards[:index] + cards[index + 1 :]


def _taken(hand: Hand, place: str, card: Card | None) -> Hand:
    if place == "board":
        return changed(hand, board=_without(hand.board, card))
    if place == "burn":
        return changed(hand, burns=_without(hand.burns, card))
    index = _seat_place(hand, place)
    if index is None:
        return hand
    player = hand.players[index]
    exposed = tuple(shown for shown in player.exposed if shown != card)
    last = card is None and len(player.cards) > hole_count(hand)  # of one too many it is the one that came last (R6-1)
    cards = player.cards[:-1] if last else _without(player.cards, card)
    return with_player(hand, index, changed(player, cards=cards, exposed=exposed))


def _laid(hand: Hand, place: str, card: Card | None, face: Face) -> Hand:
    seen = with_seen(hand, card)
    if place == "board":
        return changed(hand, board=(*hand.board, card), seen=seen)
    if place == "burn":
        return changed(hand, burns=(*hand.burns, card), seen=seen)
    index = _seat_place(hand, place)
    if index is None:
        return hand if hand.seen == seen else changed(hand, seen=seen)
    player = hand.players[index]
    return with_player(hand, index, changed(player, cards=(*player.cards, come_to(player, card, face))), seen=seen)


def _seat_place(hand: Hand, place: str) -> int | None:
    name, _, number = place.partition(" ")
    if name != "seat" or not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    return index_of(hand, Seat(int(number)))
