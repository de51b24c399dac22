"""The night after an event, whatever the rules think of it. An illegal act is data: the night follows it.

One function per type of event, none of which can fail: what cannot be followed leaves the night as it was.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from table_controller.records.cards import Card, Face
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    Announced,
    BetsCollected,
    BoardCardDealt,
    ButtonPlaced,
    CardBurned,
    CardExposed,
    CardMoved,
    CardsScrambled,
    ChipsBought,
    ChipsCashedOut,
    ChipsMovedIn,
    ChipsTakenBack,
    Declared,
    HandEnded,
    HandMucked,
    HandPushed,
    HandStarted,
    HandTabled,
    HoleCardDealt,
    LevelStarted,
    PotPushed,
    SeatLeft,
    SeatTaken,
    SourceBack,
    SourceGone,
    ZoneBlocked,
    ZoneRestored,
)
from table_controller.records.night import Hand, Night, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.award import award, pushed
from table_controller.rules.betting_moves import bet_moved, folded
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
from table_controller.rules.reading import Reading
from table_controller.rules.start import start_hand
from table_controller.rules.turns import begin_betting, open_street

Advance = Callable[[Night, Any, Rulebook, Reading | None], Night]


def _hand(night: Night, hand: Hand) -> Night:
    return changed(night, hand=hand)


# --- the table ----------------------------------------------------------------------------------------------------


def _button_placed(night: Night, event: ButtonPlaced, book: Rulebook, reading: Reading | None) -> Night:
    return (
        night if night.hand is not None and night.hand.street is not Street.OVER else changed(night, button=event.seat)
    )


def _level_started(night: Night, event: LevelStarted, book: Rulebook, reading: Reading | None) -> Night:
    return changed(
        night,
        level=event.level,
        small_blind=max(Chips(0), event.small_blind),
        big_blind=max(Chips(0), event.big_blind),
        ante=max(Chips(0), event.ante),
    )


def _with_stack(night: Night, seat: Seat, stack: int) -> Night:
    others = tuple(pair for pair in night.stacks if pair[0] != seat)
    return changed(night, stacks=tuple(sorted((*others, (seat, Chips(max(0, stack)))))))


def _in_hand(night: Night, seat: Seat) -> bool:
    """Whether the seat's chips are in play now: what it buys then counts from the next hand."""
    return night.hand is not None and not night.hand.settled and index_of(night.hand, seat) is not None


def _seat_taken(night: Night, event: SeatTaken, book: Rulebook, reading: Reading | None) -> Night:
    if event.stack is None or _in_hand(night, event.seat):
        return night if event.seat in dict(night.stacks) else _with_stack(night, event.seat, 0)
    return _with_stack(night, event.seat, event.stack)


def _seat_left(night: Night, event: SeatLeft, book: Rulebook, reading: Reading | None) -> Night:
    if _in_hand(night, event.seat):
        return night
    stacks = dict(night.stacks)
    gone = stacks.pop(event.seat, Chips(0))
    return changed(night, stacks=tuple(stacks.items()), dropped=night.dropped + gone)


def _bought(night: Night, event: ChipsBought, book: Rulebook, reading: Reading | None) -> Night:
    return _with_stack(night, event.seat, dict(night.stacks).get(event.seat, 0) + max(0, event.amount))


def _cashed_out(night: Night, event: ChipsCashedOut, book: Rulebook, reading: Reading | None) -> Night:
    if _in_hand(night, event.seat):
        return night
    return _with_stack(night, event.seat, dict(night.stacks).get(event.seat, 0) - max(0, event.amount))


# --- the deal -----------------------------------------------------------------------------------------------------


def _seen(hand: Hand, card: Card | None) -> int:
    return hand.seen if card is None else hand.seen | bit(card)


def _hole_card(night: Night, event: HoleCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    index = index_of(hand, event.seat)
    expected = expected_seat(hand)
    gap = None if hand.gap is not None or expected in (None, event.seat) else expected
    seen = _seen(hand, event.card)
    if index is None:
        return _hand(night, changed(hand, seen=seen, dealt=hand.dealt + 1))
    player = hand.players[index]
    exposed = player.exposed if event.face is Face.DOWN or event.card is None else (*player.exposed, event.card)
    dealt = changed(player, cards=(*player.cards, event.card), exposed=exposed)
    hand = with_player(hand, index, dealt, seen=seen, dealt=hand.dealt + 1, gap=gap)
    if hand.street is Street.DEAL and all(len(p.cards) >= hole_count(hand) for p in hand.players):
        hand = begin_betting(hand)
    return _hand(night, hand)


def expected_seat(hand: Hand) -> Seat | None:
    """The seat the next hole card belongs to: round by round from the button's left; then whoever is short."""
    if hand.dealt < len(hand.players) * hole_count(hand):
        return hand.players[hand.dealt % len(hand.players)].seat
    return next((player.seat for player in hand.players if len(player.cards) < hole_count(hand)), None)


def _burned(night: Night, event: CardBurned, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    return _hand(night, changed(hand, burns=(*hand.burns, event.card), seen=_seen(hand, event.card)))


def _board_card(night: Night, event: BoardCardDealt, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    hand = changed(hand, board=(*hand.board, event.card), seen=_seen(hand, event.card), board_at=event.at)
    following = NEXT.get(hand.street)
    if hand.to_act is None and following is not None and len(hand.board) >= board_of(hand, following):
        hand = open_street(changed(hand, view_blocked=night.blocked | ({"source"} if night.lost else set())), following)
    return _hand(night, hand)


def _exposed(night: Night, event: CardExposed, book: Rulebook, reading: Reading | None) -> Night:
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
    return _hand(night, with_player(hand, index, shown, seen=_seen(hand, event.card)))


def _card_moved(night: Night, event: CardMoved, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    hand = _taken(_put_right(hand, event.from_, event.to), event.from_, event.card)
    if event.to == "stub" and event.card is not None:
        return _hand(night, changed(hand, seen=hand.seen & ~bit(event.card)))
    return _hand(night, _laid(hand, event.to, event.card))


def _scrambled(night: Night, event: CardsScrambled, book: Rulebook, reading: Reading | None) -> Night:
    """Cards mixed face down on the board: which is which is not known until they are turned up again."""
    hand = night.hand
    if hand is None or event.place != "board":
        return night
    return _hand(night, changed(hand, board=(None,) * len(hand.board)))


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


# --- the betting --------------------------------------------------------------------------------------------------


def _moved(night: Night, event: Declared | ChipsMovedIn, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None or reading is None:
        return night
    return _hand(night, bet_moved(hand, reading, book))


def _taken_back(night: Night, event: ChipsTakenBack, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    index = None if hand is None else index_of(hand, event.seat)
    if hand is None or index is None:
        return night
    player = hand.players[index]
    due = min(player.excess, max(0, event.amount))
    more = max(0, min(event.amount - due, player.bet - player.owes))
    # Chips taken back from a bet stay staked: every stake is final, so the seat owes them again (000 EINSATZ-c).
    back = changed(player, excess=player.excess - due, owes=player.owes + more)
    return _hand(night, with_player(hand, index, back))


def _collected(night: Night, event: BetsCollected, book: Rulebook, reading: Reading | None) -> Night:
    return night if night.hand is None else _hand(night, changed(night.hand, swept=True))


def _cards_in(night: Night, event: HandMucked | HandPushed, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None:
        return night
    if reading is not None:
        return _hand(night, bet_moved(hand, reading, book))
    if isinstance(event, HandPushed):
        return night
    return _hand(night, folded(hand, event.seat))


# --- the end ------------------------------------------------------------------------------------------------------


def _tabled(night: Night, event: HandTabled, book: Rulebook, reading: Reading | None) -> Night:
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
    return _hand(night, with_player(hand, index, after, seen=seen))


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


def _pot_pushed(night: Night, event: PotPushed, book: Rulebook, reading: Reading | None) -> Night:
    return night if night.hand is None else _hand(night, pushed(night.hand, event.seat, event.amount))


def _announced(night: Night, event: Announced, book: Rulebook, reading: Reading | None) -> Night:
    hand = night.hand
    if hand is None or event.what not in ("rake", "drop") or event.amount is None or hand.street is Street.DEAL:
        return night
    left = sum(player.total - player.won for player in hand.players) + hand.carried - hand.dropped
    taken = max(0, min(event.amount, left))
    return _hand(night, changed(hand, dropped=hand.dropped + taken))


def _hand_ended(night: Night, event: HandEnded, book: Rulebook, reading: Reading | None) -> Night:
    return end_hand(night, book)


def end_hand(night: Night, book: Rulebook) -> Night:
    """The hand is over: what was not seen pushed goes where the cards say, stacks are taken over."""
    hand = night.hand
    if hand is None or hand.settled:
        return night
    hand, carried, lost = award(hand, book, night.chip)
    stacks = dict(night.stacks)
    for player in hand.players:
        bought = stacks.get(player.seat, player.start) - player.start
        stacks[player.seat] = Chips(player.stack + max(0, bought))
    return changed(
        night,
        stacks=tuple(sorted(stacks.items())),
        hand=changed(hand, street=Street.OVER, to_act=None, settled=True),
        carried=Chips(carried),
        dropped=Chips(night.dropped + lost),
        rulings=(),
        following=(),
    )


# --- sensors ------------------------------------------------------------------------------------------------------


def _blocked(night: Night, event: ZoneBlocked, book: Rulebook, reading: Reading | None) -> Night:
    return _hidden(changed(night, blocked=night.blocked | {event.zone}), event.zone)


def _restored(night: Night, event: ZoneRestored, book: Rulebook, reading: Reading | None) -> Night:
    return changed(night, blocked=night.blocked - {event.zone})


def _source_gone(night: Night, event: SourceGone, book: Rulebook, reading: Reading | None) -> Night:
    return _hidden(changed(night, lost=night.lost | {event.source or "source"}), "source")


def _source_back(night: Night, event: SourceBack, book: Rulebook, reading: Reading | None) -> Night:
    return changed(night, lost=night.lost - {event.source or "source"})


def _hidden(night: Night, zone: str) -> Night:
    hand = night.hand
    return night if hand is None else _hand(night, changed(hand, view_blocked=hand.view_blocked | {zone}))


def _start(night: Night, event: HandStarted, book: Rulebook, reading: Reading | None) -> Night:
    return start_hand(end_hand(night, book), event, book)


ADVANCE: Mapping[type, Advance] = MappingProxyType(
    {
        ButtonPlaced: _button_placed,
        LevelStarted: _level_started,
        SeatTaken: _seat_taken,
        SeatLeft: _seat_left,
        ChipsBought: _bought,
        ChipsCashedOut: _cashed_out,
        HandStarted: _start,
        HoleCardDealt: _hole_card,
        CardBurned: _burned,
        BoardCardDealt: _board_card,
        CardExposed: _exposed,
        CardMoved: _card_moved,
        CardsScrambled: _scrambled,
        Declared: _moved,
        ChipsMovedIn: _moved,
        ChipsTakenBack: _taken_back,
        BetsCollected: _collected,
        HandMucked: _cards_in,
        HandPushed: _cards_in,
        HandTabled: _tabled,
        PotPushed: _pot_pushed,
        Announced: _announced,
        HandEnded: _hand_ended,
        ZoneBlocked: _blocked,
        ZoneRestored: _restored,
        SourceGone: _source_gone,
        SourceBack: _source_back,
    }
)
"""What each type of event does to the night; types not named change nothing but the time."""


def advance(night: Night, event: Any, book: Rulebook, reading: Reading | None) -> Night:
    """The night after *event*."""
    follow = ADVANCE.get(type(event))
    return night if follow is None else follow(night, event, book, reading)
