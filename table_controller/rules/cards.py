"""Cards as they come: dealt, burned, laid on the board, turned up; how they move: ``moves``. Never judges."""

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Seat
from table_controller.records.events import (
    BoardCardDealt,
    CardBurned,
    CardExposed,
    Event,
    HandTabled,
    HoleCardDealt,
)
from table_controller.records.hand import Hand
from table_controller.records.happened import is_entry
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.records.table import Pack
from table_controller.rules.allin import retrieved
from table_controller.rules.amounts import Reading
from table_controller.rules.card_places import named_open
from table_controller.rules.faults import burn_zones, burns_wanted, known_fault
from table_controller.rules.hand import (
    NEXT,
    bit,
    board_of,
    changed,
    dealt_out,
    hole_count,
    index_of,
    setting,
    unseen,
    whole,
    with_player,
)
from table_controller.rules.runouts import second_board
from table_controller.rules.turns import begin_betting, open_street


def with_seen(hand: Hand, card: Card | None) -> int:
    """The cards seen in *hand*, and *card*."""
    return hand.seen if card is None else hand.seen | bit(card)


def _read(event: Event, book: Rulebook) -> bool:
    """Whether *event* shows its cards for sure enough that nobody else can hold them."""
    return event.confidence >= 1.0 or 100 * event.confidence >= whole(book, "evidence.min_confidence_percent", 50)


def hole_card(night: Night, event: HoleCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to a seat; the betting begins when all have theirs (K21). A seat passed over is the deal's gap."""
    hand = night.hand
    if hand is None:
        return night
    index = index_of(hand, event.seat)
    seen = with_seen(hand, event.card) if _read(event, book) else hand.seen
    if index is None:
        return changed(night, hand=changed(hand, seen=seen), latest=(event,))  # it takes nobody's turn
    expected = expected_seat(hand)
    player = hand.players[index]
    exposed = player.exposed if event.face is Face.DOWN or event.card is None else (*player.exposed, event.card)
    dealt = changed(player, cards=(*player.cards, come_to(player, event.card, event.face)), exposed=exposed)
    if player.presumed and not player.cards:  # it counted as folded because it had none
        dealt = changed(dealt, folded=False, presumed=False)
    if player.seat == expected:  # as nearly always: one copy
        hand = with_player(hand, index, dealt, seen=seen, dealt=hand.dealt + 1, gap=None)
    else:
        hand = with_player(_not_its_turn(hand, index, expected), index, dealt, seen=seen)
    if hand.street is Street.DEAL and all_dealt(hand):
        hand = begin_betting(hand)
    if hand.dealt == 1 and night.pack.ready:
        return changed(night, hand=hand, pack=Pack(night.pack.counted, night.pack.told), latest=(event,))
    return changed(night, hand=hand, latest=(event,))


def come_to(player: Player, card: Card | None, face: Face) -> Card | None:
    """*card*, which came to *player*, as it is known: none that lies face down at a hand everybody sees.

    It may be another's, thrown across the antenna of who has tabled.
    """
    return None if player.tabled and face is Face.DOWN else card


def _not_its_turn(hand: Hand, index: int, expected: Seat | None) -> Hand:
    """How far the deal is after a card that was not due to the player at *index*, and whom it passed over."""
    if not hand.dealt:
        # Whoever was served first, the deal goes on from there.
        return changed(hand, dealt=1, gap=None, deal_from=index)
    if is_surplus(hand, index):
        return hand
    if hand.gap is None:
        return changed(hand, dealt=hand.dealt + 1, gap=expected)
    dealt = hand.dealt + 1
    if hand.players[index].seat != hand.gap:  # passed over for good: the deal goes on behind who was served now
        dealt += (index - hand.deal_from - hand.dealt) % len(hand.players)
    return changed(hand, dealt=dealt, gap=None)


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


def all_dealt(hand: Hand) -> bool:
    """Whether every seat that is still dealt to has its cards."""
    wanted = hole_count(hand)
    due = [player for player in hand.players if not dealt_out(hand, player)]
    enough = hand.dealt >= wanted * len(due) or known_fault(hand, "order")
    return enough and all(len(player.cards) >= wanted for player in due)


def expected_seat(hand: Hand) -> Seat | None:
    """The seat the next hole card belongs to: round by round from who is served first; then whoever is short."""
    if hand.dealt < len(hand.players) * hole_count(hand):
        return hand.players[(hand.deal_from + hand.dealt) % len(hand.players)].seat
    short = (player for player in hand.players if len(player.cards) < hole_count(hand) and not dealt_out(hand, player))
    return next((player.seat for player in short), None)


def burned(night: Night, event: CardBurned, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the burns (K26; TDA 38)."""
    hand = night.hand
    if hand is None:
        return night
    seen = with_seen(hand, event.card) if _read(event, book) else hand.seen
    return changed(night, hand=changed(hand, burns=(*hand.burns, event.card), seen=seen), latest=(event,))


def board_card(night: Night, event: BoardCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    """A card comes to the board; its street opens when it is whole and nobody is to act (K26)."""
    hand = night.hand
    if hand is None:
        return night
    if is_entry(event):
        hand = named_open(hand, "board", (event.card,))
        night = changed(night, hand=hand)
    if hand.ending.shared is not None and (twice := second_board(night, event)) is not None:
        return twice
    seen = with_seen(hand, event.card) if _read(event, book) else hand.seen
    if len(hand.burns) < burns_wanted(hand) and _burned_unseen(night, hand, book):
        hand = changed(hand, burns=(*hand.burns, None))
    hand = changed(hand, board=(*hand.board, event.card), seen=seen, board_at=event.at)
    return changed(night, hand=street_opened(night, hand), latest=(event,))


def _burned_unseen(night: Night, hand: Hand, book: Rulebook) -> bool:
    """Whether a street begins whose burn nobody could see: it is taken to lie there, until somebody counts."""
    begins = hand.street in NEXT and len(hand.board) == board_of(hand, hand.street)
    required = bool(setting(book, "burn.required", True))
    return begins and required and unseen(night, *burn_zones(book))


def street_opened(night: Night, hand: Hand) -> Hand:
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
    if is_entry(event):
        hand = named_open(hand, f"seat {event.seat}", (event.card,))
    cards = player.cards
    if event.card not in cards and None in cards:
        blank = cards.index(None)
        cards = (*cards[:blank], event.card, *cards[blank + 1 :])
    # Flashed to one player only, it is still secret to all others.
    exposed = (*player.exposed, event.card) if event.to in (None, "all") else player.exposed
    shown = changed(player, exposed=exposed, cards=cards)
    seen = with_seen(hand, event.card) if _read(event, book) else hand.seen
    return changed(night, hand=with_player(hand, index, shown, seen=seen))


def tabled(night: Night, event: HandTabled, book: Rulebook, reading: Reading | None) -> Night:
    """A hand is turned face up; it is tabled when all of its cards are seen, or none was read (K48)."""
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    if hand is None or index is None:
        return night
    player, entered = hand.players[index], is_entry(event)
    if entered:
        hand = named_open(hand, f"seat {event.seat}", event.cards)
    seen = hand.seen
    for card in event.cards if _read(event, book) else ():
        seen |= 0 if card is None else bit(card)
    cards = _shown(player, event.cards)
    shown = {*player.exposed, *event.cards} - {None}
    enough = max(len(event.cards), len(shown)) >= hole_count(hand)
    whole = enough and len(cards) >= hole_count(hand)  # a card that was not read lies open all the same
    # Of a card too many it may be any: who shows as many as belong to a hand has tabled it.
    whole = whole or (len(player.cards) > hole_count(hand) and enough and None not in event.cards)
    public = tuple(card for card in event.cards if card is not None and card not in player.exposed)
    if entered and (whole or not event.cards) and not player.tabled:
        cards = _named(event.cards, player.exposed, len(cards))
    elif whole and event.cards and not player.tabled:
        # A tabled hand is everybody's to see, and what looked like a face that nobody could read may be a back: no name
        # that only a tag knows is told by it.
        cards = tuple(card if card in shown else None for card in cards)
    after = changed(
        player,
        cards=cards,
        tabled=player.tabled or whole or not event.cards,
        exposed=player.exposed + public,
        mucked=player.mucked and not retrieved(night, event.seat) and ("discarded", event.seat) not in hand.faults,
    )
    return changed(night, hand=with_player(hand, index, after, seen=seen))


def _named(cards: tuple[Card | None, ...], exposed: tuple[Card, ...], count: int) -> tuple[Card | None, ...]:
    """A hand of *count* cards that a person said lies open: those named and those that all have seen.

    No word lays open what tags know: it may be a mistake, or one who wants to see a hand that stays closed.
    """
    known = tuple(dict.fromkeys(card for card in (*cards, *exposed) if card is not None))[:count]
    return cards if len(known) == len(cards) == count else (*known, *(None,) * (count - len(known)))


def _shown(player: Player, cards: tuple[Card | None, ...]) -> tuple[Card | None, ...]:
    """The player's cards now that *cards* were seen, with what was known of those that were not read."""
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
