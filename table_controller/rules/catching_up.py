"""Where play went on and the record did not: the night as it must stand for an event to make sense at all.

Nobody is at fault for what was merely not seen. A deal without a last card, a street whose cards already lie there, a
seat that play passed over: the hand goes on as the table did, and says whom it passed over.
"""

from dataclasses import replace

from table_controller.records.chips import Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandMucked,
    HandPushed,
)
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import ActionKind, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.amounts import call
from table_controller.rules.betting_moves import bet_moved
from table_controller.rules.hand import (
    BETTING,
    NEXT,
    TURN,
    board_of,
    changed,
    hole_count,
    index_of,
    level,
    next_to_act,
    setting,
    unseen,
    with_player,
)
from table_controller.rules.hidden import board_lies_there, hidden_seat, with_doubts
from table_controller.rules.look import NOT_ASSESSED, Found, NotAssessed
from table_controller.rules.out_of_turn import skipped_options
from table_controller.rules.played_past import acts_again, burned_past, checks_further, played_past, taken_up
from table_controller.rules.priority import placed
from table_controller.rules.reading import opens_betting
from table_controller.rules.turns import begin_betting, go_on, open_street, pass_over
from table_controller.rules.undecided import faces_again

ACTS = (Declared, ChipsMovedIn, HandMucked, HandPushed)
"""Types of events that can be an action of a seat."""

GOING_ON = (BetsCollected, CardBurned, BoardCardDealt)
"""Types of events with which the dealer goes on, whatever was still open."""

Act = Declared | ChipsMovedIn | HandMucked | HandPushed


def caught_up(night: Night, event: Event, book: Rulebook) -> tuple[Night, Found | NotAssessed | None]:
    """The night in which *event* is judged, and who was passed over, or came late, to get there."""
    hand = night.hand
    if hand is None or not isinstance(event, ACTS) or (isinstance(event, Declared) and event.action == "time"):
        return night, None
    if opens_betting(night, event, book):
        return changed(night, hand=_past_the_undealt(night, begin_betting(hand), event.seat)), None
    hand = _past_the_undealt(night, hand, event.seat)
    night = night if hand is night.hand else changed(night, hand=hand)
    if (night.move is not None or hand.conduct.said_at) and isinstance(event, Declared | ChipsMovedIn):
        # Words and chips of one action may come in either order (K34).
        found = placed(night, hand, event, book)
        if found is not None:
            return found
    if checks_further(hand, event):
        return changed(night, hand=played_past(hand, book)), None
    if hand.street not in BETTING or hand.to_act == event.seat:
        faced = faces_again(hand, event)
        return night if faced is hand else changed(night, hand=faced), None
    hand = _revived(hand, event.seat, book)
    if hand.conduct.asked is not None:
        hand = _unanswered(hand, book)
    if hand.to_act == event.seat:
        return changed(night, hand=hand), None
    return _after_the_round(night, hand, event, book) if hand.to_act is None else _passed_over(night, hand, event, book)


def _after_the_round(night: Night, hand: Hand, event: Act, book: Rulebook) -> tuple[Night, Found | NotAssessed | None]:
    """The night in which somebody acts though nobody was to: on the street whose cards lie there, seen or not."""
    if isinstance(event, (HandMucked, HandPushed)) and _is_dead(hand, event.seat):
        return night, None  # its cards are collected: nobody acts
    if hand.doubts:
        hand = board_lies_there(hand)
    if hand.to_act not in (None, event.seat):
        return _passed_over(night, hand, event, book)
    return changed(night, hand=_street_begun(hand, event.seat)), None


def _is_dead(hand: Hand, seat: Seat) -> bool:
    index = index_of(hand, seat)
    return index is not None and hand.players[index].folded


def _street_begun(hand: Hand, seat: Seat) -> Hand:
    following = NEXT.get(hand.street)
    laid = following is not None and len(hand.board) >= board_of(hand, following)
    paying = any(player.seat == seat and player.owes for player in hand.players)
    begun = laid or (hand.street is Street.PREFLOP and len(hand.board) > 0)
    return open_street(hand, following) if begun and following is not None and not paying else hand


def _passed_over(night: Night, hand: Hand, event: Act, book: Rulebook) -> tuple[Night, Found | NotAssessed | None]:
    """Where *event* shows that play went on past the seat in turn."""
    following = NEXT.get(hand.street)
    laid = following is not None and len(hand.board) >= board_of(hand, following)
    hidden = hidden_seat(hand, hand.to_act) or unseen(night, f"seat {hand.to_act} bet", f"seat {hand.to_act} cards")
    gone_on = laid or hidden or _went_on(hand, event, book)
    after = pass_over(hand, event.seat) if gone_on else None
    if after is None and laid and not _is_dead(hand, event.seat) and not acts_again(night, hand, event):
        after = _on_the_next_street(played_past(hand, book), event.seat)
    if after is None or after.to_act == hand.to_act:
        return changed(night, hand=hand), None
    if hidden:
        return changed(night, hand=with_doubts(after, f"seat {hand.to_act}")), NOT_ASSESSED
    if laid:
        return changed(night, hand=after), None
    after = changed(_still_to_act(hand, after), conduct=replace(after.conduct, behind=True))
    return changed(night, hand=after), _skipped(hand, event.seat, book)


def _on_the_next_street(hand: Hand, seat: Seat) -> Hand:
    """*hand* as the next street finds it; with the turn at *seat* if play went on past those before it."""
    return hand if hand.to_act in (None, seat) else pass_over(hand, seat) or hand


def _still_to_act(before: Hand, after: Hand) -> Hand:
    """Who acted out of turn in a way that cannot count has not been passed over: its turn comes (TDA 53-B, 55)."""
    tried = {seat for code, seat in before.faults if code == TURN}
    if not any(player.passed and player.seat in tried for player in after.players):
        return after
    players = tuple(changed(p, passed=False) if p.passed and p.seat in tried else p for p in after.players)
    return changed(after, players=players)


def _went_on(hand: Hand, event: Act, book: Rulebook) -> bool:
    """Whether there was substantial action out of turn behind the seat in turn (TDA 53-B; S16): two actions of which
    one with chips, or any three. Then they bind, and the seat that said nothing is the floor's."""
    seats = {seat for code, seat in hand.faults if code == TURN and seat != event.seat}
    if not seats:
        return False
    if setting(book, "skipped.window", "substantial_action") == "none" or len(seats) >= 2:
        return True
    staked = any(player.early is not None and player.early.kind in _CHIPS for player in hand.players)
    staking = isinstance(event, ChipsMovedIn) or (isinstance(event, Declared) and event.action in _STAKING)
    return staked or staking


_CHIPS = (ActionKind.CALL, ActionKind.BET, ActionKind.RAISE, ActionKind.ALL_IN)
_STAKING = ("call", "bet", "raise", "all_in", "amount")


def settled(night: Night, event: Event, book: Rulebook) -> Night:
    """The night once the dealer goes on although somebody was still to act, or nobody said what chips mean."""
    hand = night.hand
    if hand is None or hand.to_act is None:
        return night
    hand = _past_the_undealt(night, hand, None)
    night = night if hand is night.hand else changed(night, hand=hand)
    if hand.conduct.asked is not None:
        return changed(night, hand=_unanswered(hand, book))
    return burned_past(night, event, book)


def _past_the_undealt(night: Night, hand: Hand, acting: Seat | None) -> Hand:
    """*hand* with the turn past seats that were dealt nothing: each is named for that, and nobody acts before it.

    It counts as folded, or nobody could be the last with cards; an action of its own shows that it was dealt some.
    """
    for _ in hand.players:
        index = index_of(hand, hand.to_act)
        if index is None or hand.to_act == acting or not _was_dealt_nothing(night, hand, hand.players[index]):
            break
        hand = go_on(with_player(hand, index, changed(hand.players[index], folded=True, presumed=True)), index)
    return hand


def _was_dealt_nothing(night: Night, hand: Hand, player: Player) -> bool:
    """Whether the others have their cards and *player* has none, where one would be seen and none is on its way."""
    if player.cards or not hand.dealt or night.following or unseen(night, f"seat {player.seat} cards"):
        return False
    return any(len(other.cards) >= hole_count(hand) for other in hand.players)


def _unanswered(hand: Hand, book: Rulebook) -> Hand:
    """Without an answer chips that were asked about are a call, or a check where there is nothing to call (Q-L9)."""
    index = index_of(hand, hand.conduct.asked)
    if index is None or hand.to_act != hand.conduct.asked:
        return changed(hand, conduct=replace(hand.conduct, asked=None))
    player = hand.players[index]
    need = max(0, level(hand, index) - player.bet)
    reading = call(hand, index, need, put=player.excess)._replace(used=player.excess)
    if not player.excess:
        reading = reading._replace(owes=0)  # thrown into the pot, and not counted (R22-1)
    return bet_moved(hand, reading, book)


def _revived(hand: Hand, seat: Seat, book: Rulebook) -> Hand:
    """A seat taken for folded acts: it was not."""
    index = index_of(hand, seat)
    if index is None or not hand.players[index].presumed or not hand.players[index].folded:
        return hand
    hand = taken_up(hand, index, book)
    before = index_of(hand, hand.last_actor)
    return changed(hand, to_act=next_to_act(hand, len(hand.players) - 1 if before is None else before))


def _skipped(hand: Hand, seat: Seat, book: Rulebook) -> Found:
    """Play went past a seat that had not acted. 000 BG:COVERING-b; TDA 53-B: what becomes of it is the floor's."""
    measured, required = f"play went on to seat {seat}", f"seat {hand.to_act} acts first"
    return Found("player_skipped", hand.to_act, measured, required, None, skipped_options(book))
