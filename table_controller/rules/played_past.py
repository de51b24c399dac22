"""A round that was never closed, with the next street's cards on the board: the hand goes on as the table did.

Nobody ruled, and play stands (TDA): who owed an action no longer does. Who is still needed for there to be a hand at
all has called what it never paid; of everybody else nobody knows more than that play went on without it.
"""

from table_controller.records.chips import Chips
from table_controller.records.events import CardBurned, ChipsMovedIn, Declared, Event
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.rulebook import Rulebook
from table_controller.rules.faults import burns_wanted
from table_controller.rules.hand import BETTING, NEXT, board_of, changed, index_of, level, live, setting, with_player
from table_controller.rules.hidden import with_doubts
from table_controller.rules.priority import nothing_since
from table_controller.rules.turns import close


def lies_there(hand: Hand) -> bool:
    """Whether the cards of the next street lie on the board."""
    following = NEXT.get(hand.street)
    return following is not None and len(hand.board) >= board_of(hand, following)


def burned_past(night: Night, event: Event, book: Rulebook) -> Night:
    """The night in which the dealer burns for the street after the one that lies there, with a seat still to act."""
    hand = night.hand
    if hand is None or hand.to_act is None or not isinstance(event, CardBurned) or night.following:
        return night
    if hand.street not in BETTING or not lies_there(hand) or len(hand.burns) < burns_wanted(hand):
        return night
    return changed(night, hand=played_past(hand, book))


def acts_again(night: Night, hand: Hand, event: Event) -> bool:
    """Whether *event* still belongs to the last action: chips for it, or more words or chips before anything else."""
    if not isinstance(event, Declared | ChipsMovedIn) or hand.last_actor != event.seat:
        return False
    if isinstance(event, ChipsMovedIn) and any(p.seat == event.seat and p.owes > 0 for p in hand.players):
        return True
    move = night.move
    return move is not None and move.seat == event.seat and nothing_since(hand, move)


def checks_further(hand: Hand, event: Event) -> bool:
    """Whether a seat that faces a bet checks with the next street's cards before it: it acts on those."""
    if not isinstance(event, Declared) or event.action not in ("check", "knock") or hand.to_act != event.seat:
        return False
    index = index_of(hand, event.seat)
    return index is not None and hand.players[index].bet < level(hand, index) and lies_there(hand)


def played_past(hand: Hand, book: Rulebook) -> Hand:
    """*hand* on the street that lies there already, whoever was still to act on the last."""
    owing = [i for i, p in enumerate(hand.players) if not p.folded and p.stack > 0 and p.bet < level(hand, i)]
    if len(live(hand)) - len(owing) < 2:
        for index in owing:
            hand = accepted(hand, index, level(hand, index) - hand.players[index].bet, book)
    players = tuple(changed(p, passed=True) if _still_due(hand, i) else p for i, p in enumerate(hand.players))
    return close(changed(hand, players=players))


def _still_due(hand: Hand, index: int) -> bool:
    player = hand.players[index]
    return not player.folded and player.stack > 0 and (not player.acted or player.bet < level(hand, index))


def accepted(hand: Hand, index: int, due: int, book: Rulebook) -> Hand:
    """*hand* in which the player at *index* goes on with a bet of *due* that nobody saw it pay.

    Where accepted action is the true amount (TDA 49) it owes the bet, and that counts; else no more does than lies
    there. Either way nobody can tell any more what is in the pot.
    """
    player = hand.players[index]
    staked = min(player.stack, max(0, due)) if setting(book, "accepted_action", "true_amount") == "true_amount" else 0
    called = changed(
        player,
        bet=Chips(player.bet + staked),
        total=Chips(player.total + staked),
        stack=Chips(player.stack - staked),
        acted=True,
        presumed=True,
    )
    return with_doubts(with_player(hand, index, called), f"chips {player.seat}")


def taken_up(hand: Hand, index: int, book: Rulebook) -> Hand:
    """*hand* in which a player who counted as folded, because play went on without it, plays on: it had called."""
    player = changed(hand.players[index], folded=False, presumed=False)
    stakes = [p.total - p.bet for p in hand.players if not p.folded and p.seat != player.seat]
    due = max(stakes, default=0) - (player.total - player.bet)
    hand = with_player(hand, index, player)
    if due <= 0:
        return hand
    bet, acted = player.bet, player.acted
    called = accepted(hand, index, due, book)
    return with_player(called, index, changed(called.players[index], bet=bet, acted=acted))
