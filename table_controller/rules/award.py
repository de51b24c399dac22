"""Pots pushed and hands settled."""

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import Hand
from table_controller.records.rulebook import Rulebook
from table_controller.rules.hand import changed, index_of, pot, with_player
from table_controller.rules.pots import shares
from table_controller.rules.turns import close


def pushed(hand: Hand, seat: Seat, amount: int) -> Hand:
    """*hand* after chips of the pot went to *seat*: never more than the pot holds; an uncalled bet of its own first
    lies in the same heap."""
    index = index_of(hand, seat)
    if index is None or amount <= 0:
        return hand
    player = hand.players[index]
    given = min(amount, max(0, pot(hand)))
    after = changed(
        player,
        won=player.won + given,
        stack=player.stack + given,
        excess=max(0, player.excess - (amount - given)),
    )
    return with_player(hand, index, after)


def nothing_staked(hand: Hand) -> Hand:
    """*hand* with no bet before any seat: the chips that lay there have been given away."""
    if not any(player.bet for player in hand.players):
        return hand
    return changed(hand, players=tuple(changed(p, bet=Chips(0)) if p.bet else p for p in hand.players))


def award(hand: Hand, book: Rulebook, chip: int) -> tuple[Hand, int, int]:
    """*hand* with every chip of the pot given away, what is carried to the next pot, and what nobody was seen to take.

    Where no pot was pushed, the cards decide; where they are not known, the chips count as lost from sight.
    """
    if hand.to_act is not None or any(player.early for player in hand.players):
        hand = close(changed(hand, to_act=None))
    left = pot(hand)
    if left <= 0:
        return hand, 0, hand.dropped
    if any(player.won for player in hand.players):
        carry = (
            left if left < chip * len(hand.players) and book.parameters.get("odd_chip.to") == "carry_to_next_pot" else 0
        )
        return hand, carry, hand.dropped + left - carry
    told = shares(hand, book, chip)
    if told is None:
        return hand, 0, hand.dropped + left
    won, carried = told
    for seat, amount in won.items():
        hand = pushed(hand, seat, amount)
    return hand, carried, hand.dropped + max(0, pot(hand) - carried)
