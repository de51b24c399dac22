"""The clock runs out: what it does then, what the floor says of it, and the last seconds (K38)."""

from functools import lru_cache

from table_controller.records.chips import Chips, Seat
from table_controller.records.events import (
    BetsCollected,
    BoardCardDealt,
    CardBurned,
    ChipsMovedIn,
    Declared,
    Event,
    HandEnded,
    HandMucked,
    HandPushed,
    HandTabled,
    PotPushed,
    Ticked,
)
from table_controller.records.hand import Clock, Hand
from table_controller.records.incidents import Step
from table_controller.records.night import Night
from table_controller.records.player import Action, ActionKind
from table_controller.records.rulebook import Rulebook, Text
from table_controller.rules.clock import SECOND, halted, moved_on, seconds_of, with_clock
from table_controller.rules.hand import (
    changed,
    index_of,
    level,
    player_of,
    setting,
    unseen,
    whole,
    with_player,
)
from table_controller.rules.look import NOT_ASSESSED, Found, NotAssessed
from table_controller.rules.turns import act

_PLAYED = (ChipsMovedIn, Declared, HandMucked, HandPushed, CardBurned, BoardCardDealt, BetsCollected)
_PLAYED_ON = (*_PLAYED, HandTabled, PotPushed, HandEnded)
"""Events after which a clock that ran out can no longer be taken back."""


def time_up(night: Night, event: Event, book: Rulebook) -> tuple[Night, Found | NotAssessed | None]:
    """The night after a clock that ran out before *event*: folded or checked, as the house says (K38).

    An action of the seat itself that comes too late is let stand, as long as nobody rules: play goes on as the table
    does, and the fold is proposed. Where the seat could not be seen, nobody knows that it did nothing.
    """
    hand = night.hand
    if hand is None or hand.clock is None:
        return night, None
    if hand.in_time is not None and isinstance(event, _PLAYED_ON):
        hand = _resumed(hand, hand.in_time, event)
        night = changed(night, hand=hand)
    clock = hand.running
    if clock is None or not clock.ends:
        return night, None
    if halted(night):
        return with_clock(night, hand, _held(clock, event.at)), None
    if not _over(clock, event, book):
        return night, None
    if unseen(night, f"seat {clock.seat} bet", f"seat {clock.seat} cards"):
        return with_clock(night, hand, moved_on(clock, event.at, 0, clock.stalled)), NOT_ASSESSED
    kind = _kind(hand, clock.seat, book)
    after = _acts_late(hand, clock) if own_act(event, clock.seat) else carried_out(hand, clock.seat, kind)
    return changed(night, hand=after), _expired(clock.seat, kind, book)


def _held(clock: Clock, at: int) -> Clock:
    """While the floor decides nobody's time runs: it goes on with what was left when time was last seen to pass."""
    return moved_on(clock, max(clock.now, at), clock.ends + max(0, at - clock.now), clock.stalled)


def _over(clock: Clock, event: Event, book: Rulebook) -> bool:
    """Who acts at the very moment has acted in time (TDA 29), unless the house says otherwise."""
    if isinstance(event, Ticked) or setting(book, "clock.tie", "player") == "clock":
        return event.at >= clock.ends
    return event.at > clock.ends


def _kind(hand: Hand, seat: Seat, book: Rulebook) -> ActionKind:
    index = index_of(hand, seat)
    free = index is not None and level(hand, index) <= hand.players[index].bet
    return ActionKind.CHECK if free and setting(book, "clock.on_expiry") == "check_or_fold" else ActionKind.FOLD


def _expired(seat: Seat, kind: ActionKind, book: Rulebook) -> Found:
    fold = kind is ActionKind.FOLD
    done = "the hand is folded" if fold else "the hand is checked"
    measured = f"no action within {seconds_of(book)} seconds"
    return Found("clock_expired", seat, measured, done, "clock_fold" if fold else "clock_check")


def carried_out(hand: Hand, seat: Seat, kind: ActionKind) -> Hand:
    """*hand* with *seat* folded or checked by the clock; what it was before is kept until play goes on."""
    index = index_of(hand, seat)
    if index is None:
        return hand
    return changed(act(hand, index, kind, hand.players[index].bet), in_time=hand)


def _acts_late(hand: Hand, clock: Clock) -> Hand:
    """*hand* in which the seat may still act although its time is over; a stopped clock in ``in_time`` says so."""
    return changed(hand, in_time=changed(hand, clock=moved_on(clock, clock.now, 0, clock.stalled)))


def _may_act_late(before: Hand) -> bool:
    """Whether the seat in turn *before* its time was over has acted since, or just does, and so has not folded."""
    return before.clock is not None and not before.clock.ends


def own_act(event: Event, seat: Seat) -> bool:
    """Whether *event* is an action of *seat* in words or chips."""
    if isinstance(event, Declared):
        return event.seat == seat and event.action not in ("time", "unclear", "conditional")
    return isinstance(event, ChipsMovedIn) and event.seat == seat


def _resumed(hand: Hand, before: Hand, event: Event) -> Hand:
    """Play goes on after a clock ran out: if with the seat's own late action, as if it had not; else it stands."""
    if before.to_act is None or not own_act(event, before.to_act):
        return changed(hand, in_time=None)
    return hand if _may_act_late(before) or hand.clock is None else _acts_late(changed(before, clock=None), hand.clock)


def by_the_clock(hand: Hand | None, seat: Seat | None) -> Action | None:
    """What the clock made *seat* do in *hand*."""
    player = None if hand is None else player_of(hand, seat)
    if hand is None or player is None or hand.last_kind is None:
        return None
    return Action(player.seat, hand.last_kind, player.bet)


# --- what the floor says of it ------------------------------------------------------------------------------------


def confirmed(hand: Hand, seat: Seat | None, kind: ActionKind) -> Hand:
    """The floor holds that time was up: a late action is void, its chips are the seat's again."""
    before = hand.in_time
    if before is None or seat is None:
        return hand
    if not _may_act_late(before):
        return changed(hand, in_time=None)
    now, index = player_of(hand, seat), index_of(before, seat)
    if now is None or index is None:
        return hand
    player = before.players[index]
    late = max(0, now.bet - now.owes - player.bet + now.excess - player.excess)
    held = with_player(before, index, changed(player, excess=Chips(player.excess + late)))
    return changed(carried_out(held, seat, kind), in_time=None)


def not_expired(hand: Hand) -> Hand:
    """The floor holds that time was not up: the hand as it was before the clock ran out, or with the late action."""
    before = hand.in_time
    if before is None:
        return hand
    return changed(hand, in_time=None) if _may_act_late(before) else changed(before, clock=None)


# --- the last seconds ---------------------------------------------------------------------------------------------


def count_down(hand: Hand, book: Rulebook) -> tuple[Step, ...]:
    """The step that counts the last seconds aloud, where the house does that (000 TIME-b; 001 §1.4.5-d)."""
    clock = hand.running
    if clock is None or not clock.ends:
        return ()
    left = -(-(clock.ends - clock.now) // SECOND)
    return (_count(clock.seat, left),) if 0 < left <= whole(book, "clock.audible_last", 0) else ()


@lru_cache(maxsize=256)
def _count(seat: Seat, seconds: int) -> Step:
    german, english = ("1 Sekunde", "1 second") if seconds == 1 else (f"{seconds} Sekunden", f"{seconds} seconds")
    words = Text(f"Herunterzählen: noch {german}", f"Count down: {english} left")
    return Step("announced", words, seat, seconds=seconds)
