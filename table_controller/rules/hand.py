"""Questions to a hand, answered without changing it: who sits where, who is next, what that seat is asked."""

from typing import Any, TypeVar

from table_controller.records.cards import Card, Rank, Suit
from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Assessment, Night
from table_controller.records.player import Ask, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.house import setting as setting
from table_controller.rules.house import whole as whole
from table_controller.rules.limits import capped, most_to
from table_controller.rules.limits import min_raise_to as min_raise_to
from table_controller.rules.limits import pot as pot

_Record = TypeVar("_Record", Assessment, Hand, Night, Player)

BETTING = (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)
"""The streets on which seats act."""

BOARD = {Street.DEAL: 0, Street.PREFLOP: 0, Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}
"""How many board cards belong to a street."""

TURN = "turn"
"""A fault of the hand: somebody has just acted out of turn, and the seat in turn has not acted yet."""

GAVE_UP = "gave_up"
"""A fault of the hand: who had acted already said "fold"; that its cards go into the muck is its own doing."""

SURPLUS = "surplus_card"
"""A fault of the hand: the flop has a card too many, and it still lies there."""

NEXT = {Street.PREFLOP: Street.FLOP, Street.FLOP: Street.TURN, Street.TURN: Street.RIVER}

_PLACES: dict[Rank, int] = {rank: place for place, rank in enumerate(Rank)}
_SUITS: dict[Suit, int] = {suit: len(Rank) * place for place, suit in enumerate(Suit)}


def bit(card: Card) -> int:
    """The bit of *card* in ``Hand.seen``: that of its place in ``DECK``."""
    return 1 << (_SUITS[card.suit] + _PLACES[card.rank])


_new, _set = object.__new__, object.__setattr__


def changed(record: _Record, **new: Any) -> _Record:
    """*record* with the fields of *new*: what ``dataclasses.replace`` does, at a tenth of its price."""
    after: _Record = _new(type(record))
    _set(after, "__dict__", record.__dict__ | new)
    return after


def with_player(hand: Hand, index: int, player: Player, **new: Any) -> Hand:
    """*hand* with *player* at *index*, and the fields of *new*."""
    players = hand.players
    return changed(hand, players=(*players[:index], player, *players[index + 1 :]), **new)


def index_of(hand: Hand, seat: Seat | None) -> int | None:
    """Where *seat* stands among the players, or None if it was not dealt in."""
    if seat is None:
        return None
    wanted: int = seat
    for index, player in enumerate(hand.players):
        if player.seat == wanted:
            return index
    return None


def player_of(hand: Hand, seat: Seat | None) -> Player | None:
    """The player at *seat*, or None if it was not dealt in."""
    index = index_of(hand, seat)
    return None if index is None else hand.players[index]


def live(hand: Hand) -> list[Player]:
    """The players that can still win."""
    return [player for player in hand.players if not player.folded]


def dealt_out(hand: Hand, player: Player) -> bool:
    """Whether *player* left in the deal: nobody has to deal to that seat any more, and nobody is wrong who does."""
    return player.seat in hand.gone or (player.folded and not player.cards)


def hole_count(hand: Hand) -> int:
    """How many hole cards each seat gets: two, four in Omaha."""
    return 4 if hand.game == "omaha" else 2


def level(hand: Hand, index: int) -> int:
    """What the player at *index* has to match: the highest bet, but no more than any opponent can still match."""
    reach = 0
    for other, player in enumerate(hand.players):
        if other != index and not player.folded and player.bet + player.stack > reach:
            reach = player.bet + player.stack
    return hand.bet_to if hand.bet_to < reach else reach


def next_to_act(hand: Hand, after: int) -> Seat | None:
    """The first seat clockwise of index *after* that still owes an action on this street."""
    players = hand.players
    able = sum(1 for player in players if player.stack > 0 and not player.folded)
    for step in range(1, len(players) + 1):
        index = (after + step) % len(players)
        player = players[index]
        if player.folded or player.stack <= 0 or player.passed:
            continue
        if (able > 1 and not player.acted) or (player.bet < hand.bet_to and player.bet < level(hand, index)):
            return player.seat
    return None


def may_raise(hand: Hand, index: int) -> bool:
    """Whether the player may bet or raise.

    TDA 47-A: who has acted on this street may raise only if it owes at least a full raise now, one or several short
    all-ins together; and somebody must be left who could answer.
    """
    player = hand.players[index]
    if player.passive or player.bet + player.stack <= hand.bet_to:
        return False
    if player.acted and 100 * (hand.bet_to - player.faced) < hand.terms.reopens * hand.raise_by:
        return False
    if hand.terms.cap is not None and capped(hand, index):
        return False
    return any(
        other != index and not opponent.folded and opponent.bet + opponent.stack > hand.bet_to
        for other, opponent in enumerate(hand.players)
    )


def ask(hand: Hand | None, book: Rulebook) -> Ask | None:
    """What the seat to act is asked; None when nobody is."""
    if hand is None or hand.to_act is None:
        return None
    index = index_of(hand, hand.to_act)
    if index is None:
        return None
    player = hand.players[index]
    to_call = max(0, min(player.stack, level(hand, index) - player.bet))
    allowed = may_raise(hand, index)
    if not allowed:
        return Ask(player.seat, Chips(to_call), False, None)
    most = most_to(hand, index, book)
    return Ask(player.seat, Chips(to_call), True, Chips(min(most, min_raise_to(hand, book))), Chips(most))


def board_of(hand: Hand, street: Street) -> int:
    """How many cards the board has on *street*, a surplus card of the flop that still lies there included."""
    surplus = sum(1 for code, _ in hand.faults if code == SURPLUS) if hand.faults else 0
    return BOARD.get(street, 5) + (surplus if BOARD.get(street, 5) >= 3 else 0)


def substantial(hand: Hand) -> bool:
    """Substantial action (TDA 36): two actions of which one with chips, or any three; blinds do not count."""
    return hand.actions >= 3 or (hand.actions >= 2 and hand.chip_actions > 0)


def unseen(night: Night, *zones: str) -> bool:
    """Whether the absence of something in *zones* proves nothing: a zone was hidden, or a source is lost."""
    hand = night.hand
    hidden = night.blocked if hand is None else night.blocked | hand.view_blocked
    return bool(night.lost) or "source" in hidden or any(zone in hidden for zone in zones)
