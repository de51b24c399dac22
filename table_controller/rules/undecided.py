"""What only the floor can say: whether words or chips count, and so what is owed and what is in the pot."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import ChipsMovedIn, Declared, Event
from table_controller.records.hand import Hand
from table_controller.records.incidents import IncidentState
from table_controller.records.night import Night
from table_controller.records.player import Player
from table_controller.rules.hand import changed, index_of, level, with_player
from table_controller.rules.pots import layers

_TO_DECIDE = frozenset(
    {"undercall", "declaration_action_mismatch", "underraise", "incomplete_bet", "bet_below_minimum"}
)
"""Codes of which the floor says what chips are owed at all."""


def undecided(night: Night, hand: Hand, seat: Seat) -> Seat | None:
    """Whose words or chips the floor has to rule on before it is known what *seat* owes."""
    shown = hand.conduct.shown
    for incident in night.incidents:
        found = incident.irregularity
        if incident.state is not IncidentState.OPEN or found.proposal is not None or found.code not in _TO_DECIDE:
            continue
        if found.code == "undercall" and found.seat not in hand.conduct.short:
            continue  # it was made up, or the seat has acted again
        if found.seat is not None and (found.seat == seat or (shown is not None and shown[0] == found.seat)):
            return found.seat
    return None


def open_question(night: Night, hand: Hand) -> Seat | None:
    """Whose words or chips the floor has to rule on while chips are missing for them: what is asked may change."""
    if not night.incidents:
        return None
    found = (undecided(night, hand, player.seat) for player in hand.players if player.owes > 0)
    return next((seat for seat in found if seat is not None), None)


def not_counted(night: Night, hand: Hand, player: Player) -> bool:
    """Whether what *player* owes does not count (yet): a call too small that nobody has ruled a full one, or what the
    floor has to decide first (TDA 40-A, 41, 51-B, 52-A; 001 §4.3.29)."""
    if player.owes <= 0:
        return False
    return player.seat in hand.conduct.short or undecided(night, hand, player.seat) is not None


def as_it_lies(night: Night) -> Hand | None:
    """The hand as its chips lie: what only a ruling can make a stake is in nobody's bet, and in no pot."""
    hand = night.hand
    if hand is None or hand.settled or not (night.incidents or hand.conduct.short):
        return hand
    players = tuple(lying(player) if not_counted(night, hand, player) else player for player in hand.players)
    if players == hand.players:
        return hand
    after = changed(hand, players=players)
    return changed(after, pots=layers(after)) if hand.pots else after


def faces_again(hand: Hand, event: Event) -> Hand:
    """*hand* as the seat in turn faces it: what its call too small lacked is part of that now, and so are chips still
    owed for its words, where it pays for both at once."""
    if hand.to_act is None or not isinstance(event, Declared | ChipsMovedIn):
        return hand
    seat, index = hand.to_act, index_of(hand, hand.to_act)
    if index is None or hand.players[index].owes <= 0 or seat in hand.conduct.pulled:
        return hand
    player = hand.players[index]
    if seat not in hand.conduct.short:
        due = max(0, level(hand, index) - player.bet) + player.owes
        at_once = isinstance(event, ChipsMovedIn) and event.amount >= due and player.declared is None
        return with_player(hand, index, lying(player)) if at_once else hand
    conduct = replace(hand.conduct, short=tuple(one for one in hand.conduct.short if one != seat))
    return with_player(hand, index, lying(hand.players[index]), conduct=conduct)


def lying(player: Player) -> Player:
    """*player* with nothing staked but the chips that lie there."""
    return changed(
        player,
        stack=Chips(player.stack + player.owes),
        bet=Chips(player.bet - player.owes),
        total=Chips(player.total - player.owes),
        owes=Chips(0),
    )
