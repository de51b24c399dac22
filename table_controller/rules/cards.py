"""Cards and where they lie: dealt, burned, laid on the board, moved, turned up, mixed. Follows, never judges."""

from typing import Any

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
from table_controller.records.night import Hand, Night, Pack, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.allin import retrieved
from table_controller.rules.amounts import Reading
from table_controller.rules.faults import burn_zones, burns_wanted, known_fault
from table_controller.rules.hand import (
    BOARD,
    NEXT,
    SURPLUS,
    bit,
    board_of,
    changed,
    hole_count,
    index_of,
    setting,
    unseen,
    with_player,
)
from table_controller.rules.runouts import second_board
from table_controller.rules.turns import begin_betting, open_street


def _seen(hand: Hand, card: Card | None) -> int:
    return hand.seen if card is None else hand.seen | bit(card)


def hole_card(night: Night, event: HoleCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to a seat; the betting begins when all have theirs (K21). A seat passed over is the deal's gap."""
    hand = night.hand
    if hand is None:
        return night
    index = index_of(hand, event.seat)
    seen = hand.seen if event.confidence < _READ else _seen(hand, event.card)
    if index is None:
        return changed(night, hand=changed(hand, seen=seen))  # it takes nobody's turn
    expected = expected_seat(hand)
    player = hand.players[index]
    exposed = player.exposed if event.face is Face.DOWN or event.card is None else (*player.exposed, event.card)
    dealt = changed(player, cards=(*player.cards, event.card), exposed=exposed)
    hand = with_player(hand, index, dealt, seen=seen, **_turn_taken(hand, index, expected))
    if hand.street is Street.DEAL and _all_dealt(hand):
        hand = begin_betting(hand)
    if hand.dealt == 1 and night.pack.ready:
        return changed(night, hand=hand, pack=Pack(night.pack.counted, night.pack.told))
    return changed(night, hand=hand)


_READ = 0.5
"""Below this confidence a card was not read: nobody is accused by it of holding a card twice."""


def _turn_taken(hand: Hand, index: int, expected: Seat | None) -> dict[str, Any]:
    """How far the deal is after a card to the player at *index*, and whom it passed over."""
    player = hand.players[index]
    if player.seat == expected:
        return {"dealt": hand.dealt + 1, "gap": None}
    if not hand.dealt:
        return {"dealt": 1, "gap": None, "deal_from": index}  # whoever was served first, the deal goes on from there
    if is_surplus(hand, index):
        return {"gap": hand.gap}
    return {"dealt": hand.dealt + 1, "gap": expected if hand.gap is None else None}


def is_surplus(hand: Hand, index: int) -> bool:
    """Whether another card to the player at *index* is one too many: it has all of its own, or was just served.

    A surplus card in the middle of the deal takes nobody's turn (A-001-10). Heads-up a second card in a row may as
    well be one that passed over the other.
    """
    players = hand.players
    if len(players[index].cards) >= hole_count(hand):
        return True
    if hand.gap is not None or len(players) < 3 or hand.street is not Street.DEAL or known_fault(hand, "order"):
        return False
    return index == (hand.deal_from + hand.dealt - 1) % len(players)


def _all_dealt(hand: Hand) -> bool:
    wanted = hole_count(hand)
    enough = hand.dealt >= wanted * len(hand.players)
    return enough and all(len(player.cards) >= wanted for player in hand.players)


def expected_seat(hand: Hand) -> Seat | None:
    """The seat the next hole card belongs to: round by round from who is served first; then whoever is short."""
    if hand.dealt < len(hand.players) * hole_count(hand):
        return hand.players[(hand.deal_from + hand.dealt) % len(hand.players)].seat
    return next((player.seat for player in hand.players if len(player.cards) < hole_count(hand)), None)


def burned(night: Night, event: CardBurned, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the burns (K26; TDA 38)."""
    hand = night.hand
    if hand is None:
        return night
    seen = hand.seen if event.confidence < _READ else _seen(hand, event.card)
    return changed(night, hand=changed(hand, burns=(*hand.burns, event.card), seen=seen))


def board_card(night: Night, event: BoardCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the board; its street opens when it is whole and nobody is to act (K26)."""
    hand = night.hand
    if hand is None:
        return night
    if hand.ending.shared is not None and (twice := second_board(night, event)) is not None:
        return twice
    seen = hand.seen if event.confidence < _READ else _seen(hand, event.card)
    if len(hand.burns) < burns_wanted(hand) and _burned_unseen(night, hand, book):
        hand = changed(hand, burns=(*hand.burns, None))
    hand = changed(hand, board=(*hand.board, event.card), seen=seen, board_at=event.at)
    return changed(night, hand=_opened(night, hand))


def _burned_unseen(night: Night, hand: Hand, book: Rulebook) -> bool:
    """Whether a street begins whose burn nobody could see: it is taken to lie there, until somebody counts."""
    begins = hand.street in NEXT and len(hand.board) == board_of(hand, hand.street)
    required = bool(setting(book, "burn.required", True))
    return begins and required and unseen(night, *burn_zones(book))


def _opened(night: Night, hand: Hand) -> Hand:
    """*hand* with the next street begun if its cards lie there and the betting is over."""
    following = NEXT.get(hand.street)
    if hand.to_act is not None or following is None or len(hand.board) < board_of(hand, following):
        return hand
    return open_street(changed(hand, view_blocked=night.blocked | ({"source"} if night.lost else set())), following)


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
    """A card goes from place to place, as remedies want it; back in the stub it is unseen (TDA 39).

    A burn laid in the wrong place is burned all the same (K27).
    """
    hand = night.hand
    if hand is None:
        return night
    source, target = event.from_, "burn" if strays(hand, event) else event.to
    return changed(night, hand=_opened(night, _carried(hand, source, target, event.card)))


def card_taken_along(hand: Hand, source: str, target: str, name: str | None) -> Hand:
    """*hand* with a card where a step that nobody saw has put it."""
    return _carried(hand, source, target, None if name is None else Card.parse(name))


def _carried(hand: Hand, source: str, target: str, card: Card | None) -> Hand:
    hand = _put_right(_taken(hand, source, card), source, target)
    if target == "stub" and card is not None:
        return changed(hand, seen=hand.seen & ~bit(card))
    return _laid(hand, target, card)


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
    shown = {*player.exposed, *event.cards} - {None}
    enough = max(len(event.cards), len(shown)) >= hole_count(hand)
    whole = enough and len(cards) >= hole_count(hand) and None not in cards
    public = tuple(card for card in event.cards if card is not None and card not in player.exposed)
    after = changed(
        player,
        cards=cards,
        tabled=player.tabled or whole or not event.cards,
        exposed=player.exposed + public,
        mucked=player.mucked and not retrieved(night, event.seat),
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
