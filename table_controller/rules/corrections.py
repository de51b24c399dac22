"""What a person corrects in the record: stacks, seats, button, blinds, cards, the acting seat."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from table_controller.records.cards import Card
from table_controller.records.chips import Chips, Seat
from table_controller.records.events import Corrected, Post
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.card_places import placed_anew
from table_controller.rules.hand import BETTING, NEXT, board_of, changed, index_of, live, with_player
from table_controller.rules.house import setting, whole
from table_controller.rules.rebuttoned import button_recorded
from table_controller.rules.seating import chips_in_play
from table_controller.rules.turns import go_on, open_street

_MOST = 10**12
"""The largest amount that is read."""


def corrected(night: Night, event: Corrected, book: Rulebook) -> Night | None:
    """The night as a person says it is; None if what was said cannot be followed (docs/events.md)."""
    if event.what == "button":
        return _button(night, event.value, book)
    correct = CORRECTIONS.get(event.what)
    return None if correct is None else correct(night, event.seat, event.value)


def _number(text: str) -> int | None:
    read = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(_MOST)) else _MOST + 1
    return read if read <= _MOST else None


def _in_play(night: Night, text: str) -> int | None:
    """An amount that chips on this table could pay; any, as long as none are known."""
    number, chips = _number(text), chips_in_play(night)
    return None if number is None or (chips and number > chips) else number


def _cards(text: str, most: int) -> tuple[Card | None, ...] | None:
    """``As Kd ?``: cards, one not read as ``?``; none twice."""
    names = text.split()
    try:
        cards = tuple(None if name == "?" else Card.parse(name) for name in names[: most + 1])
    except ValueError:
        return None
    read = [card for card in cards if card is not None]
    return None if len(cards) > most or len(set(read)) < len(read) else cards


# --- the table ----------------------------------------------------------------------------------------------------


def _stack(night: Night, seat: Seat | None, text: str) -> Night | None:
    number = _number(text)
    if number is None or seat is None:
        return None
    hand, stacks = night.hand, dict(night.stacks)
    if seat not in stacks:
        return None  # nobody sits there
    index = None if hand is None else index_of(hand, seat)
    if hand is None or index is None or hand.settled:
        return changed(night, stacks=tuple(sorted((stacks | {seat: Chips(number)}).items())))
    # The count was wrong from the start of the hand on.
    player = hand.players[index]
    more = number - player.stack
    was = changed(player, stack=Chips(number), start=Chips(max(0, player.start + more)))
    stacks[seat] = Chips(max(0, stacks[seat] + more))
    return _playing(changed(night, stacks=tuple(sorted(stacks.items()))), with_player(hand, index, was))


def _button(night: Night, text: str, book: Rulebook) -> Night | None:
    """The button lay there all along; at a seat nobody has only where the house leaves it there (TDA 32)."""
    number, hand = _number(text), night.hand
    if number is None or not _can_have_button(night, number, book):
        return None
    seat = Seat(number)
    if hand is not None and not hand.settled and hand.players:
        hand = button_recorded(night, hand, seat, book)
    elif hand is not None:
        hand = changed(hand, button=seat)
    return changed(night, button=seat, hand=hand)


def _can_have_button(night: Night, number: int, book: Rulebook) -> bool:
    if any(seat == number for seat, _ in night.stacks):
        return True
    last = max([whole(book, "table.max_seats", 10), *(seat for seat, _ in night.stacks)])
    dead = setting(book, "button.on_blind_bust") == "dead_button" or not night.stacks
    return dead and 1 <= number <= last


def _chip(night: Night, seat: Seat | None, text: str) -> Night | None:
    number = _in_play(night, text)
    return None if number is None else changed(night, chip=Chips(max(1, number)))


def _small_blind(night: Night, seat: Seat | None, text: str) -> Night | None:
    number = _in_play(night, text)
    if number is None:
        return None
    hand = night.hand
    if hand is not None and not hand.settled:
        night = _playing(night, changed(hand, small_blind=Chips(number), posts=_owed(hand, "small_blind", number)))
    return changed(night, small_blind=Chips(number))


def _big_blind(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The hand's big blind; before the flop an unraised bet follows it."""
    number = _in_play(night, text)
    if number is None:
        return None
    hand = night.hand
    if hand is not None and not hand.settled:
        unraised = hand.street in (Street.DEAL, Street.PREFLOP) and hand.bet_to == hand.big_blind
        new = changed(
            hand,
            big_blind=Chips(number),
            posts=_owed(hand, "big_blind", number),
            bet_to=max(Chips(number), *(p.bet for p in hand.players), Chips(0)) if unraised else hand.bet_to,
            raise_by=Chips(number) if unraised else hand.raise_by,
        )
        night = _playing(night, new)
    return changed(night, big_blind=Chips(number))


def _owed(hand: Hand, kind: str, amount: int) -> tuple[tuple[Seat, Post], ...]:
    return tuple(
        (seat, replace(post, amount=Chips(amount)) if post.kind == kind else post) for seat, post in hand.posts
    )


# --- the hand -----------------------------------------------------------------------------------------------------


def _playing(night: Night, hand: Hand) -> Night:
    return changed(night, hand=hand)


def _player(night: Night, seat: Seat | None) -> tuple[Hand, int] | None:
    """The running hand and where *seat* stands in it."""
    hand = night.hand
    if hand is None or hand.settled:
        return None
    index = index_of(hand, seat)
    return None if index is None else (hand, index)


def _to_act(night: Night, seat: Seat | None, text: str) -> Night | None:
    number = _number(text)
    found = None if number is None else _player(night, Seat(number))
    if found is None or found[0].street not in BETTING:
        return None
    hand, index = found
    player = hand.players[index]
    if player.folded or player.stack <= 0:
        return None
    waiting = changed(player, acted=False, passed=False, early=None)
    return _playing(night, with_player(hand, index, waiting, to_act=player.seat))


def _bet(night: Night, seat: Seat | None, text: str) -> Night | None:
    number, found = _number(text), _player(night, seat)
    if number is None or found is None:
        return None
    hand, index = found
    player = hand.players[index]
    rise = number - player.bet
    if rise > player.stack:
        return None  # more than the seat has
    after = changed(
        player,
        bet=player.bet + rise,
        total=player.total + rise,
        stack=player.stack - rise,
        owes=Chips(0),
        excess=Chips(0),
    )
    highest = max(after.bet, *(p.bet for p in hand.players if p.seat != player.seat), 0)
    least = hand.big_blind if hand.bet_to == hand.big_blind else 0
    return _playing(night, with_player(hand, index, after, bet_to=max(highest, least)))


def _folded(night: Night, seat: Seat | None, text: str) -> Night | None:
    """``1``: the hand is folded; ``0``: it is live after all."""
    found = _player(night, seat)
    if found is None or text not in ("0", "1"):
        return None
    hand, index = found
    player = changed(hand.players[index], folded=text == "1", presumed=False, mucked=False, early=None)
    return _playing(night, _turn_kept(with_player(hand, index, player), index))


def _turn_kept(hand: Hand, index: int) -> Hand:
    """A seat that cannot act any more is not to act; nor is anybody when one is left."""
    if hand.to_act is None:
        return hand
    if len(live(hand)) < 2 or hand.players[index].seat == hand.to_act:
        return go_on(hand, index)
    return hand


def _in_hand(night: Night, seat: Seat | None, text: str) -> Night | None:
    """``1``: the seat is dealt in, with the stack the night knows; ``0``: it is not in this hand at all."""
    hand = night.hand
    if hand is None or hand.settled or seat is None or seat < 1 or text not in ("0", "1"):
        return None
    index = index_of(hand, seat)
    if text == "0":
        if index is None or hand.players[index].total or hand.players[index].won or len(hand.players) <= 2:
            return None
        # Not dealt in is as good as folded without a card; its place in the order stays.
        out = changed(hand.players[index], folded=True, cards=(), exposed=())
        return _playing(night, _turn_kept(with_player(hand, index, out), index))
    if index is not None:
        return _folded(night, seat, "0")
    stack = dict(night.stacks).get(seat, Chips(0))
    if stack <= 0 or hand.street is not Street.DEAL:
        return None
    players = sorted((*hand.players, Player(seat, stack, stack)), key=lambda p: (p.seat <= hand.button, p.seat))
    return _playing(night, changed(hand, players=tuple(players)))


def _hole_cards(night: Night, seat: Seat | None, text: str) -> Night | None:
    found, cards = _player(night, seat), _cards(text, 5)
    if found is None or cards is None:
        return None
    hand, index = found
    player = hand.players[index]
    free = placed_anew(hand, f"seat {player.seat}", player.cards, cards)
    if free is None:
        return None
    exposed = tuple(card for card in player.exposed if card in cards)
    return _playing(night, with_player(free, index, changed(player, cards=cards, exposed=exposed)))


def _burns(night: Night, seat: Seat | None, text: str) -> Night | None:
    cards, hand = _cards(text, 8), night.hand
    if hand is None or hand.settled or cards is None:
        return None
    free = placed_anew(hand, "burn", hand.burns, cards)
    return None if free is None else _playing(night, changed(free, burns=cards))


def _board(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The board; its street opens when that makes it whole and nobody is to act."""
    cards = _cards(text, 5)
    hand = night.hand
    if hand is None or hand.settled or cards is None:
        return None
    free = placed_anew(hand, "board", hand.board, cards)
    if free is None:
        return None
    hand = changed(free, board=cards)
    following = NEXT.get(hand.street)
    due = hand.to_act is None and following is not None and len(cards) >= board_of(hand, following)
    return _playing(night, open_street(hand, following) if due and following is not None else hand)


Correct = Callable[[Night, Seat | None, str], Night | None]

CORRECTIONS: Mapping[str, Correct] = MappingProxyType(
    {
        "stack": _stack,
        "small_blind": _small_blind,
        "big_blind": _big_blind,
        "smallest_chip": _chip,
        "to_act": _to_act,
        "bet": _bet,
        "folded": _folded,
        "in_hand": _in_hand,
        "cards": _hole_cards,
        "burns": _burns,
        "board": _board,
    }
)
"""What can be corrected, by ``Corrected.what``; and the button, which goes by the house's rules."""
