"""What a person corrects of the running hand: who is to act, bets, who is in it, and cards."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import Player, Street
from table_controller.rules.card_places import placed_anew
from table_controller.rules.entered import cards_in, number_in
from table_controller.rules.hand import BETTING, NEXT, board_of, changed, index_of, live, with_player
from table_controller.rules.turns import go_on, open_street


def _player(night: Night, seat: Seat | None) -> tuple[Hand, int] | None:
    """The running hand and where *seat* stands in it."""
    hand = night.hand
    if hand is None or hand.settled:
        return None
    index = index_of(hand, seat)
    return None if index is None else (hand, index)


def to_act(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The seat to act: it has to have a live hand and chips."""
    number = number_in(text)
    found = None if number is None else _player(night, Seat(number))
    if found is None or found[0].street not in BETTING:
        return None
    hand, index = found
    player = hand.players[index]
    if player.folded or player.stack <= 0:
        return None
    waiting = changed(player, acted=False, passed=False, early=None)
    return changed(night, hand=with_player(hand, index, waiting, to_act=player.seat))


def bet(night: Night, seat: Seat | None, text: str) -> Night | None:
    """What a seat has put in on this street; the rest is its stack."""
    number, found = number_in(text), _player(night, seat)
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
    return changed(night, hand=with_player(hand, index, after, bet_to=max(highest, least)))


def folded(night: Night, seat: Seat | None, text: str) -> Night | None:
    """``1``: the hand is folded; ``0``: it is live after all."""
    found = _player(night, seat)
    if found is None or text not in ("0", "1"):
        return None
    hand, index = found
    player = changed(hand.players[index], folded=text == "1", presumed=False, mucked=False, early=None)
    return changed(night, hand=_turn_kept(with_player(hand, index, player), index))


def _turn_kept(hand: Hand, index: int) -> Hand:
    """A seat that cannot act any more is not to act; nor is anybody when one is left."""
    if hand.to_act is None:
        return hand
    if len(live(hand)) < 2 or hand.players[index].seat == hand.to_act:
        return go_on(hand, index)
    return hand


def in_hand(night: Night, seat: Seat | None, text: str) -> Night | None:
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
        return changed(night, hand=_turn_kept(with_player(hand, index, out), index))
    if index is not None:
        return folded(night, seat, "0")
    stack = dict(night.stacks).get(seat, Chips(0))
    if stack <= 0 or hand.street is not Street.DEAL:
        return None
    players = sorted((*hand.players, Player(seat, stack, stack)), key=lambda p: (p.seat <= hand.button, p.seat))
    return changed(night, hand=changed(hand, players=tuple(players)))


def hole_cards(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The hole cards of a seat; none of them lies elsewhere then."""
    found, cards = _player(night, seat), cards_in(text, 5)
    if found is None or cards is None:
        return None
    hand, index = found
    player = hand.players[index]
    free = placed_anew(hand, f"seat {player.seat}", player.cards, cards)
    if free is None:
        return None
    exposed = tuple(card for card in player.exposed if card in cards)
    return changed(night, hand=with_player(free, index, changed(player, cards=cards, exposed=exposed)))


def burns(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The burns; none of them lies elsewhere then."""
    cards, hand = cards_in(text, 8), night.hand
    if hand is None or hand.settled or cards is None:
        return None
    free = placed_anew(hand, "burn", hand.burns, cards)
    return None if free is None else changed(night, hand=changed(free, burns=cards))


def board(night: Night, seat: Seat | None, text: str) -> Night | None:
    """The board; its street opens when that makes it whole and nobody is to act."""
    cards = cards_in(text, 5)
    hand = night.hand
    if hand is None or hand.settled or cards is None:
        return None
    free = placed_anew(hand, "board", hand.board, cards)
    if free is None:
        return None
    hand = changed(free, board=cards)
    following = NEXT.get(hand.street)
    due = hand.to_act is None and following is not None and len(cards) >= board_of(hand, following)
    return changed(night, hand=open_street(hand, following) if due and following is not None else hand)
