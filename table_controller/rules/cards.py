"""Cards and where they lie: dealt, burned, laid on the board, moved, turned up, mixed. Follows, never judges."""

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsScrambled,
    HandTabled,
    HoleCardDealt,
)
from table_controller.records.night import Hand, Night, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import Reading
from table_controller.rules.hand import (
    NEXT,
    SURPLUS,
    bit,
    board_of,
    changed,
    hole_count,
    index_of,
    with_player,
)
from table_controller.rules.turns import begin_betting, open_street


def _seen(hand: Hand, card: Card | None) -> int:
    return hand.seen if card is None else hand.seen | bit(card)


def hole_card(night: Night, event: HoleCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to a seat; the betting begins when all have theirs (K21). A seat passed over is the deal's gap."""
    hand = night.hand
    if hand is None:
        return night
    index = index_of(hand, event.seat)
    expected = expected_seat(hand)
    gap = None if hand.gap is not None or expected in (None, event.seat) else expected
    seen = _seen(hand, event.card)
    if index is None:
        return changed(night, hand=changed(hand, seen=seen, dealt=hand.dealt + 1))
    player = hand.players[index]
    exposed = player.exposed if event.face is Face.DOWN or event.card is None else (*player.exposed, event.card)
    dealt = changed(player, cards=(*player.cards, event.card), exposed=exposed)
    hand = with_player(hand, index, dealt, seen=seen, dealt=hand.dealt + 1, gap=gap)
    if hand.street is Street.DEAL and _all_dealt(hand):
        hand = begin_betting(hand)
    return changed(night, hand=hand)


def _all_dealt(hand: Hand) -> bool:
    wanted = hole_count(hand)
    enough = hand.dealt >= wanted * len(hand.players)
    return enough and all(len(player.cards) >= wanted for player in hand.players)


def expected_seat(hand: Hand) -> Seat | None:
    """The seat the next hole card belongs to: round by round from the button's left; then whoever is short."""
    if hand.dealt < len(hand.players) * hole_count(hand):
        return hand.players[hand.dealt % len(hand.players)].seat
    return next((player.seat for player in hand.players if len(player.cards) < hole_count(hand)), None)


def burned(night: Night, event: CardBurned, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the burns (K26; TDA 38)."""
    hand = night.hand
    if hand is None:
        return night
    return changed(night, hand=changed(hand, burns=(*hand.burns, event.card), seen=_seen(hand, event.card)))


def board_card(night: Night, event: BoardCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the board; its street opens when it is whole and nobody is to act (K26)."""
    hand = night.hand
    if hand is None:
        return night
    hand = changed(hand, board=(*hand.board, event.card), seen=_seen(hand, event.card), board_at=event.at)
    following = NEXT.get(hand.street)
    if hand.to_act is None and following is not None and len(hand.board) >= board_of(hand, following):
        hand = open_street(changed(hand, view_blocked=night.blocked | ({"source"} if night.lost else set())), following)
    return changed(night, hand=hand)


def exposed_card(night: Night, event: CardExposed, book: Rulebook, reading: Reading | None) -> Night:
    """A card is turned up or flashed: the hand lives on here, the house's answer is a ruling (K49)."""
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    if hand is None or index is None or event.card is None:
        return night
    player = hand.players[index]
    if event.card in player.exposed:
        return night
    cards = player.cards
    if event.card not in cards and None in cards:
        blank = cards.index(None)
        cards = (*cards[:blank], event.card, *cards[blank + 1 :])
    # Flashed to one player only, it is still secret to all others.
    exposed = (*player.exposed, event.card) if event.to in (None, "all") else player.exposed
    shown = changed(player, exposed=exposed, cards=cards)
    return changed(night, hand=with_player(hand, index, shown, seen=_seen(hand, event.card)))


def card_moved(night: Night, event: CardMoved, book: Rulebook, reading: Reading | None) -> Night:
    """A card goes from place to place, as remedies want it; back in the stub it is unseen (TDA 39)."""
    hand = night.hand
    if hand is None:
        return night
    hand = _taken(_put_right(hand, event.from_, event.to), event.from_, event.card)
    if event.to == "stub" and event.card is not None:
        return changed(night, hand=changed(hand, seen=hand.seen & ~bit(event.card)))
    return changed(night, hand=_laid(hand, event.to, event.card))


def scrambled(night: Night, event: CardsScrambled, book: Rulebook, reading: Reading | None) -> Night:
    """Cards mixed face down on the board: which is which is not known until they are turned up again."""
    hand = night.hand
    if hand is None or event.place != "board":
        return night
    return changed(night, hand=changed(hand, board=(None,) * len(hand.board)))


def _put_right(hand: Hand, source: str, target: str) -> Hand:
    """A missing burn made good from the board, or an extra one laid there, is no fault of the burns any more."""
    if source == "board" and target != "board":
        return _forgiven(hand, ("missing_burn", SURPLUS) if target == "burn" else (SURPLUS,))
    return _forgiven(hand, ("extra_burn",)) if (source, target) == ("burn", "board") else hand


def _forgiven(hand: Hand, codes: tuple[str, ...]) -> Hand:
    """*hand* without the first of the faults named; a board card that goes repairs one thing only."""
    place = next((i for code in codes for i, fault in enumerate(hand.faults) if fault[0] == code), None)
    return hand if place is None else changed(hand, faults=hand.faults[:place] + hand.faults[place + 1 :])


def _without(cards: tuple[Card | None, ...], card: Card | None) -> tuple[Card | None, ...]:
    if not cards:
        return cards
    if card in cards:
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
    return with_player(hand, index, changed(player, cards=_without(player.cards, card), exposed=exposed))


def _laid(hand: Hand, place: str, card: Card | None) -> Hand:
    seen = _seen(hand, card)
    if place == "board":
        return changed(hand, board=(*hand.board, card), seen=seen)
    if place == "burn":
        return changed(hand, burns=(*hand.burns, card), seen=seen)
    index = _seat_place(hand, place)
    if index is None:
        return hand if hand.seen == seen else changed(hand, seen=seen)
    player = hand.players[index]
    return with_player(hand, index, changed(player, cards=(*player.cards, card)), seen=seen)


def _seat_place(hand: Hand, place: str) -> int | None:
    name, _, number = place.partition(" ")
    if name != "seat" or not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    return index_of(hand, Seat(int(number)))


def tabled(night: Night, event: HandTabled, book: Rulebook, reading: Reading | None) -> Night:
    """A hand is turned face up; it is tabled when all of its cards are seen, or none was read (K48)."""
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    if hand is None or index is None:
        return night
    player = hand.players[index]
    seen = hand.seen
    for card in event.cards:
        seen |= 0 if card is None else bit(card)
    cards = _shown(player, event.cards)
    whole = len(cards) >= hole_count(hand) and None not in cards and len(event.cards) >= hole_count(hand)
    public = tuple(card for card in event.cards if card is not None and card not in player.exposed)
    after = changed(
        player, cards=cards, tabled=player.tabled or whole or not event.cards, exposed=player.exposed + public
    )
    return changed(night, hand=with_player(hand, index, after, seen=seen))


def _shown(player: Player, cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The player's cards now that *cards* were seen; a card not read keeps what was known."""
    if not cards or len(cards) < len(player.cards):
        known = [card for card in cards if card is not None and card not in player.cards]
        held = list(player.cards)
        for place, card in enumerate(held):
            if card is None and known:
                held[place] = known.pop(0)
        return tuple(held)
    if None in cards and len(cards) == len(player.cards):
        missing = [card for card in player.cards if card not in cards]
        return tuple(card if card is not None else (missing.pop(0) if missing else None) for card in cards)
    return cards
