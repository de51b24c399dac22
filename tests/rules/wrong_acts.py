"""One illegal act at a table that plays legally: what is done, by whom, and the code that names it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from random_play import Play

from table_controller.records import events as e
from table_controller.records.chips import Chips, Seat
from table_controller.records.player import Ask, Player, Street

Wrong = tuple[str, int | None]
"""The code that must be named, and of which seat."""
Act = Callable[[Play, Ask, Player], Wrong | None]
"""Does something illegal in the place of the seat in turn; None where it cannot be done."""


def _undercall(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if ask.to_call < 60 or ask.to_call >= player.stack:
        return None
    play.chips(ask.seat, ask.to_call // 2)
    return "undercall", ask.seat


def _underraise(play: Play, ask: Ask, player: Player) -> Wrong | None:
    least, bet_to = ask.min_raise_to, play.hand.bet_to
    if least is None or least >= player.bet + player.stack or least - bet_to < 20 or not bet_to:
        return None
    play.see(e.Declared(seat=ask.seat, action="raise", amount=Chips(least - 10)))
    return "underraise", ask.seat


def _small_bet(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if ask.min_raise_to is None or ask.min_raise_to < 20 or play.hand.bet_to or ask.min_raise_to >= player.stack:
        return None
    play.see(e.Declared(seat=ask.seat, action="bet", amount=Chips(ask.min_raise_to - 10)))
    return str(play.book.parameters.get("bet.short_code", "incomplete_bet")), ask.seat


def _above_stack(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if ask.max_raise_to is None or ask.max_raise_to < player.bet + player.stack:
        return None
    word = "raise" if play.hand.bet_to else "bet"
    play.see(e.Declared(seat=ask.seat, action=word, amount=Chips(player.bet + player.stack + 100)))
    return "bet_above_stack", ask.seat


def _checks(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call:
        return None
    play.see(e.Declared(seat=ask.seat, action="check"))
    return "check_facing_bet", ask.seat


def _not_available(play: Play, ask: Ask, player: Player) -> Wrong | None:
    rest = player.stack - ask.to_call
    others = [p for p in play.hand.players if p.seat != ask.seat and not p.folded and p.stack > 0]
    if ask.may_raise or rest < 200 or not others or not ask.to_call or play.hand.terms.cap is not None:
        return None
    play.see(e.Declared(seat=ask.seat, action="raise", amount=Chips(player.bet + ask.to_call + 100)))
    return "action_not_available", ask.seat


def _later(play: Play, ask: Ask) -> Player | None:
    """A seat that can act, but not yet: the second after the one in turn."""
    players = play.hand.players
    index = next(i for i, p in enumerate(players) if p.seat == ask.seat)
    behind = [*players[index + 1 :], *players[:index]]
    waiting = [p for p in behind if not p.folded and p.stack > ask.to_call + 80 and not p.acted]
    return waiting[0] if waiting and len([p for p in players if not p.folded]) > 2 else None


def _folds_early(play: Play, ask: Ask, player: Player) -> Wrong | None:
    other = _later(play, ask)
    if other is None:
        return None
    play.see(e.HandMucked(seat=other.seat))
    return "out_of_turn_fold", other.seat


def _chips_early(play: Play, ask: Ask, player: Player) -> Wrong | None:
    other = _later(play, ask)
    need = 0 if other is None else play.hand.bet_to - other.bet
    if other is None or need <= 0 or play.hand.street is Street.PREFLOP or need >= other.stack:
        return None
    play.chips(other.seat, need)
    chips = play.book.parameters.get("oot.chips", "bet")
    return "out_of_turn_bet" if chips == "bet" else "out_of_turn_action", other.seat


def _second_motion(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or player.stack < ask.to_call + 200:
        return None
    play.chips(ask.seat, ask.to_call)
    if play.hand.street is Street.OVER or play.hand.to_act is None:
        return None
    play.chips(ask.seat, 40, 0.7)
    return "string_bet", ask.seat


def _takes_word_back(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or ask.to_call >= player.stack:
        return None
    play.see(e.Declared(seat=ask.seat, action="call"))
    play.see(e.Declared(seat=ask.seat, action="fold"), 1.0)
    return "declaration_retracted", ask.seat


def _says_late(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or ask.to_call + 200 >= player.stack:
        return None
    play.chips(ask.seat, ask.to_call)
    if play.hand.to_act is None:
        return None
    play.see(e.Declared(seat=ask.seat, action="raise", amount=Chips(player.bet + ask.to_call + 200)), 1.5)
    return "late_declaration", ask.seat


def _takes_chips_back(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or ask.to_call >= player.stack:
        return None
    play.chips(ask.seat, ask.to_call)
    if play.hand.to_act is None:
        return None
    play.ledger.moves(ask.seat, -ask.to_call)
    play.see(e.ChipsTakenBack(seat=ask.seat, amount=ask.to_call))
    return "action_retracted", ask.seat


def _withdraws(play: Play, ask: Ask, player: Player) -> Wrong | None:
    staked = [p for p in play.hand.players if p.bet and p.seat not in (ask.seat, play.hand.last_actor)]
    if not staked:
        return None
    play.ledger.moves(staked[0].seat, -staked[0].bet)
    play.see(e.ChipsTakenBack(seat=staked[0].seat, amount=staked[0].bet))
    return "bet_withdrawn", staked[0].seat


def _splashes(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or ask.to_call >= player.stack:
        return None
    play.ledger.moves(ask.seat, ask.to_call)
    play.see(e.ChipsMovedIn(seat=ask.seat, amount=ask.to_call, to="pot"))
    return "splashed_pot", ask.seat


def _other_chips(play: Play, ask: Ask, player: Player) -> Wrong | None:
    least = ask.min_raise_to
    if least is None or least + 200 >= player.bet + player.stack or ask.max_raise_to == least or not play.hand.bet_to:
        return None
    if least - player.bet < 20:
        return None
    play.see(e.Declared(seat=ask.seat, action="raise", amount=least))
    play.ledger.moves(ask.seat, 10)
    play.see(e.ChipsMovedIn(seat=ask.seat, amount=Chips(10), chips=((Chips(10), 1),)))
    return "declaration_action_mismatch", ask.seat


def _over_limit(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if ask.max_raise_to is None or ask.max_raise_to + 100 >= player.bet + player.stack:
        return None
    word = "raise" if play.hand.bet_to else "bet"
    play.see(e.Declared(seat=ask.seat, action=word, amount=Chips(ask.max_raise_to + 100)))
    return "bet_limit_violation", ask.seat


def _over_cap(play: Play, ask: Ask, player: Player) -> Wrong | None:
    cap = play.hand.terms.cap
    raises = [p.raises for p in play.hand.players]
    made = sum(raises) if play.hand.terms.together else max(p.raises for p in play.hand.players if p.seat == ask.seat)
    if cap is None or made < cap or not ask.to_call or player.stack < ask.to_call + 200:
        return None
    if not any(p.seat != ask.seat and not p.folded and p.bet + p.stack > play.hand.bet_to for p in play.hand.players):
        return None
    play.see(e.Declared(seat=ask.seat, action="raise", amount=Chips(player.bet + ask.to_call + 80)))
    return "raise_cap_exceeded", ask.seat


def _conditions(play: Play, ask: Ask, player: Player) -> Wrong | None:
    play.see(e.Declared(seat=ask.seat, action="conditional"))
    return "conditional_declaration", ask.seat


def _mumbles(play: Play, ask: Ask, player: Player) -> Wrong | None:
    play.see(e.Declared(seat=ask.seat, action="unclear"))
    return "ambiguous_action", ask.seat


def _collects_early(play: Play, ask: Ask, player: Player) -> Wrong | None:
    option = play.hand.street is Street.PREFLOP and ask.seat == play.hand.opener and not ask.to_call
    play.see(e.BetsCollected())
    if option:
        return "bb_option_skipped", ask.seat
    asked = play.book.parameters.get("sweep.during_round") == "on_request_of_actor"
    return "bets_swept_early" if asked else "betting_round_incomplete", ask.seat


def _short_of_the_line(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or ask.to_call >= player.stack:
        return None
    play.ledger.moves(ask.seat, ask.to_call)
    play.see(e.ChipsMovedIn(seat=ask.seat, amount=ask.to_call, to="short"))
    line = play.book.parameters.get("bet_line.mode") == "hole_card_edge"
    return "bet_line_violation" if line else "bet_placement_unclear", ask.seat


def _not_counted(play: Play, ask: Ask, player: Player) -> Wrong | None:
    """Chips of which nobody saw how many they are: a little more than the call."""
    if ask.to_call < 40 or player.stack < ask.to_call + 100 or not ask.may_raise or ask.min_raise_to is None:
        return None
    if 2 * (player.bet + ask.to_call + 10 - play.hand.bet_to) >= ask.min_raise_to - play.hand.bet_to:
        return None
    play.chips(ask.seat, ask.to_call + 10)
    call = play.book.parameters.get("multi_chip_overpay") == "call_unless_minimum_raise_reached"
    half = play.book.parameters.get("incomplete_raise.threshold", "half") == "half"
    return "overcall" if call or half else "underraise", ask.seat


def _one_large_chip(play: Play, ask: Ask, player: Player) -> Wrong | None:
    if not ask.to_call or player.stack < 1000 or ask.to_call >= 1000 or player.bet > 40:
        return None
    play.ledger.moves(ask.seat, 1000)
    play.see(e.ChipsMovedIn(seat=ask.seat, amount=Chips(1000), chips=((Chips(1000), 1),)))
    return "oversized_chip", ask.seat


WRONGS: Mapping[str, Act] = MappingProxyType(
    {
        "undercall": _undercall,
        "underraise": _underraise,
        "small bet": _small_bet,
        "above stack": _above_stack,
        "checks": _checks,
        "not available": _not_available,
        "folds early": _folds_early,
        "chips early": _chips_early,
        "second motion": _second_motion,
        "takes word back": _takes_word_back,
        "says late": _says_late,
        "takes chips back": _takes_chips_back,
        "withdraws": _withdraws,
        "splashes": _splashes,
        "other chips": _other_chips,
        "over limit": _over_limit,
        "over cap": _over_cap,
        "conditions": _conditions,
        "mumbles": _mumbles,
        "collects early": _collects_early,
        "short of the line": _short_of_the_line,
        "not counted": _not_counted,
        "one large chip": _one_large_chip,
    }
)


def rule_on_it(play: Play) -> None:
    """The floor rules as is proposed, or the first of its ways; what is proposed and needs nobody's hand is done."""
    incident = next((item for item in reversed(play.night.incidents) if item.state.value == "open"), None)
    if incident is None:
        return
    found = incident.irregularity
    ways = (found.proposal, *found.options)
    chosen = next((way.name for way in ways if way is not None), "play_stands")
    play.see(e.RulingMade(incident=incident.number, remedy=chosen, by="floor"))
    if chosen == "hand_dead" and found.seat is not None:
        play.see(e.HandMucked(seat=Seat(found.seat)))
