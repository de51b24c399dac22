"""What rulings about bets change at once: calls completed or given up, chips that count, seats passed over."""

from dataclasses import replace

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import RulingMade
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import ActionKind
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import call
from table_controller.rules.betting_moves import bet_moved, made_up
from table_controller.rules.hand import BETTING, changed, index_of, level, player_of, with_player
from table_controller.rules.payments import pieces
from table_controller.rules.pots import layers
from table_controller.rules.silent_chips import pushed
from table_controller.rules.turns import ANY, act, fold
from table_controller.rules.undecided import lying, not_counted, undecided


def completed(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """The call or the minimum is completed: what lies there pays first, and more chips are no second motion."""
    index = index_of(hand, seat)
    if index is None:
        return night
    player = hand.players[index]
    paid = min(player.owes, player.excess)
    after = changed(player, owes=Chips(player.owes - paid), excess=Chips(player.excess - paid))
    silent = hand.last_silent and hand.last_actor != seat
    moved = made_up(with_player(hand, index, after, last_silent=silent), player.seat)
    left = tuple(one for one in moved.conduct.short if undecided(night, moved, one) is not None)
    return changed(
        night, hand=changed(moved, conduct=replace(moved.conduct, short=left)) if moved.conduct.short else moved
    )


def call_is_full(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """No call too small, says the floor: chips were overlooked, and nothing is due any more."""
    index = index_of(hand, seat)
    if index is None or hand.players[index].seat not in hand.conduct.short:
        return night
    player = hand.players[index]
    return changed(night, hand=made_up(with_player(hand, index, changed(player, owes=Chips(0))), player.seat))


def forfeited(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """Fold; what lies there stays, what is still owed was never staked (001 §4.3.29). Of one chip only the call that
    was meant is lost: the bet before the raise that was overlooked (TDA 51, example 4). The cards may be in already."""
    index = index_of(hand, seat)
    if index is None or (hand.players[index].folded and not hand.players[index].owes):
        return night
    player = hand.players[index]
    if any(other.won for other in hand.players):
        return night if player.folded else changed(night, hand=fold(hand, index))
    lies, meant = player.bet - player.owes, hand.bet_to - hand.raise_by
    move = night.move
    single = move is not None and move.seat == seat and pieces(move.chips) == 1
    back = lies - meant if single and 0 < meant < lies else 0
    less = player.owes + back
    after = changed(
        player,
        stack=Chips(player.stack + less),
        bet=Chips(player.bet - less),
        total=Chips(player.total - less),
        owes=Chips(0),
        excess=Chips(player.excess + back),
    )
    paid = made_up(with_player(hand, index, after), player.seat)
    return changed(night, hand=paid if player.folded else fold(paid, index))


def may_only_call(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """A seat that was passed over gets its turn back, to check, call or fold (TDA 53-B)."""
    return changed(night, hand=_turn_back(hand, seat, passive=True))


def full_turn(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """A seat that was passed over gets its turn back with all options."""
    return changed(night, hand=_turn_back(hand, seat, passive=False))


def _turn_back(hand: Hand, seat: Seat | None, *, passive: bool) -> Hand:
    index = index_of(hand, seat)
    if index is None or hand.street not in BETTING:
        return hand
    player = hand.players[index]
    if not (player.passed or player.presumed) or player.stack <= 0:
        return with_player(hand, index, changed(player, passive=passive or player.passive))
    folded = player.folded and not player.presumed
    back = changed(player, passed=False, presumed=False, folded=folded, passive=passive)
    return with_player(hand, index, back, to_act=hand.to_act if folded else seat)


def all_chips_stand(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """All chips count: of a heap that was asked about, or what came in a second motion if nobody has acted since."""
    index = index_of(hand, seat)
    if index is None or hand.players[index].excess <= 0 or hand.street not in BETTING:
        return night
    player = hand.players[index]
    if hand.conduct.asked == seat and hand.to_act == seat:
        return changed(night, hand=bet_moved(hand, pushed(hand, index, 0, (), book), book))
    if hand.last_actor != seat:
        return night
    more = min(player.excess, player.stack)
    moved = with_player(hand, index, changed(player, excess=Chips(player.excess - more)))
    kind = ActionKind.RAISE if player.bet + more > hand.bet_to else ActionKind.CALL
    return changed(night, hand=act(moved, index, kind, player.bet + more, silent=True))


def called(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """Chips that were asked about are a plain call (TDA 46, situation 5)."""
    index = index_of(hand, seat)
    if index is None or hand.conduct.asked != seat or hand.to_act != seat:
        return night
    player = hand.players[index]
    need = max(0, level(hand, index) - player.bet)
    reading = call(hand, index, need, put=player.excess)._replace(used=player.excess)
    return changed(night, hand=bet_moved(hand, reading, book))


def as_it_lies(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """A bet too small, or less than its words, stands as its chips lie; so do the calls of it (TDA 40-A, 52-A)."""
    return _lying(night, hand, seat)


def unruled(night: Night) -> Night:
    """The pot is given away before the floor has ruled: what lay there is what was played for."""
    hand = night.hand
    if hand is None or hand.to_act is not None or not any(not_counted(night, hand, p) for p in hand.players):
        return night
    if hand.conduct.shown is not None and undecided(night, hand, hand.conduct.shown[0]) is not None:
        return _lying(night, hand, hand.conduct.shown[0])
    if any(player.won for player in hand.players):
        return night
    players = tuple(lying(player) if not_counted(night, hand, player) else player for player in hand.players)
    after = changed(hand, players=players)
    return changed(night, hand=changed(after, pots=layers(after)))


def _lying(night: Night, hand: Hand, seat: Seat | None) -> Night:
    shown = hand.conduct.shown
    if shown is None or shown[0] != seat or any(player.won for player in hand.players):
        return night
    players = tuple(lying(player) if player.owes else player for player in hand.players)
    highest = max(player.bet for player in players)
    players = tuple(changed(p, faced=Chips(min(p.faced, highest))) if p.faced > highest else p for p in players)
    least = max(hand.big_blind, hand.raise_by - max(0, hand.bet_to - highest))
    conduct = replace(hand.conduct, shown=None)
    after = changed(hand, players=players, bet_to=highest, raise_by=Chips(least), conduct=conduct)
    return changed(night, hand=after if after.to_act is not None else changed(after, pots=layers(after)))


def early_stands(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """What was done out of turn counts at once; the seats passed over have had their chance. Where it binds in any
    case it counts when its turn comes, and the seat in turn acts as if nothing had happened (000 BG:OOT-e). Of words
    and chips that differ the chips count."""
    if hand.conduct.shown is not None and hand.conduct.shown[0] == seat:
        return as_it_lies(night, hand, seat, event, book)
    index = index_of(hand, seat)
    early = None if index is None else hand.players[index].early
    if index is None or early is None or hand.to_act is None or (early.final and event.remedy == "action_stands"):
        return night
    player = hand.players[index]
    actor = player_of(hand, hand.to_act)
    if early.kind is ActionKind.CALL and actor is not None and actor.declared is not None:
        # The amount is not known yet: the call will be one of whatever it comes to (TDA 59-B).
        return changed(night, hand=with_player(hand, index, changed(player, early=replace(early, against=ANY))))
    paid = min(player.excess, max(0, early.bet_to - player.bet))
    moved = with_player(hand, index, changed(player, early=None, excess=Chips(player.excess - paid)))
    owes = max(0, early.bet_to - player.bet - paid)
    return changed(night, hand=act(moved, index, early.kind, early.bet_to, owes=owes))
