"""What a ruling changes at once, beside the steps the dealer then takes."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import RulingMade
from table_controller.records.hand import Hand
from table_controller.records.night import Night
from table_controller.records.player import ActionKind, Player, Street
from table_controller.records.rulebook import Rulebook
from table_controller.rules.awarding import put_right
from table_controller.rules.bet_rulings import (
    all_chips_stand,
    as_it_lies,
    call_is_full,
    called,
    completed,
    early_stands,
    forfeited,
    full_turn,
    may_only_call,
)
from table_controller.rules.faults import DEALT_ANEW
from table_controller.rules.hand import changed, hole_count, index_of, with_player
from table_controller.rules.leaving import without_gone
from table_controller.rules.pack_remedies import PACK_EFFECTS
from table_controller.rules.penalties import PENALTY_EFFECTS
from table_controller.rules.rebuttoned import button_put_right, misdealt
from table_controller.rules.start import DEAD, blinds_due, first_served
from table_controller.rules.time_up import confirmed, not_expired
from table_controller.rules.turns import fold

Effect = Callable[[Night, Hand, Seat | None, RulingMade, Rulebook], Night]


def _misdeal(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """The deal is void: cards back, chips back but for the blinds, same seats, same button (TDA 35-C)."""
    if any(player.won for player in hand.players):
        return night
    live = tuple((owner, post) for owner, post in hand.terms.extra if post.kind not in DEAD)
    posted = {owner: post.amount for owner, post in (*blinds_due(hand), *live)}
    owed = {owner for owner, _ in hand.posts}
    players = tuple(
        _fresh(player, posted.get(player.seat, 0), player.seat in owed, hand.ante) for player in hand.players
    )
    again = Hand(
        hand.id,
        hand.button,
        hand.small_blind,
        hand.big_blind,
        hand.ante,
        hand.game,
        hand.limit,
        players,
        bet_to=Chips(max(hand.big_blind, *(post.amount for _, post in live), 0)),
        raise_by=Chips(max(hand.big_blind, *(post.amount for _, post in live), 0)),
        view_blocked=night.blocked,
        posts=hand.posts,
        opener=hand.opener,
        deal_from=first_served(hand, blinds_due(hand), book),
        carried=hand.carried,
        swept=not any(player.bet for player in players),
        faults=((DEALT_ANEW, None),),
        terms=hand.terms,
        unpaid=Chips(hand.small_blind + hand.big_blind - sum(posted.get(p.seat, 0) for p in players if p.bet)),
    )
    return changed(night, hand=without_gone(changed(again, gone=hand.gone)))


def _misdeal_of_button(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """001 §4.3.6-f: the deal is void, and the button is corrected."""
    return misdealt(night, hand, event, book) or _misdeal(night, hand, seat, event, book)


def _fresh(player: Player, blind: int, owed: bool, ante: int) -> Player:
    held = player.stack + player.total
    ante = min(ante, held)
    bet = 0 if owed else min(blind, held - ante)
    lies = player.total - player.owes + player.excess
    fresh = Player(player.seat, player.start, Chips(held - ante - bet), Chips(bet), Chips(ante + bet))
    return fresh if lies <= ante + bet else changed(fresh, excess=Chips(lies - ante - bet))


def _void(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """Every chip of the hand goes back to its owner (004 C28-c, TDA 35-E); a pot once pushed is kept (C28-d)."""
    if any(player.won for player in hand.players):
        return night
    players = tuple(
        changed(
            p, stack=p.stack + p.total - p.won, bet=Chips(0), total=Chips(0), won=Chips(0), owes=Chips(0), folded=True
        )
        for p in hand.players
    )
    return changed(
        night, hand=changed(hand, players=players, street=Street.OVER, to_act=None, pots=(), bet_to=Chips(0))
    )


def _on_player(night: Night, hand: Hand, seat: Seat | None, change: Callable[[Hand, int], Hand]) -> Night:
    index = index_of(hand, seat)
    return night if index is None else changed(night, hand=change(hand, index))


def _dead(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return _on_player(night, hand, seat, lambda h, i: h if h.players[i].folded else fold(h, i))


def _action_void(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return _on_player(night, hand, seat, lambda h, i: with_player(h, i, changed(h.players[i], early=None)))


def _award_right(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """What each seat gets of the pot in all: as the ruling says, or as the tabled hands do."""
    return put_right(night, event.amounts, book)


def _clock_fold(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    if hand.in_time is not None:
        return changed(night, hand=confirmed(hand, seat, ActionKind.FOLD))
    return _dead(night, hand, seat, event, book)


def _clock_check(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return changed(night, hand=confirmed(hand, seat, ActionKind.CHECK))


def _not_expired(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    return changed(night, hand=not_expired(hand))


def _retrieved(night: Night, hand: Hand, seat: Seat | None, event: RulingMade, book: Rulebook) -> Night:
    """A hand out of the muck counts by what all have seen of it (001 §4.3.12, TDA 13-B, 13-C).

    One that stayed closed, whose owner took it back (TDA 14), is not shown by a ruling, whatever tags know of it.
    """

    def back(held: Hand, index: int) -> Hand:
        player = held.players[index]
        if not player.tabled and len(set(player.exposed)) < hole_count(held):
            return with_player(held, index, changed(player, mucked=False))
        cards = player.cards if None not in player.cards else player.exposed
        return with_player(held, index, changed(player, mucked=False, tabled=True, cards=cards))

    return _on_player(night, hand, seat, back)


AFTER_THE_HAND = frozenset({"correct_award", *PENALTY_EFFECTS})
"""Remedies that change something even when the hand has ended (K54)."""

EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "clock_fold": _clock_fold,
        "clock_check": _clock_check,
        "dismiss:clock_expired": _not_expired,
        "misdeal": _misdeal,
        "misdeal:button_misplaced": _misdeal_of_button,
        "misdeal:button_not_moved": _misdeal_of_button,
        "misdeal:button_draw_error": _misdeal_of_button,
        "correct_button": button_put_right,
        "hand_void": _void,
        "hand_dead": _dead,
        "fold_stands": _dead,
        "complete": completed,
        "complete_call": completed,
        "fold_forfeit": forfeited,
        "call_only": may_only_call,
        "full_turn": full_turn,
        "call_with_change": called,
        "play_stands": as_it_lies,
        "dismiss:undercall": call_is_full,
        "dismiss:underraise": as_it_lies,
        "dismiss:incomplete_bet": as_it_lies,
        "dismiss:bet_below_minimum": as_it_lies,
        "action_void": _action_void,
        "all_chips_stand": all_chips_stand,
        "dismiss:string_bet": all_chips_stand,
        "action_stands": early_stands,
        "dismiss:out_of_turn_action": early_stands,
        "dismiss:out_of_turn_bet": early_stands,
        "correct_award": _award_right,
        "retrieve_and_award": _retrieved,
        **PACK_EFFECTS,
        **PENALTY_EFFECTS,
    }
)
"""By remedy; ``dismiss:CODE`` for an incident that the floor says was none, ``misdeal:CODE`` where a misdeal for it
does more."""
