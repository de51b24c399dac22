"""How an action changes the hand: chips staked, the next seat, a round closed, a street opened. Never judges."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.hand import CALM, Hand
from table_controller.records.player import ActionKind, Early, Player, Street
from table_controller.rules.hand import (
    BETTING,
    NEXT,
    TURN,
    board_of,
    changed,
    index_of,
    level,
    live,
    next_to_act,
    with_player,
)
from table_controller.rules.pots import layers, without_uncalled

ANY = Chips(-1)
"""What a call is made against that was said before the amount was known and binds to any amount (TDA 59-B)."""

_AGGRESSIVE = (ActionKind.BET, ActionKind.RAISE)


def act(hand: Hand, index: int, kind: ActionKind, to: int, *, owes: int = 0, silent: bool = False) -> Hand:
    """*hand* after the player at *index* acted: its bet is *to* now, of which *owes* does not lie there yet."""
    player = hand.players[index]
    add = max(0, min(to - player.bet, player.stack))
    to = player.bet + add
    level = max(hand.bet_to, to)
    rise = to - hand.bet_to
    aggressive = rise > 0 or kind in _AGGRESSIVE
    after = changed(
        player,
        bet=to,
        total=player.total + add,
        stack=player.stack - add,
        folded=player.folded or kind is ActionKind.FOLD,
        acted=True,
        faced=level,
        declared=None,
        early=None,
        owes=player.owes + owes,
        raises=player.raises + (rise > 0 and hand.bet_to > 0),
    )
    moved = with_player(
        hand,
        index,
        after,
        bet_to=level,
        raise_by=max(hand.raise_by, rise),
        actions=hand.actions + 1,
        round_actions=hand.round_actions + 1,
        chip_actions=hand.chip_actions + (add > 0),
        last_actor=player.seat,
        last_kind=kind,
        last_silent=silent,
        aggressor=player.seat if aggressive else hand.aggressor,
        aggressor_street=hand.street if aggressive else hand.aggressor_street,
        swept=hand.swept and add == 0,
        faults=tuple(fault for fault in hand.faults if fault[0] != TURN) if hand.faults else (),
    )
    return go_on(moved, index)


def go_on(hand: Hand, index: int) -> Hand:
    """The turn passes clockwise from *index*; a round in which nobody owes an action closes.

    An action made out of turn is processed when its turn comes: it binds if the bet has not changed since (001
    §4.3.11, TDA 53-A); otherwise it is void and its chips are the player's again.
    """
    seat = None if len(live(hand)) < 2 else next_to_act(hand, index)
    if seat is None:
        return close(hand)
    hand = changed(hand, to_act=seat)
    waiting = index_of(hand, seat)
    if waiting is None or hand.players[waiting].early is None:
        return hand
    return _resolve(hand, waiting, hand.players[waiting].early)


def _resolve(hand: Hand, index: int, early: Early | None) -> Hand:
    player = hand.players[index]
    if early is None:
        return hand
    if early.against == ANY:
        to = player.bet + min(player.stack, max(0, level(hand, index) - player.bet))
        return act(hand, index, ActionKind.CALL, to, owes=to - player.bet)
    if early.against == hand.bet_to:
        paid = min(player.excess, max(0, early.bet_to - player.bet))
        owed = max(0, early.bet_to - player.bet - paid)
        bound = with_player(hand, index, changed(player, early=None, excess=player.excess - paid))
        return act(bound, index, early.kind, early.bet_to, owes=owed, silent=paid > 0)
    if early.final:
        return _partly_bound(hand, index, early)
    return with_player(hand, index, changed(player, early=None))


def _partly_bound(hand: Hand, index: int, early: Early) -> Hand:
    """000 BG:OOT-d, -f: early chips are part of the call, the rest stays due; no raise any more (Q-O4, Q-O6, Q-O9)."""
    player = changed(hand.players[index], early=None, passive=True)
    if early.bet_to > hand.bet_to:
        least = max(2 * hand.bet_to, hand.bet_to + hand.raise_by)
        to, kind = (early.bet_to, early.kind) if early.bet_to >= least else (hand.bet_to, ActionKind.CALL)
        paid = min(player.excess, max(0, to - player.bet))
        bound = with_player(hand, index, changed(player, excess=player.excess - paid, passive=False))
        if player.excess > paid:
            # Stakes are final: what is more than the call stays there towards a later stake of this round (Q-O7).
            bound = changed(bound, conduct=replace(hand.conduct, left=(*hand.conduct.left, player.seat)))
        return act(bound, index, kind, to, owes=max(0, to - player.bet - paid), silent=paid > 0)
    staked = min(player.excess, player.stack)
    part = changed(
        player,
        bet=player.bet + staked,
        total=player.total + staked,
        stack=player.stack - staked,
        excess=player.excess - staked,
    )
    return with_player(hand, index, part)


def close(hand: Hand) -> Hand:
    """The betting round is over: the uncalled part goes back, pots are counted, the street goes on if it must."""
    hand = without_uncalled(_presumed(_none_early(changed(hand, to_act=None))))
    if len(live(hand)) < 2:
        return changed(hand, street=Street.OVER, pots=layers(hand))
    if hand.street is Street.RIVER:
        return changed(hand, street=Street.SHOWDOWN, pots=layers(hand))
    following = NEXT.get(hand.street)
    if following is not None and len(hand.board) >= board_of(hand, following) and not any(p.owes for p in hand.players):
        return open_street(hand, following)
    return changed(hand, pots=layers(hand))


def _none_early(hand: Hand) -> Hand:
    """What was done out of turn and never came to its turn is void: its chips are the player's again (001 §4.3.11)."""
    if all(player.early is None for player in hand.players):
        return hand
    players = tuple(player if player.early is None else changed(player, early=None) for player in hand.players)
    return changed(hand, players=players)


def _presumed(hand: Hand) -> Hand:
    """Who was passed over facing a bet, and never matched it, counts as folded: play stands."""
    if not any(player.passed for player in hand.players):
        return hand
    players = tuple(
        changed(p, folded=True, presumed=True, passed=False) if p.passed and not p.folded and p.bet < hand.bet_to else p
        for p in hand.players
    )
    return changed(hand, players=players)


def pass_over(hand: Hand, until: Seat) -> Hand | None:
    """*hand* as if play had gone on without those who owe an action, until it is the turn of *until*; None if it
    never is."""
    for _ in range(2 * len(hand.players)):
        index = index_of(hand, hand.to_act)
        if index is None or hand.to_act == until:
            break
        hand = go_on(with_player(hand, index, changed(hand.players[index], passed=True)), index)
    return hand if hand.to_act == until else None


def open_street(hand: Hand, street: Street) -> Hand:
    """A new betting round; what was owed and never came is taken as not staked: play stands.

    Where the record tells words and no chips, words are all there is: what was announced was staked.
    """
    kept = not hand.chips_seen or any(player.won for player in hand.players)
    players = tuple(_fresh(player, 0 if kept else player.owes) for player in hand.players)
    opened = changed(
        hand,
        players=players,
        street=street,
        bet_to=Chips(0),
        raise_by=hand.big_blind,
        last_actor=None,
        last_kind=None,
        round_actions=0,
        swept=True,
        to_act=None,
        count=None,
        conduct=CALM,
    )
    leads = index_of(hand, hand.terms.leads)
    if any(player.owes for player in hand.players):
        opened = changed(opened, pots=layers(opened))
    seat = next_to_act(opened, len(players) - 1 if leads is None else leads - 1)
    return changed(opened, to_act=seat) if seat is not None else close(opened)


def _fresh(player: Player, owed: int) -> Player:
    return changed(
        player,
        bet=Chips(0),
        acted=False,
        faced=Chips(0),
        declared=None,
        owes=Chips(0),
        early=None,
        passive=False,
        passed=False,
        raises=0,
        total=player.total - owed,
        stack=player.stack + owed,
    )


def begin_betting(hand: Hand) -> Hand:
    """The deal is over: the seat after the last blind opens (2C: UTG opens round 1)."""
    index = index_of(hand, hand.opener)
    first = changed(hand, street=Street.PREFLOP, gap=None)
    short = _matched_exactly(first) if hand.terms.exact else None
    return go_on(first, len(hand.players) - 1 if index is None else index) if short is None else short


def _matched_exactly(hand: Hand) -> Hand | None:
    """001 §4.3.1: heads-up a blind that is all-in for less is staked by the other too; nobody acts any more."""
    short = next((player for player in hand.players if player.all_in and player.bet < hand.big_blind), None)
    other = next((index for index, player in enumerate(hand.players) if player.stack > 0), None)
    if short is None or other is None:
        return None
    price = max(short.bet, hand.players[other].bet)
    return act(hand, other, ActionKind.CALL, price, owes=price - hand.players[other].bet)


def fold(hand: Hand, index: int) -> Hand:
    """A fold at any time: in turn it is an action, else the hand is dead and the turn stays where it was."""
    player = hand.players[index]
    if hand.to_act == player.seat and hand.street in BETTING:
        return act(hand, index, ActionKind.FOLD, player.bet)
    hand = with_player(hand, index, changed(player, folded=True, early=None, declared=None))
    if len(live(hand)) >= 2:
        return changed(hand, pots=layers(hand)) if hand.to_act is None else hand
    return close(hand)
